//! Measured figures as JSON.

use std::path::Path;

use serde::Serialize;

use super::error::Error;
use crate::export::{PROGRAM, atomic};

/// Figures, with what they are and which program measured them: what tells that they may be
/// replaced by others.
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
