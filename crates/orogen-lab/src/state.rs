//! What a person has chosen in the lab: the figure, its step, the point p, and the figure's controls.

use std::collections::BTreeMap;

use orogen_noise::Edit;
use orogen_noise::edit::MOST_EDITS;

/// What a person has chosen in the lab. All figures share the point and the octave.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The step of the figure, from 0.
    pub step: usize,
    /// The point p, in cells of the first octave.
    pub point: [f64; 2],
    /// The octave that is looked at, from 0.
    pub octave: u32,
    /// Controls that were moved from where they stand at first.
    pub values: BTreeMap<&'static str, f64>,
    /// Lattice points with gradients of one's own; of two of one point the later one holds.
    pub gradients: Vec<Edit>,
    /// The address of the parameter that is explained, where a figure shows any of them.
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
    /// The gradient that a lattice point was given.
    pub fn gradient(&self, octave: u32, cell: [i64; 2]) -> Option<[f64; 2]> {
        let mut given = self.gradients.iter().rev();
        given.find(|edit| edit.octave == octave && edit.cell == cell).map(|edit| edit.gradient)
    }

    /// Gives a lattice point a gradient. False where [`MOST_EDITS`] have one already.
    pub fn set_gradient(&mut self, octave: u32, cell: [i64; 2], gradient: [f64; 2]) -> bool {
        self.restore_gradient(octave, cell);
        let has_room = self.gradients.len() < MOST_EDITS;
        if has_room {
            self.gradients.push(Edit { octave, cell, gradient });
        }
        has_room
    }

    /// Gives a lattice point its own gradient back.
    pub fn restore_gradient(&mut self, octave: u32, cell: [i64; 2]) {
        self.gradients.retain(|edit| (edit.octave, edit.cell) != (octave, cell));
    }
}
