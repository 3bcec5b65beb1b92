//! The output of subcommands: standard output, and files with overwrite protection.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;

use super::error::Error;
use crate::export::file_error::reason;
use crate::export::{FileError, OutputKind, ProtectedFiles, TargetError, atomic};
use crate::text;

/// The overwrite option.
#[derive(Args, Clone, Debug, Default)]
pub struct OverwriteArgs {
    /// Replaces any existing file of that name, even the input file or a file that Orogen did not
    /// write.
    #[arg(long)]
    force: bool,
}

impl OverwriteArgs {
    /// Returns the overwrite protection, which keeps the input files unless --force is given.
    pub fn protect(&self, inputs: impl IntoIterator<Item = PathBuf>) -> ProtectedFiles {
        ProtectedFiles { inputs: inputs.into_iter().collect(), force: self.force }
    }
}

/// Checks, before any work, that a file can be written and is not protected.
///
/// # Errors
/// The error is one line that names the file and the reason.
pub fn check(protected: &ProtectedFiles, out: &Path, kind: OutputKind) -> Result<(), Error> {
    protected.check(out, kind).map_err(|error| match error {
        TargetError::Protected(kept) => Error(with_force_hint(&kept)),
        other => other.into(),
    })
}

/// Like [`check`], for the file that the flag `--out` names.
///
/// # Errors
/// The error is one line that names the flag, the file and the reason.
pub fn check_out(protected: &ProtectedFiles, out: &Path, kind: OutputKind) -> Result<(), Error> {
    check(protected, out, kind).map_err(|e| Error(format!("--out: {e}")))
}

/// Prints a text if `out` is `-`, otherwise writes it to that file.
///
/// # Errors
/// The errors of [`check_out`] and [`print`].
pub fn print_or_write(
    text: &str,
    protected: &ProtectedFiles,
    out: &Path,
    kind: OutputKind,
) -> Result<(), Error> {
    if out == Path::new("-") {
        return print(text);
    }
    check_out(protected, out, kind)?;
    Ok(atomic::write_bytes(out, text)?)
}

/// Adds a hint at --force to the message about a protected file.
pub fn with_force_hint(kept: &FileError) -> String {
    format!("{kept}, or replace it with --force")
}

/// Prints text to standard output. A reader that has closed the pipe is not an error.
///
/// # Errors
/// If writing fails for any other reason.
pub fn print(text: &str) -> Result<(), Error> {
    check_written(io::stdout().lock().write_all(text::lines(text).as_bytes()))
}

/// Converts the result of writing to standard output.
pub fn check_written(result: io::Result<()>) -> Result<(), Error> {
    match result {
        // The reader has closed the pipe.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(Error(format!("cannot write to standard output: {}", reason(&error)))),
        Ok(()) => Ok(()),
    }
}
