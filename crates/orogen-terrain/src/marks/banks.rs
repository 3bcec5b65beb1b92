//! The change of the land by tools with heights along their paths: level ground, ridges, valleys,
//! roads, rivers and lakes.
//!
//! All tools but lakes share a formula: it clamps the land between two cones around the path. The upper
//! cone rises from the path with the slope of cuts, the lower cone falls with the slope of fills. Land
//! between the cones stays unchanged.

use super::flank_noise::FlankNoise;
use super::height_limits::HeightLimits;
use super::lake_basin::LakeBasin;
use super::nearest::NearbyChords;
use super::nearest_point::NearestPoint;
use super::nearest_search::NearestSearch;
use super::profile::Profile;
use super::request::RUN;
use super::tool::Tool;
use crate::dual::Dual;
use crate::real::smooth_step;

/// The banks of a mark.
#[derive(Clone, Copy)]
pub(super) struct MarkBanks {
    /// Half of the width over which the land has the height of the path.
    pub half_width_m: f64,
    /// The radius of the rounding at the edge of that width.
    pub round_m: f64,
    /// The slopes of cuts and fills. Ridges have no cut, and valleys have no fill.
    pub cut: Option<f64>,
    pub fill: Option<f64>,
    /// The distance from the path beyond which the mark changes nothing.
    pub reach_m: f64,
    /// Two parts of the path are blended where their distances differ by less than this.
    pub mix_m: f64,
    pub flank_noise: Option<FlankNoise>,
    pub lake: Option<LakeBasin>,
}

/// A place near a path, and the samples that show it.
#[derive(Clone, Copy)]
pub(super) struct PlaceNearPath {
    /// Relative to the first point of the path, in metres.
    pub place: [f64; 2],
    /// The spacing of the samples.
    pub sample_m: f64,
}

/// The weight fades over this outer share of the width of the banks.
const FADE: f64 = 0.2;

impl MarkBanks {
    /// The banks of a tool. Brushes have no cut and no fill.
    pub fn new(tool: &Tool) -> Self {
        let (cut, fill, round_m, mix_m) = match tool {
            Tool::Brush(_) | Tool::Smooth(_) => (None, None, 0.0, 0.0),
            Tool::Flatten(p) => (Some(p.cut), Some(p.fill), p.round_m, p.round_m),
            Tool::Ridge(p) => (None, Some(p.slope), p.round_m, p.round_m),
            Tool::Valley(p) => (Some(p.slope), None, p.round_m, p.round_m),
            // Where a road or a river bends, mixing would make it steeper than it may be.
            Tool::Road(p) => (Some(p.cut), Some(p.fill), p.round_m, 0.0),
            Tool::River(p) => (Some(p.cut), Some(p.fill), p.round_m, 0.0),
            Tool::Lake(p) => (Some(p.cut), Some(p.fill), 0.0, 0.0),
        };
        let lake = match tool {
            // Where the weight fades, the rim would lose its height.
            Tool::Lake(lake) => Some(LakeBasin::new(lake, (1.0 - FADE) * tool.reach_m())),
            _ => None,
        };
        let flank_noise = match tool {
            Tool::Ridge(p) => FlankNoise::new(p.roughness, p.reach_m),
            Tool::Valley(p) => FlankNoise::new(p.roughness, p.reach_m),
            _ => None,
        };
        let (half_width_m, reach_m) = (tool.half_width_m(), tool.reach_m());
        Self { half_width_m, round_m, cut, fill, reach_m, mix_m, flank_noise, lake }
    }

    /// The distance in metres beyond which a part of the path has no effect on the land.
    pub fn cutoff_m(&self) -> f64 {
        // A place is tested against the whole outline to find out if it is inside.
        if self.lake.is_some() { f64::INFINITY } else { self.reach_m + self.mix_m }
    }

    /// The distance and the height of the nearest part of the path, for each place that was put into
    /// `search`; `None` beyond the cutoff distance.
    pub fn nearest(
        &self,
        near: &NearbyChords<'_>,
        profile: &Profile,
        search: &mut NearestSearch,
    ) -> [Option<[Dual; 2]>; RUN] {
        let mut nearest: [Option<[Dual; 2]>; RUN] = [None; RUN];
        near.search_groups(search, |search| {
            for (lane, point) in search.found() {
                let found = distance_and_height(&point, profile);
                if found[0].height_m < self.cutoff_m() {
                    nearest[lane] = Some(match nearest[lane] {
                        None => found,
                        Some(other) => blend_nearest(other, found, self.mix_m),
                    });
                }
            }
        });
        nearest
    }

    /// The limits at a place, from its distance from the path and the height of the path. `None` beyond
    /// the reach.
    #[inline]
    pub fn limits_at(
        &self,
        [distance, height]: [Dual; 2],
        outline: &[[f64; 2]],
        near: PlaceNearPath,
    ) -> Option<HeightLimits> {
        match self.lake {
            None => {
                let factor = self.flank_noise.map(|noise| noise.factor(near.place));
                self.between_cones(distance, height, factor)
            }
            Some(basin) => {
                let sign = if is_inside(outline, near.place) { -1.0 } else { 1.0 };
                self.in_basin(basin, distance * sign, height.height_m, near.sample_m)
            }
        }
    }

    /// The limits at a distance from a path of this height, without noise. Inside the outline of a lake the
    /// distance is negative.
    pub fn limits_across(&self, distance: Dual, height: Dual) -> Option<HeightLimits> {
        match self.lake {
            None => self.between_cones(distance, height, None),
            Some(basin) => self.in_basin(basin, distance, height.height_m, 0.0),
        }
    }

    /// 1 divided by the width in metres over which the weight fades.
    pub fn fade_per_m(&self) -> f64 {
        let mut fade_m = FADE * (self.reach_m - self.half_width_m);
        if let Some(basin) = self.lake {
            // The crest of the rim has its full height, so that it holds the water.
            let crest_end_m = basin.crest_distance_m() + basin.crest_widths_m[0];
            fade_m = fade_m.min(self.reach_m - crest_end_m);
        }
        1.0 / fade_m
    }

    /// The weight at a distance: 1, fading to 0 over the outer part of the banks.
    #[inline]
    fn weight(&self, distance: Dual) -> Option<Dual> {
        if distance.height_m >= self.reach_m {
            return None;
        }
        let per_m = self.fade_per_m();
        let (weight, slope) = smooth_step((self.reach_m - distance.height_m) * per_m);
        Some(distance.mapped(weight, -slope * per_m))
    }

    /// The cones at a distance from the path. `factor` scales the distance from the edge of the full width.
    #[inline]
    fn between_cones(
        &self,
        distance: Dual,
        height: Dual,
        factor: Option<Dual>,
    ) -> Option<HeightLimits> {
        let weight = self.weight(distance)?;
        // ρ = √(x² + e²) − e for the distance x from the edge and the rounding radius e
        let mut beyond = distance.mapped((distance.height_m - self.half_width_m).max(0.0), 1.0);
        if let Some(factor) = factor {
            beyond = beyond.times(factor);
        }
        let (beyond_m, round_m) = (beyond.height_m, self.round_m);
        let root_m = (beyond_m * beyond_m + round_m * round_m).sqrt();
        let slope = if root_m > 0.0 { beyond_m / root_m } else { 0.0 };
        let rise = beyond.mapped(root_m - round_m, slope);
        let cone = |slope: Option<f64>, sign: f64| slope.map(|s| height + rise * (sign * s));
        let rounding = [self.fill, self.cut].map(|slope| rise * (0.5 * slope.unwrap_or(0.0)));
        Some(HeightLimits::new(weight, cone(self.fill, -1.0), cone(self.cut, 1.0), rounding))
    }

    /// The limits of a basin with a rim, at a distance from the outline, which is negative inside.
    fn in_basin(
        &self,
        basin: LakeBasin,
        distance: Dual,
        level_m: f64,
        sample_m: f64,
    ) -> Option<HeightLimits> {
        let weight = match distance.height_m < 0.0 {
            true => Dual::level(1.0),
            false => self.weight(distance)?,
        };
        let slopes = [self.fill, self.cut].map(|slope| slope.unwrap_or(0.0));
        Some(basin.limits([weight, distance], slopes, level_m, sample_m))
    }
}

/// The distance from the nearest point of a path, and the height of the path there.
#[inline]
fn distance_and_height(point: &NearestPoint, profile: &Profile) -> [Dual; 2] {
    let distance_m = point.square.sqrt();
    let per_m = if distance_m > 0.0 { 1.0 / distance_m } else { 0.0 };
    let distance = Dual { height_m: distance_m, gradient: point.offset.map(|m| m * per_m) };
    let (height_m, slope) = profile.at(point.span, point.t);
    [distance, Dual { height_m, gradient: point.by_place.map(|by| slope * by) }]
}

/// Returns the nearer of two parts of a path, or a blend of both if they are about equally far.
fn blend_nearest(a: [Dual; 2], b: [Dual; 2], radius_m: f64) -> [Dual; 2] {
    let gap = b[0] - a[0];
    if gap.height_m.abs() >= radius_m {
        return if gap.height_m >= 0.0 { a } else { b };
    }
    let (weight, slope) = smooth_step(0.5 + 0.5 * gap.height_m / radius_m);
    let weight = gap.mapped(weight, 0.5 * slope / radius_m);
    [0, 1].map(|i| b[i] + (a[i] - b[i]).times(weight))
}

/// Returns true if a place lies inside an outline.
pub(super) fn is_inside(outline: &[[f64; 2]], [x, z]: [f64; 2]) -> bool {
    let crosses = |pair: &&[[f64; 2]]| {
        let [from, to] = [pair[0], pair[1]];
        (from[1] > z) != (to[1] > z)
            && x < from[0] + (z - from[1]) / (to[1] - from[1]) * (to[0] - from[0])
    };
    outline.windows(2).filter(crosses).count() % 2 == 1
}
