//! What the palette finds: every command, preset and parameter, by the words of a search.

use super::command::{COMMANDS, Command};
use super::panels::layers::called;
use super::panels::widgets;
use super::shelf::Shelf;
use crate::terrain::address::Row;
use crate::terrain::param::{Document, Value};
use crate::terrain::recipe::Recipe;
use crate::terrain::scene::{Scene, SceneError};
use crate::terrain::values::{self, SceneValue};
use crate::terrain::view::ViewParams;

/// Something that the palette finds.
#[derive(Clone, Debug)]
pub enum Found {
    /// It is given by Enter.
    Command { command: Command, name: String, keys: String, doc: String },
    /// It is edited in its place.
    Parameter(Parameter),
}

/// A parameter of the scene.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// As `--set` takes it.
    pub address: String,
    /// What it belongs to, as the panel calls it.
    pub of: String,
    pub row: Row,
}

/// What is found for a text, the best first.
pub fn find(text: &str, scene: &Scene, shelf: &Shelf, most: usize) -> Vec<Found> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let mut scored: Vec<(u32, usize, Found)> = vec![];
    let all = commands(shelf).chain(parameters(scene).into_iter().map(Found::Parameter));
    for (order, found) in all.enumerate() {
        if let Some(score) = found.score(&words) {
            scored.push((score, order, found));
        }
    }
    scored.sort_by_key(|(score, order, _)| (std::cmp::Reverse(*score), *order));
    scored.into_iter().take(most).map(|(_, _, found)| found).collect()
}

/// Commands, then presets.
fn commands(shelf: &Shelf) -> impl Iterator<Item = Found> {
    let commands = COMMANDS.iter().filter(|row| row.command != Command::TogglePalette);
    let commands = commands.map(|row| Found::Command {
        command: row.command,
        name: row.name.to_owned(),
        keys: row.keys.to_owned(),
        doc: row.doc.to_owned(),
    });
    let presets = shelf.0.iter().enumerate().map(|(place, preset)| Found::Command {
        command: Shelf::command(place),
        name: format!("Preset: {}", preset.title),
        keys: String::new(),
        doc: preset.doc.clone(),
    });
    commands.chain(presets)
}

/// Every parameter of a scene, those of a layer by its name.
pub fn parameters(scene: &Scene) -> Vec<Parameter> {
    let values = values::of_scene(scene).into_iter();
    values
        .map(|value| {
            let SceneValue { address, row, .. } = value;
            Parameter { of: owner(scene, &address), address, row }
        })
        .collect()
}

/// What a parameter belongs to, as the panel calls it.
fn owner(scene: &Scene, address: &str) -> String {
    let mut words = address.split('.');
    let first = words.next().unwrap_or_default();
    if first != "layer" {
        let groups = Recipe::groups().iter().chain(ViewParams::groups());
        let mut groups = groups.filter(|(group, _)| *group == first);
        let of = groups.next().map_or_else(|| widgets::title(first), |(_, t)| (*t).to_owned());
        return if address.contains(".mask.") { format!("{of}, mask") } else { of };
    }
    let id = words.next().and_then(|id| id.parse().ok());
    let name = scene.recipe.layers.iter().find(|layer| Some(layer.id) == id).map(called);
    let name = name.unwrap_or_default();
    match words.next() {
        Some(part @ ("mask" | "operation")) => format!("{name}, {part}"),
        _ => name,
    }
}

impl Parameter {
    /// Its value in a scene, and the factory's, which is that of the fresh scene.
    pub fn values(&self, scene: &Scene, fresh: &Scene) -> Option<[Value; 2]> {
        let value = |scene| values::at(scene, &self.address).map(|found| found.value);
        Some([value(scene)?, value(fresh)?])
    }

    /// Sets it in a scene.
    ///
    /// # Errors
    /// For a value out of range, and where the parameter has gone.
    pub fn set(&self, scene: &mut Scene, value: &Value) -> Result<(), SceneError> {
        scene.set_text(&self.address, &value.to_string())
    }
}

impl Found {
    /// How well it answers some words; `None` if one of them is nowhere in it. What is called so
    /// comes before what has the words in its key, and that before what speaks of it.
    fn score(&self, words: &[String]) -> Option<u32> {
        let (name, of, key, doc) = match self {
            Self::Command { name, keys, doc, .. } => (name.as_str(), "", keys.as_str(), &**doc),
            Self::Parameter(found) => (found.row.label, &*found.of, &*found.address, found.row.doc),
        };
        let [name, of, key, doc] = [name, of, key, doc].map(str::to_lowercase);
        let whole = words.join(" ");
        let mut score = 0;
        for word in words {
            score += match () {
                () if name.split([' ', '-']).any(|part| part == word) => 50,
                () if name.starts_with(&**word) => 40,
                () if name.split([' ', '-']).any(|part| part.starts_with(&**word)) => 30,
                () if name.contains(&**word) => 20,
                () if key.contains(&**word) || of.contains(&**word) => 10,
                () if doc.contains(&**word) => 1,
                () => return None,
            };
        }
        Some(score + if !whole.is_empty() && name == whole { 50 } else { 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::layer::LayerKind;
    use crate::terrain::mask::{Mask, MaskType};
    use crate::terrain::operation::{ListedOperation, Operation, OperationKind};
    use crate::terrain::param::ParamKind;

    fn first(text: &str, scene: &Scene) -> String {
        match find(text, scene, &Shelf::default(), 10).first() {
            Some(Found::Command { name, .. }) => name.clone(),
            Some(Found::Parameter(parameter)) => parameter.address.clone(),
            None => "nothing".to_owned(),
        }
    }

    #[test]
    fn commands_presets_and_parameters_are_found_by_what_they_are_called() {
        let scene = Scene::default();
        for (text, found) in [
            ("undo", "Undo"),
            ("sea level", "world.sea_level_m"),
            ("world.sea", "world.sea_level_m"),
            ("screenshot", "Screenshot"),
            ("preset alps", "Preset: Alps"),
            ("ctrl+k", "nothing"),
            ("ctrl+e", "Export"),
            ("no such thing", "nothing"),
            ("light.ambient", "light.ambient"),
        ] {
            assert_eq!(first(text, &scene), found, "{text}");
        }
    }

    /// A scene with a part of every kind.
    fn full() -> Scene {
        let mut scene = Scene::default();
        let mut add = |name: &str| scene.recipe.layers.add(0, LayerKind::named(name).unwrap());
        ["noise", "dunes", "craters"].into_iter().for_each(|kind| _ = add(kind));
        let listed = |id, kind| ListedOperation::new(id, Operation::new(kind));
        scene.recipe.operations = vec![listed(3, OperationKind::Terraces)];
        scene.recipe.layers[1].operations = vec![listed(4, OperationKind::Levels)];
        scene.recipe.layers[1].masks.0 = vec![Mask::new(5, MaskType::Slope)];
        scene.recipe.erosion_masks.0 = vec![Mask::new(6, MaskType::ALL[0].value)];
        scene.recipe.plants_masks.0 = vec![Mask::new(7, MaskType::Slope)];
        scene
    }

    #[test]
    fn every_parameter_is_read_and_set_in_its_place() {
        let scene = full();
        let (all, fresh) = (parameters(&scene), values::fresh(&scene).unwrap());
        let addresses: std::collections::BTreeSet<_> = all.iter().map(|p| &p.address).collect();
        assert_eq!(addresses.len(), all.len(), "each once");
        assert!(all.len() > 150, "{}", all.len());
        for parameter in &all {
            let [value, default] = parameter.values(&scene, &fresh).expect(&parameter.address);
            let other = match parameter.row.kind {
                ParamKind::Number { min, max, .. } => {
                    Value::Number(if default == Value::Number(min) { max } else { min })
                }
                ParamKind::Toggle => Value::Toggle(value != Value::Toggle(true)),
                _ => continue,
            };
            let mut edited = scene.clone();
            parameter.set(&mut edited, &other).unwrap();
            let [now, _] = parameter.values(&edited, &fresh).unwrap();
            assert_eq!(now, other, "{}", parameter.address);
        }
    }
}
