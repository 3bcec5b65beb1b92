//! The centre lines of rivers, for drawings of distant rivers.

use super::banks::CoursePart;
use super::cells::{Block, SIDE};
use super::line_point::LinePoint;
use super::network::Network;
use super::nodes::RiverGround;
use super::valleys::STRAY;

/// A part of a river without gaps, in the direction of the flow. It has at least two points.
pub type RiverLine = Vec<LinePoint>;

impl<G: RiverGround> Network<G> {
    /// The lines of rivers in a rectangle, given by its north-west and south-east corners. A part is
    /// left out unless `is_shown` returns true for its ends and its middle.
    ///
    /// A part of a course belongs to the rectangle around its middle, so adjacent rectangles share no
    /// part. Lines end in lakes.
    pub fn lines(
        &self,
        area_m: [[f64; 2]; 2],
        is_shown: impl Fn(&[LinePoint; 2], [f64; 2]) -> bool,
    ) -> Vec<RiverLine> {
        let spacing_m = self.drainage().settings().spacing_m;
        let is_inside = |ends: &[LinePoint; 2]| {
            let [from, to] = ends;
            let middle_m = [0, 1].map(|axis| 0.5 * (from.place_m[axis] + to.place_m[axis]));
            let within = |axis: usize| (area_m[0][axis]..area_m[1][axis]).contains(&middle_m[axis]);
            within(0) && within(1) && is_shown(ends, middle_m)
        };
        let block_m = SIDE as f64 * spacing_m;
        let [first, last] = [(0, -STRAY), (1, STRAY)].map(|(corner, by)| {
            area_m[corner].map(|m: f64| ((m + by * spacing_m) / block_m).floor() as i64)
        });
        let mut lines: Vec<RiverLine> = vec![];
        for row in first[1]..=last[1] {
            for column in first[0]..=last[0] {
                let block = Block([column, row]);
                let corner_m = block.first().map(|cell| cell as f64 * spacing_m);
                let courses = self.courses(block);
                let parts = courses.channels.parts();
                let in_lakes = courses.in_lakes.get_or_init(|| self.are_in_lakes(block, parts));
                let parts = parts.iter().zip(in_lakes);
                let outside = parts.filter(|(_, is_in_lake)| !**is_in_lake);
                for ends in outside.map(|(part, _)| part.ends(corner_m)).filter(is_inside) {
                    match lines.last_mut() {
                        Some(line) if line[line.len() - 1].is_at(&ends[0]) => line.push(ends[1]),
                        _ => lines.push(ends.to_vec()),
                    }
                }
            }
        }
        lines
    }

    /// Tells of each part of a block's courses whether its middle lies in a lake.
    fn are_in_lakes(&self, block: Block, parts: &[CoursePart]) -> Box<[bool]> {
        let spacing_m = self.drainage().settings().spacing_m;
        let corner_m = block.first().map(|cell| cell as f64 * spacing_m);
        let middles_m: Vec<_> =
            parts.iter().map(|part| part.point(corner_m, 0.5).place_m).collect();
        let far_m = corner_m.map(|m| m + (SIDE as f64 + STRAY) * spacing_m);
        let area_m = [corner_m.map(|m| m - STRAY * spacing_m), far_m];
        let shapes = self.drainage().fixed().shapes();
        let shores: Vec<_> =
            shapes.shores_near(area_m).into_iter().filter_map(|lake| shapes.shore(lake)).collect();
        let is_in_fixed_lake =
            |middle_m: &[f64; 2]| shores.iter().any(|shore| shore.has_water_at(*middle_m));
        let mut in_lakes: Box<[bool]> = middles_m.iter().map(is_in_fixed_lake).collect();
        for basin in self.basins(area_m) {
            let near: Vec<usize> =
                (0..middles_m.len()).filter(|i| basin.may_be_within(middles_m[*i], 1.0)).collect();
            let near_m: Vec<_> = near.iter().map(|i| middles_m[*i]).collect();
            for (index, distance) in near.iter().zip(basin.distances(self.wander(), &near_m)) {
                in_lakes[*index] |= distance < 1.0;
            }
        }
        in_lakes
    }
}

impl CoursePart {
    /// Both ends of a part whose places are relative to a corner.
    fn ends(&self, corner_m: [f64; 2]) -> [LinePoint; 2] {
        [0.0, 1.0].map(|t| self.point(corner_m, t))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::network;
    use super::*;

    #[test]
    fn lines_run_downhill_and_neighbouring_rectangles_share_no_part() {
        let network = network(3, 4000.0, 600.0);
        let area = |west: f64, east: f64| [[west, -3000.0], [east, 5000.0]];
        let parts = |lines: Vec<RiverLine>| {
            let pairs = lines.iter().flat_map(|line| line.windows(2).map(<[_]>::to_vec));
            pairs.collect::<Vec<_>>()
        };
        let all = network.lines(area(-4000.0, 4000.0), |_, _| true);
        assert!(all.len() > 10, "{} lines", all.len());
        for line in &all {
            assert!(line.len() > 1 && line.is_sorted_by(|a, b| a.level_m + 1e-9 >= b.level_m));
            assert!(line.iter().all(|point| point.width_m > 0.0 && point.depth_m > 0.0));
        }
        let all = parts(all);
        let mut east_m: Vec<f64> = all.iter().map(|part| part[0].place_m[0]).collect();
        east_m.sort_by(f64::total_cmp);
        let border_m = east_m[all.len() / 2];
        let [west, east] = [area(-4000.0, border_m), area(border_m, 4000.0)]
            .map(|area_m| parts(network.lines(area_m, |_, _| true)).len());
        assert!(west > 10 && east > 10, "{west} and {east} parts");
        assert_eq!(west + east, all.len());
        assert!(network.lines(area(-4000.0, 4000.0), |_, _| false).is_empty());
    }
}
