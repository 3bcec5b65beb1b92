//! `orogen presets`: lists the presets.

use clap::Args;
use serde_json::json;

use super::error::Error;
use super::output::print;
use crate::terrain::preset::{PRESETS, Preset};

/// Output options.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct PresetsArgs {
    /// Prints a JSON array of objects.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen presets
  orogen presets --json | jq -r .[].name";

/// Prints one preset per line.
pub fn run(args: &PresetsArgs) -> Result<(), Error> {
    if args.json {
        let objects = PRESETS.iter().map(|preset| {
            let Preset { slug, title, doc, .. } = preset;
            json!({ "name": slug, "title": title, "doc": doc })
        });
        return print(&format!("{:#}\n", objects.collect::<serde_json::Value>()));
    }
    print(&PRESETS.iter().map(|p| format!("{:<18} {}\n", p.slug, p.doc)).collect::<String>())
}
