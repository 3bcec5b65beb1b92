//! Digs the basins of lakes into valleys.

use super::basins::{Basin, REACH, RIM_END};
use super::cells::Block;
use super::lakes::{LARGEST, Lake, RADIUS_M};
use super::network::Network;
use super::nodes::RiverGround;
use super::valleys::ValleyLattice;

impl<G: RiverGround> Network<G> {
    /// The basins that may reach a rectangle, given by its north-west and south-east corners.
    pub(super) fn basins(&self, area_m: [[f64; 2]; 2]) -> Vec<Basin> {
        let drainage = self.drainage();
        let spacing_m = drainage.settings().spacing_m;
        let reach_m = REACH * RADIUS_M * LARGEST;
        let cells = [
            area_m[0].map(|m| ((m - reach_m) / spacing_m).floor() as i64),
            area_m[1].map(|m| ((m + reach_m) / spacing_m).floor() as i64),
        ];
        let [first, last] = cells.map(Block::of);
        let mut basins = vec![];
        for row in first.0[1]..=last.0[1] {
            for column in first.0[0]..=last.0[0] {
                for lake in self.water().lakes(Block([column, row])).iter() {
                    let basin = self.basin(lake);
                    if basin.reaches(area_m) {
                        basins.push(basin);
                    }
                }
            }
        }
        basins
    }

    pub(super) fn basin(&self, lake: &Lake) -> Basin {
        let middle_m = self.drainage().place_m(lake.sink);
        Basin { middle_m, radius_m: lake.radius_m, level_m: lake.level_m }
    }

    /// Lowers the ceilings of samples in basins, and raises the floors of samples on their rims.
    pub(super) fn dig(
        &self,
        lattice: &ValleyLattice,
        ceilings_m: &mut [f32],
        floors_m: &mut [f32],
    ) {
        let [columns_m, rows_m] = lattice.lines_m();
        let ends = |line: &[f64]| [line[0], line[line.len() - 1]];
        let [[west, east], [north, south]] = [ends(&columns_m), ends(&rows_m)];
        for basin in self.basins([[west, north], [east, south]]) {
            let mut indices = vec![];
            let mut places_m = vec![];
            for (row, z) in rows_m.iter().enumerate() {
                for (column, x) in columns_m.iter().enumerate() {
                    if basin.may_be_within([*x, *z], RIM_END) {
                        indices.push(row * columns_m.len() + column);
                        places_m.push([*x, *z]);
                    }
                }
            }
            for (index, distance) in indices.iter().zip(basin.distances(self.wander(), &places_m)) {
                ceilings_m[*index] -= basin.dug_m(distance) as f32;
                if let Some(rim_m) = basin.rim_m(distance) {
                    floors_m[*index] = floors_m[*index].max(rim_m as f32);
                }
            }
        }
    }
}
