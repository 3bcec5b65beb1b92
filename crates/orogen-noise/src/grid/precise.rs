//! Warped lattice noise in f64 lanes, where f32 is too coarse ([`super::precision`]).
//!
//! The kernel takes the steps of the reference. A strong warp magnifies errors of the sample
//! position, so everything is in f64 except the last rounding.
//!
//! A vector goes down its columns, as in `points`. For each octave of each sum it keeps the numbers
//! of the corners of its cells, until a lane leaves its cell.

use super::axis::{distance_in_piece, fade_lanes};
use super::corner::CornerPolynomial;
use super::jets::{blend, composed, divide, product, scale};
use super::lane_hash::Vectors;
use super::lane_permutation::LaneCells;
use super::moved::Places;
use super::precise_coefficients::{hash_coefficients, look_up_coefficients, sine};
use super::precise_samples::{at_most_one, magnitude, rounded_magnitude, rounded_to_one};
use super::simd::{Double, Float, Kernel, MAX_LANES, Simd};
use super::tile::{MAX_ROWS, pieces};
use super::weighted::{DISPLACED_NOISE, DISPLACING_NOISE, WeightedOctave};
use super::{Grid, GridNoise};
use crate::fade::Fade;
use crate::fractal::{Fractal, FractalKind, RIDGE_FEEDBACK};
use crate::octave::Octave;
use crate::warp::OFFSET;

impl GridNoise {
    /// Fills a grid of lattice noise with samples of N numbers.
    pub(super) fn fill_precisely<'a, const N: usize>(
        &'a self,
        polynomial: CornerPolynomial,
        grid: &Grid,
        places: &'a Places<'a>,
        out: [&mut [f32]; N],
    ) {
        let limit = grid.band_limit_m * self.frequency_per_m;
        let octaves = self.weighted_octaves(limit, 0);
        let (octaves, size) = (&octaves[..], grid.size);
        let vectors = &Vectors::new(polynomial.gradients, 1.0);
        let kernel = PreciseKernel { noise: self, polynomial, vectors, octaves, places, size, out };
        match polynomial.order {
            0 => self.level.run(PreciseKernelOfOrder::<0, N>(kernel)),
            1 => self.level.run(PreciseKernelOfOrder::<1, N>(kernel)),
            _ => self.level.run(PreciseKernelOfOrder::<2, N>(kernel)),
        }
    }
}

struct PreciseKernel<'a, 'o, const N: usize> {
    noise: &'a GridNoise,
    polynomial: CornerPolynomial,
    /// The vectors that the hash's numbers pick.
    vectors: &'a Vectors,
    octaves: &'a [WeightedOctave<'a>],
    places: &'a Places<'a>,
    size: [usize; 2],
    out: [&'o mut [f32]; N],
}

/// The kernel for an order that is a constant at compile time.
struct PreciseKernelOfOrder<'a, 'o, const ORDER: usize, const N: usize>(PreciseKernel<'a, 'o, N>);

/// The cells in which the last vector of an octave lay, and the numbers of their corners.
#[derive(Clone, Copy)]
struct LastOctaveCells<S: Simd> {
    cell: [S::D; 2],
    numbers: [S::I; 4],
}

impl<S: Simd> LastOctaveCells<S> {
    /// No cells yet: no sample's cell is equal to NaN.
    #[inline(always)]
    fn none(simd: S) -> Self {
        Self { cell: [simd.f64(f64::NAN); 2], numbers: [simd.u32(0); 4] }
    }
}

impl<const ORDER: usize, const N: usize> Kernel for PreciseKernelOfOrder<'_, '_, ORDER, N> {
    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) {
        let [width, height] = self.0.size;
        let frequency_per_m = self.0.noise.frequency_per_m;
        let sum_count = 2 * self.0.noise.warp.times as usize + 1;
        let mut last = vec![LastOctaveCells::none(simd); sum_count * self.0.octaves.len()];
        for rows in pieces(height, MAX_ROWS, 1) {
            for first in (0..width).step_by(S::LANES) {
                let count = usize::min(S::LANES, width - first);
                for row in rows.clone() {
                    let [mut x, mut y] = [[0.0; MAX_LANES]; 2];
                    for lane in 0..S::LANES {
                        let column = first + usize::min(lane, count - 1);
                        [x[lane], y[lane]] =
                            self.0.places.sample_position([column, row], width, frequency_per_m);
                    }
                    let point = [simd.load_f64(&x), simd.load_f64(&y)];
                    let mut sample = self.warped(simd, &mut last, point);
                    for slope in sample.iter_mut().skip(1) {
                        *slope = *slope * simd.f64(frequency_per_m);
                    }
                    for (out, number) in self.0.out.iter_mut().zip(sample) {
                        let mut lanes = [0.0; MAX_LANES];
                        number.to_f32().store(&mut lanes);
                        out[row * width + first..][..count].copy_from_slice(&lanes[..count]);
                    }
                }
            }
        }
    }
}

impl<const ORDER: usize, const N: usize> PreciseKernelOfOrder<'_, '_, ORDER, N> {
    /// Samples the noise at the position that the warp displaces, as [`crate::Warp::displace`] does.
    #[inline(always)]
    fn warped<S: Simd>(
        &self,
        simd: S,
        last: &mut [LastOctaveCells<S>],
        start: [S::D; 2],
    ) -> [S::D; N] {
        let warp = self.0.noise.warp;
        let (strength, frequency) = (simd.f64(warp.strength), simd.f64(warp.frequency));
        // The coordinate on each axis, with its slopes
        let mut start = [[start[0]; N], [start[1]; N]];
        for (axis, start) in start.iter_mut().enumerate() {
            for (i, slope) in start.iter_mut().enumerate().skip(1) {
                *slope = simd.f64(if i == axis + 1 { 1.0 } else { 0.0 });
            }
        }
        let (mut position, mut previous) = (start, start);
        let displacements = 2 * warp.times as usize;
        // One loop computes both displacements of each iteration and the noise itself, so that the
        // long inlined code of a sum exists only once
        let mut index = 0;
        loop {
            let axis = index % 2;
            if axis == 0 {
                previous = position;
            }
            let mut point = [previous[0][0], previous[1][0]];
            let is_displaced = index == displacements;
            if !is_displaced {
                point = [point[0] * frequency, point[1] * frequency];
            }
            if axis == 1 {
                point = [point[0] + simd.f64(OFFSET[0]), point[1] + simd.f64(OFFSET[1])];
            }
            let weight_index = if is_displaced { DISPLACED_NOISE } else { DISPLACING_NOISE };
            let last = &mut last[index * self.0.octaves.len()..][..self.0.octaves.len()];
            let noise = self.sum(simd, weight_index, last, point);
            let composed_noise = composed::<S, N>(noise, previous);
            if is_displaced {
                return composed_noise;
            }
            position[axis][0] = start[axis][0] + noise[0] * strength;
            for i in 1..N {
                position[axis][i] = start[axis][i] + composed_noise[i] * frequency * strength;
            }
            index += 1;
        }
    }

    /// Sums the octaves, as [`Fractal::sum`] does.
    #[inline(always)]
    fn sum<S: Simd>(
        &self,
        simd: S,
        weight_index: usize,
        last: &mut [LastOctaveCells<S>],
        point: [S::D; 2],
    ) -> [S::D; N] {
        let Fractal { kind, offset, rounding, divisor, octave_mean, .. } =
            *self.0.noise.noise.fractal();
        let (centre, reach) = self.0.noise.noise.recentring();
        let point = self.0.noise.within_period(simd, point);
        let (zero, one, mean) = (simd.f64(0.0), simd.f64(1.0), simd.f64(octave_mean));
        let (mut sum, mut feedback) = ([zero; N], [zero; N]);
        feedback[0] = one;
        for (octave, last) in self.0.octaves.iter().zip(last) {
            // The octave's value, faded towards its mean
            let weight = octave.weights[weight_index];
            let mut signal = [zero; N];
            signal[0] = mean;
            if weight > 0.0 {
                let mut basis = self.basis(simd, octave, last, point);
                basis[0] = basis[0] - simd.f64(centre);
                let basis = divide::<S, N>(simd, basis, reach);
                let shaped = shaped(simd, kind, basis, [offset, rounding]);
                signal = shaped;
                // For a full octave with mean 0, these steps would change only the sign of zeros,
                // which the sum ignores
                if weight != 1.0 || octave_mean != 0.0 {
                    signal[0] = mean + (shaped[0] - mean) * simd.f64(weight);
                    for i in 1..N {
                        signal[i] = shaped[i] * simd.f64(weight);
                    }
                }
            }

            // The octave's contribution, and the feedback to the next octave
            let amplitude = simd.f64(octave.octave.amplitude);
            let contribution = match kind {
                FractalKind::Ridged => {
                    let ridge = product::<S, N>(signal, feedback);
                    feedback = clamp_feedback(
                        simd,
                        scale::<S, N>(ridge, simd.f64(RIDGE_FEEDBACK)),
                        rounding,
                    );
                    scale::<S, N>(ridge, amplitude)
                }
                FractalKind::Hybrid => {
                    let weighted = product::<S, N>(scale::<S, N>(signal, amplitude), feedback);
                    feedback = clamp_feedback(simd, weighted, rounding);
                    weighted
                }
                _ => scale::<S, N>(signal, amplitude),
            };
            for i in 0..N {
                sum[i] = sum[i] + contribution[i];
            }
        }
        divide::<S, N>(simd, sum, divisor)
    }

    /// Samples the basis of an octave for `point`.
    #[inline(always)]
    fn basis<S: Simd>(
        &self,
        simd: S,
        octave: &WeightedOctave,
        last: &mut LastOctaveCells<S>,
        point: [S::D; 2],
    ) -> [S::D; N] {
        let PreciseKernel { polynomial, vectors, .. } = self.0;
        let &Octave { frequency, rotation, .. } = octave.octave;
        let [x, y] = octave.place(simd, point);
        let cell = [x.floor(), y.floor()];
        let (u, v) = (x - cell[0], y - cell[1]);
        let one = simd.f64(1.0);
        if cell[0].any_ne(last.cell[0]) || cell[1].any_ne(last.cell[1]) {
            let numbers =
                octave.permutation.corner_numbers(simd, &LaneCells::from_whole(simd, cell));
            *last = LastOctaveCells { cell, numbers };
        }
        let coefficients = match octave.coefficient_table.is_empty() {
            true => {
                hash_coefficients::<S, ORDER>(simd, polynomial.gradients, vectors, last.numbers)
            }
            false => look_up_coefficients::<S, ORDER>(simd, octave.coefficient_table, last.numbers),
        };
        let mut corners = [[simd.f64(0.0); N]; 4];
        for (i, (corner, coefficients)) in corners.iter_mut().zip(coefficients).enumerate() {
            let u = if i & 1 == 0 { u } else { u - one };
            let v = if i >> 1 == 0 { v } else { v - one };
            *corner = corner_polynomial::<S, ORDER, N>(simd, coefficients, [u, v]);
        }
        let fade = self.0.noise.fade();
        let (fade_x, fade_y) = (faded::<S, N>(simd, fade, u), faded::<S, N>(simd, fade, v));
        let above = blend::<S, N>([corners[0], corners[1]], 0, fade_x);
        let below = blend::<S, N>([corners[2], corners[3]], 0, fade_x);
        let mut sample = blend::<S, N>([above, below], 1, fade_y);
        if N > 1 {
            let frequency = simd.f64(frequency);
            let slopes = [sample[1] * frequency, sample[2] * frequency];
            [sample[1], sample[2]] = slopes;
            if let Some([cos, sin]) = rotation {
                let (cos, sin) = (simd.f64(cos), simd.f64(sin));
                sample[1] = cos * slopes[0] + sin * slopes[1];
                sample[2] = cos * slopes[1] - sin * slopes[0];
            }
        }
        sample
    }
}

/// The polynomial of a lattice point at the offset (u, v), with its slopes.
#[inline(always)]
fn corner_polynomial<S: Simd, const ORDER: usize, const N: usize>(
    simd: S,
    [a, b, c, d, e]: [S::D; 5],
    [u, v]: [S::D; 2],
) -> [S::D; N] {
    let mut out = [simd.f64(0.0); N];
    out[0] = match ORDER {
        0 => a,
        1 => a * u + b * v,
        _ => (a * u + b * v) + ((c * u * u + d * u * v) + e * v * v),
    };
    if N > 1 && ORDER > 0 {
        [out[1], out[2]] = [a, b];
    }
    if N > 1 && ORDER > 1 {
        let two = simd.f64(2.0);
        out[1] = a + (two * c * u + d * v);
        out[2] = b + (d * u + two * e * v);
    }
    out
}

/// The fade at t, and its slope if the samples have slopes.
#[inline(always)]
fn faded<S: Simd, const N: usize>(simd: S, fade: Fade, t: S::D) -> [S::D; 2] {
    let value = precise_fade(simd, fade, t);
    [value, if N > 1 { precise_fade_slope(simd, fade, t) } else { value }]
}

/// Turns a basis value into the value of an octave, by the kind of fractal.
#[inline(always)]
fn shaped<S: Simd, const N: usize>(
    simd: S,
    kind: FractalKind,
    n: [S::D; N],
    [offset, rounding]: [f64; 2],
) -> [S::D; N] {
    let magnitude = || match rounding {
        0.0 => magnitude(simd, n),
        width => rounded_magnitude(simd, n, width),
    };
    match kind {
        FractalKind::None | FractalKind::Fbm => n,
        FractalKind::Turbulence => magnitude(),
        FractalKind::Billow => {
            let mut out = scale::<S, N>(magnitude(), simd.f64(2.0));
            out[0] = out[0] - simd.f64(1.0);
            out
        }
        FractalKind::Ridged => {
            let mut ridge = magnitude();
            ridge[0] = simd.f64(offset) - ridge[0];
            for slope in ridge.iter_mut().skip(1) {
                *slope = simd.f64(0.0) - *slope;
            }
            product::<S, N>(ridge, ridge)
        }
        FractalKind::Hybrid => {
            let mut out = n;
            out[0] = n[0] + simd.f64(offset);
            out
        }
    }
}

/// The feedback from an octave to the next one.
#[inline(always)]
fn clamp_feedback<S: Simd, const N: usize>(simd: S, octave: [S::D; N], rounding: f64) -> [S::D; N] {
    match rounding {
        0.0 => at_most_one(simd, octave),
        width => rounded_to_one(simd, octave, width),
    }
}

/// [`Fade::value`].
#[inline(always)]
fn precise_fade<S: Simd>(simd: S, fade: Fade, t: S::D) -> S::D {
    match fade {
        Fade::Cosine => {
            let sine = sine(simd, t * simd.f64(std::f64::consts::FRAC_PI_2));
            sine * sine
        }
        _ => fade_lanes(simd, fade, t),
    }
}

/// [`Fade::slope`].
#[inline(always)]
fn precise_fade_slope<S: Simd>(simd: S, fade: Fade, t: S::D) -> S::D {
    let one = simd.f64(1.0);
    match fade {
        Fade::Linear => one,
        Fade::Cubic => simd.f64(6.0) * t * (one - t),
        Fade::Quintic => {
            let product = t * (one - t);
            simd.f64(30.0) * product * product
        }
        // The slope is π sin(πt/2) cos(πt/2), and cos(πt/2) = sin(π(1 − t)/2).
        Fade::Cosine => {
            let quarter = simd.f64(std::f64::consts::FRAC_PI_2);
            simd.f64(std::f64::consts::PI)
                * sine(simd, t * quarter)
                * sine(simd, (one - t) * quarter)
        }
        Fade::Step => simd.f64(0.0),
        Fade::Custom(curve) => {
            let mut sum = simd.f64(0.0);
            for (piece, [_, square, cube]) in curve.pieces() {
                let s = distance_in_piece(simd, t, piece);
                sum = sum + s * (simd.f64(2.0 * square) + s * simd.f64(3.0 * cube));
            }
            sum
        }
    }
}
