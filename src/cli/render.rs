//! `orogen render`: a picture without a window.

use std::path::PathBuf;

use bevy::math::UVec2;
use clap::Args;

use super::{Error, SceneArgs};
use crate::app::capture::{Headless, MAX_PICTURE, write_png};
use crate::app::quality::{Effects, Tier};
use crate::export::atomic::check_target;
use crate::terrain::scene::Scene;
use crate::ui::UiPlugin;

/// What to render, and where to.
#[derive(Args)]
pub struct RenderArgs {
    #[command(flatten)]
    scene: SceneArgs,
    /// The PNG file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Width and height in pixels, 1 to 8192 each.
    #[arg(long, value_name = "WxH", default_value = "1280x720")]
    size: String,
    /// Draws the panel too.
    #[arg(long)]
    with_panel: bool,
    /// How much of the natural style is drawn: low, medium, high or ultra. The land's shape is the same in all.
    #[arg(long, value_name = "TIER", default_value = "high")]
    quality: String,
}

/// Renders and writes the picture.
pub fn run(args: RenderArgs) -> Result<(), Error> {
    let size = parse_size(&args.size)?;
    check_target(&args.out).map_err(|e| Error(format!("--out: {e}")))?;
    let scene = args.scene.scene()?;
    let tier = args.quality.parse::<Tier>().map_err(|e| Error(format!("--quality: {e}")))?;
    render(scene, size, args.with_panel, tier, &args.out)
}

/// Renders a scene into a file.
pub fn render(scene: Scene, size: UVec2, with_panel: bool, tier: Tier, out: &std::path::Path) -> Result<(), Error> {
    let mut headless = Headless::new(size, None, |app| {
        app.insert_resource(Effects::of(tier));
        if with_panel {
            app.add_plugins(UiPlugin);
        }
    })?;
    headless.want(scene.clone());
    let picture = headless.picture()?;
    Ok(write_png(&picture, &scene, out)?)
}

/// `1280x720` as width and height.
pub fn parse_size(text: &str) -> Result<UVec2, Error> {
    let fail =
        || Error(format!("--size {text}: allowed is WIDTHxHEIGHT, each from 1 to {MAX_PICTURE}, as in 1280x720"));
    let (width, height) = text.split_once('x').ok_or_else(fail)?;
    let side = |s: &str| s.parse::<u32>().ok().filter(|n| (1..=MAX_PICTURE).contains(n)).ok_or_else(fail);
    Ok(UVec2::new(side(width)?, side(height)?))
}
