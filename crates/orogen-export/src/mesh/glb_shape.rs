//! The geometry in a GLB's buffer: tiles, vertices and indices.

use super::options::{MeshColour, MeshOptions};
use super::vertices::MeshVertex;

/// The shape of a tile: columns and rows of vertices, and whether it has skirts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileShape {
    pub size: [usize; 2],
    pub has_skirt: bool,
}

impl TileShape {
    pub fn vertices(self) -> usize {
        let [w, h] = self.size;
        w * h + if self.has_skirt { 2 * (w + h) } else { 0 }
    }

    pub fn indices(self) -> usize {
        let [w, h] = self.size.map(|side| side - 1);
        6 * (w * h + if self.has_skirt { 2 * (w + h) } else { 0 })
    }

    /// Returns the indices of all triangles, counter-clockwise as seen from outside. Two triangles
    /// per cell come first, then the skirts. The lower vertices of the skirts follow the vertices
    /// of the tile in the order north, south, west, east.
    pub fn all_indices(self) -> Vec<u32> {
        let mut indices = Vec::with_capacity(self.indices());
        (0..self.size[1] - 1).for_each(|row| self.row_indices(row, &mut indices));
        if self.has_skirt {
            let [w, h] = self.size.map(|side| side as u32);
            // For each side: the first vertex, the step, the number of vertices, and true if the
            // side runs from right to left as seen from outside.
            let sides: [(u32, u32, u32, bool); 4] = [
                (0, 1, w, true),
                ((h - 1) * w, 1, w, false),
                (0, w, h, false),
                (w - 1, w, h, true),
            ];
            let mut low = w * h;
            for (first, step, count, is_leftward) in sides {
                for i in 0..count - 1 {
                    let (a, b) = (first + i * step, first + (i + 1) * step);
                    let (a_low, b_low) = (low + i, low + i + 1);
                    indices.extend(match is_leftward {
                        true => [a, b, a_low, b, b_low, a_low],
                        false => [a, a_low, b, b, a_low, b_low],
                    });
                }
                low += count;
            }
        }
        indices
    }

    /// Appends the indices of a row of cells.
    pub fn row_indices(self, row: usize, indices: &mut Vec<u32>) {
        let w = self.size[0] as u32;
        indices.extend((0..w - 1).flat_map(|x| {
            let i = x + w * row as u32;
            [i, i + w, i + 1, i + 1, i + w, i + w + 1]
        }));
    }

    /// Returns the lower vertices of the skirts in the order north, south, west, east.
    pub fn skirt(
        self,
        vertex: impl Fn(usize, usize) -> MeshVertex,
        depth_m: f32,
    ) -> Vec<MeshVertex> {
        let [w, h] = self.size;
        let lowered = |x: usize, z: usize| {
            let mut low = vertex(x, z);
            low.position_m[1] -= depth_m;
            low
        };
        let rows = [0, h - 1].into_iter().flat_map(|z| (0..w).map(move |x| (x, z)));
        let columns = [0, w - 1].into_iter().flat_map(|x| (0..h).map(move |z| (x, z)));
        rows.chain(columns).map(|(x, z)| lowered(x, z)).collect()
    }
}

/// The layout of a vertex in the buffer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexLayout {
    pub has_uv: bool,
    pub has_colour: bool,
    /// The quantisation step in metres. `None` stores floats.
    pub step_m: Option<f64>,
}

/// The origin of a tile's quantised positions, in steps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Origin(pub [i64; 3]);

impl VertexLayout {
    /// Chooses the layout for the options.
    pub fn of(options: &MeshOptions, step_m: Option<f64>) -> Self {
        Self {
            has_uv: options.colour == MeshColour::Texture,
            has_colour: options.colour == MeshColour::Vertices,
            step_m,
        }
    }

    fn position_bytes(self) -> usize {
        // glTF requires offsets that are multiples of four.
        if self.step_m.is_some() { 8 } else { 12 }
    }

    /// The offsets of normals, texture coordinates and colours in a vertex.
    pub fn offsets(self) -> [usize; 3] {
        let normal = self.position_bytes();
        let uv = normal + self.position_bytes();
        let uv_bytes = if self.step_m.is_some() { 4 } else { 8 };
        [normal, uv, uv + if self.has_uv { uv_bytes } else { 0 }]
    }

    /// Bytes of a vertex.
    pub fn stride(self) -> usize {
        self.offsets()[2] + if self.has_colour { 8 } else { 0 }
    }

    /// Converts a length to the nearest number of steps.
    pub fn steps(self, m: f64) -> i64 {
        self.step_m.map_or(0, |step_m| (m / step_m).round() as i64)
    }

    /// Appends a vertex. Returns its position in the stored units, for the bounds.
    pub fn add_vertex(
        self,
        vertex: &MeshVertex,
        uv: [f32; 2],
        Origin(origin): Origin,
        out: &mut Vec<u8>,
    ) -> [f32; 3] {
        let position = match self.step_m {
            None => {
                let numbers = [vertex.position_m, vertex.normal];
                out.extend_from_slice(bytemuck::bytes_of(&numbers));
                vertex.position_m
            }
            Some(_) => {
                let quantised = [0, 1, 2].map(|i| {
                    let steps = self.steps(f64::from(vertex.position_m[i])) - origin[i];
                    steps.clamp(0, i64::from(u16::MAX)) as u16
                });
                let normal = vertex.normal.map(|c| (c * 32767.0).round() as i16);
                out.extend_from_slice(bytemuck::bytes_of(&[
                    quantised[0],
                    quantised[1],
                    quantised[2],
                    0,
                ]));
                out.extend_from_slice(bytemuck::bytes_of(&[normal[0], normal[1], normal[2], 0]));
                quantised.map(f32::from)
            }
        };
        if self.has_uv {
            match self.step_m {
                None => out.extend_from_slice(bytemuck::bytes_of(&uv)),
                Some(_) => {
                    let uv = uv.map(|c| (c * 65535.0).round() as u16);
                    out.extend_from_slice(bytemuck::bytes_of(&uv));
                }
            }
        }
        if self.has_colour {
            let [r, g, b] = vertex.colour.map(|c| (c.clamp(0.0, 1.0) * 65535.0).round() as u16);
            out.extend_from_slice(bytemuck::bytes_of(&[r, g, b, u16::MAX]));
        }
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_tile_with_skirts_is_open_only_below() {
        let shape = TileShape { size: [5, 4], has_skirt: true };
        let indices = shape.all_indices();
        assert_eq!(indices.len(), shape.indices());
        assert!(indices.iter().all(|i| (*i as usize) < shape.vertices()));
        // Lower vertices at the same place count as one here.
        let place = |i: u32| {
            let (i, [w, h]) = (i as usize, shape.size);
            let below = i.checked_sub(w * h);
            match below {
                None => (i % w, i / w, false),
                Some(k) if k < w => (k, 0, true),
                Some(k) if k < 2 * w => (k - w, h - 1, true),
                Some(k) if k < 2 * w + h => (0, k - 2 * w, true),
                Some(k) => (w - 1, k - 2 * w - h, true),
            }
        };
        let mut edges = HashSet::new();
        for triangle in indices.as_chunks::<3>().0 {
            for (a, b) in [(0, 1), (1, 2), (2, 0)] {
                assert!(edges.insert((place(triangle[a]), place(triangle[b]))), "an edge twice");
            }
        }
        for (a, b) in &edges {
            assert!(edges.contains(&(*b, *a)) || (a.2 && b.2), "{a:?} {b:?} is open");
        }
    }
}
