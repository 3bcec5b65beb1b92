//! `orogen presets`.

use clap::Args;
use serde_json::json;

use super::{Error, print};
use crate::terrain::preset::PRESETS;

/// How to print them.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct PresetsArgs {
    /// As a JSON array of objects.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen presets
  orogen presets --json | jq -r .[].name";

/// Prints a line a preset.
pub fn run(args: &PresetsArgs) -> Result<(), Error> {
    if args.json {
        let object = |preset: &crate::terrain::preset::Preset| json!({ "name": preset.slug, "title": preset.title, "doc": preset.doc });
        return print(&format!(
            "{:#}\n",
            PRESETS.iter().map(object).collect::<serde_json::Value>()
        ));
    }
    print(&PRESETS.iter().map(|p| format!("{:<18} {}\n", p.slug, p.doc)).collect::<String>())
}
