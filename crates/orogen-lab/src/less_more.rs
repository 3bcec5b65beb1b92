//! Draws the land at a lower, the current and a higher value of a parameter.

use std::sync::Arc;

use super::context::Context;
use super::effort::Effort;
use super::figure::{Anchor, Drawing, Place, Readout, Shape};
use super::ink::Ink;
use orogen_terrain::param::{ParamKind, Value};
use orogen_terrain::statistics::{MeasuredSquare, Statistics};
use orogen_terrain::thumbnail::thumbnail;
use orogen_terrain::values::SceneValue;
use orogen_terrain::{Land, Scene};

/// The size of a picture in points.
const PICTURE: Place = [176.0, 99.0];
/// The distance from one picture to the next in points.
const SPACING: f64 = 186.0;
pub(super) const LEFT: f64 = 14.0;
/// The width of three pictures, and the height with the numbers below them, in points.
const WIDTH: f64 = LEFT + 3.0 * SPACING;
const HEIGHT: f64 = 222.0;

/// The resolution of pictures, measurements and profiles.
pub(super) struct Fineness {
    /// The pixels of a picture, across and down.
    pixels: [usize; 2],
    /// Samples per side of the measured square.
    samples: usize,
    /// The number of steps along a profile.
    pub profile_steps: usize,
}

impl Fineness {
    /// The fineness that an effort allows.
    pub fn of(effort: Effort) -> Self {
        match effort {
            Effort::Dragged => Self { pixels: [40, 23], samples: 17, profile_steps: 60 },
            _ => Self { pixels: [96, 54], samples: 33, profile_steps: 160 },
        }
    }
}

/// A lower and a higher number than `x` within a range, far enough apart to show a difference.
fn lower_and_higher(x: f64, [min, max]: [f64; 2], log: bool) -> [f64; 2] {
    let span = max - min;
    let [low, high] = if log {
        [x / 2.5, x * 2.5]
    } else if min >= 0.0 && x > 0.0 && x < 0.25 * span {
        [0.35 * x, 2.2 * x]
    } else {
        [x - 0.3 * span, x + 0.3 * span]
    };
    [low.max(min), high.min(max)]
}

/// A lower and a higher value as texts; for choices, the previous and the next choice.
pub(super) fn less_and_more(value: &SceneValue) -> [String; 2] {
    match (value.row.kind, &value.value) {
        (ParamKind::Number { min, max, log }, Value::Number(x)) => {
            // Four digits are easy to read.
            lower_and_higher(*x, [min, max], log)
                .map(|x| format!("{:.3e}", x).parse().unwrap_or(x))
                .map(|x: f64| x.clamp(min, max).to_string())
        }
        (ParamKind::Integer { min, max }, Value::Integer(i)) => {
            let [low, high] = lower_and_higher(*i as f64, [min as f64, max as f64], false);
            let low = (low.floor() as i64).min(i - 1).max(min);
            let high = (high.ceil() as i64).max(i + 1).min(max);
            [low.to_string(), high.to_string()]
        }
        (ParamKind::Toggle, _) => ["off", "on"].map(str::to_owned),
        (ParamKind::Choice(rows), Value::Choice(name)) => {
            let index = rows.iter().position(|row| row.name == *name).unwrap_or_default();
            let name_after = |steps: usize| rows[(index + steps) % rows.len()].name.to_owned();
            [name_after(rows.len() - 1), name_after(1)]
        }
        (ParamKind::Colour, Value::Colour(rgb)) => {
            let changed = |f: &dyn Fn(f64) -> f64| {
                Value::Colour(rgb.map(|c| f(f64::from(c)) as _)).to_string()
            };
            [changed(&|c| 0.45 * c), changed(&|c| 1.0 - 0.45 * (1.0 - c))]
        }
        (ParamKind::Text { .. }, value) => ["1".to_owned(), format!("{value}2")],
        (_, value) => [value.to_string(), value.to_string()],
    }
}

/// A column: a land at one value of the parameter.
pub(super) struct LandColumn {
    /// `less`, `now` or `more`.
    pub name: &'static str,
    value: String,
    pub scene: Scene,
    pub ink: Ink,
}

/// The columns of the land at a lower, the current and a higher value; only the current value if
/// `is_alone`. Values that the scene refuses are left out.
pub(super) fn land_columns(scene: &Scene, value: &SceneValue, is_alone: bool) -> Vec<LandColumn> {
    let now = LandColumn {
        name: "now",
        value: value.value.to_string(),
        scene: scene.clone(),
        ink: Ink::Noise,
    };
    if is_alone {
        return vec![now];
    }
    let [less, more] = less_and_more(value);
    let other = |name, text: String, ink| {
        let mut scene = scene.clone();
        scene.set_text(&value.address, &text).ok()?;
        Some(LandColumn { name, value: text, scene, ink })
    };
    let [less, more] = [other("less", less, Ink::Ghost), other("more", more, Ink::Negative)];
    less.into_iter().chain([now]).chain(more).collect()
}

/// The centre and the side of the square of land that the camera looks at, in metres.
pub(super) fn viewed_square(scene: &Scene) -> ([f64; 2], f64) {
    let middle_m = scene.view.camera.focus_m.map_or([0.0; 2], |[x, _, z]| [x, z]);
    (middle_m, (1.6 * scene.view.camera.distance_m).clamp(200.0, 20_000.0))
}

/// The unit after a number, with a space before it.
pub(super) fn unit(value: &SceneValue) -> String {
    match value.row.unit {
        "" => String::new(),
        unit => format!(" {unit}"),
    }
}

/// Draws the name of the parameter.
pub(super) fn draw_heading(d: &mut Drawing, value: &SceneValue) {
    let words = format!("{} · {}", value.row.label, value.address);
    d.text(Ink::Text, 13.0, [LEFT, 16.0], Anchor::Left, &shorten(&words, 70));
}

/// Draws a land and its measurements in its column. Returns the land if the recipe makes one.
pub(super) fn draw_column(
    d: &mut Drawing,
    column: &LandColumn,
    (unit, fineness): (&str, &Fineness),
) -> Option<Land> {
    let index = ["less", "now", "more"].iter().position(|name| *name == column.name);
    let x = LEFT + SPACING * index.unwrap_or(1) as f64;
    draw_picture(d, column, x, (unit, fineness.pixels));
    let Ok(land) = Land::new(&column.scene.recipe) else {
        d.text(Ink::Bad, 12.0, [x, 170.0], Anchor::Left, "this recipe makes no land");
        return None;
    };
    let (middle_m, side_m) = viewed_square(&column.scene);
    let band_limit_m = land.spacing_m();
    let square = MeasuredSquare { middle_m, side_m, samples: fineness.samples, band_limit_m };
    draw_measurements(d, column, &land, x, &square);
    Some(land)
}

fn draw_picture(d: &mut Drawing, column: &LandColumn, x: f64, (unit, size): (&str, [usize; 2])) {
    let pixels: Arc<[[u8; 4]]> = thumbnail(&column.scene, size[0], size[1]).into();
    let columns = size[0];
    d.add(
        column.name,
        Ink::Paper,
        Shape::Raster { at: [x, 52.0], size: PICTURE, columns, pixels, smooth: true },
    );
    let value = match column.value.strip_prefix('-') {
        Some(digits) if column.value.parse::<f64>().is_ok() => format!("−{digits}"),
        _ => column.value.clone(),
    };
    let text = format!("{}: {}{unit}", column.name, shorten(&value, 18));
    // The ghost colour suits lines but is too faint for letters.
    let ink = if column.ink == Ink::Ghost { Ink::Muted } else { column.ink };
    d.text(ink, 13.0, [x, 40.0], Anchor::Left, &text).id = column.name.to_owned();
}

fn draw_measurements(
    d: &mut Drawing,
    column: &LandColumn,
    land: &Land,
    x: f64,
    square: &MeasuredSquare,
) {
    let s = Statistics::of(&column.scene.recipe, land, square);
    let numbers = [
        ("relief", "relief ", s.relief_m, 0, " m"),
        ("slope", "mean slope ", s.slope.atan().to_degrees(), 1, "°"),
        ("water", "under water ", 100.0 * s.water, 0, " %"),
    ];
    for (i, (what, label, value, decimals, unit)) in numbers.into_iter().enumerate() {
        let name = format!("{what}_{}", column.name);
        let at = ([x, 166.0 + 17.0 * i as f64], Anchor::Left);
        let readout = Readout { label, name: &name, value, decimals };
        let item = d.number(column.name, Ink::Text, at, readout);
        if let Shape::Text { text, .. } = &mut item.shape {
            text.push_str(unit);
        }
    }
}

/// Cuts a text to at most `limit` characters; an ellipsis replaces the rest.
pub(super) fn shorten(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    text.chars().take(limit - 1).chain(['…']).collect()
}

/// Draws the land at a lower, the current and a higher value of a parameter, above a figure.
pub(super) fn draw_above(d: Drawing, c: &Context, value: &SceneValue) -> Drawing {
    let size = [d.size[0].max(WIDTH), d.size[1] + HEIGHT];
    let mut all = Drawing::new(size[0], size[1]);
    draw_heading(&mut all, value);
    let (unit, fineness) = (unit(value), Fineness::of(c.effort));
    for land in land_columns(c.scene, value, false) {
        draw_column(&mut all, &land, (&unit, &fineness));
    }
    all.put(&d, [0.0, HEIGHT], 1.0);
    all.handles = d.handles;
    all.handles.iter_mut().for_each(|handle| handle.at[1] += HEIGHT);
    all.plane_window = d.plane_window.map(|plane_window| plane_window.translate([0.0, HEIGHT]));
    all.caption = format!(
        "{} Above: your land at a lower, the current and a higher value. {}",
        value.row.doc, d.caption
    );
    Drawing { formula: d.formula, code_line: d.code_line, ..all }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::teaching_scene;
    use orogen_terrain::values;

    #[test]
    fn less_and_more_of_any_parameter_can_be_set() {
        for scene in [teaching_scene(), orogen_terrain::preset::PRESETS[0].scene().unwrap()] {
            for value in values::of_scene(&scene) {
                for text in less_and_more(&value) {
                    let mut other = scene.clone();
                    let set = other.set_text(&value.address, &text);
                    assert!(set.is_ok(), "{} = {text}: {set:?}", value.address);
                }
            }
        }
    }
}
