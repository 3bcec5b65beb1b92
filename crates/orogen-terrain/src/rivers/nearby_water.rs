//! The rivers and lakes near a square, and the river nearest to a place in it.

use std::sync::Arc;

use super::bank::Bank;
use super::banks::{CoursePart, PartsBySquare, SquareKey};
use super::bars::{bank_m, middle_m};
use super::basins::Basin;
use super::bed::bed_at_m;
use super::floors::{FloorLanes, FloorShape, STEEPEST_FAN};
use super::lanes::Lanes;
use super::smoothstep::smoothstep;
use crate::real::Real;

/// The values of all rivers that are at most this much farther than the nearest river, in metres, are
/// blended.
const BLEND_M: f64 = 4.0;

/// Away from its water, the ground of graded rivers blends over this share of the distance, so that it has
/// no step where another river becomes the nearest. The blend begins this many of the narrowest widths of
/// channels away, where no sheet of water is.
const BLEND_SHARE: f64 = 0.6;
const BLEND_FROM: f64 = 2.5;

/// At this distance in metres, large rivers no longer count more than small ones.
const EQUAL_M: f64 = 24.0;

/// The rivers and lakes near a square.
pub struct NearbyWater {
    /// The parts of the blocks around whose parts reach the square.
    blocks: Box<[Arc<PartsBySquare>]>,
    /// The parts that reach the square, each by its block and its index there.
    parts: Box<[[u16; 2]]>,
    lanes: PartLanes,
    basins: Box<[Basin]>,
    /// The indices of the fixed lakes whose water may reach the square.
    shores: Box<[usize]>,
    /// See [`RiverSettings::is_graded`].
    is_graded: bool,
}

/// The lines of parts, relative to the square's corner. So single precision suffices.
#[derive(PartialEq)]
struct PartLanes {
    /// The start and the way to the end in metres east and south, the inverse square of the length, and the
    /// width at the start and its change.
    lines: Lanes<7>,
    floors: FloorLanes,
}

/// The parts of a block near a square.
pub(super) struct BlockParts {
    pub parts: Arc<PartsBySquare>,
    /// The square, relative to the block's first.
    pub square: SquareKey,
    /// The way from the square's corner to the block's in metres.
    pub offset_m: [f64; 2],
}

/// Where along each part a place lies, from 0 to 1, and its distance from the edge of the water.
#[derive(Default)]
pub(super) struct PartDistances {
    fractions: Vec<f32>,
    away_m: Vec<f32>,
}

impl PartLanes {
    fn new(parts: &[(&CoursePart, [f64; 2])]) -> Self {
        let line = |(part, offset_m): &(&CoursePart, [f64; 2])| {
            let [x, z] = [0, 1].map(|axis| part.start_m[axis] + offset_m[axis]);
            let ([vector_x, vector_z], [width, widening]) = (part.vector_m, part.width_m);
            [x, z, vector_x, vector_z, part.inverse_square, width, widening]
                .map(|value| value as f32)
        };
        Self {
            lines: Lanes::new(parts.iter().map(line)),
            floors: FloorLanes::new(parts.iter().map(|(part, _)| part.floor())),
        }
    }

    /// Measures the distances of a place from all parts, which count as at least `min_width_m` wide.
    fn measure(&self, [x, z]: [f32; 2], min_width_m: f32, distances: &mut PartDistances) {
        let count = self.lines.count();
        distances.fractions.resize(count, 0.0);
        distances.away_m.resize(count, 0.0);
        // Slices of equal length save the loop its bounds checks.
        let [start_x, start_z, vector_x, vector_z, inverse_square, width, widening] =
            self.lines.all().map(|lane| &lane[..count]);
        let (fractions, away_m) =
            (&mut distances.fractions[..count], &mut distances.away_m[..count]);
        for i in 0..count {
            let from_start = [x - start_x[i], z - start_z[i]];
            let t = (from_start[0] * vector_x[i] + from_start[1] * vector_z[i]) * inverse_square[i];
            let t = t.greater(0.0).lesser(1.0);
            let from_line = [from_start[0] - t * vector_x[i], from_start[1] - t * vector_z[i]];
            let distance_m = (from_line[0] * from_line[0] + from_line[1] * from_line[1]).sqrt();
            fractions[i] = t;
            away_m[i] = distance_m - 0.5 * (width[i] + t * widening[i]).greater(min_width_m);
        }
    }
}

impl NearbyWater {
    pub(super) fn new(
        blocks: Vec<BlockParts>,
        basins: Vec<Basin>,
        shores: Vec<usize>,
        is_graded: bool,
    ) -> Self {
        let (mut indices, mut parts) = (vec![], vec![]);
        for (block, BlockParts { parts: all, square, offset_m }) in (0..).zip(&blocks) {
            indices.extend(all.near(*square).iter().map(|index| [block, *index]));
            parts.extend(all.near(*square).iter().map(|index| (all.part(*index), *offset_m)));
        }
        let (parts, lanes) = (indices.into(), PartLanes::new(&parts));
        let (basins, shores) = (basins.into(), shores.into());
        let blocks = blocks.into_iter().map(|block| block.parts).collect();
        Self { blocks, parts, lanes, basins, shores, is_graded }
    }

    /// Returns true if no water reaches the square.
    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.basins.is_empty() && self.shores.is_empty()
    }

    fn part(&self, [block, index]: [u16; 2]) -> &CoursePart {
        self.blocks[usize::from(block)].part(index)
    }

    fn parts(&self) -> impl Iterator<Item = &CoursePart> {
        self.parts.iter().map(|index| self.part(*index))
    }

    /// Returns true if two squares of the same place have the same rivers and lakes, and no fixed lake.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let have_shores = !(self.shores.is_empty() && other.shores.is_empty());
        let has_same_parts = || self.lanes == other.lanes && self.parts().eq(other.parts());
        !have_shores && has_same_parts() && self.basins == other.basins
    }

    /// The indices of the fixed lakes whose water may reach the square.
    pub(super) fn shores(&self) -> &[usize] {
        &self.shores
    }

    /// The basins that reach the square.
    pub(super) fn basins(&self) -> &[Basin] {
        &self.basins
    }

    /// The nearest river with the ground that graded rivers fill up at the place whose distances were
    /// measured last. A river on the rim of a gorge does not fill up the gorge.
    pub(super) fn with_floor(
        &self,
        nearest: Bank,
        shape: &FloorShape,
        distances: &PartDistances,
    ) -> Bank {
        let highest_m = self.lanes.floors.highest_m(shape, &distances.fractions, &distances.away_m);
        let edge_m = nearest.level_m + bank_m(nearest.braided);
        let fan_m = edge_m + STEEPEST_FAN * nearest.distance_m.max(0.0);
        Bank { filled_m: highest_m.min(fan_m), ..nearest }
    }

    /// The river nearest to a place, which is given relative to the square's corner. Rivers count as
    /// at least `min_width_m` wide. Returns `None` if no river is within `reach_m`.
    pub(super) fn at(
        &self,
        place_m: [f64; 2],
        [min_width_m, reach_m]: [f64; 2],
        distances: &mut PartDistances,
    ) -> Option<Bank> {
        if self.parts.is_empty() {
            return None;
        }
        self.lanes.measure(place_m.map(|m| m as f32), min_width_m as f32, distances);
        let PartDistances { fractions, away_m } = distances;
        let nearest_m = away_m.iter().fold(f32::INFINITY, |nearest, away_m| away_m.lesser(nearest));
        if f64::from(nearest_m) >= reach_m {
            return None;
        }
        let nearest = away_m.iter().position(|away_m| *away_m == nearest_m)?;
        let nearest_part = self.part(self.parts[nearest]);
        let level_m = |part: &CoursePart, t: f64| part.level_m[0] + t * part.level_m[1];
        let nearest_level_m = level_m(nearest_part, f64::from(fractions[nearest]));
        let is_fixed = nearest_part.is_fixed;
        let mut bank = Bank { distance_m: f64::from(nearest_m), is_fixed, ..Bank::default() };
        let beyond_m = match self.is_graded {
            true => (f64::from(nearest_m) - BLEND_FROM * min_width_m).max(0.0),
            false => 0.0,
        };
        let blend_m = BLEND_M + BLEND_SHARE * beyond_m;
        let nearest_discharge = nearest_part.discharge[0];
        let equal = smoothstep([0.0, EQUAL_M], beyond_m);
        let (mut sum, mut bed_m, mut within_m) = (0.0, f64::INFINITY, f64::NEG_INFINITY);
        for (index, (t, away_m)) in self.parts.iter().zip(fractions.iter().zip(away_m.iter())) {
            let near = 1.0 - f64::from(away_m - nearest_m) / blend_m;
            if near <= 0.0 && *away_m >= 0.0 {
                continue;
            }
            let part = self.part(*index);
            let t = f64::from(*t);
            let value = |[a, by]: [f64; 2]| a + t * by;
            let width_m = value(part.width_m).max(min_width_m);
            if *away_m < 0.0 {
                let from_line_m = 0.5 * width_m + f64::from(*away_m);
                within_m = within_m.max(middle_m([width_m, min_width_m], from_line_m));
            }
            // The round ends of parts would make level steps upstream of each vertex.
            if *away_m < 0.0 && t > 0.0 && t < 1.0 {
                let [level_m, depth_m] = [part.level_m, part.depth_m].map(value);
                let (form, bank_m) = ([level_m, depth_m, width_m], bank_m(value(part.braided)));
                bed_m = bed_m.min(bed_at_m(form, bank_m, f64::from(*away_m)));
            }
            if near <= 0.0 {
                continue;
            }
            // The trunk counts most where rivers meet, so that its bed has no bump there.
            let discharge = part.discharge[0] + t * part.discharge[1];
            let counts = match equal > 0.0 {
                true => discharge + equal * (nearest_discharge - discharge),
                false => discharge,
            };
            let weight = near * near * (counts * counts + 1e-6);
            let value = |[a, by]: [f64; 2]| weight * (a + t * by);
            sum += weight;
            // Sums of differences keep equal levels equal to the bit.
            bank.level_m += weight * (level_m(part, t) - nearest_level_m);
            bank.width_m += value(part.width_m);
            bank.depth_m += value(part.depth_m);
            bank.braided += value(part.braided);
            bank.discharge += value(part.discharge);
            bank.fall += weight * part.fall;
            let per_m = weight * part.inverse_square.sqrt();
            bank.flow = [0, 1].map(|axis| bank.flow[axis] + per_m * part.vector_m[axis]);
        }
        let [x, z] = bank.flow;
        let length = (x * x + z * z).sqrt().max(1e-9);
        Some(Bank {
            level_m: nearest_level_m + bank.level_m / sum,
            width_m: bank.width_m / sum,
            depth_m: bank.depth_m / sum,
            braided: bank.braided / sum,
            discharge: bank.discharge / sum,
            fall: bank.fall / sum,
            flow: [x / length, z / length],
            bed_m,
            middle_m: within_m,
            ..bank
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::settings::RiverSettings;
    use super::*;

    /// A level river to the south, 8 m wide.
    fn river(x: f64, level_m: f64, discharge: f64) -> CoursePart {
        CoursePart {
            start_m: [x, -500.0],
            vector_m: [0.0, 1000.0],
            inverse_square: 1e-6,
            level_m: [level_m, 0.0],
            width_m: [8.0, 0.0],
            flood_m: [8.0, 0.0],
            depth_m: [1.0, 0.0],
            braided: [0.0, 0.0],
            discharge: [discharge, 0.0],
            fall: 0.0,
            is_fixed: false,
        }
    }

    /// The water near the square whose corner is the origin.
    fn near_water(parts: Vec<CoursePart>, is_graded: bool) -> NearbyWater {
        let parts = Arc::new(PartsBySquare::new(&RiverSettings::default(), parts));
        let block = BlockParts { parts, square: [0, 0], offset_m: [0.0, 0.0] };
        NearbyWater::new(vec![block], vec![], vec![], is_graded)
    }

    /// The highest step of the level along a line between two rivers, in metres within a quarter of a metre.
    fn highest_step_m(is_graded: bool) -> f64 {
        let parts = vec![river(0.0, 100.0, 30.0), river(160.0, 112.0, 2.0)];
        let water = near_water(parts, is_graded);
        let mut distances = PartDistances::default();
        let mut level_m = |step: i32| {
            let place_m = [0.25 * f64::from(step), 0.0];
            water.at(place_m, [1.8, 256.0], &mut distances).unwrap().level_m
        };
        let steps = (0..640).map(|step| (level_m(step + 1) - level_m(step)).abs());
        steps.fold(0.0, f64::max)
    }

    #[test]
    fn a_river_on_a_rim_fills_up_no_gorge() {
        let parts = vec![river(0.0, 100.0, 30.0), river(160.0, 200.0, 2.0)];
        let water = near_water(parts, true);
        let shape = FloorShape { reach_m: 256.0, torrent_per_m: 1.0 };
        let mut distances = PartDistances::default();
        for (away_m, lowest_m, highest_m) in
            [(0.0, 100.0, 102.0), (30.0, 100.0, 120.0), (150.0, 190.0, 203.0)]
        {
            let nearest = water.at([4.0 + away_m, 0.0], [1.8, 256.0], &mut distances).unwrap();
            let filled_m = water.with_floor(nearest, &shape, &distances).filled_m;
            assert!((lowest_m..highest_m).contains(&filled_m), "{filled_m} m at {away_m} m");
        }
    }

    #[test]
    fn levels_of_graded_rivers_blend_between_the_rivers() {
        let [plain_m, graded_m] = [false, true].map(highest_step_m);
        assert!(graded_m < 0.2 && plain_m > 3.0 * graded_m, "{graded_m} m, {plain_m} m otherwise");
    }
}
