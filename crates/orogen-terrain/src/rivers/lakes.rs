//! Lakes: round basins around sinks with large catchments, and around all closed sinks.

use super::cells::Cell;
use super::drainage::Drainage;
use super::fixed::FixedNode;
use super::nodes::RiverGround;
use super::receivers::{Downstream, Receiver};
use crate::real::Real;

/// A lake.
#[derive(Clone, Debug, PartialEq)]
pub struct Lake {
    /// The cell of its sink. The node of this cell is the middle of the lake.
    pub sink: Cell,
    /// The radius of its dug basin.
    pub radius_m: f64,
    /// The level of the water, which is the level of the outlet.
    pub level_m: f64,
    /// The cells that have its level: those through which its water runs to the outlet, from the sink
    /// on, then those inside its basin that drain to them.
    pub cells: Vec<Cell>,
}

/// The distance from a fixed river or lake at which a lake may have its middle, in radii of the lake. Its
/// basin and its rim end before.
const FIXED_REACH: f64 = 2.7;

/// The smallest catchment whose sink may have a lake.
const FROM_KM2: f64 = 10.0;

/// The largest radius of the lake of a catchment of 20 km².
pub(super) const RADIUS_M: f64 = 700.0;

/// The largest radius of any lake, relative to [`RADIUS_M`].
pub(super) const LARGEST: f64 = 1.35;

/// The radius of the shore, in radii of the lake, and the largest depth of the shore below the lake, in
/// metres.
const SHORE: f64 = 1.4;
const SHORE_M: f64 = 8.0;

/// The largest number of cells between a sink and the cells of its lake: the radius of the largest
/// lake in the smallest cells, and one more for the jitter of nodes.
pub const REACH: i64 = 5;

/// The lake of a cell's sink, if it has one.
///
/// A closed basin always has a lake, at the level of its sink. Another sink has a lake if its
/// catchment is large enough and chance allows it. That lake has the level of the first node of
/// the course that lies outside its basin, so inflows lie above it and the outlet is level.
pub(super) fn find_lake<G: RiverGround>(drainage: &Drainage<G>, sink: Cell) -> Option<Lake> {
    let Receiver { next, cells_from_sink, .. } = drainage.receiver(sink);
    let is_closed = next == Downstream::Closed;
    if !is_closed && cells_from_sink != Some(0) {
        return None;
    }
    let (node, area_km2) = (drainage.node(sink), drainage.catchment_km2(sink));
    if node.fixed != FixedNode::Free {
        return None;
    }
    let is_chosen = area_km2 >= FROM_KM2 && node.chance() < drainage.settings().lakes;
    if !is_closed && !is_chosen {
        return None;
    }
    let growth = Real::power(area_km2 / 20.0, 0.2).lesser(LARGEST);
    let radius_m = RADIUS_M * growth * (0.45 + 0.55 * node.second_chance());
    if !is_closed && meets_fixed_water(drainage, sink, radius_m) {
        return None;
    }
    let mut cells = vec![sink];
    let mut cell = sink;
    while let Some(next) = drainage.next(cell) {
        if drainage.distance_m(sink, next) >= radius_m {
            let level_m = drainage.course_level_m(next);
            if !is_closed && has_lower_shore(drainage, (sink, next), radius_m, level_m) {
                return None;
            }
            add_inflows(drainage, sink, radius_m, &mut cells);
            return Some(Lake { sink, radius_m, level_m, cells });
        }
        cell = next;
        cells.push(cell);
    }
    // The course ends within the basin. Unless that end is the closed sink itself, it lies in the sea or
    // in another lake, and there is no room for a lake.
    let level_m = drainage.course_level_m(cell);
    add_inflows(drainage, sink, radius_m, &mut cells);
    is_closed.then_some(Lake { sink, radius_m, level_m, cells })
}

/// The cells around a sink that may lie in its basin.
fn cells_around([x, z]: Cell) -> impl Iterator<Item = Cell> {
    (-REACH..=REACH).flat_map(move |row| (-REACH..=REACH).map(move |column| [x + column, z + row]))
}

/// Returns true if the basin or its rim may reach a fixed river or lake.
fn meets_fixed_water<G: RiverGround>(drainage: &Drainage<G>, sink: Cell, radius_m: f64) -> bool {
    let is_fixed = |cell: &Cell| drainage.node(*cell).fixed != FixedNode::Free;
    let is_near = |cell: &Cell| drainage.distance_m(sink, *cell) < FIXED_REACH * radius_m;
    !drainage.fixed().is_empty() && cells_around(sink).any(|cell| is_fixed(&cell) && is_near(&cell))
}

/// Adds the cells inside the basin that drain to the lake without leaving the basin.
fn add_inflows<G: RiverGround>(
    drainage: &Drainage<G>,
    sink: Cell,
    radius_m: f64,
    cells: &mut Vec<Cell>,
) {
    let is_inside = |cell| drainage.distance_m(sink, cell) < radius_m;
    let outflow_cells = cells.clone();
    for start in cells_around(sink).filter(|cell| is_inside(*cell)) {
        let mut cell = start;
        // A course inside the basin crosses each cell at most once.
        let steps = (2 * REACH + 1) * (2 * REACH + 1);
        for _ in 0..steps {
            match drainage.next(cell) {
                Some(next) if is_inside(cell) && !outflow_cells.contains(&cell) => cell = next,
                _ => break,
            }
        }
        if outflow_cells.contains(&cell) && !cells.contains(&start) {
            cells.push(start);
        }
    }
}

/// Returns true if ground near the lake lies clearly below it, so that only a dam could hold the
/// water. The course below the outlet does not count.
fn has_lower_shore<G: RiverGround>(
    drainage: &Drainage<G>,
    (sink, outlet): (Cell, Cell),
    radius_m: f64,
    level_m: f64,
) -> bool {
    let mut below = vec![outlet];
    while let Some(next) = drainage.next(below[below.len() - 1])
        && below.len() < 2 * REACH as usize
    {
        below.push(next);
    }
    let is_shore = |cell: &Cell| drainage.distance_m(sink, *cell) < SHORE * radius_m;
    cells_around(sink)
        .filter(is_shore)
        .any(|cell| !below.contains(&cell) && drainage.node(cell).height_m < level_m - SHORE_M)
}
