//! Describes changed values in the names of steps, such as `Height 600 → 840 m`.

use std::collections::HashMap;

use crate::studio::ui::text;
use crate::studio::ui::widgets::choice::title;
use crate::terrain::address::AddressRow;
use crate::terrain::mood::MOODS;
use crate::terrain::param::{Document, ParamKind, Value};
use crate::terrain::recipe::Recipe;
use crate::terrain::scene::Scene;
use crate::terrain::values::{self, SceneValue};
use crate::terrain::view::ViewParams;

/// The maximum length of a value, in characters.
const MAX_CHARS: usize = 24;

/// A value that a step has changed.
struct ChangedValue {
    address: String,
    row: AddressRow,
    from: Value,
    to: Value,
}

/// Describes the values that differ between two scenes, or returns `None` if all are equal.
pub fn describe_changes(before: &Scene, after: &Scene) -> Option<String> {
    let changes = changes(before, after);
    let mood = MOODS.iter().find(|mood| {
        mood.is_applied_to(&after.view.params)
            && !mood.is_applied_to(&before.view.params)
            && changes.len() > 1
    });
    if let Some(mood) = mood.filter(|_| changes.iter().all(|change| is_light(&change.address))) {
        return Some(format!("Mood {}", mood.title));
    }
    match &changes[..] {
        [] => None,
        [change] => Some(change.name(after)),
        many => {
            let owner = |change: &ChangedValue| owner(&change.address, after);
            let first = owner(&many[0]);
            let all_alike = many.iter().all(|change| owner(change) == first);
            Some(match first.filter(|_| all_alike) {
                Some(owner) => format!("{} values of {owner}", many.len()),
                None => format!("{} values", many.len()),
            })
        }
    }
}

fn is_light(address: &str) -> bool {
    ["light.", "distance.", "clouds."].iter().any(|group| address.starts_with(group))
}

fn changes(before: &Scene, after: &Scene) -> Vec<ChangedValue> {
    let old_values: HashMap<_, _> = values::of_scene(before)
        .into_iter()
        .map(|SceneValue { address, row, value }| (address, (row, value)))
        .collect();
    let change = |SceneValue { address, row, value: to }: SceneValue| {
        let (old, from) = old_values.get(&address)?;
        // If a layer was replaced, its number now belongs to a layer of another kind, with other
        // values.
        let is_same = (old.kind, old.doc) == (row.kind, row.doc);
        (is_same && *from != to).then(|| ChangedValue { address, row, from: from.clone(), to })
    };
    values::of_scene(after).into_iter().filter_map(change).collect()
}

impl ChangedValue {
    fn name(&self, scene: &Scene) -> String {
        let label = self.row.label;
        let description = match (&self.row.kind, self.row.key) {
            (ParamKind::Text { .. }, "name") => {
                return format!(
                    "Renamed “{}” to “{}”",
                    short_text(&self.from),
                    short_text(&self.to)
                );
            }
            (ParamKind::Toggle, _) => format!("{label} {}", self.to),
            (ParamKind::Curve { .. }, _) => label.to_owned(),
            _ => {
                let (from, to) = self.texts();
                format!("{label} {from} → {to}")
            }
        };
        // The parameters of the whole land belong to no layer, operation or mask.
        let part = self.address.split_once('.').filter(|(first, _)| is_part(first));
        match part.and_then(|_| part_of(&self.address, scene)) {
            Some(part) => format!("{part}: {description}"),
            None => description,
        }
    }

    /// Returns both values as text; the unit follows the second value.
    fn texts(&self) -> (String, String) {
        let unit = match self.row.unit {
            "" => String::new(),
            "°" => "°".to_owned(),
            unit => format!(" {unit}"),
        };
        let texts = match (&self.from, &self.to) {
            (Value::Number(from), Value::Number(to)) => {
                // Four significant digits, or more if both would look the same.
                let digit = |x: f64| x.abs().max(1e-9).log10().floor();
                let shown = |places: f64| {
                    let places = places.clamp(0.0, 6.0) as usize;
                    (text::trimmed(*from, places), text::trimmed(*to, places))
                };
                let texts = shown(3.0 - digit(from.abs().max(to.abs())));
                if texts.0 == texts.1 { shown(1.0 - digit(to - from)) } else { texts }
            }
            (from, to) => (short_text(from), short_text(to)),
        };
        (texts.0, format!("{}{unit}", texts.1))
    }
}

/// Formats a value for a name, shortened to [`MAX_CHARS`].
fn short_text(value: &Value) -> String {
    match value {
        Value::Choice(name) => title(name),
        Value::Colour(rgb) => {
            let [r, g, b] = rgb.map(|c| (c * 255.0).round() as u8);
            format!("#{r:02x}{g:02x}{b:02x}")
        }
        Value::Integer(_) => text::minus(&value.to_string()),
        other => {
            let text = other.to_string();
            match text.char_indices().nth(MAX_CHARS) {
                Some((end, _)) => format!("{}…", &text[..end]),
                None => text,
            }
        }
    }
}

fn is_part(first: &str) -> bool {
    ["layer", "operation"].contains(&first)
}

/// Returns the name of the layer, operation or mask of a value, if the land has several.
fn part_of(address: &str, scene: &Scene) -> Option<String> {
    let recipe = &scene.recipe;
    let words: Vec<_> = address.split('.').collect();
    let operation = |list: &[crate::terrain::operation::ListedOperation], id: &str| {
        let listed = list.iter().find(|listed| id.parse() == Ok(listed.id))?;
        Some(title(listed.operation.kind().name()))
    };
    match words[..] {
        ["operation", id, ..] => operation(&recipe.operations, id),
        ["layer", id, ref rest @ ..] => {
            let layer = recipe.layers.iter().find(|layer| id.parse() == Ok(layer.id))?;
            match rest {
                ["operation", id, ..] => operation(&layer.operations, id),
                ["mask", ..] => Some(format!("Mask of “{}”", layer_name(layer))),
                _ => (recipe.layers.len() > 1).then(|| format!("“{}”", layer_name(layer))),
            }
        }
        _ => None,
    }
}

/// Returns the name of a layer, or the name of its kind if the layer has no name.
pub fn layer_name(layer: &crate::terrain::layer::Layer) -> String {
    match &*layer.head.layer.name {
        "" => title(layer.kind.name()),
        name => short_text(&Value::Text(name.to_owned())),
    }
}

/// Returns the name of the group or the part to which a value belongs.
fn owner(address: &str, scene: &Scene) -> Option<String> {
    let group = match address.strip_prefix("layer.") {
        Some(rest) => rest.split('.').nth(1)?,
        None => address.split('.').next()?,
    };
    if let Some(part) = part_of(address, scene) {
        return Some(part);
    }
    let groups = Recipe::groups().iter().chain(ViewParams::groups());
    let title = groups.into_iter().find(|(name, _)| *name == group);
    title.map(|(_, title)| (*title).to_owned())
}
