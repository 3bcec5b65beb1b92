//! What a figure is drawn from: the scene, what the person has chosen, and the noise at the point.

use std::cell::OnceCell;

use super::figure::Drawing;
use super::row::Row;
use super::state::State;
use crate::noise::edit::{Edits, MOST_EDITS, can_edit};
use crate::noise::trace::CellTrace;
use crate::noise::{Edit, FractalKind, Noise, NoiseError, NoiseSpec, Trace};
use crate::terrain::recipe::NoiseLayer;
use crate::terrain::{Land, Scene};

/// What a figure is drawn from. What is costly is made when it is asked for first, once a drawing.
pub struct Context<'a> {
    /// The scene, of which the lowest layer of noise is looked at.
    pub scene: &'a Scene,
    /// What the person has chosen.
    pub state: &'a State,
    /// The figure.
    pub row: &'static Row,
    noise: Noise,
    land: OnceCell<Option<Land>>,
}

impl<'a> Context<'a> {
    /// # Errors
    /// Where the recipe's choices exclude each other.
    pub fn new(scene: &'a Scene, state: &'a State, row: &'static Row) -> Result<Self, NoiseError> {
        let mut spec = scene.recipe.base().spec(scene.recipe.seed())?;
        edit(&mut spec, &state.gradients);
        let noise = spec.build(2)?;
        Ok(Self { scene, state, row, noise, land: OnceCell::new() })
    }

    /// Draws the figure.
    pub fn draw(&self) -> Drawing {
        (self.row.draw)(self)
    }

    /// The step, within those of the figure.
    pub fn step(&self) -> usize {
        self.state.step.min(self.row.steps.len() - 1)
    }

    /// The point p in cells of the first octave.
    pub fn p(&self) -> [f64; 2] {
        self.state.point
    }

    /// A control's value.
    ///
    /// # Panics
    /// If the figure has no such control.
    pub fn value(&self, key: &str) -> f64 {
        self.state.value(self.row, key)
    }

    /// A control's value as a whole number, or a choice's place.
    ///
    /// # Panics
    /// If the figure has no such control.
    pub fn whole(&self, key: &str) -> usize {
        self.value(key).max(0.0) as usize
    }

    /// Whether a switch is on.
    ///
    /// # Panics
    /// If the figure has no such control.
    pub fn is_on(&self, key: &str) -> bool {
        self.value(key) >= 0.5
    }

    /// The lowest layer of noise.
    pub fn layer(&self) -> &NoiseLayer {
        self.scene.recipe.base()
    }

    /// The noise of the lowest layer, in two dimensions.
    pub fn noise(&self) -> &Noise {
        &self.noise
    }

    /// The definition of that noise.
    pub fn spec(&self) -> &NoiseSpec {
        self.noise.spec()
    }

    /// The same noise with a change, in as many dimensions as wanted; `None` where there is no such
    /// noise.
    pub fn changed(&self, dimensions: usize, change: impl FnOnce(&mut NoiseSpec)) -> Option<Noise> {
        let mut spec = self.spec().clone();
        change(&mut spec);
        if !can_edit(spec.basis, dimensions) {
            spec.edits = Edits::default();
        }
        spec.build(dimensions).ok()
    }

    /// One octave alone: no fractal, no warp.
    pub fn plain(&self, dimensions: usize) -> Option<Noise> {
        self.changed(dimensions, |spec| {
            spec.fractal = FractalKind::None;
            spec.warp.strength = 0.0;
            spec.warp.times = 0;
        })
    }

    /// How the noise of the whole layer comes about at p.
    pub fn trace(&self) -> Trace {
        self.noise.trace(&self.p())
    }

    /// The land; `None` where the recipe makes none.
    pub fn land(&self) -> Option<&Land> {
        self.land.get_or_init(|| Land::new(&self.scene.recipe).ok()).as_ref()
    }

    /// Cycles a metre of the first octave.
    pub fn frequency_per_m(&self) -> f64 {
        self.layer().frequency_per_m()
    }

    /// Where p is in the world, x east and z south. A figure's second coordinate goes south.
    pub fn position_m(&self) -> [f64; 2] {
        self.p().map(|x| x / self.frequency_per_m())
    }
}

/// Gives lattice points gradients of one's own, where the basis has any.
pub fn edit(spec: &mut NoiseSpec, gradients: &[Edit]) {
    if can_edit(spec.basis, 2) && !gradients.is_empty() {
        let own = spec.edits.iter().filter(|own| {
            !gradients.iter().any(|new| (new.octave, new.cell) == (own.octave, own.cell))
        });
        let all: Vec<Edit> = own.chain(gradients).copied().take(MOST_EDITS).collect();
        spec.edits = all.into();
    }
}

/// The first cell of the first octave of a trace, which bases of lattices have.
pub fn first_cell(trace: &Trace) -> Option<&CellTrace> {
    trace.octaves.first()?.cells.first()
}
