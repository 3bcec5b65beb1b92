//! `orogen [RECIPE]`: the window, or a picture where there is no display.

use bevy::app::{App, AppExit};
use bevy::prelude::default;
use clap::Args;

use super::render::RenderOptions;
use super::{Error, SceneArgs};
use crate::app::capture::{find_driver, write_free_png};
use crate::app::display::find_display;
use crate::app::opening::OpeningPlugin;
use crate::app::quality::draw_directly;
use crate::app::settings::Settings;
use crate::app::window;
use crate::terrain::preset::Preset;

/// The preset that the window opens on.
const OPENING: &str = "alps";

/// What to open.
#[derive(Args)]
pub struct WindowArgs {
    #[command(flatten)]
    scene: SceneArgs,
    /// Draws without indirect commands, for drivers that get them wrong.
    #[arg(long)]
    no_indirect: bool,
}

/// Opens the window; without a display renders the view to `orogen.png`, or to `orogen-2.png` and so on if that is taken.
pub fn run(args: WindowArgs) -> Result<(), Error> {
    // Whoever asks for nothing gets a land that is worth a look.
    let is_opening = args.scene == SceneArgs::default();
    let scene = match Preset::find(OPENING).filter(|_| is_opening) {
        Some(preset) => preset.scene().map_err(|e| Error(e.to_string()))?,
        None => args.scene.scene()?,
    };
    if let Err(why) = find_display() {
        eprintln!("orogen: {why}; rendering the view instead");
        let options = RenderOptions { no_indirect: args.no_indirect, ..default() };
        let picture = super::render::draw(&scene, options)?;
        // Nobody has named it, so that it takes nobody's place.
        let folder = std::env::current_dir().unwrap_or_default();
        let out = write_free_png(&picture, &scene, &folder)?;
        return super::print(&format!("{}\n", out.display()));
    }
    find_driver()?;
    let extend = |app: &mut App| {
        if args.no_indirect {
            draw_directly(app);
        }
        if is_opening {
            app.add_plugins(OpeningPlugin);
        }
    };
    let (settings, line) = Settings::load();
    match window::run(scene, settings, line, extend) {
        AppExit::Success => Ok(()),
        AppExit::Error(code) => Err(Error(format!("the window ended with an error ({code})"))),
    }
}
