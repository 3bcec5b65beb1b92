//! The tables of a line of positions: all columns, or all rows, of a grid.

use super::axis::{AxisTable, padded};
use super::positions::Positions;
use super::{GridNoise, GridOctave};
use std::collections::HashMap;
use std::iter::repeat;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The tables of all columns, or of all rows.
pub(super) struct LineTables<T> {
    /// The positions in units of the noise, padded to whole vectors.
    ///
    /// If the noise has a period, they are wrapped into the first period.
    pub positions: Vec<f64>,
    /// For each transformation in [`GridNoise`], one table per octave that needs tables.
    pub tables: Vec<Vec<T>>,
}

/// A transformation of sample positions to scale × position + offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct SampleTransform {
    pub scale: f64,
    pub offset: [f64; 2],
}

/// Tables of lines at any positions, which threads share.
///
/// The first thread that needs a table makes it.
pub(super) struct SharedLines<T>(Mutex<HashMap<LineKey, SharedTables<T>>>);

type SharedTables<T> = Arc<OnceLock<Arc<LineTables<T>>>>;

/// The bits of a line's positions, and the number of octaves that need tables.
type LineKey = (Box<[u64]>, usize);

impl<T> Default for SharedLines<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: AxisTable> SharedLines<T> {
    /// The tables of a line, which has at least one position.
    pub fn get(&self, noise: &GridNoise, line_m: &[f64], octaves: usize) -> Arc<LineTables<T>> {
        let key = (line_m.iter().map(|m| m.to_bits()).collect(), octaves);
        let tables = {
            let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            lines.entry(key).or_default().clone()
        };
        tables.get_or_init(|| Arc::new(LineTables::of_line(noise, line_m, octaves))).clone()
    }
}

impl<T: AxisTable> LineTables<T> {
    /// Makes the tables of a line, which has at least one position.
    pub(super) fn of_line(noise: &GridNoise, line_m: &[f64], octaves: usize) -> Self {
        let last_m = line_m[line_m.len() - 1];
        let padded_m: Vec<f64> =
            line_m.iter().copied().chain(repeat(last_m)).take(padded(line_m.len())).collect();
        Self::of_positions(noise, padded_m.into_iter(), line_m.len(), octaves)
    }

    /// Makes the tables of `length` positions in metres, padded to whole vectors with the last
    /// position.
    pub(super) fn of_positions(
        noise: &GridNoise,
        metres: impl Iterator<Item = f64>,
        length: usize,
        octaves: usize,
    ) -> Self {
        let period = noise.period().map(|period| period[T::AXIS]);
        let line_positions =
            Positions::new(metres.map(|metres| metres * noise.frequency_per_m), period);
        let mut cells = vec![];
        let tables = noise.transforms.iter().map(|transform| {
            let positions =
                line_positions.transformed(transform.scale, transform.offset[T::AXIS], period);
            let octaves = noise.octaves.iter().take(octaves);
            let table = |octave: &GridOctave| {
                T::new(
                    octave.axis(noise.fade(), noise.matches_points),
                    noise.level,
                    &positions,
                    length,
                    &mut cells,
                )
            };
            octaves.map(table).collect()
        });
        let tables = tables.collect();
        Self { positions: line_positions.values, tables }
    }
}
