//! Writes measurements as a JSON file.

use std::path::Path;

use serde::Serialize;

use super::error::Error;
use crate::export::{PROGRAM, atomic};

/// The content of the file: the program, the kind of measurement, and the measurements. The
/// program's name shows that later measurements may replace the file.
#[derive(Serialize)]
struct Figures<'a, T> {
    program: &'a str,
    figures: &'a str,
    #[serde(flatten)]
    report: &'a T,
}

/// Writes measurements as JSON.
pub fn write_figures<T: Serialize>(figures: &str, report: &T, out: &Path) -> Result<(), Error> {
    let json = serde_json::to_string_pretty(&Figures { program: PROGRAM, figures, report });
    let json = json.map_err(|e| Error(format!("--out: {e}")))?;
    Ok(atomic::write_bytes(out, json)?)
}
