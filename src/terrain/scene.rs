//! A scene is a recipe and a view: what a file holds, what a preset is, what `--set` changes.
//!
//! The file is TOML: `version`, an optional `view` text, and one table a group. Reading patches the
//! defaults of its version: the view's text first, then the tables, wherever they stand, so that a
//! key of a table (`[look]`, `[light]`) beats what the text says or leaves out. Writing states
//! every key.

use std::fmt::Write as _;
use std::ops::Range;

use toml::de::{DeInteger, DeTable, DeValue};

use crate::terrain::param::{Document, ParamError, ParamKind, Value};
use crate::terrain::recipe::{RECIPE_VERSION, Recipe};
use crate::terrain::view::{View, ViewParams};
use crate::text::shown;

/// A recipe and how one looks at it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    pub recipe: Recipe,
    pub view: View,
}

/// What is wrong with a scene's text or with a change to it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SceneError {
    /// In a file: `line 3, column 7: …`.
    #[error("line {line}, column {column}: {problem}")]
    At { line: usize, column: usize, problem: String },
    #[error("{0}")]
    Param(#[from] ParamError),
    #[error("{0}")]
    Other(String),
}

impl Scene {
    /// Sets one parameter of recipe or view by its key.
    ///
    /// # Errors
    /// For an unknown key (with the nearest one), a value of the wrong type or out of range.
    pub fn set_text(&mut self, key: &str, text: &str) -> Result<(), SceneError> {
        if let Some(param) = Recipe::param(key) {
            return Ok(param.set_text(&mut self.recipe, text)?);
        }
        if let Some(param) = ViewParams::param(key) {
            return Ok(param.set_text(&mut self.view.params, text)?);
        }
        Err(SceneError::Other(unknown_key(key, &all_keys())))
    }

    /// Sets one parameter of recipe or view by its key, to a typed value.
    fn set_value(&mut self, key: &str, value: Value) -> Result<(), ParamError> {
        match (Recipe::param(key), ViewParams::param(key)) {
            (Some(param), _) => param.set(&mut self.recipe, value),
            (None, Some(param)) => param.set(&mut self.view.params, value),
            (None, None) => unreachable!("keys are looked up before their values are read"),
        }
    }

    /// Checks what no single parameter shows: choices that exclude each other.
    pub fn validate(&self) -> Result<(), SceneError> {
        self.recipe.noise_spec().map(|_| ()).map_err(|e| SceneError::Other(e.to_string()))
    }

    /// Reads a scene from the text of a file, as a patch over the defaults of its version. The text
    /// of `view` is a whole view, which a key of a table then patches.
    ///
    /// # Errors
    /// Say the line and the column, what is wrong there and what is allowed.
    pub fn from_toml(text: &str) -> Result<Self, SceneError> {
        let at = |span: Range<usize>, problem: String| located(text, span.start, problem);
        let parsed = DeTable::parse(text)
            .map_err(|e| at(e.span().unwrap_or_default(), e.message().replace('\n', ", ")))?;
        let mut scene = Self::default();
        let mut entries: Vec<_> = parsed.get_ref().iter().collect();
        // Whatever the order in the file, or of the letters: what the file is, then the view as a
        // whole, then single keys.
        entries.sort_by_key(|(key, _)| match key.get_ref().as_ref() {
            "version" => 0,
            "view" => 1,
            _ => 2,
        });
        for (key, value) in entries {
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("version", value_of_key) => {
                    read_version(value_of_key).map_err(|problem| at(value.span(), problem))?;
                }
                ("view", DeValue::String(view)) => {
                    scene.view =
                        view.parse().map_err(|e| at(value.span(), format!("view: {e}")))?;
                }
                ("view", other) => {
                    return Err(at(
                        value.span(),
                        format!(
                            "view: {} is of the wrong type; allowed is a text",
                            other.type_str()
                        ),
                    ));
                }
                (group, DeValue::Table(_)) if !group_names().contains(&group) => {
                    return Err(at(key.span(), unknown_key(group, &group_names())));
                }
                (group, DeValue::Table(table)) => read_group(&mut scene, group, table, text)?,
                (name, _) if group_names().contains(&name) => {
                    return Err(at(
                        value.span(),
                        format!("{name} is a group; write it as a table, [{name}]"),
                    ));
                }
                (name, _) => return Err(at(key.span(), unknown_key(name, &top_names()))),
            }
        }
        scene.validate()?;
        Ok(scene)
    }

    /// The scene as the text of a file, every key stated.
    pub fn to_toml(&self) -> String {
        let mut text = format!(
            "version = {RECIPE_VERSION}\nview = {}\n",
            toml::Value::from(self.view.to_string())
        );
        write_groups(&mut text, &self.recipe);
        text
    }
}

fn write_groups<D: Document>(text: &mut String, document: &D) {
    for (group, _) in D::groups() {
        let _ = write!(text, "\n[{group}]\n");
        for param in D::params().iter().filter(|p| p.group() == *group) {
            let value = match (param.get)(document) {
                Value::Number(x) => toml::Value::Float(x),
                Value::Integer(i) => toml::Value::Integer(i),
                Value::Toggle(on) => toml::Value::Boolean(on),
                Value::Choice(name) => toml::Value::String(name.to_owned()),
                Value::Text(text) => toml::Value::String(text),
                // As text of the shortest f32 digits, so that 0.29 is written 0.29.
                Value::Colour(rgb) => toml::Value::Array(
                    rgb.iter()
                        .map(|c| toml::Value::Float(c.to_string().parse().unwrap_or(0.0)))
                        .collect(),
                ),
                Value::Curve(points) => toml::Value::Array(
                    points.iter().map(|p| p.map(toml::Value::Float).to_vec().into()).collect(),
                ),
            };
            let _ = writeln!(text, "{} = {value}", param.name());
        }
    }
}

fn read_version(value: &DeValue) -> Result<(), String> {
    match value.as_integer().and_then(integer) {
        Some(v) if v == i64::from(RECIPE_VERSION) => Ok(()),
        Some(v) if v > i64::from(RECIPE_VERSION) => Err(format!(
            "version: {v} was written by a newer Orogen; this one reads up to {RECIPE_VERSION}"
        )),
        _ => Err(format!("version: is not a known version; allowed is {RECIPE_VERSION}")),
    }
}

fn read_group(
    scene: &mut Scene,
    group: &str,
    table: &DeTable,
    text: &str,
) -> Result<(), SceneError> {
    for (name, value) in table {
        let key = format!("{group}.{}", name.get_ref());
        let Some((kind, mut allowed)) = kind_of(&key) else {
            return Err(located(text, name.span().start, unknown_key(&key, &all_keys())));
        };
        // A quoted "on" will do, too, but this is how a file says it.
        if kind == ParamKind::Toggle {
            allowed = "true or false".to_owned();
        }
        let source = text.get(value.span()).unwrap_or_default();
        let set = match typed_value(kind, value.get_ref(), source) {
            Ok(value) => scene.set_value(&key, value),
            Err(problem) => Err(ParamError { key, problem, allowed }),
        };
        set.map_err(|e| located(text, value.span().start, e.to_string()))?;
    }
    Ok(())
}

/// The kind of the parameter of a key, and its allowed values in words.
fn kind_of(key: &str) -> Option<(ParamKind, String)> {
    let of_recipe = Recipe::param(key).map(|param| (param.kind, param.allowed()));
    of_recipe.or_else(|| ViewParams::param(key).map(|param| (param.kind, param.allowed())))
}

/// The value of a kind that a TOML value stands for; `source` is how the file writes it.
fn typed_value(kind: ParamKind, value: &DeValue, source: &str) -> Result<Value, String> {
    let wrong = || match source.trim() {
        "" => format!("a {} is of the wrong type", value.type_str()),
        source => format!("{} is of the wrong type", shown(source)),
    };
    let is_number = matches!(kind, ParamKind::Number { .. } | ParamKind::Integer { .. });
    match (kind, value) {
        (ParamKind::Toggle, DeValue::Boolean(on)) => Ok(Value::Toggle(*on)),
        (ParamKind::Toggle | ParamKind::Colour, DeValue::String(text)) => kind.parse(text),
        (ParamKind::Text { .. } | ParamKind::Choice(_), DeValue::String(text)) => {
            Ok(Value::Text(text.to_string()))
        }
        (ParamKind::Text { .. }, DeValue::Integer(i)) => {
            integer(i).map(Value::Integer).ok_or_else(|| {
                let longest = i64::MAX;
                format!(
                    "{} is beyond TOML's numbers (up to {longest}); put it in quotes",
                    shown(source)
                )
            })
        }
        (_, DeValue::Integer(i)) if is_number || matches!(kind, ParamKind::Choice(_)) => integer(i)
            .map(Value::Integer)
            .ok_or_else(|| format!("{} is out of range", shown(source))),
        (_, DeValue::Float(_)) if is_number || matches!(kind, ParamKind::Choice(_)) => {
            number(value).map(Value::Number).ok_or_else(wrong)
        }
        (ParamKind::Colour, DeValue::Array(items)) => {
            let numbers: Option<Vec<f32>> =
                items.iter().map(|item| number(item.get_ref()).map(|x| x as f32)).collect();
            let three = numbers.and_then(|numbers| numbers.try_into().ok());
            three
                .map(Value::Colour)
                .ok_or_else(|| format!("{} is not three numbers", shown(source)))
        }
        (ParamKind::Curve { .. }, DeValue::Array(items)) => {
            let point = |item: &DeValue| match item.as_array().map(|p| &**p) {
                Some([x, y]) => Some([number(x.get_ref())?, number(y.get_ref())?]),
                _ => None,
            };
            items
                .iter()
                .map(|item| point(item.get_ref()))
                .collect::<Option<_>>()
                .map(Value::Curve)
                .ok_or_else(wrong)
        }
        _ => Err(wrong()),
    }
}

fn integer(value: &DeInteger) -> Option<i64> {
    i64::from_str_radix(value.as_str(), value.radix()).ok()
}

fn number(value: &DeValue) -> Option<f64> {
    match value {
        DeValue::Float(x) => x.as_str().parse().ok(),
        DeValue::Integer(i) => integer(i).map(|i| i as f64),
        _ => None,
    }
}

fn all_keys() -> Vec<&'static str> {
    Recipe::params()
        .iter()
        .map(|p| p.key)
        .chain(ViewParams::params().iter().map(|p| p.key))
        .collect()
}

fn group_names() -> Vec<&'static str> {
    Recipe::groups().iter().chain(ViewParams::groups()).map(|(name, _)| *name).collect()
}

fn top_names() -> Vec<&'static str> {
    ["version", "view"].into_iter().chain(group_names()).collect()
}

/// `unknown key ...; did you mean ...?`, or where to find the keys when none is near.
fn unknown_key(key: &str, known: &[&str]) -> String {
    match nearest(key, known) {
        Some(near) => format!("there is no key `{}`; did you mean `{near}`?", shown(key)),
        None => format!("there is no key `{}`; `orogen params` lists them", shown(key)),
    }
}

/// The most similar of the names, if any is similar enough to be what was meant.
pub fn nearest<'a>(wanted: &str, names: &[&'a str]) -> Option<&'a str> {
    let last = |name: &'a str| name.rsplit('.').next().unwrap_or(name);
    // A bare `octaves` means `fractal.octaves`.
    if let Some(name) = names.iter().find(|name| last(name) == wanted) {
        return Some(name);
    }
    let scored = names.iter().map(|&name| (strsim::jaro_winkler(wanted, name), name));
    scored
        .filter(|(score, _)| *score > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

fn located(text: &str, offset: usize, problem: String) -> SceneError {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
    let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
    SceneError::At { line, column, problem }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::look::Style;
    use crate::terrain::param::Param;
    use proptest::prelude::*;

    fn problem(text: &str) -> (usize, usize, String) {
        match Scene::from_toml(text) {
            Err(SceneError::At { line, column, problem }) => (line, column, problem),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_file_is_a_patch_over_the_defaults() {
        assert_eq!(Scene::from_toml(""), Ok(Scene::default()));
        let scene =
            Scene::from_toml("version = 1\n[noise]\nseed = 7\n[fractal]\noctaves = 3\n").unwrap();
        assert_eq!((scene.recipe.noise.seed.as_str(), scene.recipe.fractal.octaves), ("7", 3.0));
        assert_eq!(scene.recipe.shape, Recipe::default().shape);
    }

    #[test]
    fn what_is_wrong_is_located_and_the_remedy_named() {
        for (text, line, column, words) in [
            ("[noise\n", 1, 7, ""),
            ("a = \n", 1, 5, ""),
            ("[noise]\nsede = 1\n", 2, 1, "did you mean `noise.seed`?"),
            ("[nois]\nseed = 1\n", 1, 2, "did you mean `noise`?"),
            ("octaves = 3\n", 1, 1, "there is no key `octaves`"),
            ("noise = 3\n", 1, 9, "write it as a table"),
            ("[fractal]\noctaves = \"many\"\n", 2, 11, "wrong type"),
            ("[fractal]\noctaves = nan\n", 2, 11, "NaN is not a finite number"),
            ("[fractal]\n\noctaves = -inf\n", 3, 11, "not a finite number"),
            ("[fractal]\noctaves = 11\n", 2, 11, "allowed is a number from 1 to 10"),
            (
                "[fractal]\nrotate = 1\n",
                2,
                10,
                "fractal.rotate: 1 is of the wrong type; allowed is true or false",
            ),
            (
                "[fractal]\nrotate = \"yes\"\n",
                2,
                10,
                "`yes` is neither on nor off; allowed is true or false",
            ),
            (
                "[fractal]\noctaves = true\n",
                2,
                11,
                "fractal.octaves: true is of the wrong type; allowed is a number",
            ),
            (
                "[fractal]\noctaves = [1, 2, 3]\n",
                2,
                11,
                "fractal.octaves: [1, 2, 3] is of the wrong type",
            ),
            (
                "[fractal]\noctaves = 99999999999999999999\n",
                2,
                11,
                "99999999999999999999 is out of range",
            ),
            (
                "[noise]\nseed = [1, 2]\n",
                2,
                8,
                "noise.seed: [1, 2] is of the wrong type; allowed is text",
            ),
            (
                "[noise]\nseed = 18446744073709551615\n",
                2,
                8,
                "18446744073709551615 is beyond TOML's numbers",
            ),
            ("[noise]\nseed = 18446744073709551615\n", 2, 8, "put it in quotes"),
            (
                "[colour]\ngrass = [1, 2]\n",
                2,
                9,
                "colour.grass: [1, 2] is not three numbers; allowed is #rrggbb",
            ),
            ("[colour]\ngrass = [[1, 2]]\n", 2, 9, "three numbers"),
            (
                "[colour]\ngrass = \"#+12345\"\n",
                2,
                9,
                "`#+12345` is not a colour; allowed is #rrggbb",
            ),
            ("[world]\nspacing_m = 3\n", 2, 13, "0.25, 0.5, 1, 2, 4, 8"),
            ("version = 2\n", 1, 11, "newer"),
            ("version = 2\n[erosion]\nstrength = 1\n", 1, 11, "newer"),
            ("version = \"1\"\n", 1, 11, "allowed is 1"),
            ("view = \"camera=1,2\"\n", 1, 8, "yaw,pitch,distance"),
        ] {
            let (at_line, at_column, problem) = problem(text);
            assert_eq!((at_line, at_column), (line, column), "{text}: {problem}");
            assert!(problem.contains(words) && !problem.contains('\n'), "{text}: {problem}");
        }
    }

    #[test]
    fn quoted_switches_colours_and_large_seeds_are_read() {
        let text = "[noise]\nseed = \"18446744073709551615\"\n[fractal]\nrotate = \"on\"\n[colour]\ngrass = \"#102030\"\n";
        let recipe = Scene::from_toml(text).unwrap().recipe;
        assert_eq!(
            (recipe.noise.seed.as_str(), recipe.fractal.rotate),
            ("18446744073709551615", true)
        );
        assert_eq!(recipe.colour.grass, [0x10, 0x20, 0x30].map(|c| c as f32 / 255.0));
    }

    #[test]
    fn a_key_of_a_table_beats_the_view_and_the_view_the_defaults() {
        let [look, light] = ["[look]\nstyle = \"course\"\n", "[light]\nambient = 0.5\n"];
        let view =
            "view = \"camera=1,2,3; light.ambient=0.1; light.stars=1; look.style=natural\"\n";
        let scene = Scene::from_toml(&format!("{view}{look}{light}")).unwrap();
        let params = &scene.view.params;
        assert_eq!(
            (params.look.style, params.light.ambient, params.light.stars),
            (Style::Course, 0.5, 1.0)
        );
        assert_eq!(scene.view.camera.distance_m, 3.0);
        assert_eq!(Scene::from_toml(&format!("{view}{light}{look}")), Ok(scene));
    }

    #[test]
    fn values_in_messages_are_cut_and_printable() {
        for text in [
            format!("[fractal]\nkind = \"{}\"\n", "x".repeat(10_000)),
            format!("[fractal]\nkind = \"{}\"\n", "x ".repeat(10_000)),
            format!("[fractal]\noctaves = \"{}\"\n", "x ".repeat(10_000)),
            format!("[noise]\n\"{}\" = 1\n", "x ".repeat(10_000)),
            format!("[\"{}\"]\n", "x ".repeat(10_000)),
            format!("view = \"{}\"\n", "x ".repeat(10_000)),
            format!("view = \"{}=1\"\n", "x ".repeat(10_000)),
            format!("view = \"camera={}\"\n", "1 ".repeat(10_000)),
            format!("view = \"bookmark{}=1\"\n", "1 ".repeat(10_000)),
            format!("view = \"look.style={}\"\n", "1 ".repeat(10_000)),
        ] {
            let (.., problem) = problem(&text);
            assert!(problem.len() < 400 && problem.contains('…'), "{problem}");
        }
    }

    #[test]
    fn choices_that_exclude_each_other_are_refused() {
        let error =
            Scene::from_toml("[noise]\nperiod = 4\n[fractal]\nlacunarity = 2.5\n").unwrap_err();
        assert!(error.to_string().contains("lacunarity"), "{error}");
    }

    /// Any value that a parameter allows.
    fn any_value<D>(param: &Param<D>) -> BoxedStrategy<Value> {
        match param.kind {
            ParamKind::Number { min, max, .. } => (min..=max).prop_map(Value::Number).boxed(),
            ParamKind::Integer { min, max } => (min..=max).prop_map(Value::Integer).boxed(),
            ParamKind::Toggle => any::<bool>().prop_map(Value::Toggle).boxed(),
            ParamKind::Choice(rows) => {
                (0..rows.len()).prop_map(|i| Value::Choice(rows[i].name)).boxed()
            }
            ParamKind::Colour => {
                prop::array::uniform3(0.0..=1.0f32).prop_map(Value::Colour).boxed()
            }
            ParamKind::Curve { .. } => Just(Value::Curve(vec![[0.0, 0.0], [1.0, 1.0]])).boxed(),
            ParamKind::Text { .. } => {
                "[^\\x00-\\x1f\\x7f-\\x9f]{0,40}".prop_map(Value::Text).boxed()
            }
        }
    }

    proptest! {
        #[test]
        fn any_recipe_survives_its_file(values in Recipe::params().iter().map(any_value).collect::<Vec<_>>()) {
            let mut scene = Scene::default();
            for (param, value) in Recipe::params().iter().zip(values) {
                param.set(&mut scene.recipe, value).unwrap();
            }
            if scene.validate().is_err() {
                // A period does not go with every lacunarity.
                scene.recipe.noise.period = 0;
            }
            prop_assert!(scene.validate().is_ok());
            let text = scene.to_toml();
            prop_assert_eq!(Scene::from_toml(&text), Ok(scene), "{}", text);
        }

        #[test]
        fn any_text_is_read_or_refused(text in "(?s).{0,200}") {
            let _ = Scene::from_toml(&text);
        }
    }
}
