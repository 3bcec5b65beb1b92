//! Erosion: branching gullies and ridges as a function of place, height and gradient.
//!
//! Each point is computed alone, without simulated water, so the land is endless and the same at
//! every level of detail. Waves across the slope make gullies that run down it; the next octave
//! runs down the slope that these gullies have made, and so on (R. S. Johansen, the analytic erosion
//! filter, 2026). The land that is eroded, the *guide*, must have a continuous gradient: gullies
//! tear where it jumps.
//!
//! The filter follows the crate `bevy_erosion_filter`. With that crate's lattice points and target,
//! both agree within 10⁻⁴ of the strength at all but 2 of 10,000 points and parameters
//! (`tests/oracle.rs`). The other differences are intended. They were measured in units of the
//! strength:
//!
//! | this module | that crate | the land moves by |
//! |---|---|---|
//! | an integer hash, good everywhere | a product of f32, constant from 1000 cells on | another land |
//! | a smooth target | one with creases | 0.018 on average, 0.19 at most |
//! | octaves too fine for a spacing become their mean | octaves are left out | 0.0027; with that crate 0.026 |
//!
//! If waves had one direction per lattice point instead of per sample, samples would need no sine.
//! In an experiment, this was at most a fifth faster, but gullies curled, closed to loops and
//! branched less.
//!
//! | file | content |
//! |---|---|
//! | `looks` | named sets of parameters |
//! | `constants` | the constants that follow from the parameters, overall and per octave |
//! | `functions`, `formula`, `stripes` | the formulas at a point, for f32 and f64 |
//! | `samples`, `batch`, `tile` | many points at once |
//! | `points`, `lines` | the sources of the waves that reach a tile |
//! | `finish` | joins gullies, scree and detail finer than the guide |

mod batch;
pub(crate) mod constants;
mod finish;
pub(crate) mod formula;
mod functions;
mod lines;
mod looks;
mod points;
mod samples;
mod stripes;
#[cfg(test)]
mod tests;
mod tile;

pub use finish::{ErodedParts, JoinParameters, Joined, ManyErodedParts};
pub use looks::ErosionLook;
pub use samples::{ErodedSamples, Guide};

use super::dual::{Bounds, Dual};
use super::recipe::ErosionGroup;
use super::trace::GullyTrace;
use constants::{FilterConstants, OctaveNumbers};
use formula::{Constants, OctaveState};
use orogen_noise::Seed;

/// The result of the erosion at a point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Eroded {
    /// The height in metres.
    pub height_m: f64,
    /// The ridge map: from −1 in the beds of gullies to 1 on ridges.
    pub ridge: f64,
    /// The change of height by gullies, from −1 (lower) to 1 (higher), in units of the strength.
    pub occlusion: f64,
}

/// A step of the filter, for traces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// An octave of gullies.
    Octave(GullyTrace),
    /// The last step: the guide plus fade × (sum of the octaves + offset).
    Shore {
        /// From 0 at the shore to 1 inland.
        fade: f64,
        /// The offset that is added to the sum of all octaves.
        offset_m: f64,
    },
}

/// The erosion of a recipe.
///
/// ```
/// use orogen_noise::Seed;
/// use orogen_terrain::dual::Dual;
/// use orogen_terrain::erosion::{Erosion, ErosionLook};
///
/// let group = ErosionLook::Alpine.parameters(4000.0, 900.0);
/// let erosion = Erosion::new(&group, Seed(1), 0.0);
/// let guide = Dual { height_m: 500.0, gradient: [0.4, 0.3] };
/// assert!(erosion.at(guide, [120.0, -40.0], 0.0).height_m != guide.height_m);
/// ```
#[derive(Clone, Debug)]
pub struct Erosion {
    numbers: FilterConstants,
    octaves: Vec<OctaveNumbers>,
}

impl Erosion {
    /// Creates the erosion from a recipe's parameters and its sea level.
    pub fn new(group: &ErosionGroup, seed: Seed, sea_level_m: f64) -> Self {
        let numbers = FilterConstants::new(group, sea_level_m);
        let octaves = numbers.octaves(seed);
        Self { numbers, octaves }
    }

    /// The constants of the formulas and the octaves.
    pub(crate) fn parts(&self) -> (Constants<f64>, &[OctaveNumbers]) {
        (self.numbers.constants(), &self.octaves)
    }

    /// Returns true if the erosion changes no land.
    pub fn is_neutral(&self) -> bool {
        self.numbers.strength == 0.0
    }

    /// The sum of all octaves' amplitudes, in metres.
    ///
    /// Apart from the offset, no height changes by more.
    pub fn strength_m(&self) -> f64 {
        self.numbers.total_m()
    }

    /// Erodes the guide at a position (east, south) in metres.
    ///
    /// It is the reference for batches. Octaves too fine for samples `spacing_m` apart fade to
    /// their mean; 0 keeps all.
    pub fn at(&self, guide: Dual, position_m: [f64; 2], spacing_m: f64) -> Eroded {
        self.at_traced(guide, position_m, spacing_m, |_| {})
    }

    /// Like [`Erosion::at`], but passes each step to `record`.
    ///
    /// Points that are not eroded have no steps.
    pub fn at_traced(
        &self,
        guide: Dual,
        position_m: [f64; 2],
        spacing_m: f64,
        mut record: impl FnMut(Step),
    ) -> Eroded {
        let (c, height_m) = (self.numbers.constants::<f64>(), guide.height_m);
        if self.is_neutral() || height_m <= c.shore_m {
            return Eroded { height_m, ..Eroded::default() };
        }
        let state = OctaveState::new(&c, c.target(height_m), guide.gradient);
        let record_octave = |octave| record(Step::Octave(octave));
        let state =
            self.run_octaves(&c, state, (position_m, spacing_m), stripes::jitter_of, record_octave);
        let [fade, offset_m] = c.fade_and_offset(height_m);
        record(Step::Shore { fade, offset_m });
        let [height_m, ridge, occlusion] = c.finish(&state, height_m);
        Eroded { height_m, ridge, occlusion }
    }

    /// Runs through all octaves. `jitter` displaces the points that spread the waves.
    fn run_octaves<J: Fn([i64; 2]) -> [f64; 2]>(
        &self,
        c: &Constants<f64>,
        mut state: OctaveState<f64>,
        (position_m, spacing_m): ([f64; 2], f64),
        jitter: impl Fn(Seed) -> J,
        mut record: impl FnMut(GullyTrace),
    ) -> OctaveState<f64> {
        for octave in &self.octaves {
            let o = octave.constants(spacing_m);
            let mut sums = [0.0; 3];
            if o.weight > 0.0 {
                let places = position_m.map(|x| lines::place(octave, x));
                let wave_vector = stripes::wave_vector(state.direction(), o.half_turns);
                sums = stripes::stripes(places, wave_vector, jitter(octave.seed));
            }
            let before = state;
            state = before.add_octave(c, &o, sums);
            record(GullyTrace {
                wavelength_m: octave.wavelength_m,
                amplitude_m: octave.amplitude_m,
                band_weight: o.weight,
                direction: before.direction(),
                wave: c.wave(sums),
                mask: before.mask,
                contribution_m: octave.amplitude_m * state.target,
                sum_m: state.sum_m,
            });
        }
        state
    }

    /// The bounds of eroded land.
    ///
    /// The slope has no bound, because gullies turn as fast as the guide's gradient does.
    pub fn bounds(&self, guide: Bounds) -> Bounds {
        if self.is_neutral() || guide.high_m <= self.numbers.shore_m {
            return guide;
        }
        let FilterConstants { offset, offset_share, .. } = self.numbers;
        let shift = (1.0 - offset_share) * offset;
        let total_m = self.numbers.total_m();
        let [down, up] = [-1.0, 1.0].map(|end| (end + shift + offset_share * end) * total_m);
        Bounds {
            low_m: guide.low_m.min(guide.low_m.max(self.numbers.shore_m) + down.min(0.0)),
            high_m: guide.high_m + up.max(0.0),
            steepest: f64::INFINITY,
        }
    }
}
