//! PLY, binary little-endian: z up, y north, sRGB colours as bytes.

use std::io::Write;

use rayon::prelude::*;

use super::bands::band_rows;
use super::plan::MeshPlan;
use super::sizes::MeshSummary;
use super::vertices::{MeshVertex, VertexRows};
use crate::file_plan::FilePlan;
use crate::pipe::pipe;
use crate::program::PROGRAM;
use crate::progress::Progress;
use crate::shade::srgb_byte;
use crate::stream::WriteError;

/// Rows that a thread encodes at once.
const PACK_ROWS: usize = 8;

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
    let (vertices, triangles) = (width * height, 2 * (width - 1) * (height - 1));
    let (stats, borders) = pipe(sink, |pipe| {
        pipe.send(head(plan, vertices, triangles).into_bytes())?;
        let summary = rows.each_band(progress, |_, band| {
            let bytes = |vertices: &[MeshVertex]| {
                let mut bytes = Vec::with_capacity(vertices.len() * 27);
                vertices.iter().for_each(|vertex| write_vertex(vertex, has_colours, &mut bytes));
                bytes
            };
            pipe.send_all(band.vertices.par_chunks(PACK_ROWS * width).map(bytes))
        })?;
        for first in (0..height - 1).step_by(band_rows(width)) {
            let end = usize::min(first + band_rows(width), height - 1);
            pipe.send_all((first..end).into_par_iter().map(|row| faces(row, width)))?;
        }
        Ok(summary)
    })?;
    Ok(MeshSummary { stats, borders, vertices: vertices as u64, triangles: triangles as u64 })
}

fn head(plan: &MeshPlan, vertices: usize, triangles: usize) -> String {
    let [x_m, z_m] = plan.heights().area().centre_m;
    let colours = match plan.has_colours() {
        true => "property uchar red\nproperty uchar green\nproperty uchar blue\n",
        false => "",
    };
    format!(
        "ply\nformat binary_little_endian 1.0\n\
         comment {PROGRAM}: metres, z up, x east, y north, from {x_m} (east) {} (north)\n\
         element vertex {vertices}\n\
         property float x\nproperty float y\nproperty float z\n\
         property float nx\nproperty float ny\nproperty float nz\n{colours}\
         element face {triangles}\nproperty list uchar int vertex_indices\nend_header\n",
        0.0 - z_m
    )
}

fn write_vertex(vertex: &MeshVertex, has_colours: bool, bytes: &mut Vec<u8>) {
    for [x, y, z] in [vertex.position_m, vertex.normal] {
        // In the file, y points north. Subtracting from zero avoids −0.
        bytes.extend_from_slice(&[x, 0.0 - z, y].map(f32::to_le_bytes).concat());
    }
    if has_colours {
        bytes.extend_from_slice(&vertex.colour.map(srgb_byte));
    }
}

fn faces(row: usize, width: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(26 * (width - 1));
    for x in 0..width - 1 {
        let i = row * width + x;
        for triangle in [[i, i + width, i + 1], [i + 1, i + width, i + width + 1]] {
            bytes.push(3);
            triangle.iter().for_each(|i| bytes.extend_from_slice(&(*i as i32).to_le_bytes()));
        }
    }
    bytes
}
