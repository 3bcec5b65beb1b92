//! `orogen mark`: adds a mark to a recipe.

use std::path::PathBuf;

use clap::Args;

use super::error::Error;
use super::flag;
use super::output::{self, OverwriteArgs};
use super::scene_args::SceneArgs;
use crate::export::OutputKind;
use crate::terrain::layer::WeightedPart;
use crate::terrain::marks::{Mark, MarkPath, Tool, ToolKind};
use crate::text::sanitise;

/// Arguments of the command.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct MarkArgs {
    #[command(flatten)]
    scene: SceneArgs,
    #[arg(long, value_name = "NAME", help = tool_help())]
    tool: ToolKind,
    /// The points: the first in metres east and south of the origin, then the step from each point
    /// to the next, as in `1200,-300 +250,80`. The outline of a lake is closed automatically.
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true, value_parser = parse_path)]
    path: MarkPath,
    /// Sets a parameter of the tool; `orogen params` lists them as layer.N.mark.M.KEY.
    #[arg(long = "with", value_name = "KEY=VALUE", allow_hyphen_values = true,
        value_parser = parse_change)]
    with: Vec<(String, String)>,
    /// The layer of marks to add to, by its number. By default the highest that suits the tool, or
    /// a new layer.
    #[arg(long, value_name = "N")]
    layer: Option<u32>,
    /// Paints the mask of a part with a brush, instead of shaping the land: `plants`, `rivers`, `erosion`
    /// or the number of a layer. The part then acts where it is painted. A brush with a height below 0 erases.
    #[arg(long, value_name = "PART", conflicts_with = "layer", value_parser = parse_part)]
    paint: Option<WeightedPart>,
    /// The recipe to write, or `-` for standard output.
    #[arg(long, value_name = "FILE.toml", default_value = "-", value_hint = clap::ValueHint::FilePath)]
    out: PathBuf,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

const EXAMPLES: &str = "\
Examples:
  orogen mark alps --tool ridge --path '0,0 +900,300 +700,-200' --out land.toml
  orogen mark land.toml --tool road --path '-2000,900 +800,0 +900,500' --with width_m=6 --out road.toml
  orogen mark land.toml --tool brush --path 400,-250 --with height_m=-40 --out land.toml --force
  orogen mark alps --tool brush --paint plants --path '0,0 +800,200' --out wood.toml";

fn tool_help() -> String {
    let names = flag::one_of(ToolKind::ALL.iter().map(|row| row.name));
    format!("The tool: {names}")
}

fn parse_path(text: &str) -> Result<MarkPath, Error> {
    let path: MarkPath = text.parse()?;
    flag::require((!path.is_empty()).then_some(path), "a path needs at least one point")
}

fn parse_part(text: &str) -> Result<WeightedPart, Error> {
    let part = match text {
        "plants" => Some(WeightedPart::Plants),
        "rivers" => Some(WeightedPart::Rivers),
        "erosion" => Some(WeightedPart::Erosion),
        number => number.parse().ok().map(WeightedPart::Layer),
    };
    flag::require(part, "a part is `plants`, `rivers`, `erosion` or the number of a layer")
}

fn parse_change(text: &str) -> Result<(String, String), Error> {
    let form = "there is no `=`; write --with key=value, as in --with height_m=80";
    let (key, value) = flag::require(text.split_once('='), form)?;
    Ok((key.trim().to_owned(), value.to_owned()))
}

/// Gives a lake the rim and the dam that it would get in the window, unless the user sets them.
fn fit_rim(tool: &mut Tool, is_given: impl Fn(&str) -> bool) {
    if let Tool::Lake(lake) = tool {
        let wanted = lake.clone();
        lake.fit_rim();
        if is_given("rim_m") {
            lake.rim_m = wanted.rim_m;
        }
        if is_given("crest_m") {
            lake.crest_m = wanted.crest_m;
        }
        if is_given("fill") {
            lake.fill = wanted.fill;
        }
    }
}

/// Runs the command.
pub fn run(args: &MarkArgs) -> Result<(), Error> {
    let mut scene = args.scene.scene()?;
    let mut mark = Mark::new(1, args.tool, args.path.clone());
    mark.tool = Tool::for_drawing(args.tool);
    for (key, value) in &args.with {
        let change = sanitise(&format!("{key}={value}")).to_string();
        mark.set_text(key, value).map_err(|error| Error(format!("--with {change}: {error}")))?;
    }
    fit_rim(&mut mark.tool, |key| args.with.iter().any(|(given, _)| given == key));
    match (args.paint, mark.tool) {
        (None, tool) => scene.recipe.draw(args.layer, tool, mark.path)?,
        (Some(part), Tool::Brush(brush)) => scene.recipe.paint(part, brush, mark.path)?,
        (Some(_), tool) => {
            let name = tool.kind().name();
            let text = format!("--paint: {name} cannot paint; write --tool brush");
            return Err(Error(text));
        }
    };
    let protected = args.overwrite.protect(args.scene.file());
    output::print_or_write(&scene.to_toml(), &protected, &args.out, OutputKind::Recipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lake_gets_the_rim_of_the_window_unless_the_user_sets_it() {
        let rim = |given: &[&str]| {
            let mut tool = Tool::new(ToolKind::Lake);
            fit_rim(&mut tool, |key| given.contains(&key));
            let Tool::Lake(lake) = tool else { panic!("a lake") };
            (lake.rim_m, lake.crest_m, lake.fill)
        };
        assert_eq!(rim(&[]), (6.0, 6.0, 0.25));
        assert_eq!(rim(&["rim_m"]), (1.0, 6.0, 0.25));
        assert_eq!(rim(&["crest_m"]), (6.0, 0.0, 0.25));
        assert_eq!(rim(&["fill"]), (6.0, 6.0, 0.5));
    }
}
