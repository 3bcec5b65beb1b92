//! The user's choices in the lab: step, point p, controls and gradients.

use std::collections::BTreeMap;

use orogen_noise::Edit;
use orogen_noise::edit::MAX_EDITS;

/// The user's choices in the lab; all figures share the point p and the octave.
///
/// ```
/// use orogen_lab::{State, row};
///
/// let row = row("mix").expect("it is in the table");
/// let mut state = State::of(row);
/// state.set(row, "mix.a", 0.25);
/// assert_eq!(state.value(row, "mix.a"), 0.25);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The step of the figure, from 0.
    pub step: usize,
    /// The point p, in cells of the first octave.
    pub point: [f64; 2],
    /// The selected octave, from 0.
    pub octave: u32,
    /// The controls that differ from their defaults: value by key.
    pub values: BTreeMap<&'static str, f64>,
    /// The gradients that the user gave to lattice points.
    ///
    /// A later entry for the same point wins.
    pub gradients: Vec<Edit>,
    /// The address of the recipe parameter that the figure explains, if any.
    pub explained: Option<String>,
}

/// The initial point p, from the examples of the literature, in cells.
pub const FIRST_POINT: [f64; 2] = [1.7, 2.3];

impl Default for State {
    fn default() -> Self {
        Self {
            step: 0,
            point: FIRST_POINT,
            octave: 0,
            values: BTreeMap::new(),
            gradients: Vec::new(),
            explained: None,
        }
    }
}

impl State {
    /// The gradient that the user gave a lattice point, if any.
    pub fn gradient(&self, octave: u32, cell: [i64; 2]) -> Option<[f64; 2]> {
        let mut edits = self.gradients.iter().rev();
        edits.find(|edit| edit.octave == octave && edit.cell == cell).map(|edit| edit.gradient)
    }

    /// Sets the gradient of a lattice point.
    ///
    /// Returns false if [`MAX_EDITS`] other points already have a gradient.
    pub fn set_gradient(&mut self, octave: u32, cell: [i64; 2], gradient: [f64; 2]) -> bool {
        self.restore_gradient(octave, cell);
        let has_room = self.gradients.len() < MAX_EDITS;
        if has_room {
            self.gradients.push(Edit { octave, cell, gradient });
        }
        has_room
    }

    /// Restores the original gradient of a lattice point.
    pub fn restore_gradient(&mut self, octave: u32, cell: [i64; 2]) {
        self.gradients.retain(|edit| (edit.octave, edit.cell) != (octave, cell));
    }
}
