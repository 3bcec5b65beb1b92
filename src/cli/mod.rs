//! The command line. Each subcommand has its own file.

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use crate::export::{crash, folders};
use crate::text;

#[cfg(feature = "studio")]
mod bench;
#[cfg(feature = "studio")]
mod bench_styles;
mod code;
mod completions;
mod doctor;
mod error;
mod export;
mod export_choices;
mod export_messages;
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
mod mark;
pub mod noise_args;
mod output;
pub mod params;
pub mod plot1d;
pub mod points;
#[cfg(feature = "studio")]
mod prepare;
mod presets;
#[cfg(feature = "studio")]
mod progress;
mod recipe;
mod recipe_file;
#[cfg(feature = "studio")]
mod render;
pub mod sample;
mod scene_args;
mod share;
pub mod texture;
#[cfg(feature = "studio")]
mod window;

use error::{Error, refusal};

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

/// Returns the text after the options in `orogen --help`.
fn after_help() -> String {
    format!(
        "{OPENING_EXAMPLES}
`orogen COMMAND --help` has examples of each command.

Exit codes: 0 done; 2 refused or failed, with one line on standard error that says why; 128 plus the
number of the signal that ended the program, 130 for Ctrl+C."
    )
}

/// A live procedural-terrain studio.
#[derive(Parser)]
#[command(
    name = "orogen",
    version,
    after_help = after_help(),
)]
#[cfg_attr(
    feature = "studio",
    command(override_usage = "orogen [OPTIONS] [RECIPE]\n       orogen [--quiet] <COMMAND>")
)]
struct Cli {
    /// Prints only requested output, warnings and errors: no summaries, no progress.
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
    /// Measures edits, a flight, memory and the start-up time on this machine.
    #[cfg(feature = "studio")]
    Bench(bench::BenchArgs),
    /// Compiles the shaders for windows without a graphics card, so that the first window need not
    /// wait.
    #[cfg(feature = "studio")]
    Prepare(prepare::PrepareArgs),
    /// Writes heights, meshes, maps or plants for an engine or in any format.
    Export(Box<export::ExportArgs>),
    /// Imports a heightmap as a layer: PNG, TIFF, GeoTIFF, EXR, HGT, ASC or raw.
    Import(Box<import::ImportArgs>),
    /// Writes the height function of a recipe as source code: Rust, C, WGSL, GLSL or HLSL.
    Code(code::CodeArgs),
    /// Lists the parameters of --set: key, kind, default, range, unit, stage and effect.
    Params(params::ParamsArgs),
    /// Lists the presets.
    Presets(presets::PresetsArgs),
    /// Writes a recipe as a file with a comment on each key and its range.
    Recipe(recipe_file::RecipeFileArgs),
    /// Adds a mark to a recipe: a stroke, a ridge, a valley, a road, a river or a lake.
    Mark(mark::MarkArgs),
    /// Prints the share code of a recipe and its view: a short text that can be used as RECIPE.
    Share(share::ShareArgs),
    /// Writes figures that explain the noise, step by step, as SVG or PNG.
    Lab(Box<lab::LabArgs>),
    /// Lists the keys and mouse actions of the window.
    #[cfg(feature = "studio")]
    Keys(keys::KeysArgs),
    Sample(sample::SampleArgs),
    Texture(texture::TextureArgs),
    /// Prints shell completions for commands and flags.
    Completions(completions::CompletionsArgs),
    /// Checks whether the program works on this machine, and suggests remedies.
    Doctor(doctor::DoctorArgs),
    /// Prints a page of the manual, in roff for `man`.
    Man(man::ManArgs),
}

/// Parses a command line without the program's name, and runs nothing.
///
/// # Errors
/// The error line that the program would print.
pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<(), Error> {
    match Cli::try_parse_from(std::iter::once("orogen").chain(words)) {
        Err(error) if !is_help_or_version(&error) => Err(refusal(&error)),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Returns true if the user asked for help or the version, which clap returns as an error.
fn is_help_or_version(error: &clap::Error) -> bool {
    matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion)
}

/// Parses the arguments and runs the command. Returns the exit code.
pub fn main() -> u8 {
    interrupt::listen();
    if let Some(folder) = folders::settings() {
        crash::watch(folder);
    }
    let result = match Cli::try_parse() {
        Ok(cli) => run(cli),
        Err(error) if is_help_or_version(&error) => {
            // Help goes to standard output. If the reader has closed it, that is not an error.
            let _ = error.print();
            Ok(())
        }
        Err(error) => Err(mistyped_command().unwrap_or_else(|| refusal(&error))),
    };
    match result {
        Ok(()) => 0,
        Err(Error(line)) => {
            text::say(&line);
            2
        }
    }
}

/// Returns an error if the first word is neither a command nor a recipe. clap's own error would be
/// about the flags after the mistyped command.
fn mistyped_command() -> Option<Error> {
    let name = std::env::args_os().nth(1)?.into_string().ok()?;
    let program = Cli::command();
    let commands: Vec<_> = program.get_subcommands().map(clap::Command::get_name).collect();
    let is_command = name == "help" || commands.contains(&name.as_str());
    let is_flag = name.is_empty() || name.starts_with('-');
    (!is_command && !is_flag && recipe::is_unknown(&name)).then(|| recipe::unknown(&name, commands))
}

fn run(cli: Cli) -> Result<(), Error> {
    #[cfg(feature = "studio")]
    if cli.command.is_some() && cli.window != window::WindowArgs::default() {
        let line = "put the command before its RECIPE and flags, as in `orogen export alps --out alps.png`";
        return Err(Error(line.to_owned()));
    }
    match cli.command {
        #[cfg(feature = "studio")]
        Some(Command::Render(args)) => render::run(args, cli.quiet),
        #[cfg(feature = "studio")]
        Some(Command::Turntable(args)) => film::turntable(*args, cli.quiet),
        #[cfg(feature = "studio")]
        Some(Command::Flight(args)) => film::flight(*args, cli.quiet),
        #[cfg(feature = "studio")]
        Some(Command::Bench(args)) => bench::run(args),
        #[cfg(feature = "studio")]
        Some(Command::Prepare(args)) => prepare::run(&args, cli.quiet),
        Some(Command::Export(args)) => export::run(&args, cli.quiet),
        Some(Command::Import(args)) => import::run(&args, cli.quiet),
        Some(Command::Code(args)) => code::run(&args),
        Some(Command::Params(args)) => params::run(&args),
        Some(Command::Presets(args)) => presets::run(&args),
        Some(Command::Recipe(args)) => recipe_file::run(&args),
        Some(Command::Mark(args)) => mark::run(&args),
        Some(Command::Share(args)) => share::run(&args),
        Some(Command::Lab(args)) => lab::run(&args, cli.quiet),
        #[cfg(feature = "studio")]
        Some(Command::Keys(args)) => keys::run(&args),
        Some(Command::Sample(args)) => sample::run(args, cli.quiet),
        Some(Command::Texture(args)) => texture::run(args),
        Some(Command::Completions(args)) => completions::run(&args, Cli::command()),
        Some(Command::Doctor(args)) => doctor::run(&args),
        Some(Command::Man(args)) => man::run(&args, Cli::command()),
        #[cfg(feature = "studio")]
        None => mistyped_command().map_or_else(|| window::run(cli.window), Err),
        #[cfg(not(feature = "studio"))]
        None => {
            Err(Error("this build has no window; `orogen --help` lists its commands".to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// clap panics if a flag's parser returns another type than its field.
    #[test]
    fn every_flag_parses_a_valid_value() {
        Cli::command().debug_assert();
        let scene = "recipe alps --recipe-version 1 --set a=b --seed -7 --camera 1,2,300 --style course \
                     --view slope --mood dusk";
        let export = "export --format r16 --for unity --area 0,0,9 --size 33 --range 0,9 --sea clamp \
                      --filter resolution --tiles 2x2 --overlap 0 --threads 2 --out a";
        let mesh = "export --colour none --texels 64 --levels 1 --level 0 --width-mm 10 --exaggeration 2 \
                    --base-mm 1 --out a.glb";
        let import = "import a.raw --out a.toml --size 4x5 --height-range -1,9 --at 0,-1 --edges fade \
                      --fade 3 --outside -2 --reading 9x9,big --void -1 --encoding terrarium";
        let mut lines = vec![
            scene,
            export,
            mesh,
            import,
            "export --maps all --registration texel --only 0,1 --out a",
            "export --maps slope,albedo --shard 1/2 --out a",
            "import a.raw --out a.toml --spacing 3 --origin 1,2",
            "code --language rust",
            "mark alps --tool ridge --path 0,0 --with slope=1 --layer 3 --out a.toml",
            "share --figure cell --p 1,-2",
            "lab cell --p 1,2 --octave 3 --set a=b --scale 0.5 --out a.svg",
            "lab film --fps 12 --size 640x360 --out film",
            "sample --at 1,2 --basis perlin --seed a --permutation p289 --fade custom:0,0.5,1 --period 4,8",
            "texture map --size 8x9 --scale 2 --offset -1,2 --set a=b --out a.png",
            "--quiet presets",
            "presets --quiet",
            "--version",
            "-V",
        ];
        if cfg!(feature = "studio") {
            lines.extend([
                "",
                "--quiet",
                "alps --seed export --no-indirect",
                "render --size 9x9 --pass depth --tile 64 --quality low --out a.png",
                "turntable --format gif --size 9x9 --seconds 2 --fps 25 --quality low --turns -1 --out a",
                "flight --through 3,1 --out a.gif",
                "bench --frames 9 --edits 9 --size 9x9",
            ]);
        }
        for line in lines {
            assert!(
                parse(line.split_whitespace()).is_ok(),
                "{line}: {:?}",
                parse(line.split_whitespace())
            );
        }
    }

    #[test]
    fn a_bad_value_of_a_flag_names_the_allowed_values() {
        for (line, said) in [
            ("export --threads 0 --out a", "--threads 0: allowed are 1 to 1024"),
            (
                "export --tiles=0x2 --out a",
                "--tiles 0x2: tiles are NxM, as in 8x8, up to 65536 in all",
            ),
            ("recipe --recipe-version 4", "--recipe-version 4: allowed are 1 to 3"),
            (
                "export --sea --out --out a",
                "--sea --out: there is no sea `--out`; allowed are bed, clamp, surface",
            ),
            ("import a --info --spacing x", "--spacing x: `x` is not a number"),
        ] {
            let refusal = parse(line.split_whitespace()).unwrap_err().to_string();
            assert_eq!(refusal, said, "{line}");
        }
    }
}
