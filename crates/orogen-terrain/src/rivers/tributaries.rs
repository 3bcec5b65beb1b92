//! Tributaries that join their trunk in place and level.
//!
//! The curve of a tributary meets a vertex of the trunk and follows the trunk from there on. Without that, the
//! beds of both would lie at different levels where they run side by side. The lower bed would be a pit.

use super::cells::Cell;
use super::course_curve::{CourseCurve, CurveKey};
use super::course_parts::CurveParts;
use super::course_vertices::turned;
use super::courses::{CurveMaker, EdgeMiddle, MEETING};
use super::level_point::LevelPoint;

/// The share of a tributary's fall that lies beyond its control point: it is steeper before.
const CONCAVE: f64 = 0.35;

/// The cosine of the angle between a tributary and its trunk below which the tributary turns back. It then joins
/// the trunk at its end, because a tighter bend would cross itself.
const TURNING_BACK: f64 = -0.2;

impl CurveMaker<'_> {
    /// Sorts the tributaries of a node by their position along the trunk's way from a cell to another, so that
    /// they do not cross before they join it.
    pub fn sort_tributaries(&self, node: Cell, [from, to]: [Cell; 2], tributaries: &mut [Cell]) {
        let [from_m, to_m] = [from, to].map(|cell| self.within_m(node, cell));
        let along = |cell: &Cell| {
            let place_m = self.within_m(node, *cell);
            (0..2).map(|axis| place_m[axis] * (to_m[axis] - from_m[axis])).sum::<f64>()
        };
        tributaries.sort_by(|a, b| along(a).total_cmp(&along(b)).then(a.cmp(b)));
    }

    /// The curve of a tributary from a cell, which starts in the middle of the edge to the node. `earlier` is the
    /// share of the node's tributaries that join the trunk further upstream.
    pub fn tributary(
        &self,
        (key, from): (CurveKey, Cell),
        start: EdgeMiddle,
        node: LevelPoint,
        trunk: &CourseCurve,
        parts: &CurveParts,
        earlier: f64,
    ) -> CourseCurve {
        let ways = self.directions([start.middle, node, trunk.line.at(1.0)]);
        let turns_back =
            ways.is_some_and(|[[x, z], [to_x, to_z]]| x * to_x + z * to_z < TURNING_BACK);
        let joins = match turns_back {
            true => parts.count,
            false => joining_vertex(start.middle.level_m, trunk, parts, earlier),
        };
        let t = f64::from(joins) / f64::from(parts.count);
        let mix = |[a, b]: [f64; 2]| a + t * (b - a);
        let last = trunk.line.at(t);
        let level_m = last.level_m + CONCAVE * (start.middle.level_m - last.level_m);
        let control = LevelPoint { level_m, ..start.middle.towards(node, MEETING) };
        let directions = self.directions([start.middle, node, last]).zip(trunk.directions);
        let (from_km2, depth_m) = (self.area_km2(from), mix(trunk.depths_m));
        CourseCurve {
            key,
            line: self.bend([start.middle, control, last]),
            directions: directions.map(|([from, _], trunk)| [from, turned(trunk, t)]),
            falls: [start.fall, mix(trunk.falls)],
            areas_km2: [from_km2; 2],
            wander_km2: [from_km2, mix(trunk.wander_km2)],
            // The bed must not rise towards the trunk's.
            depths_m: [self.depth_m(from).min(depth_m), depth_m],
            wander_shares: [start.wander_share, trunk.wander_share(t)],
            is_fixed: false,
            joins: Some(joins),
        }
    }
}

/// The vertex of the trunk that a tributary joins. It lies in the trunk's second half, beyond the vertices of
/// earlier tributaries, so that rivers do not meet in a star, and is not higher than the tributary's start. The
/// finest list of valley parts has it.
fn joining_vertex(
    start_level_m: f64,
    trunk: &CourseCurve,
    parts: &CurveParts,
    earlier: f64,
) -> u32 {
    let first = (0.5 * (1.0 + earlier) * f64::from(parts.count)).ceil() as u32;
    let mut vertices = (first..parts.count).filter(|it| it.is_multiple_of(parts.per_valley));
    let is_low = |vertex: &u32| {
        let t = f64::from(*vertex) / f64::from(parts.count);
        trunk.line.at(t).level_m <= start_level_m
    };
    vertices.find(is_low).unwrap_or(parts.count)
}
