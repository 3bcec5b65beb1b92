//! Ribbons: the mesh of distant rivers on a chunk whose samples are too far apart to show them.
//!
//! The mesh has as many vertices as every chunk, and the same triangles. Each ribbon takes four rows:
//! its two edges, a row deep below the second edge, and a row deep below the next ribbon's first edge.
//! Triangles between the edges and the deep rows connect the ribbons, hidden by the ground.

use super::Vertex;
use super::water::{WaterSample, vertex};
use crate::chunk::{CHUNK_VERTICES, COARSE_SAMPLES, ChunkKey, FINE_SAMPLES};
use crate::heightfield::ChunkField;
use crate::land::Land;
use crate::rivers::{LinePoint, RiverLine};

/// The narrowest ribbon in sample spacings. At the distances at which ribbons are drawn, it is 1.5 to
/// 3 pixels wide.
const MIN_WIDTH: f64 = 0.28;

/// Rivers narrower than this, in sample spacings, have narrower ribbons, which fade into the
/// pixels around them.
const FADE_WIDTH: f64 = 0.1;

/// Rivers narrower than this, in sample spacings, have no ribbon.
const MIN_RIVER_WIDTH: f64 = 0.02;

/// The distance between the cross-sections of a ribbon, in sample spacings.
const STEP: f64 = 0.25;

/// How far ribbons lie above the ground, in sample spacings, so that they do not sink into it between
/// cross-sections.
const HEIGHT_ABOVE_GROUND: f32 = 0.03;

/// Rivers are left out where the ground stands higher above their water than the sum of these: a
/// height in metres, and a height in sample spacings, because coarse samples fill gorges.
const MAX_BURIAL_M: f32 = 90.0;
const MAX_BURIAL: f32 = 1.0;

/// The depth of the lowest rows below the lowest ground, in metres.
const DEEP_M: f32 = 50.0;

/// The smallest depth of the water, in metres: distant water hides its bed.
const MIN_DEPTH_M: f64 = 4.0;

/// The number of ribbons in a mesh, and the number of rows in a ribbon.
const RIBBONS: usize = CHUNK_VERTICES / ROWS;
const ROWS: usize = 4;

/// The largest number of cross-sections. Neighbouring ribbons share a cross-section, so that long
/// rivers have no gap.
const MAX_SECTIONS: usize = RIBBONS * (CHUNK_VERTICES - 1) + 1;

/// A cross-section of a ribbon: its left and its right vertex.
type RibbonSection = [Vertex; 2];

/// The ribbons over a chunk.
#[derive(Clone, Debug, PartialEq)]
pub struct RiverRibbons {
    sections: Vec<RibbonSection>,
    /// The height of the hidden rows.
    deep_m: f32,
}

impl RiverRibbons {
    /// The ribbons over a chunk with these heights. Returns `None` if it has no distant rivers.
    pub fn new(land: &Land, key: ChunkKey, heights_m: &ChunkField) -> Option<Self> {
        let finest_m = land.spacing_m();
        let (corner_m, side_m) = (key.origin_m(finest_m), key.side_m(finest_m));
        let spacing_m = key.spacing_m(finest_m);
        let area_m = [corner_m, corner_m.map(|m| m + side_m)];
        let mut lines = land.distant_rivers(area_m, spacing_m);
        if lines.is_empty() {
            return None;
        }
        let widest_m = |line: &RiverLine| line.iter().map(|p| p.width_m).fold(0.0, f64::max);
        lines.sort_by(|a, b| widest_m(b).total_cmp(&widest_m(a)));
        let lowest_m = heights_m.fine.iter().copied().fold(f32::INFINITY, f32::min);
        let deep_m = lowest_m - DEEP_M;
        let ground = DrawnGround { heights_m, spacing_m: spacing_m as f32, deep_m };
        let mut sections = vec![];
        for line in &lines {
            let thin = thin_line(line, STEP * spacing_m);
            add_ribbon(&thin, corner_m, &ground, &mut sections);
        }
        sections.truncate(MAX_SECTIONS);
        (!sections.is_empty()).then_some(Self { sections, deep_m })
    }

    /// The highest vertex.
    pub fn highest_m(&self) -> f32 {
        let vertices = self.sections.iter().flatten();
        let heights = vertices.map(|vertex| vertex.position_m[1].max(vertex.coarse_bed_m));
        heights.fold(f32::NEG_INFINITY, f32::max)
    }

    /// Makes the mesh row by row, and passes each row to `put`.
    pub fn put_rows(&self, mut put: impl FnMut(&[Vertex])) {
        let section = |index: usize| &self.sections[index.min(self.sections.len() - 1)];
        let edge = |ribbon: usize, side: usize, is_deep: bool| {
            let first = ribbon * (CHUNK_VERTICES - 1);
            let vertices = (first..first + CHUNK_VERTICES).map(move |index| {
                let vertex = section(index)[side];
                if is_deep { sink(vertex, self.deep_m) } else { vertex }
            });
            vertices.collect::<Vec<_>>()
        };
        for ribbon in 0..RIBBONS {
            put(&edge(ribbon, 0, false));
            put(&edge(ribbon, 1, false));
            put(&edge(ribbon, 1, true));
            put(&edge(ribbon + 1, 0, true));
        }
        (RIBBONS * ROWS..CHUNK_VERTICES).for_each(|_| put(&edge(RIBBONS, 0, true)));
    }
}

/// Moves a vertex deep below the ground.
fn sink(vertex: Vertex, deep_m: f32) -> Vertex {
    let [x, _, z] = vertex.position_m;
    Vertex { position_m: [x, deep_m, z], coarse_bed_m: deep_m, ..vertex }
}

/// Keeps points of a line that are at least `step_m` apart, and both ends.
fn thin_line(line: &RiverLine, step_m: f64) -> RiverLine {
    let mut thin: RiverLine = vec![];
    for (index, point) in line.iter().enumerate() {
        let is_far = thin.last().is_none_or(|last| {
            let [x, z] = [0, 1].map(|axis| point.place_m[axis] - last.place_m[axis]);
            x * x + z * z >= step_m * step_m
        });
        if is_far {
            thin.push(*point);
        } else if index + 1 == line.len() && thin.len() > 1 {
            thin.pop();
            thin.push(*point);
        }
    }
    thin
}

/// Adds the cross-sections of a line. Sections without width, deep below the ground, separate it
/// from the line before it.
fn add_ribbon(
    line: &RiverLine,
    corner_m: [f64; 2],
    ground: &DrawnGround<'_>,
    sections: &mut Vec<RibbonSection>,
) {
    let mut is_open = false;
    for (index, point) in line.iter().enumerate() {
        let [before, after] = [index.saturating_sub(1), (index + 1).min(line.len() - 1)];
        let direction = [0, 1].map(|axis| line[after].place_m[axis] - line[before].place_m[axis]);
        let length = (direction[0] * direction[0] + direction[1] * direction[1]).sqrt();
        let width_m = ground.drawn_width_m(point.width_m);
        let place_m = [0, 1].map(|axis| point.place_m[axis] - corner_m[axis]);
        let is_shown = width_m > 0.0 && length > 0.0 && !ground.is_buried(place_m, point);
        if is_shown {
            let direction = direction.map(|m| m / length);
            if !is_open {
                let start = ground.section(place_m, direction, 0.0, point);
                sections.extend([start.map(|vertex| sink(vertex, ground.deep_m)), start]);
            }
            sections.push(ground.section(place_m, direction, width_m, point));
        } else if is_open {
            end_ribbon(ground.deep_m, sections);
        }
        is_open = is_shown;
    }
    if is_open {
        end_ribbon(ground.deep_m, sections);
    }
}

/// Adds two sections without width, the second deep below the ground.
fn end_ribbon(deep_m: f32, sections: &mut Vec<RibbonSection>) {
    if let Some([end, _]) = sections.last().copied() {
        sections.extend([[end; 2], [sink(end, deep_m); 2]]);
    }
}

/// The ground of a chunk as its mesh draws it.
struct DrawnGround<'a> {
    heights_m: &'a ChunkField,
    spacing_m: f32,
    /// The height of hidden vertices.
    deep_m: f32,
}

impl DrawnGround<'_> {
    /// The width of a river's ribbon. A width of 0 means that the river has no ribbon.
    fn drawn_width_m(&self, width_m: f64) -> f64 {
        let spacing_m = f64::from(self.spacing_m);
        if width_m < MIN_RIVER_WIDTH * spacing_m {
            return 0.0;
        }
        let fade = (width_m / (FADE_WIDTH * spacing_m)).min(1.0);
        width_m.max(MIN_WIDTH * spacing_m * fade)
    }

    /// Returns true if the ground stands so far above a river that it is not drawn.
    fn is_buried(&self, place_m: [f64; 2], point: &LinePoint) -> bool {
        let above_m = self.heights_at(place_m)[0] - point.level_m as f32;
        above_m > MAX_BURIAL_M + MAX_BURIAL * self.spacing_m
    }

    /// A cross-section at a place relative to the chunk's corner. `direction` is the direction of the
    /// flow, of unit length.
    fn section(
        &self,
        place_m: [f64; 2],
        direction: [f64; 2],
        width_m: f64,
        point: &LinePoint,
    ) -> RibbonSection {
        let water = |level_m: f32| WaterSample {
            level_m,
            depth_m: point.depth_m.max(MIN_DEPTH_M) as f32,
            flow_m_s: direction.map(|c| c as f32),
            // A ribbon wider than its river shows rapids paler.
            fall: (point.fall * (point.width_m / width_m.max(1e-3)).min(1.0)) as f32,
        };
        let across = [-direction[1], direction[0]];
        [-0.5, 0.5].map(|side| {
            let edge_m = [0, 1].map(|axis| place_m[axis] + side * width_m * across[axis]);
            let [fine_m, coarse_m] =
                self.heights_at(edge_m).map(|m| m + HEIGHT_ABOVE_GROUND * self.spacing_m);
            vertex(edge_m.map(|m| m as f32), &water(fine_m), &water(coarse_m))
        })
    }

    /// The height on the fine and on the coarse grid at a place relative to the chunk's corner.
    fn heights_at(&self, place_m: [f64; 2]) -> [f32; 2] {
        let place_m = place_m.map(|m| m as f32);
        [
            interpolate(&self.heights_m.fine, FINE_SAMPLES, place_m, self.spacing_m),
            interpolate(&self.heights_m.coarse, COARSE_SAMPLES, place_m, 2.0 * self.spacing_m),
        ]
    }
}

/// Interpolates a grid whose first sample lies one cell north-west of the origin.
fn interpolate(heights_m: &[f32], side: usize, place_m: [f32; 2], spacing_m: f32) -> f32 {
    let [(column, x), (row, z)] = place_m.map(|m| {
        let place = (m / spacing_m + 1.0).clamp(0.0, (side - 2) as f32);
        (place as usize, place.fract())
    });
    let at = |column: usize, row: usize| heights_m[row * side + column];
    let line = |row: usize| at(column, row) + x * (at(column + 1, row) - at(column, row));
    line(row) + z * (line(row + 1) - line(row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::CHUNK_CELLS;
    use crate::heightfield::sample_chunk;
    use crate::mesh::chunk_indices;
    use crate::preset::Preset;

    #[test]
    fn ribbons_lie_on_coarse_chunks_alone_and_face_upwards() {
        let recipe = Preset::find("brooks").unwrap().scene().unwrap().recipe;
        let land = Land::new(&recipe).unwrap();
        let spacing_m = recipe.rivers.valleys_m.metres();
        let level = |share: f64| (share * spacing_m / land.spacing_m()).log2() as u8;
        let ribbons = |key: ChunkKey| {
            let heights_m = sample_chunk(&land, key, None).heights_m(&land);
            (RiverRibbons::new(&land, key, &heights_m), heights_m)
        };
        let fine = ChunkKey { level: level(1.0 / 32.0), x: 0, z: 0 };
        assert!(ribbons(fine).0.is_none(), "fine chunks have channels");
        let key = ChunkKey { level: level(1.0 / 8.0), x: 0, z: 0 };
        let (found, heights_m) = ribbons(key);
        let found = found.expect("a brook");
        let mut vertices = vec![];
        found.put_rows(|row| vertices.extend_from_slice(row));
        assert_eq!(vertices.len(), CHUNK_VERTICES * CHUNK_VERTICES);
        let lowest_m = heights_m.fine.iter().copied().fold(f32::INFINITY, f32::min);
        let is_above = |vertex: &Vertex| vertex.position_m[1] > lowest_m;
        let mut area = [0.0; 2];
        for triangle in chunk_indices().chunks_exact(3) {
            let corners = [0, 1, 2].map(|i| vertices[usize::from(triangle[i])]);
            if !corners.iter().all(is_above) {
                continue;
            }
            let [a, b, c] = corners.map(|vertex| vertex.position_m);
            let up = (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]);
            area[usize::from(up < 0.0)] += up.abs();
        }
        assert!(area[0] > 0.0 && area[1] < 0.05 * area[0], "{area:?}");
        let side_m = CHUNK_CELLS as f32 * key.spacing_m(land.spacing_m()) as f32;
        assert!(
            vertices
                .iter()
                .flat_map(|vertex| [vertex.position_m[0], vertex.position_m[2]])
                .all(|m| (-0.05 * side_m..1.05 * side_m).contains(&m))
        );
        assert!(found.highest_m() > lowest_m);
    }
}
