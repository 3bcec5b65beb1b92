//! Wander: how far courses stray from their curves.

use super::settings::RiverSettings;
use orogen_noise::hash::Seed;
use orogen_noise::{Noise, NoiseError, NoiseSpec};

/// The largest and the smaller waves of a course, relative to the spacing of nodes: wavelength and
/// amplitude.
const WAVES: [[f64; 2]; 2] = [[0.8, 0.16], [0.28, 0.06]];

/// Falls between which courses turn from straying widely to keeping to their valley.
const STEEP: [f64; 2] = [0.02, 0.15];

/// The amplitude that is left on steep ground.
const LEFT: f64 = 0.15;

/// Falls between which meanders end.
const MEANDERING: [f64; 2] = [0.004, 0.034];

/// A meander's wavelength in widths of its river. Bends then have radii of two to three widths
/// (Leopold and Wolman 1960).
const MEANDER_WIDTHS: f64 = 13.0;

/// How many octaves on either side of that wavelength take part.
const OCTAVES: f64 = 1.5;

/// Moves points of courses. The displacement is a function of the place, so that curves which meet
/// stay joined.
pub struct Wander {
    noises: [Noise; 2],
    spacing_m: f64,
    wander: f64,
    meanders: f64,
}

impl Wander {
    /// # Errors
    /// Returns an error if the noise cannot be built.
    pub fn new(seed: Seed, settings: &RiverSettings) -> Result<Self, NoiseError> {
        let noise = |axis| {
            NoiseSpec { seed: seed.octave(axis), octaves: 1.0, ..NoiseSpec::default() }.build(2)
        };
        let RiverSettings { spacing_m, wander, meanders, .. } = *settings;
        Ok(Self { noises: [noise(1)?, noise(2)?], spacing_m, wander, meanders })
    }

    /// Two noises at a place in units of their wavelength.
    pub(super) fn plain(&self, place: [f64; 2]) -> [f64; 2] {
        self.noises.each_ref().map(|noise| noise.sample2(place, 0.0))
    }

    /// The displacement of a place in the world, where the course falls by `fall` metres per metre
    /// and is `width_m` wide.
    pub fn at(&self, place_m: [f64; 2], fall: f64, width_m: f64) -> [f64; 2] {
        let wave = |length_m: f64, amplitude_m: f64| {
            self.plain(place_m.map(|m| m / length_m)).map(|noise| amplitude_m * noise)
        };
        let mut moved = [0.0; 2];
        let mut add = |[x, z]: [f64; 2]| moved = [moved[0] + x, moved[1] + z];
        let calm = self.wander * (1.0 - (1.0 - LEFT) * step(STEEP, fall));
        for [length, amplitude] in WAVES {
            add(wave(length * self.spacing_m, calm * amplitude * self.spacing_m));
        }
        let bends = self.meanders * (1.0 - step(MEANDERING, fall));
        if bends > 0.0 && width_m > 0.0 {
            let octave = log2(MEANDER_WIDTHS * width_m);
            let first = (octave - OCTAVES).ceil();
            for k in (0..4).map(|k| first + f64::from(k)).filter(|k| k - octave < OCTAVES) {
                let length_m = power_of_two(k as i32);
                let share = 1.0 - step([0.0, 1.0], (octave - k).abs() / OCTAVES);
                add(wave(length_m, 0.5 * length_m * bends * share));
            }
        }
        moved
    }
}

fn step([from, to]: [f64; 2], x: f64) -> f64 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// An approximation of log₂ for x ≥ 1, exact for powers of two, with the same bits on all machines.
fn log2(x: f64) -> f64 {
    let mut whole = 0.0;
    let mut rest = x.max(1.0);
    while rest >= 2.0 {
        rest *= 0.5;
        whole += 1.0;
    }
    let t = rest - 1.0;
    whole + t * (1.346_5 - 0.346_5 * t)
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
        let far = |fall: f64| {
            (0..200).fold(0.0, |far: f64, i| {
                let [x, z] = wander.at([f64::from(i) * 177.0, 31.0], fall, 8.0);
                far.max(x.abs()).max(z.abs())
            })
        };
        assert!(far(0.001) > 3.0 * far(0.2), "{} {}", far(0.001), far(0.2));
        assert!(far(0.001) < 256.0, "{}", far(0.001));
    }
}
