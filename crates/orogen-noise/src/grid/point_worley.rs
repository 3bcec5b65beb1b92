//! Worley noise at any positions, in vector lanes of f32.

use super::lane_hash::{Centred, fractions, further_words};
use super::lane_permutation::{LaneCells, LanePermutation};
use super::point_basis::PointBasis;
use super::simd::{Float, Mask, Simd};
use crate::metric::Metric;
use crate::permutation::Permutation;
use crate::worley::Output;
use std::ops::Range;

/// Two-dimensional Worley noise that is sampled at any positions.
pub(super) struct PointWorley<'a> {
    permutation: LanePermutation<'a>,
    metric: Metric,
    output: Output,
    scale: f64,
    centred: Centred,
}

/// Worley noise with two constants at compile time.
///
/// `EUCLIDEAN` is true for the Euclidean metric, `BEYOND_F1` if the output is anything but F1.
pub(super) struct WorleyKernel<'a, const EUCLIDEAN: bool, const BEYOND_F1: bool>(
    pub PointWorley<'a>,
);

impl<'a> PointWorley<'a> {
    /// Makes the noise, with all values multiplied by `scale`.
    pub fn new(permutation: &'a Permutation, metric: Metric, output: Output, scale: f64) -> Self {
        Self {
            permutation: LanePermutation::new(permutation, 0),
            metric,
            output,
            scale,
            centred: Centred::new(scale),
        }
    }
}

/// The steps to 25 cells: the sample's own cell, its eight neighbours, and the ring around these.
const STEPS: [[i32; 2]; 25] = steps();

/// The number of cells without the outer ring.
const NEIGHBOURS: usize = 9;

const fn steps() -> [[i32; 2]; 25] {
    let mut steps = [[0; 2]; 25];
    let mut count = 0;
    let mut ring = 0;
    while ring <= 2 {
        let mut y = -ring;
        while y <= ring {
            let mut x = -ring;
            while x <= ring {
                if x == ring || x == -ring || y == ring || y == -ring {
                    steps[count] = [x, y];
                    count += 1;
                }
                x += 1;
            }
            y += 1;
        }
        ring += 1;
    }
    steps
}

/// The feature points around a cell, as offsets from its lowest corner, and the cells' numbers.
pub(super) struct CellFeatures<S: Simd> {
    features: [[S::F; 2]; 25],
    numbers: [S::I; 25],
    /// The number of feature points computed so far: 0, 9 (up to the neighbours) or all 25.
    feature_count: usize,
}

/// The two nearest feature points: their distances, as [`Metric::comparable`] gives them, and the
/// number of the nearest point's cell.
#[derive(Clone, Copy)]
struct LaneNearest<S: Simd> {
    f1: S::F,
    f2: S::F,
    number: S::I,
    /// The offsets of the sample from these two points, if samples have slopes.
    offsets: [[S::F; 2]; 2],
}

impl<const EUCLIDEAN: bool, const BEYOND_F1: bool> WorleyKernel<'_, EUCLIDEAN, BEYOND_F1> {
    /// Computes the feature points from number `cell_data.feature_count` up to number `end`.
    #[inline(always)]
    fn find_features<S: Simd>(
        &self,
        simd: S,
        cell: &LaneCells<S>,
        cell_data: &mut CellFeatures<S>,
        end: usize,
    ) {
        let permutation = &self.0.permutation;
        let none = simd.u32(0);
        let (mut columns, mut rows) = ([none; 5], [none; 5]);
        let reach = if end > NEIGHBOURS { 2 } else { 1 };
        for step in -reach..=reach {
            columns[(step + 2) as usize] = permutation.keys(simd, 0, cell, step);
            rows[(step + 2) as usize] = permutation.keys(simd, 1, cell, step);
        }
        for (index, &[x, y]) in STEPS.iter().enumerate().take(end).skip(cell_data.feature_count) {
            let number =
                permutation.combine(simd, columns[(x + 2) as usize], rows[(y + 2) as usize]);
            cell_data.features[index] = [
                fractions(simd, further_words(simd, number, 0)) + simd.f32(x as f32),
                fractions(simd, further_words(simd, number, 1)) + simd.f32(y as f32),
            ];
            cell_data.numbers[index] = number;
        }
        cell_data.feature_count = end;
    }

    /// Searches a range of the feature points for points nearer than `nearest`.
    #[inline(always)]
    fn search<S: Simd, const N: usize>(
        &self,
        simd: S,
        [u, v]: [S::F; 2],
        cell_data: &CellFeatures<S>,
        features: Range<usize>,
        mut nearest: LaneNearest<S>,
    ) -> LaneNearest<S> {
        let needs_cell = BEYOND_F1 && self.0.output == Output::Cell;
        for (&[x, y], &number) in
            cell_data.features[features.clone()].iter().zip(&cell_data.numbers[features])
        {
            let offset = [u - x, v - y];
            let distance = self.comparable(simd, offset[0], offset[1]);
            if N > 1 {
                let is_nearest = distance.lt(nearest.f1);
                let is_second = distance.lt(nearest.f2);
                let [first_offset, second_offset] = nearest.offsets;
                for axis in 0..2 {
                    if BEYOND_F1 {
                        let new_second = is_second.select(offset[axis], second_offset[axis]);
                        nearest.offsets[1][axis] =
                            is_nearest.select(first_offset[axis], new_second);
                    }
                    nearest.offsets[0][axis] = is_nearest.select(offset[axis], first_offset[axis]);
                }
            }
            if BEYOND_F1 {
                nearest.f2 = nearest.f1.max(distance).min(nearest.f2);
            }
            if needs_cell {
                nearest.number = distance.lt(nearest.f1).select_u32(number, nearest.number);
            }
            nearest.f1 = nearest.f1.min(distance);
        }
        nearest
    }

    /// A number that has the order of distances, as [`Metric::comparable`] gives it.
    #[inline(always)]
    fn comparable<S: Simd>(&self, simd: S, x: S::F, y: S::F) -> S::F {
        let _ = simd;
        if EUCLIDEAN {
            return x * x + y * y;
        }
        match self.0.metric {
            Metric::Chebyshev => x.abs().max(y.abs()),
            _ => x.abs() + y.abs(),
        }
    }

    #[inline(always)]
    fn distance<S: Simd>(&self, comparable: S::F) -> S::F {
        if EUCLIDEAN { comparable.sqrt() } else { comparable }
    }
}

impl<const EUCLIDEAN: bool, const BEYOND_F1: bool> WorleyKernel<'_, EUCLIDEAN, BEYOND_F1> {
    /// The slopes of the distance from a feature point, at an offset from it; zero at the point
    /// itself.
    #[inline(always)]
    fn slopes<S: Simd>(&self, simd: S, [x, y]: [S::F; 2], distance: S::F) -> [S::F; 2] {
        let (zero, one) = (simd.f32(0.0), simd.f32(1.0));
        if EUCLIDEAN {
            let inverse = zero.lt(distance).select(one / distance, zero);
            return [x * inverse, y * inverse];
        }
        let sign = |x: S::F| x.lt(zero).select(simd.f32(-1.0), one);
        match self.0.metric {
            Metric::Chebyshev => {
                let is_y_longer = x.abs().lt(y.abs());
                [is_y_longer.select(zero, sign(x)), is_y_longer.select(sign(y), zero)]
            }
            _ => [sign(x), sign(y)],
        }
    }
}

impl<const EUCLIDEAN: bool, const BEYOND_F1: bool> PointBasis
    for WorleyKernel<'_, EUCLIDEAN, BEYOND_F1>
{
    type CellData<S: Simd> = CellFeatures<S>;

    #[inline(always)]
    fn empty<S: Simd>(&self, simd: S) -> CellFeatures<S> {
        let (zero, none) = (simd.f32(0.0), simd.u32(0));
        CellFeatures { features: [[zero; 2]; 25], numbers: [none; 25], feature_count: 0 }
    }

    #[inline(always)]
    fn enter<S: Simd>(&self, simd: S, cell: &LaneCells<S>, cell_data: &mut CellFeatures<S>) {
        cell_data.feature_count = 0;
        self.find_features(simd, cell, cell_data, NEIGHBOURS);
    }

    #[inline(always)]
    fn sample<S: Simd, const N: usize>(
        &self,
        simd: S,
        fraction: [S::F; 2],
        cell: &LaneCells<S>,
        cell_data: &mut CellFeatures<S>,
    ) -> [S::F; N] {
        let (infinity, zeros) = (simd.f32(f32::INFINITY), [[simd.f32(0.0); 2]; 2]);
        let mut nearest =
            LaneNearest { f1: infinity, f2: infinity, number: simd.u32(0), offsets: zeros };
        nearest = self.search::<S, N>(simd, fraction, cell_data, 0..NEIGHBOURS, nearest);

        // Points of the outer ring are at least 1 + the distance to the nearest side of the cell
        // away. Further rings are never needed.
        let one = simd.f32(1.0);
        let [u, v] = fraction;
        let margin = u.min(one - u).min(v.min(one - v));
        let ring_distance = self.comparable(simd, one + margin, simd.f32(0.0));
        let needs_ring = match self.0.output {
            Output::F2 | Output::F2MinusF1 if BEYOND_F1 => ring_distance.lt(nearest.f2),
            _ => ring_distance.lt(nearest.f1),
        };
        if needs_ring.any() {
            if cell_data.feature_count == NEIGHBOURS {
                self.find_features(simd, cell, cell_data, STEPS.len());
            }
            // Change only the lanes that need the ring, so that no sample depends on others in its
            // vector
            let ring_nearest =
                self.search::<S, N>(simd, fraction, cell_data, NEIGHBOURS..STEPS.len(), nearest);
            nearest.f1 = needs_ring.select(ring_nearest.f1, nearest.f1);
            nearest.f2 = needs_ring.select(ring_nearest.f2, nearest.f2);
            nearest.number = needs_ring.select_u32(ring_nearest.number, nearest.number);
            for (offset, ring_offset) in nearest.offsets.iter_mut().zip(ring_nearest.offsets) {
                *offset = [
                    needs_ring.select(ring_offset[0], offset[0]),
                    needs_ring.select(ring_offset[1], offset[1]),
                ];
            }
        }

        let scale = simd.f32(self.0.scale as f32);
        let [first, second] = nearest.offsets;
        let (f1, f2) = (self.distance::<S>(nearest.f1), self.distance::<S>(nearest.f2));
        let mut sample = [simd.f32(0.0); N];
        sample[0] = match self.0.output {
            Output::F2 if BEYOND_F1 => f2 * scale,
            Output::F2MinusF1 if BEYOND_F1 => (f2 - f1) * scale,
            Output::Cell if BEYOND_F1 => {
                self.0.centred.lanes(simd, further_words(simd, nearest.number, 2))
            }
            _ => f1 * scale,
        };
        if N > 1 {
            let slopes = match self.0.output {
                Output::F2 if BEYOND_F1 => self.slopes(simd, second, f2),
                Output::F2MinusF1 if BEYOND_F1 => {
                    let (f2, f1) = (self.slopes(simd, second, f2), self.slopes(simd, first, f1));
                    [f2[0] - f1[0], f2[1] - f1[1]]
                }
                Output::Cell if BEYOND_F1 => [simd.f32(0.0); 2],
                _ => self.slopes(simd, first, f1),
            };
            [sample[1], sample[2]] = [slopes[0] * scale, slopes[1] * scale];
        }
        sample
    }
}
