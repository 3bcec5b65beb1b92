//! Joins the parts of eroded land: the guide with its gullies, scree, and detail finer than the
//! guide.

use super::formula::smooth_step;
use crate::real::Real;
use crate::recipe::{ErosionGroup, StrataGroup, TalusGroup};
use orogen_noise::grid::{Interleave, Level, Loops};
use orogen_noise::trig::sin_cos_turns;

/// The parameters for joining the parts of eroded land.
#[derive(Clone, Copy, Debug)]
pub struct JoinParameters {
    pub(crate) total_m: f64,
    pub(crate) shore_m: f64,
    pub(crate) inland_m: f64,
    pub(crate) roughness: f64,
    pub(crate) middle_m: f64,
    pub(crate) reach_m: f64,
    pub(crate) fill: f64,
    /// The upper end of scree, from valleys (0) to peaks (1).
    pub(crate) fill_reach: f64,
    /// Ranges of slope in metres per metre: scree fades out over `repose`, and bare rock fades in
    /// over `bare`.
    pub(crate) repose: [f64; 2],
    pub(crate) bare: [f64; 2],
}

/// The parts of a point before they are joined.
#[derive(Clone, Copy, Debug)]
pub struct ErodedParts<R> {
    /// The layers in full detail, in metres.
    pub full_m: R,
    /// The layers at the guide's band limit, in metres.
    pub guide_m: R,
    /// The guide's slopes to the east and to the south.
    pub gradient: [R; 2],
    /// The guide with its gullies, in metres.
    pub eroded_m: R,
    /// The same as [`super::Eroded::occlusion`].
    pub occlusion: R,
    /// The same as [`super::Eroded::ridge`].
    pub ridge: R,
    /// The weight of the erosion, from 0 to 1.
    pub weight: R,
}

/// A point after its parts are joined.
#[derive(Clone, Copy, Debug)]
pub struct Joined<R> {
    /// The height in metres.
    pub height_m: R,
    /// The ridge map: from −1 in the beds of gullies to 1 on ridges, and 0 where nothing is eroded.
    pub ridge: R,
    /// The change of height by gullies and scree, from −1 (lower) to 1 (higher).
    pub occlusion: R,
    /// The share of bare rock, from 0 to 1.
    pub bare: R,
    /// The depth of scree in gullies at an erosion weight of 1, in metres.
    pub scree_m: R,
    /// The height removed from detail finer than the guide, in metres.
    pub smoothed_m: R,
}

/// Half the width of the blend around an angle.
const BLEND_DEG: f64 = 7.0;

/// The range of slopes, in metres per metre, over which a limit at this angle takes effect.
fn slope_range(angle_deg: f64) -> [f64; 2] {
    [-BLEND_DEG, BLEND_DEG].map(|offset_deg| {
        let (sin, cos) = sin_cos_turns((angle_deg + offset_deg).clamp(0.0, 85.0) / 360.0);
        sin / cos
    })
}

impl JoinParameters {
    /// Takes the parameters from a recipe. `total_m` is [`super::Erosion::strength_m`].
    pub fn new(
        erosion: &ErosionGroup,
        talus: &TalusGroup,
        strata: &StrataGroup,
        (total_m, sea_level_m): (f64, f64),
    ) -> Self {
        Self {
            total_m,
            shore_m: sea_level_m + erosion.shore_m,
            inland_m: erosion.inland_m,
            roughness: erosion.roughness,
            middle_m: erosion.middle_m,
            reach_m: erosion.reach_m,
            fill: talus.fill,
            fill_reach: talus.reach,
            repose: slope_range(talus.repose_deg),
            bare: slope_range(strata.slope_deg),
        }
    }

    /// Joins the parts of a point.
    ///
    /// Where the erosion has no weight, the height is exactly `full_m`. Scree fills gullies up to a
    /// share of their depth, on slopes where loose stones come to rest. The surface of the scree is
    /// as even as the guide.
    #[inline(always)]
    pub fn join<R: Real>(&self, parts: ErodedParts<R>) -> Joined<R> {
        let ErodedParts { full_m, guide_m, gradient: [east, south], eroded_m, weight, .. } = parts;
        let (zero, one) = (R::of(0.0), R::of(1.0));
        let slope = (east * east + south * south).sqrt();
        let above = |[low, high]: [f64; 2]| {
            smooth_step((slope - R::of(low)) * R::of(1.0 / (high - low).max(1e-6)))
        };
        let fade = smooth_step((guide_m - R::of(self.shore_m)) * R::of(1.0 / self.inland_m));
        let share = fade * weight;

        // Scree raises the beds of gullies to a floor. It is rounded where the floor meets the sides
        // of a gully.
        let altitude = R::of(0.5) + (guide_m - R::of(self.middle_m)) * R::of(0.5 / self.reach_m);
        let low_factor =
            one - smooth_step((altitude - R::of(self.fill_reach)) * R::of(2.5) + R::of(0.5));
        let fill = R::of(self.fill) * low_factor * (one - above(self.repose));
        let floor = fill - one;
        let occlusion = parts.occlusion;
        let radius = R::of(0.2);
        let near = (radius - (occlusion - floor).abs()).greater(zero);
        let round = near * near * R::of(0.25 / 0.2);
        let filled = occlusion.greater(floor) + if self.fill > 0.0 { round * fill } else { zero };
        let scree = (filled - occlusion).greater(zero) * fade;

        let scree_m = scree * R::of(self.total_m);
        let change = (eroded_m - guide_m) + scree_m;
        let fine = full_m - guide_m;
        let smoothed_m = R::of(1.0 - self.roughness) * share * fine;
        let height = full_m + weight * change - smoothed_m;
        Joined {
            height_m: if share > zero { height } else { full_m },
            ridge: weight * parts.ridge,
            occlusion: weight * (occlusion + scree),
            bare: share * above(self.bare),
            scree_m,
            smoothed_m,
        }
    }

    /// The largest height that scree adds, in metres.
    pub fn highest_fill_m(&self) -> f64 {
        // The rounded edge of the floor rises above the floor by a quarter of its radius.
        self.fill * self.total_m * 1.05
    }
}

/// The parts of many points. Some of the slices also receive the results.
#[derive(Debug)]
pub struct ManyErodedParts<'a, R = f32> {
    /// Input: the layers in full detail. Output: the joined heights. Both in metres.
    pub heights_m: &'a mut [R],
    /// The guide, in metres.
    pub guide_m: &'a [R],
    /// The guide's slopes to the east and to the south.
    pub gradient: [&'a [R]; 2],
    /// Input: the eroded guide, in metres. Output: the share of bare rock.
    pub eroded: &'a mut [R],
    /// Input and output: the ridge map, as [`ErodedParts::ridge`].
    pub ridge: &'a mut [R],
    /// Input and output: the occlusion, as [`ErodedParts::occlusion`].
    pub occlusion: &'a mut [R],
    /// The weight of the erosion; `None` is 1 everywhere.
    pub weight: Option<&'a [R]>,
}

impl JoinParameters {
    /// Joins the parts of many points.
    ///
    /// # Panics
    /// Panics if the slices differ in length.
    pub fn join_all<R: Real>(&self, parts: ManyErodedParts<'_, R>) {
        let ones;
        let weight = match parts.weight {
            Some(weight) => weight,
            None => {
                ones = vec![R::of(1.0); parts.heights_m.len()];
                &ones
            }
        };
        Level::best().run_loops(Joining { parameters: self, parts, weight });
    }
}

struct Joining<'a, 'b, R> {
    parameters: &'a JoinParameters,
    parts: ManyErodedParts<'b, R>,
    weight: &'a [R],
}

impl<R: Real> Loops for Joining<'_, '_, R> {
    #[inline(always)]
    fn run(self, _: impl Interleave) {
        let Self { parameters, parts, weight } = self;
        let count = parts.heights_m.len();
        // Slices of equal length save the loop its bounds checks.
        let heights_m = &mut parts.heights_m[..count];
        let guide_m = &parts.guide_m[..count];
        let [east, south] = parts.gradient.map(|axis| &axis[..count]);
        let eroded = &mut parts.eroded[..count];
        let (ridge, occlusion) = (&mut parts.ridge[..count], &mut parts.occlusion[..count]);
        let weight = &weight[..count];
        for i in 0..count {
            let joined = parameters.join(ErodedParts {
                full_m: heights_m[i],
                guide_m: guide_m[i],
                gradient: [east[i], south[i]],
                eroded_m: eroded[i],
                occlusion: occlusion[i],
                ridge: ridge[i],
                weight: weight[i],
            });
            (heights_m[i], eroded[i]) = (joined.height_m, joined.bare);
            (ridge[i], occlusion[i]) = (joined.ridge, joined.occlusion);
        }
    }
}
