//! A figure under test; by default it shows the teaching scene at its last step.

use crate::figure::Drawing;
use crate::{Context, FigureRow, State, teaching_scene};
use orogen_terrain::Scene;

/// A figure with its scene and state.
pub(crate) struct Trial {
    scene: Scene,
    state: State,
    row: &'static FigureRow,
}

/// The trial of a figure with the teaching scene, at the last step.
pub(crate) fn trial_of(row: &'static FigureRow) -> Trial {
    Trial { scene: teaching_scene(), state: State::of(row), row }
}

impl Trial {
    /// Moves p.
    pub fn at(mut self, point: [f64; 2]) -> Self {
        self.state.point = point;
        self
    }

    /// Goes to a step, from 0.
    pub fn step(mut self, step: usize) -> Self {
        self.state.step = step;
        self
    }

    /// Sets a control.
    pub fn set(mut self, key: &str, value: f64) -> Self {
        self.state.set(self.row, key, value);
        self
    }

    /// Sets a parameter of the scene.
    pub fn with(mut self, key: &str, value: &str) -> Self {
        self.scene.set_text(key, value).unwrap();
        self
    }

    /// The context of the drawing.
    pub fn context(&self) -> Context<'_> {
        Context::new(&self.scene, &self.state, self.row).unwrap()
    }

    /// Draws the figure.
    pub fn draw(&self) -> Drawing {
        self.context().draw()
    }

    /// The value of a drawn number by its name.
    pub fn value(&self, name: &str) -> f64 {
        self.draw().value(name).unwrap_or_else(|| panic!("{} has no {name}", self.row.name))
    }

    /// Returns true if the challenge is solved.
    pub fn is_solved(&self) -> bool {
        (self.row.challenge.is_solved)(&self.context())
    }
}
