//! Simplex noise in 2D to 4D, after "Simplex noise demystified" (Gustavson 2005).
//!
//! A skew along the main diagonal turns the lattice of simplices (triangles, tetrahedra, …) into
//! a lattice of unit cubes, so that the cell around a point is easy to find. Each corner of the
//! simplex around the point adds a radially symmetric *kernel* (r² − d²)⁴ times the ramp gradient·d,
//! where d is the offset from the corner. A sample needs N + 1 corners instead of 2ᴺ, and the axes
//! leave no visible grain, unlike in noise on the square lattice.
//!
//! The published kernels have r² = 0.5 in 2D and 0.6 in 3D and 4D. With 0.6 a kernel reaches a
//! little beyond the simplices that share its corner, so the noise jumps at their faces: by up to
//! about 0.0002 before scaling and 0.006 after it. With 0.5 the noise and its first three
//! derivatives are continuous in every dimension.

use super::field::Field;
use super::gradient::{cube_edge, hypercube_edge};
use super::lookup::Pick;
use super::observer::{Corner, Observer, Skewed};
use super::permutation::Permutation;

/// The radius² of the published kernels in 2, 3 and 4 dimensions.
pub const PUBLISHED_RADIUS2: [f64; 3] = [0.5, 0.6, 0.6];

/// The radius² with which the noise has no jumps in any dimension.
///
/// The kernel then ends within the simplices that share its corner.
pub const CONTINUOUS_RADIUS2: f64 = 0.5;

/// The noise's largest magnitude with [`PUBLISHED_RADIUS2`], in 2D, 3D and 4D.
///
/// A test of this module searches for it over positions, with the best gradient at every corner.
pub const PUBLISHED_RANGE: [f64; 3] = [0.998, 0.98, 0.993];

/// The noise's largest magnitude with [`CONTINUOUS_RADIUS2`], in 2D, 3D and 4D.
pub const CONTINUOUS_RANGE: [f64; 3] = [0.998, 0.417, 0.431];

/// The factors that scale the published kernels to about ±1, in 2D, 3D and 4D.
///
/// They are the same for every radius², so [`CONTINUOUS_RADIUS2`] gives a weaker noise in 3D and
/// 4D. Normalise it by measured constants.
pub const SCALE: [f64; 3] = [70.0, 32.0, 27.0];

/// Simplex noise at `p`, for N = 2, 3 or 4 dimensions.
///
/// With the published radius² the noise lies within about ±1, and its mean is 0. The numbers of
/// lattice points are chained as `p[x + p[y + …]]`.
///
/// The gradient of the noise is a sum over the corners of f⁴·g − 8·f³·(g·d)·d, where g is the
/// corner's gradient, d the offset from the corner and f = r² − d² the falloff.
///
/// ```
/// use orogen_noise::simplex::{PUBLISHED_RADIUS2, simplex};
/// use orogen_noise::{Permutation, Seed};
///
/// let permutation = Permutation::Hash(Seed(1));
/// let value: f64 = simplex(&permutation, PUBLISHED_RADIUS2[0], [0.5, 2.25], &mut ());
/// assert!(value.abs() <= 1.0);
/// ```
#[inline]
pub fn simplex<const N: usize, F: Field<N>>(
    permutation: &Permutation,
    radius2: f64,
    p: [f64; N],
    observer: &mut (impl Observer + ?Sized),
) -> F {
    let pick = |hash| Pick::one_of(if N == 4 { 32 } else { 12 }, hash);
    simplex_by(permutation, radius2, p, observer, |_, hash| (gradient(hash), pick(hash)))
}

/// Simplex noise from a function that gives each lattice point and its hash a gradient.
#[inline]
pub(super) fn simplex_by<const N: usize, F: Field<N>>(
    permutation: &Permutation,
    radius2: f64,
    p: [f64; N],
    observer: &mut (impl Observer + ?Sized),
    gradient: impl Fn(&[i64; N], u32) -> ([f64; N], Pick),
) -> F {
    // Skew the point, find its cube, and unskew the cube's lowest corner
    let (skew, unskew) = skew_factors(N);
    let shift = p.iter().sum::<f64>() * skew;
    let base = p.map(|x| (x + shift).floor());
    let unskew_shift = base.iter().sum::<f64>() * unskew;
    let origin: [f64; N] = std::array::from_fn(|axis| base[axis] - unskew_shift);
    let lowest_offset: [f64; N] = std::array::from_fn(|axis| p[axis] - origin[axis]);
    observer.cell(&base.map(|x| x as i64), &lowest_offset);

    // The corners lead from the lowest to the highest corner of the cube, one axis at a time. The
    // axis with the largest offset comes first
    let rank = ranks(&lowest_offset);
    observer.skewed(Skewed {
        skew,
        unskew,
        skewed: &p.map(|x| x + shift),
        origin: &origin,
        ranks: &rank,
        radius2,
    });
    let mut sum = F::constant(0.0);
    for step in 0..=N {
        let steps: [i64; N] = rank.map(|r| i64::from(r < step));
        let step_shift = step as f64 * unskew;
        let offset: [f64; N] =
            std::array::from_fn(|axis| lowest_offset[axis] - steps[axis] as f64 + step_shift);
        let cell: [i64; N] =
            std::array::from_fn(|axis| (base[axis] as i64).wrapping_add(steps[axis]));
        let hash = permutation.backward_observed(&cell, observer);
        sum = sum + surflet((&cell, hash), gradient(&cell, hash), radius2, &offset, observer);
    }
    observer.scale(SCALE[N - 2]);
    sum * SCALE[N - 2]
}

/// The contribution of one corner: its kernel times its ramp (a "surflet").
#[inline]
fn surflet<const N: usize, F: Field<N>>(
    (cell, hash): (&[i64; N], u32),
    (gradient, pick): ([f64; N], Pick),
    radius2: f64,
    offset: &[f64; N],
    observer: &mut (impl Observer + ?Sized),
) -> F {
    let falloff = radius2 - dot(offset, offset);
    // WebAssembly programs call `f64::max` as a function.
    let clamped = if falloff > 0.0 { falloff } else { 0.0 };
    let squared = clamped * clamped;
    let (kernel, ramp) = (squared * squared, dot(&gradient, offset));
    let influence = kernel * ramp;
    observer.corner(Corner {
        cell,
        hash,
        pick,
        gradient: &gradient,
        offset,
        falloff: Some(falloff),
        kernel,
        weight: 1.0,
        influence,
    });

    let offset_factor = -8.0 * squared * clamped * ramp;
    F::new(
        influence,
        std::array::from_fn(|axis| kernel * gradient[axis] + offset_factor * offset[axis]),
    )
}

/// The rank of each axis when the offsets are sorted in descending order.
///
/// Equal offsets are ranked as in the paper: the earlier axis first in 3D, the later axis first
/// otherwise. This matters on faces, where the noise jumps if radius² is 0.6.
fn ranks<const N: usize>(offset: &[f64; N]) -> [usize; N] {
    let mut rank = [0; N];
    for later in 1..N {
        for earlier in 0..later {
            let earlier_first = if N == 3 {
                offset[earlier] >= offset[later]
            } else {
                offset[earlier] > offset[later]
            };
            // Without a branch, which no processor could predict.
            rank[later] += usize::from(earlier_first);
            rank[earlier] += usize::from(!earlier_first);
        }
    }
    rank
}

/// The factors of skewing, (√(N + 1) − 1)/N, and of unskewing, (1 − 1/√(N + 1))/N, for N = 2 to 4.
///
/// They are computed by the paper's formulas, to get the same bits.
pub fn skew_factors(dimensions: usize) -> (f64, f64) {
    let root = (dimensions as f64 + 1.0).sqrt();
    match dimensions {
        2 => (0.5 * (root - 1.0), (3.0 - root) / 6.0),
        3 => (1.0 / 3.0, 1.0 / 6.0),
        _ => ((root - 1.0) / 4.0, (5.0 - root) / 20.0),
    }
}

/// The gradient that a corner's number picks: one of a cube's 12 edges in 3D, their x and y in 2D,
/// one of a tesseract's 32 edges in 4D.
#[inline]
fn gradient<const N: usize>(hash: u32) -> [f64; N] {
    const { assert!(N >= 2 && N <= 4, "simplex noise has 2, 3 or 4 dimensions") }
    if N == 4 {
        let edge = hypercube_edge(hash);
        return std::array::from_fn(|axis| edge[axis]);
    }
    let edge = cube_edge(hash);
    std::array::from_fn(|axis| edge[axis])
}

#[inline]
fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for axis in 0..N {
        sum += a[axis] * b[axis];
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::{Seed, hash_cell};

    fn value<const N: usize>(permutation: &Permutation, radius2: f64, p: [f64; N]) -> f64 {
        simplex(permutation, radius2, p, &mut ())
    }

    /// Reproducible points of a cube around the origin.
    fn random_point<const N: usize>(index: i64, reach: f64) -> [f64; N] {
        std::array::from_fn(|axis| {
            let unit = f64::from(hash_cell(Seed(11), &[index, axis as i64])) / 4_294_967_296.0;
            (unit * 2.0 - 1.0) * reach
        })
    }

    #[test]
    fn simplex_noise_is_zero_at_lattice_points() {
        let hash = Permutation::Hash(Seed(3));
        // The origin is a corner, and so is every point whose skewed coordinates are integers.
        assert_eq!(value(&hash, 0.5, [0.0; 3]), 0.0);
        assert_eq!(value(&hash, 0.5, [0.0; 4]), 0.0);
        let (_, unskew) = skew_factors(2);
        let corner = [5.0 - 3.0 * unskew, -2.0 - 3.0 * unskew];
        assert!(value(&hash, 0.5, corner).abs() < 1e-12);
    }

    /// The largest magnitude over many positions, with the best gradient at every corner.
    fn largest_magnitude<const N: usize>(radius2: f64) -> f64 {
        struct BestGradients(f64);
        impl Observer for BestGradients {
            fn corner(&mut self, corner: Corner) {
                let ramp = |gradient: [f64; 4]| {
                    corner.offset.iter().zip(gradient).map(|(d, g)| d * g).sum()
                };
                let best =
                    (0..32).map(|hash| ramp(padded(corner.offset.len(), hash))).fold(0.0, f64::max);
                self.0 += corner.kernel * best;
            }
        }
        fn padded(dimensions: usize, hash: u32) -> [f64; 4] {
            let [x, y, z] = cube_edge(hash);
            if dimensions == 4 { hypercube_edge(hash) } else { [x, y, z, 0.0] }
        }

        let hash = Permutation::Hash(Seed(0));
        let magnitude = |index| {
            let mut best = BestGradients(0.0);
            let _: f64 = simplex(&hash, radius2, random_point::<N>(index, 1.0), &mut best);
            best.0
        };
        SCALE[N - 2] * (0..200_000).map(magnitude).fold(0.0, f64::max)
    }

    #[test]
    fn the_documented_ranges_are_those_found_by_search() {
        let measured = [
            largest_magnitude::<2>(0.5),
            largest_magnitude::<3>(0.6),
            largest_magnitude::<4>(0.6),
            largest_magnitude::<2>(0.5),
            largest_magnitude::<3>(0.5),
            largest_magnitude::<4>(0.5),
        ];
        let stated = PUBLISHED_RANGE.into_iter().chain(CONTINUOUS_RANGE);
        for (magnitude, range) in measured.iter().zip(stated) {
            assert!(*magnitude <= range && *magnitude > 0.97 * range, "{measured:?}");
        }
    }
}
