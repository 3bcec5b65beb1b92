//! Warped lattice noise in f64 lanes, where f32 is too coarse ([`super::precision`]).
//!
//! The kernel takes the steps of the reference. A strong warp magnifies errors of the sample
//! position, so everything is in f64 except the last rounding. Samples share no data, because they
//! rarely lie in the same cell.

use super::axis::{distance_in_piece, fade_lanes};
use super::corner::Proximity;
use super::jets::{blend, composed, product, times};
use super::lane_permutation::LaneCells;
use super::moved::Places;
use super::precise_samples::{at_most_one, magnitude, rounded_magnitude, rounded_to_one};
use super::precise_words::{hashed, looked_up, sine};
use super::simd::{Double, Float, Kernel, MAX_LANES, Simd};
use super::weighted::{DISPLACED, DISPLACING, WeightedOctave};
use super::{Grid, GridNoise};
use crate::fade::Fade;
use crate::fractal::{Fractal, FractalKind, RIDGE_FEEDBACK};
use crate::octave::Octave;
use crate::warp::OFFSET;

impl GridNoise {
    /// Fills a grid of lattice noise with samples of N numbers.
    pub(super) fn fill_precisely<'a, const N: usize>(
        &'a self,
        proximity: Proximity,
        grid: &Grid,
        places: &'a Places<'a>,
        out: [&mut [f32]; N],
    ) {
        let limit = grid.band_limit_m * self.frequency_per_m;
        let octaves = self.weighted_octaves(limit, 0);
        let (octaves, size) = (&octaves[..], grid.size);
        let kernel = PreciseKernel { noise: self, proximity, octaves, places, size, out };
        match proximity.order {
            0 => self.level.run(OfOrder::<0, N>(kernel)),
            1 => self.level.run(OfOrder::<1, N>(kernel)),
            _ => self.level.run(OfOrder::<2, N>(kernel)),
        }
    }
}

struct PreciseKernel<'a, 'o, const N: usize> {
    noise: &'a GridNoise,
    proximity: Proximity,
    octaves: &'a [WeightedOctave<'a>],
    places: &'a Places<'a>,
    size: [usize; 2],
    out: [&'o mut [f32]; N],
}

/// The kernel for an order that is a constant at compile time.
struct OfOrder<'a, 'o, const ORDER: usize, const N: usize>(PreciseKernel<'a, 'o, N>);

impl<const ORDER: usize, const N: usize> Kernel for OfOrder<'_, '_, ORDER, N> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let [width, height] = self.0.size;
        let frequency_per_m = self.0.noise.frequency_per_m;
        let mut places = [0, 1].map(|_| vec![0.0; width.next_multiple_of(S::LANES)]);
        for row in 0..height {
            let [x, y] = &mut places;
            for (column, (x, y)) in x.iter_mut().zip(y).enumerate() {
                let column = usize::min(column, width - 1);
                [*x, *y] =
                    self.0.places.sample_position(row * width + column, width, frequency_per_m);
            }
            for first in (0..width).step_by(S::LANES) {
                let at = [simd.load_f64(&places[0][first..]), simd.load_f64(&places[1][first..])];
                let sample = self.warped(simd, at);
                let mut lanes = [0.0; MAX_LANES];
                let count = usize::min(S::LANES, width - first);
                for number in 0..N {
                    let number_per_m = match number {
                        0 => sample[0],
                        _ => sample[number] * simd.f64(frequency_per_m),
                    };
                    number_per_m.to_f32().store(&mut lanes);
                    self.0.out[number][row * width + first..][..count]
                        .copy_from_slice(&lanes[..count]);
                }
            }
        }
    }
}

impl<const ORDER: usize, const N: usize> OfOrder<'_, '_, ORDER, N> {
    /// Samples the noise at the position that the warp displaces, as [`crate::Warp::bend`] does.
    #[inline(always)]
    fn warped<S: Simd>(&self, simd: S, start: [S::D; 2]) -> [S::D; N] {
        let warp = self.0.noise.warp;
        let (strength, frequency) = (simd.f64(warp.strength), simd.f64(warp.frequency));
        let offset = [simd.f64(OFFSET[0]), simd.f64(OFFSET[1])];
        // The coordinate on each axis, with its slopes
        let mut start = [[start[0]; N], [start[1]; N]];
        for (axis, start) in start.iter_mut().enumerate() {
            for (i, slope) in start.iter_mut().enumerate().skip(1) {
                *slope = simd.f64(if i == axis + 1 { 1.0 } else { 0.0 });
            }
        }
        let mut bent = start;
        for _ in 0..warp.times {
            let [x, y] = [bent[0][0] * frequency, bent[1][0] * frequency];
            let displacements = [
                self.sum::<S, DISPLACING>(simd, [x, y]),
                self.sum::<S, DISPLACING>(simd, [x + offset[0], y + offset[1]]),
            ];
            let before = bent;
            for axis in 0..2 {
                bent[axis][0] = start[axis][0] + displacements[axis][0] * strength;
                let slopes = composed::<S, N>(displacements[axis], before);
                for i in 1..N {
                    bent[axis][i] = start[axis][i] + slopes[i] * frequency * strength;
                }
            }
        }
        composed::<S, N>(self.sum::<S, DISPLACED>(simd, [bent[0][0], bent[1][0]]), bent)
    }

    /// Sums the octaves, as [`Fractal::sum`] does.
    #[inline(always)]
    fn sum<S: Simd, const WHICH: usize>(&self, simd: S, at: [S::D; 2]) -> [S::D; N] {
        let Fractal { kind, offset, rounding, divisor, octave_mean, .. } =
            *self.0.noise.noise.fractal();
        let (centre, reach) = self.0.noise.noise.recentring();
        let at = self.0.noise.within_period(simd, at);
        let (zero, one, mean) = (simd.f64(0.0), simd.f64(1.0), simd.f64(octave_mean));
        let (mut sum, mut feedback) = ([zero; N], [zero; N]);
        feedback[0] = one;
        for octave in self.0.octaves {
            // The octave's value, faded towards its mean
            let weight = octave.weights[WHICH];
            let mut signal = [zero; N];
            signal[0] = mean;
            if weight > 0.0 {
                let mut basis = self.basis(simd, octave, at);
                basis[0] = basis[0] - simd.f64(centre);
                for number in &mut basis {
                    *number = *number / simd.f64(reach);
                }
                let shaped = shaped(simd, kind, basis, [offset, rounding]);
                signal[0] = mean + (shaped[0] - mean) * simd.f64(weight);
                for i in 1..N {
                    signal[i] = shaped[i] * simd.f64(weight);
                }
            }

            // The octave's contribution, and the feedback to the next octave
            let amplitude = simd.f64(octave.octave.amplitude);
            let contribution = match kind {
                FractalKind::Ridged => {
                    let ridge = product::<S, N>(signal, feedback);
                    feedback =
                        fed_back(simd, times::<S, N>(ridge, simd.f64(RIDGE_FEEDBACK)), rounding);
                    times::<S, N>(ridge, amplitude)
                }
                FractalKind::Hybrid => {
                    let weighted = product::<S, N>(times::<S, N>(signal, amplitude), feedback);
                    feedback = fed_back(simd, weighted, rounding);
                    weighted
                }
                _ => times::<S, N>(signal, amplitude),
            };
            for i in 0..N {
                sum[i] = sum[i] + contribution[i];
            }
        }
        for number in &mut sum {
            *number = *number / simd.f64(divisor);
        }
        sum
    }

    /// Samples the basis of an octave for the point `at`.
    #[inline(always)]
    fn basis<S: Simd>(&self, simd: S, octave: &WeightedOctave, at: [S::D; 2]) -> [S::D; N] {
        let &Octave { frequency, rotation, .. } = octave.octave;
        let [x, y] = octave.place(simd, at);
        let cell = [x.floor(), y.floor()];
        let (u, v) = (x - cell[0], y - cell[1]);
        let one = simd.f64(1.0);
        let mut corners = [[simd.f64(0.0); N]; 4];
        let numbers = octave.numbers.corner_numbers(simd, &LaneCells::Far(cell));
        for (i, (corner, number)) in corners.iter_mut().zip(numbers).enumerate() {
            let u = if i & 1 == 0 { u } else { u - one };
            let v = if i >> 1 == 0 { v } else { v - one };
            *corner = self.proximity(simd, octave, number, [u, v]);
        }
        let fade = self.0.noise.fade();
        let (across, down) = (faded::<S, N>(simd, fade, u), faded::<S, N>(simd, fade, v));
        let above = blend::<S, N>([corners[0], corners[1]], 0, across);
        let below = blend::<S, N>([corners[2], corners[3]], 0, across);
        let mut sample = blend::<S, N>([above, below], 1, down);
        if N > 1 {
            let scale = simd.f64(frequency);
            let slopes = [sample[1] * scale, sample[2] * scale];
            [sample[1], sample[2]] = slopes;
            if let Some([cos, sin]) = rotation {
                let (cos, sin) = (simd.f64(cos), simd.f64(sin));
                sample[1] = cos * slopes[0] + sin * slopes[1];
                sample[2] = cos * slopes[1] - sin * slopes[0];
            }
        }
        sample
    }

    /// The proximity of a lattice point with this number: its polynomial at the offset (u, v).
    #[inline(always)]
    fn proximity<S: Simd>(
        &self,
        simd: S,
        octave: &WeightedOctave,
        number: S::I,
        [u, v]: [S::D; 2],
    ) -> [S::D; N] {
        let [a, b, c, d, e] = match octave.coefficient_table.is_empty() {
            true => hashed::<S, ORDER>(simd, self.0.proximity.gradients, number),
            false => looked_up::<S, ORDER>(simd, octave.coefficient_table, number),
        };
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
            let mut out = times::<S, N>(magnitude(), simd.f64(2.0));
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
fn fed_back<S: Simd, const N: usize>(simd: S, octave: [S::D; N], rounding: f64) -> [S::D; N] {
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
