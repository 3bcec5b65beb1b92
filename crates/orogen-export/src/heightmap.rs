//! Heightmap files as layers of a land.
//!
//! [`describe`] reads a file. [`layer_from`] makes a layer from the description and the options of
//! the layer. A recipe stores the name and the hash of the file, which lies in the recipe's folder.
//!
//! ```
//! use orogen_export::heightmap;
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("dem.asc");
//! std::fs::write(&path, "ncols 2 nrows 2 cellsize 30 1 2 3 4")?;
//! let description = heightmap::describe(&path)?;
//! let scene = heightmap::scene_of_map(&description, &description.choices)?;
//! assert_eq!(scene.recipe.layers.iter().count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod files;
mod map_layers;
mod own_json;

use std::io::{BufRead, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::read::{
    self, DecodedMap, MapLocation, ProjectionScale, ReadError, ReadProblem, Reading, SampleUnit,
    System,
};
pub use files::{avoid_taken_names, copy_to_folder, load, load_from, sources};
pub use map_layers::{
    LayerError, describe_covering_layers, insert_below, layer_from, scene_of_map,
};
use orogen_terrain::heightmap::{self, Edges, Raster};
use own_json::OwnJson;

/// The content of a heightmap file, and the default options of its layer.
#[derive(Clone, Debug)]
pub struct Description {
    /// The path of the file.
    pub path: PathBuf,
    /// The file type in a few words: `16-bit PNG`.
    pub form: String,
    /// The samples, northernmost row first, with voids filled.
    pub raster: Arc<Raster>,
    /// The meaning of the samples.
    pub unit: SampleUnit,
    /// The number of filled voids.
    pub voids: usize,
    /// The distance between samples in metres, east and south, if the file contains it.
    pub cell_m: Option<[f64; 2]>,
    /// The location of the map, if the file contains it.
    pub place: Option<MapLocation>,
    /// The offset added to every height, in metres. Only for samples with a unit of length.
    pub offset_m: f64,
    /// How the map projection scales lengths.
    pub projection_scale: ProjectionScale,
    /// True if the file's georeference says that its rows run from south to north.
    pub rows_run_north: bool,
    /// Warnings, one line each.
    pub warnings: Vec<String>,
    /// The default options of a layer.
    pub choices: MapLayerOptions,
}

/// The options of a layer.
#[derive(Clone, Debug, PartialEq)]
pub struct MapLayerOptions {
    /// The name of the layer.
    pub name: String,
    /// How to read the file.
    pub reading: Reading,
    /// The distance from the first sample to the last, in metres east and south.
    pub size_m: [f64; 2],
    /// The lowest and highest height in metres. If samples are shares ([`SampleUnit::UpTo`]), these are
    /// the heights of the smallest and largest possible sample, otherwise of the smallest and
    /// largest sample in the file.
    pub range_m: [f64; 2],
    /// The middle of the map, in metres east and south of the land's origin.
    pub middle_m: [f64; 2],
    /// The land beyond the map.
    pub edges: Edges,
    /// The distance over which edges fade.
    pub fade_m: f64,
    /// The height to which edges fade.
    pub outside_m: f64,
    /// True to store the samples in the recipe file, if there are few.
    pub embedded: bool,
}

/// The distance between samples, for files that do not give it.
const DEFAULT_CELL_M: f64 = 8.0;

/// The assumed ratio of width to height range, for files whose samples are shares.
const WIDTH_PER_RANGE: f64 = 8.0;

/// The largest distance, in metres, between a map's middle and the origin of its coordinates. Maps
/// farther away move to the land's origin, where the user starts.
const MAX_ORIGIN_DISTANCE_M: f64 = 200_000.0;

/// Reads the metadata and the samples of a heightmap file.
///
/// # Errors
/// The error is one line that names the file and the reason.
pub fn describe(path: &Path) -> Result<Description, ReadError> {
    describe_as(path, &Reading::default())
}

/// Like [`describe`], with explicit reading options.
///
/// # Errors
/// The same as [`describe`].
pub fn describe_as(path: &Path, reading: &Reading) -> Result<Description, ReadError> {
    describe_until(path, reading, &AtomicBool::new(false))
}

/// Like [`describe_as`], but another thread can set `is_cancelled` to stop it.
///
/// # Errors
/// The same as [`describe`]; after `is_cancelled` is set, any error.
pub fn describe_until(
    path: &Path,
    reading: &Reading,
    is_cancelled: &AtomicBool,
) -> Result<Description, ReadError> {
    let own_json = OwnJson::of(path);
    let mut reading = reading.clone();
    if let Some(own_json) = &own_json {
        reading.south_first |= own_json.south_first;
        reading.size = reading.size.or(Some(own_json.size));
        // Orogen writes raw samples with the lowest byte first.
        reading.order = reading.order.or(own_json.is_raw.then_some(read::ByteOrder::Little));
    }
    let decoded = read::read_until(path, &reading, is_cancelled)?;
    describe_decoded(decoded, path, reading, own_json)
}

/// Reads a heightmap from bytes, as [`describe_as`] reads a file; the extension of `path` may decide
/// the type. No other file adds information.
///
/// # Errors
/// The same as [`describe`].
pub fn describe_from(
    input: impl BufRead + Seek,
    path: &Path,
    reading: &Reading,
) -> Result<Description, ReadError> {
    let fail = |problem| ReadError { path: path.to_owned(), problem };
    let decoded = read::read_from(input, path, reading).map_err(fail)?;
    describe_decoded(decoded, path, reading.clone(), None)
}

/// Fills the voids of a map, keeps its samples in the store, and finds the default options.
fn describe_decoded(
    mut decoded: DecodedMap,
    path: &Path,
    mut reading: Reading,
    own_json: Option<OwnJson>,
) -> Result<Description, ReadError> {
    let (voids, raster) = raster_of(&mut decoded, path)?;
    if let Some(own_json) = &own_json {
        own_json.apply(&mut decoded);
    }
    reading.south_first |= decoded.south_first;
    decoded.warnings.extend(warning_of_lowest(decoded.unit, raster.range()[0]));
    // The recipe records the guesses, so that a later load reads the file in the same way.
    reading.order = decoded.raw_order;
    match reading.order {
        Some(_) => reading.size = Some(decoded.size),
        None => (reading.size, reading.kind) = (None, None),
    }
    let raster = heightmap::keep(raster, Some(path.to_owned()));
    let choices =
        defaults(path, reading, &decoded, &raster, own_json.and_then(|own_json| own_json.range_m));
    let DecodedMap {
        form,
        unit,
        cell_m,
        place,
        offset_m,
        projection_scale,
        rows_run_north,
        warnings,
        ..
    } = decoded;
    let path = path.to_owned();
    Ok(Description {
        path,
        form,
        raster,
        unit,
        voids,
        cell_m,
        place,
        offset_m,
        projection_scale,
        rows_run_north,
        warnings,
        choices,
    })
}

/// Returns a warning if the lowest sample is a number that programs commonly write for voids.
fn warning_of_lowest(unit: SampleUnit, lowest: f32) -> Option<String> {
    const COMMON_VOIDS: [f32; 5] = [-9999.0, -32_768.0, -32_767.0, -99_999.0, -999_999.0];
    let is_common = matches!(unit, SampleUnit::Metres(_)) && COMMON_VOIDS.contains(&lowest);
    is_common
        .then(|| format!("its lowest sample is {lowest}; if that marks voids, set void={lowest}"))
}

/// Fills the voids of a map and takes its samples. Returns the number of voids and the samples.
fn raster_of(decoded: &mut DecodedMap, path: &Path) -> Result<(usize, Raster), ReadError> {
    let fail = |problem| ReadError { path: path.to_owned(), problem };
    let voids = decoded.fill_voids().map_err(fail)?;
    let samples = std::mem::take(&mut decoded.samples);
    let raster = Raster::new(decoded.size, samples).map_err(|e| fail(e.into()))?;
    Ok((voids, raster))
}

fn defaults(
    path: &Path,
    reading: Reading,
    decoded: &DecodedMap,
    raster: &Raster,
    own_range_m: Option<[f64; 2]>,
) -> MapLayerOptions {
    let cell_m = decoded.cell_m.unwrap_or([DEFAULT_CELL_M; 2]);
    let size_m = [0, 1].map(|axis| cell_m[axis] * (decoded.size[axis] - 1) as f64);
    let [low, high] = raster.range().map(f64::from);
    let range_m = match (decoded.unit, own_range_m) {
        (SampleUnit::UpTo(_), Some(range_m)) => range_m,
        (SampleUnit::UpTo(_), None) => {
            [0.0, (size_m[0].max(size_m[1]) / WIDTH_PER_RANGE / 10.0).ceil() * 10.0]
        }
        (SampleUnit::Metres(metres), _) => {
            [low, high].map(|height| height * metres + decoded.offset_m)
        }
    };
    let middle_m = match decoded.place {
        Some(MapLocation { system: System::Metres, middle: [east, north] })
            if east.abs().max(north.abs()) <= MAX_ORIGIN_DISTANCE_M =>
        {
            // Adding zero removes the sign of −0.
            let scale = decoded.projection_scale.at(north);
            [east * scale[0] + 0.0, 0.0 - north * scale[1]]
        }
        _ => [0.0; 2],
    };
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let mut choices = MapLayerOptions {
        name: stem.chars().take(60).collect(),
        reading,
        size_m,
        range_m,
        middle_m,
        edges: Edges::Join,
        fade_m: fade_m(size_m),
        outside_m: 0.0,
        embedded: false,
    };
    choices.outside_m =
        mean_edge_m(raster, height_range_of(decoded.unit, raster, &choices)).round();
    choices
}

/// Returns the default fade distance in metres: a quarter of the shorter side.
pub fn fade_m([width_m, depth_m]: [f64; 2]) -> f64 {
    (0.25 * width_m.min(depth_m)).round().max(1.0)
}

/// Returns the mean height along the map's edge.
fn mean_edge_m(raster: &Raster, [low_m, high_m]: [f64; 2]) -> f64 {
    let ([columns, rows], samples) = (raster.size(), raster.samples());
    let rows = [&samples[..columns], &samples[(rows - 1) * columns..]].into_iter().flatten();
    let sides = samples.chunks(columns).flat_map(|row| [&row[0], &row[columns - 1]]);
    let (sum, count) = rows
        .chain(sides)
        .fold((0.0, 0.0), |(sum, count), sample| (sum + f64::from(*sample), count + 1.0));
    let [low, high] = raster.range().map(f64::from);
    let share = if high > low { (sum / count - low) / (high - low) } else { 0.0 };
    low_m + share * (high_m - low_m)
}

/// Returns the default height to fade to, in metres: the mean along the map's edge.
pub fn outside_m(description: &Description, choices: &MapLayerOptions) -> f64 {
    mean_edge_m(&description.raster, height_range_m(description, choices)).round()
}

/// Returns the heights of the lowest and the highest sample, in metres.
pub fn height_range_m(description: &Description, choices: &MapLayerOptions) -> [f64; 2] {
    height_range_of(description.unit, &description.raster, choices)
}

fn height_range_of(unit: SampleUnit, raster: &Raster, choices: &MapLayerOptions) -> [f64; 2] {
    let [low_m, high_m] = choices.range_m;
    match unit {
        SampleUnit::Metres(_) => [low_m, high_m],
        SampleUnit::UpTo(max_sample) => {
            raster.range().map(|sample| low_m + f64::from(sample) / max_sample * (high_m - low_m))
        }
    }
}

impl Description {
    /// The number of columns and rows.
    pub fn size(&self) -> [usize; 2] {
        self.raster.size()
    }

    /// Draws the map in grey: black at the lowest height, north at the top.
    ///
    /// Each side has at most `max_pixels` pixels. Returns the size and the pixels.
    pub fn thumbnail(&self, max_pixels: usize) -> ([usize; 2], Vec<u8>) {
        let ([columns, rows], samples) = (self.raster.size(), self.raster.samples());
        let longest = columns.max(rows);
        let shrunk = |side: usize| (side * max_pixels.min(longest) / longest).max(1);
        let size = [shrunk(columns), shrunk(rows)];
        let [low, high] = self.raster.range();
        let scale = if high > low { 255.0 / (high - low) } else { 0.0 };
        let pixel = |index: usize| {
            let [x, y] = [index % size[0], index / size[0]];
            let [x, y] = [x * columns / size[0], y * rows / size[1]];
            ((samples[y * columns + x] - low) * scale) as u8
        };
        (size, (0..size[0] * size[1]).map(pixel).collect())
    }

    /// Returns how many metres the map's middle lies east and south of a point.
    ///
    /// The point is in the file's coordinates. `None` if the file has no location.
    pub fn middle_from(&self, [x, y]: [f64; 2]) -> Option<[f64; 2]> {
        let MapLocation { system, middle: [east, north] } = self.place?;
        let offset = [east - x, y - north];
        Some(match system {
            System::Metres => {
                let scale = self.projection_scale.at(y);
                [offset[0] * scale[0], offset[1] * scale[1]]
            }
            System::Degrees => {
                let [east_m, north_m] = read::metres_per_degree(y);
                [offset[0] * east_m, offset[1] * north_m]
            }
        })
    }

    /// Returns the map's size in metres if a given point becomes the land's origin.
    ///
    /// The size uses the lengths of a degree and of a projected metre at that point, so maps with the
    /// same origin fit together.
    pub fn size_from(&self, [_, y]: [f64; 2], size_m: [f64; 2]) -> [f64; 2] {
        match self.place {
            Some(MapLocation { system: System::Degrees, middle: [_, north] }) => {
                let (at_map, at_point) =
                    (read::metres_per_degree(north), read::metres_per_degree(y));
                [0, 1].map(|axis| size_m[axis] * at_point[axis] / at_map[axis])
            }
            Some(MapLocation { middle: [_, north], .. }) => {
                let (at_map, at_point) =
                    (self.projection_scale.at(north), self.projection_scale.at(y));
                [0, 1].map(|axis| size_m[axis] * at_point[axis] / at_map[axis])
            }
            None => size_m,
        }
    }
}

/// Checks that a recipe can store the samples.
///
/// # Errors
/// If the samples are too large for a recipe.
pub fn check_embedded(description: &Description) -> Result<(), ReadError> {
    match description.raster.packed() {
        Some(_) => Ok(()),
        None => Err(ReadError {
            path: description.path.clone(),
            problem: ReadProblem::Form(format!(
                "its samples take more than {} KiB, which is too much for a recipe; keep the file \
                 next to it",
                heightmap::MAX_PACKED >> 10
            )),
        }),
    }
}
