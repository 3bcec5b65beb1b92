//! A figure as tests try it: of the examples' scene, at its last step, unless they say otherwise.

use crate::figure::Drawing;
use crate::{Context, Row, State, teaching_scene};
use orogen_terrain::Scene;

/// A figure with all that it is drawn from.
pub(crate) struct Tried {
    scene: Scene,
    state: State,
    row: &'static Row,
}

/// A figure of the examples' scene at its last step.
pub(crate) fn tried(row: &'static Row) -> Tried {
    Tried { scene: teaching_scene(), state: State::of(row), row }
}

impl Tried {
    /// With p at a place.
    pub fn at(mut self, point: [f64; 2]) -> Self {
        self.state.point = point;
        self
    }

    /// At a step, from 0.
    pub fn step(mut self, step: usize) -> Self {
        self.state.step = step;
        self
    }

    /// With a control put to a value.
    pub fn set(mut self, key: &str, value: f64) -> Self {
        self.state.set(self.row, key, value);
        self
    }

    /// What it is drawn from.
    pub fn context(&self) -> Context<'_> {
        Context::new(&self.scene, &self.state, self.row).unwrap()
    }

    /// The figure.
    pub fn draw(&self) -> Drawing {
        self.context().draw()
    }

    /// A number that is drawn, by its name.
    pub fn value(&self, name: &str) -> f64 {
        self.draw().value(name).unwrap_or_else(|| panic!("{} has no {name}", self.row.name))
    }

    /// Whether its challenge is done.
    pub fn is_done(&self) -> bool {
        (self.row.challenge.done)(&self.context())
    }
}
