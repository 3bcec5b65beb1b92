//! Drives the panel by events: drags, typing and resets must change only their own parameter.

mod first_screen;
mod keyboard;
mod looks;
mod names;
mod palette;
mod rows;
mod typed;

use bevy_egui::egui::{self, Key, Modifiers, PointerButton, Pos2, Rect, pos2, vec2};

use super::driven::{Desk, SCREEN};
use crate::studio::panel::sun;
use crate::studio::ui::shared::place_of;
use crate::studio::ui::theme;
use crate::studio::ui::widgets::choice::title;
use crate::studio::ui::widgets::display_scale::DisplayScale;
use crate::studio::ui::widgets::ids::{number_id, widget_id};
use crate::studio::ui::widgets::row_facts::RowFacts;
use crate::terrain::look::{Overlay, Style};
use crate::terrain::param::{ChoiceRow, Document, Param, ParamKind, Value};
use crate::terrain::recipe::Recipe;
use crate::terrain::scene::Scene;
use crate::terrain::view::ViewParams;

/// Returns the values of all parameters of a scene.
fn values(scene: &Scene) -> Vec<(&'static str, Value)> {
    let recipe = Recipe::params().iter().map(|p| (p.key, (p.get)(&scene.recipe)));
    recipe
        .chain(ViewParams::params().iter().map(|p| (p.key, (p.get)(&scene.view.params))))
        .collect()
}

/// A parameter of the recipe or the view.
struct Row {
    key: &'static str,
    kind: ParamKind,
    label: &'static str,
    group: &'static str,
    unit: &'static str,
    default: Value,
}

impl Row {
    fn is_choice(&self) -> bool {
        matches!(self.kind, ParamKind::Choice(_))
    }
}

fn rows() -> Vec<Row> {
    fn of<D: Document>() -> impl Iterator<Item = Row> {
        let row = |p: &Param<D>| Row {
            key: p.key,
            kind: p.kind,
            group: p.group(),
            label: p.label,
            unit: p.unit,
            default: (p.get)(&D::default()),
        };
        D::params().iter().map(row)
    }
    of::<Recipe>().chain(of::<ViewParams>()).collect()
}

fn value(scene: &Scene, key: &str) -> Value {
    values(scene).into_iter().find(|(other, _)| *other == key).expect("a parameter").1
}

/// Returns the value of a numeric parameter.
fn number(desk: &Desk, key: &str) -> f64 {
    as_number(&value(&desk.scene, key))
}

fn as_number(value: &Value) -> f64 {
    match value {
        Value::Number(x) => *x,
        Value::Integer(i) => *i as f64,
        other => panic!("{other} is no number"),
    }
}

/// Returns scenes that differ from the defaults in one choice.
fn neighbours() -> impl Iterator<Item = Scene> {
    Recipe::params().iter().flat_map(|param| {
        let values = match param.kind {
            ParamKind::Choice(rows) => rows.iter().map(|row| Value::Choice(row.name)).collect(),
            ParamKind::Toggle => vec![Value::Toggle(true), Value::Toggle(false)],
            ParamKind::Number { max, .. } => vec![Value::Number(0.5 * max)],
            _ => vec![],
        };
        values.into_iter().filter_map(|value| {
            let mut scene = Scene::default();
            param.set(&mut scene.recipe, value).ok().map(|()| scene)
        })
    })
}

/// Returns the default scene, or a similar one, in which the parameter has an effect.
fn scene_for(row: &Row) -> Scene {
    let is_used = |scene: &Scene| {
        let (document, settings) = (Default::default(), Default::default());
        let histogram = Default::default();
        let context = egui::Context::default();
        let facts = RowFacts::of(&context, scene, &document, &settings, &histogram);
        scene.recipe.uses(row.key) && facts.no_effect_reason(row.key).is_none()
    };
    let mut eroded = Scene::default();
    eroded.recipe.erosion.on = true;
    (eroded.recipe.talus.fill, eroded.recipe.strata.strength) = (0.5, 0.5);
    // Parameters of one style, one view or one lens need these choices.
    let mut course = Scene::default();
    course.view.params.look.style = Style::Course;
    course.view.params.look.overlay = Overlay::Contours;
    course.view.params.camera.aperture_m = 8.0;
    let scenes = [Scene::default(), course, eroded].into_iter().chain(neighbours());
    scenes.into_iter().find(is_used).expect("some land uses it")
}

/// The parameter that may change, and the values of all parameters before.
struct Watch {
    key: &'static str,
    before: Vec<(&'static str, Value)>,
}

impl Watch {
    fn check(&self, desk: &Desk, what: &str) {
        for ((key, old), (_, new)) in self.before.iter().zip(values(&desk.scene)) {
            assert!(
                *key == self.key || *old == new,
                "{what} of {} changed {key} from {old} to {new}",
                self.key
            );
        }
        assert_eq!(desk.commands, [], "{what} of {}", self.key);
    }
}

/// Returns places along a field, forth and back.
fn path(bar: Rect) -> Vec<Pos2> {
    let position =
        |i: usize| pos2(bar.left() + bar.width() * (0.05 + 0.09 * i as f32), bar.center().y);
    (0..=10).chain((0..10).rev()).map(position).collect()
}

/// Returns the same path from the other end, for values at their maximum.
fn reversed_path(bar: Rect) -> Vec<Pos2> {
    let mirrored = |at: Pos2| pos2(bar.left() + bar.right() - at.x, at.y);
    path(bar).into_iter().map(mirrored).collect()
}

fn count_distinct(observed: &[Value]) -> usize {
    let texts: std::collections::BTreeSet<_> = observed.iter().map(Value::to_string).collect();
    texts.len()
}

fn check_number(desk: &mut Desk, row: &Row, watch: &Watch, [min, max]: [f64; 2], steps: usize) {
    let field = desk.rect(number_id(row.key));
    let observe = |desk: &Desk| {
        watch.check(desk, "a step");
        value(&desk.scene, row.key)
    };
    let observed = [path(field), reversed_path(field)]
        .map(|path| desk.drag(&path, PointerButton::Primary, observe))
        .concat();
    assert!(count_distinct(&observed) >= steps, "{} follows the pointer: {observed:?}", row.key);
    let chunk_m = 64.0 * desk.scene.recipe.world.spacing_m.metres();
    // Values are typed as they are displayed, but a feature size as a frequency.
    let (scale, _) = DisplayScale::of(row.key, row.unit, chunk_m);
    let typed = |desk: &mut Desk, x: f64| {
        let text = match scale {
            DisplayScale::Inverse => format!("{x} /km"),
            scale => scale.displayed(x).to_string(),
        };
        desk.type_into(field, &text);
        watch.check(desk, "a typed value");
        number(desk, row.key)
    };
    let default = as_number(&row.default);
    assert_eq!(typed(desk, -99999.0), min.max(-99999.0), "{}", row.key);
    typed(desk, default);
    assert_eq!(value(&desk.scene, row.key), row.default, "{} can return to its default", row.key);
    assert_eq!(typed(desk, 99999.0), max.min(99999.0), "{}", row.key);
    if value(&desk.scene, row.key) == row.default {
        typed(desk, -99999.0);
    }
    let before = value(&desk.scene, row.key);
    desk.drag(&path(field), PointerButton::Secondary, observe);
    assert_eq!(
        value(&desk.scene, row.key),
        before,
        "{}: a drag of the right button moves nothing",
        row.key
    );
}

fn check_choice(desk: &mut Desk, row: &Row, rows: &'static [ChoiceRow]) {
    let rect = desk.rect(widget_id(row.key));
    let name = rows
        .iter()
        .map(|row| row.name)
        .find(|name| Value::Choice(name) != row.default)
        .expect("a choice");
    // The choices are side by side, or in a list that a click opens.
    let words = match row.unit {
        "" => title(name),
        unit => format!("{} {unit}", title(name)),
    };
    let shown = |desk: &Desk| desk.text(&words).map(|rect| rect.center());
    let at = match shown(desk).filter(|at| rect.contains(*at)) {
        Some(at) => at,
        None => {
            desk.click(rect.center(), PointerButton::Primary);
            desk.pass([]);
            shown(desk).expect("the list is open")
        }
    };
    desk.click(at, PointerButton::Primary);
    assert_eq!(value(&desk.scene, row.key), Value::Choice(name));
}

fn check_colour(desk: &mut Desk, row: &Row, watch: &Watch) {
    desk.click(
        desk.rect(widget_id(row.key)).left_center() + vec2(8.0, 0.0),
        PointerButton::Primary,
    );
    desk.pass([]);
    let layers: Vec<_> = desk.context.memory(|memory| memory.layer_ids().collect());
    let mut popups = layers.iter().filter(|layer| layer.order == egui::Order::Foreground);
    let popup = popups.find_map(|layer| desk.context.memory(|memory| memory.area_rect(layer.id)));
    let popup = popup.expect("the colours are open");
    // The square of colours is in the lower part.
    let bar = Rect::from_center_size(
        popup.center() + vec2(0.0, 0.25 * popup.height()),
        vec2(0.8 * popup.width(), 1.0),
    );
    let observed = desk.drag(&path(bar), PointerButton::Primary, |desk| {
        watch.check(desk, "a step");
        value(&desk.scene, row.key)
    });
    assert!(count_distinct(&observed) >= 8, "{} follows the pointer: {observed:?}", row.key);
    desk.click(pos2(20.0, 20.0), PointerButton::Primary);
    desk.pass([]);
}

#[test]
fn every_parameter_is_edited_alone_and_reset_to_its_default() {
    let groups: Vec<_> =
        Recipe::groups().iter().chain(ViewParams::groups()).map(|(name, _)| *name).collect();
    for row in rows() {
        // The next group is open too, so that an edit that also changes its rows is noticed.
        let index = groups.iter().position(|name| *name == row.group).expect("its group");
        let scene = scene_for(&row);
        let watch = Watch { key: row.key, before: values(&scene) };
        let mut desk = Desk::new(scene, &groups[index..groups.len().min(index + 2)]);
        match row.kind {
            ParamKind::Number { min, max, .. } => {
                check_number(&mut desk, &row, &watch, [min, max], 8)
            }
            ParamKind::Integer { min, max } => {
                check_number(&mut desk, &row, &watch, [min as f64, max as f64], 2);
            }
            ParamKind::Toggle => {
                desk.click(
                    desk.rect(widget_id(row.key)).left_center() + vec2(8.0, 0.0),
                    PointerButton::Primary,
                );
            }
            ParamKind::Choice(rows) => check_choice(&mut desk, &row, rows),
            ParamKind::Colour => check_colour(&mut desk, &row, &watch),
            ParamKind::Text { .. } => desk.type_into(desk.rect(widget_id(row.key)), "r5"),
            ParamKind::Curve { .. } => unreachable!("no table has one"),
        }
        watch.check(&desk, "an edit");
        assert_ne!(value(&desk.scene, row.key), row.default, "{} was edited", row.key);
        desk.click(
            desk.rect(widget_id(row.key)).left_center() + vec2(4.0, 0.0),
            PointerButton::Middle,
        );
        watch.check(&desk, "a middle-click");
        assert_eq!(value(&desk.scene, row.key), row.default, "a middle-click resets {}", row.key);
    }
}

#[test]
fn drags_of_the_dome_and_of_the_time_move_only_the_sun() {
    let mut desk = Desk::new(Scene::default(), &["light", "distance"]);
    let sun_keys = ["light.sun_azimuth_deg", "light.sun_elevation_deg"];
    let start = values(&desk.scene);
    for name in [sun::DOME, sun::TIME] {
        let mut bar = desk.rect(widget_id(name));
        bar.max.x -= if name == sun::TIME { 60.0 } else { 10.0 };
        let observed = desk.drag(&path(bar), PointerButton::Primary, |desk| {
            sun_keys.map(|key| value(&desk.scene, key))
        });
        let positions: std::collections::BTreeSet<_> =
            observed.iter().map(|sun| format!("{sun:?}")).collect();
        assert!(positions.len() >= 8, "{name}: {observed:?}");
        for ((key, old), (_, new)) in start.iter().zip(values(&desk.scene)) {
            assert!(sun_keys.contains(key) || *old == new, "{name}: {key}");
        }
    }
}

#[test]
fn a_search_keeps_the_width_of_the_panel() {
    let mut desk = Desk::new(Scene::default(), &["world"]);
    let edge = |desk: &Desk| desk.rect(widget_id("world.seed")).right();
    let before = edge(&desk);
    desk.search = "seed".to_owned();
    for _ in 0..40 {
        desk.pass([]);
        let panel = place_of(&desk.context, widget_id("world.seed")).unwrap();
        assert!(
            panel.left() > SCREEN[0] - 330.0 && (edge(&desk) - before).abs() < 0.5,
            "{panel:?}"
        );
    }
    let clear = desk.text(theme::CLOSE).expect("the button that clears the search");
    desk.click(clear.center(), PointerButton::Primary);
    assert_eq!(desk.search, "");
}

#[test]
fn tab_goes_from_field_to_field_while_the_user_types() {
    let mut desk = Desk::new(Scene::default(), &["fractal"]);
    desk.type_into(desk.rect(number_id("fractal.gain")), "0.3");
    desk.click(desk.rect(number_id("fractal.lacunarity")).center(), PointerButton::Primary);
    desk.letters("2.5");
    // A reset button exists, which Tab must skip.
    desk.rect(widget_id("reset of fractal.gain"));
    desk.key(Key::Tab, Modifiers::NONE);
    assert!(desk.context.text_edit_focused());
    desk.letters("0.7");
    desk.key(Key::Tab, Modifiers::SHIFT);
    desk.letters("3");
    desk.key(Key::Enter, Modifiers::NONE);
    let now = |key| value(&desk.scene, key);
    assert_eq!(
        [now("fractal.lacunarity"), now("fractal.gain")],
        [Value::Number(3.0), Value::Number(0.7)]
    );
}

#[test]
fn tab_belongs_to_the_land_while_no_text_is_typed() {
    let mut desk = Desk::new(Scene::default(), &["fractal"]);
    (0..3).for_each(|_| desk.key(Key::Tab, Modifiers::NONE));
    assert_eq!(desk.context.memory(|memory| memory.focused()), None);
}

#[test]
fn clicks_work_in_slow_frames() {
    let mut desk = Desk::new(Scene::default(), &["shape"]);
    desk.pass_s = 1.2;
    desk.type_into(desk.rect(number_id("shape.height_m")), "700");
    assert_eq!(value(&desk.scene, "shape.height_m"), Value::Number(700.0));
}
