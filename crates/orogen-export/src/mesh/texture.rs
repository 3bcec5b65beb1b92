//! The textures of a GLB: colours, and normals with more detail than the vertices. Texel j of m
//! lies at (j + ½)/m of the file's side, like a texture coordinate.
//!
//! The normal texture is relative to the normals of the mesh. Where the vertices already show the
//! ground, the texture has the colour of an unchanged normal, (128, 128, 255).

use std::ops::Range;

use rayon::prelude::*;

use super::options::MeshSea;
use super::plan::MeshPlan;
use super::vertices::{MeshVertex, VertexRows};
use crate::field::{FieldRequest, FieldSampler};
use crate::file_plan::FilePlan;
use crate::progress::Progress;
use crate::shade::{Shade, ShadeBuffers, srgb_byte};
use crate::stream::WriteError;

/// Rows of texels computed at once.
const BAND_ROWS: usize = 256;

/// Bytes per texel.
const RGB: usize = 3;

/// Returns the PNGs of the colour texture and the normal texture.
pub(super) fn textures(
    plan: &MeshPlan,
    file: &FilePlan,
    texels: u32,
    progress: &Progress,
) -> Result<[Vec<u8>; 2], WriteError> {
    let side = texels as usize;
    let request = FieldRequest { relief: true, ..FieldRequest::HEIGHTS };
    let (grid, heights) = (plan.heights().grid(), plan.heights());
    let line = |axis: usize, range: &Range<u32>| -> Vec<f64> {
        let [from, to] = [range.start, range.end - 1].map(|i| grid.position_m(axis, i));
        let step_m = (to - from) / f64::from(texels);
        (-1..=i64::from(texels)).map(|j| from + (j as f64 + 0.5) * step_m).collect()
    };
    let lines = [line(0, &file.columns), line(1, &file.rows)];
    let [spacing_m, row_spacing_m] = [0, 1].map(|axis| lines[axis][1] - lines[axis][0]);
    let band_limit_m = heights.land().spacing_m().max(spacing_m);
    let sampler = FieldSampler::of_lines(heights, lines, spacing_m, band_limit_m, request);
    let shade = Shade::new(heights.scene(), spacing_m, plan.options().sea == MeshSea::Clamp)
        .with_row_spacing(row_spacing_m);
    let mesh = VertexRows::new(heights, file, 1, plan.options().sea, false);

    let mut pictures = [vec![], vec![]];
    for picture in &mut pictures {
        picture.try_reserve_exact(RGB * side * side).map_err(|_| WriteError::Memory)?;
        picture.resize(RGB * side * side, 0);
    }
    for first in (0..side).step_by(BAND_ROWS) {
        let rows = first..usize::min(first + BAND_ROWS, side);
        let field = sampler.sample(rows.clone(), progress)?;
        // The rows of vertices that enclose these rows of texels.
        let height = mesh.size()[1];
        let vertex_row_at =
            |texel: usize| (texel as f64 + 0.5) / f64::from(texels) * (height - 1) as f64;
        let vertex_rows = vertex_row_at(rows.start) as usize
            ..usize::min(vertex_row_at(rows.end - 1) as usize + 2, height);
        let base = mesh.band(vertex_rows.clone(), progress)?;
        let [colours, normals] = &mut pictures;
        let piece = RGB * side * first..RGB * side * rows.end;
        let colours = colours[piece.clone()].par_chunks_mut(RGB * side);
        let normals = normals[piece].par_chunks_mut(RGB * side);
        colours.zip(normals).zip(rows).for_each_init(
            ShadeBuffers::default,
            |buffers, ((colours, normals), row)| {
                shade.places(&field, row, buffers);
                shade.shares(&sampler, row, buffers);
                shade.colours(buffers);
                let down = vertex_row_at(row) - vertex_rows.start as f64;
                for (i, place) in buffers.places.iter().enumerate() {
                    let colour = buffers.colours[i].map(srgb_byte);
                    colours[RGB * i..][..RGB].copy_from_slice(&colour);
                    let across = (i as f64 + 0.5) / f64::from(texels);
                    let base = interpolate_normal(&base.vertices, mesh.size()[0], [across, down]);
                    let is_flat =
                        plan.options().sea == MeshSea::Clamp && buffers.waters[i].is_wet();
                    let normal = if is_flat { [0.0, 1.0, 0.0] } else { place.normal };
                    normals[RGB * i..][..RGB].copy_from_slice(&to_tangent_space(normal, base));
                }
            },
        );
    }
    let [colours, normals] = pictures;
    let (colours, normals) =
        rayon::join(|| png(&colours, texels, true), || png(&normals, texels, false));
    Ok([colours?, normals?])
}

/// Interpolates the mesh normal at a place: `across` is a share of the width, 0 to 1, and `down` a
/// row of the band, with a fraction.
fn interpolate_normal(vertices: &[MeshVertex], width: usize, [across, down]: [f64; 2]) -> [f32; 3] {
    let x = across * (width - 1) as f64;
    let column = usize::min(x as usize, width - 2);
    let row = usize::min(down as usize, vertices.len() / width - 2);
    let (u, v) = ((x - column as f64) as f32, (down - row as f64) as f32);
    let normal_at = |dx: usize, dz: usize| vertices[(row + dz) * width + column + dx].normal;
    let [nw, ne, sw, se] = [normal_at(0, 0), normal_at(1, 0), normal_at(0, 1), normal_at(1, 1)];
    [0, 1, 2].map(|c| {
        let north = nw[c] + u * (ne[c] - nw[c]);
        let south = sw[c] + u * (se[c] - sw[c]);
        north + v * (south - north)
    })
}

/// Converts a normal to the tangent frame of the mesh: red along the surface's east, green along
/// its north.
fn to_tangent_space(normal: [f32; 3], base: [f32; 3]) -> [u8; 3] {
    let dot = |a: [f32; 3], b: [f32; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let unit = |a: [f32; 3]| a.map(|c| c / dot(a, a).sqrt().max(1e-12));
    let up = unit(base);
    // The direction east along the surface.
    let east = unit([up[1], -up[0], 0.0]);
    let north = [
        up[1] * east[2] - up[2] * east[1],
        up[2] * east[0] - up[0] * east[2],
        up[0] * east[1] - up[1] * east[0],
    ];
    [dot(normal, east), dot(normal, north), dot(normal, up)]
        .map(|c| (127.5 + 127.5 * c).round() as u8)
}

/// Encodes an RGB picture as PNG.
fn png(rgb: &[u8], side: u32, is_colour: bool) -> Result<Vec<u8>, WriteError> {
    let mut out = vec![];
    let fail = |error: png::EncodingError| WriteError::Format(error.to_string());
    let mut encoder = png::Encoder::new(&mut out, side, side);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    if is_colour {
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    }
    let mut writer = encoder.write_header().map_err(fail)?;
    writer.write_image_data(rgb).map_err(fail)?;
    writer.finish().map_err(fail)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_normal_equal_to_the_mesh_normal_is_blank() {
        for normal in [[0.0, 1.0, 0.0], [0.6, 0.8, 0.0], [-0.48, 0.8, 0.36]] {
            assert_eq!(to_tangent_space(normal, normal), [128, 128, 255]);
        }
        // A normal that leans to the east is red; a normal that leans to the north (−z) is green.
        assert!(to_tangent_space([0.6, 0.8, 0.0], [0.0, 1.0, 0.0])[0] > 200);
        assert!(to_tangent_space([0.0, 0.8, -0.6], [0.0, 1.0, 0.0])[1] > 200);
    }
}
