//! The JSON next to each mesh: it explains the mesh's numbers and contains the scene.

use serde::Serialize;

use super::options::MeshFormat;
use super::plan::MeshPlan;
use super::sizes::MeshSummary;
use crate::borders::Borders;
use crate::embed;
use crate::file_plan::FilePlan;
use crate::metadata::{AreaRecord, TileRecord, area_of, tile_of};
use crate::program::PROGRAM;
use crate::sidecar::{self, Checksum};
use crate::sink::FileDigest;

#[derive(Serialize)]
struct MeshMetadata {
    program: &'static str,
    file: String,
    format: &'static str,
    /// The content of the file, always `mesh` here.
    holds: &'static str,
    /// Columns and rows of vertices.
    size: [u32; 2],
    spacing_m: f64,
    north_west_m: [f64; 2],
    /// Always `grid`: the first and last vertices lie on the border of the area.
    registration: &'static str,
    axes: &'static str,
    vertices: u64,
    triangles: u64,
    lowest_m: f32,
    highest_m: f32,
    sea_level_m: f64,
    sea: &'static str,
    band_limit_m: f64,
    exact: bool,
    area: AreaRecord,
    tile: Option<TileRecord>,
    /// Print parameters, for STL.
    width_mm: Option<f64>,
    exaggeration: Option<f64>,
    base_mm: Option<f64>,
    /// A checksum of the heights along each of the file's four sides.
    borders: Borders,
    bytes: u64,
    file_checksum: Checksum,
    scene: String,
}

/// Returns the text of a file's JSON.
pub(super) fn json(
    plan: &MeshPlan,
    file: &FilePlan,
    summary: &MeshSummary,
    digest: FileDigest,
) -> String {
    let (heights, options) = (plan.heights(), plan.options());
    let is_print = plan.format() == MeshFormat::Stl;
    sidecar::text(&MeshMetadata {
        program: PROGRAM,
        file: sidecar::name_of(&file.path),
        format: plan.format().name(),
        holds: "mesh",
        size: file.size(),
        spacing_m: heights.grid().spacing_m(),
        north_west_m: file.north_west_m(heights.grid()),
        registration: "grid",
        axes: plan.format().axes(),
        vertices: summary.vertices,
        triangles: summary.triangles,
        lowest_m: summary.stats.lowest_m,
        highest_m: summary.stats.highest_m,
        sea_level_m: heights.scene().recipe.world.sea_level_m,
        sea: options.sea.name(),
        band_limit_m: heights.band_limit_m(),
        exact: heights.is_exact(),
        area: area_of(heights),
        tile: tile_of(heights, file),
        width_mm: is_print.then_some(options.width_mm),
        exaggeration: is_print.then_some(options.exaggeration),
        base_mm: is_print.then_some(options.base_mm),
        borders: summary.borders,
        bytes: digest.bytes,
        file_checksum: Checksum::of_file(digest.crc32),
        scene: embed::with_checksum(&heights.scene().to_plain_toml()),
    })
}
