//! `orogen render`: renders a picture without a window.

use std::path::{Path, PathBuf};

use bevy::math::UVec2;
use bevy::prelude::default;
use clap::Args;
use image::RgbaImage;

use super::error::Error;
use super::flag::{self, one_of};
use super::output::{self, OverwriteArgs};
use super::progress::ProgressArgs;
use super::scene_args::SceneArgs;
use crate::export::OutputKind;
use crate::headless::capture::{Headless, MAX_PICTURE, MAX_TILE};
use crate::headless::lens::LensPoints;
use crate::headless::still::{Content, Still};
use crate::headless::tiling::PictureTiling;
use crate::plugin::look::quality::{Effects, Tier, draw_directly};
use crate::studio::document::state::OpenDocument;
use crate::studio::panel::draw::UiPlugin;
use crate::studio::panel::state::UiState;
use crate::terrain::look::Overlay;
use crate::terrain::scene::Scene;

fn quality_help() -> String {
    let tiers = one_of(Tier::ALL.iter().map(|row| row.name));
    format!("How much detail the natural style has: {tiers}. The land's shape is the same in all")
}

fn pass_help() -> String {
    let passes = one_of(Content::ALL.iter().map(|row| row.name));
    format!("The content of the pixels: {passes}. Depth and materials are floats in an EXR")
}

/// Arguments of the command.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RenderArgs {
    #[command(flatten)]
    scene: SceneArgs,
    /// The file to write: a PNG, or an EXR if --pass is not `picture`.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Width and height in pixels, 1 to 16384 each.
    #[arg(long, value_name = "WxH", default_value = "1280x720", allow_hyphen_values = true,
        value_parser = parse_size(MAX_PICTURE))]
    size: UVec2,
    #[arg(
        long,
        value_name = "PASS",
        default_value_t = Content::Picture,
        allow_hyphen_values = true,
        help = pass_help()
    )]
    pass: Content,
    /// The side in pixels of the tiles in which the picture is drawn, 64 to 8192; by default
    /// pictures of more than 4096 a side use tiles of 2048.
    #[arg(long, value_name = "N", allow_hyphen_values = true,
        value_parser = flag::within(64..=MAX_TILE))]
    tile: Option<u32>,
    /// Also draws the panel.
    #[arg(long)]
    with_panel: bool,
    #[command(flatten)]
    draw: DrawArgs,
}

/// The options shared by pictures and films.
#[derive(Args)]
pub struct DrawArgs {
    /// Omits the sky: a .png, .apng or .webp is transparent there.
    #[arg(long)]
    pub transparent: bool,
    #[arg(
        long,
        value_name = "TIER",
        default_value_t = Tier::High,
        allow_hyphen_values = true,
        help = quality_help()
    )]
    pub quality: Tier,
    /// Draws without indirect commands, for drivers that get them wrong.
    #[arg(long)]
    pub no_indirect: bool,
    #[command(flatten)]
    pub overwrite: OverwriteArgs,
    #[command(flatten)]
    pub progress: ProgressArgs,
}

const EXAMPLES: &str = "\
Examples:
  orogen render alps --out alps.png
  orogen render my/land.toml --size 3840x2160 --quality ultra --mood golden-hour --out land.png
  orogen render alps --view slope --camera 20,60,9000 --out slopes.png
  orogen render alps --size 16384x9216 --out poster.png
  orogen render alps --pass depth --out alps-depth.exr";

/// Runs the command.
pub fn run(args: RenderArgs, quiet: bool) -> Result<(), Error> {
    let (size, content, draw) = (args.size, args.pass, &args.draw);
    check_extension(&args.out, content)?;
    let tiling = args.tiling()?;
    let protected = draw.overwrite.protect(args.scene.file());
    output::check_out(&protected, &args.out, OutputKind::Picture)?;
    let scene = args.scene.scene()?;
    let options = RenderOptions { with_panel: args.with_panel, ..draw.options(size) };
    let mut headless = headless(&scene, tiling.tile, options)?;
    let reporter = draw.progress.start(tiling.count(), quiet);
    headless.want(scene.clone());
    headless.place_camera();
    let still = Still { tiling, content, transparent: draw.transparent };
    Ok(still.write(&mut headless, &scene, &args.out, &mut |done| reporter.report(done))?)
}

impl DrawArgs {
    pub fn options(&self, size: UVec2) -> RenderOptions {
        let (tier, no_indirect) = (self.quality, self.no_indirect);
        RenderOptions { size, with_panel: false, tier, no_indirect }
    }
}

impl RenderArgs {
    /// Returns the tiles of the picture. With a panel it is a single tile, because the panel covers
    /// the whole picture.
    fn tiling(&self) -> Result<PictureTiling, Error> {
        if !self.with_panel {
            return Ok(PictureTiling::new(self.size, self.tile));
        }
        if self.draw.transparent || self.pass != Content::Picture {
            return Err(Error(
                "--with-panel: the panel needs a picture with its sky; leave --transparent and --pass out".to_owned(),
            ));
        }
        let tiling = PictureTiling::new(self.size, Some(self.tile.unwrap_or(MAX_TILE)));
        tiling.is_single().then_some(tiling).ok_or_else(|| {
            Error(format!(
                "--with-panel: the panel needs a picture of one tile; leave --tile out, and give a --size up \
                 to {MAX_TILE} a side"
            ))
        })
    }
}

/// Refuses the extension of another file type.
fn check_extension(out: &Path, content: Content) -> Result<(), Error> {
    let extension = out.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let known = ["png", "exr", "jpg", "jpeg", "webp", "gif", "tif", "tiff"];
    match extension.as_deref() {
        Some(other) if other != content.extension() && known.contains(&other) => {
            let (name, expected) = (content.name(), content.extension());
            Err(Error(format!(
                "--out: a {name} is written as .{expected}, not as .{other}; choose another name"
            )))
        }
        _ => Ok(()),
    }
}

/// Drawing options.
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

/// Renders a picture of a scene in one piece.
pub fn draw(scene: &Scene, options: RenderOptions) -> Result<RgbaImage, Error> {
    let mut headless = headless(scene, options.size, options)?;
    headless.want(scene.clone());
    Ok(headless.picture()?)
}

/// Starts an app without a window that draws the scene in tiles of `tile` pixels.
pub fn headless(scene: &Scene, tile: UVec2, options: RenderOptions) -> Result<Headless, Error> {
    // The panel plugin also draws the labels of contour lines, but on a tile it would misplace
    // them.
    let with_labels = scene.view.params.look.overlay == Overlay::Contours && tile == options.size;
    Ok(Headless::new(tile, None, |app| {
        app.insert_resource(Effects::of(options.tier));
        if options.with_panel || with_labels {
            let state = UiState { hidden_for_picture: !options.with_panel, ..default() };
            let document = OpenDocument::of_scene(scene);
            app.add_plugins(UiPlugin).insert_resource(state).insert_resource(document);
            // Without depth of field, labels lie on their lines, as in the window.
            app.insert_resource(LensPoints(0));
        }
        if options.no_indirect {
            draw_directly(app);
        }
    })?)
}

/// Returns a parser of sizes such as `1280x720`. Width and height are at most `max_side` pixels.
pub fn parse_size(max_side: u32) -> impl Fn(&str) -> Result<UVec2, Error> + Clone {
    move |text| {
        let side = |text: &str| text.parse().ok().filter(|side| (1..=max_side).contains(side));
        let sides = text.split_once('x');
        let size = sides.and_then(|(width, height)| Some(UVec2::new(side(width)?, side(height)?)));
        let allowed = format!("WIDTHxHEIGHT, each from 1 to {max_side}, as in 1280x720");
        flag::require(size, format!("allowed is {allowed}"))
    }
}
