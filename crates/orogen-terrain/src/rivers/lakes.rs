//! Lakes: round basins about sinks that gather much water, and about all closed ones.

use super::cells::Cell;
use super::drainage::Drainage;
use super::nodes::Ground;
use super::receivers::{Next, Receiver};
use crate::real::Real;

/// A lake.
#[derive(Clone, Debug, PartialEq)]
pub struct Lake {
    /// The cell of its sink, in whose node it has its middle.
    pub sink: Cell,
    /// The radius of its dug basin.
    pub radius_m: f64,
    /// Its level, that of its outlet.
    pub level_m: f64,
    /// The cells through which its water runs to the outlet, from the sink on; they have its level.
    pub cells: Vec<Cell>,
}

/// The catchment from which a sink may have a lake.
const FROM_KM2: f64 = 10.0;

/// The radius of the lake of a catchment of 20 km².
pub(super) const RADIUS_M: f64 = 700.0;

/// The largest radius, relative to [`RADIUS_M`].
pub(super) const LARGEST: f64 = 1.35;

/// The most cells between a sink and the cells of its lake: the radius of the largest lake in the
/// smallest cells, and one for the jitter of nodes.
pub const REACH: i64 = 5;

/// The lake of a cell's sink, if it has one.
///
/// A closed basin always has a lake, at the level of its sink. Another sink has a lake if its
/// catchment is large enough and chance allows it. That lake has the level of the first node of
/// the course that lies outside its basin, so inflows lie above it and the outlet is level.
pub(super) fn find_lake<G: Ground>(drainage: &Drainage<G>, sink: Cell) -> Option<Lake> {
    let Receiver { next, along, .. } = drainage.receiver(sink);
    let is_closed = next == Next::Closed;
    if !is_closed && along != Some(0) {
        return None;
    }
    let (node, area_km2) = (drainage.node(sink), drainage.catchment_km2(sink));
    let is_chosen = area_km2 >= FROM_KM2 && node.chance() < drainage.settings().lakes;
    if !is_closed && !is_chosen {
        return None;
    }
    let growth = Real::power(area_km2 / 20.0, 0.2).lesser(LARGEST);
    let radius_m = RADIUS_M * growth * (0.45 + 0.55 * node.second_chance());
    let mut cells = vec![sink];
    let mut cell = sink;
    while let Some(next) = drainage.next(cell) {
        if drainage.distance_m(sink, next) >= radius_m {
            let level_m = drainage.course_level_m(next);
            return Some(Lake { sink, radius_m, level_m, cells });
        }
        cell = next;
        cells.push(cell);
    }
    // A course that ends within the basin, in the sea or in another lake, leaves no room for a
    // lake of its own.
    let level_m = drainage.course_level_m(cell);
    is_closed.then_some(Lake { sink, radius_m, level_m, cells })
}
