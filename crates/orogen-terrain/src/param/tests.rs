//! Checks of the parameter tables, and values that are read or refused.

use super::*;
use crate::recipe::Recipe;
use crate::view::ViewParams;
use std::collections::HashSet;
use std::fmt;

fn check_table<D: Document + fmt::Debug>() {
    let default = D::default();
    let mut keys = HashSet::new();
    for param in D::params() {
        let key = param.key;
        assert!(keys.insert(key), "{key} occurs twice");
        assert!(D::groups().iter().any(|(group, _)| *group == param.group()), "{key} has no group");
        assert!(
            param.doc.ends_with('.') && param.doc.matches(". ").count() == 0,
            "{key}: one sentence"
        );
        assert!(!param.label.is_empty() && !param.name().is_empty(), "{key}");
        let value = (param.get)(&default);
        assert_eq!(
            param.kind.check(value.clone()).as_ref(),
            Ok(&value),
            "{key}: the default is allowed"
        );
        assert_eq!(
            param.kind.parse(&value.to_string()),
            Ok(loosened(&value)),
            "{key}: its text is read back"
        );
        let mut changed = default.clone();
        param.set_text(&mut changed, &value.to_string()).unwrap();
        assert_eq!(changed, default, "{key}: setting the default changes nothing");
    }
    for (group, title) in D::groups() {
        assert!(D::params().iter().any(|p| p.group() == *group), "{title} is empty");
    }
}

/// Text does not distinguish whole numbers from others; `check` does.
fn loosened(value: &Value) -> Value {
    if let Value::Integer(i) = value { Value::Number(*i as f64) } else { value.clone() }
}

#[test]
fn every_row_of_the_tables_is_valid() {
    check_table::<Recipe>();
    check_table::<ViewParams>();
    let recipe: HashSet<_> = Recipe::params().iter().map(|p| p.key).collect();
    assert!(
        ViewParams::params().iter().all(|p| !recipe.contains(p.key)),
        "no key is in both tables"
    );
}

#[test]
fn bad_values_are_refused_and_change_nothing() {
    for (key, bad) in [
        ("fractal.octaves", "11"),
        ("fractal.octaves", "0.5"),
        ("fractal.octaves", "nan"),
        ("shape.height_m", "inf"),
        ("shape.height_m", "ten"),
        ("world.extent_chunks", "2.5"),
        ("world.spacing_m", "3"),
        ("noise.basis", "perlim"),
        ("noise.basis", "improved-perlin"),
        ("colour.grass", "0.1,0.2"),
        ("colour.grass", "#12345g"),
        ("colour.grass", "#+12345"),
        ("colour.grass", "#-12345"),
        ("fractal.rotate", "maybe"),
    ] {
        let param = Recipe::param(key).unwrap();
        let mut recipe = Recipe::default();
        let error = param.set_text(&mut recipe, bad).unwrap_err().to_string();
        assert!(error.starts_with(key) && error.contains("allowed is"), "{error}");
        assert_eq!(recipe, Recipe::default(), "{key}={bad}");
    }
}

#[test]
fn every_kind_of_value_is_read_from_text() {
    let mut recipe = Recipe::default();
    let mut set =
        |key: &str, text: &str| Recipe::param(key).unwrap().set_text(&mut recipe, text).unwrap();
    set("fractal.octaves", " 5.5 ");
    set("noise.period", "12");
    set("fractal.rotate", "on");
    set("world.spacing_m", "0.25");
    set("colour.water", "#0080ff");
    set("world.seed", "a seed = of any text");
    assert_eq!(recipe.base().fractal.octaves, 5.5);
    assert_eq!(recipe.base().noise.period, 12);
    assert!(recipe.base().fractal.rotate);
    assert_eq!(recipe.world.spacing_m.metres(), 0.25);
    assert_eq!(recipe.colour.water, [0.0, 128.0 / 255.0, 1.0]);
    assert_eq!(recipe.world.seed, "a seed = of any text");
}

#[test]
fn the_earliest_stage_wins() {
    let old = Recipe::default();
    let mut new = old.clone();
    assert_eq!(old.dirty_stage(&new), None);
    new.colour.grass = [0.0; 3];
    assert_eq!(old.dirty_stage(&new), Some(Stage::Shade));
    new.world.sea_level_m += 1.0;
    assert_eq!(old.dirty_stage(&new), Some(Stage::Mesh));
    new.base_mut().shape.height_m += 1.0;
    assert_eq!(old.dirty_stage(&new), Some(Stage::Shape));
    new.world.seed.push('x');
    assert_eq!(old.dirty_stage(&new), Some(Stage::Sample));
}
