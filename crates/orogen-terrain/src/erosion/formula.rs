//! The formulas of the erosion filter at a point, generic over f64 and f32.

use super::functions::Wide;
use super::stripes::LENGTHS;
use crate::real::Real;
use orogen_noise::trig::sin_cos_turns;

/// The constants of the filter; [`super::constants::FilterConstants`] explains them.
#[derive(Clone, Copy)]
pub(crate) struct Constants<R> {
    pub crease: R,
    pub ridge_less_crease: R,
    pub input_rounding: R,
    pub onsets: [R; 4],
    pub assumed_slope: R,
    pub assumed_share: R,
    pub detail: R,
    pub offset: R,
    pub offset_share: R,
    pub middle_m: R,
    /// One over twice the reach.
    pub per_reach: R,
    pub total_m: R,
    /// The height below which the filter leaves the land alone.
    pub shore_m: R,
    /// One over the metres above the shore over which erosion fades in.
    pub per_inland: R,
    /// A sum of waves is normalised to length 1 unless it is shorter than this times its weight.
    pub min_norm: R,
}

/// The constants of an octave at one spacing; [`super::constants::OctaveNumbers`] explains them.
#[derive(Clone, Copy)]
pub(crate) struct ErosionOctave<R> {
    pub amplitude_m: R,
    /// The height of the octave's waves in amplitudes, times its weight.
    pub height: R,
    /// The slope that the flank of a gully adds, times the octave's weight.
    pub turn: R,
    pub rounding: R,
    pub means: [R; 2],
    /// The weight of the octave's waves against their mean, from 0 to 1.
    pub weight: R,
    pub half_turns: R,
}

/// The state that one octave passes to the next at a point.
#[derive(Clone, Copy)]
pub(crate) struct OctaveState<R> {
    /// The height, between valley (−1) and peak (1), to which gullies fade where the mask is 0.
    pub target: R,
    /// The mask of the next octave.
    pub mask: R,
    /// The ridge map of the octaves so far, and the mask of the next octave in it.
    pub ridge: R,
    pub ridge_mask: R,
    /// The slope that gullies run down.
    pub slope: [R; 2],
    /// The change of height by the octaves so far, in metres.
    pub sum_m: R,
}

#[inline(always)]
fn lerp<R: Wide>(from: R, to: R, share: R) -> R {
    from + share * (to - from)
}

/// The direction of a slope, as a unit vector.
#[inline(always)]
pub(super) fn direction<R: Wide>([east, south]: [R; 2]) -> [R; 2] {
    let per_length = R::of(1.0) / (east * east + south * south).sqrt().greater(R::of(1e-20));
    [east * per_length, south * per_length]
}

/// 1 − (1 − t)², t clamped to [0, 1].
#[inline(always)]
pub(super) fn ease_out<R: Wide>(t: R) -> R {
    let rest = R::of(1.0) - t.clamped();
    R::of(1.0) - rest * rest
}

/// A ramp with a rounded foot: a parabola from 0 to `radius`, then a line of slope 1.
#[inline(always)]
pub(super) fn rounded_ramp<R: Wide>(t: R, radius: R) -> R {
    // The bound avoids a division by 0 if the radius is 0
    let foot = t * t / (radius + radius).greater(R::of(1e-12));
    if t >= radius { t - R::of(0.5) * radius } else { foot }
}

/// 1 − (1 − t)^exponent, t clamped to [0, 1].
#[inline(always)]
fn power_out<R: Wide>(t: R, exponent: R) -> R {
    R::of(1.0) - R::raise(R::of(1.0) - t.clamped(), exponent)
}

/// 3t² − 2t³, t clamped to [0, 1].
#[inline(always)]
pub(super) fn smooth_step<R: Real>(t: R) -> R {
    let t = t.clamped();
    t * t * (R::of(3.0) - R::of(2.0) * t)
}

impl<R: Wide> Constants<R> {
    /// The rounding at a height between the bed of a gully (−1) and a ridge (1).
    #[inline(always)]
    fn rounding(&self, height: R) -> R {
        self.crease + self.ridge_less_crease * (height + R::of(0.5)).clamped()
    }

    /// Maps a height in metres to the range from valley (−1) to peak (1).
    #[inline(always)]
    pub fn target(&self, height_m: R) -> R {
        let t = R::of(0.5) + (height_m - self.middle_m) * self.per_reach;
        R::of(2.0) * smooth_step(t) - R::of(1.0)
    }

    /// The factors by which a wave reduces the masks of later octaves and of the ridge map.
    #[inline(always)]
    fn mask_factors(&self, octave_rounding: R, [height, flank]: [R; 2]) -> [R; 2] {
        let [_, flank_onset, _, map_onset] = self.onsets;
        let steep = flank.abs();
        let radius = self.rounding(height) * octave_rounding;
        [
            ease_out(rounded_ramp(steep * flank_onset, radius * flank_onset)),
            ease_out(steep * map_onset),
        ]
    }

    /// The height and the flank of a wave, each from −1 to 1.
    ///
    /// They follow from the sums of sines, cosines and weights; the flank is a quarter turn out of
    /// phase with the height. The sum is normalised to length 1 unless it is shorter than
    /// `min_norm` times the weight.
    #[inline(always)]
    pub fn wave(&self, [sin, cos, weight]: [R; 3]) -> [R; 2] {
        let length = (sin * sin + cos * cos).sqrt();
        // The bounds avoid a division by 0 for octaves that are not computed, whose weight is 0
        let per_length = R::of(1.0) / length.greater(self.min_norm * weight).greater(R::of(1e-30));
        [-sin * per_length, cos * per_length]
    }

    /// The ridge map: from −1 in the beds of gullies to 1 on ridges.
    #[inline(always)]
    pub fn ridge_map(&self, state: &OctaveState<R>) -> R {
        state.ridge * (R::of(1.0) - state.ridge_mask)
    }

    /// The fade at a height above the shore, and the offset in metres.
    #[inline(always)]
    pub fn fade_and_offset(&self, height_m: R) -> [R; 2] {
        let fade = smooth_step((height_m - self.shore_m) * self.per_inland);
        let offset = lerp(self.offset, -self.target(height_m), self.offset_share);
        [fade, self.total_m * offset]
    }

    /// Height, ridge and occlusion after the last octave.
    #[inline(always)]
    pub fn finish(&self, state: &OctaveState<R>, height_m: R) -> [R; 3] {
        let [fade, offset_m] = self.fade_and_offset(height_m);
        let change_m = state.sum_m + offset_m;
        let ridge = self.ridge_map(state);
        let choose = |dry, wet| if fade > R::of(0.0) { dry } else { wet };
        [
            choose(height_m + fade * change_m, height_m),
            choose(fade * ridge, R::of(0.0)),
            choose(fade * (state.sum_m / self.total_m), R::of(0.0)),
        ]
    }
}

impl<R: Wide> OctaveState<R> {
    /// The state before the first octave, from the target and the gradient of the guide.
    #[inline(always)]
    pub fn new(c: &Constants<R>, target: R, [east, south]: [R; 2]) -> Self {
        let steep = (east * east + south * south).sqrt().greater(R::of(1e-10));
        let [onset, _, map_onset, _] = c.onsets;
        let radius = c.rounding(target) * c.input_rounding;
        let assumed = c.assumed_slope / steep;
        Self {
            target,
            mask: ease_out(rounded_ramp(steep * onset, radius * onset)),
            ridge: target,
            ridge_mask: ease_out(steep * map_onset),
            slope: [east, south].map(|g| lerp(g, g * assumed, c.assumed_share)),
            sum_m: R::of(0.0),
        }
    }

    /// The direction in which gullies run, as a unit vector.
    #[inline(always)]
    pub fn direction(&self) -> [R; 2] {
        direction(self.slope)
    }

    /// Returns the state after an octave, from its sums of sines, cosines and weights.
    ///
    /// An octave that fades is replaced by its mean.
    #[inline(always)]
    pub fn add_octave(&self, c: &Constants<R>, o: &ErosionOctave<R>, sums: [R; 3]) -> Self {
        let wave = c.wave(sums);
        let [height, flank] = wave;
        let [factor, map_factor] = c.mask_factors(o.rounding, wave);
        let blend = |mean, waves| lerp(mean, waves, o.weight);
        let unmasked = self.target * (R::of(1.0) - self.mask);
        let target = unmasked + self.mask * (o.height * height);
        // Only the sign of the flank counts, so that gullies of the next octave stay straight
        let turn = if flank < R::of(0.0) { -o.turn } else { o.turn };
        let [x, z] = self.direction();
        let unmapped = self.ridge * (R::of(1.0) - self.ridge_mask);
        Self {
            target,
            mask: power_out(self.mask, c.detail) * blend(o.means[0], factor),
            ridge: unmapped + self.ridge_mask * (o.weight * height),
            ridge_mask: self.ridge_mask * blend(o.means[1], map_factor),
            slope: [self.slope[0] + turn * z, self.slope[1] - turn * x],
            sum_m: self.sum_m + o.amplitude_m * target,
        }
    }
}

/// The mean mask factors of an octave's waves, over all phases and lengths.
pub(super) fn mean_masks(c: &Constants<f64>, rounding: f64) -> [f64; 2] {
    const PHASES: u32 = 16;
    let mut sum = [0.0; 2];
    for length in LENGTHS {
        for phase in 0..PHASES {
            let (sin, cos) = sin_cos_turns((f64::from(phase) + 0.5) / f64::from(PHASES));
            let factors = c.mask_factors(rounding, c.wave([-length * sin, length * cos, 1.0]));
            sum = [sum[0] + factors[0], sum[1] + factors[1]];
        }
    }
    sum.map(|sum| sum / (LENGTHS.len() as f64 * f64::from(PHASES)))
}
