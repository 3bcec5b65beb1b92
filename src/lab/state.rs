//! What a person has chosen in the lab: the figure, its step, the point p, and the figure's controls.

use std::collections::BTreeMap;

use super::row::Row;

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
}

/// The point of the examples of the literature.
pub const FIRST_POINT: [f64; 2] = [1.7, 2.3];

impl Default for State {
    fn default() -> Self {
        Self { step: 0, point: FIRST_POINT, octave: 0, values: BTreeMap::new() }
    }
}

impl State {
    /// As a figure is met first: at its last step, where it shows all.
    pub fn of(row: &Row) -> Self {
        Self { step: row.steps.len() - 1, ..Self::default() }
    }

    /// The value of a control of a figure.
    ///
    /// # Panics
    /// If the figure has no such control, or it is a parameter of the recipe.
    pub fn value(&self, row: &Row, key: &str) -> f64 {
        let control =
            row.control(key).unwrap_or_else(|| panic!("{} has no control {key}", row.name));
        let value = self.values.get(key).copied().unwrap_or_else(|| control.start());
        control.allowed(value)
    }

    /// Puts a control to the nearest of its values to `value`; of a control that the figure has.
    pub fn set(&mut self, row: &Row, key: &str, value: f64) {
        if let Some(control) = row.control(key) {
            let value = control.allowed(value);
            if value == control.start() {
                self.values.remove(key);
            } else {
                self.values.insert(control.key, value);
            }
        }
    }

    /// Puts all controls of a figure, its step and the point to where they stand at first.
    pub fn reset(&mut self, row: &Row) {
        self.values.retain(|key, _| row.control(key).is_none());
        (self.step, self.point, self.octave) = (row.steps.len() - 1, FIRST_POINT, 0);
    }
}
