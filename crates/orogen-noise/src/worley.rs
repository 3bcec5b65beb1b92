//! Worley's cellular noise (1996): distances to scattered feature points.
//!
//! It exists in 2D and 3D.
//!
//! Every cell of the unit lattice holds one feature point, anywhere in the cell. F1 is the distance
//! to the nearest feature point, F2 the distance to the second nearest. The cell value is a random
//! number that belongs to the nearest point. F1 and F2 are exact: the search goes outwards until no
//! remaining cell can hold a nearer point.
//!
//! F1, F2 and F2 − F1 are continuous, but they have kinks (F1 has them at the points, and where two
//! points are equally near). The cell value is constant in the region around a point and jumps at
//! the region's border.

use super::cell::cell_and_fraction;
use super::choice::choices;
use super::hash::further_word;
use super::lookup::Pick;
use super::metric::Metric;
use super::observer::{Corner, Observer};
use super::permutation::Permutation;

choices! {
    /// The output of Worley noise, from the two nearest feature points.
    ///
    /// Distances are in cells and are not rescaled, as in Worley's paper. They start at 0 and are
    /// mostly below 1. F1 is at most √N (Euclidean), N (Manhattan) or 1 (Chebyshev).
    pub enum Output: "Worley output" {
        /// F1: 0 at the feature points.
        F1 = "f1",
        /// F2, at least F1.
        F2 = "f2",
        /// F2 − F1: 0 on the borders between regions, never negative.
        F2MinusF1 = "f2-f1",
        /// The nearest point's number, uniform in [−1, 1], constant within its region.
        Cell = "cell",
    }
}

/// The two feature points nearest to a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest<const N: usize> {
    /// The distance to the nearest feature point, in cells.
    pub f1: f64,
    /// The distance to the second nearest feature point, in cells.
    pub f2: f64,
    /// The cell of the nearest feature point.
    pub cell: [i64; N],
    /// The pseudo-random number of that cell.
    pub hash: u32,
    /// The offset from the nearest feature point to the position.
    pub offset: [f64; N],
}

/// Worley noise at `p` (N = 2 or 3).
///
/// ```
/// use orogen_noise::worley::{Output, worley};
/// use orogen_noise::{Metric, Permutation, Seed};
///
/// let permutation = Permutation::Hash(Seed(1));
/// let f1 = worley(&permutation, Metric::Euclidean, Output::F1, [0.5, 2.25], &mut ());
/// let f2 = worley(&permutation, Metric::Euclidean, Output::F2, [0.5, 2.25], &mut ());
/// assert!(0.0 <= f1 && f1 <= f2);
/// ```
pub fn worley<const N: usize>(
    permutation: &Permutation,
    metric: Metric,
    output: Output,
    p: [f64; N],
    observer: &mut (impl Observer + ?Sized),
) -> f64 {
    let nearest = nearest(permutation, metric, p, observer);
    match output {
        Output::F1 => nearest.f1,
        Output::F2 => nearest.f2,
        Output::F2MinusF1 => nearest.f2 - nearest.f1,
        Output::Cell => 2.0 * unit(further_word(nearest.hash, N as u32)) - 1.0,
    }
}

/// Finds the two feature points nearest to `p`, searching cells ring by ring.
///
/// Ring k holds the cells whose largest step from the cell of `p`, along any axis, is k. In every
/// metric a distance is at least its largest component. So a point in ring k is at least
/// `k − 1 + margin` away, where `margin` is the distance from `p` to the nearest face of its own
/// cell. If that is at least the F2 found so far, F2 is final. Rings 0 and 1 hold two points that
/// are at most 2N away, so the search ends before ring `2N + 1`.
pub fn nearest<const N: usize>(
    permutation: &Permutation,
    metric: Metric,
    p: [f64; N],
    observer: &mut (impl Observer + ?Sized),
) -> Nearest<N> {
    let mut base = [0; N];
    let mut fraction = [0.0; N];
    for axis in 0..N {
        (base[axis], fraction[axis]) = cell_and_fraction(p[axis]);
    }
    observer.cell(&base, &fraction);
    let margin = fraction.iter().fold(0.5, |min, f| f64::min(min, f.min(1.0 - f)));

    let mut result =
        Nearest { f1: f64::INFINITY, f2: f64::INFINITY, cell: [0; N], hash: 0, offset: [0.0; N] };
    for ring in 0..=2 * N as i32 + 1 {
        let min_distance = metric.comparable(&[f64::from(ring - 1) + margin]);
        if ring > 0 && result.f2 <= min_distance {
            break;
        }
        visit_ring(ring, |step: [i32; N]| {
            let cell: [i64; N] =
                std::array::from_fn(|axis| base[axis].wrapping_add(i64::from(step[axis])));
            let hash = permutation.forward_observed(&cell, observer);
            let feature = feature_point::<N>(hash);
            let offset: [f64; N] =
                std::array::from_fn(|axis| fraction[axis] - f64::from(step[axis]) - feature[axis]);
            let distance = metric.comparable(&offset);
            let influence = metric.distance(distance);
            let pick = Pick::Words { words: N as u32, tries: 1 };
            let corner = Corner::blended(&cell, (hash, pick), &offset, influence);
            // The weight is 0, because it is not yet known whether this feature point is one of the
            // two nearest.
            observer.corner(Corner { weight: 0.0, ..corner });
            if distance < result.f1 {
                result = Nearest { f1: distance, f2: result.f1, cell, hash, offset };
            } else if distance < result.f2 {
                result.f2 = distance;
            }
        });
    }
    Nearest { f1: metric.distance(result.f1), f2: metric.distance(result.f2), ..result }
}

/// Calls `visit` with every step whose largest component is ±`ring`. A step is an offset in cells.
fn visit_ring<const N: usize>(ring: i32, mut visit: impl FnMut([i32; N])) {
    let mut step = [-ring; N];
    loop {
        if step.iter().any(|s| s.abs() == ring) {
            visit(step);
        }
        // Go on to the next step, counting up the first axis fastest
        let Some(axis) = step.iter().position(|&s| s < ring) else { return };
        step[axis] += 1;
        step[..axis].fill(-ring);
    }
}

impl Metric {
    /// A number with the order of distances: distance² in the Euclidean metric, else the distance.
    fn comparable(self, offset: &[f64]) -> f64 {
        match self {
            Self::Euclidean => offset.iter().fold(0.0, |sum, d| sum + d * d),
            Self::Manhattan => offset.iter().fold(0.0, |sum, d| sum + d.abs()),
            Self::Chebyshev => offset.iter().fold(0.0, |largest, d| f64::max(largest, d.abs())),
        }
    }

    fn distance(self, comparable: f64) -> f64 {
        if self == Self::Euclidean { comparable.sqrt() } else { comparable }
    }
}

/// The place of the feature point in a cell with the number `hash`: [0, 1) on each axis.
fn feature_point<const N: usize>(hash: u32) -> [f64; N] {
    // Word `axis` gives the place along that axis, and word N the cell's value.
    std::array::from_fn(|axis| f64::from(further_word(hash, axis as u32)) / 4_294_967_296.0)
}

/// Maps a word to [0, 1], both ends included.
fn unit(word: u32) -> f64 {
    f64::from(word) / f64::from(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::Seed;
    use proptest::prelude::*;

    const METRICS: [Metric; 3] = [Metric::Euclidean, Metric::Manhattan, Metric::Chebyshev];

    /// F1 and F2 over all feature points of a block 13 cells wide.
    fn brute_force<const N: usize>(
        permutation: &Permutation,
        metric: Metric,
        p: [f64; N],
    ) -> [f64; 2] {
        let mut distances = Vec::new();
        for ring in 0..=6 {
            visit_ring(ring, |step: [i32; N]| {
                let cell: [i64; N] =
                    std::array::from_fn(|axis| p[axis].floor() as i64 + i64::from(step[axis]));
                let feature = feature_point::<N>(permutation.forward(&cell));
                let offset: [f64; N] =
                    std::array::from_fn(|axis| p[axis] - cell[axis] as f64 - feature[axis]);
                distances.push(metric.distance(metric.comparable(&offset)));
            });
        }
        distances.sort_by(f64::total_cmp);
        [distances[0], distances[1]]
    }

    fn check_against_brute_force<const N: usize>(seed: u64, p: [f64; N]) {
        let permutation = Permutation::Hash(Seed(seed));
        for metric in METRICS {
            let found = nearest(&permutation, metric, p, &mut ());
            let [f1, f2] = brute_force(&permutation, metric, p);
            assert!(
                (found.f1 - f1).abs() < 1e-12 && (found.f2 - f2).abs() < 1e-12,
                "{metric:?} {found:?} {f1} {f2}"
            );
        }
    }

    #[test]
    fn rings_hold_each_cell_once() {
        for ring in 0..4 {
            let mut visited = std::collections::HashSet::new();
            visit_ring(ring, |step: [i32; 3]| assert!(visited.insert(step)));
            let cube = |k: i32| (2 * k + 1).pow(3);
            let inner = if ring == 0 { 0 } else { cube(ring - 1) };
            assert_eq!(visited.len() as i32, cube(ring) - inner);
        }
    }

    proptest! {
        #[test]
        fn distances_in_2d_are_exact(seed: u64, x in -100.0..100.0, y in -100.0..100.0) {
            check_against_brute_force(seed, [x, y]);
        }

        #[test]
        fn distances_in_3d_are_exact(seed in 0u64..50, x in -9.0..9.0, y in -9.0..9.0, z in -9.0..9.0) {
            check_against_brute_force(seed, [x, y, z]);
        }
    }

    #[test]
    fn cell_values_are_uniform_and_constant_in_a_region() {
        let permutation = Permutation::Hash(Seed(2));
        let mut sum = 0.0;
        for index in 0..20_000 {
            let p = [f64::from(index % 200) * 1.37, f64::from(index / 200) * 2.11];
            let value = worley(&permutation, Metric::Euclidean, Output::Cell, p, &mut ());
            assert!((-1.0..=1.0).contains(&value));
            sum += value;
            let found = nearest(&permutation, Metric::Euclidean, p, &mut ());
            let point = [p[0] - found.offset[0], p[1] - found.offset[1]];
            assert_eq!(
                worley(&permutation, Metric::Euclidean, Output::Cell, point, &mut ()),
                value
            );
        }
        assert!((sum / 20_000.0).abs() < 0.03, "mean {}", sum / 20_000.0);
    }
}
