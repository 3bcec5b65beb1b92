//! Banks: the rivers near a place.
//!
//! The world is divided into squares, a quarter of the spacing of nodes wide. Each lists the wet parts
//! of courses and the basins that reach it. All evaluators read the list of the square that a place lies
//! in, so they find the same bits.

use super::basins::Basin;
use super::courses::Segment;
use super::levels::River;
use super::settings::RiverSettings;

/// The side of a square, relative to the spacing of nodes.
pub(super) const SQUARE: f64 = 0.25;

/// How far from the water a river may change the ground, relative to the spacing of nodes.
pub(super) const REACH: f64 = 0.25;

/// Falls between which a river turns into a torrent, which is a dry gully.
const TORRENT: [f64; 2] = [0.16, 0.28];

/// Rivers within this distance of the nearest river, in metres, share the water level at a place.
const SHARED_M: f64 = 4.0;

/// A square, by its column (east) and row (south).
pub(super) type Square = [i64; 2];

/// The rivers and lakes near a square.
pub struct Banks {
    pub(super) parts: Vec<CoursePart>,
    pub(super) basins: Vec<Basin>,
}

/// A straight part of a course that carries water.
#[derive(Clone)]
pub(super) struct CoursePart {
    /// Metres east and south of the north-west corner of a block or a square.
    start_m: [f64; 2],
    along_m: [f64; 2],
    inverse_square: f64,
    /// Values at the start, and how much they change towards the end.
    level_m: [f64; 2],
    width_m: [f64; 2],
    depth_m: [f64; 2],
    discharge: [f64; 2],
    fall: f64,
}

/// The river nearest to a place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bank {
    /// The distance from the edge of the water: negative in the river.
    pub distance_m: f64,
    /// The level of the water.
    pub level_m: f64,
    /// The width of the water.
    pub width_m: f64,
    /// The depth of the water in the middle.
    pub depth_m: f64,
    /// The discharge in m³/s.
    pub discharge: f64,
    /// The fall of the water in metres per metre.
    pub fall: f64,
    /// The direction of the flow, to the east and to the south, of unit length.
    pub flow: [f64; 2],
}

impl CoursePart {
    /// A segment that carries water; `None` for a dry one.
    pub(super) fn new(settings: &RiverSettings, segment: &Segment) -> Option<Self> {
        let Segment { ends_m: [start, end], levels_m, areas_km2, fall, .. } = *segment;
        let t = ((fall - TORRENT[0]) / (TORRENT[1] - TORRENT[0])).clamp(0.0, 1.0);
        let calm = 1.0 - t * t * (3.0 - 2.0 * t);
        if areas_km2[0] < settings.from_km2 || calm == 0.0 {
            return None;
        }
        let along_m = [0, 1].map(|axis| end[axis] - start[axis]);
        let square = along_m[0] * along_m[0] + along_m[1] * along_m[1];
        let rivers = areas_km2.map(|area_km2| River::of(settings, area_km2));
        let line = |[a, b]: [f64; 2]| [a, b - a];
        Some(Self {
            start_m: start,
            along_m,
            inverse_square: if square > 0.0 { 1.0 / square } else { 0.0 },
            level_m: line(levels_m),
            width_m: line(rivers.map(|river| calm * river.width_m)),
            depth_m: line(rivers.map(|river| calm * river.depth_m)),
            discharge: line(rivers.map(|river| river.discharge)),
            fall,
        })
    }

    /// The same part relative to a square's corner. The offset leads from there to the block's corner.
    pub(super) fn shifted(&self, offset_m: [f64; 2]) -> Self {
        let start_m = [0, 1].map(|axis| self.start_m[axis] + offset_m[axis]);
        Self { start_m, ..self.clone() }
    }

    /// Where along the part a place lies, from 0 to 1, and its distance from the edge of the water,
    /// which is at least `width_m` wide.
    #[inline(always)]
    fn distance_m(&self, [x, z]: [f64; 2], width_m: f64) -> [f64; 2] {
        let from = [x - self.start_m[0], z - self.start_m[1]];
        let t = (from[0] * self.along_m[0] + from[1] * self.along_m[1]) * self.inverse_square;
        let t = t.clamp(0.0, 1.0);
        let away = [from[0] - t * self.along_m[0], from[1] - t * self.along_m[1]];
        let away_m = (away[0] * away[0] + away[1] * away[1]).sqrt();
        [t, away_m - 0.5 * (self.width_m[0] + t * self.width_m[1]).max(width_m)]
    }

    /// Returns true if the part may change the ground of its square.
    pub(super) fn reaches(&self, spacing_m: f64) -> bool {
        let width_m = self.width_m[0].max(self.width_m[0] + self.width_m[1]);
        // Coarse samples see a river up to a tenth of the spacing wider.
        let reach_m = (REACH + 0.1) * spacing_m + 0.5 * width_m;
        let side_m = SQUARE * spacing_m;
        (0..2).all(|axis| {
            let (start, along) = (self.start_m[axis], self.along_m[axis]);
            let low_m = start + along.min(0.0) - reach_m;
            let high_m = start + along.max(0.0) + reach_m;
            low_m <= side_m && high_m >= 0.0
        })
    }
}

impl Banks {
    /// The basins that reach the square.
    pub(super) fn basins(&self) -> &[Basin] {
        &self.basins
    }

    /// The river nearest to a place, which is given relative to the square's corner. Rivers count as
    /// at least `least_m` wide. Returns `None` if no water is within `reach_m`.
    pub(super) fn at(&self, place_m: [f64; 2], least_m: f64, reach_m: f64) -> Option<Bank> {
        let mut nearest: Option<(f64, &CoursePart, f64)> = None;
        for part in &self.parts {
            let [t, distance_m] = part.distance_m(place_m, least_m);
            if distance_m < nearest.map_or(reach_m, |(least_m, ..)| least_m) {
                nearest = Some((distance_m, part, t));
            }
        }
        let (distance_m, nearest, t) = nearest?;
        let first_m = nearest.level_m[0] + t * nearest.level_m[1];
        let mut bank = Bank { distance_m, ..Bank::default() };
        let mut sum = 0.0;
        for part in &self.parts {
            let [t, away_m] = part.distance_m(place_m, least_m);
            let near = 1.0 - (away_m - distance_m) / SHARED_M;
            if near <= 0.0 {
                continue;
            }
            // The trunk counts most where rivers meet, so that its bed has no bump there.
            let discharge = part.discharge[0] + t * part.discharge[1];
            let weight = near * near * (discharge * discharge + 1e-6);
            let value = |[a, by]: [f64; 2]| weight * (a + t * by);
            sum += weight;
            // Differences, so that equal levels stay equal to the bit.
            bank.level_m += weight * (part.level_m[0] + t * part.level_m[1] - first_m);
            bank.width_m += value(part.width_m);
            bank.depth_m += value(part.depth_m);
            bank.discharge += value(part.discharge);
            bank.fall += weight * part.fall;
            let per_m = weight * part.inverse_square.sqrt();
            bank.flow = [0, 1].map(|axis| bank.flow[axis] + per_m * part.along_m[axis]);
        }
        let [x, z] = bank.flow;
        let length = (x * x + z * z).sqrt().max(1e-9);
        Some(Bank {
            level_m: first_m + bank.level_m / sum,
            width_m: bank.width_m / sum,
            depth_m: bank.depth_m / sum,
            discharge: bank.discharge / sum,
            fall: bank.fall / sum,
            flow: [x / length, z / length],
            ..bank
        })
    }
}
