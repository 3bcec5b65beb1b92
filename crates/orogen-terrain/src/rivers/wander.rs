//! Wander: how far courses stray from their curves.

use std::sync::Arc;

use super::settings::RiverSettings;
use super::smoothstep::smoothstep;
use orogen_noise::grid::GridNoise;
use orogen_noise::hash::Seed;
use orogen_noise::{NoiseError, NoiseSpec};

/// The wavelength and the amplitude of the large and of the small waves of a course, relative to the
/// spacing of nodes.
const WAVES: [[f64; 2]; 2] = [[0.8, 0.16], [0.28, 0.06]];

/// The factors on the small waves and on the meanders of courses with round bends. Bends then have radii of
/// at least about two widths of their rivers.
const ROUND_SMALL: f64 = 0.7;
const ROUND_MEANDERS: f64 = 0.5;

/// Falls between which courses turn from straying widely to keeping to their valley.
const STEEP: [f64; 2] = [0.02, 0.15];

/// The share of the amplitude on steep ground.
const STEEP_SHARE: f64 = 0.15;

/// Falls between which meanders end.
const MEANDERING: [f64; 2] = [0.004, 0.034];

/// A meander's wavelength in widths of its river. Bends then have radii of two to three widths
/// (Leopold and Wolman 1960).
const MEANDER_WIDTHS: f64 = 13.0;

/// Meanders mix wavelengths up to this number of octaves longer or shorter.
const OCTAVES: f64 = 1.5;

/// The distance between the shallows of a river, in widths: 5 to 7 (Leopold, Wolman and Miller 1964). A
/// wave of noise is longer than that.
const SWELL_WIDTHS: f64 = 9.0;

/// The factor on the noise of swells, and the range of swells.
const SWELL: f64 = 1.1;
const NARROWEST: f64 = -0.3;
const WIDEST: f64 = 0.7;

/// Falls between which swells end. A narrow torrent could hold no water.
const SWELLING: [f64; 2] = [0.03, 0.1];

/// An offset in wavelengths that makes swells independent of meanders.
const APART: f64 = 1000.37;

/// Moves points of courses. The displacement is a function of the place, so that curves which meet
/// stay joined.
pub struct Wander {
    noises: Arc<[GridNoise; 2]>,
    spacing_m: f64,
    wander: f64,
    meanders: f64,
    /// The factor on the small waves.
    small: f64,
}

impl Wander {
    /// Prepares the noises.
    ///
    /// # Errors
    /// Returns an error if the noise cannot be built.
    pub fn new(seed: Seed, settings: &RiverSettings) -> Result<Self, NoiseError> {
        let noise = |axis| {
            let spec = NoiseSpec { seed: seed.octave(axis), octaves: 1.0, ..NoiseSpec::default() };
            spec.build(2).map(|noise| GridNoise::new(&noise, 1.0))
        };
        Ok(Self::of_noises(Arc::new([noise(1)?, noise(2)?]), settings))
    }

    /// The wander of other settings, with the same noises.
    pub(super) fn with(&self, settings: &RiverSettings) -> Self {
        Self::of_noises(self.noises.clone(), settings)
    }

    fn of_noises(noises: Arc<[GridNoise; 2]>, settings: &RiverSettings) -> Self {
        let RiverSettings { spacing_m, wander, meanders, .. } = *settings;
        match settings.is_graded() {
            true => {
                let meanders = ROUND_MEANDERS * meanders;
                Self { noises, spacing_m, wander, meanders, small: ROUND_SMALL }
            }
            false => Self { noises, spacing_m, wander, meanders, small: 1.0 },
        }
    }

    /// Samples both noises at places, which are in wavelengths.
    pub(super) fn sample(&self, places: &[[f64; 2]]) -> Vec<[f64; 2]> {
        let [east, south] = [0, 1].map(|axis| places.iter().map(|place| place[axis]).collect());
        let (east, south): (Vec<f64>, Vec<f64>) = (east, south);
        let [x, z] = self.noises.each_ref().map(|grid| {
            let mut values = vec![0.0; places.len()];
            grid.fill_f64([&east, &south], 0.0, &mut values, None);
            values
        });
        x.into_iter().zip(z).map(|(x, z)| [x, z]).collect()
    }

    /// The displacements of points of courses, in metres.
    pub fn displacements_m(&self, points: &[WanderPoint]) -> Vec<[f64; 2]> {
        let mut moved_m = vec![[0.0; 2]; points.len()];
        let strength = |point: &WanderPoint| {
            self.wander * (1.0 - (1.0 - STEEP_SHARE) * smoothstep(STEEP, point.fall))
        };
        let [large, [small_length, small_amplitude]] = WAVES;
        for [length, amplitude] in [large, [small_length, self.small * small_amplitude]] {
            let length_m = length * self.spacing_m;
            let waves = points.iter().enumerate().map(|(index, point)| Wave {
                index,
                length_m,
                amplitude_m: strength(point) * amplitude * self.spacing_m,
            });
            self.add_waves(points, &waves.collect::<Vec<_>>(), &mut moved_m);
        }
        for octave in 0..4 {
            let waves = points.iter().enumerate();
            let waves = waves.filter_map(|(index, point)| self.meander(index, point, octave));
            self.add_waves(points, &waves.collect::<Vec<_>>(), &mut moved_m);
        }
        moved_m
    }

    /// How much wider rivers are at points of courses, relative to their natural width: below 0 in pools,
    /// above 0 over shallows, and 0 on steep ground.
    pub fn swells(&self, points: &[WanderPoint]) -> Vec<f64> {
        let mut values = vec![0.0; points.len()];
        for octave in 0..2 {
            let waves = points.iter().enumerate().map(|(index, point)| {
                let (length_m, weight) = octave_weights(SWELL_WIDTHS * point.width_m)[octave];
                Wave { index, length_m, amplitude_m: weight }
            });
            let waves: Vec<_> = waves.collect();
            let place = |wave: &Wave| points[wave.index].place_m.map(|m| m / wave.length_m + APART);
            let noises = self.sample(&waves.iter().map(place).collect::<Vec<_>>());
            for (wave, [value, _]) in waves.iter().zip(noises) {
                values[wave.index] += wave.amplitude_m * value;
            }
        }
        let swell = |(point, value): (&WanderPoint, f64)| {
            let gentle = 1.0 - smoothstep(SWELLING, point.fall);
            gentle * (SWELL * value).clamp(NARROWEST, WIDEST)
        };
        points.iter().zip(values).map(swell).collect()
    }

    /// An octave of a point's meanders, counted from the shortest.
    fn meander(&self, index: usize, point: &WanderPoint, octave: u32) -> Option<Wave> {
        let bends = self.meanders * (1.0 - smoothstep(MEANDERING, point.fall));
        if bends <= 0.0 || point.width_m <= 0.0 {
            return None;
        }
        let middle = log2(MEANDER_WIDTHS * point.width_m);
        let k = (middle - OCTAVES).ceil() + f64::from(octave);
        if k - middle >= OCTAVES {
            return None;
        }
        let length_m = power_of_two(k as i32);
        let weight = 1.0 - smoothstep([0.0, 1.0], (middle - k).abs() / OCTAVES);
        Some(Wave { index, length_m, amplitude_m: 0.5 * length_m * bends * weight })
    }

    fn add_waves(&self, points: &[WanderPoint], waves: &[Wave], moved_m: &mut [[f64; 2]]) {
        let places = waves.iter().map(|wave| points[wave.index].place_m.map(|m| m / wave.length_m));
        let noises = self.sample(&places.collect::<Vec<_>>());
        for (wave, [x, z]) in waves.iter().zip(noises) {
            let moved_m = &mut moved_m[wave.index];
            *moved_m = [moved_m[0] + wave.amplitude_m * x, moved_m[1] + wave.amplitude_m * z];
        }
    }
}

/// A point of a course.
#[derive(Clone, Copy, Debug)]
pub(super) struct WanderPoint {
    /// Metres east and south of the origin.
    pub place_m: [f64; 2],
    /// The fall of the course in metres per metre.
    pub fall: f64,
    /// The width of the river.
    pub width_m: f64,
}

/// A wave that moves a point.
struct Wave {
    /// The index of the point.
    index: usize,
    length_m: f64,
    amplitude_m: f64,
}

/// The two octaves of a noise of any wavelength in metres, as their wavelengths and weights.
pub(super) fn octave_weights(wavelength_m: f64) -> [(f64, f64); 2] {
    let middle = log2(wavelength_m);
    [0.0, 1.0].map(|octave| {
        let k = middle.floor() + octave;
        (power_of_two(k as i32), 1.0 - smoothstep([0.0, 1.0], (middle - k).abs()))
    })
}

/// An approximation of log₂ for x ≥ 1, exact for powers of two, with the same bits on all machines.
fn log2(x: f64) -> f64 {
    let mut exponent = 0.0;
    let mut mantissa = x.max(1.0);
    while mantissa >= 2.0 {
        mantissa *= 0.5;
        exponent += 1.0;
    }
    let t = mantissa - 1.0;
    exponent + t * (1.346_5 - 0.346_5 * t)
}

fn power_of_two(exponent: i32) -> f64 {
    (0..exponent.abs()).fold(1.0, |power, _| if exponent < 0 { 0.5 * power } else { 2.0 * power })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_near() {
        for x in (0..400).map(|i| 1.0 + 0.37 * f64::from(i)) {
            assert!((log2(x) - x.log2()).abs() < 0.01, "{x}");
        }
        assert_eq!([log2(1.0), log2(64.0)], [0.0, 6.0]);
    }

    #[test]
    fn steep_courses_stray_less() {
        let wander = Wander::new(Seed(1), &RiverSettings::default()).unwrap();
        let largest_shift_m = |fall: f64| {
            let point =
                |i| WanderPoint { place_m: [f64::from(i) * 177.0, 31.0], fall, width_m: 8.0 };
            let moved_m = wander.displacements_m(&(0..200).map(point).collect::<Vec<_>>());
            moved_m.iter().flatten().fold(0.0, |largest: f64, moved_m| largest.max(moved_m.abs()))
        };
        let [gentle_m, steep_m] = [0.001, 0.2].map(largest_shift_m);
        assert!(gentle_m > 3.0 * steep_m, "{gentle_m} {steep_m}");
        assert!(gentle_m < 256.0, "{gentle_m}");
    }
}
