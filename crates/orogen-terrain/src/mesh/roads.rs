//! The mesh of the roads over a chunk: strips that lie on the chunk's own triangles.
//!
//! | part of a vertex | content |
//! |---|---|
//! | position | x, the height of the ground, z |
//! | coarse bed | the height of the ground on the next coarser grid |
//! | normals | the octahedral normals of the ground on both grids |
//! | masks | two 16-bit numbers, high byte first: the place across the strip, from −1 to 1, and the way along the road from a multiple of [`PERIOD_M`], in units of [`UNIT_M`] |
//! | coarse masks | the width of the road as a 16-bit number in units of [`UNIT_M`], the number of the surface, and 0 |
//!
//! A strip is as wide as its road, but not narrower than half of the spacing, which is several pixels.
//! The shader draws the road in the middle of the strip, at least 1.5 pixels wide.

use super::strip::{Strip, StripPoint};
use super::vertex::{Vertex, octahedral};
use crate::choices::RoadSurface;
use crate::chunk::{CHUNK_CELLS, COARSE_SAMPLES, ChunkKey, FINE_SAMPLES};
use crate::heightfield::ChunkField;
use crate::land::Land;
use crate::marks::LineDetail;
use crate::roads::RoadLine;

/// The unit of lengths in the masks, in metres.
pub const UNIT_M: f64 = 1.0 / 64.0;

/// The period of the painted lines on a road, in metres.
pub const PERIOD_M: f64 = 12.0;

/// The narrowest strip, in sample spacings.
pub const NARROWEST_STRIP: f64 = 0.5;

/// Roads narrower than this, in sample spacings, are not drawn.
const MIN_ROAD_WIDTH: f64 = 0.02;

/// The greatest distance between the curve of a road and its strip, in sample spacings.
const TOLERANCE: f64 = 0.04;

/// The shortest step of a strip is the larger of these: in widths of the road, and in sample spacings.
const MIN_STEP_WIDTHS: f64 = 0.1;
const MIN_STEP_SPACINGS: f64 = 0.25;

/// The roads over a chunk.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChunkRoads {
    /// The vertices.
    pub vertices: Vec<Vertex>,
    /// Three indices per triangle.
    pub indices: Vec<u32>,
}

impl ChunkRoads {
    /// The roads over a chunk with these heights. Returns `None` if it has no road.
    pub fn new(land: &Land, key: ChunkKey, heights_m: &ChunkField) -> Option<Self> {
        let finest_m = land.spacing_m();
        let (corner_m, side_m) = (key.origin_m(finest_m), key.side_m(finest_m));
        let spacing_m = key.spacing_m(finest_m);
        let lines =
            land.road_lines([corner_m, corner_m.map(|m| m + side_m)], |width_m| LineDetail {
                tolerance_m: TOLERANCE * spacing_m,
                shortest_m: (MIN_STEP_WIDTHS * width_m).max(MIN_STEP_SPACINGS * spacing_m),
                longest_m: f64::INFINITY,
                margin_m: strip_width_m(width_m, spacing_m),
            });
        let ground = ChunkGround { heights_m, spacing_m: spacing_m as f32 };
        let mut roads = Self::default();
        for line in lines.iter().filter(|line| line.width_m >= MIN_ROAD_WIDTH * spacing_m) {
            roads.add(line, corner_m, &ground);
        }
        (!roads.indices.is_empty()).then_some(roads)
    }

    fn add(&mut self, line: &RoadLine, corner_m: [f64; 2], ground: &ChunkGround<'_>) {
        let spacing_m = f64::from(ground.spacing_m);
        let strip =
            Strip::new(&line.points, strip_width_m(line.width_m, spacing_m), corner_m, spacing_m);
        let cells = 0..CHUNK_CELLS;
        strip.cut(cells.clone(), cells, |piece| {
            let first = self.vertices.len() as u32;
            let start_m = line.points[piece.step].way_m;
            let period_m = (start_m / PERIOD_M).floor() * PERIOD_M;
            let vertices =
                piece.corners.iter().map(|corner| vertex(corner, line, period_m, ground));
            self.vertices.extend(vertices);
            for corner in 2..piece.corners.len() as u32 {
                self.indices.extend([first, first + corner - 1, first + corner]);
            }
        });
    }
}

/// The width of the strip of a road.
fn strip_width_m(width_m: f64, spacing_m: f64) -> f64 {
    width_m.max(NARROWEST_STRIP * spacing_m)
}

/// The number of a surface in the masks.
fn surface_number(surface: RoadSurface) -> u8 {
    match surface {
        RoadSurface::Gravel => 0,
        RoadSurface::Asphalt => 1,
        RoadSurface::Track => 2,
        RoadSurface::None => 3,
    }
}

fn vertex(corner: &StripPoint, line: &RoadLine, period_m: f64, ground: &ChunkGround<'_>) -> Vertex {
    let whole = |number: f64| (number.clamp(0.0, 65_535.0).round() as u16).to_be_bytes();
    let [across, way, width] = [
        (0.5 * corner.across + 0.5) * 65_535.0,
        (corner.way_m - period_m) / UNIT_M,
        line.width_m / UNIT_M,
    ]
    .map(whole);
    let place = corner.place;
    let [x, z] = place.map(|cells| cells as f32 * ground.spacing_m);
    let [fine, coarse] = [ChunkGrid::fine(ground), ChunkGrid::coarse(ground)];
    let [[a, b], [c, d]] = [fine.normal(place), coarse.normal(place)];
    Vertex {
        position_m: [x, fine.height_m(place), z],
        coarse_bed_m: coarse.height_m(place),
        normals: [a, b, c, d],
        masks: [across[0], across[1], way[0], way[1]],
        coarse_masks: [width[0], width[1], surface_number(line.surface), 0],
    }
}

/// The ground of a chunk.
struct ChunkGround<'a> {
    heights_m: &'a ChunkField,
    spacing_m: f32,
}

/// A grid of a chunk, whose first sample lies a cell north-west of the corner.
struct ChunkGrid<'a> {
    heights_m: &'a [f32],
    side: usize,
    spacing_m: f32,
    /// Cells of the chunk per cell of the grid.
    step: f64,
}

impl<'a> ChunkGrid<'a> {
    fn fine(ground: &ChunkGround<'a>) -> Self {
        let heights_m = &ground.heights_m.fine;
        Self { heights_m, side: FINE_SAMPLES, spacing_m: ground.spacing_m, step: 1.0 }
    }

    fn coarse(ground: &ChunkGround<'a>) -> Self {
        let heights_m = &ground.heights_m.coarse;
        Self { heights_m, side: COARSE_SAMPLES, spacing_m: 2.0 * ground.spacing_m, step: 2.0 }
    }

    /// The cell of a place, at most `last`, and the place in that cell. A place on a line of the grid
    /// belongs to the cell after the line.
    fn cell(&self, place: [f64; 2], last: usize) -> [(usize, f32); 2] {
        place.map(|cells| {
            let cells = cells / self.step;
            let cell = (cells.max(0.0) as usize).min(last);
            (cell, (cells - cell as f64) as f32)
        })
    }

    /// The height at a sample; column and row are counted from the first sample.
    fn at(&self, column: usize, row: usize) -> f32 {
        self.heights_m[row * self.side + column]
    }

    /// The height of the triangles at a place.
    fn height_m(&self, place: [f64; 2]) -> f32 {
        let [(column, x), (row, z)] = self.cell(place, self.side - 3);
        let (column, row) = (column + 1, row + 1);
        let [east, south] = [self.at(column + 1, row), self.at(column, row + 1)];
        match x + z <= 1.0 {
            true => {
                let corner = self.at(column, row);
                corner + x * (east - corner) + z * (south - corner)
            }
            false => {
                let corner = self.at(column + 1, row + 1);
                corner + (1.0 - x) * (south - corner) + (1.0 - z) * (east - corner)
            }
        }
    }

    /// The octahedral normal at a place, between those of the samples around it.
    fn normal(&self, place: [f64; 2]) -> [i16; 2] {
        let [(column, x), (row, z)] = self.cell(place, self.side - 4);
        let fall = |right: usize, down: usize| {
            let (column, row) = (column + 1 + right, row + 1 + down);
            [
                self.at(column - 1, row) - self.at(column + 1, row),
                self.at(column, row - 1) - self.at(column, row + 1),
            ]
        };
        let falls = [[fall(0, 0), fall(1, 0)], [fall(0, 1), fall(1, 1)]];
        let mix = |a: f32, b: f32, share: f32| a + share * (b - a);
        let fall_along = |axis: usize| {
            let lines = falls.map(|[west, east]| mix(west[axis], east[axis], x));
            mix(lines[0], lines[1], z)
        };
        octahedral([fall_along(0), 2.0 * self.spacing_m, fall_along(1)])
    }
}

#[cfg(test)]
mod tests;
