//! The lakes among reaches.

use std::collections::HashMap;

use super::basins::{self, Basin};
use super::cells::{Block, Cell, SIDE};
use super::lakes::{self, LARGEST, RADIUS_M};
use super::network::Network;
use super::nodes::RiverGround;

/// The reach or the lake that the water of a lake runs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LakeOutlet {
    /// The reach of this cell.
    Reach(Cell),
    /// The lake with this sink.
    Lake(Cell),
}

/// A lake among reaches.
#[derive(Clone, Debug, PartialEq)]
pub struct CourseLake {
    /// The cell of its sink, which identifies the lake.
    pub cell: Cell,
    /// The dug basin, outside of which the lake has no water.
    pub basin: Basin,
    /// The reach or the lake that its water runs to. `None` for a closed lake, and for a lake
    /// whose catchment is too small for a river.
    pub outlet: Option<LakeOutlet>,
    /// The cells that have its level.
    cells: Vec<Cell>,
}

/// Lakes by the cells that have their level.
pub(super) struct LakeCells<'a>(HashMap<Cell, &'a CourseLake>);

impl<'a> LakeCells<'a> {
    pub fn new(lakes: &'a [CourseLake]) -> Self {
        let mut cells: HashMap<Cell, &CourseLake> = HashMap::new();
        for lake in lakes {
            for cell in &lake.cells {
                let known = cells.entry(*cell).or_insert(lake);
                // The lowest lake owns a cell; the order of sinks breaks ties.
                if (lake.basin.level_m, lake.cell) < (known.basin.level_m, known.cell) {
                    *known = lake;
                }
            }
        }
        Self(cells)
    }

    pub fn of(&self, cell: Cell) -> Option<&'a CourseLake> {
        self.0.get(&cell).copied()
    }
}

impl<G: RiverGround> Network<G> {
    /// The lakes whose basins may reach an area, given by its north-west and south-east corners, and
    /// some lakes farther away.
    pub fn lakes_around(&self, area_m: [[f64; 2]; 2]) -> Vec<CourseLake> {
        let spacing_m = self.drainage().settings().spacing_m;
        let reach_m = basins::REACH * RADIUS_M * LARGEST + lakes::REACH as f64 * spacing_m;
        let block = |m: f64| ((m / spacing_m).floor() as i64).div_euclid(SIDE);
        let [west, north] = area_m[0].map(|m| block(m - reach_m));
        let [east, south] = area_m[1].map(|m| block(m + reach_m));
        let mut found = vec![];
        for block in (north..=south).flat_map(|z| (west..=east).map(move |x| Block([x, z]))) {
            for lake in self.water().lakes(block).iter() {
                let (basin, cells) = (self.basin(lake), lake.cells.clone());
                found.push(CourseLake { cell: lake.sink, basin, outlet: None, cells });
            }
        }
        let by_cell = LakeCells::new(&found);
        let outlets: Vec<_> = found.iter().map(|lake| self.outlet(lake, &by_cell)).collect();
        for (lake, outlet) in found.iter_mut().zip(outlets) {
            lake.outlet = outlet;
        }
        found
    }

    fn outlet(&self, lake: &CourseLake, lakes: &LakeCells) -> Option<LakeOutlet> {
        let mut last = lake.cell;
        let mut next = self.drainage().next(last)?;
        while lake.cells.contains(&next) {
            last = next;
            next = self.drainage().next(last)?;
        }
        match lakes.of(next) {
            Some(lower) => Some(LakeOutlet::Lake(lower.cell)),
            None => self.course_node(last).is_river.then_some(LakeOutlet::Reach(last)),
        }
    }

    /// The distances of places from the middle of a lake's basin, in radii. Beyond 1 the lake has no
    /// water.
    pub fn basin_distances(&self, basin: &Basin, places_m: &[[f64; 2]]) -> Vec<f64> {
        basin.distances(self.wander(), places_m)
    }
}
