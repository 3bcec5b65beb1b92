//! The period of a noise: the shift after which it repeats.

use orogen_noise::statistics::sample_point;
use orogen_noise::{Basis, FractalKind, Noise, NoiseSpec, PermutationKind};

/// The number of points at which a noise is compared with its shifted self.
const PROBES: u32 = 6;

/// The shortest shift that maps the noise onto itself, in whole cells of the first octave.
///
/// `None` if no shift of at most `reach` cells along each axis does so. A reach of 300 cells takes
/// about 180,000 samples.
///
/// ```
/// use orogen_lab::meters::repetition::repetition;
/// use orogen_noise::{NoiseSpec, PermutationKind};
///
/// let spec = NoiseSpec { permutation: PermutationKind::P289, ..NoiseSpec::default() };
/// assert_eq!(repetition(&spec.build(2)?, 40), Some([17, -17]));
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
///
/// # Panics
/// If the noise does not have two dimensions.
pub fn repetition(noise: &Noise, reach: u32) -> Option<[i64; 2]> {
    let reach = i64::from(reach);
    let mut shortest = None;
    for x in 0..=reach {
        shortest = shorter(shortest, repetition_in_column(noise, x, reach));
    }
    shortest
}

/// Like [`repetition`], but only for shifts of `x` cells to the right.
///
/// The caller can search column by column with this function.
///
/// # Panics
/// If the noise does not have two dimensions.
pub fn repetition_in_column(noise: &Noise, x: i64, reach: i64) -> Option<[i64; 2]> {
    let probes: Vec<_> = (0..PROBES).map(probe).map(|p| (p, noise.sample2(p, 0.0))).collect();
    let repeats = |shift: [i64; 2]| {
        probes.iter().all(|(p, value)| {
            let shifted = noise.sample2([p[0] + shift[0] as f64, p[1] + shift[1] as f64], 0.0);
            (shifted - value).abs() < 1e-9
        })
    };
    // A shift and its opposite are the same period, so half of them suffice.
    let first_y = if x == 0 { 1 } else { -reach };
    (first_y..=reach)
        .filter(|&y| repeats([x, y]))
        .fold(None, |shortest, y| shorter(shortest, Some([x, y])))
}

/// The shorter of two shifts.
pub fn shorter(a: Option<[i64; 2]>, b: Option<[i64; 2]>) -> Option<[i64; 2]> {
    let length = |shift: &[i64; 2]| shift[0] * shift[0] + shift[1] * shift[1];
    a.into_iter().chain(b).min_by_key(length)
}

/// A probe near the origin. Its coordinates are multiples of 1/128 cell, so adding whole cells is
/// exact.
fn probe(index: u32) -> [f64; 2] {
    let mut p = [0.0; 2];
    sample_point(index, &mut p);
    p.map(|x| (x * 64.0).floor() / 64.0 % 4096.0 + 1.0 / 128.0)
}

/// The period that follows from the permutation.
///
/// Tables repeat after 256 cells. The hash never repeats (`Some(None)`). P(x) = (34x² + x) mod 289
/// repeats after the shift (17, −17), because P(i + 17) = P(i) + 17. `None` means that there is no
/// prediction.
pub fn predict(spec: &NoiseSpec) -> Option<Option<[i64; 2]>> {
    let octaves_agree =
        spec.fractal == FractalKind::None || (spec.lacunarity.fract() == 0.0 && !spec.rotate);
    if spec.warp.is_active() || !octaves_agree {
        return None;
    }
    let side = match (&spec.period, &spec.permutation) {
        (Some([x, y]), _) => {
            return Some(shorter(Some([i64::from(*x), 0]), Some([0, i64::from(*y)])));
        }
        (None, PermutationKind::Hash) => return Some(None),
        (None, PermutationKind::P289) => 17,
        (None, _) => 256,
    };
    match spec.basis {
        Basis::Value | Basis::Perlin | Basis::Lattice0 | Basis::Lattice1 | Basis::Lattice2 => {
            Some(Some(if side == 17 { [17, -17] } else { [0, 256] }))
        }
        // Skewing keeps a shift of whole cells whole only if its coordinates add up to 0.
        Basis::Simplex => Some(Some([side, -side])),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noises_repeat_with_the_period_of_their_permutation() {
        let have_same_length = |a: Option<[i64; 2]>, b: Option<[i64; 2]>| {
            let length = |shift: [i64; 2]| shift[0] * shift[0] + shift[1] * shift[1];
            a.map(length) == b.map(length)
        };
        for basis in [Basis::Perlin, Basis::Value, Basis::Simplex] {
            for (permutation, period) in [
                (PermutationKind::Hash, None),
                (PermutationKind::Table, None),
                (PermutationKind::Reference, None),
                (PermutationKind::P289, None),
                (PermutationKind::Hash, Some([24, 40])),
            ] {
                if basis == Basis::Simplex && period.is_some() {
                    continue;
                }
                let spec = NoiseSpec { basis, permutation, period, ..NoiseSpec::default() };
                let measured = repetition(&spec.build(2).unwrap(), 260);
                let expected = predict(&spec).unwrap();
                assert!(have_same_length(measured, expected), "{spec:?}: {measured:?}");
            }
        }
        let octaves = NoiseSpec {
            permutation: PermutationKind::P289,
            fractal: FractalKind::Fbm,
            ..NoiseSpec::default()
        };
        assert_eq!(repetition(&octaves.build(2).unwrap(), 40), Some([17, -17]));
        assert_eq!(predict(&octaves), Some(Some([17, -17])));
        assert_eq!(predict(&NoiseSpec { lacunarity: 2.17, ..octaves }), None);
    }
}
