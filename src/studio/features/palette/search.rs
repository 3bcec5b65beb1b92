//! The search behind the command palette. It finds commands, presets, figures of the lab,
//! parameters, and layers, masks and operations to add.

use super::addition;
use crate::export::Engine;
use crate::lab::ROWS;
use crate::studio::command::kinds::Command;
use crate::studio::command::table::COMMANDS;
use crate::studio::document::preset_shelf::Shelf;
use crate::studio::panel::layers::actions::layer_name;
use crate::studio::ui::widgets::choice::title;
use crate::studio::ui::widgets::row_facts::RowFacts;
use crate::terrain::address::AddressRow;
use crate::terrain::layer::Layer;
use crate::terrain::param::{Document, Value};
use crate::terrain::recipe::Recipe;
use crate::terrain::scene::{Scene, SceneError};
use crate::terrain::values::{self, SceneValue};
use crate::terrain::view::ViewParams;

use super::addition::Addition;

/// A result of the search.
#[derive(Clone, Debug)]
pub enum SearchResult {
    /// A command that Enter sends.
    Command { command: Command, name: String, keys: String, doc: String },
    /// A layer, mask or operation that Enter adds.
    Addition { addition: Addition, name: String, doc: String },
    /// A parameter that the user edits in place.
    Parameter(Parameter),
}

/// A result of the search, and the reason if it has no effect.
#[derive(Clone, Debug)]
pub struct SearchHit {
    pub result: SearchResult,
    /// The reason why the result has no effect now; `None` if it has an effect.
    pub blocked: Option<String>,
}

/// The data that the search reads.
pub struct SearchScope<'a> {
    pub scene: &'a Scene,
    pub shelf: &'a Shelf,
    /// The reasons why some parameters have no effect now.
    pub row_facts: &'a RowFacts,
    /// The id of the selected layer, to which masks and operations are added.
    pub selected: u32,
    pub state: CommandState,
}

/// The part of the program's state that decides which commands have an effect.
#[derive(Clone, Copy, Debug, Default)]
pub struct CommandState {
    /// Two flags: a step can be undone; a step can be redone.
    pub can_undo_and_redo: [bool; 2],
    pub has_xray: bool,
    /// True if the user has dragged arrows of the X-ray and has neither kept nor dropped them.
    pub has_arrows: bool,
}

/// A parameter of the scene.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The parameter's address, in the form that `--set` takes on the command line.
    pub address: String,
    /// The title of the group or layer that the parameter belongs to, as in the panel.
    pub owner: String,
    pub row: AddressRow,
}

/// Finds at most `max` results for a text. Results that have an effect come before the others, and
/// better matches before worse.
pub fn find(text: &str, scope: &SearchScope, max: usize) -> Vec<SearchHit> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let mut scored: Vec<(bool, u32, usize, SearchHit)> = vec![];
    let parameters = parameters(scope.scene).into_iter().map(SearchResult::Parameter);
    let additions = addition::all(&scope.scene.recipe, scope.selected);
    let additions =
        additions.map(|(addition, name, doc)| SearchResult::Addition { addition, name, doc });
    let all = commands(scope.shelf).chain(parameters).chain(additions).chain(figures());
    for (order, result) in all.enumerate() {
        if let Some(score) = result.score(&words) {
            let blocked = result.blocking_reason(scope);
            scored.push((blocked.is_some(), score, order, SearchHit { result, blocked }));
        }
    }
    scored.sort_by_key(|(blocked, score, order, _)| (*blocked, std::cmp::Reverse(*score), *order));
    scored.into_iter().take(max).map(|(.., hit)| hit).collect()
}

/// Lists commands, then exports for engines, then presets.
fn commands(shelf: &Shelf) -> impl Iterator<Item = SearchResult> {
    let commands = COMMANDS.iter().filter(|row| row.command != Command::TogglePalette);
    let commands = commands.map(|row| SearchResult::Command {
        command: row.command,
        name: row.name.to_owned(),
        keys: row.keys.to_owned(),
        doc: row.doc.to_owned(),
    });
    let engines = Engine::ALL.iter().map(|row| SearchResult::Command {
        command: Command::ExportFor(row.value),
        name: format!("Export for {}", row.value.title()),
        keys: String::new(),
        doc: format!("Opens the export window for this engine. {}", row.doc),
    });
    let presets = shelf.0.iter().enumerate().map(|(index, preset)| SearchResult::Command {
        command: Shelf::command(index),
        name: format!("Preset: {}", preset.title),
        keys: String::new(),
        doc: preset.doc.clone(),
    });
    commands.chain(engines).chain(presets)
}

/// Lists the figures of the lab.
fn figures() -> impl Iterator<Item = SearchResult> {
    ROWS.iter().enumerate().map(|(index, row)| SearchResult::Command {
        command: Command::ShowFigure(u16::try_from(index).unwrap_or(u16::MAX)),
        name: format!("Lab: {}", row.title),
        keys: String::new(),
        doc: row.question.to_owned(),
    })
}

/// Returns why a command would have no effect now, or `None`.
fn idle_reason(command: Command, state: CommandState) -> Option<&'static str> {
    let (is_idle, why) = match command {
        Command::Undo => (!state.can_undo_and_redo[0], "There is nothing to undo."),
        Command::Redo => (!state.can_undo_and_redo[1], "There is nothing to redo."),
        Command::FinerOctave | Command::CoarserOctave => {
            (!state.has_xray, "Only the X-ray shows single octaves. Press X to open it.")
        }
        Command::KeepArrows | Command::DropArrows => {
            (!state.has_arrows, "The X-ray has no dragged arrow.")
        }
        _ => (false, ""),
    };
    is_idle.then_some(why)
}

/// Lists every parameter of a scene.
pub fn parameters(scene: &Scene) -> Vec<Parameter> {
    let values = values::of_scene(scene).into_iter();
    values
        .map(|value| {
            let SceneValue { address, row, .. } = value;
            Parameter { owner: owner(scene, &address), address, row }
        })
        .collect()
}

/// Returns the name of the group or layer that a parameter belongs to.
fn owner(scene: &Scene, address: &str) -> String {
    let mut words = address.split('.');
    let first = words.next().unwrap_or_default();
    if first == "operation" {
        let number = words.next().and_then(|number| number.parse().ok());
        let listed = scene.recipe.operations.iter().find(|listed| Some(listed.id) == number);
        let kind = listed.map(|listed| title(listed.operation.kind().name()));
        return format!("{}, whole land", kind.unwrap_or_default());
    }
    if first != "layer" {
        let groups = Recipe::groups().iter().chain(ViewParams::groups());
        let mut groups = groups.filter(|(group, _)| *group == first);
        let name = groups.next().map_or_else(|| title(first), |(_, title)| (*title).to_owned());
        return if address.contains(".mask.") { format!("{name}, mask") } else { name };
    }
    let id = words.next().and_then(|id| id.parse().ok());
    let layer = scene.recipe.layers.iter().find(|layer| Some(layer.id) == id);
    let name = layer.map(layer_name).unwrap_or_default();
    let list = words.next();
    let number = words.next().and_then(|number| number.parse().ok());
    let part = list.zip(layer).and_then(|(list, layer)| part_title(layer, list, number?));
    match part {
        Some(part) => format!("{name}, {part}"),
        None => name,
    }
}

/// Returns the name of a mask or operation of a layer.
fn part_title(layer: &Layer, list: &str, number: u32) -> Option<String> {
    let listed = match list {
        "mask" => {
            let mask = layer.masks.0.iter().find(|mask| mask.id == number)?;
            return Some(format!("{} mask", title(mask.kind.mask_type().name())));
        }
        "operation" => layer.operations.iter().find(|listed| listed.id == number)?,
        _ => return None,
    };
    Some(title(listed.operation.kind().name()))
}

/// Returns true if changing this parameter would have an effect while the others stay as they are.
fn is_used(scene: &Scene, address: &str) -> bool {
    let recipe = &scene.recipe;
    let Some(rest) = address.strip_prefix("layer.") else {
        return Recipe::param(address).is_none() || recipe.uses(address);
    };
    let Some((id, key)) = rest.split_once('.') else { return true };
    let layer = recipe.layers.iter().find(|layer| id.parse() == Ok(layer.id));
    let is_of_part = ["mask.", "operation."].iter().any(|part| key.starts_with(part));
    let noise = layer.and_then(Layer::as_noise).filter(|_| !is_of_part && key.contains('.'));
    noise.is_none_or(|noise| noise.uses(key))
}

impl Parameter {
    /// Returns the value and the default. `defaults` is the scene with all values at their defaults.
    pub fn values(&self, scene: &Scene, defaults: &Scene) -> Option<[Value; 2]> {
        let value = |scene| values::at(scene, &self.address).map(|found| found.value);
        Some([value(scene)?, value(defaults)?])
    }

    /// Sets the value in a scene.
    ///
    /// # Errors
    /// If the value is out of range, or the parameter no longer exists.
    pub fn set(&self, scene: &mut Scene, value: &Value) -> Result<(), SceneError> {
        scene.set_text(&self.address, &value.to_string())
    }
}

impl SearchResult {
    /// Returns why the result has no effect now, or `None`.
    fn blocking_reason(&self, scope: &SearchScope) -> Option<String> {
        match self {
            Self::Command { command, .. } => idle_reason(*command, scope.state).map(str::to_owned),
            Self::Addition { addition, .. } => {
                addition.blocking_reason(&scope.scene.recipe, scope.selected)
            }
            Self::Parameter(found) => {
                let reason = scope.row_facts.no_effect_reason(&found.address);
                let unused = || {
                    (!is_used(scope.scene, &found.address))
                        .then_some("It has no effect while the other values stay as they are.")
                };
                reason.or_else(unused).map(str::to_owned)
            }
        }
    }

    /// Scores how well the result matches the words; `None` if a word occurs nowhere. A word
    /// scores most in the name, less in the keys, address or group, and least in the sentence.
    fn score(&self, words: &[String]) -> Option<u32> {
        let (name, owner, key, doc) = match self {
            Self::Command { name, keys, doc, .. } => (name.as_str(), "", keys.as_str(), &**doc),
            Self::Addition { name, doc, .. } => (name.as_str(), "", "", &**doc),
            Self::Parameter(found) => {
                (found.row.label, &*found.owner, &*found.address, found.row.doc)
            }
        };
        let [name, owner, key, doc] = [name, owner, key, doc].map(str::to_lowercase);
        let whole = words.join(" ");
        let mut score = 0;
        for word in words {
            score += match () {
                () if name.split(is_separator).any(|part| part == word) => 50,
                () if name.starts_with(&**word) => 40,
                () if begins_a_word(&name, word) => 30,
                () if name.contains(&**word) => 20,
                () if begins_a_word(&key, word) || begins_a_word(&owner, word) => 10,
                () if begins_a_word(&doc, word) => 1,
                () => return None,
            };
        }
        Some(score + if !whole.is_empty() && name == whole { 50 } else { 0 })
    }
}

fn is_separator(letter: char) -> bool {
    !letter.is_alphanumeric()
}

/// Returns true if any word of the text starts with `start`.
fn begins_a_word(text: &str, start: &str) -> bool {
    let mut indices = text.match_indices(start).map(|(index, _)| index);
    indices.any(|index| text[..index].chars().next_back().is_none_or(is_separator))
}

#[cfg(test)]
mod tests;
