//! A map of the cells around a place; north is up.

use super::near::RiverNetwork;
use crate::common_shapes;
use crate::plot::round_step;
use crate::screens::prelude::*;
use orogen_terrain::rivers::{Cell, ValleyLattice};

/// Samples of the ground along the side of a cell.
const SAMPLES: i64 = 8;

/// The factor by which the shading exaggerates slopes.
const SLOPE_EXAGGERATION: f64 = 4.0;

/// A square map of whole cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellMap {
    /// Its top left corner, and its side in points.
    at: Place,
    side: f64,
    /// Its north-west cell, and the number of cells on a side.
    north_west: Cell,
    count: i64,
    spacing_m: f64,
}

impl CellMap {
    /// The map of the cells around a cell, `reach` to each side.
    pub fn around((at, side): (Place, f64), cell: Cell, reach: i64, spacing_m: f64) -> Self {
        Self { at, side, north_west: cell.map(|c| c - reach), count: 2 * reach + 1, spacing_m }
    }

    /// Points of the picture per metre.
    pub fn points_per_m(&self) -> f64 {
        self.side / (self.count as f64 * self.spacing_m)
    }

    /// The place in the picture of a position on the land, in metres east and south.
    pub fn place(&self, place_m: [f64; 2]) -> Place {
        [0, 1].map(|axis| {
            let from_m = place_m[axis] - self.north_west[axis] as f64 * self.spacing_m;
            self.at[axis] + self.points_per_m() * from_m
        })
    }

    /// Returns true if a place of the picture lies on the map.
    pub fn is_inside(&self, place: Place) -> bool {
        (0..2).all(|axis| (self.at[axis]..=self.at[axis] + self.side).contains(&place[axis]))
    }

    /// The cells of the map, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let Self { north_west: [x, z], count, .. } = *self;
        (0..count).flat_map(move |row| (0..count).map(move |column| [x + column, z + row]))
    }

    /// The end of a line from a place on the map to another place, clipped at the map's edge.
    pub fn clip(&self, from: Place, to: Place) -> Place {
        let fraction = (0..2).fold(1.0, |fraction: f64, axis| {
            let delta = to[axis] - from[axis];
            let edge = if delta > 0.0 { self.at[axis] + self.side } else { self.at[axis] };
            if delta == 0.0 { fraction } else { fraction.min((edge - from[axis]) / delta) }
        });
        [0, 1].map(|axis| from[axis] + fraction.max(0.0) * (to[axis] - from[axis]))
    }

    /// The parts of a line that lie on the map.
    pub fn parts(&self, line: &[Place]) -> Vec<Vec<Place>> {
        let runs = line.chunk_by(|a, b| self.is_inside(*a) == self.is_inside(*b));
        runs.filter(|run| run.len() > 1 && self.is_inside(run[0])).map(<[_]>::to_vec).collect()
    }

    /// Draws the ground that the rivers run over, shaded from the north-west, with the sea in blue.
    pub fn draw_ground(&self, d: &mut Drawing, network: &RiverNetwork) {
        let side = (self.count * SAMPLES) as usize;
        let lattice = ValleyLattice {
            // The slopes need another sample on each side.
            origin: self.north_west.map(|c| c * SAMPLES - 1),
            size: [side + 2; 2],
            spacing_m: self.spacing_m / SAMPLES as f64,
        };
        let ground_m = lattice.ground_m(network.drainage().ground());
        let sea_m = network.drainage().settings().sea_level_m;
        let per_m = 0.5 * SLOPE_EXAGGERATION / lattice.spacing_m;
        let colour = |[u, v]: [f64; 2]| {
            let [column, row] = [u, v].map(|fraction| (fraction * side as f64) as usize);
            let at = |x: usize, z: usize| ground_m[z * (side + 2) + x];
            let east = (at(column + 2, row + 1) - at(column, row + 1)) * per_m;
            let north = (at(column + 1, row) - at(column + 1, row + 2)) * per_m;
            let grey = common_shapes::hillshade([east, north], 0.7);
            let is_sea = at(column + 1, row + 1) < sea_m;
            if is_sea { [grey[0] / 4, grey[1] / 2, grey[2]] } else { grey }
        };
        common_shapes::raster(d, "ground", (self.at, [self.side; 2]), [side; 2], true, colour)
            .scale_opacity(0.42);
    }

    /// Draws the edges of the cells.
    pub fn draw_cells(&self, d: &mut Drawing) {
        let [left, top] = self.at;
        for i in 0..=self.count {
            let t = self.side * i as f64 / self.count as f64;
            let down = vec![[left + t, top], [left + t, top + self.side]];
            let across = vec![[left, top + t], [left + self.side, top + t]];
            d.line("cells", Ink::Axis, 0.7, down).scale_opacity(0.5);
            d.line("cells", Ink::Axis, 0.7, across).scale_opacity(0.5);
        }
    }

    /// Draws a bar of a round length below the map.
    pub fn draw_scale(&self, d: &mut Drawing) {
        let length_m = round_step(self.side / self.points_per_m(), 5.0);
        let [left, y] = [self.at[0], self.at[1] + self.side + 14.0];
        let right = left + length_m * self.points_per_m();
        d.line("", Ink::Axis, 2.0, vec![[left, y], [right, y]]);
        for x in [left, right] {
            d.line("", Ink::Axis, 1.0, vec![[x, y - 4.0], [x, y + 4.0]]);
        }
        let words = if length_m < 1000.0 {
            format!("{length_m} m")
        } else {
            format!("{} km", length_m / 1000.0)
        };
        d.text(Ink::Muted, 11.0, [right + 7.0, y], Anchor::Left, &words);
        let end = self.at[0] + self.side;
        d.text(Ink::Muted, 11.0, [end, y], Anchor::Right, "north is up");
    }

    /// Draws p with its handle.
    pub fn draw_p(&self, d: &mut Drawing, c: &Context) {
        let at = self.place(c.position_m());
        d.disc("p", Ink::Paper, at, 6.5);
        d.disc("p", Ink::Point, at, 5.0);
        let unit = self.points_per_m() / c.frequency_per_m();
        d.handles.push(Handle::point(at, [unit; 2]));
    }
}

/// Draws an arrow from a place to another, with a gap at both ends.
pub(super) fn draw_arrow(d: &mut Drawing, (id, ink, width): (&str, Ink, f64), ends: [Place; 2]) {
    const GAP: f64 = 5.0;
    let [from, to] = ends;
    let delta = [to[0] - from[0], to[1] - from[1]];
    let length = delta[0].hypot(delta[1]);
    if length > 2.5 * GAP {
        let at = |fraction: f64| [from[0] + fraction * delta[0], from[1] + fraction * delta[1]];
        d.arrow(id, ink, width, at(GAP / length), at(1.0 - GAP / length));
    }
}
