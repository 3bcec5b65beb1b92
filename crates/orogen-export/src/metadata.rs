//! The JSON next to each file of heights. It gives the meaning of the samples, and the scene.

use serde::Serialize;

use super::borders::Borders;
use super::embed;
use super::file_plan::FilePlan;
use super::format::Format;
use super::plan::ExportPlan;
use super::program::PROGRAM;
use super::sidecar::{self, Checksum};
use super::sink::FileDigest;
use super::stream::StreamSummary;

#[derive(Serialize)]
struct HeightsMetadata {
    program: &'static str,
    file: String,
    format: &'static str,
    /// The number of columns and rows.
    size: [u32; 2],
    spacing_m: f64,
    /// The position of the first sample of the northernmost row: x east, z south.
    north_west_m: [f64; 2],
    /// `grid`: the first and last samples lie on the border of the area.
    registration: &'static str,
    first_row: &'static str,
    first_column: &'static str,
    /// Converts a sample to metres.
    formula: String,
    /// The heights in metres of the steps 0 and 65535.
    range_m: Option<[f64; 2]>,
    /// The lowest and highest sample of the file, before conversion to steps.
    lowest_m: f32,
    highest_m: f32,
    /// The lowest and highest sample before clamping to the range.
    land_lowest_m: f32,
    land_highest_m: f32,
    /// The number of samples that were clamped to the range.
    clamped: u64,
    sea_level_m: f64,
    /// `bed`: the ground under the water. `clamp`: the surface of the water.
    sea: &'static str,
    /// Octaves finer than this are faded.
    band_limit_m: f64,
    /// True if the samples and the vertices on screen share a grid (see `SampleGrid::is_exact`).
    exact: bool,
    area: AreaRecord,
    tile: Option<TileRecord>,
    engine: Option<&'static str>,
    /// The checksum of the samples.
    checksum: Checksum,
    /// Checksums of the samples on each side of the file.
    borders: Borders,
    /// The length and checksum of the file. They show whether this JSON describes the file.
    bytes: u64,
    file_checksum: Checksum,
    /// The recipe with its version, and the view, as TOML. The first line is a comment with a
    /// checksum of the other lines.
    scene: String,
}

/// The full area of the export.
#[derive(Serialize)]
pub(super) struct AreaRecord {
    pub centre_m: [f64; 2],
    pub side_m: f64,
    pub samples: u32,
}

/// The place of a tile in the full grid.
#[derive(Serialize)]
pub(super) struct TileRecord {
    /// The tile index in the file name.
    index: [u32; 2],
    counts: [u32; 2],
    /// The first column and row of the file in the full grid, counted from the north-west.
    first: [u32; 2],
    shared_border: bool,
}

/// Returns the full area of a plan.
pub(super) fn area_of(plan: &ExportPlan) -> AreaRecord {
    AreaRecord {
        centre_m: plan.area().centre_m,
        side_m: plan.area().side_m,
        samples: plan.grid().samples(),
    }
}

/// Returns the place of a tile. `None` without tiles.
pub(super) fn tile_of(plan: &ExportPlan, file: &FilePlan) -> Option<TileRecord> {
    plan.options().tiles.zip(file.tile).map(|(tiles, index)| TileRecord {
        index,
        counts: tiles.counts,
        first: [file.columns.start, file.rows.start],
        shared_border: tiles.share_border,
    })
}

/// Returns the text of a file's JSON.
pub(super) fn json(
    plan: &ExportPlan,
    file: &FilePlan,
    written: &StreamSummary,
    digest: FileDigest,
    scene: &str,
) -> String {
    let [lowest_m, highest_m] = plan.clamped_m(written.stats);
    let formula = match plan.step_range_m() {
        Some([low, high]) => format!("height_m = {low} + sample × {} / 65535", high - low),
        None => "height_m = sample".to_owned(),
    };
    let samples_method = match plan.format() {
        Format::Png16 => "CRC-32 of the samples, row by row, big-endian",
        _ => "CRC-32 of the samples, row by row, little-endian",
    };
    let metadata = HeightsMetadata {
        program: PROGRAM,
        file: sidecar::name_of(&file.path),
        format: plan.format().name(),
        size: file.size(),
        spacing_m: plan.grid().spacing_m(),
        north_west_m: file.north_west_m(plan.grid()),
        registration: "grid",
        first_row: if plan.south_first() { "south" } else { "north" },
        first_column: "west",
        formula,
        range_m: plan.step_range_m(),
        lowest_m,
        highest_m,
        land_lowest_m: written.stats.lowest_m,
        land_highest_m: written.stats.highest_m,
        clamped: written.stats.clamped,
        sea_level_m: plan.scene().recipe.world.sea_level_m,
        sea: plan.options().sea.name(),
        band_limit_m: plan.band_limit_m(),
        exact: plan.is_exact(),
        area: area_of(plan),
        tile: tile_of(plan, file),
        engine: plan.options().engine.map(|engine| engine.name()),
        checksum: Checksum::new(samples_method, written.crc32),
        borders: written.borders,
        bytes: digest.bytes,
        file_checksum: Checksum::of_file(digest.crc32),
        scene: embed::with_checksum(scene),
    };
    sidecar::text(&metadata)
}
