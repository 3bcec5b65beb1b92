//! A cut across the valley of a course.

use super::near::RiverLand;
use super::orders::{segments, world_m};
use orogen_terrain::rivers::{Block, Cell, CurveKey, Segment, WaterAt, step};

/// The number of samples of a cut: odd, so that the middle sample is on the course.
const SAMPLES: usize = 161;

/// The place on a course that is nearest to another place.
pub(super) struct NearestPlace {
    pub segment: Segment,
    /// The curve that the segment belongs to.
    pub curve: CurveKey,
    /// The place on the segment, from 0 at its start to 1 at its end.
    pub fraction: f64,
    /// The place in metres east and south of the origin.
    pub place_m: [f64; 2],
    /// The direction to the right bank, to the east and to the south, of unit length.
    right: [f64; 2],
}

/// The ground at a place of a cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct CutPoint {
    /// Metres to the right of the course, seen downstream.
    pub across_m: f64,
    /// The ground that the rivers run over, without erosion.
    pub before_m: f64,
    /// The ground with the valleys of rivers.
    pub valley_m: f64,
    /// The land, with its channel.
    pub land_m: f64,
    /// The level of the water, if there is water above the land.
    pub water_m: Option<f64>,
}

/// The course nearest to a place, up to two cells to each side of `cell`. A river takes precedence
/// over a dry valley that is less than two spacings nearer.
pub(super) fn nearest(rivers: &RiverLand, place_m: [f64; 2], cell: Cell) -> Option<NearestPlace> {
    let settings = *rivers.settings();
    let corners = [[-2, -2], [2, -2], [-2, 2], [2, 2]].map(|offset| Block::of(step(cell, offset)));
    let mut blocks = corners.to_vec();
    blocks.sort_unstable();
    blocks.dedup();
    let candidates = segments(rivers, blocks.into_iter()).filter_map(|(block, curve, segment)| {
        let found = nearest_on_segment(rivers, place_m, (block, curve, segment))?;
        let [x, z] = [0, 1].map(|axis| found.place_m[axis] - place_m[axis]);
        let distance_m = x.hypot(z);
        let is_dry = segment.areas_km2[0] < settings.from_km2;
        let biased_distance_m =
            if is_dry { distance_m + 2.0 * settings.spacing_m } else { distance_m };
        Some((biased_distance_m, found))
    });
    candidates.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, found)| found)
}

/// The place on a segment that is nearest to another place; `None` for a segment without length.
pub(super) fn nearest_on_segment(
    rivers: &RiverLand,
    place_m: [f64; 2],
    (block, curve, segment): (Block, CurveKey, Segment),
) -> Option<NearestPlace> {
    let [start, end] = segment.ends_m.map(|end_m| world_m(rivers, block, end_m));
    let delta = [0, 1].map(|axis| end[axis] - start[axis]);
    let length_m = delta[0].hypot(delta[1]);
    if length_m == 0.0 {
        return None;
    }
    let from = [0, 1].map(|axis| place_m[axis] - start[axis]);
    let fraction = (from[0] * delta[0] + from[1] * delta[1]) / (length_m * length_m);
    let fraction = fraction.clamp(0.0, 1.0);
    Some(NearestPlace {
        segment,
        curve,
        fraction,
        place_m: [0, 1].map(|axis| start[axis] + fraction * delta[axis]),
        // East of a course to the north, south of a course to the east.
        right: [-delta[1] / length_m, delta[0] / length_m],
    })
}

impl NearestPlace {
    /// Interpolates between the values at the segment's start and end.
    pub fn interpolate(&self, [start, end]: [f64; 2]) -> f64 {
        start + self.fraction * (end - start)
    }

    /// The ground across the course, `half_m` to each side, from the left bank to the right. Places
    /// near the river are closer together.
    pub fn cut(&self, rivers: &RiverLand, half_m: f64) -> Vec<CutPoint> {
        let limit_m = rivers.land.spacing_m();
        let point = |index: usize| {
            let u = 2.0 * index as f64 / (SAMPLES - 1) as f64 - 1.0;
            let across_m = half_m * u * (0.2 + 0.8 * u * u);
            let place_m = [0, 1].map(|axis| self.place_m[axis] + across_m * self.right[axis]);
            let trace = rivers.land.trace(place_m, limit_m);
            let land_m = trace.height_m;
            let valleys_m = trace.rivers.map_or([land_m; 2], |rivers| rivers.valleys_m);
            let water = rivers.land.water(place_m, limit_m, land_m);
            let sea_m = rivers.settings().sea_level_m;
            // Beyond its edge the sheet of water dips below the ground.
            let is_shown = |water: &WaterAt| water.opacity > 0.0 && water.distance_m <= limit_m;
            let level_m = water.filter(is_shown).map(|water| water.level_m);
            let level_m = level_m.map_or(sea_m, |level_m| level_m.max(sea_m));
            CutPoint {
                across_m,
                before_m: valleys_m[0],
                valley_m: valleys_m[1],
                land_m,
                water_m: (level_m > land_m).then_some(level_m),
            }
        };
        (0..SAMPLES).map(point).collect()
    }
}
