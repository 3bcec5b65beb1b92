//! The filter's formulas at one point, written once for the reference in f64 and for many points
//! in f32.

use super::stripes::LENGTHS;
use crate::noise::trig::sin_cos_turns;
use crate::terrain::real::Real;

/// What is the same at all points.
#[derive(Clone, Copy)]
pub(super) struct Constants<R> {
    pub crease: R,
    pub ridge_less_crease: R,
    pub input_rounding: R,
    pub onsets: [R; 4],
    pub assumed_slope: R,
    pub assumed_share: R,
    pub branching: R,
    pub detail: R,
    pub offset: R,
    pub offset_share: R,
    pub middle_m: R,
    /// One over twice the reach.
    pub per_reach: R,
    pub total_m: R,
    /// Waves shorter than this are not drawn out to full length.
    pub least_norm: R,
}

/// What is the same at all points in an octave.
#[derive(Clone, Copy)]
pub(super) struct Octave<R> {
    pub amplitude_m: R,
    pub turn: R,
    pub rounding: R,
    pub means: [R; 2],
    /// How much of it there is; the rest is its mean.
    pub weight: R,
}

/// What goes from octave to octave at a point.
#[derive(Clone, Copy)]
pub(super) struct Walk<R> {
    /// Between valley (−1) and peak (1): what the height fades to where gullies are masked.
    pub target: R,
    /// How much of the next octave there is.
    pub mask: R,
    pub ridge: R,
    pub ridge_mask: R,
    /// The slope that gullies run down.
    pub slope: [R; 2],
    /// Δh.
    pub sum_m: R,
}

#[inline(always)]
fn lerp<R: Real>(from: R, to: R, share: R) -> R {
    from + share * (to - from)
}

#[inline(always)]
fn clamped<R: Real>(t: R) -> R {
    t.greater(R::of(0.0)).lesser(R::of(1.0))
}

/// 1 − (1 − t)², t clamped to [0, 1].
#[inline(always)]
pub(super) fn ease_out<R: Real>(t: R) -> R {
    let rest = R::of(1.0) - clamped(t);
    R::of(1.0) - rest * rest
}

/// t with a parabola at its foot, which ends at `radius` with the slope 1.
#[inline(always)]
pub(super) fn rounded<R: Real>(t: R, radius: R) -> R {
    // A radius of nothing divides by something
    let foot = t * t / (radius + radius).greater(R::of(1e-12));
    if t >= radius { t - R::of(0.5) * radius } else { foot }
}

/// 1 − (1 − t)^exponent, t clamped to [0, 1].
#[inline(always)]
fn power_out<R: Real>(t: R, exponent: R) -> R {
    R::of(1.0) - (R::of(1.0) - clamped(t)).power(exponent)
}

/// 3t² − 2t³, t clamped to [0, 1].
#[inline(always)]
pub(super) fn smooth_step<R: Real>(t: R) -> R {
    let t = clamped(t);
    t * t * (R::of(3.0) - R::of(2.0) * t)
}

impl<R: Real> Constants<R> {
    /// How round a height between crease (−1) and ridge (1) is.
    #[inline(always)]
    fn rounding(&self, height: R) -> R {
        self.crease + self.ridge_less_crease * clamped(height + R::of(0.5))
    }

    /// Between valley (−1) and peak (1).
    #[inline(always)]
    pub fn target(&self, height_m: R) -> R {
        let t = R::of(0.5) + (height_m - self.middle_m) * self.per_reach;
        R::of(2.0) * smooth_step(t) - R::of(1.0)
    }

    /// What a wave of an octave leaves of the masks of later octaves.
    #[inline(always)]
    fn left(&self, octave_rounding: R, [height, flank]: [R; 2]) -> [R; 2] {
        let [_, flank_onset, _, map_onset] = self.onsets;
        let steep = flank.abs();
        let radius = self.rounding(height) * octave_rounding;
        [ease_out(rounded(steep * flank_onset, radius * flank_onset)), ease_out(steep * map_onset)]
    }

    /// The wave of the sums of cosines, sines and weights: drawn out to length 1 unless it is
    /// shorter than `least_norm`.
    #[inline(always)]
    pub fn wave(&self, [cos, sin, weight]: [R; 3]) -> [R; 2] {
        let length = (cos * cos + sin * sin).sqrt();
        // A sample without weights is none
        let by = R::of(1.0) / length.greater(self.least_norm * weight).greater(R::of(1e-30));
        [cos * by, sin * by]
    }

    /// By how much the height is changed.
    #[inline(always)]
    pub fn change_m(&self, walk: &Walk<R>, height_m: R) -> R {
        let offset = lerp(self.offset, -self.target(height_m), self.offset_share);
        walk.sum_m + self.total_m * offset
    }
}

impl<R: Real> Walk<R> {
    /// Before the first octave, on a height and a gradient.
    #[inline(always)]
    pub fn new(c: &Constants<R>, height_m: R, [east, south]: [R; 2]) -> Self {
        let target = c.target(height_m);
        let steep = (east * east + south * south).sqrt().greater(R::of(1e-10));
        let [onset, _, map_onset, _] = c.onsets;
        let radius = c.rounding(target) * c.input_rounding;
        let assumed = c.assumed_slope / steep;
        Self {
            target,
            mask: ease_out(rounded(steep * onset, radius * onset)),
            ridge: target,
            ridge_mask: ease_out(steep * map_onset),
            slope: [east, south].map(|g| lerp(g, g * assumed, c.assumed_share)),
            sum_m: R::of(0.0),
        }
    }

    /// Which way gullies run, as a vector of length 1.
    #[inline(always)]
    pub fn direction(&self) -> [R; 2] {
        let [east, south] = self.slope;
        let by = R::of(1.0) / (east * east + south * south).sqrt().greater(R::of(1e-20));
        [east * by, south * by]
    }

    /// After an octave whose wave is known.
    #[inline(always)]
    pub fn waved(&self, c: &Constants<R>, o: &Octave<R>, wave: [R; 2]) -> Self {
        let [height, flank] = wave;
        let target = lerp(self.target, c.branching * height, self.mask);
        let [left, map_left] = c.left(o.rounding, wave);
        // The sign of the flank alone, not its steepness: gullies of the next octave stay straight
        let turn = if flank < R::of(0.0) { -o.turn } else { o.turn } * o.weight;
        let [x, z] = self.direction();
        Self {
            target,
            mask: power_out(self.mask, c.detail) * left,
            ridge: lerp(self.ridge, height, self.ridge_mask),
            ridge_mask: self.ridge_mask * map_left,
            slope: [self.slope[0] + turn * z, self.slope[1] - turn * x],
            sum_m: self.sum_m + o.amplitude_m * target,
        }
    }

    /// After the mean of an octave.
    #[inline(always)]
    pub fn averaged(&self, c: &Constants<R>, o: &Octave<R>) -> Self {
        let target = self.target * (R::of(1.0) - self.mask);
        Self {
            target,
            mask: power_out(self.mask, c.detail) * o.means[0],
            ridge: self.ridge * (R::of(1.0) - self.ridge_mask),
            ridge_mask: self.ridge_mask * o.means[1],
            slope: self.slope,
            sum_m: self.sum_m + o.amplitude_m * target,
        }
    }

    /// After an octave of which a part is its mean.
    #[inline(always)]
    pub fn blended(&self, c: &Constants<R>, o: &Octave<R>, wave: [R; 2]) -> Self {
        let (mean, waved) = (self.averaged(c, o), self.waved(c, o, wave));
        let target = lerp(mean.target, waved.target, o.weight);
        Self {
            target,
            mask: lerp(mean.mask, waved.mask, o.weight),
            ridge: lerp(mean.ridge, waved.ridge, o.weight),
            ridge_mask: lerp(mean.ridge_mask, waved.ridge_mask, o.weight),
            slope: waved.slope,
            sum_m: self.sum_m + o.amplitude_m * target,
        }
    }

    /// From −1 in the beds of gullies to 1 on ridges.
    #[inline(always)]
    pub fn ridge_map(&self) -> R {
        self.ridge * (R::of(1.0) - self.ridge_mask)
    }
}

/// The means of what an octave's waves leave of the masks, over all phases and all lengths.
pub(super) fn mean_masks(c: &Constants<f64>, rounding: f64) -> [f64; 2] {
    const PHASES: u32 = 16;
    let mut sum = [0.0; 2];
    for length in LENGTHS {
        for phase in 0..PHASES {
            let (sin, cos) = sin_cos_turns((f64::from(phase) + 0.5) / f64::from(PHASES));
            let left = c.left(rounding, c.wave([length * cos, length * sin, 1.0]));
            sum = [sum[0] + left[0], sum[1] + left[1]];
        }
    }
    sum.map(|sum| sum / (LENGTHS.len() as f64 * f64::from(PHASES)))
}
