//! The effect of any parameter: the land at a lower, the current and a higher value.

use crate::less_more::{self, Fineness, LandColumn, shorten};
use crate::plot::round_step;
use crate::screens::prelude::*;
use orogen_terrain::Land;
use orogen_terrain::param::{Stage, Value};
use orogen_terrain::values::{self, SceneValue};

pub(super) static SLIDER: FigureRow = FigureRow {
    name: "slider",
    screen: Screen::Mountain,
    title: "What a slider does",
    question: "What does this slider do to my land?",
    steps: &[
        "The land as it is: its picture, a profile, and its measurements.",
        "The land at a lower and at a higher value of the parameter. Where a number stays the same, \
         the parameter does not affect it.",
    ],
    reproduces: &[],
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
        task: "Choose a parameter that changes the look of the land but not its heights.",
        hint: "Colours and the sun do. Point at one of their rows in the panel and press Ctrl+L.",
        is_solved: |c| explained(c).is_some_and(|parameter| parameter.row.stage == Stage::Shade),
    },
};

/// The key of the parameter that the figure explains by default.
const DEFAULT_KEY: &str = "fractal.gain";

/// The explained parameter with its value; `None` if the scene has neither the chosen nor the
/// default parameter.
fn explained(c: &Context) -> Option<SceneValue> {
    let address = c.state.explained.as_deref().unwrap_or(DEFAULT_KEY);
    values::at(c.scene, address).or_else(|| values::at(c.scene, DEFAULT_KEY))
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(580.0, 420.0);
    d.caption = c.caption();
    d.code_line = Some([0, 1][c.step()]);
    let Some(value) = explained(c) else { return d };
    let (unit, fineness) = (less_more::unit(&value), Fineness::of(c.effort));
    d.caption = format!("{} {}", value.row.doc, d.caption);
    less_more::draw_heading(&mut d, &value);
    let (middle_m, side_m) = less_more::viewed_square(c.scene);
    let columns = less_more::land_columns(c.scene, &value, c.step() == 0);
    let mut profiles = Vec::new();
    for column in &columns {
        if let Some(land) = less_more::draw_column(&mut d, column, (&unit, &fineness)) {
            profiles.push((column, profile(&land, middle_m, side_m, fineness.profile_steps)));
        }
    }
    draw_profile(&mut d, &profiles, side_m, c.scene.recipe.world.sea_level_m);
    write_formula(&mut d, &value, &unit);
    d
}

/// A profile from west to east through a point: pairs of distance and height, in metres.
fn profile(land: &Land, [x, z]: [f64; 2], side_m: f64, steps: usize) -> Vec<[f64; 2]> {
    let step_m = side_m / steps as f64;
    let places: Vec<f64> = (0..=steps).map(|i| -0.5 * side_m + step_m * i as f64).collect();
    let columns: Vec<f64> = places.iter().map(|at| x + at).collect();
    let heights = land.fill_at([&columns, &[z]], step_m.max(land.spacing_m()));
    places.into_iter().zip(heights).map(|(at, height)| [at, f64::from(height)]).collect()
}

fn draw_profile(
    d: &mut Drawing,
    profiles: &[(&LandColumn, Vec<[f64; 2]>)],
    side_m: f64,
    sea_m: f64,
) {
    let heights = || profiles.iter().flat_map(|(_, profile)| profile.iter().map(|place| place[1]));
    let [low, high] = heights().fold([sea_m, sea_m + 10.0], |[l, h], y| [l.min(y), h.max(y)]);
    let margin = 0.08 * (high - low);
    let plot = Plot {
        at: [58.0, 236.0],
        size: [508.0, 150.0],
        x: [-0.5 * side_m, 0.5 * side_m],
        y: [low - margin, high + margin],
    };
    plot.draw_axes(d, [round_step(side_m, 6.0), round_step(high - low, 6.0)]);
    let sea = [plot.x[0], plot.x[1]].map(|x| plot.place([x, sea_m]));
    d.dashed("sea", Ink::Axis, 1.0, sea.to_vec());
    for (column, profile) in profiles {
        let points: Vec<Place> = profile.iter().map(|place| plot.place(*place)).collect();
        let width = if column.name == "now" { 2.5 } else { 1.5 };
        match column.name {
            "more" => d.dashed(column.name, column.ink, width, points),
            _ => d.line(column.name, column.ink, width, points),
        };
    }
    let words = "metres from west to east; less: thin, now: thick, more: dashed";
    d.text(Ink::Muted, 11.0, [312.0, 410.0], Anchor::Middle, words);
}

fn write_formula(d: &mut Drawing, value: &SceneValue, unit: &str) {
    let mut terms = vec![Term::label("now", &format!("{} = ", value.address))];
    let number = match value.value {
        Value::Number(x) => Some((x, 3)),
        Value::Integer(i) => Some((i as f64, 0)),
        _ => None,
    };
    match number {
        Some((x, decimals)) => {
            let term = Term::number("now", "value", x, decimals);
            // The formula finds a parameter by its key. An address such as `layer.2.fractal.gain`
            // is longer than the key, so this parameter can be edited only in the panel.
            let is_base_parameter = value.address == value.row.key;
            terms.push(if is_base_parameter {
                term.editing(Target::Recipe(value.row.key))
            } else {
                term
            });
        }
        None => terms.push(Term::label("now", &shorten(&value.value.to_string(), 40))),
    }
    terms.push(Term::text(unit));
    d.formula.push(terms);
    if let Some([less, now, more]) = d
        .value("relief_less")
        .zip(d.value("relief_now"))
        .zip(d.value("relief_more"))
        .map(|((less, now), more)| [less, now, more])
    {
        let relief = |name: &str, x: f64| Term::label(name, &format!("{} m", decimal(x, 0)));
        d.formula.push(vec![
            Term::text("relief: "),
            relief("less", less),
            Term::text(" → "),
            relief("now", now),
            Term::text(" → "),
            relief("more", more),
        ]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{State, teaching_scene};
    use orogen_terrain::Scene;

    fn drawn(scene: &Scene, address: &str, step: usize) -> Drawing {
        let state = State { explained: Some(address.to_owned()), step, ..State::of(&SLIDER) };
        Context::new(scene, &state, &SLIDER).unwrap().draw()
    }

    #[test]
    fn more_height_gives_more_relief() {
        let scene = teaching_scene();
        let d = drawn(&scene, "shape.height_m", 1);
        let value = |name: &str| d.value(name).unwrap();
        assert!(
            value("relief_less") < value("relief_now")
                && value("relief_now") < value("relief_more")
        );
        assert_eq!(value("value"), scene.recipe.base().shape.height_m);
        assert!(drawn(&scene, "shape.height_m", 0).value("relief_less").is_none());
    }

    #[test]
    fn every_twelfth_parameter_can_be_drawn() {
        for scene in [teaching_scene(), orogen_terrain::preset::PRESETS[0].scene().unwrap()] {
            // Pictures are slow, so the test takes every twelfth parameter.
            for value in values::of_scene(&scene).into_iter().step_by(12) {
                let d = drawn(&scene, &value.address, 0);
                assert!(!d.formula.is_empty(), "{}", value.address);
            }
        }
    }

    #[test]
    fn a_colour_solves_the_challenge() {
        let scene = teaching_scene();
        let is_solved = |explained: Option<&str>| {
            let explained = explained.map(str::to_owned);
            let state = State { explained, ..State::of(&SLIDER) };
            (SLIDER.challenge.is_solved)(&Context::new(&scene, &state, &SLIDER).unwrap())
        };
        assert!(
            !is_solved(None) && !is_solved(Some("fractal.gain")) && is_solved(Some("colour.grass"))
        );
    }
}
