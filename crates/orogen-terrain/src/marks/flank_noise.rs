//! Noise that makes the flanks of ridges and the sides of valleys uneven, so that they have spurs.

use crate::dual::Dual;
use orogen_noise::trig::sin_cos_turns;

/// A sum of waves by which the distance from a path varies.
#[derive(Clone, Copy)]
pub(super) struct FlankNoise {
    /// The largest change of the distance, as a share of the distance.
    pub amplitude: f64,
    /// 1 divided by the length of the longest wave in metres.
    pub per_m: f64,
}

/// The amplitude of flanks with a roughness of 1.
const ROUGHEST: f64 = 0.4;

/// The waves: the frequencies to the east and to the south relative to the longest wave, the phase in turns,
/// and the share of the amplitude. Shorter waves have smaller shares. Neighbouring waves are turned by the
/// golden angle.
pub(super) const WAVES: [[f64; 4]; 5] = [
    [1.0, 0.0, 0.37, 0.42],
    [-1.1575, 1.0607, 0.11, 0.26],
    [0.2118, -2.4208, 0.74, 0.16],
    [2.2525, 2.9354, 0.29, 0.10],
    [-5.5149, -0.9724, 0.53, 0.06],
];

impl FlankNoise {
    /// The noise of flanks that reach this far; `None` for even flanks.
    pub fn new(roughness: f64, reach_m: f64) -> Option<Self> {
        let amplitude = ROUGHEST * roughness;
        (amplitude > 0.0).then_some(Self { amplitude, per_m: 1.0 / reach_m })
    }

    /// The factor on the distance from the path, at a place relative to the first point of the path.
    pub fn factor(&self, [x, z]: [f64; 2]) -> Dual {
        let [east, south] = [x * self.per_m, z * self.per_m];
        let mut factor = Dual::level(1.0);
        for [by_east, by_south, phase, share] in WAVES {
            let (sin, cos) = sin_cos_turns(by_east * east + by_south * south + phase);
            let height = self.amplitude * share;
            let slope = height * cos * std::f64::consts::TAU * self.per_m;
            factor = factor
                + Dual { height_m: height * sin, gradient: [slope * by_east, slope * by_south] };
        }
        factor
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn even_flanks_have_no_noise() {
        assert!(FlankNoise::new(0.0, 900.0).is_none());
    }

    proptest! {
        #[test]
        fn factors_stay_near_1_and_their_gradients_match_differences(
            x in -9e3..9e3, z in -9e3..9e3, roughness in 0.01..1.0, reach_m in 1.0..4000.0,
        ) {
            let noise = FlankNoise::new(roughness, reach_m).unwrap();
            let step_m = 1e-5 * reach_m;
            let at = |x, z| noise.factor([x, z]);
            let factor = at(x, z);
            prop_assert!((factor.height_m - 1.0).abs() <= ROUGHEST * roughness);
            let east = (at(x + step_m, z).height_m - at(x - step_m, z).height_m) / (2.0 * step_m);
            let south = (at(x, z + step_m).height_m - at(x, z - step_m).height_m) / (2.0 * step_m);
            let differences = [east - factor.gradient[0], south - factor.gradient[1]];
            prop_assert!(differences.iter().all(|m| m.abs() * reach_m < 1e-4), "{differences:?}");
        }
    }
}
