//! The tables of a line of positions: all columns, or all rows, of a grid.

use super::axis::AxisTable;
use super::positions::Positions;
use super::{GridNoise, GridOctave};

/// The tables of all columns, or of all rows.
pub(super) struct LineTables<T> {
    /// The positions in units of the noise, padded to whole vectors.
    ///
    /// If the noise has a period, they are wrapped into the first one.
    pub positions: Vec<f64>,
    /// For each view of the grid, one table per octave that needs tables.
    pub views: Vec<Vec<T>>,
}

/// A transformation of sample positions: lattice noise is sampled at scale × position + offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct SampleTransform {
    pub scale: f64,
    pub offset: [f64; 2],
}

impl<T: AxisTable> LineTables<T> {
    /// Makes the tables of positions in metres. There are `length` of them, padded to whole vectors
    /// with the last one.
    pub(super) fn at(
        noise: &GridNoise,
        metres: impl Iterator<Item = f64>,
        length: usize,
        octaves: usize,
    ) -> Self {
        let period = noise.period().map(|period| period[T::AXIS]);
        let line_positions =
            Positions::new(metres.map(|metres| metres * noise.frequency_per_m), period);
        let mut cells = vec![];
        let views = noise.views.iter().map(|view| {
            let positions = line_positions.viewed(view.scale, view.offset[T::AXIS], period);
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
        let views = views.collect();
        Self { positions: line_positions.at, views }
    }
}
