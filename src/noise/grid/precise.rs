//! Warped lattice noise in f64, many samples at once: where f32 isn't enough
//! ([`super::precision`]).
//!
//! The steps are the reference's own. A strong warp makes as much of an error in where the noise is
//! sampled as of a step there, so that all of it is done in f64 but for the last rounding; nothing
//! is shared between samples, which rarely lie in one cell.

use super::axis::fade_lanes;
use super::corner::Proximity;
use super::numbers::{Cell, Numbers};
use super::simd::{Double, Float, Int, Kernel, MOST_LANES, Simd};
use super::words::{further_words, modulo_12};
use super::{Grid, GridNoise, GridOctave};
use crate::noise::fade::Fade;
use crate::noise::fractal::{Fractal, FractalKind, RIDGE_FEEDBACK};
use crate::noise::gradient::{CIRCLE_16, CUBE_EDGES, DIAGONALS_AND_AXES, GradientSet};
use crate::noise::octave::Octave;
use crate::noise::trig::{COS, SIN};
use crate::noise::warp::OFFSET;

impl GridNoise {
    /// Fills a grid of lattice noise whose columns and rows lie there, in units of the noise and in
    /// whole vectors.
    pub(super) fn fill_precisely<'a>(
        &'a self,
        proximity: Proximity,
        grid: &Grid,
        [columns, rows]: [&[f64]; 2],
        out: &mut [f32],
    ) {
        let limit = grid.band_limit_m * self.frequency_per_m;
        let octave = |of: &'a GridOctave| PreciseOctave {
            octave: &of.octave,
            numbers: Numbers::new(&of.permutations[1], 0),
            contents: &of.contents,
            weights: [limit * self.warp.frequency, limit].map(|limit| of.octave.band_weight(limit)),
        };
        let octaves: Vec<PreciseOctave> = self.octaves.iter().map(octave).collect();
        let kernel = PreciseKernel {
            noise: self,
            proximity,
            octaves: &octaves,
            columns,
            rows,
            width: grid.size[0],
            out,
        };
        match proximity.order {
            0 => self.level.run(OfOrder::<0>(kernel)),
            1 => self.level.run(OfOrder::<1>(kernel)),
            _ => self.level.run(OfOrder::<2>(kernel)),
        }
    }
}

/// An octave, and what is left of it under the band limit where the noise displaces, and where it
/// is displaced.
struct PreciseOctave<'a> {
    octave: &'a Octave,
    numbers: Numbers<'a>,
    /// What each of few numbers stands for.
    contents: &'a [[f64; 5]],
    weights: [f64; 2],
}

/// Which of an octave's weights counts.
const DISPLACING: usize = 0;
const DISPLACED: usize = 1;

struct PreciseKernel<'a, 'o> {
    noise: &'a GridNoise,
    proximity: Proximity,
    octaves: &'a [PreciseOctave<'a>],
    columns: &'a [f64],
    rows: &'a [f64],
    width: usize,
    out: &'o mut [f32],
}

/// With a proximity of an order known to the compiler.
struct OfOrder<'a, 'o, const ORDER: usize>(PreciseKernel<'a, 'o>);

impl<const ORDER: usize> Kernel for OfOrder<'_, '_, ORDER> {
    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) {
        let out = std::mem::take(&mut self.0.out);
        for (out, &y) in out.chunks_exact_mut(self.0.width).zip(self.0.rows) {
            for (out, x) in out.chunks_mut(S::LANES).zip(self.0.columns.chunks_exact(S::LANES)) {
                let mut samples = [0.0; MOST_LANES];
                self.warped(simd, [simd.load_f64(x), simd.f64(y)]).to_f32().store(&mut samples);
                out.copy_from_slice(&samples[..out.len()]);
            }
        }
    }
}

impl<const ORDER: usize> OfOrder<'_, '_, ORDER> {
    /// [`crate::noise::Warp::bend`], and the noise there.
    #[inline(always)]
    fn warped<S: Simd>(&self, simd: S, start: [S::D; 2]) -> S::D {
        let warp = self.0.noise.warp;
        let (strength, frequency) = (simd.f64(warp.strength), simd.f64(warp.frequency));
        let offset = [simd.f64(OFFSET[0]), simd.f64(OFFSET[1])];
        let mut bent = start;
        for _ in 0..warp.times {
            let [x, y] = [bent[0] * frequency, bent[1] * frequency];
            bent = [
                start[0] + self.sum::<S, DISPLACING>(simd, [x, y]) * strength,
                start[1]
                    + self.sum::<S, DISPLACING>(simd, [x + offset[0], y + offset[1]]) * strength,
            ];
        }
        self.sum::<S, DISPLACED>(simd, bent)
    }

    /// [`Fractal::sum`].
    #[inline(always)]
    fn sum<S: Simd, const WHICH: usize>(&self, simd: S, at: [S::D; 2]) -> S::D {
        let Fractal { kind, offset, divisor, octave_mean, .. } = *self.0.noise.noise.fractal();
        let (centre, reach) = self.0.noise.noise.recentring();
        let at = self.within_period(simd, at);
        let (one, mean) = (simd.f64(1.0), simd.f64(octave_mean));
        let (mut sum, mut feedback) = (simd.f64(0.0), one);
        for octave in self.0.octaves {
            // The octave's signal, faded to its mean
            let weight = octave.weights[WHICH];
            let mut signal = mean;
            if weight > 0.0 {
                let basis = (self.basis(simd, octave, at) - simd.f64(centre)) / simd.f64(reach);
                signal = mean + (shaped(simd, kind, basis, offset) - mean) * simd.f64(weight);
            }

            // Its contribution, and what it lets the next octave add
            let amplitude = simd.f64(octave.octave.amplitude);
            let contribution = match kind {
                FractalKind::Ridged => {
                    let ridge = signal * feedback;
                    feedback = (ridge * simd.f64(RIDGE_FEEDBACK)).min(one);
                    ridge * amplitude
                }
                FractalKind::Hybrid => {
                    let weighted = signal * amplitude * feedback;
                    feedback = weighted.min(one);
                    weighted
                }
                _ => signal * amplitude,
            };
            sum = sum + contribution;
        }
        sum / simd.f64(divisor)
    }

    #[inline(always)]
    fn within_period<S: Simd>(&self, simd: S, [x, y]: [S::D; 2]) -> [S::D; 2] {
        let Some([width, height]) = self.0.noise.period() else { return [x, y] };
        let (width, height) = (simd.f64(width), simd.f64(height));
        [x - width * (x / width).floor(), y - height * (y / height).floor()]
    }

    /// The basis of an octave, sampled where the octave's place for the point is.
    #[inline(always)]
    fn basis<S: Simd>(&self, simd: S, octave: &PreciseOctave, at: [S::D; 2]) -> S::D {
        let &Octave { frequency, rotation, shift, .. } = octave.octave;
        let [mut x, mut y] = [at[0] * simd.f64(frequency), at[1] * simd.f64(frequency)];
        if let Some([cos, sin]) = rotation {
            let (cos, sin) = (simd.f64(cos), simd.f64(sin));
            [x, y] = [cos * x - sin * y, sin * x + cos * y];
        }
        let [x, y] = [x + simd.f64(shift[0]), y + simd.f64(shift[1])];
        let cell = [x.floor(), y.floor()];
        let (u, v) = (x - cell[0], y - cell[1]);
        let one = simd.f64(1.0);
        let mut corners = [simd.f64(0.0); 4];
        let numbers = octave.numbers.of_corners(simd, &Cell::Far(cell));
        for (i, (corner, number)) in corners.iter_mut().zip(numbers).enumerate() {
            let u = if i & 1 == 0 { u } else { u - one };
            let v = if i >> 1 == 0 { v } else { v - one };
            *corner = self.proximity(simd, octave, number, [u, v]);
        }
        let fade = self.0.noise.fade();
        let (across, down) = (precise_fade(simd, fade, u), precise_fade(simd, fade, v));
        let above = corners[0] + across * (corners[1] - corners[0]);
        let below = corners[2] + across * (corners[3] - corners[2]);
        above + down * (below - above)
    }

    /// The proximity of a lattice point with this number, on the way (u, v) from it.
    #[inline(always)]
    fn proximity<S: Simd>(
        &self,
        simd: S,
        octave: &PreciseOctave,
        number: S::I,
        [u, v]: [S::D; 2],
    ) -> S::D {
        let [a, b, c, d, e] = match octave.contents.is_empty() {
            true => hashed::<S, ORDER>(simd, self.0.proximity.gradients, number),
            false => looked_up::<S, ORDER>(simd, octave.contents, number),
        };
        match ORDER {
            0 => a,
            1 => a * u + b * v,
            _ => (a * u + b * v) + ((c * u * u + d * u * v) + e * v * v),
        }
    }
}

/// What a kind of fractal makes of the basis.
#[inline(always)]
fn shaped<S: Simd>(simd: S, kind: FractalKind, n: S::D, offset: f64) -> S::D {
    match kind {
        FractalKind::None | FractalKind::Fbm => n,
        FractalKind::Turbulence => n.abs(),
        FractalKind::Billow => n.abs() * simd.f64(2.0) - simd.f64(1.0),
        FractalKind::Ridged => {
            let ridge = simd.f64(offset) - n.abs();
            ridge * ridge
        }
        FractalKind::Hybrid => n + simd.f64(offset),
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

/// To within 10⁻¹¹ for x up to π/2.
#[inline(always)]
fn sine<S: Simd>(simd: S, x: S::D) -> S::D {
    let z = x * x;
    x + x * z * series(simd, z, &SIN)
}

#[inline(always)]
fn series<S: Simd>(simd: S, z: S::D, terms: &[f64]) -> S::D {
    let mut sum = simd.f64(0.0);
    for &term in terms {
        sum = sum * z + simd.f64(term);
    }
    sum
}

/// The coefficients of lattice points with these numbers of the hash.
#[inline(always)]
fn hashed<S: Simd, const ORDER: usize>(simd: S, gradients: GradientSet, number: S::I) -> [S::D; 5] {
    let mut out = [simd.f64(0.0); 5];
    if ORDER == 0 {
        out[0] = centred(simd, number);
        return out;
    }
    [out[0], out[1]] = gradient(simd, gradients, number);
    if ORDER == 2 {
        for term in 0..3 {
            out[2 + term] = centred(simd, further_words(simd, number, term as u32));
        }
    }
    out
}

/// The coefficients of lattice points with these of few numbers.
#[inline(always)]
fn looked_up<S: Simd, const ORDER: usize>(
    simd: S,
    contents: &[[f64; 5]],
    number: S::I,
) -> [S::D; 5] {
    let mut numbers = [0; MOST_LANES];
    number.store(&mut numbers);
    let mut out = [simd.f64(0.0); 5];
    for (c, out) in out.iter_mut().enumerate().take(super::corner::coefficients(ORDER)) {
        let mut values = [0.0; MOST_LANES];
        for (value, &number) in values.iter_mut().zip(&numbers).take(S::LANES) {
            *value = contents[number as usize][c];
        }
        *out = simd.load_f64(&values);
    }
    out
}

/// Words as numbers.
#[inline(always)]
fn to_f64<S: Simd>(simd: S, word: S::I) -> S::D {
    // Halves fit in f32.
    let (high, low) = (word.shr::<16>().to_f32(), (word & simd.u32(0xffff)).to_f32());
    S::D::from_f32(high) * simd.f64(65536.0) + S::D::from_f32(low)
}

/// Words as numbers in [−1, 1], evenly.
#[inline(always)]
fn centred<S: Simd>(simd: S, word: S::I) -> S::D {
    to_f64(simd, word) * simd.f64(2.0) / simd.f64(f64::from(u32::MAX)) - simd.f64(1.0)
}

/// [`GradientSet::gradient`].
#[inline(always)]
fn gradient<S: Simd>(simd: S, set: GradientSet, number: S::I) -> [S::D; 2] {
    match set {
        GradientSet::Four => {
            one_of(simd, const { &halves(&DIAGONALS_AND_AXES) }, number & simd.u32(3))
        }
        GradientSet::Eight => {
            one_of(simd, const { &halves(&DIAGONALS_AND_AXES) }, number & simd.u32(7))
        }
        GradientSet::Twelve => {
            one_of(simd, const { &halves(&CUBE_EDGES) }, modulo_12(simd, number))
        }
        GradientSet::Sixteen => one_of(simd, const { &halves(&CIRCLE_16) }, number),
        GradientSet::Continuous => direction(simd, number),
    }
}

/// x and y of up to sixteen vectors, each as the sum of two f32.
const fn halves<const N: usize, const M: usize>(vectors: &[[f64; N]; M]) -> [[[f32; 16]; 2]; 2] {
    let mut halves = [[[0.0; 16]; 2]; 2];
    let mut i = 0;
    while i < M {
        let mut axis = 0;
        while axis < 2 {
            let x = vectors[i][axis];
            halves[axis][0][i] = x as f32;
            halves[axis][1][i] = (x - x as f32 as f64) as f32;
            axis += 1;
        }
        i += 1;
    }
    halves
}

#[inline(always)]
fn one_of<S: Simd>(simd: S, [x, y]: &[[[f32; 16]; 2]; 2], number: S::I) -> [S::D; 2] {
    let (x0, x1) = (simd.pick16(&x[0], number), simd.pick16(&x[1], number));
    let (y0, y1) = (simd.pick16(&y[0], number), simd.pick16(&y[1], number));
    [S::D::from_f32(x0) + S::D::from_f32(x1), S::D::from_f32(y0) + S::D::from_f32(y1)]
}

/// The unit vector of a word's 2³²nds of a turn: the nearest quarter turn is taken off in integers,
/// Taylor series do the rest.
#[inline(always)]
fn direction<S: Simd>(simd: S, word: S::I) -> [S::D; 2] {
    let quarter = (word + simd.u32(1 << 29)).shr::<30>();
    let rest = word - quarter.shl::<30>();
    let low = rest & simd.u32(0xffff);
    let rest = S::D::from_f32((rest - low).to_f32()) + S::D::from_f32(low.to_f32());
    let x = rest * simd.f64(std::f64::consts::TAU / 4_294_967_296.0);
    let z = x * x;
    let (sine, cosine) = (sine(simd, x), simd.f64(1.0) + z * series(simd, z, &COS));
    let along = S::D::from_f32(simd.pick8(&[1.0, 0.0, -1.0, 0.0, 1.0, 0.0, -1.0, 0.0], quarter));
    let across = S::D::from_f32(simd.pick8(&[0.0, 1.0, 0.0, -1.0, 0.0, 1.0, 0.0, -1.0], quarter));
    [cosine * along - sine * across, sine * along + cosine * across]
}
