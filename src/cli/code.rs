//! `orogen code`: the height function of a recipe as source code.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::error::Error;
use super::output::{self, OverwriteArgs};
use super::scene_args::SceneArgs;
use crate::export::OutputKind;
use crate::export::catalog::{self, FormatContent, FormatRow};
use crate::export::code::{Language, code};

/// Arguments of the command.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CodeArgs {
    #[command(flatten)]
    scene: SceneArgs,
    /// The language. rust and c reproduce the heights bit for bit; wgsl, glsl and hlsl
    /// approximately.
    #[arg(long, value_name = "LANGUAGE", value_parser = languages())]
    language: Language,
    /// The file to write, or `-` for standard output.
    #[arg(long, value_name = "FILE", default_value = "-", value_hint = clap::ValueHint::FilePath)]
    out: PathBuf,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

/// Returns a parser for the language names in the export catalogue.
fn languages() -> impl TypedValueParser<Value = Language> {
    let is_code = |row: &FormatRow| matches!(row.content, FormatContent::Code(_));
    let names = catalog::all().into_iter().filter(is_code).map(|row| row.name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Language>())
}

const EXAMPLES: &str = "\
Examples:
  orogen code alps --language rust --out src/alps.rs
  orogen code my/land.toml --language c --out land.c
  orogen code dunes --language wgsl | less
  orogen code canyon --seed 7 --language hlsl --out canyon.hlsl --force";

/// Runs the command.
pub fn run(args: &CodeArgs) -> Result<(), Error> {
    let text = code(&args.scene.scene()?, args.language)?;
    let protected = args.overwrite.protect(args.scene.file());
    output::print_or_write(&text, &protected, &args.out, OutputKind::Code)
}
