//! Maps of the land around a place; north is up.

use std::ops::Deref;

use super::near::RiverNetwork;
use crate::common_shapes;
use crate::plot::round_step;
use crate::screens::prelude::*;
use orogen_terrain::rivers::{Cell, ValleyLattice};

/// Samples of the ground along the side of a cell.
const SAMPLES: i64 = 8;

/// The factor by which the shading exaggerates slopes.
const SLOPE_EXAGGERATION: f64 = 4.0;

/// A square map.
#[derive(Clone, Copy, Debug)]
pub(super) struct SquareMap {
    /// Its top left corner, and its side in points.
    pub at: Place,
    pub side: f64,
    /// Its north-west corner in metres east and south of the origin, and its side in metres.
    pub corner_m: [f64; 2],
    pub side_m: f64,
}

impl SquareMap {
    /// Points of the picture per metre.
    pub fn points_per_m(&self) -> f64 {
        self.side / self.side_m
    }

    /// The place in the picture of a position on the land, in metres east and south.
    pub fn place(&self, place_m: [f64; 2]) -> Place {
        [0, 1]
            .map(|axis| self.at[axis] + self.points_per_m() * (place_m[axis] - self.corner_m[axis]))
    }

    /// Returns true if a place of the picture lies on the map.
    pub fn is_inside(&self, place: Place) -> bool {
        (0..2).all(|axis| (self.at[axis]..=self.at[axis] + self.side).contains(&place[axis]))
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

    /// The parts of a line that lie on the map, up to the map's edge.
    pub fn clipped(&self, line: &[Place]) -> Vec<Vec<Place>> {
        let mut parts: Vec<Vec<Place>> = vec![];
        for (index, place) in line.iter().enumerate().filter(|(_, at)| self.is_inside(**at)) {
            let beyond = |other: usize| {
                let other = line.get(other).filter(|other| !self.is_inside(**other))?;
                Some(self.clip(*place, *other))
            };
            let before = index.checked_sub(1);
            if before.is_none_or(|before| !self.is_inside(line[before])) {
                parts.push(before.and_then(beyond).into_iter().collect());
            }
            let part = parts.last_mut().expect("a part begins at the first place on the map");
            part.push(*place);
            part.extend(beyond(index + 1));
        }
        parts.retain(|part| part.len() > 1);
        parts
    }

    /// The part of a convex polygon that lies on the map; empty if that is nothing.
    pub fn clip_polygon(&self, mut corners: Vec<Place>) -> Vec<Place> {
        for (axis, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)] {
            // The distance inwards from an edge of the map.
            let edge = if sign > 0.0 { self.at[axis] } else { self.at[axis] + self.side };
            let inwards = |at: &Place| sign * (at[axis] - edge);
            let before = corners.iter().cycle().skip(corners.len().saturating_sub(1));
            let mut kept = vec![];
            for (from, to) in before.zip(&corners) {
                let [start, end] = [inwards(from), inwards(to)];
                if (start < 0.0) != (end < 0.0) {
                    let fraction = start / (start - end);
                    let mut at = [0, 1].map(|axis| from[axis] + fraction * (to[axis] - from[axis]));
                    at[axis] = edge;
                    kept.push(at);
                }
                if end >= 0.0 {
                    kept.push(*to);
                }
            }
            corners = kept;
        }
        corners
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

    /// Draws p with its handle. If p lies outside, both are at the map's edge, in the direction of p.
    pub fn draw_p(&self, d: &mut Drawing, c: &Context) {
        let middle = self.at.map(|x| x + 0.5 * self.side);
        let at = match self.place(c.position_m()) {
            at if self.is_inside(at) => at,
            outside => self.clip(middle, outside),
        };
        d.disc("p", Ink::Paper, at, 6.5);
        d.disc("p", Ink::Point, at, 5.0);
        let unit = self.points_per_m() / c.frequency_per_m();
        d.handles.push(Handle::point(at, [unit; 2]));
    }
}

/// A square map of whole cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellMap {
    map: SquareMap,
    /// Its north-west cell, and the number of cells on a side.
    north_west: Cell,
    count: i64,
    spacing_m: f64,
}

impl Deref for CellMap {
    type Target = SquareMap;

    fn deref(&self) -> &SquareMap {
        &self.map
    }
}

impl CellMap {
    /// The map of the cells around a cell, `reach` to each side.
    pub fn around((at, side): (Place, f64), cell: Cell, reach: i64, spacing_m: f64) -> Self {
        let (north_west, count) = (cell.map(|c| c - reach), 2 * reach + 1);
        let (corner_m, side_m) =
            (north_west.map(|c| c as f64 * spacing_m), count as f64 * spacing_m);
        let map = SquareMap { at, side, corner_m, side_m };
        Self { map, north_west, count, spacing_m }
    }

    /// The cells of the map, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let Self { north_west: [x, z], count, .. } = *self;
        (0..count).flat_map(move |row| (0..count).map(move |column| [x + column, z + row]))
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
