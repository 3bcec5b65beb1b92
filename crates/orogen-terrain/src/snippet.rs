//! Parameters as lines of text, such as `fractal.octaves=7`, for copy and paste.
//!
//! The lines have the form of `--set`. Pasted text may also be part of a recipe file, with
//! `[group]` lines, quotes, brackets and comments.

use std::fmt::Write as _;

use crate::param::{Document, Value};
use crate::recipe::NoiseLayer;
use crate::scene::Scene;
use crate::scene_error::SceneError;

/// The largest number of lines of a text.
const MAX_LINES: usize = 2000;

/// A problem with a pasted text.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SnippetError {
    /// No line sets a parameter.
    #[error("the text sets no parameter; write lines such as `fractal.octaves=7`")]
    Nothing,
    /// The text is too long.
    #[error("the text has more than {MAX_LINES} lines")]
    TooLong,
    /// A line is not `key=value`.
    #[error("line {line}: `{text}` is not `key=value`")]
    Form {
        /// The line, counted from 1.
        line: usize,
        /// The text of the line, shortened.
        text: String,
    },
    /// A line has an unknown key or a value that is not allowed.
    #[error("line {line}: {problem}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// The problem with the line.
        problem: SceneError,
    },
    /// Every line is valid, but the resulting values cannot be combined.
    #[error(transparent)]
    Whole(SceneError),
}

/// Writes one parameter as text.
///
/// ```
/// use orogen_terrain::param::Value;
/// use orogen_terrain::snippet;
///
/// assert_eq!(snippet::of_parameter("fractal.octaves", &Value::Number(7.0)), "fractal.octaves=7\n");
/// ```
pub fn of_parameter(address: &str, value: &Value) -> String {
    format!("{address}={value}\n")
}

/// Writes a group of a document as text, a line per parameter.
///
/// `prefix` precedes each key.
pub fn of_group<D: Document>(document: &D, group: &str, prefix: &str) -> String {
    D::params().iter().filter(|param| param.group() == group).fold(String::new(), |mut text, p| {
        let _ = writeln!(text, "{prefix}{}={}", p.key, (p.get)(document));
        text
    })
}

/// Applies a text to a scene.
///
/// Returns the new scene and the number of parameters that the text set. If the scene has several
/// layers, a key of a noise layer without an id applies to the layer `layer`.
///
/// # Errors
/// Returns an error that gives the line, the problem and the allowed values.
pub fn apply(scene: &Scene, layer: u32, text: &str) -> Result<(Scene, usize), SnippetError> {
    let mut edited = scene.clone();
    let (mut group, mut count) = (String::new(), 0);
    for (line, text) in (1..).zip(text.lines()) {
        if line > MAX_LINES {
            return Err(SnippetError::TooLong);
        }
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        if let Some(name) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
            group = format!("{}.", name.trim());
            continue;
        }
        let not_a_setting =
            || SnippetError::Form { line, text: orogen_noise::text::sanitise(text) };
        let (key, value) = text.split_once('=').ok_or_else(not_a_setting)?;
        let address = address_of(scene, layer, &format!("{group}{}", key.trim()));
        let result = edited.set_text(&address, unquote(value.trim()));
        result.map_err(|problem| SnippetError::Line { line, problem })?;
        count += 1;
    }
    if count == 0 {
        return Err(SnippetError::Nothing);
    }
    edited.validate().map_err(SnippetError::Whole)?;
    Ok((edited, count))
}

/// The address of a key. If the scene has several layers, a key of a noise layer gets the prefix
/// `layer.ID.`.
fn address_of(scene: &Scene, layer: u32, key: &str) -> String {
    let needs_layer = NoiseLayer::param(key).is_some() && scene.recipe.layers.len() > 1;
    if needs_layer { format!("layer.{layer}.{key}") } else { key.to_owned() }
}

/// Removes the quotes or brackets around a value, and the comment after it, as in files.
fn unquote(value: &str) -> &str {
    for [open, close] in [['"', '"'], ['\'', '\''], ['[', ']']] {
        let inner = value.strip_prefix(open).and_then(|rest| rest.split_once(close));
        if let Some((inner, rest)) = inner
            && (rest.trim().is_empty() || rest.trim().starts_with('#'))
        {
            return inner.trim();
        }
    }
    value.split(" #").next().unwrap_or(value).trim()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layer::LayerKind;
    use crate::recipe::Recipe;
    use crate::view::ViewParams;
    use proptest::prelude::*;

    #[test]
    fn every_group_survives_copy_and_paste() {
        let from = crate::preset::Preset::find("canyon").unwrap().scene().unwrap();
        let mut to = Scene::default();
        to.recipe.layers = from.recipe.layers.clone();
        let mut copied = String::new();
        for (group, _) in Recipe::groups() {
            if NoiseLayer::groups().iter().all(|(noise_group, _)| noise_group != group) {
                copied += &of_group(&from.recipe, group, "");
            }
        }
        for (group, _) in ViewParams::groups() {
            copied += &of_group(&from.view.params, group, "");
        }
        let (pasted, count) = apply(&to, 1, &copied).unwrap();
        assert_eq!(count, copied.lines().count());
        assert_eq!(pasted.view.params, from.view.params);
        let values = |recipe: &Recipe| {
            let params = Recipe::params().iter();
            params.map(|p| (p.get)(recipe)).collect::<Vec<_>>()
        };
        assert_eq!(values(&pasted.recipe), values(&from.recipe));
    }

    #[test]
    fn a_piece_of_a_file_is_read_too() {
        let text = "# mine\n[fractal]\noctaves = 7.0 # many\n\n[colour]\nwater = [0.25, 0.5, 1.0]\n[world]\nseed = \"a = b\"\n";
        let (scene, count) = apply(&Scene::default(), 1, text).unwrap();
        assert_eq!(count, 3);
        assert_eq!(scene.recipe.base().fractal.octaves, 7.0);
        assert_eq!(scene.recipe.colour.water, [0.25, 0.5, 1.0]);
        assert_eq!(scene.recipe.world.seed, "a = b");
    }

    #[test]
    fn a_layers_key_applies_to_the_given_layer() {
        let mut scene = Scene::default();
        scene.recipe.layers.add(0, LayerKind::named("noise").unwrap()).unwrap();
        let (edited, _) = apply(&scene, 2, "fractal.octaves=3").unwrap();
        let octaves = |id| {
            let mut layers = edited.recipe.layers.iter().filter(move |layer| layer.id == id);
            layers.next().and_then(|layer| layer.as_noise().map(|noise| noise.fractal.octaves))
        };
        assert_eq!(octaves(2), Some(3.0));
        assert_ne!(octaves(1), Some(3.0));
    }

    #[test]
    fn a_bad_value_is_reported_with_its_line_and_sets_nothing() {
        for (text, message) in [
            ("", "the text sets no parameter"),
            ("# only a comment", "the text sets no parameter"),
            ("hello", "line 1: `hello` is not `key=value`"),
            ("fractal.octaves=7\nfractal.octave=7", "line 2:"),
            ("\nfractal.octaves=70", "line 2:"),
        ] {
            let error = apply(&Scene::default(), 1, text).unwrap_err().to_string();
            assert!(error.starts_with(message) && !error.contains('\n'), "{text:?}: {error}");
        }
        let long = "world.seed=1\n".repeat(MAX_LINES + 1);
        assert!(matches!(apply(&Scene::default(), 1, &long), Err(SnippetError::TooLong)));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "(?s).{0,200}") {
            let _ = apply(&Scene::default(), 1, &text);
        }
    }
}
