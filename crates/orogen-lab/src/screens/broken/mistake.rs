//! A common mistake as data: symptom, cause, cure, picture, and a meter that detects it.

use crate::meters::SampleSquare;
use crate::screens::prelude::*;
use crate::words::wrap;
use orogen_noise::{NoiseSpec, PermutationKind};

/// A common mistake in using noise, with its cure.
#[derive(Debug)]
pub struct Mistake {
    /// The visible symptom.
    pub symptom: &'static str,
    /// The cause.
    pub cause: &'static str,
    /// The cure.
    pub cure: &'static str,
    /// The label of the measured number, and its number of decimals.
    pub meter: (&'static str, usize),
    /// Returns true if a measured number shows the symptom.
    pub is_symptom: fn(f64) -> bool,
    /// The key of the switch that cures the mistake.
    pub switch: &'static str,
    /// Computes the picture and the measurement of the wrong form (`false`) or the cured form
    /// (`true`).
    pub evaluate: fn(&Context, bool) -> FormResult,
    /// The recipe changes that make and cure this mistake in the land.
    pub land: LandEffect,
    /// The indices of the wrong and the right line of the code.
    pub code_lines: [usize; 2],
}

/// The effect of a mistake on the land.
#[derive(Debug)]
pub enum LandEffect {
    /// The first patch breaks the land, the second cures it.
    Patches([Patch; 2]),
    /// The land cannot have this mistake, for the reason in this sentence.
    Impossible(&'static str),
}

/// Changes of a recipe: keys with their new values.
pub type Patch = &'static [(&'static str, &'static str)];

/// The picture and the measurement of the wrong or the cured form.
#[derive(Debug)]
pub struct FormResult {
    /// The picture.
    pub picture: FormPicture,
    /// The number that the meter shows.
    pub measured: f64,
}

/// The picture of the wrong or the cured form.
#[derive(Debug)]
pub enum FormPicture {
    /// A curve, and the range of its y axis.
    Curve(Vec<[f64; 2]>, [f64; 2]),
    /// Dots, and the range of their y axis.
    Dots(Vec<[f64; 2]>, [f64; 2]),
    /// A grey picture, and the values that are black and white. NaN shows as a hole. Row 0 is at
    /// the bottom. An optional arrow joins two places, given as fractions of the sides.
    Greys(SampleSquare, [f64; 2], Option<[[f64; 2]; 2]>),
}

/// The parameters of the noise in these figures, with Perlin's own table.
pub fn teaching_spec() -> NoiseSpec {
    NoiseSpec { permutation: PermutationKind::Reference, ..NoiseSpec::default() }
}

const LEFT: f64 = 20.0;
const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 216.0;
const SPACING: f64 = 360.0;
const TOP: f64 = 34.0;

/// Draws a mistake: at step 0 the wrong form, at step 1 its cause, at step 2 also the cure.
pub fn draw(c: &Context, mistake: &Mistake) -> Drawing {
    let mut d = Drawing::new(SPACING + WIDTH + 2.0 * LEFT, 470.0);
    let is_cured = c.is_on(mistake.switch);
    let forms: &[bool] = if c.step() < 2 { &[false] } else { &[false, true] };
    for &cured in forms {
        let left = LEFT + if cured { SPACING } else { 0.0 };
        draw_form(&mut d, mistake, left, ((mistake.evaluate)(c, cured), cured), is_cured == cured);
    }
    let mut y = TOP + HEIGHT + 62.0;
    let impossible = match mistake.land {
        LandEffect::Patches(_) => None,
        LandEffect::Impossible(why) => Some(("Land", Ink::Muted, why, 2)),
    };
    let words = [
        ("Symptom", Ink::Bad, mistake.symptom, 0),
        ("Cause", Ink::Accent, mistake.cause, 1),
        ("Cure", Ink::Good, mistake.cure, 2),
    ];
    for (name, ink, text, step) in words.into_iter().chain(impossible) {
        if c.step() < step {
            continue;
        }
        d.text(ink, 13.0, [LEFT, y], Anchor::Left, name);
        for line in wrap(text, 92) {
            d.text(Ink::Text, 12.5, [LEFT + 72.0, y], Anchor::Left, &line);
            y += 17.0;
        }
        y += 5.0;
    }
    let [wrong, right] = [false, true].map(|cured| (cured, if cured { "right" } else { "wrong" }));
    d.formula = vec![vec![Term::text(mistake.meter.0), Term::text(": ")]];
    for (i, (cured, name)) in [wrong, right].into_iter().enumerate() {
        if let Some(value) = d.value(name).filter(|_| i == 0 || cured) {
            let words = if cured { "; cured " } else { "wrong " };
            d.formula[0].push(Term::text(words));
            d.formula[0].push(Term::number(name, name, value, mistake.meter.1));
        }
    }
    d.code_line = Some(mistake.code_lines[usize::from(c.step() == 2)]);
    d.caption = c.caption();
    d
}

fn draw_form(
    d: &mut Drawing,
    mistake: &Mistake,
    left: f64,
    (result, cured): (FormResult, bool),
    is_chosen: bool,
) {
    let (id, ink, title) = match cured {
        true => ("right", Ink::Good, "✔ right"),
        false => ("wrong", Ink::Bad, "✖ wrong"),
    };
    d.text(ink, 14.0, [left, TOP - 16.0], Anchor::Left, title);
    if is_chosen && matches!(mistake.land, LandEffect::Patches(_)) {
        let at = [left + WIDTH, TOP - 16.0];
        d.text(Ink::Accent, 12.0, at, Anchor::Right, "shown on the land");
    }
    draw_picture(d, id, [left, TOP], &result.picture);
    let (label, decimals) = mistake.meter;
    let has_symptom = (mistake.is_symptom)(result.measured);
    let place = ([left, TOP + HEIGHT + 28.0], Anchor::Left);
    let label = format!("{label}: ");
    let readout = Readout::new(&label, id, result.measured, decimals);
    d.number(id, if has_symptom { Ink::Bad } else { Ink::Good }, place, readout);
}

/// The side of the magnified square in points.
const MAGNIFIER: f64 = 46.0;

/// Draws the neighbourhood of a place in a field, magnified.
fn draw_magnifier(
    d: &mut Drawing,
    id: &str,
    at: Place,
    (field, [low, high]): (&SampleSquare, [f64; 2]),
    [u, v]: [f64; 2],
) {
    const PIXELS: usize = 22;
    let start = [u, v].map(|fraction| (fraction * field.side as f64) as usize - PIXELS / 2);
    let grey = |i: usize| {
        let value = field.at(start[0] + i % PIXELS, start[1] + PIXELS - 1 - i / PIXELS);
        let byte = (255.0 * (value - low) / (high - low)).round().clamp(0.0, 255.0) as u8;
        [byte, byte, byte, 255]
    };
    let pixels = (0..PIXELS * PIXELS).map(grey).collect();
    let size = [MAGNIFIER; 2];
    d.add(id, Ink::Noise, Shape::Raster { at, size, columns: PIXELS, pixels, smooth: true });
}

fn draw_picture(d: &mut Drawing, id: &str, at: Place, picture: &FormPicture) {
    let plot_of = |points: &[[f64; 2]], y: &[f64; 2]| {
        let [first, last] = [points.first(), points.last()].map(|p| p.map_or(0.0, |p| p[0]));
        Plot { at, size: [WIDTH, HEIGHT], x: [first, last], y: *y }
    };
    match picture {
        FormPicture::Curve(points, y) | FormPicture::Dots(points, y) => {
            let plot = plot_of(points, y);
            d.rect("", Ink::Card, plot.at, plot.size);
            let zero = [plot.x[0], plot.x[1]].map(|x| plot.place([x, 0.0_f64.clamp(y[0], y[1])]));
            d.line("", Ink::Axis, 1.0, zero.to_vec());
            let places: Vec<Place> =
                points.iter().map(|[x, v]| plot.place([*x, v.clamp(y[0], y[1])])).collect();
            if matches!(picture, FormPicture::Dots(..)) {
                for place in places {
                    d.disc(id, Ink::Noise, place, 2.5);
                }
            } else {
                d.line(id, Ink::Noise, 2.0, places);
            }
        }
        FormPicture::Greys(field, [low, high], arrow) => {
            let side = field.side;
            let grey = |i: usize| {
                let value = field.at(i % side, side - 1 - i / side);
                let byte = 255.0 * (value - low) / (high - low);
                match value.is_nan() {
                    true => [200, 40, 30, 255],
                    false => [[byte.round().clamp(0.0, 255.0) as u8; 3].as_slice(), &[255]]
                        .concat()
                        .try_into()
                        .unwrap_or([0; 4]),
                }
            };
            let left = at[0] + 0.5 * (WIDTH - HEIGHT);
            let pixels = (0..side * side).map(grey).collect();
            let (at, size) = ([left, at[1]], [HEIGHT; 2]);
            let raster = Shape::Raster { at, size, columns: side, pixels, smooth: side > 64 };
            d.add(id, Ink::Noise, raster);
            if let Some(ends) = arrow {
                let [from, to] = ends.map(|[u, v]| [left + HEIGHT * u, at[1] + HEIGHT * (1.0 - v)]);
                d.line("repeat", Ink::Paper, 4.0, vec![from, to]);
                d.arrow("repeat", Ink::Accent, 2.0, from, to);
                for (i, place) in [from, to].into_iter().enumerate() {
                    d.circle("repeat", Ink::Accent, place, 14.0);
                    let corner = [left + HEIGHT + 5.0, at[1] + 70.0 * i as f64];
                    draw_magnifier(d, id, corner, (field, [*low, *high]), ends[i]);
                    let below = [corner[0] + 0.5 * MAGNIFIER, corner[1] + MAGNIFIER + 8.0];
                    let words = if i == 0 { "here" } else { "there" };
                    d.text(Ink::Accent, 11.0, below, Anchor::Middle, words);
                }
            }
        }
    }
}
