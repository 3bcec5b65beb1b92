//! `orogen doctor`: checks the program on this machine, and suggests remedies.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;

use super::error::Error;
use super::output::print;
use crate::export::file_error::reason;
use crate::export::{atomic, folders};
use crate::noise::grid::{Grid, Level};
use crate::terrain::land::Land;
use crate::terrain::preset::PRESETS;

#[cfg(feature = "studio")]
mod graphics;
#[cfg(test)]
mod tests;

/// Arguments of the command.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct DoctorArgs {
    /// The folder to check instead of the settings folder.
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  orogen doctor
  orogen doctor --folder /mnt/exports";

/// The free space in bytes below which a medium-sized export fails.
const MIN_FREE_BYTES: u64 = 200 << 20;

/// The longest time that the comparison of heights may take.
const MAX_COMPARISON_TIME: Duration = Duration::from_secs(1);

/// A finished check.
struct Check {
    name: &'static str,
    /// A description of the machine, or the problem with its remedy.
    result: Result<String, Error>,
}

/// Runs all checks and prints the results.
pub fn run(args: &DoctorArgs) -> Result<(), Error> {
    let folder = args.folder.clone().or_else(folders::settings);
    let mut checks = vec![check_program(), check_processor(), check_free_space(folder.as_deref())];
    checks.extend([check_files(folder.as_deref()), check_heights(MAX_COMPARISON_TIME)]);
    #[cfg(feature = "studio")]
    checks.extend(graphics::checks());
    print(&report(&checks))?;
    verdict(&checks)
}

/// Formats the results, one per line.
fn report(checks: &[Check]) -> String {
    let line = |Check { name, result }: &Check| match result {
        Ok(result) => format!("ok    {name:<10} {result}\n"),
        Err(Error(problem)) => format!("FAIL  {name:<10} {problem}\n"),
    };
    checks.iter().map(line).collect()
}

/// Returns an error that lists the failed checks, if any.
fn verdict(checks: &[Check]) -> Result<(), Error> {
    let failed: Vec<_> =
        checks.iter().filter(|check| check.result.is_err()).map(|check| check.name).collect();
    match failed.len() {
        0 => Ok(()),
        count => Err(Error(format!(
            "{count} of {} checks fail: {}; their lines say what to do",
            checks.len(),
            failed.join(", ")
        ))),
    }
}

fn check_program() -> Check {
    let form = if cfg!(feature = "studio") { "with the window" } else { "without a window" };
    let (os, processor) = (std::env::consts::OS, std::env::consts::ARCH);
    let result = format!("Orogen {} {form}, {os} {processor}", env!("CARGO_PKG_VERSION"));
    Check { name: "program", result: Ok(result) }
}

fn check_processor() -> Check {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let levels: Vec<_> = Level::available().iter().map(|level| format!("{level:?}")).collect();
    let result = format!("{threads} threads; vector instructions {}", levels.join(", "));
    Check { name: "processor", result: Ok(result) }
}

const NO_FOLDER: &str = if cfg!(windows) {
    "the system names no folder for settings; set APPDATA to a folder of yours"
} else {
    "the system names no folder for settings; set HOME or XDG_CONFIG_HOME to a folder of yours"
};

/// Checks the free space on the disk of a folder, which may not exist yet.
fn check_free_space(folder: Option<&Path>) -> Check {
    let result = folder.ok_or_else(|| Error(NO_FOLDER.to_owned())).and_then(|folder| {
        let shown = folder.display();
        match free_bytes(folder) {
            None => Ok(format!("{shown}; the system does not report the free space")),
            Some(free) if free < MIN_FREE_BYTES => Err(Error(format!(
                "{shown}: only {} MB are free; free some space, or saving will fail",
                free / 1_000_000
            ))),
            Some(free) => Ok(format!("{shown}, {:.1} GB free", free as f64 / 1e9)),
        }
    });
    Check { name: "folder", result }
}

fn free_bytes(folder: &Path) -> Option<u64> {
    free_bytes_of(folder.ancestors().find(|folder| folder.exists())?)
}

#[cfg(unix)]
fn free_bytes_of(existing: &Path) -> Option<u64> {
    let system = rustix::fs::statvfs(existing).ok()?;
    Some(system.f_bavail.saturating_mul(system.f_frsize))
}

#[cfg(windows)]
fn free_bytes_of(existing: &Path) -> Option<u64> {
    let mut free = 0;
    winsafe::GetDiskFreeSpaceEx(existing.to_str(), Some(&mut free), None, None).ok()?;
    Some(free)
}

/// Writes a file atomically, reads it back, and removes it.
fn check_files(folder: Option<&Path>) -> Check {
    let result = folder.ok_or_else(|| Error(NO_FOLDER.to_owned())).and_then(|folder| {
        let shown = folder.display();
        let fail = |why: &str| {
            Error(format!("cannot write and read in `{shown}`: {why}; make sure that the folder belongs to you"))
        };
        let name = format!("doctor-{}.txt", std::process::id());
        let (path, text) = (folder.join(name), "The mountains are in order.\n".repeat(1000));
        std::fs::create_dir_all(folder).map_err(|error| fail(&reason(&error)))?;
        atomic::write_bytes(&path, &text).map_err(|error| fail(&error.to_string()))?;
        let read = std::fs::read_to_string(&path);
        let removed = std::fs::remove_file(&path);
        match read {
            Ok(read) if read == text => {}
            Ok(_) => return Err(fail("the file reads back with other content; check the disk")),
            Err(error) => return Err(fail(&reason(&error))),
        }
        removed.map_err(|error| fail(&reason(&error)))?;
        Ok(format!("{} bytes written, read back and removed", text.len()))
    });
    Check { name: "files", result }
}

/// Checks that all vector instruction sets give the same heights of presets, bit for bit. It stops
/// after `max_time`.
fn check_heights(max_time: Duration) -> Check {
    let (start, best) = (Instant::now(), Level::best());
    let grid = Grid { origin: [-31, 77], size: [67, 40], spacing_m: 1.0, band_limit_m: 1.0 };
    let mut presets = vec![];
    let mut mismatched = vec![];
    for preset in PRESETS.iter().take_while(|_| start.elapsed() < max_time) {
        let Ok(scene) = preset.scene() else { continue };
        let bits = |level: Level| -> Option<Vec<u32>> {
            level.limit();
            let mut heights_m = vec![0.0; grid.size[0] * grid.size[1]];
            Land::new(&scene.recipe).ok()?.fill(&grid, &mut heights_m);
            Some(heights_m.iter().map(|height_m| height_m.to_bits()).collect())
        };
        let bits_of_levels: Vec<_> = Level::available().into_iter().map(bits).collect();
        presets.push(preset.slug);
        if bits_of_levels.windows(2).any(|pair| pair[0].is_none() || pair[0] != pair[1]) {
            mismatched.push(preset.slug);
        }
    }
    best.limit();
    let levels = Level::available().len();
    let samples = presets.len() * grid.size[0] * grid.size[1];
    let result = match mismatched.is_empty() {
        true => Ok(format!(
            "{samples} heights of {} presets, the same bits at {levels} vector levels",
            presets.len()
        )),
        false => Err(Error(format!(
            "vector levels give different heights for {}; check memory and processor, and report it",
            mismatched.join(", ")
        ))),
    };
    Check { name: "heights", result }
}
