//! Writes Wavefront OBJ, a text format. Vertices have positions, sRGB colours, normals and texture
//! coordinates. Each cell has two triangles. The triangles of a band of rows follow its vertices.

use std::fmt::Write as _;
use std::io::Write;

use rayon::prelude::*;

use super::plan::MeshPlan;
use super::road_mesh::{RoadMesh, RoadVertex, colour};
use super::sizes::MeshSummary;
use super::vertices::{MeshVertex, VertexRows};
use super::water_mesh::WaterMesh;
use crate::file_plan::FilePlan;
use crate::pipe::pipe;
use crate::program::PROGRAM;
use crate::progress::Progress;
use crate::shade::srgb_byte;
use crate::stream::WriteError;

/// Rows that a thread formats at once.
const TEXT_ROWS: usize = 8;

/// Writes the land of a file, then its waters and roads.
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
                    format_vertex(vertex, uv, has_colours, &mut text);
                }
                text
            };
            let texts = band.vertices.par_chunks(TEXT_ROWS * width).enumerate().map(text);
            pipe.send_all(texts.map(String::into_bytes))?;
            let end = first + band.vertices.len() / width;
            let cells = usize::max(first, 1) - 1..end - 1;
            pipe.send_all(cells.into_par_iter().map(|row| format_faces(row, width).into_bytes()))
        })?;
        let mut vertices = width * height;
        for mesh in WaterMesh::all(plan, file, progress)? {
            pipe.send(format_water(plan, &mesh, vertices, has_colours).into_bytes())?;
            vertices += mesh.positions_m.len();
        }
        for mesh in RoadMesh::all(plan, file, (1, 0.0), progress)? {
            pipe.send(format_road(&mesh, vertices, has_colours).into_bytes())?;
            vertices += mesh.vertices.len();
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
fn format_vertex(vertex: &MeshVertex, [u, v]: [f32; 2], has_colours: bool, text: &mut String) {
    let [x, y, z] = vertex.position_m;
    let _ = write!(text, "v {x} {y} {z}");
    if has_colours {
        let [r, g, b] = vertex.colour.map(|c| f32::from(srgb_byte(c)) / 255.0);
        let _ = write!(text, " {r:.4} {g:.4} {b:.4}");
    }
    let [x, y, z] = vertex.normal;
    let _ = write!(text, "\nvt {u:.6} {v:.6}\nvn {x:.5} {y:.5} {z:.5}\n");
}

/// Formats the triangles of a row of cells. OBJ counts vertices from 1.
fn format_faces(row: usize, width: usize) -> String {
    let mut text = String::with_capacity(width * 70);
    for x in 0..width - 1 {
        let i = row * width + x + 1;
        for [a, b, c] in [[i, i + width, i + 1], [i + 1, i + width, i + width + 1]] {
            let _ = writeln!(text, "f {a}/{a}/{a} {b}/{b}/{b} {c}/{c}/{c}");
        }
    }
    text
}

/// Formats a road as a separate object. Its material is named after the road's surface.
/// `vertex_offset` vertices of other meshes precede its vertices.
fn format_road(mesh: &RoadMesh, vertex_offset: usize, has_colours: bool) -> String {
    let mut text = format!("o {}\nusemtl {}\n", mesh.name, mesh.surface.name());
    for RoadVertex { position_m: [x, y, z], normal: [a, b, c], uv: [u, v] } in &mesh.vertices {
        let _ = write!(text, "v {x} {y} {z}");
        if has_colours {
            let [r, g, b] = colour(mesh.surface).map(|c| f32::from(srgb_byte(c)) / 255.0);
            let _ = write!(text, " {r:.4} {g:.4} {b:.4}");
        }
        let _ = write!(text, "\nvt {u:.6} {v:.6}\nvn {a:.5} {b:.5} {c:.5}\n");
    }
    format_triangles(&mesh.indices, vertex_offset, &mut text);
    text
}

/// Formats triangles after `vertex_offset` vertices of other meshes. OBJ counts vertices from 1.
fn format_triangles(indices: &[u32], vertex_offset: usize, text: &mut String) {
    for triangle in indices.as_chunks::<3>().0 {
        let [a, b, c] = triangle.map(|index| vertex_offset + 1 + index as usize);
        let _ = writeln!(text, "f {a}/{a}/{a} {b}/{b}/{b} {c}/{c}/{c}");
    }
}

/// Formats a water surface as a separate object. `vertex_offset` vertices of other meshes precede its
/// vertices. These have colours if the vertices of the land have colours: programs expect that all
/// vertices of a file have colours, or that no vertex has.
fn format_water(
    plan: &MeshPlan,
    mesh: &WaterMesh,
    vertex_offset: usize,
    has_colours: bool,
) -> String {
    let mut text = format!("o {}\n", mesh.name);
    for [x, y, z] in &mesh.positions_m {
        let _ = write!(text, "v {x} {y} {z}");
        if has_colours {
            let [r, g, b] = plan.heights().scene().recipe.lake.deep;
            let _ = write!(text, " {r:.4} {g:.4} {b:.4}");
        }
        text.push_str("\nvt 0 0\nvn 0 1 0\n");
    }
    format_triangles(&mesh.indices, vertex_offset, &mut text);
    text
}
