//! Erosion: branching gullies and ridges as a function of place, height and gradient.
//!
//! Each point is asked alone, so the land is endless and the same at every level of detail: nothing
//! flows and nothing is simulated. Waves across the slope make gullies that run down it; the next
//! octave runs down the slope that these have made, and so on (R. S. Johansen, the analytic erosion
//! filter, 2026). The land that is eroded, the *guide*, must have a continuous gradient: gullies
//! tear where it jumps.
//!
//! | file | what |
//! |---|---|
//! | `looks` | values of the parameters that look like something |
//! | `numbers` | what follows from parameters, all in all and for each octave |
//! | `formula` | the formulas at a point, for f64 and f32 alike |
//! | `stripes` | the waves at a point, in f64 |
//! | `samples`, `batch`, `tile` | many points at once, in f32 |
//! | `drawing`, `lines`, `scattered` | the waves of a tile, on lines and elsewhere |
//! | `finish` | how gullies, scree and what is finer than the guide join |

mod batch;
mod drawing;
mod finish;
mod formula;
mod lines;
mod looks;
mod numbers;
mod samples;
mod scattered;
mod stripes;
#[cfg(test)]
mod tests;
mod tile;

pub use finish::{Finish, Joined, ManyParts, Parts};
pub use looks::ErosionLook;
pub use samples::{ErodedSamples, Guide};

use super::dual::{Bounds, Dual};
use super::recipe::ErosionGroup;
use crate::noise::Seed;
use crate::noise::grid::Level;
use formula::{Walk, smooth_step};
use numbers::{Numbers, OctaveNumbers};

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

/// Erosion, ready to be asked.
#[derive(Clone, Debug)]
pub struct Erosion {
    numbers: Numbers,
    octaves: Vec<OctaveNumbers>,
    /// Nothing below is eroded, and over so many metres more it fades in.
    shore_m: f64,
    inland_m: f64,
}

impl Erosion {
    /// The erosion of a recipe's parameters, above a sea.
    pub fn new(group: &ErosionGroup, seed: Seed, sea_level_m: f64) -> Self {
        let numbers = Numbers::new(group);
        let octaves = numbers.octaves(seed);
        let (shore_m, inland_m) = (sea_level_m + group.shore_m, group.inland_m);
        Self { numbers, octaves, shore_m, inland_m }
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
        let height_m = guide.height_m;
        let fade = smooth_step((height_m - self.shore_m) / self.inland_m);
        if self.is_neutral() || fade == 0.0 {
            return Eroded { height_m, ..Eroded::default() };
        }
        let c = self.numbers.constants::<f64>();
        let mut walk = Walk::new(&c, height_m, guide.gradient);
        for octave in &self.octaves {
            let o = octave.constants(spacing_m);
            let wave = || {
                let place = position_m.map(|x| x / octave.cell_m);
                let points = stripes::seeded(octave.seed);
                c.wave(stripes::stripes(place, walk.direction(), octave.half_turns, points))
            };
            walk = match o.weight {
                0.0 => walk.averaged(&c, &o),
                1.0 => walk.waved(&c, &o, wave()),
                _ => walk.blended(&c, &o, wave()),
            };
        }
        Eroded {
            height_m: height_m + fade * c.change_m(&walk, height_m),
            ridge: fade * walk.ridge_map(),
            occlusion: fade * (walk.sum_m / c.total_m),
        }
    }

    /// The same for many points, in f32.
    ///
    /// # Panics
    /// If there are not as many numbers of each as there are points, or columns or rows descend.
    pub fn fill(&self, guide: &Guide<'_>, spacing_m: f64, out: &mut ErodedSamples<'_>) {
        self.fill_with(Level::best(), guide, spacing_m, out);
    }

    /// The same with a set of vector instructions of one's choice, which changes the speed and
    /// nothing else.
    ///
    /// # Panics
    /// As [`Erosion::fill`], and where the machine doesn't have the level.
    pub fn fill_with(
        &self,
        level: Level,
        guide: &Guide<'_>,
        spacing_m: f64,
        out: &mut ErodedSamples<'_>,
    ) {
        batch::fill(self, level, guide, spacing_m, out);
    }

    /// The bounds of eroded land. How steep it is at most isn't known: gullies turn with the
    /// guide's gradient, however fast that turns.
    pub fn bounds(&self, guide: Bounds) -> Bounds {
        if self.is_neutral() || guide.high_m <= self.shore_m {
            return guide;
        }
        let Numbers { offset, offset_share, .. } = self.numbers;
        let shift = (1.0 - offset_share) * offset;
        let total_m = self.numbers.total_m();
        let [down, up] = [-1.0, 1.0].map(|most| (most + shift + offset_share * most) * total_m);
        Bounds {
            low_m: guide.low_m.min(guide.low_m.max(self.shore_m) + down.min(0.0)),
            high_m: guide.high_m + up.max(0.0),
            steepest: f64::INFINITY,
        }
    }
}
