//! Finds the nodes of fixed waters and the heights that their levels follow.
//!
//! Heights along a river fall from node to node, so the water falls as along any other course.

use std::collections::{HashMap, VecDeque};

use super::cells::{Cell, STEPS, step};
use super::fixed::{FixedKind, FixedNode};
use super::fixed_course::{FixedCourse, NodePlace, length_m};
use super::fixed_lake::FixedLake;
use super::fixed_shapes::{FixedShapes, Shape};
use super::levels::River;

/// The least fall from a node of a fixed river to the next, in metres.
const FALL_M: f64 = 1.0 / 64.0;

/// The fall of the heights of a fixed lake from cell to cell towards its outlet, in metres. It only decides
/// where the water goes, because the lake is level.
const LAKE_FALL_M: f64 = 1.0 / 1024.0;

/// How far the lake or the river at the end of a river may raise its water, in metres.
const BACKWATER_M: f64 = 10.0;

/// The largest number of points of an outline among which the lowest is searched.
const OUTLINE_POINTS: usize = 64;

/// A cell of a fixed water.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FixedCell {
    pub node: FixedNode,
    /// The place of the node relative to the cell's north-west corner.
    pub within_m: [f64; 2],
    /// The height that the water follows.
    pub height_m: f64,
    /// The index of the water.
    pub water: usize,
    /// The index of the cell in the course of a river.
    pub position: usize,
    pub place: NodePlace,
    /// The number of nodes whose discharge enters the network here.
    pub source_nodes: u32,
}

/// The nodes of a water.
pub(super) struct PlacedWater {
    pub cells: Vec<(Cell, FixedCell)>,
    /// The index of each cell in `cells`.
    by_cell: HashMap<Cell, usize>,
    /// The cell at the outlet of a lake, and the next cell if a fixed river leaves there.
    pub outlet: Option<(Cell, Option<Cell>)>,
    /// The height that the level of a lake follows.
    height_m: f64,
}

impl PlacedWater {
    fn new(cells: Vec<(Cell, FixedCell)>) -> Self {
        let by_cell = cells.iter().enumerate().map(|(index, (cell, _))| (*cell, index)).collect();
        Self { cells, by_cell, outlet: None, height_m: 0.0 }
    }

    fn cell(&self, cell: Cell) -> Option<&FixedCell> {
        self.by_cell.get(&cell).map(|index| &self.cells[*index].1)
    }
}

/// The direction from a cell to its neighbour.
fn direction(from: Cell, to: Cell) -> Option<u8> {
    let by = [0, 1].map(|axis| to[axis] - from[axis]);
    STEPS.iter().position(|step| *step == by).map(|index| index as u8)
}

/// Finds the nodes of a river. `owners` are the waters that other cells of its line belong to.
pub(super) fn trace_river(
    waters: &FixedShapes,
    index: usize,
    course: &FixedCourse,
    owners: &[Option<(usize, &PlacedWater)>],
    ground_m: &dyn Fn([f64; 2]) -> f64,
) -> PlacedWater {
    let is_lake = |owner: usize| matches!(waters.water(owner).kind, FixedKind::Lake { .. });
    let mut all = vec![];
    let mut lowest_m = f64::INFINITY;
    let mut first = 0;
    while first < owners.len() {
        if let Some((owner, placed)) = owners[first] {
            if is_lake(owner) {
                lowest_m = lowest_m.min(placed.height_m);
            }
            first += 1;
            continue;
        }
        let count = owners[first..].iter().take_while(|owner| owner.is_none()).count();
        let before = first.checked_sub(1).and_then(|before| owners[before]);
        let after = owners.get(first + count).copied().flatten();
        let meets_lakes = [before, after].map(|it| it.is_some_and(|(owner, _)| is_lake(owner)));
        let run = RiverRun { waters, index, course, first, count, meets_lakes };
        first += count;
        let mut heights_m = run.heights_m(&mut lowest_m, ground_m);
        if let (Some((before, _)), Some((after, _))) = (before, after)
            && before == after
            && is_lake(before)
        {
            continue;
        }
        let from_lake = before.filter(|(owner, _)| is_lake(*owner));
        let limit_m = from_lake.map_or(f64::INFINITY, |(_, lake)| lake.height_m);
        let next = after.and_then(|(_, placed)| {
            let cell = course.cells[first].cell;
            let target_m = placed.cell(cell)?.height_m;
            back_up(&mut heights_m, target_m, limit_m).then_some(cell)
        });
        all.extend(run.cells(&heights_m, next));
    }
    PlacedWater::new(all)
}

/// Raises the end of a river above the water that it joins. Returns false, and changes nothing, if it would
/// rise too far.
fn back_up(heights_m: &mut [f64], target_m: f64, limit_m: f64) -> bool {
    let count = heights_m.len();
    let wanted_m = |index: usize| target_m + FALL_M * (count - index) as f64;
    let rises_too_far = |(index, height_m): (usize, &f64)| wanted_m(index) - height_m > BACKWATER_M;
    if heights_m.iter().enumerate().any(rises_too_far) || wanted_m(0) >= limit_m {
        return false;
    }
    for (index, height_m) in heights_m.iter_mut().enumerate() {
        *height_m = height_m.max(wanted_m(index));
    }
    true
}

/// Consecutive cells of a river that belong to no other water.
struct RiverRun<'a> {
    waters: &'a FixedShapes,
    index: usize,
    course: &'a FixedCourse,
    first: usize,
    count: usize,
    /// True if the run begins, and if it ends, at a lake.
    meets_lakes: [bool; 2],
}

impl RiverRun<'_> {
    /// The place of a node on the stretch of its cell. Next to a lake it is in the middle, so that the water
    /// has way to fall.
    fn place(&self, index: usize) -> NodePlace {
        let [from_lake, into_lake] = self.meets_lakes;
        match index - self.first {
            i if i + 1 == self.count && !into_lake => NodePlace::End,
            0 if !from_lake && self.count > 1 => NodePlace::Start,
            _ => NodePlace::Middle,
        }
    }

    /// The heights at the nodes. `lowest_m` is the lowest height upstream.
    fn heights_m(&self, lowest_m: &mut f64, ground_m: &dyn Fn([f64; 2]) -> f64) -> Vec<f64> {
        let above_m = self.waters.water(self.index).height_m;
        let run = self.first..self.first + self.count;
        run.map(|index| {
            let probes = self.course.probes(index, self.place(index));
            let probed = probes.map(|point| ground_m(self.course.frame.place_m(point)) + above_m);
            *lowest_m = probed.fold(*lowest_m - FALL_M, f64::min);
            *lowest_m
        })
        .collect()
    }

    /// The cells of the run. The last drains to `next`, if there is a water to join.
    fn cells(
        &self,
        heights_m: &[f64],
        next: Option<Cell>,
    ) -> impl Iterator<Item = (Cell, FixedCell)> {
        let width_m = match self.waters.water(self.index).kind {
            FixedKind::River { width_m } => width_m,
            FixedKind::Lake { .. } => 0.0,
        };
        let settings = &self.waters.settings;
        let side_km = settings.spacing_m / 1000.0;
        let area_km2 = River::area_of_width_km2(settings, width_m);
        let source_nodes = (area_km2 / (side_km * side_km)).ceil() as u32;
        heights_m.iter().enumerate().map(move |(by, height_m)| {
            let position = self.first + by;
            let (cell, place) = (self.course.cells[position].cell, self.place(position));
            let is_last = by + 1 == self.count;
            let next = if is_last { next } else { Some(self.course.cells[position + 1].cell) };
            let node = FixedNode::River(next.and_then(|next| direction(cell, next)));
            let within_m = self.course.frame.within(cell, self.course.node(position, place));
            let source_nodes = if is_last { source_nodes } else { 0 };
            let (height_m, water) = (*height_m, self.index);
            (cell, FixedCell { node, within_m, height_m, water, position, place, source_nodes })
        })
    }
}

/// Finds the nodes of a lake. All drain to the outlet: to where a fixed river leaves the lake, or else to
/// the lowest ground along the outline.
pub(super) fn trace_lake(
    waters: &FixedShapes,
    index: usize,
    lake: &FixedLake,
    ground_m: &dyn Fn([f64; 2]) -> f64,
) -> PlacedWater {
    let neighbours = waters.neighbours(index);
    let earlier: Vec<_> = neighbours.iter().copied().filter(|other| *other < index).collect();
    let own = |cell: &Cell| waters.owner(*cell, &earlier).is_none();
    let cells: Vec<Cell> = lake.cells.keys().copied().filter(own).collect();
    let shore = &lake.shore;
    let ground_at = |point: [f64; 2]| ground_m(shore.frame.place_m(point));
    if cells.is_empty() {
        return PlacedWater::new(vec![]);
    }
    // The anchor is the first point that the user drew, which a smooth outline leaves.
    let height_m = ground_at([0.0; 2]) + waters.water(index).height_m;
    let outlet = outlet_by_river(waters, index, &neighbours);
    let (root, next, near) = match outlet.filter(|(root, _)| cells.contains(root)) {
        Some((root, next)) => (root, Some(next), None),
        None => {
            let lowest = lowest_point(shore.points(), ground_at);
            (nearest_cell(&cells, lake, lowest), None, Some(lowest))
        }
    };
    let mut all = vec![];
    let mut downstream = HashMap::from([(root, next)]);
    let mut queue = VecDeque::from([(root, 0u32)]);
    while let Some((cell, steps)) = queue.pop_front() {
        let next = downstream[&cell].and_then(|next| direction(cell, next));
        let near = near.filter(|_| cell == root).map(|point| shore.frame.within(cell, point));
        let place = match near {
            Some(near) => lake.place_near(cell, near),
            None => lake.middle_of(cell),
        };
        let cell_data = FixedCell {
            node: FixedNode::Lake(next),
            within_m: place.unwrap_or_default(),
            height_m: height_m + LAKE_FALL_M * f64::from(steps),
            water: index,
            position: 0,
            place: NodePlace::Middle,
            source_nodes: 0,
        };
        all.push((cell, cell_data));
        // Only neighbours with a common side, so that no course crosses the lake between two nodes.
        for by in STEPS.iter().skip(1).step_by(2) {
            let other = step(cell, *by);
            if cells.binary_search(&other).is_ok() && !downstream.contains_key(&other) {
                downstream.insert(other, Some(cell));
                queue.push_back((other, steps + 1));
            }
        }
    }
    PlacedWater { outlet: Some((root, next)), height_m, ..PlacedWater::new(all) }
}

/// The cell of a lake at which the first river leaves it for good, and the next cell of that river.
fn outlet_by_river(
    waters: &FixedShapes,
    lake: usize,
    neighbours: &[usize],
) -> Option<(Cell, Cell)> {
    neighbours.iter().find_map(|river| {
        let Shape::River { course, .. } = waters.shape(*river) else { return None };
        let mut among: Vec<_> = waters.neighbours(*river);
        among.retain(|other| other < river);
        let owner = |index: usize| waters.owner(course.cells[index].cell, &among);
        let last = (0..course.cells.len()).rfind(|index| owner(*index) == Some(lake))?;
        let leaves = last + 1 < course.cells.len() && owner(last + 1).is_none();
        leaves.then(|| (course.cells[last].cell, course.cells[last + 1].cell))
    })
}

/// The point of an outline with the lowest ground.
fn lowest_point(points: &[[f64; 2]], ground_at: impl Fn([f64; 2]) -> f64) -> [f64; 2] {
    let points = points.iter().step_by(points.len().div_ceil(OUTLINE_POINTS));
    let heights = points.map(|point| (ground_at(*point), *point));
    heights.min_by(|a, b| a.0.total_cmp(&b.0)).map_or([0.0; 2], |(_, point)| point)
}

/// The cell with the place that is nearest to a point of the outline.
fn nearest_cell(cells: &[Cell], lake: &FixedLake, point: [f64; 2]) -> Cell {
    let away_m = |cell: &Cell| {
        let near = lake.shore.frame.within(*cell, point);
        lake.place_near(*cell, near).map_or(f64::INFINITY, |place| length_m(place, near))
    };
    let nearest = cells.iter().min_by(|a, b| away_m(a).total_cmp(&away_m(b)));
    nearest.copied().unwrap_or(cells[0])
}
