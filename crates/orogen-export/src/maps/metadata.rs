//! The JSON next to each map: it gives the meaning of the pixels, and the scene.

use serde::Serialize;

use super::picture::MapPicture;
use super::plan::{MapFile, MapPlan};
use crate::borders::Borders;
use crate::embed;
use crate::file_plan::FilePlan;
use crate::metadata::{AreaRecord, TileRecord, tile_of};
use crate::program::PROGRAM;
use crate::sidecar::{self, Checksum};
use crate::sink::FileDigest;

#[derive(Serialize)]
struct MapMetadata {
    program: &'static str,
    file: String,
    format: &'static str,
    /// The content of the file, always `map` here.
    holds: &'static str,
    map: &'static str,
    pixel: &'static str,
    channels: Vec<String>,
    formula: &'static str,
    /// The number of columns and rows.
    size: [u32; 2],
    spacing_m: f64,
    /// The position of the first sample: x east, z south.
    north_west_m: [f64; 2],
    /// `grid`: the first and last samples lie on the border of the area. `texel`: they lie half a
    /// texel inside the border.
    registration: &'static str,
    first_row: &'static str,
    first_column: &'static str,
    sea_level_m: f64,
    sea: &'static str,
    band_limit_m: f64,
    area: AreaRecord,
    tile: Option<TileRecord>,
    engine: Option<&'static str>,
    borders: Borders,
    bytes: u64,
    file_checksum: Checksum,
    scene: String,
}

/// Returns the text of a file's JSON.
pub(super) fn json(
    plan: &MapPlan,
    tile: &FilePlan,
    (file, picture): (&MapFile, &MapPicture),
    borders: Borders,
    digest: FileDigest,
) -> String {
    let samples = plan.samples();
    sidecar::text(&MapMetadata {
        program: PROGRAM,
        file: sidecar::name_of(&file.path),
        format: picture.extension(),
        holds: "map",
        map: picture.map.name(),
        pixel: picture.pixel.name(),
        channels: picture.channels(),
        formula: picture.formula(),
        size: tile.size(),
        spacing_m: plan.spacing_m(),
        north_west_m: tile.north_west_m(samples.grid()),
        registration: plan.options().registration.name(),
        first_row: "north",
        first_column: "west",
        sea_level_m: samples.scene().recipe.world.sea_level_m,
        sea: samples.options().sea.name(),
        band_limit_m: samples.band_limit_m(),
        area: AreaRecord {
            centre_m: plan.area().centre_m,
            side_m: plan.area().side_m,
            samples: samples.grid().samples(),
        },
        tile: tile_of(samples, &FilePlan { tile: file.tile, ..tile.clone() }),
        engine: plan.engine().map(|engine| engine.name()),
        borders,
        bytes: digest.bytes,
        file_checksum: Checksum::of_file(digest.crc32),
        scene: embed::with_checksum(&samples.scene().to_plain_toml()),
    })
}
