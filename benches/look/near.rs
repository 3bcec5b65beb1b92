//! Measures flaws within three kilometres of the eye, and of clouds. The pictures have 960 × 540
//! pixels and the current recipe version.

use image::RgbImage;

use super::measures::{Grey, coherence, deviation, mean, percentage};
use super::{Error, Pictures, print};

const CLIFF: &str = "canyon --camera 56,3,50,1440,310.2,320 --set light.sun_azimuth_deg=250 \
    --set light.sun_elevation_deg=35";
const WALL: &str = "alps --camera 90,3,30,800,-361.3,1120 --set light.sun_azimuth_deg=240 \
    --set light.sun_elevation_deg=35";
const SEAM: &str = "loess --camera 50,12,3600,0,40,0";
const CLOUDS_END: &str = "desert-ranges --camera 110,12,9000,0,200,0";
const CIRRUS: &str = "mountains --camera 300,4,9000,0,500,0 --set camera.lens_mm=100 \
    --set light.sun_elevation_deg=8 --set light.sun_azimuth_deg=310 --set clouds.low=0";
const WOOD: &str = "alps --camera 70,-12,10,-687.97,-929.83,15.92 --mood noon";
const ABOVE: &str = "alps --camera 60,12,10,0,6500,0";

/// The ratio of red to green above which a pixel of the cliff is rock.
const MIN_ROCK_REDNESS: f64 = 1.42;
/// The row above the rim at which the search for rock begins.
const RIM_START_ROW: usize = 245;
/// The row of clouds with a seam.
const SEAM_ROW: usize = 95;
/// The row where the land ends below clouds.
const CLOUDS_END_ROW: usize = 131;
/// The rows of the sky above the mountains with cirrus.
const SKY_ROWS: std::ops::Range<usize> = 0..150;
/// The luminance by which a streak exceeds its surroundings.
const STREAK_CONTRAST: f64 = 4.0;
/// The greatest height of a dash, in rows.
const MAX_DASH_ROWS: usize = 3;
/// The luminance below which a pixel is dark.
const DARK_LUMINANCE: f64 = 16.0;
/// The luminance by which clouds exceed the land that they hide.
const CLOUD_CONTRAST: f64 = 30.0;

/// Draws the places and prints a line for each flaw.
pub fn measure(pictures: &Pictures) -> Result<(), Error> {
    println!("| probe at 960×540 | now | version 0.1.0 | goal |\n|---|---|---|---|");
    let cliff = pictures.draw("cliff", CLIFF)?;
    let found = format!("{:.0}", deviation(&rim(&cliff)));
    print("rim: deviation of the border of rock in pixels", found, "35", "< 6");

    let wall = pictures.draw("wall", WALL)?;
    let found = format!("{:.2}", coherence(&Grey::of(&wall)));
    print("rock: coherence of the structure tensor", found, "0.25", "> 0.45");
    let found = format!("{:.2} %", 100.0 * deviation(&reds(&wall)));
    print("rock: deviation of the share of red", found, "0.46 %", "> 1.2 %");

    for (name, scene, row, known, goal) in [
        ("seam", SEAM, SEAM_ROW, "1.9", "< 1.2"),
        ("clouds-end", CLOUDS_END, CLOUDS_END_ROW, "5.8", "< 1.5"),
    ] {
        let found = format!("{:.1}", step(&pictures.grey(name, scene)?, row));
        print(&format!("{name}: step between rows relative to other rows"), found, known, goal);
    }

    let sky = pictures.grey("cirrus", CIRRUS)?.part([0..960, SKY_ROWS]);
    let found = format!("{:.0} %", dashes(&sky));
    print("cirrus: bright runs of columns of at most 3 rows", found, "93 %", "< 30 %");

    let wood = pictures.grey("wood", WOOD)?;
    let dark = percentage(wood.levels.iter().map(|level| *level < DARK_LUMINANCE));
    print("wood at noon: dark pixels", format!("{dark:.0} %"), "70 %", "< 10 %");

    let [clear, cloudy] = [0.0, 0.4].map(|cover| {
        let scene = format!("{ABOVE} --set clouds.low={cover}");
        pictures.grey(&format!("above-{cover}"), &scene)
    });
    // The lower half shows land up to a distance of some kilometres.
    let [clear, cloudy] = [clear?, cloudy?].map(|grey| grey.part([0..960, 270..540]));
    let hidden =
        percentage(clear.levels.iter().zip(&cloudy.levels).map(|(a, b)| b - a > CLOUD_CONTRAST));
    let found = format!("{hidden:.0} %");
    print("clouds from above: land that a cover of 0.4 hides", found, "0 %", "25–45 %");
    Ok(())
}

/// Returns the row of the rim for each column with rock: the first row of rock from
/// [`RIM_START_ROW`] down.
fn rim(picture: &RgbImage) -> Vec<f64> {
    let is_rock = |x: u32, y: u32| {
        let [red, green, _] = picture.get_pixel(x, y).0.map(f64::from);
        red > MIN_ROCK_REDNESS * green.max(1.0)
    };
    let row = |x: u32| (RIM_START_ROW as u32..picture.height()).find(|y| is_rock(x, *y));
    (0..picture.width()).filter_map(row).map(f64::from).collect()
}

/// Returns the share of red in each pixel.
fn reds(picture: &RgbImage) -> Vec<f64> {
    let red = |p: &image::Rgb<u8>| {
        let [red, green, blue] = p.0.map(f64::from);
        red / (red + green + blue).max(1.0)
    };
    picture.pixels().map(red).collect()
}

/// Returns the largest step between neighbouring rows near a row, relative to the mean step of the
/// rows above and below.
fn step(grey: &Grey, row: usize) -> f64 {
    let change =
        |y: usize| mean((0..grey.width).map(|x| (grey.at(x, y) - grey.at(x, y - 1)).abs()));
    let here = (row - 2..=row + 2).map(change).fold(0.0, f64::max);
    let rows_around = (row - 8..row - 2).chain(row + 3..=row + 8);
    here / mean(rows_around.map(change)).max(1e-9)
}

/// Returns the percentage of bright runs in columns that are at most [`MAX_DASH_ROWS`] rows high.
fn dashes(sky: &Grey) -> f64 {
    let mut runs = Vec::new();
    for x in 0..sky.width {
        let mut length = 0;
        for y in 12..sky.height() - 12 {
            let around = mean((y - 12..=y + 12).map(|y| sky.at(x, y)));
            if sky.at(x, y) > around + STREAK_CONTRAST {
                length += 1;
            } else if length > 0 {
                runs.push(length);
                length = 0;
            }
        }
    }
    percentage(runs.iter().map(|length| *length <= MAX_DASH_ROWS))
}
