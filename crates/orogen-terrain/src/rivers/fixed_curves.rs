//! The curves of fixed rivers, and of other courses where they meet fixed rivers and lakes.

use super::cells::{Block, Cell, STEPS, step};
use super::course_curve::{CourseCurve, CurveKey, CurveLine};
use super::courses::{CurveMaker, EdgeMiddle};
use super::fixed::FixedNode;
use super::fixed_course::line_length_m;
use super::fixed_trace::FixedCell;
use super::level_point::LevelPoint;

/// The distance from the shore of a fixed lake at which a river has the level of the lake, relative to the
/// spacing of nodes.
const BACKWATER: f64 = 0.15;

impl CurveMaker<'_> {
    /// The cell of a fixed river.
    pub(super) fn fixed_river(&self, cell: Cell) -> Option<&FixedCell> {
        self.fixed.get(&cell).filter(|fixed| matches!(fixed.node, FixedNode::River(_)))
    }

    fn fixed_lake(&self, cell: Cell) -> Option<&FixedCell> {
        self.fixed.get(&cell).filter(|fixed| matches!(fixed.node, FixedNode::Lake(_)))
    }

    /// Returns true if the line of a fixed river leads from a cell to the next: along the river, into a lake
    /// or out of a lake.
    fn is_along_river(&self, from: Cell, to: Cell) -> bool {
        let (Some(a), Some(b)) = (self.fixed.get(&from), self.fixed.get(&to)) else { return false };
        let is_held = a.node.next().is_some_and(|by| step(from, STEPS[usize::from(by)]) == to);
        match (a.node, b.node) {
            (FixedNode::River(_), FixedNode::River(_)) => {
                a.water == b.water && a.position + 1 == b.position
            }
            (FixedNode::River(_), FixedNode::Lake(_)) => is_held,
            (FixedNode::Lake(_), FixedNode::River(_)) => is_held,
            _ => false,
        }
    }

    /// The stretch of a fixed river up to the node of its cell, and from there on, relative to a block.
    fn stretch(&self, block: Block, fixed: &FixedCell) -> [Vec<[f64; 2]>; 2] {
        let course = self.shapes.course(fixed.water).expect("the cell belongs to a river");
        let halves = course.stretch(fixed.position, fixed.place);
        halves.map(|half| {
            half.into_iter().map(|point| course.frame.within(block.first(), point)).collect()
        })
    }

    /// The place between two nodes at which the curves of a fixed river or a fixed lake meet; `None` for
    /// other edges.
    pub(super) fn fixed_middle(
        &self,
        block: Block,
        [from, to]: [Cell; 2],
        [start, end]: [LevelPoint; 2],
    ) -> Option<LevelPoint> {
        if self.is_along_river(from, to) {
            let (before, after) = (self.fixed_river(from), self.fixed_river(to));
            let course = self.shapes.course(before.or(after)?.water)?;
            let leaving =
                before.map(|it| course.stretch(it.position, it.place)).map(|[_, line]| line);
            let entering =
                after.map(|it| course.stretch(it.position, it.place)).map(|[line, _]| line);
            let level_m = match (&leaving, &entering) {
                (Some(leaving), Some(entering)) => {
                    // The water falls evenly from node to node, however short the stretch of a cell is.
                    let [before_m, after_m] = [leaving, entering].map(|line| line_length_m(line));
                    let share = before_m / (before_m + after_m).max(1e-6);
                    let level_m = start.towards(end, share).level_m;
                    level_m.max(end.level_m).min(start.level_m)
                }
                // A lake has its level up to the border of its cells.
                (Some(_), None) => end.level_m,
                (None, _) => start.level_m,
            };
            let leaves = leaving.and_then(|line| line.last().copied());
            let enters = entering.and_then(|line| line.first().copied());
            let place_m = course.frame.within(block.first(), leaves.or(enters)?);
            return Some(LevelPoint { place_m, level_m });
        }
        let (leaves, enters) = (self.fixed_lake(from), self.fixed_lake(to));
        let is_inside = |a: &FixedCell, b: &FixedCell| a.water == b.water;
        if leaves.zip(enters).is_some_and(|(a, b)| is_inside(a, b)) {
            return None;
        }
        let length_m = self.distance_m(from, to).max(1.0);
        let margin = BACKWATER * self.settings.spacing_m / length_m;
        // Relative to the corner of a cell, so that all blocks find the same shore.
        let ends_m = [from, to].map(|cell| self.within_m(from, cell));
        // The share of the way from the node outside to the shore.
        let shore = |fixed: &FixedCell, way_m: [[f64; 2]; 2]| {
            let shore = self.shapes.shore(fixed.water).expect("the cell belongs to a lake");
            let entry = shore.entry(from, way_m);
            (entry - margin).max(0.5 * entry)
        };
        if let Some(lake) = enters {
            let place_m = start.towards(end, shore(lake, ends_m)).place_m;
            return Some(LevelPoint { place_m, level_m: end.level_m });
        }
        let lake = leaves?;
        let place_m = end.towards(start, shore(lake, [ends_m[1], ends_m[0]])).place_m;
        Some(LevelPoint { place_m, level_m: start.level_m })
    }

    /// The curves through a node of a fixed river. They run through the node itself, and then along the
    /// line of the river. `inflows` has the largest first.
    pub(super) fn fixed_curves(
        &self,
        (block, cell): (Block, Cell),
        inflows: &[Cell],
        out: Option<Cell>,
        end: Option<EdgeMiddle>,
    ) -> Vec<CourseCurve> {
        let Some(fixed) = self.fixed_river(cell) else { return vec![] };
        let node = self.point(block, cell);
        let [before, after] = self.stretch(block, fixed);
        let is_along = out.is_some_and(|out| self.is_along_river(cell, out));
        let after = match end {
            Some(_) if is_along => after,
            Some(end) => vec![node.place_m, end.middle.place_m],
            None => vec![node.place_m],
        };
        let end_level_m = end.map_or(node.level_m, |end| end.middle.level_m);
        let end_share = end.map_or(0.0, |end| end.wander_share);
        let (area_km2, depth_m) = (self.area_km2(cell), self.depth_m(cell));
        let mut curves = vec![];
        for (index, from) in inflows.iter().enumerate() {
            let start = self.edge(block, *from, cell);
            let is_along = self.is_along_river(*from, cell);
            let first = match is_along {
                true => before.clone(),
                false => vec![start.middle.place_m, node.place_m],
            };
            let from_km2 = self.area_km2(*from);
            let is_trunk = index == 0 || is_along;
            curves.push(CourseCurve {
                key: CurveKey { from: Some(*from), through: cell },
                line: CurveLine::Halves {
                    lines: [first, after.clone()],
                    levels_m: [start.middle.level_m, node.level_m, end_level_m],
                },
                directions: None,
                falls: [start.fall, end.map_or(start.fall, |end| end.fall)],
                areas_km2: [from_km2, if is_trunk { area_km2 } else { from_km2 }],
                wander_km2: [from_km2, area_km2],
                depths_m: [self.depth_m(*from), depth_m],
                wander_shares: [start.wander_share, end_share],
                is_fixed: is_along,
                joins: None,
            });
        }
        if !inflows.iter().any(|from| self.is_along_river(*from, cell)) {
            // The line of a river within a single cell leads to the node.
            let last = if inflows.is_empty() { after } else { vec![node.place_m] };
            let last_m = if inflows.is_empty() { end_level_m } else { node.level_m };
            if before.len() > 1 || last.len() > 1 {
                let fall = end.map_or(0.0, |end| end.fall);
                curves.push(CourseCurve {
                    key: CurveKey { from: None, through: cell },
                    line: CurveLine::Halves {
                        lines: [before, last],
                        levels_m: [node.level_m, node.level_m, last_m],
                    },
                    directions: None,
                    falls: [fall; 2],
                    areas_km2: [area_km2; 2],
                    wander_km2: [area_km2; 2],
                    depths_m: [depth_m; 2],
                    wander_shares: [0.0, end_share],
                    is_fixed: true,
                    joins: None,
                });
            }
        }
        curves
    }
}
