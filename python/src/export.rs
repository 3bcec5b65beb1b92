//! Exports, with the choices of the command line as keyword arguments.

use std::path::{Path, PathBuf};

use orogen_export::catalog::{self, FormatContent, FormatOption, FormatRow};
use orogen_export::job::{ExportContent, ExportJob, JobPlan};
use orogen_export::maps::{Map, MapOptions};
use orogen_export::mesh::{MeshFormat, MeshOptions, MeshSea};
use orogen_export::{
    Area, Engine, ExportOptions, HeightRange, ProtectedFiles, Sea, TileSelection, Tiles,
};
use orogen_noise::choice;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::arguments::Options;
use crate::errors::{export_error, value_error};
use crate::land::NativeLand;
use crate::work;

/// The paths, bytes, seconds, warnings and import card of an export.
type ReportFields = (Vec<PathBuf>, u64, f64, Vec<String>, Vec<String>);

/// Writes files and returns their paths.
#[pyfunction]
pub fn export(
    py: Python<'_>,
    land: &NativeLand,
    path: PathBuf,
    options: &Bound<'_, PyDict>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<ReportFields> {
    let state = land.state();
    let options = Options(options);
    let job = job(path, &options, state.inputs.clone())?;
    let on_progress = progress.map(Bound::unbind);
    let report = work::watch(
        py,
        |py, run| match &on_progress {
            Some(on_progress) if run.total() > 0 => {
                on_progress.call1(py, (run.fraction(),)).map(drop)
            }
            _ => Ok(()),
        },
        |run| JobPlan::new(&state.scene, &job)?.run(run),
    )?
    .map_err(export_error)?;
    let paths = report.files.iter().map(|file| file.path().to_owned()).collect();
    let seconds = report.duration.as_secs_f64();
    Ok((paths, report.bytes, seconds, report.warnings, report.card.unwrap_or_default()))
}

fn job(out: PathBuf, options: &Options<'_, '_>, inputs: Vec<PathBuf>) -> PyResult<ExportJob> {
    let what = content(&out, options)?;
    check_choices(&what, options)?;
    let sea: Option<MeshSea> = options.named("sea")?;
    let export_options = ExportOptions {
        format: match row_of(&out, options)?.map(|row| row.content) {
            Some(FormatContent::Heights(format)) if options.given("format")?.is_some() => {
                Some(format)
            }
            _ => None,
        },
        engine: options.named::<Engine>("engine")?,
        area: area(options)?,
        samples: options.get("size", "a whole number from 2 to 65537")?,
        range: range(options)?,
        sea: match (&what, sea) {
            // Meshes have their own option for the sea.
            (ExportContent::Mesh(_), _) | (_, None | Some(MeshSea::Bed)) => Sea::Bed,
            (_, Some(MeshSea::Clamp)) => Sea::Clamp,
            (_, Some(MeshSea::Surface)) => {
                return Err(value_error(
                    "sea: only meshes have `surface`; allowed are bed and clamp",
                ));
            }
        },
        filter: options.get("filter", "True or False")?.unwrap_or(false),
        tiles: tiles(options)?,
        part: tile_selection(options)?,
        protected_files: ProtectedFiles {
            inputs,
            force: options.get("force", "True or False")?.unwrap_or(false),
        },
        ..ExportOptions::new(out)
    };
    Ok(ExportJob { content: what, options: export_options })
}

/// The row of the format that an option or the file's name selects.
fn row_of(out: &Path, options: &Options<'_, '_>) -> PyResult<Option<FormatRow>> {
    let Some(name) = options.get::<String>("format", "a text")? else {
        return Ok(catalog::of_path(out));
    };
    let is_file =
        |row: &FormatRow| !matches!(row.content, FormatContent::Map(_) | FormatContent::Film(_));
    let rows: Vec<_> = catalog::all().into_iter().filter(is_file).collect();
    let named = choice::find("format", &name, rows.iter().map(|row| (row.name, *row)));
    named.map(Some).map_err(|error| value_error(format!("format: {error}")))
}

fn content(out: &Path, options: &Options<'_, '_>) -> PyResult<ExportContent> {
    if let Some(maps) = maps(options)? {
        let registration = options.named("registration")?.unwrap_or_default();
        return Ok(ExportContent::Maps(MapOptions { maps, registration }));
    }
    let row = row_of(out, options)?;
    Ok(match row.map(|row| row.content) {
        Some(FormatContent::Mesh(format)) => ExportContent::Mesh(mesh(format, options)?),
        Some(FormatContent::Plants(format)) => ExportContent::Plants(format),
        Some(FormatContent::Rivers(format)) => ExportContent::Rivers(format),
        Some(FormatContent::Code(language)) => ExportContent::Code(language),
        _ => ExportContent::Heights,
    })
}

/// The names of maps: a text or a list of texts, or `all`.
fn maps(options: &Options<'_, '_>) -> PyResult<Option<Vec<Map>>> {
    let Some(given) = options.given("maps")? else { return Ok(None) };
    let names: Vec<String> = match given.cast::<PyString>() {
        Ok(name) => vec![name.to_cow()?.into_owned()],
        Err(_) => options.get("maps", "a text or a list of texts")?.unwrap_or_default(),
    };
    if names == ["all"] {
        return Ok(Some(Map::ALL.iter().map(|row| row.value).collect()));
    }
    let parse = |name: String| name.parse().map_err(|e| value_error(format!("maps: {e}")));
    names.into_iter().map(parse).collect::<PyResult<_>>().map(Some)
}

fn mesh(format: MeshFormat, options: &Options<'_, '_>) -> PyResult<MeshOptions> {
    let defaults = MeshOptions::default();
    let number = |name: &str| options.get::<f64>(name, "a number");
    Ok(MeshOptions {
        format: Some(format),
        sea: options.named("sea")?.unwrap_or_default(),
        colour: options.named("colour")?.unwrap_or_default(),
        texels: options.get("texels", "a whole number from 2 to 8192")?,
        one_mesh: options.get("one_mesh", "True or False")?.unwrap_or(false),
        quantise: options.get("quantise", "True or False")?.unwrap_or(false),
        levels: options.get("levels", "a whole number from 0 to 5")?.unwrap_or(0),
        only_level: options.get("level", "a whole number from 0 to 5")?,
        width_mm: number("width_mm")?.unwrap_or(defaults.width_mm),
        exaggeration: number("exaggeration")?.unwrap_or(defaults.exaggeration),
        base_mm: number("base_mm")?.unwrap_or(defaults.base_mm),
    })
}

fn area(options: &Options<'_, '_>) -> PyResult<Option<Area>> {
    let form = "three numbers (x, z, side): the centre and the side in metres";
    let area: Option<(f64, f64, f64)> = options.get("area", form)?;
    Ok(area.map(|(x, z, side_m)| Area { centre_m: [x, z], side_m }))
}

fn range(options: &Options<'_, '_>) -> PyResult<HeightRange> {
    let Some(given) = options.given("range")? else { return Ok(HeightRange::Recipe) };
    if let Ok(text) = given.cast::<PyString>() {
        let parsed = text.to_cow()?.parse();
        return parsed.map_err(|_| {
            value_error("range: a text is not allowed, except auto; give (low, high) in metres")
        });
    }
    let pair: Option<(f64, f64)> = options.get("range", "a pair (low, high) in metres, or auto")?;
    Ok(pair.map_or(HeightRange::Recipe, |(low, high)| HeightRange::Given([low, high])))
}

fn tiles(options: &Options<'_, '_>) -> PyResult<Option<Tiles>> {
    let form = "a pair (tiles from west to east, tiles from north to south)";
    let counts: Option<(u32, u32)> = options.get("tiles", form)?;
    let overlap: Option<bool> = options.get("overlap", "True or False")?;
    match (counts, overlap) {
        (None, Some(_)) => {
            Err(value_error("overlap: there are no tiles; give their numbers, as in tiles=(8, 8)"))
        }
        (None, None) => Ok(None),
        (Some((across, down)), overlap) => {
            Ok(Some(Tiles { counts: [across, down], share_border: overlap.unwrap_or(true) }))
        }
    }
}

fn tile_selection(options: &Options<'_, '_>) -> PyResult<TileSelection> {
    let only: Option<(u32, u32)> =
        options.get("only", "a pair (i, j), as in (3, 5) for the tile _x3_y5")?;
    let shard: Option<(u32, u32)> =
        options.get("shard", "a pair (k, n), as in (5, 32) for the fifth of 32")?;
    let part = match (only, shard) {
        (Some(_), Some(_)) => return Err(value_error("only and shard exclude each other")),
        (Some((i, j)), None) => TileSelection::Only([i, j]),
        (None, Some((index, count))) => TileSelection::Shard { index, count },
        (None, None) => return Ok(TileSelection::All),
    };
    match options.given("tiles")? {
        Some(_) => Ok(part),
        None => Err(value_error(
            "there are no tiles to choose from; give their numbers, as in tiles=(8, 8)",
        )),
    }
}

/// The choices that only some formats have, by the names of the options.
const CHOICES: &[(&str, &[FormatOption])] = &[
    ("range", &[FormatOption::Range]),
    ("sea", &[FormatOption::Sea, FormatOption::SeaMesh]),
    ("filter", &[FormatOption::Filter]),
    ("colour", &[FormatOption::Colour]),
    ("texels", &[FormatOption::Colour]),
    ("one_mesh", &[FormatOption::Tiling]),
    ("quantise", &[FormatOption::Tiling]),
    ("levels", &[FormatOption::Tiling]),
    ("level", &[FormatOption::Tiling]),
    ("width_mm", &[FormatOption::Print]),
    ("exaggeration", &[FormatOption::Print]),
    ("base_mm", &[FormatOption::Print]),
    ("registration", &[FormatOption::Registration]),
    ("engine", &[FormatOption::Engine]),
];

/// The options that need samples.
const SAMPLED: &[&str] = &["size", "tiles", "only", "shard"];

/// Refuses options that the format does not have, with the formats that have them.
fn check_choices(what: &ExportContent, options: &Options<'_, '_>) -> PyResult<()> {
    let has_content = |row: &FormatRow| match (what, row.content) {
        (ExportContent::Heights, FormatContent::Heights(_)) => true,
        (ExportContent::Mesh(mesh), FormatContent::Mesh(format)) => mesh.format == Some(format),
        (ExportContent::Maps(maps), FormatContent::Map(map)) => maps.maps.contains(&map),
        (ExportContent::Plants(one), FormatContent::Plants(other)) => *one == other,
        (ExportContent::Rivers(one), FormatContent::Rivers(other)) => *one == other,
        (ExportContent::Code(one), FormatContent::Code(other)) => *one == other,
        _ => false,
    };
    let all = catalog::all();
    let Some(row) = all.iter().find(|row| has_content(row)) else { return Ok(()) };
    let refuse = |name: &str, having: Vec<&str>| {
        let format = row.name;
        let having = having.join(", ");
        Err(value_error(format!(
            "{name} does not apply to {format}; leave it out, or choose one of {having}"
        )))
    };
    for (name, choices) in CHOICES {
        let has = |row: &FormatRow| choices.iter().any(|choice| row.has(*choice));
        if options.given(name)?.is_some() && !has(row) {
            return refuse(name, all.iter().filter(|row| has(row)).map(|row| row.name).collect());
        }
    }
    for name in SAMPLED {
        if options.given(name)?.is_some() && row.sample_bytes == 0 {
            let sampled = all.iter().filter(|row| row.sample_bytes > 0);
            return refuse(name, sampled.map(|row| row.name).collect());
        }
    }
    Ok(())
}
