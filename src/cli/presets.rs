//! `orogen presets`.

use super::{Error, print};
use crate::terrain::preset::PRESETS;

/// Prints a line a preset.
pub fn run() -> Result<(), Error> {
    print(&PRESETS.iter().map(|p| format!("{:<18} {}\n", p.slug, p.doc)).collect::<String>())
}
