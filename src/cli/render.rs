//! `orogen render`: a picture without a window.

use std::path::PathBuf;

use bevy::math::UVec2;
use bevy::prelude::default;
use clap::Args;
use image::RgbaImage;

use super::output::{self, OverwriteArgs};
use super::{Error, SceneArgs, one_of};
use crate::export::Kind;
use crate::headless::capture::{Headless, MAX_PICTURE, write_png};
use crate::plugin::look::quality::{Effects, Tier, draw_directly};
use crate::studio::document::Document;
use crate::studio::panels::UiPlugin;
use crate::studio::panels::state::UiState;
use crate::terrain::look::Overlay;
use crate::terrain::scene::Scene;
use crate::text::shown;

fn quality_help() -> String {
    let tiers = one_of(Tier::ALL.iter().map(|row| row.name));
    format!("How much of the natural style is drawn: {tiers}. The land's shape is the same in all")
}

/// What to render, and where to.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RenderArgs {
    #[command(flatten)]
    scene: SceneArgs,
    /// The PNG file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Width and height in pixels, 1 to 8192 each.
    #[arg(long, value_name = "WxH", default_value = "1280x720", allow_hyphen_values = true)]
    size: String,
    /// Draws the panel too.
    #[arg(long)]
    with_panel: bool,
    #[arg(
        long,
        value_name = "TIER",
        default_value = Tier::High.name(),
        allow_hyphen_values = true,
        help = quality_help()
    )]
    quality: String,
    /// Draws without indirect commands, for drivers that get them wrong.
    #[arg(long)]
    no_indirect: bool,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

const EXAMPLES: &str = "\
Examples:
  orogen render alps --out alps.png
  orogen render my/land.toml --size 3840x2160 --quality ultra --mood golden-hour --out land.png
  orogen render alps --view slope --camera 20,60,9000 --out slopes.png";

/// Renders and writes the picture.
pub fn run(args: RenderArgs) -> Result<(), Error> {
    let size = parse_size(&args.size)?;
    let keep = args.overwrite.keep(args.scene.file());
    output::check(&keep, &args.out, Kind::Picture).map_err(|e| Error(format!("--out: {e}")))?;
    let scene = args.scene.scene()?;
    let tier = args.quality.parse::<Tier>().map_err(|e| Error(format!("--quality: {e}")))?;
    let options =
        RenderOptions { size, with_panel: args.with_panel, tier, no_indirect: args.no_indirect };
    let picture = draw(&scene, options)?;
    Ok(write_png(&picture, &scene, &args.out)?)
}

/// How a picture is made.
#[derive(Clone, Copy)]
pub struct RenderOptions {
    pub size: UVec2,
    pub with_panel: bool,
    pub tier: Tier,
    pub no_indirect: bool,
}

impl Default for RenderOptions {
    fn default() -> Self {
        Self {
            size: UVec2::new(1280, 720),
            with_panel: false,
            tier: Tier::High,
            no_indirect: false,
        }
    }
}

/// Renders a scene.
pub fn draw(scene: &Scene, options: RenderOptions) -> Result<RgbaImage, Error> {
    // Contour lines have their heights written on them, with the panel or without.
    let with_labels = scene.view.params.look.overlay == Overlay::Contours;
    let mut headless = Headless::new(options.size, None, |app| {
        app.insert_resource(Effects::of(options.tier));
        if options.with_panel || with_labels {
            let state = UiState { hidden_for_picture: !options.with_panel, ..default() };
            let document = Document::of_scene(scene);
            app.add_plugins(UiPlugin).insert_resource(state).insert_resource(document);
        }
        if options.no_indirect {
            draw_directly(app);
        }
    })?;
    headless.want(scene.clone());
    Ok(headless.picture()?)
}

/// `1280x720` as width and height.
pub fn parse_size(text: &str) -> Result<UVec2, Error> {
    let fail = || {
        let given = shown(text);
        Error(format!(
            "--size {given}: allowed is WIDTHxHEIGHT, each from 1 to {MAX_PICTURE}, as in 1280x720"
        ))
    };
    let (width, height) = text.split_once('x').ok_or_else(fail)?;
    let side =
        |s: &str| s.parse::<u32>().ok().filter(|n| (1..=MAX_PICTURE).contains(n)).ok_or_else(fail);
    Ok(UVec2::new(side(width)?, side(height)?))
}
