//! `orogen [RECIPE]`: the window, or a picture where there is no display.

use std::path::Path;

use bevy::app::AppExit;
use bevy::math::UVec2;
use clap::Args;

use super::{Error, SceneArgs};
use crate::app::capture::find_driver;
use crate::app::display::find_display;
use crate::app::quality::Tier;
use crate::app::settings::Settings;
use crate::app::window;

/// What to open.
#[derive(Args)]
pub struct WindowArgs {
    #[command(flatten)]
    scene: SceneArgs,
}

/// Opens the window; without a display renders the view to `orogen.png`.
pub fn run(args: WindowArgs) -> Result<(), Error> {
    let scene = args.scene.scene()?;
    if let Err(why) = find_display() {
        let out = Path::new("orogen.png");
        eprintln!("orogen: {why}; rendering the view instead");
        super::render::render(scene, UVec2::new(1280, 720), false, Tier::High, out)?;
        let folder = std::env::current_dir().unwrap_or_default();
        return super::print(&format!("{}\n", folder.join(out).display()));
    }
    find_driver()?;
    let (settings, line) = Settings::load();
    match window::run(scene, settings, line) {
        AppExit::Success => Ok(()),
        AppExit::Error(code) => Err(Error(format!("the window ended with an error ({code})"))),
    }
}
