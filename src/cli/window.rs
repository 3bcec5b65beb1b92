//! `orogen [RECIPE]`: opens the window, or renders a picture without a display.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use bevy::app::{App, AppExit};
use bevy::prelude::default;
use clap::Args;

use super::error::Error;
use super::lab;
use super::output::print;
use super::render::{RenderOptions, draw};
use super::scene_args::SceneArgs;
use crate::headless::capture::find_driver;
use crate::headless::png::write_free_png;
use crate::plugin::look::quality::draw_directly;
use crate::studio::app::display::{Display, find_display};
use crate::studio::app::settings::data::Settings;
use crate::studio::camera::approach;
use crate::studio::camera::state::Journey;
use crate::studio::document::files::recovery::{KeptLand, session};
use crate::studio::document::history::states::History;
use crate::studio::document::state::{OpenDocument, SceneSource};
use crate::studio::features::lab::state::Lab;
use crate::studio::window;
use crate::terrain::preset::Preset;
use crate::text;

/// The preset that the window shows without arguments.
const DEFAULT_PRESET: &str = "alpine-valley";

/// Arguments of the command.
#[derive(Args, Default, PartialEq)]
pub struct WindowArgs {
    #[command(flatten)]
    scene: SceneArgs,
    /// Draws without indirect commands, for drivers that get them wrong.
    #[arg(long)]
    no_indirect: bool,
}

/// Opens the window. Without a display, renders the view to `orogen.png`, or to the next free name
/// `orogen-2.png` and so on.
pub fn run(args: WindowArgs) -> Result<(), Error> {
    // Without arguments, show a preset that looks good.
    let is_default_scene = args.scene == SceneArgs::default();
    let (scene, document) = match Preset::find(DEFAULT_PRESET).filter(|_| is_default_scene) {
        Some(preset) => (preset.scene()?, OpenDocument::preset(preset, preset.scene()?)),
        None => (args.scene.scene()?, document_of(&args.scene)?),
    };
    let mut lab = Lab::default();
    if let Some(spot) = args.scene.lab_spot()? {
        lab::find(&spot.figure)?;
        lab.visit(&spot);
    }
    let display = find_display();
    if display == Ok(Display::OnlyX) {
        return restart_on_x();
    }
    if let Err(why) = display {
        text::say(&format!("{why}; rendering the view instead"));
        let options = RenderOptions { no_indirect: args.no_indirect, ..default() };
        let picture = draw(&scene, options)?;
        // The user gave no name, so do not replace any file.
        let folder = std::env::current_dir().unwrap_or_default();
        let out = write_free_png(&picture, &scene, &folder)?;
        return print(&format!("{}\n", out.display()));
    }
    let driver = find_driver()?;
    let (settings, line) = Settings::load();
    let (session, session_line) = match is_default_scene && settings.restore_session {
        true => session::load(),
        false => (None, None),
    };
    let line = [line, session_line]
        .into_iter()
        .flatten()
        .reduce(|first, second| format!("{first}; {second}"));
    let shows_default_scene = is_default_scene && session.is_none();
    let (scene, pose, document, history) = match session {
        Some(KeptLand { scene, pose, document, history, .. }) => (scene, pose, document, history),
        None => (scene.clone(), scene.view.camera, document, History::default()),
    };
    let extend = |app: &mut App| {
        if args.no_indirect {
            draw_directly(app);
        }
        app.insert_resource(history).insert_resource(Journey::Jump(pose)).insert_resource(lab);
        if shows_default_scene {
            app.add_plugins(approach::plugin);
        }
    };
    match catch_display_loss(|| window::run(scene, document, settings, line, driver, extend))? {
        AppExit::Success => Ok(()),
        AppExit::Error(code) => Err(Error(format!("the window ended with an error ({code})"))),
    }
}

/// Returns the document of the window: the file or preset, without the changes by flags.
fn document_of(args: &SceneArgs) -> Result<OpenDocument, Error> {
    let unchanged = SceneArgs { changes: vec![], ..args.clone() };
    let preset = args.recipe.as_deref().and_then(Preset::find);
    let source = match (args.file(), preset) {
        (Some(file), _) => SceneSource::File(file),
        (None, Some(preset)) => SceneSource::Preset(preset.title.to_owned()),
        (None, None) if args.recipe.is_some() => SceneSource::Text,
        (None, None) => SceneSource::Factory,
    };
    Ok(OpenDocument::new(source, unchanged.scene()?))
}

/// Runs the window. If the display closes while the window opens, the window library panics. This
/// reports the panic as an error.
fn catch_display_loss(run: impl FnOnce() -> AppExit) -> Result<AppExit, Error> {
    let default_hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if find_display().is_ok() {
            default_hook(panic);
        }
    }));
    catch_unwind(AssertUnwindSafe(run)).or_else(|panic| match find_display() {
        Ok(_) => resume_unwind(panic),
        Err(why) => Err(Error(format!("the display was closed: {why}"))),
    })
}

/// Restarts the program with the X server instead of Wayland. This needs another environment, and a
/// process cannot safely change its own environment, because other threads read it.
#[cfg(unix)]
fn restart_on_x() -> Result<(), Error> {
    use std::os::unix::process::CommandExt as _;
    let program = std::env::current_exe()
        .map_err(|e| Error(format!("cannot find the program itself: {e}")))?;
    let error = std::process::Command::new(program)
        .args(std::env::args_os().skip(1))
        .env_remove("WAYLAND_DISPLAY")
        .exec();
    Err(Error(format!(
        "cannot start the program on the X server: {error}; unset WAYLAND_DISPLAY and start it again"
    )))
}

#[cfg(not(unix))]
fn restart_on_x() -> Result<(), Error> {
    unreachable!("only Unix has an X server")
}
