//! The build-up as a figure. For each stop it draws a profile of the land, a histogram of heights
//! and a spectrum, with the previous stop's curves as pale ghosts.

use crate::build_up::{self, STOPS, Stop, changes_land};
use crate::meters::{SampleSquare, Spectrum};
use crate::plot::round_step;
use crate::screens::prelude::*;
use orogen_terrain::thumbnail::thumbnail;
use orogen_terrain::{Land, Scene};

/// The captions of the steps.
const DOCS: [&str; STOPS.len()] = {
    let mut docs = [""; STOPS.len()];
    let mut i = 0;
    while i < docs.len() {
        docs[i] = STOPS[i].doc;
        i += 1;
    }
    docs
};

pub(super) static BUILD_UP: FigureRow = FigureRow {
    name: "build-up",
    screen: Screen::Mountain,
    title: "Build a mountain",
    question: "How does noise become a mountain?",
    steps: &DOCS,
    reproduces: &[("E9", 6), ("E11", 12), ("E13", 12), ("E14", 12)],
    controls: &[
        Control::number(
            "build-up.slide",
            "Progress",
            (0.0, 1.0, 1.0),
            "The progress of the step: at 0 the land is as at the end of the step before.",
        ),
        Control::toggle(
            "build-up.value",
            "Value noise",
            false,
            "Starts with numbers at lattice points instead of slopes: blocky land.",
        ),
        Control::toggle(
            "build-up.picture",
            "Small picture",
            false,
            "Also draws the land in the figure, for exported files.",
        ),
    ],
    code: &[
        "let fade = |t: f64| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);",
        "let mut height = 0.0;",
        "for octave in 0..octaves {",
        "    let p = warp(p) * lacunarity.powi(octave);",
        "    height += gain.powi(octave) * noise(p, fade);",
        "}",
        "height = height.signum() * height.abs().powf(exponent);",
        "height = layers(p, height * height_m);",
        "height -= erosion(p, height, slope);",
        "let water = height < sea_level;",
        "let material = material(height, slope, water);",
    ],
    draw,
    challenge: Challenge {
        task: "Go to the step where creases appear, and then to the first step without creases.",
        hint: "Low light shows the creases of the linear fade. Which fade starts and ends level?",
        is_solved: |c| STOPS[c.step()].stop == Stop::Cubic,
    },
};

/// The number of steps along the profile.
const PROFILE_STEPS: usize = 240;
/// Cells of the first octave that the profile crosses.
const CELLS: f64 = 4.0;
/// Samples per side of the measured square.
const SIDE: usize = 64;

/// The measurements of the land at a moment of the build-up.
struct MomentMeasurements {
    profile_m: Vec<f64>,
    heights_m: Vec<f64>,
    /// Pairs of frequency (cycles per cell) and decibels; empty for flat land.
    spectrum: Vec<[f64; 2]>,
}

impl MomentMeasurements {
    fn of(scene: &Scene, centre_m: [f64; 2], cell_m: f64) -> Option<Self> {
        let land = Land::new(&scene.recipe).ok()?;
        let step_m = CELLS * cell_m / PROFILE_STEPS as f64;
        let x = |i: usize| centre_m[0] + (i as f64 - 0.5 * PROFILE_STEPS as f64) * step_m;
        let columns: Vec<f64> = (0..=PROFILE_STEPS).map(x).collect();
        let profile = land.fill_at([&columns, &[centre_m[1]]], step_m);
        let field = SampleSquare::of_land(&land, SIDE, CELLS * cell_m / SIDE as f64, centre_m);
        let is_flat = field.values.iter().all(|h| *h == field.values[0]);
        let cells = |[frequency, db]: [f64; 2]| [frequency * cell_m, db];
        let spectrum = match is_flat {
            true => vec![],
            false => Spectrum::of(&field).cut_db().into_iter().map(cells).collect(),
        };
        let profile_m = profile.into_iter().map(f64::from).collect();
        Some(Self { profile_m, heights_m: field.values, spectrum })
    }
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(700.0, 470.0);
    let index = c.step();
    let row = &STOPS[index];
    let (progress, is_value_noise) = (c.value("build-up.slide"), c.is_on("build-up.value"));
    let moment = build_up::scene(c.scene, row.stop, progress, is_value_noise);
    let previous_stop = STOPS[index.saturating_sub(1)].stop;
    let previous_moment = build_up::scene(c.scene, previous_stop, 1.0, is_value_noise);
    let (centre_m, cell_m) = (c.position_m(), 1.0 / c.frequency_per_m());
    let now = MomentMeasurements::of(&moment, centre_m, cell_m);
    let previous =
        (index > 0).then(|| MomentMeasurements::of(&previous_moment, centre_m, cell_m)).flatten();
    draw_timeline(&mut d, c, index);
    if let Some(now) = &now {
        let sea_m = moment.recipe.world.sea_level_m;
        let range = range(now, previous.as_ref());
        draw_profile(&mut d, now, previous.as_ref(), (range, sea_m), cell_m);
        draw_histogram(&mut d, now, previous.as_ref(), range);
        draw_spectrum(&mut d, now, previous.as_ref());
    }
    if c.is_on("build-up.picture") {
        let (columns, rows) = (220, 124);
        let pixels = thumbnail(&moment, columns, rows).into();
        let size = [columns as f64, rows as f64];
        d.add(
            "",
            Ink::Text,
            Shape::Raster { at: [470.0, 56.0], size, columns, pixels, smooth: true },
        );
    }
    d.code_line = Some([1, 4, 4, 4, 0, 4, 2, 3, 6, 7, 8, 9, 10][index]);
    d.caption = match changes_land(&c.scene.recipe, row.stop) {
        true => row.doc.to_owned(),
        false => format!("{} It does not change this land.", row.doc),
    };
    d
}

/// Draws a dot for each stop, joined by a line. Dots of stops that change nothing are hollow.
fn draw_timeline(d: &mut Drawing, c: &Context, index: usize) {
    let at = |i: usize| -> Place { [30.0 + 53.0 * i as f64, 26.0] };
    d.line("", Ink::Grid, 2.0, vec![at(0), at(STOPS.len() - 1)]);
    for (i, row) in STOPS.iter().enumerate() {
        let ink = if i == index { Ink::Accent } else { Ink::Axis };
        let radius = if i == index { 7.0 } else { 4.5 };
        match changes_land(&c.scene.recipe, row.stop) {
            true => d.disc("", ink, at(i), radius),
            false => d.circle("", ink, at(i), radius),
        };
        let [x, y] = at(i);
        let ink = if i == index { Ink::Text } else { Ink::Muted };
        let below = if i % 2 == 0 { 18.0 } else { 32.0 };
        d.text(ink, 11.0, [x, y + below], Anchor::Middle, row.name);
    }
}

/// A range with round limits that contains all heights of both moments.
fn range(now: &MomentMeasurements, previous: Option<&MomentMeasurements>) -> [f64; 2] {
    let heights_of = |m: &MomentMeasurements| {
        m.profile_m.iter().chain(&m.heights_m).copied().collect::<Vec<_>>()
    };
    let heights = previous.map(heights_of).unwrap_or_default().into_iter().chain(heights_of(now));
    let (low, high) = heights.fold((-1.0f64, 1.0f64), |(low, high), h| (low.min(h), high.max(h)));
    let step = round_step(high - low, 5.0);
    [(low / step).floor() * step, (high / step).ceil() * step]
}

fn draw_profile(
    d: &mut Drawing,
    now: &MomentMeasurements,
    previous: Option<&MomentMeasurements>,
    (y, sea_m): ([f64; 2], f64),
    cell_m: f64,
) {
    let half = 0.5 * CELLS * cell_m;
    let plot = Plot { at: [70.0, 84.0], size: [600.0, 150.0], x: [-half, half], y };
    d.text(
        Ink::Muted,
        11.0,
        [70.0, 72.0],
        Anchor::Left,
        "height in metres, through p from west to east",
    );
    plot.draw_axes(d, [round_step(2.0 * half, 5.0), round_step(y[1] - y[0], 5.0)]);
    let places = |heights: &[f64]| -> Vec<Place> {
        let x = |i: usize| -half + 2.0 * half * i as f64 / PROFILE_STEPS as f64;
        heights.iter().enumerate().map(|(i, h)| plot.place([x(i), *h])).collect()
    };
    if (y[0]..y[1]).contains(&sea_m) {
        let level = vec![plot.place([-half, sea_m]), plot.place([half, sea_m])];
        d.dashed("sea", Ink::Corner(3), 1.5, level);
        let [x, y] = plot.place([half, sea_m]);
        d.text(Ink::Corner(3), 11.0, [x - 4.0, y - 8.0], Anchor::Right, "sea");
    }
    if let Some(previous) = previous {
        d.line("ghost", Ink::Ghost, 1.5, places(&previous.profile_m));
    }
    d.line("profile", Ink::Noise, 2.0, places(&now.profile_m));
    let at_p = now.profile_m[PROFILE_STEPS / 2];
    let p = plot.place([0.0, at_p]);
    d.disc("p", Ink::Point, p, 5.0);
    let readout = Readout::new("p: ", "height_m", at_p, 1);
    d.number("p", Ink::Text, ([p[0] + 8.0, p[1] - 10.0], Anchor::Left), readout);
}

fn draw_histogram(
    d: &mut Drawing,
    now: &MomentMeasurements,
    previous: Option<&MomentMeasurements>,
    x: [f64; 2],
) {
    const BINS: usize = 40;
    let plot = Plot { at: [70.0, 296.0], size: [270.0, 130.0], x, y: [0.0, 1.0] };
    d.text(Ink::Muted, 11.0, [70.0, 282.0], Anchor::Left, "how often each height occurs");
    plot.draw_axes(d, [round_step(x[1] - x[0], 5.0), 2.0]);
    let bar_heights = |m: &MomentMeasurements| {
        let mut counts = [0.0; BINS];
        for h in &m.heights_m {
            let bin = (h - x[0]) / (x[1] - x[0]) * BINS as f64;
            counts[(bin as usize).min(BINS - 1)] += 1.0;
        }
        let max_count = counts.iter().fold(1.0, |a: f64, b| a.max(*b));
        counts.map(|count| count / max_count)
    };
    let width = (x[1] - x[0]) / BINS as f64;
    let outline = |bar_heights: [f64; BINS]| -> Vec<Place> {
        let corner = |i: usize, side: usize| [x[0] + (i + side) as f64 * width, bar_heights[i]];
        (0..BINS).flat_map(|i| [0, 1].map(|side| plot.place(corner(i, side)))).collect()
    };
    let bars = outline(bar_heights(now));
    let ground = bars.iter().map(|[px, _]| [*px, plot.place([0.0, 0.0])[1]]).collect();
    d.add("histogram", Ink::Noise, Shape::Band { upper: bars, lower: ground }).scale_opacity(0.6);
    if let Some(previous) = previous {
        d.line("ghost", Ink::Ghost, 1.5, outline(bar_heights(previous)));
    }
}

fn draw_spectrum(d: &mut Drawing, now: &MomentMeasurements, previous: Option<&MomentMeasurements>) {
    // The x axis is log₂ of the frequency in cycles per cell.
    let (x, y) = ([-1.0, 3.0], [-80.0, 0.0]);
    let plot = Plot { at: [420.0, 296.0], size: [250.0, 130.0], x, y };
    d.text(
        Ink::Muted,
        11.0,
        [420.0, 282.0],
        Anchor::Left,
        "power in dB by log₂ of cycles per cell",
    );
    plot.draw_axes(d, [1.0, 20.0]);
    let max_db =
        |m: &MomentMeasurements| m.spectrum.iter().fold(f64::NEG_INFINITY, |a, b| a.max(b[1]));
    let top = previous.map_or(f64::NEG_INFINITY, max_db).max(max_db(now));
    let curve = |m: &MomentMeasurements| -> Vec<Place> {
        let relative = m.spectrum.iter().map(|[f, db]| [f.log2(), db - top]);
        let visible_bands = relative.filter(|[f, db]| (x[0]..=x[1]).contains(f) && db.is_finite());
        visible_bands.map(|[f, db]| plot.place([f, db.max(y[0])])).collect()
    };
    for (m, id, ink, width) in
        [(previous, "ghost", Ink::Ghost, 1.5), (Some(now), "spectrum", Ink::Noise, 2.0)]
    {
        let points = m.map(curve).unwrap_or_default();
        if points.len() > 1 {
            d.line(id, ink, width, points);
        }
    }
}
