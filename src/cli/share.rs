//! `orogen share`: the share code of a scene.

use clap::Args;
use serde_json::json;

use super::{Error, SceneArgs, print};
use crate::terrain::share;

/// Of what, and how to print it.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ShareArgs {
    #[command(flatten)]
    scene: SceneArgs,
    /// As a JSON object.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen share alps
  orogen share my/land.toml --seed 7 --mood dusk
  orogen $(orogen share my/land.toml)
  orogen recipe orogen1-AAIAAAEBAQ… --out land.toml   (back to a file)";

/// Prints it.
pub fn run(args: &ShareArgs) -> Result<(), Error> {
    let code = share::encode(&args.scene.scene()?);
    match args.json {
        true => print(&format!("{:#}\n", json!({ "code": code, "letters": code.len() }))),
        false => print(&format!("{code}\n")),
    }
}
