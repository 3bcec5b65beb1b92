//! The places to sample in f64: pairs of columns and rows, which operations may have moved.

use std::rc::Rc;

use super::sample_point::SamplePoint;
use crate::operation::MovedPlace;

/// Many places, row by row.
#[derive(Clone)]
pub(super) struct WidePlaces {
    /// Ascending columns and rows. Their pairs are the places if `is_moved` is false.
    lines_m: [Rc<[f64]>; 2],
    /// All places in metres east and south of the origin.
    places_m: [Rc<[f64]>; 2],
    is_moved: bool,
    pub band_limit_m: f64,
    /// The spacing of the samples. For the erosion's guide, `band_limit_m` may be larger.
    pub sample_m: f64,
    /// True if the erosion's guide is sampled, whose folded noise has rounded creases.
    pub is_guide: bool,
}

impl WidePlaces {
    /// All pairs of a column and a row.
    pub fn new(lines_m: [&[f64]; 2], band_limit_m: f64) -> Self {
        // Samplers of columns and rows need ascending lines. If a line does not ascend, all pairs
        // count as moved places, and `lines_m` contains only indices.
        let is_moved = !lines_m.iter().all(|line| line.is_sorted());
        let places_m = pairs(lines_m);
        let lines_m = match is_moved {
            true => lines_m.map(|line| (0..line.len()).map(|i| i as f64).collect()),
            false => lines_m.map(Rc::from),
        };
        let sample_m = band_limit_m;
        Self { lines_m, places_m, is_moved, band_limit_m, sample_m, is_guide: false }
    }

    pub fn count(&self) -> usize {
        self.places_m[0].len()
    }

    pub fn lines_m(&self) -> [&[f64]; 2] {
        self.lines_m.each_ref().map(|line| &**line)
    }

    pub fn all_m(&self) -> [&[f64]; 2] {
        self.places_m.each_ref().map(|axis| &**axis)
    }

    /// Returns true if the places share their memory and everything else is equal.
    pub fn are_same(&self, other: &Self) -> bool {
        let limits = |places: &Self| [places.band_limit_m, places.sample_m];
        let mut axes = self.places_m.iter().zip(&other.places_m);
        axes.all(|(axis, other)| Rc::ptr_eq(axis, other))
            && limits(self) == limits(other)
            && self.is_guide == other.is_guide
    }

    /// The places, if they are moved; otherwise `None`.
    pub fn moved_m(&self) -> Option<[&[f64]; 2]> {
        self.is_moved.then(|| self.all_m())
    }

    /// The places after an operation moved them.
    pub fn moved(&self, moved: &[MovedPlace]) -> Self {
        let places_m = [0, 1].map(|axis| moved.iter().map(|place| place.place_m[axis]).collect());
        Self { places_m, is_moved: true, ..self.clone() }
    }

    /// The places shifted east and south.
    pub fn shifted(&self, by_m: [f64; 2]) -> Self {
        let shift = |axes: &[Rc<[f64]>; 2]| {
            [0, 1].map(|axis| axes[axis].iter().map(|metres| metres + by_m[axis]).collect())
        };
        let lines_m = if self.is_moved { self.lines_m.clone() } else { shift(&self.lines_m) };
        Self { lines_m, places_m: shift(&self.places_m), ..self.clone() }
    }

    /// The same places for samples of at least this spacing.
    pub fn with_min_spacing(&self, spacing_m: f64) -> Self {
        let (band_limit_m, sample_m) = (self.band_limit_m, self.sample_m);
        let (band_limit_m, sample_m) = (band_limit_m.max(spacing_m), sample_m.max(spacing_m));
        Self { band_limit_m, sample_m, ..self.clone() }
    }

    /// The same places for the erosion's guide; see [`SamplePoint::for_guide`].
    pub fn for_guide(&self, limit_m: f64) -> Self {
        let SamplePoint { band_limit_m, is_guide, .. } =
            SamplePoint::new([0.0; 2], self.band_limit_m).for_guide(limit_m);
        Self { band_limit_m, is_guide, ..self.clone() }
    }
}

/// All pairs of a column and a row, row by row.
fn pairs([columns, rows]: [&[f64]; 2]) -> [Rc<[f64]>; 2] {
    let east = rows.iter().flat_map(|_| columns.iter().copied()).collect();
    let south = rows.iter().flat_map(|south| columns.iter().map(|_| *south)).collect();
    [east, south]
}
