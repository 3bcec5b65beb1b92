//! Measured figures as a JSON file.

use std::path::Path;

use serde::Serialize;

use super::error::Error;
use crate::export::{PROGRAM, atomic};

/// Figures with their kind and the program that measured them, so that later figures may replace
/// the file.
#[derive(Serialize)]
struct Figures<'a, T> {
    program: &'a str,
    figures: &'a str,
    #[serde(flatten)]
    report: &'a T,
}

/// Writes figures as JSON.
pub fn write_figures<T: Serialize>(figures: &str, report: &T, out: &Path) -> Result<(), Error> {
    let json = serde_json::to_string_pretty(&Figures { program: PROGRAM, figures, report });
    let json = json.map_err(|e| Error(format!("--out: {e}")))?;
    Ok(atomic::write_bytes(out, json)?)
}
