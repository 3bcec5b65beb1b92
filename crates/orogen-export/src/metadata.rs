//! The small JSON beside each file: what its samples mean, and the scene that they come from.

use serde::Serialize;

use super::beside::{self, Checksum};
use super::borders::Borders;
use super::embed;
use super::format::Format;
use super::plan::{ExportPlan, FilePlan};
use super::program::PROGRAM;
use super::sink::Sum;
use super::stream::StreamSummary;

#[derive(Serialize)]
struct Metadata {
    program: &'static str,
    file: String,
    format: &'static str,
    /// Columns and rows.
    size: [u32; 2],
    spacing_m: f64,
    /// Of the first sample of the file's northernmost row: x east, z south.
    north_west_m: [f64; 2],
    /// `grid`: the first and the last sample lie on the area's border.
    registration: &'static str,
    first_row: &'static str,
    first_column: &'static str,
    /// From sample to metres.
    formula: String,
    /// Of 16-bit steps: what 0 and 65535 stand for.
    range_m: Option<[f64; 2]>,
    /// Of the file's samples, before they become steps.
    lowest_m: f32,
    highest_m: f32,
    /// Of the land's samples, before they are clamped to the range.
    land_lowest_m: f32,
    land_highest_m: f32,
    /// Samples outside the range to which they were clamped.
    clamped: u64,
    sea_level_m: f64,
    /// `bed`: the ground under the sea; `clamp`: the sea's surface.
    sea: &'static str,
    /// Octaves finer than this are faded.
    band_limit_m: f64,
    /// Whether samples lie on the view's grids, whose bits they have there, or evenly between.
    exact: bool,
    area: AreaOf,
    tile: Option<TileOf>,
    engine: Option<&'static str>,
    /// Of the samples.
    checksum: Checksum,
    /// Of the samples on each side.
    borders: Borders,
    /// The file's length, and its checksum: what tells that this is its JSON.
    bytes: u64,
    file_checksum: Checksum,
    /// The recipe with its version, and the view, as a TOML file, under a line with its checksum.
    scene: String,
}

/// The whole.
#[derive(Serialize)]
pub(super) struct AreaOf {
    pub centre_m: [f64; 2],
    pub side_m: f64,
    pub samples: u32,
}

/// Where in the whole the file lies.
#[derive(Serialize)]
pub(super) struct TileOf {
    /// As in the file's name.
    index: [u32; 2],
    counts: [u32; 2],
    /// The column and the row of the whole, from the north-west, with which the file begins.
    first: [u32; 2],
    shared_border: bool,
}

/// The whole of a plan.
pub(super) fn area_of(plan: &ExportPlan) -> AreaOf {
    AreaOf {
        centre_m: plan.area().centre_m,
        side_m: plan.area().side_m,
        samples: plan.grid().samples(),
    }
}

/// Where in the whole a file lies, if it is a tile.
pub(super) fn tile_of(plan: &ExportPlan, file: &FilePlan) -> Option<TileOf> {
    plan.options().tiles.zip(file.tile).map(|(tiles, index)| TileOf {
        index,
        counts: tiles.counts,
        first: [file.columns.start, file.rows.start],
        shared_border: tiles.share_border,
    })
}

/// The text of the JSON beside a file.
pub(super) fn json(
    plan: &ExportPlan,
    file: &FilePlan,
    written: &StreamSummary,
    sum: Sum,
    scene: &str,
) -> String {
    let [lowest_m, highest_m] = plan.clamped_m(written.seen);
    let formula = match plan.step_range_m() {
        Some([low, high]) => format!("height_m = {low} + sample × {} / 65535", high - low),
        None => "height_m = sample".to_owned(),
    };
    let samples_method = match plan.format() {
        Format::Png16 => "CRC-32 of the samples, row by row, big-endian",
        _ => "CRC-32 of the samples, row by row, little-endian",
    };
    let metadata = Metadata {
        program: PROGRAM,
        file: beside::name_of(&file.path),
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
        land_lowest_m: written.seen.lowest_m,
        land_highest_m: written.seen.highest_m,
        clamped: written.seen.clamped,
        sea_level_m: plan.scene().recipe.world.sea_level_m,
        sea: plan.options().sea.name(),
        band_limit_m: plan.band_limit_m(),
        exact: plan.is_exact(),
        area: area_of(plan),
        tile: tile_of(plan, file),
        engine: plan.options().engine.map(|engine| engine.name()),
        checksum: Checksum::new(samples_method, written.crc32),
        borders: written.borders,
        bytes: sum.bytes,
        file_checksum: Checksum::of_file(sum.crc32),
        scene: embed::guarded(scene),
    };
    beside::text(&metadata)
}
