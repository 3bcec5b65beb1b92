//! Verifies the exports in a folder.
//!
//! All tiles must exist, be complete, and agree on their borders.
//!
//! The JSON of each file describes the export, and contains the checksums of the file and of the
//! samples on each side. The check decodes no file, so it works for every format.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Deserialize;

use super::borders::Borders;
use super::file_error::reason;
use super::sidecar::{MAX_BYTES, Match, Sidecar};

/// The most problems that a message lists by name.
const MAX_LISTED: usize = 5;

/// The exports in a folder. All of them are complete.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// The exports, sorted by name.
    pub jobs: Vec<VerifiedJob>,
}

/// A complete export of one or more files.
#[derive(Clone, Debug, PartialEq)]
pub struct VerifiedJob {
    /// The name of the file, or of its first tile.
    pub name: String,
    /// The number of files.
    pub files: usize,
    /// The number of borders between tiles that were compared.
    pub borders: usize,
}

/// Why verification failed, on one line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The folder cannot be read.
    #[error("cannot read `{}`: {line}", .folder.display())]
    Folder {
        /// The path of the folder.
        folder: PathBuf,
        /// The reason, in plain words.
        line: String,
    },
    /// The folder holds no export.
    #[error("`{}` contains no export: it has no JSON that Orogen wrote", .0.display())]
    Empty(PathBuf),
    /// Files are missing, damaged, incomplete, or different on a common border.
    #[error("{}", describe(.0))]
    Wrong(Vec<TileProblem>),
}

/// A problem of one file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TileProblem {
    /// A tile has no file.
    Missing {
        /// Another file of the export.
        other_file: String,
        /// The tile index of the file name.
        tile: [u32; 2],
    },
    /// A JSON exists, but its file does not.
    NoFile(String),
    /// The bytes of the file do not match its JSON.
    Damaged(String),
    /// The export that writes the file has not ended.
    Incomplete(String),
    /// The file cannot be read.
    Unreadable(String, String),
    /// Two files differ on their common border.
    Border(String, String),
    /// The file comes from an older version, without border checksums.
    NoBorders(String),
    /// Two files hold the same tile.
    Twice(String, String),
}

impl fmt::Display for TileProblem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Missing { other_file, tile: [i, j] } => {
                write!(f, "tile {i},{j} of the export with {other_file} is missing")
            }
            Self::NoFile(file) => write!(f, "{file} is missing, but its JSON exists"),
            Self::Damaged(file) => write!(f, "{file} is damaged"),
            Self::Incomplete(file) => write!(f, "the export of {file} has not ended"),
            Self::Unreadable(file, line) => write!(f, "{file} cannot be read: {line}"),
            Self::Border(a, b) => write!(f, "{a} and {b} differ on their border"),
            Self::NoBorders(file) => write!(f, "{file} has no checksums of its borders"),
            Self::Twice(a, b) => write!(f, "{a} and {b} are the same tile"),
        }
    }
}

fn describe(problems: &[TileProblem]) -> String {
    let mut lines: Vec<_> =
        problems.iter().take(MAX_LISTED).map(|problem| problem.to_string()).collect();
    if problems.len() > MAX_LISTED {
        lines.push(format!("{} more files have problems", problems.len() - MAX_LISTED));
    }
    lines.join("; ") + "; export these again"
}

/// The fields of a JSON that verification needs.
#[derive(Deserialize)]
struct FileEntry {
    file: String,
    format: Option<String>,
    map: Option<String>,
    channels: Option<Vec<String>>,
    engine: Option<String>,
    area: Option<serde_json::Value>,
    sea: Option<String>,
    range_m: Option<[f64; 2]>,
    band_limit_m: Option<f64>,
    first_row: Option<String>,
    /// The number of columns and rows.
    size: Option<[u32; 2]>,
    tile: Option<TileEntry>,
    borders: Option<Borders>,
    scene: Option<String>,
}

#[derive(Deserialize, Clone)]
struct TileEntry {
    index: [u32; 2],
    counts: [u32; 2],
    /// The first column and row, from the north-west.
    first: [u32; 2],
    shared_border: bool,
}

impl FileEntry {
    /// Returns a key that all files of one export share.
    fn job_key(&self) -> String {
        let counts = self.tile.as_ref().map(|tile| (tile.counts, tile.shared_border));
        // A file without tiles is an export by itself.
        let untiled_file = counts.is_none().then_some(&self.file);
        let untiled_name = self.untiled_name();
        format!(
            "{untiled_name}{:?}",
            (
                (&self.format, &self.map, &self.channels, &self.engine, &self.area),
                (&self.sea, self.range_m, self.band_limit_m, &self.first_row, counts, untiled_file),
                self.scene.as_ref().map(|scene| crc32fast::hash(scene.as_bytes())),
            )
        )
    }

    /// Returns the file name without its tile index.
    fn untiled_name(&self) -> String {
        let Some(TileEntry { index: [i, j], .. }) = self.tile else { return self.file.clone() };
        let endings = [format!("_x{i}_y{j}."), format!("_{i}_{j}.")];
        endings.iter().fold(self.file.clone(), |name, ending| name.replacen(ending, ".", 1))
    }
}

/// Verifies all exports in a folder, on the current rayon pool.
///
/// # Errors
/// The error is one line that lists the missing, damaged or different files.
///
/// ```
/// use orogen_export::{ExportOptions, ExportPlan, Progress, verify};
///
/// let folder = tempfile::tempdir()?;
/// let out = folder.path().join("land.r16");
/// let options = ExportOptions { samples: Some(33), ..ExportOptions::new(out) };
/// ExportPlan::new(&Default::default(), &options)?.run(&Progress::default())?;
/// assert_eq!(verify::verify(folder.path())?.jobs.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(folder: &Path) -> Result<Verified, VerifyError> {
    let fail = |error: &std::io::Error| VerifyError::Folder {
        folder: folder.to_owned(),
        line: reason(error),
    };
    let entries = fs::read_dir(folder).map_err(|e| fail(&e))?;
    let mut paths = vec![];
    for entry in entries {
        let path = entry.map_err(|e| fail(&e))?.path();
        if path.extension().is_some_and(|end| end == "json") && path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    let checked: Vec<_> = paths.par_iter().filter_map(|path| check_file(folder, path)).collect();
    if checked.is_empty() {
        return Err(VerifyError::Empty(folder.to_owned()));
    }
    let (mut problems, mut jobs) = (vec![], BTreeMap::<String, Vec<FileEntry>>::new());
    for (entry, problem) in checked {
        problems.extend(problem);
        if let Some(entry) = entry {
            jobs.entry(entry.job_key()).or_default().push(entry);
        }
    }
    let jobs = jobs.values().map(|files| verify_job(files, &mut problems)).collect();
    if problems.is_empty() { Ok(Verified { jobs }) } else { Err(VerifyError::Wrong(problems)) }
}

/// Reads a JSON and checks its file. `None` if another program wrote the JSON.
fn check_file(folder: &Path, json: &Path) -> Option<(Option<FileEntry>, Option<TileProblem>)> {
    if fs::metadata(json).ok()?.len() > MAX_BYTES {
        return None;
    }
    let text = fs::read(json).ok()?;
    let file = Sidecar::parse(&text)?.file()?.to_owned();
    let path = folder.join(&file);
    let entry = serde_json::from_slice::<FileEntry>(&text).ok();
    let problem = match Sidecar::compare_with(&path) {
        Ok(Some(Match::Same)) => None,
        Ok(Some(Match::Other)) => Some(TileProblem::Damaged(file)),
        Ok(Some(Match::Incomplete)) => Some(TileProblem::Incomplete(file)),
        Ok(Some(Match::Missing)) => Some(TileProblem::NoFile(file)),
        // The JSON does not describe the file whose name it has.
        Ok(None) => return None,
        Err(error) => Some(TileProblem::Unreadable(file, reason(&error))),
    };
    // An incomplete JSON contains only the name of its file.
    let entry = entry.filter(|entry| entry.scene.is_some());
    Some((entry, problem))
}

fn verify_job(files: &[FileEntry], problems: &mut Vec<TileProblem>) -> VerifiedJob {
    let name = files[0].file.clone();
    let mut job = VerifiedJob { name, files: files.len(), borders: 0 };
    let Some(TileEntry { counts, shared_border, .. }) = files[0].tile.clone() else { return job };
    let mut tiles = BTreeMap::<[u32; 2], &FileEntry>::new();
    for file in files {
        let Some(tile) = &file.tile else { continue };
        if let Some(other) = tiles.insert(tile.index, file) {
            problems.push(TileProblem::Twice(other.file.clone(), file.file.clone()));
        }
    }
    let all = (0..counts[1]).flat_map(|j| (0..counts[0]).map(move |i| [i, j]));
    let missing = all.filter(|tile| !tiles.contains_key(tile));
    let other_file = job.name.clone();
    problems
        .extend(missing.map(|tile| TileProblem::Missing { other_file: other_file.clone(), tile }));
    if !shared_border {
        return job;
    }
    // The files by their position, because engines number tiles in different ways.
    let by_place: BTreeMap<[u32; 2], &FileEntry> =
        files.iter().filter_map(|file| Some((file.tile.as_ref()?.first, file))).collect();
    for (&[x, y], file) in &by_place {
        let (Some(borders), Some([width, height])) = (file.borders, file.size) else {
            problems.push(TileProblem::NoBorders(file.file.clone()));
            continue;
        };
        let east_place = [x.saturating_add(width.saturating_sub(1)), y];
        let south_place = [x, y.saturating_add(height.saturating_sub(1))];
        for (place, is_east) in [(east_place, true), (south_place, false)] {
            let Some(other) = by_place.get(&place) else { continue };
            let Some(other_borders) = other.borders else { continue };
            let equal = match is_east {
                true => borders.east == other_borders.west,
                false => borders.south == other_borders.north,
            };
            job.borders += 1;
            if !equal {
                problems.push(TileProblem::Border(file.file.clone(), other.file.clone()));
            }
        }
    }
    job
}
