//! Writes glTF 2.0 as a single binary file. A JSON chunk comes first, followed by the buffer that
//! it describes.
//!
//! The JSON comes first in the file, but contains the height bounds of the tiles, which are known
//! last. The writer therefore leaves room for the JSON and writes it at the end. Spaces fill the
//! rest of the room, which glTF allows.

use std::io::{Seek, SeekFrom, Write};

use rayon::prelude::*;
use serde_json::json;

use super::bands::band_rows;
use super::glb_indices::fill_indices;
use super::glb_json::{GlbContents, LevelTile, RoadView, WaterView};
use super::glb_shape::{Origin, TileShape, VertexLayout};
use super::plan::MeshPlan;
use super::road_mesh::RoadMesh;
use super::sizes::{MeshSummary, TILE_CELLS};
use super::texture;
use super::vertices::{MeshVertex, VertexBand, VertexRows};
use super::water_mesh::WaterMesh;
use crate::borders::{BorderSums, Borders};
use crate::embed;
use crate::file_plan::FilePlan;
use crate::pipe::{Pipe, pipe};
use crate::progress::Progress;
use crate::sample::SampleStats;
use crate::stream::WriteError;

/// The length of the file header and of a chunk header.
const HEAD: u64 = 12 + 8;

/// The file under construction.
struct Glb<'a> {
    plan: &'a MeshPlan,
    file: &'a FilePlan,
    layout: VertexLayout,
    levels: Vec<u32>,
}

/// Writes a file.
pub(super) fn write(
    plan: &MeshPlan,
    file: &FilePlan,
    sink: &mut (impl Write + Seek + Send),
    progress: &Progress,
) -> Result<MeshSummary, WriteError> {
    let step_m = plan.options().quantise.then(|| step_m(plan, file)).transpose()?;
    let glb = Glb::new(plan, file, step_m);
    let waters = WaterMesh::all(plan, file, progress)?;
    let finest = (1 << glb.levels[0], step_m.unwrap_or(0.0));
    let roads = RoadMesh::all(plan, file, finest, progress)?;
    let mut contents = glb.contents(&waters, &roads)?;
    // The f32 with the longest text, so that the JSON with the real numbers is not longer.
    let longest_number = f32::from_bits(0x8012_3457);
    for part in &mut contents.parts {
        (part.low, part.high) = ([longest_number; 3], [longest_number; 3]);
        part.origin_m = [f64::from(longest_number); 3];
    }
    let json_bytes = (contents.json().len() as u64 + 1024).next_multiple_of(4);
    pipe(sink, |pipe| pipe.send(vec![b' '; (HEAD + json_bytes + 8) as usize]))?;
    let start = HEAD + json_bytes + 8;

    let (stats, borders) =
        pipe(sink, |pipe| glb.fill(&mut contents, (&waters, &roads), pipe, progress))?;
    let json = contents.json();
    let buffer_bytes = contents.buffer_bytes.next_multiple_of(4);
    let mut head = Vec::with_capacity(start as usize);
    let length = start + buffer_bytes;
    let (Ok(length), Ok(buffer), true) =
        (u32::try_from(length), u32::try_from(buffer_bytes), json.len() as u64 <= json_bytes)
    else {
        return Err(WriteError::Format("it is longer than 4 GiB, which a GLB cannot be".into()));
    };
    head.extend(b"glTF");
    head.extend([2, length, json_bytes as u32].map(u32::to_le_bytes).concat());
    head.extend(b"JSON");
    head.extend(json.as_bytes());
    head.resize((HEAD + json_bytes) as usize, b' ');
    head.extend(buffer.to_le_bytes());
    head.extend(b"BIN\0");
    sink.seek(SeekFrom::Start(0))?;
    sink.write_all(&head)?;
    sink.flush()?;
    let finest = contents.parts.iter().filter(|part| part.level == contents.parts[0].level);
    let (vertices, indices) = finest.fold((0, 0), |(vertices, indices), part| {
        (vertices + part.shape.vertices() as u64, indices + part.shape.indices() as u64)
    });
    Ok(MeshSummary { stats, vertices, triangles: indices / 3, borders })
}

/// Returns the quantisation step in metres: a power of two with which 16 bits cover every tile.
fn step_m(plan: &MeshPlan, file: &FilePlan) -> Result<f64, WriteError> {
    let [low, high] = plan.bounds_m().map_err(|e| WriteError::Format(e.to_string()))?;
    let spacing_m = plan.heights().grid().spacing_m();
    let tile_cells = match plan.options().one_mesh {
        true => file.size()[0].max(file.size()[1]) - 1,
        false => TILE_CELLS,
    };
    let depth_m = skirt_m(plan);
    // 65,530 instead of 65,535 leaves some steps for rounding.
    let widest_m = (high - low + depth_m).max(f64::from(tile_cells) * spacing_m);
    Ok((widest_m / 65_530.0).log2().ceil().exp2())
}

/// Returns the depth of skirts in metres. Skirts are strips of triangles that hang from the edges
/// of a tile and hide gaps between levels.
///
/// The depth is the rise of a slope of 45° over two samples of the coarsest level.
fn skirt_m(plan: &MeshPlan) -> f64 {
    let levels = plan.options().levels.max(plan.options().only_level.unwrap_or(0));
    match levels == 0 && plan.options().only_level.is_none() {
        true => 0.0,
        false => 2.0 * plan.heights().grid().spacing_m() * f64::from(1_u32 << levels),
    }
}

impl<'a> Glb<'a> {
    fn new(plan: &'a MeshPlan, file: &'a FilePlan, step_m: Option<f64>) -> Self {
        let options = plan.options();
        let levels = match options.only_level {
            Some(level) => vec![level],
            None => (0..=options.levels).collect(),
        };
        let layout = VertexLayout::of(options, step_m);
        Self { plan, file, layout, levels }
    }

    /// The number of cells of a level, from west to east and from north to south.
    fn cells(&self, level: u32) -> [usize; 2] {
        self.file.size().map(|side| ((side - 1) >> level) as usize)
    }

    /// Cells on a side of a tile.
    fn tile_cells(&self, level: u32) -> usize {
        match self.plan.options().one_mesh {
            true => usize::MAX,
            false => (TILE_CELLS >> level) as usize,
        }
    }

    /// Lists the tiles of all levels row by row, finest level first.
    fn parts(&self) -> Vec<LevelTile> {
        let mut parts = vec![];
        let has_skirt = skirt_m(self.plan) > 0.0;
        for &level in &self.levels {
            let ([across, down], cells) = (self.cells(level), self.tile_cells(level));
            for z in 0..down.div_ceil(cells) {
                for x in 0..across.div_ceil(cells) {
                    let side = |all: usize, i: usize| usize::min(cells, all - i * cells) + 1;
                    parts.push(LevelTile {
                        level,
                        tile: [x, z],
                        shape: TileShape { size: [side(across, x), side(down, z)], has_skirt },
                        offset: 0,
                        low: [0.0; 3],
                        high: [0.0; 3],
                        origin_m: [0.0; 3],
                    });
                }
            }
        }
        parts
    }

    fn shapes(&self, parts: &[LevelTile]) -> Vec<TileShape> {
        let mut shapes: Vec<TileShape> = vec![];
        for part in parts {
            if !shapes.contains(&part.shape) {
                shapes.push(part.shape);
            }
        }
        shapes
    }

    /// Returns the contents without the numbers that depend on the samples.
    fn contents(
        &self,
        waters: &[WaterMesh],
        roads: &[RoadMesh],
    ) -> Result<GlbContents<'a>, WriteError> {
        let (plan, scene) = (self.plan, self.plan.heights().scene());
        let mut parts = self.parts();
        let mut end = 0;
        for part in &mut parts {
            part.offset = end;
            end += (part.shape.vertices() * self.layout.stride()) as u64;
        }
        let vertex_bytes = end;
        let has_u32_indices = plan.options().one_mesh;
        let mut shapes = vec![];
        for shape in self.shapes(&parts) {
            shapes.push((shape, end));
            let bytes = shape.indices() as u64 * if has_u32_indices { 4 } else { 2 };
            end += bytes.next_multiple_of(4);
        }
        let area = plan.heights().area();
        let coverage = |level: &u32| 1.0 / f64::from(1_u32 << level);
        Ok(GlbContents {
            scene,
            extras: json!({
                "recipe": embed::with_checksum(&scene.to_plain_toml()),
                "area": { "centre_m": area.centre_m, "side_m": area.side_m },
                "spacing_m": plan.heights().grid().spacing_m(),
                "sea_level_m": scene.recipe.world.sea_level_m,
                "sea": plan.options().sea.name(),
            }),
            centre_m: area.centre_m,
            layout: self.layout,
            parts,
            shapes,
            has_u32_indices,
            vertex_bytes,
            index_bytes: end - vertex_bytes,
            images: plan.texels().map(|_| [[u64::from(u32::MAX); 2]; 2]),
            waters: waters.iter().map(WaterView::new).collect(),
            roads: roads.iter().map(RoadView::new).collect(),
            buffer_bytes: u64::from(u32::MAX),
            coverage: self.levels.iter().map(coverage).collect(),
        })
    }

    /// Writes the buffer: the vertices of each level, then indices, textures, water and roads.
    fn fill(
        &self,
        contents: &mut GlbContents,
        (waters, roads): (&[WaterMesh], &[RoadMesh]),
        pipe: &Pipe,
        progress: &Progress,
    ) -> Result<(SampleStats, Borders), WriteError> {
        let finest = self.fill_level(self.levels[0], contents, pipe, progress)?;
        for &level in &self.levels[1..] {
            self.fill_level(level, contents, pipe, progress)?;
        }
        fill_indices(contents, pipe)?;
        let mut end = contents.vertex_bytes + contents.index_bytes;
        if let Some(texels) = self.plan.texels() {
            let images = texture::textures(self.plan, self.file, texels, progress)?;
            let mut ranges = [[0; 2]; 2];
            for (range, mut image) in ranges.iter_mut().zip(images) {
                *range = [end, image.len() as u64];
                image.resize(image.len().next_multiple_of(4), 0);
                end += image.len() as u64;
                pipe.send(image)?;
            }
            contents.images = Some(ranges);
        }
        for (view, mesh) in contents.waters.iter_mut().zip(waters) {
            view.offset = end;
            let bytes = mesh.bytes();
            end += bytes.len() as u64;
            pipe.send(bytes)?;
        }
        for (view, mesh) in contents.roads.iter_mut().zip(roads) {
            view.offset = end;
            let mut bytes = bytemuck::cast_slice(&mesh.vertices).to_vec();
            bytes.extend_from_slice(bytemuck::cast_slice(&mesh.indices));
            end += bytes.len() as u64;
            pipe.send(bytes)?;
        }
        contents.buffer_bytes = end;
        Ok(finest)
    }

    fn fill_level(
        &self,
        level: u32,
        contents: &mut GlbContents,
        pipe: &Pipe,
        progress: &Progress,
    ) -> Result<(SampleStats, Borders), WriteError> {
        let rows = VertexRows::new(
            self.plan.heights(),
            self.file,
            1 << level,
            self.plan.options().sea,
            self.layout.has_colour,
        );
        let [width, height] = rows.size();
        let parts: Vec<usize> =
            (0..contents.parts.len()).filter(|i| contents.parts[*i].level == level).collect();
        let cells = self.tile_cells(level).min(width.max(height));
        let across = (width - 1).div_ceil(cells);
        let (mut stats, mut borders) = (SampleStats::EMPTY, BorderSums::default());
        for (tile_row, parts) in parts.chunks(across).enumerate() {
            let first = tile_row * cells;
            let end = usize::min(first + cells, height - 1) + 1;
            // A tile as wide as the file can be written in pieces. Other tiles need all their rows
            // in memory.
            let piece_rows = if across == 1 && skirt_m(self.plan) == 0.0 {
                band_rows(width)
            } else {
                end - first
            };
            for start in (first..end).step_by(piece_rows) {
                let range = start..usize::min(start + piece_rows, end);
                let band = rows.band(range.clone(), progress)?;
                stats = stats.merge(band.stats);
                // Neighbouring rows of tiles share a row of vertices. Add it once.
                let shared = usize::from(tile_row > 0 && start == first) * width;
                let heights_m = &band.heights_m()[shared..];
                borders.add(bytemuck::cast_slice(heights_m), 4 * width, 4);
                let tiles = parts.par_iter().map(|&i| {
                    self.tile_bytes(&contents.parts[i], &band, range.start, [width, height])
                });
                let tiles: Vec<_> = tiles.collect();
                for (&i, (bytes, low, high, origin_m)) in parts.iter().zip(tiles) {
                    let part = &mut contents.parts[i];
                    let is_first = start == first;
                    part.low =
                        [0, 1, 2].map(|c| if is_first { low[c] } else { part.low[c].min(low[c]) });
                    part.high = [0, 1, 2]
                        .map(|c| if is_first { high[c] } else { part.high[c].max(high[c]) });
                    part.origin_m = origin_m;
                    pipe.send(bytes)?;
                }
                if level == self.levels[0] {
                    progress.add((heights_m.len()) as u64);
                }
            }
        }
        Ok((stats, borders.finish(false)))
    }

    /// Returns the bytes of those vertices of a tile that lie in a band, their bounds, and the
    /// origin of quantised positions. The band starts at row `first_row` of the file.
    fn tile_bytes(
        &self,
        part: &LevelTile,
        band: &VertexBand,
        first_row: usize,
        [width, height]: [usize; 2],
    ) -> (Vec<u8>, [f32; 3], [f32; 3], [f64; 3]) {
        let [w, h] = part.shape.size;
        let cells = self.tile_cells(part.level).min(width.max(height));
        let [left, top] = part.tile.map(|i| i * cells);
        let rows = usize::max(top, first_row)
            ..usize::min(top + h, first_row + band.vertices.len() / width);
        let vertex_at = |x: usize, row: usize| &band.vertices[(row - first_row) * width + left + x];
        let origin = self.origin(vertex_at(0, rows.start), top == rows.start);
        let uv = |x: usize, row: usize| {
            [(left + x) as f32 / (width - 1) as f32, row as f32 / (height - 1) as f32]
        };
        let count = w * rows.len() + part.shape.vertices() - w * h;
        let mut bytes = Vec::with_capacity(count * self.layout.stride());
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        let mut add = |vertex: &MeshVertex, uv: [f32; 2]| {
            let position = self.layout.add_vertex(vertex, uv, origin, &mut bytes);
            for c in 0..3 {
                low[c] = low[c].min(position[c]);
                high[c] = high[c].max(position[c]);
            }
        };
        for row in rows {
            (0..w).for_each(|x| add(vertex_at(x, row), uv(x, row)));
        }
        if part.shape.has_skirt {
            let depth_m = skirt_m(self.plan) as f32;
            let skirt = part.shape.skirt(|x, z| *vertex_at(x, top + z), depth_m);
            let rows = [0, h - 1].into_iter().flat_map(|z| (0..w).map(move |x| [x, z]));
            let columns = [0, w - 1].into_iter().flat_map(|x| (0..h).map(move |z| [x, z]));
            for (vertex, [x, z]) in skirt.iter().zip(rows.chain(columns)) {
                add(vertex, uv(x, top + z));
            }
        }
        let step_m = self.layout.step_m.unwrap_or(0.0);
        (bytes, low, high, origin.0.map(|steps| steps as f64 * step_m))
    }

    /// Returns the origin of a tile's quantised positions: its north-west corner, at the lowest
    /// possible height.
    fn origin(&self, corner: &MeshVertex, is_top: bool) -> Origin {
        let Some(step_m) = self.layout.step_m else { return Origin::default() };
        let low_m = self.plan.bounds_m().map_or(0.0, |[low, _]| low) - skirt_m(self.plan);
        let [x, _, z] = corner.position_m.map(|c| self.layout.steps(f64::from(c)));
        // One mesh may come in several bands. All use the corner of the first band.
        let area = self.plan.heights().area();
        let z = match is_top {
            true => z,
            false => {
                let [_, north_m] = self.file.north_west_m(self.plan.heights().grid());
                self.layout.steps(f64::from((north_m - area.centre_m[1]) as f32))
            }
        };
        Origin([x, (low_m / step_m).floor() as i64, z])
    }
}
