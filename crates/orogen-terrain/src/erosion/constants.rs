//! The constants of the erosion filter, from the recipe's parameters.

use super::formula::{Constants, ErosionOctave, mean_masks};
use super::functions::Wide;
use crate::recipe::ErosionGroup;
use orogen_noise::Seed;
use std::f64::consts::TAU;

/// All inputs of the filter's formulas except the seed. Fields without a comment come from
/// [`ErosionGroup`]: `ridge` and `crease` are its roundings, `offset_share` is its `level`.
#[derive(Clone, Debug)]
pub(super) struct FilterConstants {
    pub wavelength_m: f64,
    /// The amplitude of the first octave in wavelengths.
    pub strength: f64,
    /// The side of a cell in wavelengths: large cells make gullies curl, small ones make them
    /// grainy.
    pub cell: f64,
    /// How far waves that partly cancel are restored to full height, from 0 to 1; 1 makes loops and
    /// spikes.
    pub normalisation: f64,
    pub branching: f64,
    pub detail: f64,
    pub octaves: u32,
    pub gain: f64,
    pub lacunarity: f64,
    pub ridge: f64,
    pub crease: f64,
    /// The rounding of the guide's own ridges, relative to the first octave.
    pub input_rounding: f64,
    /// The factor by which rounding grows per octave.
    pub octave_rounding: f64,
    /// Reciprocals of the slopes at which erosion has its full effect: slopes of the guide, slopes
    /// of flanks, then both again for the ridge map.
    pub onsets: [f64; 4],
    /// The steepness that replaces the guide's steepness in the direction of branches, and the
    /// weight of this replacement.
    pub assumed_slope: f64,
    pub assumed_share: f64,
    pub offset: f64,
    pub offset_share: f64,
    pub middle_m: f64,
    pub reach_m: f64,
    /// The height at which erosion begins; it fades in over the next `inland_m` metres.
    pub shore_m: f64,
    pub inland_m: f64,
}

impl FilterConstants {
    pub fn new(group: &ErosionGroup, sea_level_m: f64) -> Self {
        let [guide, flank] = [1.0 / group.onset, 1.0 / group.branch_onset];
        Self {
            wavelength_m: group.gully_m,
            strength: group.strength,
            cell: 0.7,
            normalisation: 0.5,
            branching: group.branching,
            detail: group.detail,
            octaves: group.octaves,
            gain: group.gain,
            lacunarity: group.lacunarity,
            ridge: group.ridge_rounding,
            crease: group.crease_rounding,
            input_rounding: 0.1,
            octave_rounding: 2.0,
            onsets: [guide, flank, 2.24 * guide, 1.2 * flank],
            assumed_slope: group.straightness,
            assumed_share: 1.0,
            offset: group.offset,
            offset_share: group.level,
            middle_m: group.middle_m,
            reach_m: group.reach_m,
            shore_m: sea_level_m + group.shore_m,
            inland_m: group.inland_m,
        }
    }

    /// The first octave's amplitude.
    fn amplitude_m(&self) -> f64 {
        self.strength * self.wavelength_m
    }

    /// The sum of all octaves' amplitudes, which bounds |Δh| at every band limit.
    pub fn total_m(&self) -> f64 {
        // Summed step by step, because the last bit of a power differs between machines.
        let mut amplitude_m = self.amplitude_m();
        let mut total_m = 0.0;
        for _ in 0..self.octaves {
            total_m += amplitude_m;
            amplitude_m *= self.gain;
        }
        total_m
    }

    pub fn constants<R: Wide>(&self) -> Constants<R> {
        Constants {
            crease: R::of(self.crease),
            ridge_less_crease: R::of(self.ridge - self.crease),
            input_rounding: R::of(self.input_rounding),
            onsets: self.onsets.map(R::of),
            assumed_slope: R::of(self.assumed_slope),
            assumed_share: R::of(self.assumed_share),
            detail: R::of(self.detail),
            offset: R::of(self.offset),
            offset_share: R::of(self.offset_share),
            middle_m: R::of(self.middle_m),
            per_reach: R::of(0.5 / self.reach_m),
            total_m: R::of(self.total_m()),
            shore_m: R::of(self.shore_m),
            per_inland: R::of(1.0 / self.inland_m),
            min_norm: R::of(1.0 - self.normalisation),
        }
    }

    /// The octaves, the widest first.
    pub fn octaves(&self, seed: Seed) -> Vec<OctaveNumbers> {
        let (mut amplitude_m, mut wavelength_m) = (self.amplitude_m(), self.wavelength_m);
        let mut rounding = 1.0;
        let octave = |index| {
            let octave = OctaveNumbers {
                seed: seed.octave(index),
                wavelength_m,
                cell_m: wavelength_m * self.cell,
                half_turns: 2.0 * self.cell,
                amplitude_m,
                branching: self.branching,
                turn: TAU * amplitude_m / wavelength_m * self.branching,
                rounding,
                means: mean_masks(&self.constants(), rounding),
            };
            amplitude_m *= self.gain;
            wavelength_m /= self.lacunarity;
            rounding *= self.octave_rounding;
            octave
        };
        (0..self.octaves).map(octave).collect()
    }
}

/// The constants of an octave.
#[derive(Clone, Debug)]
pub(crate) struct OctaveNumbers {
    pub seed: Seed,
    /// The distance from gully to gully.
    pub wavelength_m: f64,
    /// The side of a cell of the lattice on which the points lie that spread the waves.
    pub cell_m: f64,
    /// Half turns of the waves per cell; a wave has two.
    pub half_turns: f64,
    pub amplitude_m: f64,
    pub branching: f64,
    /// The greatest steepness of its waves' flanks.
    pub turn: f64,
    pub rounding: f64,
    /// The mean factors by which the waves reduce the masks of later octaves and of the ridge map.
    pub means: [f64; 2],
}

impl OctaveNumbers {
    /// The share of the octave that a spacing can hold: 1 from 4 samples per wave, 0 below 2½.
    ///
    /// Fewer samples would make spikes.
    pub fn weight(&self, spacing_m: f64) -> f64 {
        if spacing_m <= 0.0 {
            return 1.0;
        }
        let t = ((self.wavelength_m / spacing_m - 2.5) / 1.5).clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    }

    pub fn constants<R: Wide>(&self, spacing_m: f64) -> ErosionOctave<R> {
        let weight = self.weight(spacing_m);
        ErosionOctave {
            amplitude_m: R::of(self.amplitude_m),
            height: R::of(weight * self.branching),
            turn: R::of(weight * self.turn),
            rounding: R::of(self.rounding),
            means: self.means.map(R::of),
            weight: R::of(weight),
            half_turns: R::of(self.half_turns),
        }
    }
}
