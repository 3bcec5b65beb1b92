//! The command line: arguments, and one file a subcommand.

use std::ffi::OsString;

use clap::error::{ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};

use crate::export::file_error::reason;
use crate::export::{crash, folders};
use crate::terrain::nearest;
use crate::terrain::preset::PRESETS;
use crate::terrain::recipe::RECIPE_VERSION;
use crate::text;

#[cfg(feature = "studio")]
mod bench;
#[cfg(feature = "studio")]
mod bench_styles;
mod code;
mod completions;
mod doctor;
mod export;
mod export_extra;
mod export_words;
#[cfg(feature = "studio")]
mod figures;
#[cfg(feature = "studio")]
mod film;
mod flag;
mod import;
mod interrupt;
#[cfg(feature = "studio")]
pub mod keys;
mod lab;
mod man;
pub mod noise_args;
mod output;
pub mod params;
pub mod plot1d;
pub mod points;
mod presets;
mod recipe;
mod recipe_file;
#[cfg(feature = "studio")]
mod render;
pub mod sample;
mod scene_args;
mod share;
pub mod texture;
#[cfg(feature = "studio")]
mod watch;
#[cfg(feature = "studio")]
mod window;

pub use recipe::load;
pub use scene_args::{Change, SceneArgs, scene_of};

/// One line for standard error: what, where, what is allowed, what to do. The exit code is 2.
///
/// Any error becomes such a line: here the types of the rooms below are told to a person. So it is
/// no `std::error::Error` itself.
#[derive(Debug)]
pub struct Error(pub String);

impl<E: std::error::Error> From<E> for Error {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(feature = "studio")]
const OPENING_EXAMPLES: &str = "\
Examples:
  orogen                                      opens the window
  orogen fjords                               on a preset
  orogen my/land.toml --set noise.frequency=2 on a file, changed
  orogen orogen1-AAIAAAEBAQ…                  on a share code
";
#[cfg(not(feature = "studio"))]
const OPENING_EXAMPLES: &str = "\
Examples:
  orogen recipe alps                          prints a preset's recipe
  orogen export my/land.toml --out land.png   writes its heights
  orogen share my/land.toml                   prints its share code
";

/// What stands at the end of the help.
fn ending() -> String {
    format!(
        "{OPENING_EXAMPLES}
`orogen COMMAND --help` has examples of each command.

Exit codes: 0 done; 2 refused or failed, with one line on standard error that says why; 128 and the
signal's number where one ends the program, 130 for Ctrl+C."
    )
}

/// A live procedural-terrain studio.
#[derive(Parser)]
#[command(
    name = "orogen",
    version,
    after_help = ending(),
    // `--version` is the window's own flag too: with a number it is that of a preset.
    disable_version_flag = cfg!(feature = "studio"),
    args_conflicts_with_subcommands = true,
    subcommand_precedence_over_arg = true
)]
struct Cli {
    /// Prints the program's version, as `--version` alone does.
    #[cfg(feature = "studio")]
    #[arg(short = 'V', action = clap::ArgAction::Version)]
    print_version: Option<bool>,
    /// Says nothing but what is asked for, warnings and what went wrong: no summaries, no progress.
    #[arg(long, global = true)]
    quiet: bool,
    #[command(subcommand)]
    command: Option<Command>,
    #[cfg(feature = "studio")]
    #[command(flatten)]
    window: window::WindowArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Renders a picture without a window.
    #[cfg(feature = "studio")]
    Render(render::RenderArgs),
    /// Films the land from all around: a PNG sequence, APNG, GIF, WebP or a video.
    #[cfg(feature = "studio")]
    Turntable(Box<film::TurntableArgs>),
    /// Films a flight along the scene's bookmarks: a PNG sequence, APNG, GIF, WebP or a video.
    #[cfg(feature = "studio")]
    Flight(Box<film::FlightArgs>),
    /// Measures edits, a flight, memory and the start on this machine.
    #[cfg(feature = "studio")]
    Bench(bench::BenchArgs),
    /// Writes heights, meshes or maps into files, for an engine or as they are.
    Export(Box<export::ExportArgs>),
    /// Makes a layer of a heightmap from another program: PNG, TIFF, GeoTIFF, EXR, HGT, ASC or raw.
    Import(Box<import::ImportArgs>),
    /// Writes the height function of a recipe as source code: Rust, C, WGSL, GLSL or HLSL.
    Code(code::CodeArgs),
    /// Lists the parameters that --set takes: key, kind, default, range, unit, stage and what each
    /// does.
    Params(params::ParamsArgs),
    /// Lists the presets.
    Presets(presets::PresetsArgs),
    /// Writes a recipe as a file in which each key has a note of what it does and its range.
    Recipe(recipe_file::RecipeFileArgs),
    /// Prints the share code of a recipe and its view: one short text that opens as a RECIPE does.
    Share(share::ShareArgs),
    /// Writes figures that explain the noise, step by step, as SVG or PNG.
    Lab(Box<lab::LabArgs>),
    /// Lists what keys and mouse do in the window.
    #[cfg(feature = "studio")]
    Keys(keys::KeysArgs),
    Sample(sample::SampleArgs),
    Texture(texture::TextureArgs),
    /// Prints what completes commands and flags in a shell.
    Completions(completions::CompletionsArgs),
    /// Says what the program finds on this machine, whether it works, and what to do where it does
    /// not.
    Doctor(doctor::DoctorArgs),
    /// Prints a page of the manual, in roff as `man` reads it.
    Man(man::ManArgs),
}

/// Reads a command line without the program's name, and does nothing.
///
/// # Errors
/// The line that the program would say.
pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<(), Error> {
    let words = words.into_iter().map(OsString::from);
    match Cli::try_parse_from(quiet_behind(std::iter::once("orogen".into()).chain(words))) {
        Err(error) if !is_answer(&error) => Err(Error(one_line(&error))),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Whether what clap calls an error is what was asked for.
fn is_answer(error: &clap::Error) -> bool {
    matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion)
}

/// Reads the arguments and does what they say; the program's exit code.
pub fn main() -> u8 {
    interrupt::listen();
    if let Some(folder) = folders::settings() {
        crash::watch(folder);
    }
    let cli = match Cli::try_parse_from(quiet_behind(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) if is_answer(&error) => {
            // Help goes to standard output; a closed pipe there is no failure.
            let _ = error.print();
            return 0;
        }
        Err(error) => {
            text::say(&wrong_recipe().unwrap_or_else(|| one_line(&error)));
            return 2;
        }
    };
    match run(cli) {
        Ok(()) => 0,
        Err(Error(line)) => {
            text::say(&line);
            2
        }
    }
}

/// What is wrong with a first word that is neither a command nor a recipe: a mistyped command's
/// flags are unknown, and say less than its name.
fn wrong_recipe() -> Option<String> {
    let name = std::env::args_os().nth(1)?.into_string().ok()?;
    let is_command = name == "help" || Cli::command().find_subcommand(&name).is_some();
    if name.is_empty() || name.starts_with('-') || is_command {
        return None;
    }
    load(&name, RECIPE_VERSION).err().map(|Error(line)| line)
}

/// The arguments with a `--quiet` that stands first behind the command, which takes it there: in
/// front of commands stand the window's own flags, with which there is none.
fn quiet_behind(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<_> = arguments.collect();
    let is_flag = |argument: &OsString| argument.to_string_lossy().starts_with('-');
    if arguments.get(1).is_some_and(|first| first == "--quiet")
        && arguments.get(2).is_some_and(|second| !is_flag(second))
    {
        arguments.swap(1, 2);
    }
    arguments
}

fn run(cli: Cli) -> Result<(), Error> {
    match cli.command {
        #[cfg(feature = "studio")]
        Some(Command::Render(args)) => render::run(args, cli.quiet),
        #[cfg(feature = "studio")]
        Some(Command::Turntable(args)) => film::turntable(*args, cli.quiet),
        #[cfg(feature = "studio")]
        Some(Command::Flight(args)) => film::flight(*args, cli.quiet),
        #[cfg(feature = "studio")]
        Some(Command::Bench(args)) => bench::run(args),
        Some(Command::Export(args)) => export::run(&args, cli.quiet),
        Some(Command::Import(args)) => import::run(&args, cli.quiet),
        Some(Command::Code(args)) => code::run(&args),
        Some(Command::Params(args)) => params::run(&args),
        Some(Command::Presets(args)) => presets::run(&args),
        Some(Command::Recipe(args)) => recipe_file::run(&args),
        Some(Command::Share(args)) => share::run(&args),
        Some(Command::Lab(args)) => lab::run(&args, cli.quiet),
        #[cfg(feature = "studio")]
        Some(Command::Keys(args)) => keys::run(&args),
        Some(Command::Sample(args)) => sample::run(args, cli.quiet),
        Some(Command::Texture(args)) => texture::run(args),
        Some(Command::Completions(args)) => completions::run(&args),
        Some(Command::Doctor(args)) => doctor::run(&args),
        Some(Command::Man(args)) => man::run(&args),
        #[cfg(feature = "studio")]
        None => window::run(cli.window),
        #[cfg(not(feature = "studio"))]
        None => {
            Err(Error("this build has no window; `orogen --help` lists what it can do".to_owned()))
        }
    }
}

/// clap's message without its usage and its advice to read the help, on one line.
fn one_line(error: &clap::Error) -> String {
    let mut text = error.to_string();
    // What was typed is in it word for word.
    for (_, value) in error.context() {
        let values = match value {
            ContextValue::String(value) => std::slice::from_ref(value),
            ContextValue::Strings(values) => values,
            _ => &[],
        };
        for value in values.iter().filter(|value| !value.is_empty()) {
            text = text.replace(value.as_str(), &text::shown(value));
        }
    }
    let parts: Vec<_> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        // clap's advice to write `-- --option` helps nobody who mistyped an option.
        .filter(|line| !line.is_empty() && !line.starts_with("tip: to pass"))
        .map(|line| line.trim_start_matches("error: "))
        .collect();
    format!("{}; `orogen --help` lists what there is", parts.join(" "))
}

/// Prints text for another program or a person; a reader that has gone away is no failure.
///
/// # Errors
/// Any other failure of standard output.
fn print(text: &str) -> Result<(), Error> {
    use std::io::Write as _;
    written(std::io::stdout().lock().write_all(text::lines(text).as_bytes()))
}

/// What became of writing to standard output.
fn written(result: std::io::Result<()>) -> Result<(), Error> {
    match result {
        // Whoever reads has had enough.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(Error(format!("cannot write to standard output: {}", reason(&error)))),
        Ok(()) => Ok(()),
    }
}

/// Names to choose from in a sentence: `noon, dusk or moon`.
fn one_of(names: impl IntoIterator<Item = &'static str>) -> String {
    let names: Vec<_> = names.into_iter().collect();
    match &names[..] {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// What a name that is no preset might have meant.
fn suggest_recipe(name: &str) -> Option<String> {
    let program = Cli::command();
    let presets = PRESETS.iter().map(|preset| preset.slug);
    let known: Vec<_> =
        presets.chain(program.get_subcommands().map(|command| command.get_name())).collect();
    nearest(name, &known).map(str::to_owned)
}
