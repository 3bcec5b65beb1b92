//! Samples that depend on edited lattice points, which the reference computes.
//!
//! The position of a sample alone decides whether edits affect it. A quick test of the distance to
//! the edited points selects candidates. The reference then computes these samples, and reports
//! whether the warp or the octaves used an edited point. All other samples keep the values of the
//! kernels.

use super::moved::Places;
use super::place::CoordinateTransform;
use super::point_simplex;
use super::{Grid, GridNoise};
use crate::Noise;
use crate::basis::Basis;
use crate::octave::Octave;
use crate::warp::{OFFSET, Warp};

/// The octaves with edits, with one entry for the noise itself and one for each displacement.
pub(super) struct EditedOctaves(Vec<EditedRegion>);

/// The region in which the edits of an octave affect one sum (the noise itself or a displacement).
struct EditedRegion {
    octave: Octave,
    coordinates: CoordinateTransform,
    /// The sum is sampled at scale × position + offset. Its band limit is scaled in the same way.
    scale: f64,
    offset: [f64; 2],
    /// The largest displacement of the positions of this sum, in either direction.
    max_displacement: f64,
    /// The edited lattice points.
    cells: Vec<[f64; 2]>,
    /// The period in cells, if the lattice is wrapped.
    period: Option<[f64; 2]>,
}

/// A range of coordinates: [minimum, maximum] on each axis.
type Extent = [[f64; 2]; 2];

impl EditedRegion {
    fn extent(&self, range: Extent) -> Extent {
        let sampled_range = |axis: usize| {
            let [low, high] = range[axis].map(|x| x * self.scale + self.offset[axis]);
            [low - self.max_displacement, high + self.max_displacement]
        };
        self.coordinates.extent([sampled_range(0), sampled_range(1)])
    }

    /// Returns true if a lattice point may be a corner of a cell that overlaps the extent.
    fn is_near(&self, cell: &[f64; 2], extent: &Extent) -> bool {
        (0..2).all(|axis| {
            let [low, high] = extent[axis];
            // Coordinates in the kernels and in the reference differ in their last bits.
            let margin = 1.001 + 1e-12 * (low.abs() + high.abs());
            let ends = [low - margin - cell[axis], high + margin - cell[axis]];
            match self.period {
                None => ends[0] <= 0.0 && 0.0 <= ends[1],
                // True if a multiple of the period lies between the ends
                Some(period) => {
                    let [low, high] = ends.map(|end| end / period[axis]);
                    low.ceil() <= high.floor()
                }
            }
        })
    }
}

/// The lattice points of a region that may affect a range of positions.
struct NearPoints<'a> {
    region: &'a EditedRegion,
    cells: Vec<[f64; 2]>,
}

impl NearPoints<'_> {
    /// Keeps the points that may affect a smaller range of positions; `None` if no point does.
    fn narrow(&self, range: Extent) -> Option<Self> {
        let extent = self.region.extent(range);
        let cells = self.cells.iter().filter(|cell| self.region.is_near(cell, &extent));
        let cells: Vec<[f64; 2]> = cells.copied().collect();
        (!cells.is_empty()).then_some(Self { region: self.region, cells })
    }

    /// Returns true if one of the points may affect a sample at this position.
    fn may_affect(&self, place: [f64; 2]) -> bool {
        let extent = self.region.extent(place.map(|x| [x, x]));
        self.cells.iter().any(|cell| self.region.is_near(cell, &extent))
    }
}

/// The bounding range of some positions. NaN is ignored.
fn range_of(places: impl Iterator<Item = [f64; 2]>) -> Extent {
    let empty = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
    places.fold(empty, |range, place| {
        [0, 1].map(|axis| [range[axis][0].min(place[axis]), range[axis][1].max(place[axis])])
    })
}

impl EditedOctaves {
    /// The edited octaves of a noise; `None` if it has no edits.
    ///
    /// `warp` is the noise's warp, or no warp if its strength is 0.
    pub fn new(noise: &Noise, warp: Warp) -> Option<Self> {
        let spec = noise.spec();
        if spec.edits.is_empty() {
            return None;
        }
        // Bounds come from measured extremes, so they are enlarged by a quarter for safety.
        let max_noise = spec.bounds().map_or(f64::INFINITY, |[low, high]| 1.25 * high.max(-low));
        let displacement = warp.strength.abs() * max_noise;
        let mut sums = vec![(1.0, [0.0; 2], if warp.times > 0 { displacement } else { 0.0 })];
        if warp.times > 0 {
            let max_displacement = if warp.times > 1 { displacement * warp.frequency } else { 0.0 };
            sums.push((warp.frequency, [0.0; 2], max_displacement));
            sums.push((warp.frequency, OFFSET, max_displacement));
        }
        let skew = if spec.basis == Basis::Simplex { point_simplex::skew() } else { 0.0 };
        let mut regions = vec![];
        for octave in &noise.fractal().octaves {
            let edits = spec.edits_of(octave);
            if edits.is_empty() {
                continue;
            }
            for &(scale, offset, max_displacement) in &sums {
                regions.push(EditedRegion {
                    octave: octave.clone(),
                    coordinates: CoordinateTransform::new(octave, skew),
                    scale,
                    offset,
                    max_displacement,
                    cells: edits.iter().map(|(cell, _)| cell.map(|x| x as f64)).collect(),
                    period: edits.period().map(|period| period.map(|side| side as f64)),
                });
            }
        }
        Some(Self(regions))
    }

    /// Replaces the samples of a grid that depend on edits by samples of the reference.
    pub fn apply<const N: usize>(
        &self,
        noise: &GridNoise,
        grid: &Grid,
        places: &Places,
        mut out: [&mut [f32]; N],
    ) {
        let limit = grid.band_limit_m * noise.frequency_per_m;
        let [width, height] = grid.size;
        if grid.size.contains(&0) {
            return;
        }
        let place = |index: usize| {
            places.sample_position([index % width, index / width], width, noise.frequency_per_m)
        };
        let range = match places {
            Places::Lines { columns, rows } => {
                let [first_x, first_y] = [columns.positions[0], rows.positions[0]];
                let first_row = columns.positions[..width].iter().map(|x| [*x, first_y]);
                let first_column = rows.positions[..height].iter().map(|y| [first_x, *y]);
                range_of(first_row.chain(first_column))
            }
            Places::Moved(_) => range_of((0..width * height).map(place)),
        };
        let regions = self.0.iter();
        let active = regions.filter(|region| region.octave.band_weight(limit * region.scale) > 0.0);
        let near_points = active
            .filter_map(|region| NearPoints { region, cells: region.cells.clone() }.narrow(range));
        let near_points: Vec<NearPoints> = near_points.collect();
        if near_points.is_empty() {
            return;
        }
        let mut walker = noise.noise.walk();
        for row in 0..height {
            let indices = row * width..(row + 1) * width;
            let range = range_of(indices.clone().map(place));
            let near_points: Vec<NearPoints> =
                near_points.iter().filter_map(|points| points.narrow(range)).collect();
            if near_points.is_empty() {
                continue;
            }
            for index in indices {
                let position = place(index);
                if near_points.iter().any(|points| points.may_affect(position))
                    && let Some(value) = walker.sample2_if_edited(position, limit)
                {
                    out[0][index] = value as f32;
                    noise.write_slopes(&mut out, index, position, limit);
                }
            }
        }
    }
}
