//! The valleys of the parts of courses, as ceilings and floors for the ground.

use super::bars::widened;
use super::course_parts::Segment;
use super::settings::RiverSettings;
use crate::real::Real;
use orogen_noise::grid::{Interleave, Loops};

/// How far a valley reaches, relative to the spacing of nodes.
pub(super) const REACH: f64 = 1.3;

/// The factor on the quadratic rise of a valley towards its reach, in metres. It is small enough to
/// leave no wall.
const END_M: f32 = 12_000.0;

/// The rise of a level bottom away from its course in metres per metre, so that it drains.
const BOTTOM_RISE: f32 = 0.01;

/// The height of a bed above the level of its course at a catchment of 0. The dry valleys of graded rivers are
/// as deep as the others: shallow valleys leave pits on hillsides.
const SPRING_M: f64 = 45.0;

/// The catchment from which valleys have their full depth, unless smaller catchments carry water.
const TAPER_KM2: f64 = 2.0;

/// A straight part of a course with the parameters of its valley.
///
/// Places are relative to the north-west corner of its block. The samples of all lattices are exact
/// multiples away from that corner, so lattices that overlap find the same bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValleyPart {
    start_m: [f32; 2],
    /// From the start to the end.
    vector_m: [f32; 2],
    inverse_square: f32,
    /// The values at the start, and their change to the end.
    level_m: [f32; 2],
    width_m: [f32; 2],
    taper_m: [f32; 2],
    /// The depth by which the floor is lowered: infinite for a part that carries no water.
    floor_drop_m: f32,
    side_slope: f32,
    floor_slope: f32,
    /// The factor on the width of the floodplain; see [`flatness`].
    flatness: f32,
}

impl ValleyPart {
    pub fn new(settings: &RiverSettings, segment: &Segment) -> Self {
        let Segment {
            ends_m: [start, end],
            levels_m,
            areas_km2,
            widths_m,
            braided,
            fall,
            side_slope,
            ..
        } = *segment;
        // The floodplain is as wide as that of a river with one channel.
        let floor = settings.floor * flatness(fall);
        let bottom = |end: usize| match braided[end] > 0.0 {
            true => widths_m[end] * (0.5 + floor / widened(braided[end])) / (0.5 + floor),
            false => widths_m[end],
        };
        let vector_m = [0, 1].map(|axis| end[axis] - start[axis]);
        let square = vector_m[0] * vector_m[0] + vector_m[1] * vector_m[1];
        let start_and_change = |[a, b]: [f64; 2]| [a as f32, (b - a) as f32];
        Self {
            start_m: start.map(|m| m as f32),
            vector_m: vector_m.map(|m| m as f32),
            inverse_square: if square > 0.0 { (1.0 / square) as f32 } else { 0.0 },
            level_m: start_and_change(levels_m),
            floor_drop_m: if areas_km2[0] >= settings.from_km2 { 0.0 } else { f32::INFINITY },
            width_m: start_and_change([0, 1].map(bottom)),
            taper_m: start_and_change(areas_km2.map(|area_km2| taper_m(settings, area_km2))),
            side_slope: side_slope as f32,
            floor_slope: (0.05 + fall + 0.3 * (side_slope - 0.08).max(0.0)) as f32,
            flatness: flatness(fall) as f32,
        }
    }

    /// The ceiling, the floor and the distance from the valley's bottom at a place. The distance is in spacings
    /// of nodes, or for graded rivers the height of the valley's side above the bottom in metres.
    #[inline(always)]
    fn at(&self, shape: &ValleyShapes, [x, z]: [f32; 2]) -> [f32; 3] {
        let from = [x - self.start_m[0], z - self.start_m[1]];
        let t = (from[0] * self.vector_m[0] + from[1] * self.vector_m[1]) * self.inverse_square;
        let t = t.greater(0.0).lesser(1.0);
        let side = [from[0] - t * self.vector_m[0], from[1] - t * self.vector_m[1]];
        let d = (side[0] * side[0] + side[1] * side[1]).sqrt();
        let level_m = self.level_m[0] + t * self.level_m[1];
        let width_m = self.width_m[0] + t * self.width_m[1];
        let taper_m = self.taper_m[0] + t * self.taper_m[1];
        let y = (d - width_m * (0.5 + shape.floor * self.flatness)).greater(0.0);
        let side_m = self.side_slope * ((y * y + shape.round_square).sqrt() - shape.round_m);
        let away = match shape.is_graded {
            true => side_m + BOTTOM_RISE * d,
            false => y * shape.per_spacing,
        };
        let end = (d * shape.per_reach - 0.75).greater(0.0);
        let ceiling_m = level_m + 0.4 + taper_m + side_m + BOTTOM_RISE * d + END_M * end * end;
        let beyond_half = (d * shape.per_half_spacing - 1.0).greater(0.0);
        let floor_m = level_m + 0.3
            - self.floor_slope * d
            - 300.0 * beyond_half * beyond_half
            - self.floor_drop_m;
        // A part changes no sample beyond its reach, so lattices may compute more samples than needed.
        let is_near = d < shape.reach_m;
        [
            if is_near { ceiling_m } else { f32::INFINITY },
            if is_near { floor_m } else { f32::NEG_INFINITY },
            if is_near { away } else { f32::INFINITY },
        ]
    }
}

impl Segment {
    /// The width of the floodplain on each side of the river at both ends, in metres.
    pub fn floodplain_widths_m(&self, settings: &RiverSettings) -> [f64; 2] {
        let floor = settings.floor * flatness(self.fall);
        [0, 1].map(|end| floor * self.widths_m[end] / widened(self.braided[end]))
    }
}

/// The factor on the width of the floodplain for a fall of the course: 0 for a steep course, 1 for a flat one.
pub(super) fn flatness(fall: f64) -> f64 {
    let steep = ((fall - 0.004) / 0.03).clamp(0.0, 1.0);
    1.0 - steep * steep * (3.0 - 2.0 * steep)
}

/// The height of a dry bed above the level of its course. It is 0 where a valley carries water.
fn taper_m(settings: &RiverSettings, area_km2: f64) -> f64 {
    if settings.is_graded() {
        return 0.0;
    }
    let dryness = (1.0 - area_km2 / settings.from_km2.min(TAPER_KM2)).max(0.0);
    SPRING_M * dryness * dryness
}

/// The parameters that all parts share.
#[derive(Clone, Copy)]
pub(super) struct ValleyShapes {
    /// The width of floodplains, in widths of their rivers.
    floor: f32,
    round_m: f32,
    round_square: f32,
    reach_m: f32,
    per_reach: f32,
    per_half_spacing: f32,
    per_spacing: f32,
    is_graded: bool,
}

impl ValleyShapes {
    /// The parameters for the samples of a lattice.
    pub fn new(settings: &RiverSettings, lattice_m: f64) -> Self {
        let round_m = (0.1 * settings.spacing_m).max(1.5 * lattice_m);
        let reach_m = REACH * settings.spacing_m;
        Self {
            floor: settings.floor as f32,
            round_m: round_m as f32,
            round_square: (round_m * round_m) as f32,
            reach_m: reach_m as f32,
            per_reach: (1.0 / reach_m) as f32,
            per_half_spacing: (2.0 / settings.spacing_m) as f32,
            per_spacing: (1.0 / settings.spacing_m) as f32,
            is_graded: settings.is_graded(),
        }
    }
}

/// The samples that are computed together.
pub(super) const LANES: usize = 8;

/// Lowers the ceilings of samples to the valleys of a block's courses, raises their floors, and finds
/// how far away the nearest valley bottom is.
///
/// Samples lie in groups of [`LANES`] in a row. The last group of a row may have unused samples.
pub(super) struct FitValleys<'a> {
    pub parts: &'a [ValleyPart],
    pub shape: ValleyShapes,
    /// The north-west sample, relative to the block's corner.
    pub first_m: [f32; 2],
    /// Groups in a row, and rows.
    pub size: [usize; 2],
    pub spacing_m: f32,
    pub ceilings_m: &'a mut [[f32; LANES]],
    pub floors_m: &'a mut [[f32; LANES]],
    pub away: &'a mut [[f32; LANES]],
}

impl FitValleys<'_> {
    /// The groups of a row, and the rows, that a part's valley may reach.
    #[inline(always)]
    fn samples_near(&self, part: &ValleyPart) -> [std::ops::Range<usize>; 2] {
        let range = |axis: usize, step_m: f32| {
            let start_m = part.start_m[axis] - self.first_m[axis];
            let vector_m = part.vector_m[axis];
            let low = (start_m + vector_m.lesser(0.0) - self.shape.reach_m) / step_m;
            let high = (start_m + vector_m.greater(0.0) + self.shape.reach_m) / step_m;
            let size = self.size[axis];
            // The casts saturate, so samples beyond the lattice give its ends. A hundredth of a step
            // more than rounding needs costs nothing, because samples beyond the reach stay as they
            // are.
            ((low - 0.01) as usize).min(size)..((high + 1.01) as usize).min(size)
        };
        [range(0, LANES as f32 * self.spacing_m), range(1, self.spacing_m)]
    }
}

impl Loops for FitValleys<'_> {
    #[inline(always)]
    fn run(self, _: impl Interleave) {
        let Self { parts, shape, first_m, size, spacing_m, .. } = self;
        for part in parts {
            let [groups, rows] = self.samples_near(part);
            // Copies, so that the compiler knows that the loop below does not change them.
            let (part, shape) = (*part, shape);
            for row in rows {
                let z = first_m[1] + row as f32 * spacing_m;
                let start = row * size[0];
                let range = start + groups.start..start + groups.end;
                let ceilings_m = self.ceilings_m[range.clone()].as_flattened_mut();
                let floors_m =
                    &mut self.floors_m[range.clone()].as_flattened_mut()[..ceilings_m.len()];
                let away = &mut self.away[range].as_flattened_mut()[..ceilings_m.len()];
                let west_m = first_m[0] + (groups.start * LANES) as f32 * spacing_m;
                for column in 0..ceilings_m.len() {
                    let x = west_m + column as i32 as f32 * spacing_m;
                    let [ceiling_m, floor_m, from_bottom] = part.at(&shape, [x, z]);
                    ceilings_m[column] = ceilings_m[column].lesser(ceiling_m);
                    floors_m[column] = floors_m[column].greater(floor_m);
                    away[column] = away[column].lesser(from_bottom);
                }
            }
        }
    }
}
