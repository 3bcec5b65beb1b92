//! Reads and writes the user's edits of lattice gradients: `[[layer.edit]]` tables of noise layers.

use toml::Spanned;
use toml::de::DeValue;

use crate::scene_error::SceneError;
use crate::toml_text::{integer, located, nearest, number, tables};
use orogen_noise::edit::{Edit, Edits, MAX_EDITS, MAX_GRADIENT, MAX_OCTAVES};

/// The keys that every edit has.
const KEYS: [&str; 3] = ["octave", "cell", "gradient"];

/// The allowed values of octave, cell and gradient.
const ALLOWED: [&str; 3] = [
    "a whole number from 0 to 31",
    "two whole numbers, such as [3, -2]",
    "two numbers from -4 to 4, such as [0.5, -1.0]",
];

/// The comment that explains edits in files with notes.
pub(super) const ABOUT: &str = "A lattice point with its own gradient: the octave, from 0; the point in cells of that octave; \
     the gradient, from -4 to 4 on each axis. Noise without gradients uses the first number as its value.";

/// Reads the edits of a list. `prefix` begins their addresses.
pub(super) fn read_edits(
    value: &Spanned<DeValue<'_>>,
    prefix: &str,
    text: &str,
) -> Result<Edits, SceneError> {
    let mut edits: Vec<Edit> = vec![];
    for (entries, span) in tables(value, text, || SceneError::PartType("edit"))? {
        if edits.len() == MAX_EDITS {
            let problem = SceneError::PartCount { what: "edit", max_count: MAX_EDITS };
            return Err(located(text, span.start, problem));
        }
        for (name, _) in entries {
            let key = name.get_ref();
            if !KEYS.contains(&key.as_ref()) {
                let nearest = nearest(key, &KEYS);
                let problem =
                    SceneError::UnknownKey { key: format!("{prefix}edit.{key}"), nearest };
                return Err(located(text, name.span().start, problem));
            }
        }
        let [octave, cell, gradient] = KEYS.map(|key| {
            let found = entries.iter().find(|(name, _)| name.get_ref() == key);
            found.map(|(_, value)| value)
        });
        let missing = |index: usize| {
            located(text, span.start, SceneError::NoEditKey { key: KEYS[index], keys: &KEYS })
        };
        let wrong_value = |index: usize, value: &Spanned<DeValue<'_>>| {
            let problem = SceneError::EditValue { key: KEYS[index], allowed: ALLOWED[index] };
            located(text, value.span().start, problem)
        };
        let octave = octave.ok_or_else(|| missing(0))?;
        let cell = cell.ok_or_else(|| missing(1))?;
        let gradient = gradient.ok_or_else(|| missing(2))?;
        edits.push(Edit {
            octave: read_octave(octave.get_ref()).ok_or_else(|| wrong_value(0, octave))?,
            cell: read_pair(cell.get_ref(), read_integer).ok_or_else(|| wrong_value(1, cell))?,
            gradient: read_pair(gradient.get_ref(), read_component)
                .ok_or_else(|| wrong_value(2, gradient))?,
        });
    }
    Ok(edits.into())
}

fn read_octave(value: &DeValue<'_>) -> Option<u32> {
    let octave = u32::try_from(read_integer(value)?).ok()?;
    (octave < MAX_OCTAVES).then_some(octave)
}

fn read_integer(value: &DeValue<'_>) -> Option<i64> {
    value.as_integer().and_then(integer)
}

fn read_component(value: &DeValue<'_>) -> Option<f64> {
    number(value).filter(|x| (-MAX_GRADIENT..=MAX_GRADIENT).contains(x))
}

fn read_pair<T>(value: &DeValue<'_>, read: impl Fn(&DeValue<'_>) -> Option<T>) -> Option<[T; 2]> {
    match value.as_array().map(|items| &**items) {
        Some([x, y]) => Some([read(x.get_ref())?, read(y.get_ref())?]),
        _ => None,
    }
}

/// Writes an edit as a line of a scene part.
pub(super) fn write_line(edit: &Edit) -> String {
    let Edit { octave, cell: [x, y], gradient: [a, b] } = edit;
    format!("edit {octave} {x} {y} {a} {b}")
}

/// Reads an edit from a line that [`write_line`] wrote.
pub(super) fn parse_line(line: &str) -> Option<Edit> {
    let words: Vec<&str> = line.split(' ').collect();
    let &["edit", octave, x, y, a, b] = words.as_slice() else { return None };
    Some(Edit {
        octave: octave.parse().ok()?,
        cell: [x.parse().ok()?, y.parse().ok()?],
        gradient: [a.parse().ok()?, b.parse().ok()?],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layer::LayerKind;
    use crate::scene::Scene;
    use crate::{scene_parts, share};
    use proptest::prelude::*;

    fn any_edit() -> impl Strategy<Value = Edit> {
        let gradient = prop_oneof![-4.0..=4.0f64, (-40..=40i32).prop_map(|x| f64::from(x) / 10.0)];
        let gradient = [gradient.clone(), gradient];
        (0..MAX_OCTAVES, any::<i64>(), -99..99i64, gradient)
            .prop_map(|(octave, x, y, gradient)| Edit { octave, cell: [x, y], gradient })
    }

    proptest! {
        #[test]
        fn edits_survive_files_codes_and_parts(
            first in prop::collection::vec(any_edit(), 0..=MAX_EDITS),
            second in prop::collection::vec(any_edit(), 0..4),
        ) {
            let mut scene = Scene::default();
            let noise = scene.recipe.base().clone();
            scene.recipe.layers.add(0, LayerKind::Noise(noise)).unwrap();
            let edits = [Edits::from(first), Edits::from(second)];
            for (layer, edits) in scene.recipe.layers.iter_mut().zip(edits) {
                if let LayerKind::Noise(noise) = &mut layer.kind {
                    noise.edits = edits;
                }
            }
            for text in [scene.to_toml(), scene.to_plain_toml()] {
                prop_assert_eq!(Scene::from_toml(&text), Ok(scene.clone()), "{}", text);
            }
            let code = share::encode(&scene);
            prop_assert_eq!(share::decode(&code), Ok(scene.clone()));
            prop_assert_eq!(scene_parts::read(&scene_parts::write(&scene)), Ok(scene));
        }
    }

    #[test]
    fn a_file_of_one_noise_can_have_edits() {
        let text = "[[edit]]\noctave = 1\ncell = [3, -2]\ngradient = [0.5, -1]\n";
        let edits = Scene::from_toml(text).unwrap().recipe.base().edits.clone();
        let edit = Edit { octave: 1, cell: [3, -2], gradient: [0.5, -1.0] };
        assert_eq!(edits[..], [edit]);
    }
}
