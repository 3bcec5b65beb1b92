//! The user's choices in the lab: step, point p, controls and gradients.

use std::collections::BTreeMap;

use orogen_noise::Edit;
use orogen_noise::edit::MOST_EDITS;

/// The user's choices in the lab. All figures share the point and the octave.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The step of the figure, from 0.
    pub step: usize,
    /// The point p, in cells of the first octave.
    pub point: [f64; 2],
    /// The selected octave, from 0.
    pub octave: u32,
    /// Controls that differ from their defaults.
    pub values: BTreeMap<&'static str, f64>,
    /// The user's gradients of lattice points; the last one of a point wins.
    pub gradients: Vec<Edit>,
    /// The address of the explained parameter.
    pub explained: Option<String>,
}

/// The point of the examples of the literature.
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
    /// The user's gradient of a lattice point.
    pub fn gradient(&self, octave: u32, cell: [i64; 2]) -> Option<[f64; 2]> {
        let mut given = self.gradients.iter().rev();
        given.find(|edit| edit.octave == octave && edit.cell == cell).map(|edit| edit.gradient)
    }

    /// Sets the gradient of a lattice point. Returns false if [`MOST_EDITS`] points have one
    /// already.
    pub fn set_gradient(&mut self, octave: u32, cell: [i64; 2], gradient: [f64; 2]) -> bool {
        self.restore_gradient(octave, cell);
        let has_room = self.gradients.len() < MOST_EDITS;
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
