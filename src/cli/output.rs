//! Where a subcommand writes, and what it may replace there.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;

use super::error::Error;
use crate::export::file_error::reason;
use crate::export::{FileError, Keep, Kind, TargetError, atomic};
use crate::text;

/// What may be replaced.
#[derive(Args, Clone, Debug, Default)]
pub struct OverwriteArgs {
    /// Replaces whatever has the output's name: the file that is read, too, and one that Orogen did
    /// not write.
    #[arg(long)]
    force: bool,
}

impl OverwriteArgs {
    /// What an output may not replace, if these files are read for it.
    pub fn keep(&self, inputs: impl IntoIterator<Item = PathBuf>) -> Keep {
        Keep { inputs: inputs.into_iter().collect(), force: self.force }
    }
}

/// Checks before any work that a file can be written, and that nothing is lost by it.
///
/// # Errors
/// One line: which file, and why not.
pub fn check(keep: &Keep, out: &Path, kind: Kind) -> Result<(), Error> {
    keep.check(out, kind).map_err(|error| match error {
        TargetError::Kept(kept) => Error(or_force(&kept)),
        other => other.into(),
    })
}

/// As [`check`], for the file that `--out` names.
///
/// # Errors
/// One line: the flag, which file, and why not.
pub fn check_out(keep: &Keep, out: &Path, kind: Kind) -> Result<(), Error> {
    check(keep, out, kind).map_err(|e| Error(format!("--out: {e}")))
}

/// Prints a text where `--out` is `-`, else writes it into that file.
///
/// # Errors
/// As those of [`check_out`] and [`print`].
pub fn print_or_write(text: &str, keep: &Keep, out: &Path, kind: Kind) -> Result<(), Error> {
    if out == Path::new("-") {
        return print(text);
    }
    check_out(keep, out, kind)?;
    Ok(atomic::write_bytes(out, text)?)
}

/// A refusal with the way round it.
pub fn or_force(kept: &FileError) -> String {
    format!("{kept}, or replace it with --force")
}

/// Prints text for another program or a person; a reader that has gone away is no failure.
///
/// # Errors
/// Any other failure of standard output.
pub fn print(text: &str) -> Result<(), Error> {
    written(io::stdout().lock().write_all(text::lines(text).as_bytes()))
}

/// What became of writing to standard output.
pub fn written(result: io::Result<()>) -> Result<(), Error> {
    match result {
        // Whoever reads has had enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(Error(format!("cannot write to standard output: {}", reason(&error)))),
        Ok(()) => Ok(()),
    }
}
