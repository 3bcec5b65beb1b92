//! What hurts the eye, as figures: draws some places and prints a number for each beside what it
//! was at first and what it should be. `scripts/look` runs it.
//!
//! Luminance is in levels of 255. *hp* is the standard deviation of luminance minus the mean of the
//! 5 × 5 pixels around it. All pictures have 640 × 360 pixels, so that a software driver draws them
//! in seconds; boxes are shares of that. The lands are those of the first version of presets, in
//! which the places were found.

use std::path::{Path, PathBuf};
use std::process::Command;

use image::RgbImage;

const WIDTH: usize = 640;
const HEIGHT: usize = 360;

type Error = Box<dyn std::error::Error>;

/// A part of a picture: columns and rows.
type Area = [std::ops::Range<usize>; 2];

const WHOLE: Area = [0..WIDTH, 0..HEIGHT];

/// A tree on the shore is none of its teeth.
const BARE: &str = "plants.trees=0 plants.boulders=0 plants.grass=0";

const ROCK: &str = "alps --camera 317,10,30,840,890,-2016 --mood noon \
    --set light.sun_azimuth_deg=180";
const SHORE: &str = "fjords --camera 120,-8,1,-2408,484.1,144";
const MIRROR: &str = "alps --camera 42,3,1,1768,216,72 --mood golden-hour \
    --set light.sun_azimuth_deg=110";

/// A picture's luminance.
struct Grey {
    levels: Vec<f64>,
    width: usize,
}

impl Grey {
    fn of(picture: &RgbImage) -> Self {
        let level = |p: &image::Rgb<u8>| {
            let [r, g, b] = p.0.map(f64::from);
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        Self { levels: picture.pixels().map(level).collect(), width: picture.width() as usize }
    }

    fn at(&self, x: usize, y: usize) -> f64 {
        self.levels[x + self.width * y]
    }

    fn part(&self, [columns, rows]: Area) -> Self {
        let width = columns.len();
        let pixel = |y: usize| columns.clone().map(move |x| self.at(x, y));
        Self { levels: rows.flat_map(pixel).collect(), width }
    }

    fn height(&self) -> usize {
        self.levels.len() / self.width
    }

    /// Means of squares of pixels.
    fn shrunk(&self, by: usize) -> Self {
        let width = self.width / by;
        let square = |x: usize, y: usize| {
            mean((0..by * by).map(|i| self.at(by * x + i % by, by * y + i / by)))
        };
        let levels = (0..self.height() / by)
            .flat_map(|y| (0..width).map(move |x| [x, y]))
            .map(|[x, y]| square(x, y));
        Self { levels: levels.collect(), width }
    }

    /// Luminance minus the mean of the 5 × 5 pixels around, without a border of two.
    fn fine(&self) -> Vec<f64> {
        let inner = (2..self.height() - 2).flat_map(|y| (2..self.width - 2).map(move |x| [x, y]));
        inner
            .map(|[x, y]| {
                let around = (0..25).map(|i| self.at(x + i % 5 - 2, y + i / 5 - 2));
                self.at(x, y) - mean(around)
            })
            .collect()
    }

    fn hp(&self) -> f64 {
        deviation(&self.fine())
    }
}

fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = values.into_iter().fold((0.0, 0.0), |(sum, n), x| (sum + x, n + 1.0));
    sum / f64::max(count, 1.0)
}

/// The mean of a power of what is left of the mean.
fn moment(values: &[f64], power: i32) -> f64 {
    let middle = mean(values.iter().copied());
    mean(values.iter().map(|x| (x - middle).powi(power)))
}

fn deviation(values: &[f64]) -> f64 {
    moment(values, 2).sqrt()
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let [of_a, of_b] = [a, b].map(|values| mean(values.iter().copied()));
    let product = mean(a.iter().zip(b).map(|(a, b)| (a - of_a) * (b - of_b)));
    product / (deviation(a) * deviation(b)).max(1e-9)
}

fn share(of: impl IntoIterator<Item = bool>) -> f64 {
    100.0 * mean(of.into_iter().map(f64::from))
}

/// The row of each column at which land begins, seen from below; `None` where none does. Of the
/// shares of materials at every pixel: colours would take mirrored land for land.
fn shores(materials: &Path) -> Result<Vec<Option<usize>>, Error> {
    let image = exr::prelude::read_first_flat_layer_from_file(materials)?;
    let mut dry = vec![0.0; WIDTH * HEIGHT];
    for channel in &image.layer_data.channel_data.list {
        let sign = if channel.name.eq("water") { -1.0 } else { 1.0 };
        let shares = channel.sample_data.values_as_f32();
        dry.iter_mut().zip(shares).for_each(|(dry, share)| *dry += sign * share);
    }
    let shore = |x| (0..HEIGHT).rev().find(|y| dry[y * WIDTH + x] > 0.0);
    Ok((0..WIDTH).map(shore).collect())
}

/// How many columns have their shore two or more pixels above the median of those around.
fn teeth(shores: &[Option<usize>]) -> f64 {
    let is_tooth = |i: usize| {
        let near = &shores[i.saturating_sub(30)..shores.len().min(i + 31)];
        let mut rows: Vec<usize> = near.iter().flatten().copied().collect();
        rows.sort_unstable();
        shores[i].zip(rows.get(rows.len() / 2)).is_some_and(|(row, middle)| row + 2 <= *middle)
    };
    share((0..shores.len()).map(is_tooth))
}

/// How much brighter the water below a shore is than the land above it.
fn water_over_land(grey: &Grey, shores: &[Option<usize>]) -> f64 {
    let column = |(x, row): (usize, &Option<usize>)| {
        let row = row.filter(|row| (10..HEIGHT - 12).contains(row))?;
        let rows = |from: usize| mean((from..from + 6).map(|y| grey.at(x, y)));
        Some(rows(row + 3) - rows(row - 8))
    };
    mean(shores.iter().enumerate().filter_map(column))
}

/// The fourth moment of the gradient over the square of the second: 3 of plain noise.
fn kurtosis(grey: &Grey) -> f64 {
    let steps = (0..grey.height())
        .flat_map(|y| (1..grey.width).map(move |x| grey.at(x, y) - grey.at(x - 1, y)));
    let steps: Vec<f64> = steps.collect();
    moment(&steps, 4) / moment(&steps, 2).powi(2).max(1e-9)
}

/// What is left of rows when each has lost its best cubic: clouds, but no smooth sky.
fn over_cubic(grey: &Grey) -> f64 {
    let n = grey.width;
    let mut left = Vec::new();
    for y in 0..grey.height() {
        let mut row: Vec<f64> = (0..n).map(|x| grey.at(x, y)).collect();
        let mut basis: Vec<Vec<f64>> = Vec::new();
        for power in 0..4 {
            let x = |i: usize| 2.0 * i as f64 / (n - 1) as f64 - 1.0;
            let mut own: Vec<f64> = (0..n).map(|i| x(i).powi(power)).collect();
            for other in &basis {
                take(&mut own, other);
            }
            let length = own.iter().map(|c| c * c).sum::<f64>().sqrt();
            own.iter_mut().for_each(|c| *c /= length);
            take(&mut row, &own);
            basis.push(own);
        }
        left.extend(row);
    }
    deviation(&left)
}

/// Takes from a vector what lies along a unit vector.
fn take(from: &mut [f64], unit: &[f64]) {
    let along: f64 = from.iter().zip(unit).map(|(a, b)| a * b).sum();
    from.iter_mut().zip(unit).for_each(|(a, b)| *a -= along * b);
}

/// The mean level between two distances from the middle.
fn ring(grey: &Grey, from: f64, to: f64) -> f64 {
    let away = |x: usize, y: usize| {
        (x as f64 + 0.5 - WIDTH as f64 / 2.0).hypot(y as f64 + 0.5 - HEIGHT as f64 / 2.0)
    };
    let pixels = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| [x, y]));
    mean(pixels.filter(|[x, y]| (from..to).contains(&away(*x, *y))).map(|[x, y]| grey.at(x, y)))
}

/// The highest correlation of columns with themselves some rows further down.
fn repeats(grey: &Grey) -> f64 {
    let height = grey.height();
    let column = |x: usize| (0..height).map(|y| grey.at(x, y)).collect::<Vec<_>>();
    // Without what is larger than layers look.
    let flat = |values: Vec<f64>| -> Vec<f64> {
        let near = |i: usize| &values[i.saturating_sub(12)..values.len().min(i + 13)];
        (0..values.len()).map(|i| values[i] - mean(near(i).iter().copied())).collect()
    };
    let columns: Vec<Vec<f64>> = (0..grey.width).map(|x| flat(column(x))).collect();
    let at = |lag: usize| mean(columns.iter().map(|c| correlation(&c[..height - lag], &c[lag..])));
    (4..28).map(at).fold(f64::NEG_INFINITY, f64::max)
}

/// The level below which one pixel of a hundred lies.
fn darkest(grey: &Grey) -> f64 {
    let mut levels = grey.levels.clone();
    levels.sort_by(f64::total_cmp);
    levels[levels.len() / 100]
}

/// Draws with the program.
struct Pictures {
    program: PathBuf,
    folder: PathBuf,
}

impl Pictures {
    fn draw(&self, name: &str, scene: &str) -> Result<RgbImage, Error> {
        let file = self.folder.join(format!("{name}.png"));
        self.render(&file, scene)?;
        Ok(image::open(&file)?.to_rgb8())
    }

    fn render(&self, file: &Path, scene: &str) -> Result<(), Error> {
        let size = format!("{WIDTH}x{HEIGHT}");
        let done = Command::new(&self.program)
            .args(["render", "--quiet", "--force", "--version", "1", "--size", &size, "--out"])
            .arg(file)
            .args(scene.split_whitespace())
            .status()?;
        if !done.success() {
            return Err(format!("{}: orogen render {scene}: {done}", file.display()).into());
        }
        Ok(())
    }

    fn grey(&self, name: &str, scene: &str) -> Result<Grey, Error> {
        Ok(Grey::of(&self.draw(name, scene)?))
    }

    /// Where the land of a picture begins over its water.
    fn shores(&self, name: &str, scene: &str) -> Result<Vec<Option<usize>>, Error> {
        let bare: String = BARE.split_whitespace().map(|set| format!(" --set {set}")).collect();
        let file = self.folder.join(format!("{name}.exr"));
        self.render(&file, &format!("{scene}{bare} --pass material"))?;
        shores(&file)
    }
}

fn print(probe: &str, found: String, first: &str, goal: &str) {
    println!("| {probe} | {found} | {first} | {goal} |");
}

fn main() -> Result<(), Error> {
    let target = Path::new(env!("CARGO_BIN_EXE_orogen"));
    let program = std::env::var_os("OROGEN").map_or(target.to_owned(), PathBuf::from);
    let folder = std::env::var_os("OUT").map_or(target.with_file_name("look"), PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    let pictures = Pictures { program, folder };
    println!("| probe at {WIDTH}×{HEIGHT} | now | version 0.1.0 | goal |\n|---|---|---|---|");

    let wall = |away_m: u32| ROCK.replace(",30,", &format!(",{away_m},"));
    let near = pictures.grey("wall-near", &wall(600))?.shrunk(4);
    let middle = [WIDTH * 3 / 8..WIDTH * 5 / 8, HEIGHT * 3 / 8..HEIGHT * 5 / 8];
    let far = pictures.grey("wall-far", &wall(2400))?.part(middle);
    let alike = correlation(&near.fine(), &far.fine());
    let kept = format!("{:.2}; {alike:.2}", far.hp() / near.hp());
    print("detail kept from 2400 m; its correlation", kept, FIRST[0], "≥ 0.9; ≥ 0.5");

    let shore = pictures.shores("waterline", SHORE)?;
    pictures.draw("waterline", SHORE)?;
    print("waterline: teeth", format!("{:.1} %", teeth(&shore)), FIRST[1], "< 1 %");

    let shore = pictures.shores("mirror", MIRROR)?;
    let over = water_over_land(&pictures.grey("mirror", MIRROR)?, &shore);
    print("water minus the land above it", format!("{over:.0}"), FIRST[2], "< 60");

    let [high, ultra] = ["high", "ultra"]
        .map(|tier| pictures.grey(&format!("alps-{tier}"), &format!("alps --quality {tier}")));
    let (high, ultra) = (high?, ultra?);
    let away = [300..450, 150..215];
    let (a, b) = (high.part(away.clone()), ultra.part(away));
    let off = share(a.levels.iter().zip(&b.levels).map(|(a, b)| (a - b).abs() > 12.0));
    print("far shadow: high against ultra", format!("{off:.0} %"), FIRST[3], "< 5 %");

    let shade = pictures.grey("shade", "alps --seed 5")?.part([25..325, 100..225]).hp();
    print("shade: hp", format!("{shade:.1}"), FIRST[4], "> 4");

    let low = [0..WIDTH, HEIGHT - 60..HEIGHT];
    let feet =
        ["rolling-hills --camera 300,5,1,1192,145.2,2232", "alps --camera 42,12,1,1700,300,160"];
    let mut found = Vec::new();
    for (i, place) in feet.iter().enumerate() {
        let hp = pictures.grey(&format!("underfoot-{i}"), place)?.part(low.clone()).hp();
        found.push(format!("{hp:.1}"));
    }
    print("underfoot: hp, two places", found.join("; "), FIRST[5], "> 5");

    let torn = kurtosis(&pictures.grey("rock", ROCK)?);
    print("tears: kurtosis of the gradient", format!("{torn:.0}"), FIRST[6], "< 12");

    let sky = over_cubic(&high.part([0..WIDTH, 0..40]));
    print("sky: left of a cubic a row", format!("{sky:.1}"), FIRST[7], "> 5");

    let at_sun = "fjords --camera 345,-4,1,0,1500,0 --set light.sun_azimuth_deg=345 \
        --set light.sun_elevation_deg=4";
    let sun = pictures.draw("sun", at_sun)?;
    let grey = Grey::of(&sun);
    let disc = ring(&grey, 0.0, 3.0) - ring(&grey, 9.0, 14.0);
    let clipped = share(sun.pixels().map(|p| p.0.iter().any(|c| *c >= 254)));
    let found = format!("{disc:+.0}; {clipped:.1} %");
    print("sun's disc minus its ring; clipped", found, FIRST[8], "> +4; < 8 %");

    let layers = repeats(&high.part([150..320, 110..200]));
    print("strata: repeats", format!("{layers:.2}"), FIRST[9], "< 0.15");

    let above = darkest(&pictures.grey("above", "alps --camera 290,50,9000,0,400,0")?.part(WHOLE));
    print("from above: the darkest 1 %", format!("{above:.0}"), FIRST[10], "< 60");
    Ok(())
}

/// The figures of version 0.1.0, in the order of the probes.
const FIRST: [&str; 11] = [
    "1.01; 0.12",
    "3.1 %",
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
