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
use crate::noise::Noise;
use crate::noise::basis::Basis;
use crate::noise::edit::OctaveEdits;
use crate::noise::edited::Felt;
use crate::noise::fractal::Evaluate;
use crate::noise::octave::Octave;
use crate::noise::warp::{OFFSET, Warp};

/// The edits of a noise, octave by octave.
pub(super) struct EditedOctaves {
    octaves: Vec<OctaveEdits>,
    /// Octaves with edits, as each of the sums that a sample is made of sees them.
    areas: Vec<Area>,
}

/// Where the edits of an octave are felt in one of the sums.
struct Area {
    octave: Octave,
    coordinates: Coordinates,
    /// Places are seen at scale × place + offset.
    scale: f64,
    offset: [f64; 2],
    /// How far a place may be displaced before, either way.
    pull: f64,
    /// Multiplies the band limit.
    limit_scale: f64,
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

    /// Whether one of its lattice points may be a corner of a cell that the extent touches.
    fn touches(&self, extent: Extent) -> bool {
        self.cells.iter().any(|cell| {
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
        })
    }
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
        let of_octave = |octave: &Octave| spec.edits_of(octave);
        let octaves: Vec<_> = noise.fractal().octaves.iter().map(of_octave).collect();
        let mut areas = vec![];
        for (octave, edits) in noise.fractal().octaves.iter().zip(&octaves) {
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
                    limit_scale: scale,
                    cells: edits.iter().map(|(cell, _)| cell.map(|x| x as f64)).collect(),
                    period: edits.period().map(|period| period.map(|side| side as f64)),
                });
            }
        }
        Some(Self { octaves, areas })
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
        let is_there = |area: &&Area| area.octave.band_weight(limit * area.limit_scale) > 0.0;
        let areas: Vec<&Area> = self.areas.iter().filter(is_there).collect();
        let [width, height] = grid.size;
        let mut row_places = vec![[0.0; 2]; width];
        for row in 0..height {
            let mut range = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
            for (column, place) in row_places.iter_mut().enumerate() {
                *place = places.of_sample(row * width + column, width, noise.frequency_per_m);
                for (range, at) in range.iter_mut().zip(*place) {
                    *range = [range[0].min(at), range[1].max(at)];
                }
            }
            let near = areas.iter().filter(|area| area.touches(area.extent(range)));
            let near: Vec<&&Area> = near.collect();
            if near.is_empty() {
                continue;
            }
            for (column, place) in row_places.iter().enumerate() {
                let at = place.map(|x| [x, x]);
                if near.iter().any(|area| area.touches(area.extent(at)))
                    && let Some(value) = self.felt(&noise.noise, *place, limit)
                {
                    let index = row * width + column;
                    out[0][index] = value as f32;
                    noise.put_slopes(&mut out, index, *place, limit);
                }
            }
        }
    }

    /// The reference's value, if an edit is felt there.
    fn felt(&self, noise: &Noise, place: [f64; 2], limit: f64) -> Option<f64> {
        let mut watched = Watched { noise, octaves: &self.octaves, is_felt: false };
        let value = noise.field::<2, f64, _>(&place, limit, &mut watched);
        watched.is_felt.then_some(value)
    }
}

/// Evaluates, and notes whether an edit is felt.
struct Watched<'a> {
    noise: &'a Noise,
    octaves: &'a [OctaveEdits],
    is_felt: bool,
}

impl Evaluate<2, f64> for Watched<'_> {
    fn basis(&mut self, octave: &Octave, p: &[f64; 2]) -> f64 {
        let edits = &self.octaves[octave.index as usize];
        let mut felt = Felt { edits, is_felt: false };
        let basis = self.noise.observed(octave, &octave.place(p), &mut felt);
        self.is_felt |= felt.is_felt;
        basis
    }
}
