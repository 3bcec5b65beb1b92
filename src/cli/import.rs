//! `orogen import`: imports a heightmap as a layer of a recipe.

use std::path::{Path, PathBuf};

use clap::Args;

use super::error::Error;
use super::flag::{parse_finite, parse_pair, require};
use super::output::{self, OverwriteArgs, print};
use super::recipe::load;
use crate::export::heightmap::{self, Description, MapLayerOptions};
use crate::export::read::{Encoding, MapLocation, Reading, SampleUnit, System};
use crate::export::{OutputKind, atomic};
use crate::terrain::heightmap::Edges;
use crate::terrain::layer::Layer;
use crate::terrain::recipe::RECIPE_VERSION;
use crate::terrain::scene::Scene;
use crate::text;

/// Arguments of the command.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ImportArgs {
    /// The heightmap: PNG, TIFF or GeoTIFF, EXR, HGT, ASC, R16, RAW or R32, or a ZIP or GZ of one.
    #[arg(value_hint = clap::ValueHint::FilePath)]
    file: PathBuf,
    /// Prints the file's metadata, and writes nothing.
    #[arg(long, conflicts_with = "out")]
    info: bool,
    /// The recipe to write. The heightmap file is copied into its folder.
    #[arg(long, value_name = "FILE.toml", required_unless_present = "info", value_hint = clap::ValueHint::FilePath)]
    out: Option<PathBuf>,
    /// Adds the layer to a recipe, below its layers but above the maps that it joins; by default
    /// the land has no other layers.
    #[arg(long, value_name = "RECIPE", value_hint = clap::ValueHint::FilePath)]
    into: Option<String>,
    /// The name of the layer; by default the file's name.
    #[arg(long)]
    name: Option<String>,
    /// The distance from the first sample to the last in metres. A single number is the width; the
    /// map then keeps its proportions.
    #[arg(long, value_name = "WIDTH[xDEPTH]", conflicts_with = "spacing", value_parser = parse_size)]
    size: Option<Size>,
    /// The distance between samples in metres.
    #[arg(long, value_name = "METRES", value_parser = parse_finite)]
    spacing: Option<f64>,
    /// The heights of black and white in metres; for files in metres, the heights that the lowest
    /// and the highest sample get.
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true, value_parser = parse_numbers(','))]
    height_range: Option<[f64; 2]>,
    /// The position of the map's middle, in metres east and south of the origin.
    #[arg(long, value_name = "EAST,SOUTH", allow_hyphen_values = true, conflicts_with = "origin",
        value_parser = parse_numbers(','))]
    at: Option<[f64; 2]>,
    /// The point that becomes the land's origin, east and north in the file's own coordinates.
    /// Neighbouring maps with the same origin fit together. A degree gets the length that it has at
    /// this point.
    #[arg(long, value_name = "EAST,NORTH", allow_hyphen_values = true, value_parser = parse_numbers(','))]
    origin: Option<[f64; 2]>,
    /// The land beyond the map: clamp, mirror, repeat, fade or join (fades, except towards
    /// neighbouring maps that also join); by default join.
    #[arg(long, value_name = "NAME")]
    edges: Option<Edges>,
    /// The distance over which the map's edges fade.
    #[arg(long, value_name = "METRES", value_parser = parse_finite)]
    fade: Option<f64>,
    /// The height to which the map's edges fade.
    #[arg(long, value_name = "METRES", allow_hyphen_values = true, value_parser = parse_finite)]
    outside: Option<f64>,
    /// How to read a file that does not state its format: 1025x513, big or little, u16, i16 or f32,
    /// south-first, channel=NAME, void=NUMBER; separated by commas.
    #[arg(long, value_name = "WORDS")]
    reading: Option<Reading>,
    /// The sample value for "no height", if the file does not name one.
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true, value_parser = parse_void)]
    void: Option<f64>,
    /// The encoding of heights in the colours of a PNG: terrarium or terrain-rgb.
    #[arg(long, value_name = "NAME", value_parser = parse_encoding)]
    encoding: Option<Encoding>,
    /// Embeds the samples in the recipe, if they are few.
    #[arg(long)]
    embed: bool,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

const EXAMPLES: &str = "\
Examples:
  orogen import N46E011.hgt --info
  orogen import N46E011.hgt --out dolomites.toml
  orogen import dem.tif --out land.toml --edges mirror
  orogen import island.png --size 4000 --height-range -50,900 --out island.toml --embed
  orogen import tile.r16 --reading 1025x513,big --spacing 2 --height-range 0,600 --out tile.toml
  orogen import N46E011.hgt.zip --out dolomites.toml    (zipped, as servers offer it)
  orogen import 8-134-91.png --encoding terrarium --spacing 305 --out tile.toml
  orogen import dem.tif --into alps --out both.toml     (under the layers of a recipe)
  orogen import west.tif --origin 1400,4840 --out west.toml
  orogen import east.tif --origin 1400,4840 --into west.toml --out both.toml  (side by side)";

/// Runs the command.
pub fn run(args: &ImportArgs, quiet: bool) -> Result<(), Error> {
    let description = heightmap::describe_as(&args.file, &reading(args))?;
    let Some(out) = args.out.as_ref().filter(|_| !args.info) else {
        return print(&info(&description));
    };
    let choices = layer_options(args, &description)?;
    if choices.embedded {
        heightmap::check_embedded(&description).map_err(|e| Error(format!("--embed: {e}")))?;
    }
    let mut protected = args.overwrite.protect([args.file.clone()]);
    protected.inputs.extend(args.into.as_ref().map(PathBuf::from));
    output::check_out(&protected, out, OutputKind::Recipe)?;
    check_heights(&description, &choices)?;
    let (mut covering_note, mut joined) = (None, vec![]);
    let mut scene = match &args.into {
        Some(recipe) => {
            let scene = load(recipe, RECIPE_VERSION)?;
            covering_note = heightmap::describe_covering_layers(&scene.recipe.layers);
            let (scene, names) = insert_below(scene, &description, &choices)?;
            joined = names;
            scene
        }
        None => heightmap::scene_of_map(&description, &choices)?,
    };
    scene.validate()?;
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    heightmap::avoid_taken_names(&mut scene.recipe, folder);
    let copied = heightmap::copy_to_folder(&scene.recipe, folder)?;
    let text = scene.to_toml();
    if let Err(error) = atomic::write_bytes(out, text) {
        // Without the recipe, the copied heightmaps have no use.
        copied.iter().for_each(|file| drop(std::fs::remove_file(file)));
        return Err(error.into());
    }
    description.warnings.iter().for_each(|warning| text::say(&format!("note: {warning}")));
    if let Some(note) = covering_note {
        text::say(&format!("note: {note}; without --into the map is a land of its own"));
    }
    for name in joined {
        let name = text::sanitise(&name);
        text::say(&format!("note: layer {name} faded beyond its map; now it joins this one"));
    }
    if !quiet {
        for file in copied {
            text::say(&format!(
                "copied {} into the recipe's folder",
                text::sanitise(&file.display().to_string())
            ));
        }
    }
    Ok(())
}

/// The extent of the map in metres. If only the width is given, the depth follows from it.
#[derive(Clone, Copy)]
enum Size {
    Width(f64),
    Both([f64; 2]),
}

fn parse_size(text: &str) -> Result<Size, Error> {
    match text.parse() {
        Ok(width_m) => Ok(Size::Width(width_m)),
        Err(_) => parse_numbers('x')(text).map(Size::Both),
    }
}

/// Returns a parser of two finite numbers with a separator between them.
fn parse_numbers(separator: char) -> impl Fn(&str) -> Result<[f64; 2], Error> + Clone {
    move |text| {
        let numbers =
            parse_pair(text, separator).filter(|pair| pair.iter().all(|x| f64::is_finite(*x)));
        require(numbers, format!("allowed are two numbers with a `{separator}` between them"))
    }
}

fn parse_void(text: &str) -> Result<f64, Error> {
    require(parse_finite(text).ok(), "allowed are finite numbers; all others are voids anyway")
}

fn parse_encoding(text: &str) -> Result<Encoding, Error> {
    require(text.parse().ok(), "allowed are terrarium and terrain-rgb")
}

/// Combines the reading options of the flags.
fn reading(args: &ImportArgs) -> Reading {
    let reading = args.reading.clone().unwrap_or_default();
    let (encoding, void) = (args.encoding.or(reading.encoding), args.void.or(reading.void));
    Reading { encoding, void, ..reading }
}

/// Combines the flags with the defaults for the file.
fn layer_options(args: &ImportArgs, description: &Description) -> Result<MapLayerOptions, Error> {
    let mut choices = description.choices.clone();
    let samples = description.size();
    if let Some(name) = &args.name {
        choices.name.clone_from(name);
    }
    if let Some(spacing_m) = args.spacing {
        choices.size_m = samples.map(|samples| spacing_m * (samples - 1) as f64);
    }
    if let Some(size) = args.size {
        choices.size_m = match size {
            Size::Width(width_m) => [width_m, width_m * (choices.size_m[1] / choices.size_m[0])],
            Size::Both(size_m) => size_m,
        };
    }
    if args.size.is_some() || args.spacing.is_some() {
        choices.fade_m = heightmap::fade_m(choices.size_m);
    }
    if let Some(range_m) = args.height_range {
        choices.range_m = range_m;
        choices.outside_m = heightmap::outside_m(description, &choices);
    }
    choices.middle_m = args.at.unwrap_or(choices.middle_m);
    if let Some(origin) = args.origin {
        let no_position =
            || Error("--origin: the file has no position; give --at instead".to_owned());
        choices.middle_m = description.middle_from(origin).ok_or_else(no_position)?;
        if args.size.is_none() && args.spacing.is_none() {
            choices.size_m = description.size_from(origin, choices.size_m);
            choices.fade_m = heightmap::fade_m(choices.size_m);
        }
    }
    choices.edges = args.edges.unwrap_or(choices.edges);
    choices.fade_m = args.fade.unwrap_or(choices.fade_m);
    choices.outside_m = args.outside.unwrap_or(choices.outside_m);
    choices.embedded = args.embed;
    Ok(choices)
}

/// Inserts the map below the layers of a scene. Also returns the names of the maps that now join
/// it.
fn insert_below(
    mut scene: Scene,
    description: &Description,
    choices: &MapLayerOptions,
) -> Result<(Scene, Vec<String>), Error> {
    let before = scene.recipe.layers.clone();
    scene.recipe.layers = heightmap::insert_below(&before, description, choices)?;
    let has_changed = |layer: &&Layer| !scene.recipe.layers.iter().any(|now| now == *layer);
    let joined = before.iter().filter(has_changed).map(|layer| layer.title().to_owned()).collect();
    Ok((scene, joined))
}

/// Refuses heights beyond ±100 km, which no land has. They are mostly values that mark voids.
fn check_heights(description: &Description, choices: &MapLayerOptions) -> Result<(), Error> {
    const MAX_M: f64 = 100_000.0;
    let [low_m, high_m] = heightmap::height_range_m(description, choices);
    if low_m.abs().max(high_m.abs()) <= MAX_M {
        return Ok(());
    }
    Err(Error(format!(
        "its heights are {low_m} to {high_m} m, allowed are -100000 to 100000: if one of them means \
         \"no height\", name it with --void; otherwise give --height-range"
    )))
}

/// Formats the metadata of a file, one item per line.
fn info(description: &Description) -> String {
    let [columns, rows] = description.size();
    let [low, high] = description.raster.range();
    let mut lines = vec![
        format!("file      {}", text::sanitise(&description.path.display().to_string())),
        format!("form      {}", description.form),
        format!("samples   {columns} × {rows}, from {low} to {high}"),
        match description.unit {
            SampleUnit::Metres(1.0) if description.offset_m == 0.0 => "heights   metres".to_owned(),
            SampleUnit::Metres(metres) => {
                let [low_m, high_m] = heightmap::height_range_m(description, &description.choices);
                let offset = match description.offset_m {
                    0.0 => String::new(),
                    offset_m => format!(" and {offset_m} m added"),
                };
                format!("heights   units of {metres} m{offset}: {low_m:.2} to {high_m:.2} m")
            }
            SampleUnit::UpTo(max) => format!(
                "heights   fractions of a range, from 0 to {max}; give it with --height-range ({} to {} m by default)",
                description.choices.range_m[0], description.choices.range_m[1]
            ),
        },
        match description.voids {
            0 => "voids     none".to_owned(),
            voids => format!("voids     {voids}, filled from the samples around them"),
        },
    ];
    let [width_m, depth_m] = description.choices.size_m;
    lines.push(match description.cell_m {
        Some([east_m, south_m]) => format!(
            "size      {width_m:.1} × {depth_m:.1} m; {east_m:.3} × {south_m:.3} m from sample to sample"
        ),
        None => format!(
            "size      not given; give it with --size ({width_m:.0} × {depth_m:.0} m by default)"
        ),
    });
    lines.push(match description.place {
        Some(MapLocation { system, middle: [east, north] }) => {
            let unit = if system == System::Degrees { "°" } else { " m" };
            format!(
                "place     the middle is {east}{unit} east and {north}{unit} north; import it and its neighbours with --origin {east},{north}"
            )
        }
        None => "place     not given".to_owned(),
    });
    lines.push(format!("hash      {}", description.raster.hash()));
    lines.extend(description.warnings.iter().map(|warning| format!("note      {warning}")));
    lines.join("\n") + "\n"
}
