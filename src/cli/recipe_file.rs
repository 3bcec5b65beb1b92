//! `orogen recipe`: writes a recipe as a file with comments.

use std::path::PathBuf;

use clap::Args;

use super::error::Error;
use super::output::{self, OverwriteArgs};
use super::scene_args::SceneArgs;
use crate::export::OutputKind;

/// Arguments of the command.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RecipeFileArgs {
    #[command(flatten)]
    scene: SceneArgs,
    /// The file to write, or `-` for standard output.
    #[arg(long, value_name = "FILE.toml", default_value = "-", value_hint = clap::ValueHint::FilePath)]
    out: PathBuf,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

const EXAMPLES: &str = "\
Examples:
  orogen recipe alps | less
  orogen recipe alps --set world.sea_level_m=-900 --out my/alps.toml
  orogen recipe picture.png --out land.toml            (the recipe in the picture)
  orogen recipe old.toml --out old.toml --force        (with this version's comments)";

/// Runs the command.
pub fn run(args: &RecipeFileArgs) -> Result<(), Error> {
    let text = args.scene.scene()?.to_toml();
    let protected = args.overwrite.protect(args.scene.file());
    output::print_or_write(&text, &protected, &args.out, OutputKind::Recipe)
}
