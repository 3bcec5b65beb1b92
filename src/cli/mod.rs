//! The command line: arguments, and one file a subcommand.

use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand};

use crate::terrain::mood::{MOODS, Mood};
use crate::terrain::preset::PRESETS;
use crate::terrain::scene::{Scene, SceneError, nearest};

#[cfg(feature = "studio")]
mod bench;
#[cfg(feature = "studio")]
mod bench_styles;
mod export;
mod interrupt;
#[cfg(feature = "studio")]
pub mod keys;
pub mod noise_args;
mod output;
pub mod params;
pub mod plot1d;
pub mod points;
mod presets;
mod recipe;
#[cfg(feature = "studio")]
mod render;
pub mod sample;
pub mod texture;
#[cfg(feature = "studio")]
mod window;

pub use recipe::load;

/// One line for standard error: what, where, what is allowed, what to do. The exit code is 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Error(pub String);

impl From<String> for Error {
    fn from(line: String) -> Self {
        Self(line)
    }
}

/// A live procedural-terrain studio.
#[derive(Parser)]
#[command(name = "orogen", version, args_conflicts_with_subcommands = true, subcommand_precedence_over_arg = true)]
struct Cli {
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
    /// Measures edits, a flight, memory and the start on this machine.
    #[cfg(feature = "studio")]
    Bench(bench::BenchArgs),
    /// Writes heights into files: PNG, RAW, OpenEXR or TIFF, for an engine or as they are.
    Export(Box<export::ExportArgs>),
    /// Lists the parameters that --set takes: key, kind, default, range, unit, stage and what each does.
    Params(params::ParamsArgs),
    /// Lists the presets.
    Presets,
    /// Lists what keys and mouse do in the window.
    #[cfg(feature = "studio")]
    Keys(keys::KeysArgs),
    Sample(sample::SampleArgs),
    Texture(texture::TextureArgs),
}

/// Which scene, and what is changed in it.
#[derive(Args, Clone, Debug, Default, PartialEq)]
pub struct SceneArgs {
    /// A preset's name, or a file: a name with a `/` or that ends in .toml (a recipe), .png, .exr, .tif, .r16, .r32, .raw or .json
    /// (an export or a screenshot). None means the factory defaults.
    pub recipe: Option<String>,
    /// Changes one parameter; `orogen params` lists the keys.
    #[arg(long = "set", value_name = "KEY=VALUE", allow_hyphen_values = true)]
    pub set: Vec<String>,
    /// The seed: a number or any text.
    #[arg(long, value_name = "N|TEXT", allow_hyphen_values = true)]
    pub seed: Option<String>,
    /// The camera: yaw,pitch,distance or yaw,pitch,distance,x,y,z.
    #[arg(long, value_name = "POSE", allow_hyphen_values = true)]
    pub camera: Option<String>,
    /// How the land is coloured and lit: natural or course.
    #[arg(long, value_name = "NAME")]
    pub style: Option<String>,
    /// What is shown of it: shaded, clay, wireframe, contours, slope, normals, curvature, materials, levels or noise.
    #[arg(long, value_name = "NAME")]
    pub view: Option<String>,
    /// The light: noon, golden-hour, overcast, dusk or moon.
    #[arg(long, value_name = "NAME")]
    pub mood: Option<String>,
}

impl SceneArgs {
    /// The file that is read for the scene.
    pub fn file(&self) -> Option<PathBuf> {
        self.recipe.as_deref().filter(|name| recipe::is_file(name)).map(PathBuf::from)
    }

    /// The scene with its changes.
    ///
    /// # Errors
    /// For an unknown or unreadable recipe, and a change that cannot be made.
    pub fn scene(&self) -> Result<Scene, Error> {
        let mut scene = match &self.recipe {
            Some(name) => load(name)?,
            None => Scene::default(),
        };
        if let Some(name) = &self.mood {
            find_mood(name)?.apply(&mut scene.view.params);
        }
        for (flag, key, name) in [("--style", "look.style", &self.style), ("--view", "look.overlay", &self.view)] {
            if let Some(name) = name {
                scene.set_text(key, name).map_err(|e| Error(format!("{flag} {name}: {e}")))?;
            }
        }
        for change in &self.set {
            let (key, value) = change.split_once('=').ok_or_else(|| {
                Error(format!("--set {change}: there is no `=`; write --set key=value, as in --set fractal.octaves=6"))
            })?;
            let fail = |e: SceneError| Error(format!("--set {change}: {e}"));
            scene.set_text(key.trim(), value).map_err(fail)?;
        }
        if let Some(seed) = &self.seed {
            scene.set_text("noise.seed", seed).map_err(|e| Error(format!("--seed: {e}")))?;
        }
        if let Some(camera) = &self.camera {
            scene.view.camera = camera.parse().map_err(|e| Error(format!("--camera: {e}")))?;
        }
        scene.validate().map_err(|e| Error(e.to_string()))?;
        Ok(scene)
    }
}

fn find_mood(name: &str) -> Result<&'static Mood, Error> {
    Mood::find(name).ok_or_else(|| {
        let names: Vec<_> = MOODS.iter().map(|mood| mood.slug).collect();
        let meant = nearest(name, &names).map_or(String::new(), |near| format!(" (did you mean {near}?)"));
        Error(format!("--mood: there is no mood `{name}`{meant}; moods are {}", names.join(", ")))
    })
}

/// Reads the arguments and does what they say; the program's exit code.
pub fn main() -> u8 {
    interrupt::listen();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            // Help goes to standard output; a closed pipe there is no failure.
            let _ = error.print();
            return 0;
        }
        Err(error) => {
            eprintln!("orogen: {}", one_line(&error));
            return 2;
        }
    };
    match run(cli) {
        Ok(()) => 0,
        Err(Error(line)) => {
            eprintln!("orogen: {line}");
            2
        }
    }
}

fn run(cli: Cli) -> Result<(), Error> {
    match cli.command {
        #[cfg(feature = "studio")]
        Some(Command::Render(args)) => render::run(args),
        #[cfg(feature = "studio")]
        Some(Command::Bench(args)) => bench::run(args),
        Some(Command::Export(args)) => export::run(&args),
        Some(Command::Params(args)) => params::run(&args),
        Some(Command::Presets) => presets::run(),
        #[cfg(feature = "studio")]
        Some(Command::Keys(args)) => keys::run(&args),
        Some(Command::Sample(args)) => sample::run(args),
        Some(Command::Texture(args)) => texture::run(args),
        #[cfg(feature = "studio")]
        None => window::run(cli.window),
        #[cfg(not(feature = "studio"))]
        None => Err(Error("this build has no window; `orogen --help` lists what it can do".to_owned())),
    }
}

/// clap's message without its usage and its advice to read the help, on one line.
fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
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
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => Err(Error(format!("cannot write the output: {e}"))),
        _ => Ok(()),
    }
}

/// What a name that is no preset might have meant.
fn suggest_recipe(name: &str) -> Option<&'static str> {
    let known: Vec<_> = PRESETS
        .iter()
        .map(|p| p.slug)
        .chain(["render", "bench", "export", "params", "presets", "keys", "sample", "texture"])
        .collect();
    nearest(name, &known)
}
