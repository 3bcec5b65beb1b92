//! Erosion: branching gullies and ridges as a function of place, height and gradient.
//!
//! Each point is asked alone, so the land is endless and the same at every level of detail: nothing
//! flows and nothing is simulated. Waves across the slope make gullies that run down it; the next
//! octave runs down the slope that these have made, and so on (R. S. Johansen, the analytic erosion
//! filter, 2026). The land that is eroded, the *guide*, must have a continuous gradient: gullies
//! tear where it jumps.
//!
//! With the lattice points and the target of `bevy_erosion_filter` it is that crate's filter: within
//! 10⁻⁴ of the strength at all but 2 of 10,000 points and parameters (`tests/oracle.rs`). Otherwise
//! it differs on purpose. Differences are in strengths, and measured:
//!
//! | here | there | moves the land by |
//! |---|---|---|
//! | an integer hash, good everywhere | a product of f32, all alike from 1000 cells on | another land |
//! | a smooth target | one with creases | 0.018 on average, 0.19 at most |
//! | octaves that a spacing cannot hold are their mean | octaves are left out | 0.0027, not 0.026 |
//!
//! One direction for each lattice point, in place of each sample's own, would need no sine a sample.
//! It was tried: a fifth faster at most, but gullies then curl, close to loops and branch less.
//!
//! | file | what |
//! |---|---|
//! | `looks` | values of the parameters that look like something |
//! | `numbers` | what follows from parameters, all in all and for each octave |
//! | `functions`, `formula`, `stripes` | the formulas at a point, for f32 and f64 alike |
//! | `samples`, `batch`, `tile` | many points at once |
//! | `points`, `lines` | whose waves reach a tile |
//! | `finish` | how gullies, scree and what is finer than the guide join |

mod batch;
mod finish;
pub(crate) mod formula;
mod functions;
mod lines;
mod looks;
pub(crate) mod numbers;
mod points;
mod samples;
mod stripes;
#[cfg(test)]
mod tests;
mod tile;

pub use finish::{Finish, Joined, ManyParts, Parts};
pub use looks::ErosionLook;
pub use samples::{ErodedSamples, Guide};

use super::dual::{Bounds, Dual};
use super::recipe::ErosionGroup;
use super::trace::GullyTrace;
use formula::{Constants, Walk};
use numbers::{Numbers, OctaveNumbers};
use orogen_noise::Seed;

/// What erosion makes of a point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Eroded {
    /// In metres.
    pub height_m: f64,
    /// From −1 in the beds of gullies to 1 on ridges.
    pub ridge: f64,
    /// How far gullies lower (−1) or raise (1) the land, in amplitudes of all octaves together.
    pub occlusion: f64,
}

/// A step of the filter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// An octave of gullies.
    Octave(GullyTrace),
    /// After the last: the guide gets fade × (their sum + offset).
    Shore {
        /// From 0 at the shore to 1 inland.
        fade: f64,
        /// By how much all is raised.
        offset_m: f64,
    },
}

/// Erosion, ready to be asked.
#[derive(Clone, Debug)]
pub struct Erosion {
    numbers: Numbers,
    octaves: Vec<OctaveNumbers>,
}

impl Erosion {
    /// The erosion of a recipe's parameters, above a sea.
    pub fn new(group: &ErosionGroup, seed: Seed, sea_level_m: f64) -> Self {
        let numbers = Numbers::new(group, sea_level_m);
        let octaves = numbers.octaves(seed);
        Self { numbers, octaves }
    }

    /// The numbers of its formulas, and of its octaves.
    pub(crate) fn parts(&self) -> (Constants<f64>, &[OctaveNumbers]) {
        (self.numbers.constants(), &self.octaves)
    }

    /// Whether it leaves all land as it is.
    pub fn is_neutral(&self) -> bool {
        self.numbers.strength == 0.0
    }

    /// The amplitudes of all octaves together: the change of the height is no more, but for the
    /// height offset.
    pub fn strength_m(&self) -> f64 {
        self.numbers.total_m()
    }

    /// The eroded height at a position (east, south) in metres, where the guide is as told: the
    /// reference. What is too fine for samples `spacing_m` apart is its mean; 0 is fine enough for
    /// all.
    pub fn at(&self, guide: Dual, position_m: [f64; 2], spacing_m: f64) -> Eroded {
        self.at_told(guide, position_m, spacing_m, |_| {})
    }

    /// As [`Erosion::at`], each step told; none where nothing is eroded.
    pub fn at_told(
        &self,
        guide: Dual,
        position_m: [f64; 2],
        spacing_m: f64,
        mut tell: impl FnMut(Step),
    ) -> Eroded {
        let (c, height_m) = (self.numbers.constants::<f64>(), guide.height_m);
        if self.is_neutral() || height_m <= c.shore_m {
            return Eroded { height_m, ..Eroded::default() };
        }
        let walk = Walk::new(&c, c.target(height_m), guide.gradient);
        let of_octave = |octave| tell(Step::Octave(octave));
        let walk = self.walked(&c, walk, (position_m, spacing_m), stripes::seeded, of_octave);
        let [fade, offset_m] = c.shore(height_m);
        tell(Step::Shore { fade, offset_m });
        let [height_m, ridge, occlusion] = c.eroded(&walk, height_m);
        Eroded { height_m, ridge, occlusion }
    }

    /// A walk through all octaves, with waves from points that lie so by a seed.
    fn walked<J: Fn([i64; 2]) -> [f64; 2]>(
        &self,
        c: &Constants<f64>,
        mut walk: Walk<f64>,
        (position_m, spacing_m): ([f64; 2], f64),
        jitter: impl Fn(Seed) -> J,
        mut tell: impl FnMut(GullyTrace),
    ) -> Walk<f64> {
        for octave in &self.octaves {
            let o = octave.constants(spacing_m);
            let mut sums = [0.0; 3];
            if o.weight > 0.0 {
                let places = position_m.map(|x| lines::place(octave, x));
                let across = stripes::across(walk.direction(), o.half_turns);
                sums = stripes::stripes(places, across, jitter(octave.seed));
            }
            let before = walk;
            walk = before.after(c, &o, sums);
            tell(GullyTrace {
                wavelength_m: octave.wavelength_m,
                amplitude_m: octave.amplitude_m,
                band_weight: o.weight,
                direction: before.direction(),
                wave: c.wave(sums),
                mask: before.mask,
                contribution_m: octave.amplitude_m * walk.target,
                sum_m: walk.sum_m,
            });
        }
        walk
    }

    /// The bounds of eroded land. How steep it is at most isn't known: gullies turn with the
    /// guide's gradient, however fast that turns.
    pub fn bounds(&self, guide: Bounds) -> Bounds {
        if self.is_neutral() || guide.high_m <= self.numbers.shore_m {
            return guide;
        }
        let Numbers { offset, offset_share, .. } = self.numbers;
        let shift = (1.0 - offset_share) * offset;
        let total_m = self.numbers.total_m();
        let [down, up] = [-1.0, 1.0].map(|most| (most + shift + offset_share * most) * total_m);
        Bounds {
            low_m: guide.low_m.min(guide.low_m.max(self.numbers.shore_m) + down.min(0.0)),
            high_m: guide.high_m + up.max(0.0),
            steepest: f64::INFINITY,
        }
    }
}
