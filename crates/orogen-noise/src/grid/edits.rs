//! Samples that edited lattice points are felt in: by the reference.
//!
//! Which these are is a question of a sample's place alone. A quick test, which may say yes too
//! often, is of how far a place is from the edited points; the reference then says whether it came
//! to one of them on its way through warp and octaves. All other samples stay as the kernels have
//! made them.

use super::moved::Places;
use super::place::Coordinates;
use super::point_simplex;
use super::{Grid, GridNoise};
use crate::Noise;
use crate::basis::Basis;
use crate::octave::Octave;
use crate::warp::{OFFSET, Warp};

/// Octaves with edits, as each of the sums that a sample is made of sees them.
pub(super) struct EditedOctaves(Vec<Area>);

/// Where the edits of an octave are felt in one of the sums.
struct Area {
    octave: Octave,
    coordinates: Coordinates,
    /// Places are seen at scale × place + offset; the band limit is scaled, too.
    scale: f64,
    offset: [f64; 2],
    /// How far a place may be displaced before, either way.
    pull: f64,
    /// Lattice points.
    cells: Vec<[f64; 2]>,
    /// In cells.
    period: Option<[f64; 2]>,
}

/// The octaves' coordinates that a range of places can come to.
type Extent = [[f64; 2]; 2];

impl Area {
    fn extent(&self, range: Extent) -> Extent {
        let view = |axis: usize| {
            let [low, high] = range[axis].map(|at| at * self.scale + self.offset[axis]);
            [low - self.pull, high + self.pull]
        };
        self.coordinates.extent([view(0), view(1)])
    }

    /// Whether one of its lattice points may be a corner of a cell that an extent touches.
    fn is_near(&self, cell: &[f64; 2], extent: &Extent) -> bool {
        (0..2).all(|axis| {
            let [low, high] = extent[axis];
            // The kernels and the reference know coordinates to their last bits.
            let reach = 1.001 + 1e-12 * (low.abs() + high.abs());
            let ends = [low - reach - cell[axis], high + reach - cell[axis]];
            match self.period {
                None => ends[0] <= 0.0 && 0.0 <= ends[1],
                // Whether a multiple of the period lies between
                Some(period) => {
                    let [low, high] = ends.map(|end| end / period[axis]);
                    low.ceil() <= high.floor()
                }
            }
        })
    }
}

/// Lattice points of an area that may be felt somewhere.
struct Near<'a> {
    area: &'a Area,
    cells: Vec<[f64; 2]>,
}

impl Near<'_> {
    /// Those that may be felt within a range of places, if any may.
    fn within(&self, range: Extent) -> Option<Self> {
        let extent = self.area.extent(range);
        let cells = self.cells.iter().filter(|cell| self.area.is_near(cell, &extent));
        let cells: Vec<[f64; 2]> = cells.copied().collect();
        (!cells.is_empty()).then_some(Self { area: self.area, cells })
    }

    /// Whether one may be felt at a place.
    fn reaches(&self, place: [f64; 2]) -> bool {
        let extent = self.area.extent(place.map(|x| [x, x]));
        self.cells.iter().any(|cell| self.area.is_near(cell, &extent))
    }
}

/// The range of some places; what is no number leaves it as it is.
fn range_of(places: impl Iterator<Item = [f64; 2]>) -> Extent {
    let nothing = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
    places.fold(nothing, |range, place| {
        [0, 1].map(|axis| [range[axis][0].min(place[axis]), range[axis][1].max(place[axis])])
    })
}

impl EditedOctaves {
    /// Those of a noise that feels this warp; none if it has no edits.
    pub fn new(noise: &Noise, warp: Warp) -> Option<Self> {
        let spec = noise.spec();
        if spec.edits.is_empty() {
            return None;
        }
        // Bounds are of measured extremes: see how much is left to be sure.
        let reach = spec.bounds().map_or(f64::INFINITY, |[low, high]| 1.25 * high.max(-low));
        let displaced = warp.strength.abs() * reach;
        let mut sums = vec![(1.0, [0.0; 2], if warp.times > 0 { displaced } else { 0.0 })];
        if warp.times > 0 {
            let pull = if warp.times > 1 { displaced * warp.frequency } else { 0.0 };
            sums.push((warp.frequency, [0.0; 2], pull));
            sums.push((warp.frequency, OFFSET, pull));
        }
        let skew = if spec.basis == Basis::Simplex { point_simplex::skew() } else { 0.0 };
        let mut areas = vec![];
        for octave in &noise.fractal().octaves {
            let edits = spec.edits_of(octave);
            if edits.is_empty() {
                continue;
            }
            for &(scale, offset, pull) in &sums {
                areas.push(Area {
                    octave: octave.clone(),
                    coordinates: Coordinates::new(octave, skew),
                    scale,
                    offset,
                    pull,
                    cells: edits.iter().map(|(cell, _)| cell.map(|x| x as f64)).collect(),
                    period: edits.period().map(|period| period.map(|side| side as f64)),
                });
            }
        }
        Some(Self(areas))
    }

    /// Puts the samples of a grid in which edits are felt in the place of those that are there.
    pub fn put<const N: usize>(
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
        let place = |index| places.of_sample(index, width, noise.frequency_per_m);
        let range = match places {
            Places::Lines { columns, rows } => {
                let [first_x, first_y] = [columns.positions[0], rows.positions[0]];
                let along = columns.positions[..width].iter().map(|x| [*x, first_y]);
                let down = rows.positions[..height].iter().map(|y| [first_x, *y]);
                range_of(along.chain(down))
            }
            Places::Moved(_) => range_of((0..width * height).map(place)),
        };
        let areas = self.0.iter();
        let live = areas.filter(|area| area.octave.band_weight(limit * area.scale) > 0.0);
        let near = live.filter_map(|area| Near { area, cells: area.cells.clone() }.within(range));
        let near: Vec<Near> = near.collect();
        if near.is_empty() {
            return;
        }
        let mut walker = noise.noise.walk();
        for row in 0..height {
            let of_row = row * width..(row + 1) * width;
            let range = range_of(of_row.clone().map(place));
            let near: Vec<Near> = near.iter().filter_map(|near| near.within(range)).collect();
            if near.is_empty() {
                continue;
            }
            for index in of_row {
                let at = place(index);
                if near.iter().any(|near| near.reaches(at))
                    && let Some(value) = walker.felt2(at, limit)
                {
                    out[0][index] = value as f32;
                    noise.put_slopes(&mut out, index, at, limit);
                }
            }
        }
    }
}
