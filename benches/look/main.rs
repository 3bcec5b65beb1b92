//! Measures visible flaws: draws some places and prints a number for each flaw, with its value in
//! version 0.1.0 and its goal. `scripts/look` runs it.
//!
//! Luminance goes from 0 to 255. The mean of the 5 × 5 pixels around each pixel is subtracted from
//! the pixel's luminance; *hp* (high-pass) is the standard deviation of these differences. Pictures
//! have 640 × 360 pixels, so that a software driver draws them in seconds, and lands have recipe
//! version 1, in which the flaws were found. Those of `near.rs` are larger and newer.

mod measures;
mod near;
mod pose;

use std::path::{Path, PathBuf};
use std::process::Command;

use image::RgbImage;

use self::measures::{
    Area, Grey, correlation, dark_percentile, deviation_from_cubics, kurtosis,
    max_self_correlation, percentage, ring_mean, water_over_land,
};
use self::pose::DepthView;

const WIDTH: usize = 640;
const HEIGHT: usize = 360;

type Error = Box<dyn std::error::Error>;

const WHOLE: Area = [0..WIDTH, 0..HEIGHT];

/// Settings without plants: trees on the shore would count as jagged parts of the waterline.
const BARE: &str = "plants.trees=0 plants.boulders=0 plants.grass=0";

const ROCK: &str = "alps --camera 317,10,30,840,890,-2016 --mood noon \
    --set light.sun_azimuth_deg=180";
const SHORE: &str = "fjords --camera 120,-8,1,-2408,484.1,144";
const MIRROR: &str = "alps --camera 42,3,1,1768,216,72 --mood golden-hour \
    --set light.sun_azimuth_deg=110";

/// Returns for each column the row at which land begins above the column's lowest water, or `None`
/// for a column without such a row. Reads the material pass, because in the colours a reflection
/// of land looks like land.
fn shores(materials: &Path) -> Result<Vec<Option<usize>>, Error> {
    let image = exr::prelude::read_first_flat_layer_from_file(materials)?;
    let mut dry = vec![0.0; WIDTH * HEIGHT];
    for channel in &image.layer_data.channel_data.list {
        let sign = if channel.name.eq("water") { -1.0 } else { 1.0 };
        let shares = channel.sample_data.values_as_f32();
        dry.iter_mut().zip(shares).for_each(|(dry, share)| *dry += sign * share);
    }
    let shore = |x| {
        let mut from_below = (0..HEIGHT).rev();
        from_below.find(|y| dry[y * WIDTH + x] < 0.0)?;
        from_below.find(|y| dry[y * WIDTH + x] > 0.0)
    };
    Ok((0..WIDTH).map(shore).collect())
}

/// Draws pictures by running the program.
struct Pictures {
    program: PathBuf,
    folder: PathBuf,
    /// The options of all pictures.
    options: String,
}

impl Pictures {
    fn draw(&self, name: &str, scene: &str) -> Result<RgbImage, Error> {
        let file = self.folder.join(format!("{name}.png"));
        self.render(&file, scene)?;
        Ok(image::open(&file)?.to_rgb8())
    }

    fn render(&self, file: &Path, scene: &str) -> Result<(), Error> {
        let status = Command::new(&self.program)
            .args(["render", "--quiet", "--force", "--out"])
            .arg(file)
            .args(self.options.split_whitespace())
            .args(scene.split_whitespace())
            .status()?;
        if !status.success() {
            return Err(format!("{}: orogen render {scene}: {status}", file.display()).into());
        }
        Ok(())
    }

    fn grey(&self, name: &str, scene: &str) -> Result<Grey, Error> {
        Ok(Grey::of(&self.draw(name, scene)?))
    }

    /// Draws the depth of a picture, and returns it with the camera.
    fn depth_view(&self, name: &str, scene: &str) -> Result<DepthView, Error> {
        let file = self.folder.join(format!("{name}-depth.exr"));
        self.render(&file, &format!("{scene} --pass depth"))?;
        DepthView::new(scene, &file)
    }

    /// Draws the materials of a picture, and returns its [`shores`].
    fn shores(&self, name: &str, scene: &str) -> Result<Vec<Option<usize>>, Error> {
        let file = self.folder.join(format!("{name}.exr"));
        self.render(&file, &format!("{scene}{} --pass material", bare()))?;
        shores(&file)
    }
}

/// Returns the command-line options that remove plants and boulders.
fn bare() -> String {
    BARE.split_whitespace().map(|set| format!(" --set {set}")).collect()
}

fn print(probe: &str, found: String, in_0_1_0: &str, goal: &str) {
    println!("| {probe} | {found} | {in_0_1_0} | {goal} |");
}

fn main() -> Result<(), Error> {
    let built_program = Path::new(env!("CARGO_BIN_EXE_orogen"));
    let program = std::env::var_os("OROGEN").map_or(built_program.to_owned(), PathBuf::from);
    let folder =
        std::env::var_os("OUT").map_or(built_program.with_file_name("look"), PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    let options = "--size 960x540".to_owned();
    near::measure(&Pictures { program: program.clone(), folder: folder.clone(), options })?;
    let options = format!("--recipe-version 1 --size {WIDTH}x{HEIGHT}");
    let pictures = Pictures { program, folder, options };
    println!("\n| probe at {WIDTH}×{HEIGHT} | now | version 0.1.0 | goal |\n|---|---|---|---|");

    let wall = |away_m: u32| ROCK.replace(",30,", &format!(",{away_m},"));
    let near_wall = pictures.grey("wall-near", &wall(600))?;
    let far_wall = pictures.grey("wall-far", &wall(2400))?;
    let middle = [WIDTH * 3 / 8..WIDTH * 5 / 8, HEIGHT * 3 / 8..HEIGHT * 5 / 8];
    let (small, part) = (near_wall.shrunk(4), far_wall.part(middle));
    let kept = part.high_pass_deviation() / small.high_pass_deviation();
    // Only at the centre does a pixel show the same point from both cameras. Elsewhere a comparison
    // by pixel compares different points.
    let by_pixel = correlation(&small.fine_detail(), &part.fine_detail());
    let [from_near, from_far] = [("wall-near", 600), ("wall-far", 2400)]
        .map(|(name, m)| pictures.depth_view(name, &wall(m)));
    let same_points = from_far?.detail_correlation(&far_wall, &from_near?, &near_wall);
    let found = format!("{kept:.2}; {same_points:.2} ({by_pixel:.2})");
    print(
        "detail: share kept at 2400 m; correlation at the same points (pixel by pixel)",
        found,
        VERSION_0_1_0[0],
        "≥ 0.9; ≥ 0.5",
    );

    let shore = pictures.shores("waterline", SHORE)?;
    pictures.draw("waterline", SHORE)?;
    let climbing =
        pictures.depth_view("waterline", &format!("{SHORE}{}", bare()))?.climbing_columns(&shore);
    print(
        "waterline: columns where water climbs the land",
        format!("{climbing:.1} %"),
        VERSION_0_1_0[1],
        "< 1 %",
    );

    let shore = pictures.shores("mirror", MIRROR)?;
    let excess = water_over_land(&pictures.grey("mirror", MIRROR)?, &shore);
    print(
        "mirror: luminance of the water minus that of the land above it",
        format!("{excess:.0}"),
        VERSION_0_1_0[2],
        "< 60",
    );

    let [high, ultra] = ["high", "ultra"]
        .map(|tier| pictures.grey(&format!("alps-{tier}"), &format!("alps --quality {tier}")));
    let (high, ultra) = (high?, ultra?);
    let far_area = [300..450, 150..215];
    let (a, b) = (high.part(far_area.clone()), ultra.part(far_area));
    let differing = percentage(a.levels.iter().zip(&b.levels).map(|(a, b)| (a - b).abs() > 12.0));
    print(
        "far shadow: pixels that differ between high and ultra quality",
        format!("{differing:.0} %"),
        VERSION_0_1_0[3],
        "< 5 %",
    );

    let shade =
        pictures.grey("shade", "alps --seed 5")?.part([25..325, 100..225]).high_pass_deviation();
    print("shade: hp", format!("{shade:.1}"), VERSION_0_1_0[4], "> 4");

    let low = [0..WIDTH, HEIGHT - 60..HEIGHT];
    let views_underfoot =
        ["rolling-hills --camera 300,5,1,1192,145.2,2232", "alps --camera 42,12,1,1700,300,160"];
    let mut found = Vec::new();
    for (i, place) in views_underfoot.iter().enumerate() {
        let hp = pictures
            .grey(&format!("underfoot-{i}"), place)?
            .part(low.clone())
            .high_pass_deviation();
        found.push(format!("{hp:.1}"));
    }
    print("underfoot: hp, two places", found.join("; "), VERSION_0_1_0[5], "> 5");

    let kurtosis_of_rock = kurtosis(&pictures.grey("rock", ROCK)?);
    print(
        "tears: kurtosis of the gradient",
        format!("{kurtosis_of_rock:.0}"),
        VERSION_0_1_0[6],
        "< 12",
    );

    let sky = deviation_from_cubics(&high.part([0..WIDTH, 0..40]));
    print("sky: deviation of rows from cubics", format!("{sky:.1}"), VERSION_0_1_0[7], "> 5");

    let at_sun = "fjords --camera 345,-4,1,0,1500,0 --set light.sun_azimuth_deg=345 \
        --set light.sun_elevation_deg=4";
    let sun = pictures.draw("sun", at_sun)?;
    let grey = Grey::of(&sun);
    let disc = ring_mean(&grey, 0.0, 3.0) - ring_mean(&grey, 9.0, 14.0);
    let clipped = percentage(sun.pixels().map(|p| p.0.iter().any(|c| *c >= 254)));
    let found = format!("{disc:+.0}; {clipped:.1} %");
    print(
        "sun: luminance of the disc minus that around it; clipped pixels",
        found,
        VERSION_0_1_0[8],
        "> +4; < 8 %",
    );

    let layers = max_self_correlation(&high.part([150..320, 110..200]));
    print(
        "strata: correlation with a shifted copy",
        format!("{layers:.2}"),
        VERSION_0_1_0[9],
        "< 0.15",
    );

    let above =
        dark_percentile(&pictures.grey("above", "alps --camera 290,50,9000,0,400,0")?.part(WHOLE));
    print(
        "from above: luminance of the darkest 1 %",
        format!("{above:.0}"),
        VERSION_0_1_0[10],
        "< 60",
    );
    Ok(())
}

/// The figures of version 0.1.0, in the order of the probes.
const VERSION_0_1_0: [&str; 11] = [
    "1.01; – (0.12)",
    "3.1 % by the median of columns",
    "148",
    "43 %",
    "2.1",
    "3.2; 3.6",
    "23",
    "0.5",
    "-3; 32.0 %",
    "0.06",
    "112",
];
