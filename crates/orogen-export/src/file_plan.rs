//! Plans the files of an export: cuts the grid into tiles and names them.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::area::{MAX_SAMPLES, SampleGrid};
use super::engine::Engine;
use super::options::ExportOptions;
use super::plan_error::PlanError;
use super::sidecar;
use super::tiles::{MAX_TILES, TileSelection, Tiles};

/// One file of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct FilePlan {
    /// The path of the file.
    pub path: PathBuf,
    /// The tile index in the file name. `None` without tiles.
    pub tile: Option<[u32; 2]>,
    /// The columns of the full grid that the file holds, counted from the west.
    pub columns: Range<u32>,
    /// The rows of the full grid that the file holds, counted from the north.
    pub rows: Range<u32>,
}

impl FilePlan {
    /// The number of columns and rows.
    pub fn size(&self) -> [u32; 2] {
        [self.columns.end - self.columns.start, self.rows.end - self.rows.start]
    }

    /// Returns the path of the file's JSON: `alps.png.json`.
    pub fn metadata_path(&self) -> PathBuf {
        sidecar::path_of(&self.path)
    }

    /// The position (x, z) of its north-west sample.
    pub fn north_west_m(&self, grid: &SampleGrid) -> [f64; 2] {
        [grid.position_m(0, self.columns.start), grid.position_m(1, self.rows.start)]
    }

    pub(super) fn samples(&self) -> u64 {
        let [columns, rows] = self.size();
        u64::from(columns) * u64::from(rows)
    }
}

/// Checks the number of tiles, before any loop over them.
pub(super) fn check_tiles(tiles: Option<Tiles>) -> Result<(), PlanError> {
    let Some(Tiles { counts, .. }) = tiles else { return Ok(()) };
    match counts.map(u64::from).iter().product() {
        0 => Err(PlanError::NoTiles(counts)),
        1..=MAX_TILES => Ok(()),
        _ => Err(PlanError::TooManyTiles(counts)),
    }
}

/// Cuts the full grid into files.
pub(super) fn files(options: &ExportOptions, samples: u32) -> Result<Vec<FilePlan>, PlanError> {
    let Some(tiles) = options.tiles else {
        if options.part != TileSelection::All {
            return Err(PlanError::PartOfWhole);
        }
        if let Some(engine) = options.engine {
            engine.check_size(samples, [samples; 2], None)?;
        }
        return Ok(vec![FilePlan {
            path: options.out.clone(),
            tile: None,
            columns: 0..samples,
            rows: 0..samples,
        }]);
    };
    let Tiles { counts: [across, down], share_border } = tiles;
    let shared = u32::from(share_border);
    let side = |count: u32| match count {
        0 => None,
        _ => ((samples - shared).is_multiple_of(count) && (samples - shared) / count + shared >= 2)
            .then(|| (samples - shared) / count + shared),
    };
    let (Some(width), Some(height)) = (side(across), side(down)) else {
        return Err(PlanError::Uneven {
            samples,
            tiles,
            nearest: nearest_tileable_side(samples, tiles),
        });
    };
    if let Some(engine) = options.engine {
        engine.check_size(samples, [width, height], Some(tiles))?;
    }
    let south_first = options.engine.is_some_and(Engine::south_first);
    let selected_tiles = selected_tiles(options.part, [across, down])?;
    let file = |[i, j]: [u32; 2]| {
        let from_north = if south_first { down - 1 - j } else { j };
        let (column, row) = (i * (width - shared), from_north * (height - shared));
        FilePlan {
            path: tile_path(&options.out, [i, j]),
            tile: Some([i, j]),
            columns: column..column + width,
            rows: row..row + height,
        }
    };
    Ok(selected_tiles.into_iter().map(file).collect())
}

/// Returns a number of samples near `samples` that can be cut into the tiles.
fn nearest_tileable_side(samples: u32, tiles: Tiles) -> u64 {
    let (step, shared) = (tiles.step(), u64::from(tiles.share_border));
    // The narrowest tile has two samples. A neighbour may share one sample.
    let max_count = u64::from(tiles.counts[0].max(tiles.counts[1]).max(1));
    let min_steps = ((2 - shared) * max_count).div_ceil(step);
    let max_steps = ((u64::from(MAX_SAMPLES) - shared) / step).max(min_steps);
    let steps = ((u64::from(samples) - shared) as f64 / step as f64).round() as u64;
    steps.clamp(min_steps, max_steps) * step + shared
}

/// Lists the indices of the selected tiles, row by row.
fn selected_tiles(part: TileSelection, counts: [u32; 2]) -> Result<Vec<[u32; 2]>, PlanError> {
    let [across, down] = counts;
    let all = (0..down).flat_map(|j| (0..across).map(move |i| [i, j]));
    match part {
        TileSelection::All => Ok(all.collect()),
        TileSelection::Only(tile) if tile[0] >= across || tile[1] >= down => {
            Err(PlanError::NoTile { tile, counts })
        }
        TileSelection::Only(tile) => Ok(vec![tile]),
        TileSelection::Shard { index, count: 0 } => Err(PlanError::NoShards(index)),
        TileSelection::Shard { index, count } if index < 1 || index > count => {
            Err(PlanError::NoShard { index, count })
        }
        TileSelection::Shard { index, count } => {
            Ok(all.skip(index as usize - 1).step_by(count as usize).collect())
        }
    }
}

/// Returns the path of a tile: `alps.png` and [3, 5] give `alps_x3_y5.png`.
fn tile_path(out: &Path, [i, j]: [u32; 2]) -> PathBuf {
    let stem = out.file_stem().unwrap_or_default().to_string_lossy();
    let name = match out.extension() {
        Some(extension) => format!("{stem}_x{i}_y{j}.{}", extension.to_string_lossy()),
        None => format!("{stem}_x{i}_y{j}"),
    };
    out.with_file_name(name)
}
