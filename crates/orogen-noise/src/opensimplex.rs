//! OpenSimplex2 and OpenSimplex2S (K.jpg, 2020–2022).
//!
//! The `opensimplex2` crate computes them; it is their author's own port. Results are f32, cells
//! are counted in 32 bits, and the seed replaces a permutation.

use super::hash::Seed;
use super::trig::sin_cos_turns;
use opensimplex2::{fast, smooth};

pub(super) mod corners;

/// The largest coordinate, 2²⁹. Beyond it the noise is 0, because the crate's 32-bit cell numbers
/// overflow.
pub(super) const MAX_COORDINATE: f64 = (1u32 << 29) as f64;

/// The two noises of the OpenSimplex2 family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenSimplexKind {
    /// OpenSimplex2, the author's "fast" variant: it looks much like simplex noise.
    Fast,
    /// OpenSimplex2S, the author's "smooth" variant: larger kernels, rounder features.
    Smooth,
}

/// The primes of the author's hash, for x and y.
///
/// Each coordinate is multiplied by its prime. The products are combined with the seed by exclusive
/// or, and the result is multiplied by [`HASH_MULTIPLIER`].
pub(super) const PRIMES: [u64; 2] = [0x5205_402b_9270_c86f, 0x598c_d327_0038_17b5];
pub(super) const HASH_MULTIPLIER: u64 = 0x53a3_f72d_eec5_46f5;

/// The number of gradients in 2D.
pub(super) const DIRECTIONS: usize = 24;

/// The unit vectors from which the hash chooses in 2D, in the author's order.
///
/// Their angles are 7.5° plus multiples of 15°.
pub(super) fn directions() -> [[f64; 2]; DIRECTIONS] {
    const ORDER: [u8; DIRECTIONS] =
        [4, 1, 22, 19, 16, 13, 10, 7, 5, 3, 2, 0, 23, 21, 20, 18, 17, 15, 14, 12, 11, 9, 8, 6];
    ORDER.map(|step| {
        let (sin, cos) = sin_cos_turns(f64::from(step) / 24.0 + 1.0 / 48.0);
        [cos, sin]
    })
}

impl OpenSimplexKind {
    /// The radius² of the kernels in 2D.
    pub(super) const fn radius2(self) -> f64 {
        match self {
            Self::Fast => 0.5,
            Self::Smooth => 2.0 / 3.0,
        }
    }

    /// The divisor that scales the sum of the kernels in 2D to about ±1.
    pub(super) const fn normaliser(self) -> f64 {
        match self {
            Self::Fast => 0.010_016_341_213_657_12,
            Self::Smooth => 0.054_818_664_956_251_18,
        }
    }
}

/// OpenSimplex2(S) in 2D, within about ±1.
///
/// The crate gets the seed's 64 bits as an i64.
///
/// ```
/// use orogen_noise::Seed;
/// use orogen_noise::opensimplex::{OpenSimplexKind, noise2};
///
/// let value = noise2(OpenSimplexKind::Smooth, Seed(1), [0.5, 2.25]);
/// assert!(value.abs() < 1.05);
/// ```
pub fn noise2(kind: OpenSimplexKind, seed: Seed, [x, y]: [f64; 2]) -> f64 {
    if is_out_of_range(&[x, y]) {
        return 0.0;
    }
    f64::from(match kind {
        OpenSimplexKind::Fast => fast::noise2(seed.0 as i64, x, y),
        OpenSimplexKind::Smooth => smooth::noise2(seed.0 as i64, x, y),
    })
}

/// OpenSimplex2(S) in 3D, within about ±1.
///
/// It uses the orientation that looks best in x, y planes (`noise3_ImproveXY`). Here x and y span
/// the land, and z is height or time.
pub fn noise3(kind: OpenSimplexKind, seed: Seed, [x, y, z]: [f64; 3]) -> f64 {
    if is_out_of_range(&[x, y, z]) {
        return 0.0;
    }
    f64::from(match kind {
        OpenSimplexKind::Fast => fast::noise3_ImproveXY(seed.0 as i64, x, y, z),
        OpenSimplexKind::Smooth => smooth::noise3_ImproveXY(seed.0 as i64, x, y, z),
    })
}

fn is_out_of_range(p: &[f64]) -> bool {
    p.iter().any(|x| x.abs() > MAX_COORDINATE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_64_bits_of_the_seed_count() {
        let value = |seed| noise3(OpenSimplexKind::Smooth, Seed(seed), [0.3, 0.4, 0.5]);
        assert_ne!(value(1), value(1 | 1 << 63));
    }

    #[test]
    fn values_are_bounded_everywhere() {
        for kind in [OpenSimplexKind::Fast, OpenSimplexKind::Smooth] {
            for start in [0.0, 1e3, 1e8, 5.3e8, 1e9, 3e15, 1e300] {
                for step in 0..50 {
                    let x = start + f64::from(step) * 0.37;
                    assert!(noise2(kind, Seed(1), [x, -x]).abs() < 1.05);
                    assert!(noise3(kind, Seed(1), [x, 0.4 - x, -x]).abs() < 1.05);
                }
            }
        }
    }
}
