//! What any parameter of the panel does: the land with little, with now's and with much of it.

use std::sync::Arc;

use crate::lab::context::Context;
use crate::lab::effort::Effort;
use crate::lab::figure::{Anchor, Drawing, Place, Said, Shape, Target, Term, decimal};
use crate::lab::ink::Ink;
use crate::lab::plot::Plot;
use crate::lab::row::{Challenge, Row, Screen};
use crate::terrain::param::{ParamKind, Stage, Value};
use crate::terrain::statistics::{Square, Statistics};
use crate::terrain::thumbnail::thumbnail;
use crate::terrain::values::{self, SceneValue};
use crate::terrain::{Land, Scene};

pub(super) static SLIDER: Row = Row {
    name: "slider",
    screen: Screen::Mountain,
    title: "What a slider does",
    question: "What does this slider do to my land?",
    steps: &[
        "The land as it is: its picture, a cut through it, and what is measured of it.",
        "The same with less of the parameter and with more. Where a number stays, the parameter \
         leaves that of the land alone.",
    ],
    shows: &[],
    controls: &[],
    code: &[
        "let mut more = scene.clone();",
        "more.set_text(address, \"1.0\")?;",
        "let land = Land::new(&more.recipe)?;",
        "let s = Statistics::of(&more.recipe, &land, &square);",
        "s.relief_m",
    ],
    draw,
    challenge: Challenge {
        task: "Explain a parameter that changes how the land looks and not its heights.",
        hint: "Colours do, and the sun: point at such a row of the panel and press Ctrl+L.",
        done: |c| explained(c).is_some_and(|it| it.row.stage == Stage::Shade),
    },
};

/// Which parameter is explained where none was asked for.
const AT_FIRST: &str = "fractal.gain";
/// The size of a picture in points.
const PICTURE: Place = [176.0, 99.0];
/// From one picture to the next.
const APART: f64 = 186.0;
const LEFT: f64 = 14.0;

/// How finely the lands are looked at.
struct Fineness {
    /// Pixels of a picture.
    pixels: [usize; 2],
    /// Samples a side of the square that is measured.
    samples: usize,
    /// Places of a cut.
    places: usize,
}

impl Fineness {
    fn of(effort: Effort) -> Self {
        match effort {
            Effort::Dragged => Self { pixels: [40, 23], samples: 17, places: 60 },
            _ => Self { pixels: [112, 63], samples: 33, places: 160 },
        }
    }
}

/// The parameter that is explained, with its value.
fn explained(c: &Context) -> Option<SceneValue> {
    let address = c.state.explained.as_deref().unwrap_or(AT_FIRST);
    values::at(c.scene, address).or_else(|| values::at(c.scene, AT_FIRST))
}

/// A number below and one above the present one, within a range, as far as makes a difference that
/// one sees.
fn around(x: f64, [min, max]: [f64; 2], log: bool) -> [f64; 2] {
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

/// Less and more of a value, as texts; of what has no order, its neighbours.
fn less_and_more(value: &SceneValue) -> [String; 2] {
    match (value.row.kind, &value.value) {
        (ParamKind::Number { min, max, log }, Value::Number(x)) => {
            // As few digits as one reads well.
            around(*x, [min, max], log)
                .map(|x| format!("{:.3e}", x).parse().unwrap_or(x))
                .map(|x: f64| x.clamp(min, max).to_string())
        }
        (ParamKind::Integer { min, max }, Value::Integer(i)) => {
            let [low, high] = around(*i as f64, [min as f64, max as f64], false);
            let low = (low.floor() as i64).min(i - 1).max(min);
            let high = (high.ceil() as i64).max(i + 1).min(max);
            [low.to_string(), high.to_string()]
        }
        (ParamKind::Toggle, _) => ["off", "on"].map(str::to_owned),
        (ParamKind::Choice(rows), Value::Choice(name)) => {
            let at = rows.iter().position(|row| row.name == *name).unwrap_or_default();
            let of = |by: usize| rows[(at + by) % rows.len()].name.to_owned();
            [of(rows.len() - 1), of(1)]
        }
        (ParamKind::Colour, Value::Colour(rgb)) => {
            let of = |f: &dyn Fn(f64) -> f64| {
                Value::Colour(rgb.map(|c| f(f64::from(c)) as _)).to_string()
            };
            [of(&|c| 0.45 * c), of(&|c| 1.0 - 0.45 * (1.0 - c))]
        }
        (ParamKind::Text { .. }, value) => ["1".to_owned(), format!("{value}2")],
        (_, value) => [value.to_string(), value.to_string()],
    }
}

/// A land that is shown.
struct Shown {
    /// `less`, `now` or `more`.
    name: &'static str,
    value: String,
    scene: Scene,
    ink: Ink,
}

/// The lands of a step; what a value cannot be set to is left out.
fn lands(c: &Context, value: &SceneValue) -> Vec<Shown> {
    let now = Shown {
        name: "now",
        value: value.value.to_string(),
        scene: c.scene.clone(),
        ink: Ink::Noise,
    };
    if c.step() == 0 {
        return vec![now];
    }
    let [less, more] = less_and_more(value);
    let other = |name, text: String, ink| {
        let mut scene = c.scene.clone();
        scene.set_text(&value.address, &text).ok()?;
        Some(Shown { name, value: text, scene, ink })
    };
    let [less, more] = [other("less", less, Ink::Ghost), other("more", more, Ink::Negative)];
    less.into_iter().chain([now]).chain(more).collect()
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(580.0, 420.0);
    d.caption = c.row.steps[c.step()].to_owned();
    d.code_line = Some([0, 1][c.step()]);
    let Some(value) = explained(c) else { return d };
    let unit = match value.row.unit {
        "" => String::new(),
        unit => format!(" {unit}"),
    };
    d.caption = format!("{} {}", value.row.doc, d.caption);
    let heading = format!("{} · {}", value.row.label, value.address);
    d.text(Ink::Text, 13.0, [LEFT, 16.0], Anchor::Left, &shortened(&heading, 70));
    let shown = lands(c, &value);
    let middle_m = c.scene.view.camera.focus_m.map_or([0.0; 2], |[x, _, z]| [x, z]);
    let side_m = (1.6 * c.scene.view.camera.distance_m).clamp(200.0, 20_000.0);
    let mut cuts = Vec::new();
    let fineness = Fineness::of(c.effort);
    for land in &shown {
        let place = ["less", "now", "more"].iter().position(|name| *name == land.name);
        let x = LEFT + APART * place.unwrap_or(1) as f64;
        picture(&mut d, land, x, (&unit, fineness.pixels));
        let Ok(made) = Land::new(&land.scene.recipe) else {
            d.text(Ink::Bad, 12.0, [x, 170.0], Anchor::Left, "no land can be made of it");
            continue;
        };
        let band_limit_m = made.spacing_m();
        let square = Square { middle_m, side_m, samples: fineness.samples, band_limit_m };
        measure(&mut d, land, &made, x, &square);
        cuts.push((land, cut(&made, middle_m, side_m, fineness.places)));
    }
    profile(&mut d, &cuts, side_m, c.scene.recipe.world.sea_level_m);
    formula(&mut d, &value, &unit);
    d
}

fn picture(d: &mut Drawing, land: &Shown, x: f64, (unit, size): (&str, [usize; 2])) {
    let pixels: Arc<[[u8; 4]]> = thumbnail(&land.scene, size[0], size[1]).into();
    let columns = size[0];
    d.add(
        land.name,
        Ink::Paper,
        Shape::Raster { at: [x, 52.0], size: PICTURE, columns, pixels, smooth: true },
    );
    let value = match land.value.strip_prefix('-') {
        Some(size) if land.value.parse::<f64>().is_ok() => format!("−{size}"),
        _ => land.value.clone(),
    };
    let text = format!("{}: {}{unit}", land.name, shortened(&value, 18));
    d.text(land.ink, 13.0, [x, 40.0], Anchor::Left, &text).id = land.name.to_owned();
}

fn measure(d: &mut Drawing, land: &Shown, made: &Land, x: f64, square: &Square) {
    let s = Statistics::of(&land.scene.recipe, made, square);
    let numbers = [
        ("relief", "relief ", s.relief_m, 0, " m"),
        ("slope", "mean slope ", s.slope.atan().to_degrees(), 1, "°"),
        ("water", "under water ", 100.0 * s.water, 0, " %"),
    ];
    for (i, (what, label, value, decimals, unit)) in numbers.into_iter().enumerate() {
        let name = format!("{what}_{}", land.name);
        let at = ([x, 166.0 + 17.0 * i as f64], Anchor::Left);
        let said = Said { label, name: &name, value, decimals };
        let item = d.number(land.name, Ink::Text, at, said);
        if let Shape::Text { text, .. } = &mut item.shape {
            text.push_str(unit);
        }
    }
}

/// Heights from west to east through the middle.
fn cut(land: &Land, [x, z]: [f64; 2], side_m: f64, places: usize) -> Vec<[f64; 2]> {
    let step_m = side_m / places as f64;
    let at = |i: usize| -0.5 * side_m + step_m * i as f64;
    let limit_m = step_m.max(land.spacing_m());
    (0..=places).map(|i| [at(i), land.height_m([x + at(i), z], limit_m)]).collect()
}

fn profile(d: &mut Drawing, cuts: &[(&Shown, Vec<[f64; 2]>)], side_m: f64, sea_m: f64) {
    let heights = || cuts.iter().flat_map(|(_, cut)| cut.iter().map(|place| place[1]));
    let [low, high] = heights().fold([sea_m, sea_m + 10.0], |[l, h], y| [l.min(y), h.max(y)]);
    let margin = 0.08 * (high - low);
    let round = |span: f64| {
        let power = 10f64.powf((span / 5.0).log10().floor());
        [1.0, 2.0, 5.0, 10.0]
            .map(|n| n * power)
            .into_iter()
            .find(|s| span / s <= 6.0)
            .unwrap_or(10.0 * power)
    };
    let plot = Plot {
        at: [58.0, 236.0],
        size: [508.0, 150.0],
        x: [-0.5 * side_m, 0.5 * side_m],
        y: [low - margin, high + margin],
    };
    plot.axes(d, [round(side_m), round(high - low)]);
    let sea = [plot.x[0], plot.x[1]].map(|x| plot.place([x, sea_m]));
    d.dashed("sea", Ink::Axis, 1.0, sea.to_vec());
    for (land, cut) in cuts {
        let points: Vec<Place> = cut.iter().map(|place| plot.place(*place)).collect();
        let width = if land.name == "now" { 2.5 } else { 1.5 };
        match land.name {
            "more" => d.dashed(land.name, land.ink, width, points),
            _ => d.line(land.name, land.ink, width, points),
        };
    }
    let words = "metres from west to east; less: thin, now: thick, more: dashed";
    d.text(Ink::Muted, 11.0, [312.0, 410.0], Anchor::Middle, words);
}

fn formula(d: &mut Drawing, value: &SceneValue, unit: &str) {
    let mut terms = vec![Term::sign("now", &format!("{} = ", value.address))];
    let number = match value.value {
        Value::Number(x) => Some((x, 3)),
        Value::Integer(i) => Some((i as f64, 0)),
        _ => None,
    };
    match number {
        Some((x, decimals)) => {
            let term = Term::number("now", "value", x, decimals);
            // Of one layer among several the number is changed in its row.
            let is_own = value.address == value.row.key;
            terms.push(if is_own { term.editing(Target::Recipe(value.row.key)) } else { term });
        }
        None => terms.push(Term::sign("now", &shortened(&value.value.to_string(), 40))),
    }
    terms.push(Term::text(unit));
    d.formula.push(terms);
    if let Some([less, now, more]) = d
        .value("relief_less")
        .zip(d.value("relief_now"))
        .zip(d.value("relief_more"))
        .map(|((less, now), more)| [less, now, more])
    {
        let of = |name: &str, x: f64| Term::sign(name, &format!("{} m", decimal(x, 0)));
        d.formula.push(vec![
            Term::text("relief: "),
            of("less", less),
            Term::text(" → "),
            of("now", now),
            Term::text(" → "),
            of("more", more),
        ]);
    }
}

/// A text of so many letters at most.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{State, teaching_scene};

    fn drawn(scene: &Scene, address: &str, step: usize) -> Drawing {
        let state = State { explained: Some(address.to_owned()), step, ..State::of(&SLIDER) };
        Context::new(scene, &state, &SLIDER).unwrap().draw()
    }

    #[test]
    fn more_height_is_more_relief_and_the_numbers_are_the_lands() {
        let scene = teaching_scene();
        let d = drawn(&scene, "shape.height_m", 1);
        let of = |name: &str| d.value(name).unwrap();
        assert!(of("relief_less") < of("relief_now") && of("relief_now") < of("relief_more"));
        assert_eq!(of("value"), scene.recipe.base().shape.height_m);
        assert_eq!(d.value("relief_less"), d.value("relief_less"));
        assert!(drawn(&scene, "shape.height_m", 0).value("relief_less").is_none());
    }

    #[test]
    fn every_parameter_of_a_land_with_all_kinds_of_values_draws() {
        for scene in [teaching_scene(), crate::terrain::preset::PRESETS[0].scene().unwrap()] {
            for (i, value) in values::of_scene(&scene).into_iter().enumerate() {
                // A picture takes its time.
                if i % 12 == 0 {
                    let d = drawn(&scene, &value.address, 0);
                    assert!(!d.formula.is_empty(), "{}", value.address);
                }
                for text in less_and_more(&value) {
                    let mut other = scene.clone();
                    let set = other.set_text(&value.address, &text);
                    assert!(set.is_ok(), "{} = {text}: {set:?}", value.address);
                }
            }
        }
    }

    #[test]
    fn the_challenge_is_done_by_a_colour_and_not_at_first() {
        let scene = teaching_scene();
        let done = |explained: Option<&str>| {
            let explained = explained.map(str::to_owned);
            let state = State { explained, ..State::of(&SLIDER) };
            (SLIDER.challenge.done)(&Context::new(&scene, &state, &SLIDER).unwrap())
        };
        assert!(!done(None) && !done(Some("fractal.gain")) && done(Some("colour.grass")));
    }
}
