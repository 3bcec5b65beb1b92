//! The cells that a fixed river crosses.
//!
//! Consecutive cells share a side, so that no other course can cross the river between two of them.

use std::collections::HashMap;

use super::cells::Cell;
use super::fixed::{FixedLine, LineFrame};

/// The largest number of cells that a fixed river visits; the rest of its line is left out.
const MAX_VISITS: usize = 1 << 16;

/// How far the line may leave a cell and come back to it without being cut short, in cells.
const EXCURSION: f64 = 0.5;

/// The number of places of a cell's stretch at which the ground counts for the height of its water.
const PROBES: usize = 4;

/// A cell with the parts of the line that belong to it, as distances along the line in metres. There
/// are several parts where a loop of the line is cut short.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CourseCell {
    pub cell: Cell,
    parts_m: Vec<[f64; 2]>,
}

/// The course of a fixed river.
pub(super) struct FixedCourse {
    pub frame: LineFrame,
    pub cells: Vec<CourseCell>,
    points: Vec<[f64; 2]>,
    /// The distance of each point from the first, along the line.
    along_m: Vec<f64>,
}

/// Where along the stretch of its cell a node lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum NodePlace {
    Start,
    Middle,
    End,
}

impl FixedCourse {
    pub fn new(line: FixedLine, spacing_m: f64) -> Self {
        let frame = LineFrame::new(line.anchor_m, spacing_m);
        let mut along_m = vec![0.0];
        for pair in line.points.windows(2) {
            along_m.push(along_m[along_m.len() - 1] + length_m(pair[0], pair[1]));
        }
        let mut course = Self { frame, cells: vec![], points: line.points, along_m };
        if !course.points.is_empty() {
            course.cells = course.without_loops(course.visits());
        }
        course
    }

    /// The cells along the line in order, each with the distances at which the line enters and leaves.
    fn visits(&self) -> Vec<(Cell, [f64; 2])> {
        let Self { frame, points, along_m, .. } = self;
        let mut cell = frame.cell_of(points[0]);
        let mut visits = vec![];
        let mut entered_m = 0.0;
        for (index, pair) in points.windows(2).enumerate() {
            let length_m = along_m[index + 1] - along_m[index];
            let [from, to] = [pair[0], pair[1]].map(|point| frame.within(frame.cell, point));
            loop {
                // The share of the pair at which it leaves the cell along each axis.
                let leaves = [0, 1].map(|axis| {
                    let step_m = to[axis] - from[axis];
                    let low = (cell[axis] - frame.cell[axis]) as f64 * frame.spacing_m;
                    let border_m = if step_m > 0.0 { low + frame.spacing_m } else { low };
                    match step_m == 0.0 {
                        true => f64::INFINITY,
                        false => ((border_m - from[axis]) / step_m).max(0.0),
                    }
                });
                let axis = usize::from(leaves[1] < leaves[0]);
                let step_m = to[axis] - from[axis];
                if leaves[axis] >= 1.0 || visits.len() == MAX_VISITS {
                    break;
                }
                let left_m = along_m[index] + leaves[axis] * length_m;
                visits.push((cell, [entered_m, left_m]));
                cell[axis] += if step_m > 0.0 { 1 } else { -1 };
                entered_m = left_m;
            }
        }
        if visits.len() < MAX_VISITS {
            visits.push((cell, [entered_m, along_m[along_m.len() - 1]]));
        }
        visits
    }

    /// Cuts loops short, so that each cell comes once. Consecutive cells still share a side.
    fn without_loops(&self, visits: Vec<(Cell, [f64; 2])>) -> Vec<CourseCell> {
        let mut cells: Vec<CourseCell> = vec![];
        let mut known: HashMap<Cell, usize> = HashMap::new();
        for (cell, part_m) in visits {
            let Some(index) = known.get(&cell).copied() else {
                known.insert(cell, cells.len());
                cells.push(CourseCell { cell, parts_m: vec![part_m] });
                continue;
            };
            for dropped in cells.drain(index + 1..) {
                known.remove(&dropped.cell);
            }
            let parts_m = &mut cells[index].parts_m;
            let last = parts_m.len() - 1;
            match self.stays_near(cell, [parts_m[last][1], part_m[0]]) {
                true => parts_m[last][1] = part_m[1],
                false => parts_m.push(part_m),
            }
        }
        cells
    }

    /// Returns true if a part of the line stays near a cell.
    fn stays_near(&self, cell: Cell, [from_m, to_m]: [f64; 2]) -> bool {
        let first = self.along_m.partition_point(|m| *m < from_m);
        let last = self.along_m.partition_point(|m| *m <= to_m);
        let reach_m = EXCURSION * self.frame.spacing_m;
        let range = -reach_m..=self.frame.spacing_m + reach_m;
        let is_near =
            |point: &[f64; 2]| self.frame.within(cell, *point).iter().all(|m| range.contains(m));
        self.points[first.min(last)..last].iter().all(is_near)
    }

    /// The point at a distance along the line.
    fn at(&self, distance_m: f64) -> [f64; 2] {
        let after = self.along_m.partition_point(|m| *m <= distance_m);
        let (Some(before), true) = (after.checked_sub(1), after < self.points.len()) else {
            return self.points[after.saturating_sub(1).min(self.points.len() - 1)];
        };
        let span_m = self.along_m[after] - self.along_m[before];
        let t = (distance_m - self.along_m[before]) / span_m;
        let [a, b] = [self.points[before], self.points[after]];
        [0, 1].map(|axis| a[axis] + t * (b[axis] - a[axis]))
    }

    /// The distance along the line of the node of a cell.
    fn node_m(&self, index: usize, place: NodePlace) -> f64 {
        let parts_m = &self.cells[index].parts_m;
        match place {
            NodePlace::Start => parts_m[0][0],
            NodePlace::End => parts_m[parts_m.len() - 1][1],
            NodePlace::Middle => {
                let half_m = 0.5 * parts_m.iter().map(|[from, to]| to - from).sum::<f64>();
                let mut left_m = half_m;
                for [from, to] in parts_m {
                    if left_m <= to - from {
                        return from + left_m;
                    }
                    left_m -= to - from;
                }
                parts_m[0][0]
            }
        }
    }

    /// The node of a cell, relative to the anchor.
    pub fn node(&self, index: usize, place: NodePlace) -> [f64; 2] {
        self.at(self.node_m(index, place))
    }

    /// Points along the stretch of a cell up to its node, relative to the anchor, at which the ground
    /// counts for the height of the water.
    pub fn probes(&self, index: usize, place: NodePlace) -> impl Iterator<Item = [f64; 2]> {
        let (start_m, end_m) = (self.cells[index].parts_m[0][0], self.node_m(index, place));
        (1..=PROBES).map(move |i| {
            let share = i as f64 / PROBES as f64;
            self.at(start_m + share * (end_m - start_m))
        })
    }

    /// The stretch of a cell, relative to the anchor: from where the line enters the cell to the node, and
    /// from there to where the line leaves the cell.
    pub fn stretch(&self, index: usize, place: NodePlace) -> [Vec<[f64; 2]>; 2] {
        let node_m = self.node_m(index, place);
        let mut halves = [vec![], vec![self.at(node_m)]];
        for [from_m, to_m] in &self.cells[index].parts_m {
            for (half, [low_m, high_m]) in
                [[*from_m, to_m.min(node_m)], [from_m.max(node_m), *to_m]].into_iter().enumerate()
            {
                if low_m > high_m {
                    continue;
                }
                let inner = self.along_m.iter().zip(&self.points);
                let first = self.along_m.partition_point(|m| *m <= low_m);
                let inner = inner.skip(first).take_while(|(m, _)| **m < high_m);
                let all = [self.at(low_m)].into_iter().chain(inner.map(|(_, point)| *point));
                halves[half].extend(all.chain([self.at(high_m)]));
            }
        }
        halves.map(|mut half| {
            half.dedup();
            half
        })
    }
}

pub(super) fn length_m(a: [f64; 2], b: [f64; 2]) -> f64 {
    let [x, z] = [0, 1].map(|axis| b[axis] - a[axis]);
    (x * x + z * z).sqrt()
}

pub(super) fn line_length_m(points: &[[f64; 2]]) -> f64 {
    points.windows(2).map(|pair| length_m(pair[0], pair[1])).sum()
}

/// The point of a line at a share of its length.
pub(super) fn point_along(points: &[[f64; 2]], share: f64) -> [f64; 2] {
    let mut left_m = share * line_length_m(points);
    for pair in points.windows(2) {
        let part_m = length_m(pair[0], pair[1]);
        if left_m <= part_m && part_m > 0.0 {
            let t = left_m / part_m;
            return [0, 1].map(|axis| pair[0][axis] + t * (pair[1][axis] - pair[0][axis]));
        }
        left_m -= part_m;
    }
    points[points.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn cells_share_sides_and_come_once(
            points in prop::collection::vec(prop::array::uniform2(-3000.0..3000.0f64), 1..30),
            anchor in prop::array::uniform2(-100_000i32..100_000),
        ) {
            let line = FixedLine { anchor_m: anchor.map(f64::from), points: points.clone() };
            let course = FixedCourse::new(line, 512.0);
            let cells: Vec<Cell> = course.cells.iter().map(|it| it.cell).collect();
            let mut once = cells.clone();
            once.sort_unstable();
            once.dedup();
            prop_assert_eq!(once.len(), cells.len());
            for pair in cells.windows(2) {
                prop_assert_eq!((pair[1][0] - pair[0][0]).abs() + (pair[1][1] - pair[0][1]).abs(), 1);
            }
            prop_assert_eq!(cells[0], course.frame.cell_of(points[0]));
            let last = points[points.len() - 1];
            prop_assert_eq!(cells[cells.len() - 1], course.frame.cell_of(last));
            for (index, cell) in cells.iter().enumerate() {
                let halves = course.stretch(index, NodePlace::Middle);
                let all = halves.iter().flatten();
                for point in all {
                    let within = course.frame.within(*cell, *point);
                    prop_assert!(within.iter().all(|m| (-257.0..769.0).contains(m)), "{within:?}");
                }
                let node = course.node(index, NodePlace::Middle);
                prop_assert_eq!(halves[1][0], node);
                if index > 0 {
                    let before = course.stretch(index - 1, NodePlace::Middle);
                    let end = before[1][before[1].len() - 1];
                    prop_assert!(length_m(end, halves[0][0]) < 1e-6);
                }
            }
            let near_m = |a, b| length_m(a, b) < 1e-6;
            prop_assert!(near_m(course.node(0, NodePlace::Start), points[0]));
            prop_assert!(near_m(course.node(cells.len() - 1, NodePlace::End), last));
        }
    }
}
