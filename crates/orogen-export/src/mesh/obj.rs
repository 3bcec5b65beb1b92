//! Writes Wavefront OBJ, a text format. Vertices have positions, sRGB colours, normals and texture
//! coordinates. Each cell has two triangles. The triangles of a band of rows follow its vertices.

use std::fmt::Write as _;
use std::io::Write;

use rayon::prelude::*;

use super::options::MeshSea;
use super::plan::MeshPlan;
use super::river_mesh::RiverMesh;
use super::sizes::MeshSummary;
use super::vertices::{MeshVertex, VertexRows};
use crate::pipe::pipe;
use crate::plan::FilePlan;
use crate::program::PROGRAM;
use crate::progress::Progress;
use crate::shade::display_byte;
use crate::stream::WriteError;

/// Rows that a thread formats at once.
const TEXT_ROWS: usize = 8;

/// Writes a file.
pub(super) fn write(
    plan: &MeshPlan,
    file: &FilePlan,
    sink: &mut (impl Write + Send),
    progress: &Progress,
) -> Result<MeshSummary, WriteError> {
    let has_colours = plan.has_colours();
    let rows = VertexRows::new(plan.heights(), file, 1, plan.options().sea, has_colours);
    let [width, height] = rows.size();
    let (stats, borders) = pipe(sink, |pipe| {
        let [x_m, z_m] = plan.heights().area().centre_m;
        pipe.send(
            format!(
                "# {PROGRAM}: metres, y up, x east, z south, from {x_m} (x) {z_m} (z)\no land\n"
            )
            .into_bytes(),
        )?;
        let summary = rows.each_band(progress, |first, band| {
            let text = |(group, vertices): (usize, &[MeshVertex])| {
                let mut text = String::with_capacity(vertices.len() * 110);
                for (i, vertex) in vertices.iter().enumerate() {
                    let row = first + group * TEXT_ROWS + i / width;
                    let uv = [
                        (i % width) as f32 / (width - 1) as f32,
                        1.0 - row as f32 / (height - 1) as f32,
                    ];
                    write_vertex(vertex, uv, has_colours, &mut text);
                }
                text
            };
            let texts = band.vertices.par_chunks(TEXT_ROWS * width).enumerate().map(text);
            pipe.send_all(texts.map(String::into_bytes))?;
            let end = first + band.vertices.len() / width;
            let cells = usize::max(first, 1) - 1..end - 1;
            pipe.send_all(cells.into_par_iter().map(|row| faces(row, width).into_bytes()))
        })?;
        if plan.options().sea == MeshSea::Surface {
            let sea_m = plan.heights().scene().recipe.world.sea_level_m as f32;
            let level = SeaSurface { sea_m, before: width * height, has_colours };
            pipe.send(sea(plan, file, &level).into_bytes())?;
            if let Some(mesh) = RiverMesh::of_file(plan.heights(), file, progress)? {
                let level = SeaSurface { before: level.before + 4, ..level };
                pipe.send(rivers(plan, &mesh, &level).into_bytes())?;
            }
        }
        Ok(summary)
    })?;
    Ok(MeshSummary {
        stats,
        borders,
        vertices: (width * height) as u64,
        triangles: 2 * ((width - 1) * (height - 1)) as u64,
    })
}

/// Formats a vertex on three lines. (Writing to a string cannot fail.)
fn write_vertex(vertex: &MeshVertex, [u, v]: [f32; 2], has_colours: bool, text: &mut String) {
    let [x, y, z] = vertex.position_m;
    let _ = write!(text, "v {x} {y} {z}");
    if has_colours {
        let [r, g, b] = vertex.colour.map(|c| f32::from(display_byte(c)) / 255.0);
        let _ = write!(text, " {r:.4} {g:.4} {b:.4}");
    }
    let [x, y, z] = vertex.normal;
    let _ = write!(text, "\nvt {u:.6} {v:.6}\nvn {x:.5} {y:.5} {z:.5}\n");
}

/// Formats the triangles of a row of cells. OBJ counts vertices from 1.
fn faces(row: usize, width: usize) -> String {
    let mut text = String::with_capacity(width * 70);
    for x in 0..width - 1 {
        let i = row * width + x + 1;
        for [a, b, c] in [[i, i + width, i + 1], [i + 1, i + width, i + width + 1]] {
            let _ = writeln!(text, "f {a}/{a}/{a} {b}/{b}/{b} {c}/{c}/{c}");
        }
    }
    text
}

/// The sea surface. Its vertices follow the vertices of the land.
struct SeaSurface {
    sea_m: f32,
    before: usize,
    /// True if the land's vertices have colours. Programs expect that either all vertices of a
    /// file have colours, or no vertex.
    has_colours: bool,
}

/// Formats the sea surface as a separate object.
fn sea(plan: &MeshPlan, file: &FilePlan, level: &SeaSurface) -> String {
    let SeaSurface { sea_m, before, has_colours } = *level;
    let (grid, area) = (plan.heights().grid(), plan.heights().area());
    let at = |axis: usize, i: u32| (grid.position_m(axis, i) - area.centre_m[axis]) as f32 + 0.0;
    let [west, east] = [file.columns.start, file.columns.end - 1].map(|i| at(0, i));
    let [north, south] = [file.rows.start, file.rows.end - 1].map(|i| at(1, i));
    let mut text = "o sea\n".to_owned();
    for [x, z] in [[west, north], [east, north], [west, south], [east, south]] {
        write_water(plan, [x, sea_m, z], has_colours, &mut text);
    }
    let corner = |i: usize| format!("{0}/{0}/{0}", before + 1 + i);
    let [a, b, c, d] = [0, 1, 2, 3].map(corner);
    let _ = writeln!(text, "f {a} {c} {b}\nf {b} {c} {d}");
    text
}

/// Formats a vertex of water.
fn write_water(plan: &MeshPlan, [x, y, z]: [f32; 3], has_colours: bool, text: &mut String) {
    let _ = write!(text, "v {x} {y} {z}");
    if has_colours {
        let [r, g, b] = plan.heights().scene().recipe.lake.deep;
        let _ = write!(text, " {r:.4} {g:.4} {b:.4}");
    }
    text.push_str("\nvt 0 0\nvn 0 1 0\n");
}

/// Formats the surface of rivers and lakes as a separate object.
fn rivers(plan: &MeshPlan, mesh: &RiverMesh, level: &SeaSurface) -> String {
    let mut text = "o rivers\n".to_owned();
    for position_m in &mesh.positions_m {
        write_water(plan, *position_m, level.has_colours, &mut text);
    }
    for triangle in mesh.indices.as_chunks::<3>().0 {
        let [a, b, c] = triangle.map(|index| level.before + 1 + index as usize);
        let _ = writeln!(text, "f {a}/{a}/{a} {b}/{b}/{b} {c}/{c}/{c}");
    }
    text
}
