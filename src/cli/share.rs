//! `orogen share`: prints the share code of a scene.

use clap::Args;
use serde_json::json;

use super::error::Error;
use super::lab::{find, parse_point};
use super::output::print;
use super::scene_args::SceneArgs;
use crate::lab::state::FIRST_POINT;
use crate::terrain::share::{self, LabSpot};

/// Arguments of the command.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ShareArgs {
    #[command(flatten)]
    scene: SceneArgs,
    /// A figure of the lab to show when the code is opened.
    #[arg(long, value_name = "NAME")]
    figure: Option<String>,
    /// The step of the figure, from 1; by default the last.
    #[arg(long, value_name = "N", requires = "figure")]
    step: Option<usize>,
    /// The point p of the figure, in cells of the first octave.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, requires = "figure",
        value_parser = parse_point)]
    p: Option<[f64; 2]>,
    /// Prints a JSON object.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen share alps
  orogen share my/land.toml --seed 7 --mood dusk
  orogen share alps --figure cell --step 4 --p 1.7,2.3   (opens the lab there)
  orogen $(orogen share my/land.toml)
  orogen recipe orogen1-AAIAAAEBAQ… --out land.toml   (back to a file)";

/// Runs the command.
pub fn run(args: &ShareArgs) -> Result<(), Error> {
    let mut code = share::encode_short(&args.scene.scene()?)?;
    if let Some(name) = &args.figure {
        code += &spot(name, args)?.to_string();
    }
    match args.json {
        true => print(&format!("{:#}\n", json!({ "code": code, "letters": code.len() }))),
        false => print(&format!("{code}\n")),
    }
}

/// Returns the place in the lab that the flags give.
fn spot(name: &str, args: &ShareArgs) -> Result<LabSpot, Error> {
    let row = find(name)?;
    let steps = row.steps.len();
    let step = args.step.unwrap_or(steps);
    if !(1..=steps).contains(&step) {
        return Err(Error(format!("--step must be 1 to {steps} for `{name}`, not {step}")));
    }
    let point = args.p.unwrap_or(FIRST_POINT);
    Ok(LabSpot { figure: row.name.to_owned(), step, point })
}
