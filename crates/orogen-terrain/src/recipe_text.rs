//! Writes scenes as TOML text.
//!
//! The text is plain, for embedding in pictures, or has notes for people. Both forms contain every
//! key, so that a file still makes the same land after defaults change.

use std::fmt::Write as _;

use crate::address::{AddressRow, Listed, Target};
use crate::edit_file;
use crate::heightmap::{HeightmapLayer, PACKED};
use crate::layer::{Layer, LayerKind};
use crate::marks::MarksLayer;
use crate::param::{Document, ParamKind, Value};
use crate::recipe::{NoiseLayer, RECIPE_VERSION, Recipe};
use crate::toml_text::toml_value;
use crate::view::{View, ViewParams};
use orogen_noise::Edit;
use orogen_noise::text;

/// The first line of a file with notes.
const FIRST_LINE: &str = "# Orogen recipe";

/// The note that follows the first line.
const EXPLANATION: &str = "The note above each key says what it does; the comment beside it has its range and default. \
     A key that is left out has the default of this version.";

/// The note above the view.
const VIEW: &str = "The camera: yaw and pitch in degrees, distance in metres and, optionally, three coordinates of the \
     point that it looks at. The bookmarks follow, 1 to 9.";

/// The largest total length of embedded heightmap samples, in characters. Samples beyond it
/// are left out.
const MAX_SAMPLE_CHARS: usize = 768 << 10;

/// The widest line in characters.
const WIDTH: usize = 100;

/// Returns true if a group of parameters belongs to noise layers.
pub(super) fn is_noise_group(group: &str) -> bool {
    NoiseLayer::groups().iter().any(|(name, _)| *name == group)
}

/// Writes recipe and view as text.
pub(super) fn write_scene(recipe: &Recipe, view: &View, notes: bool) -> String {
    let mut writer = RecipeWriter { text: String::new(), notes, sample_chars: 0 };
    if notes {
        writer.text = format!("{FIRST_LINE}\n");
        writer.note(EXPLANATION);
    }
    let _ = writeln!(writer.text, "version = {RECIPE_VERSION}");
    if notes {
        writer.text.push('\n');
        writer.note(VIEW);
    }
    // The view's parameters have their own tables.
    let camera = View { params: ViewParams::default(), ..view.clone() };
    let _ = writeln!(writer.text, "view = {}", toml::Value::from(camera.to_string()));
    writer.groups(recipe, |group| !is_noise_group(group));
    writer.groups(&view.params, |_| true);
    recipe.layers.iter().for_each(|layer| writer.layer(layer));
    writer.parts("rivers.mask", "Mask of the rivers", &recipe.rivers_masks.0);
    writer.parts("erosion.mask", "Mask of the erosion", &recipe.erosion_masks.0);
    writer.parts("plants.mask", "Mask of the plants", &recipe.plants_masks.0);
    writer.parts("operation", "Operation on the whole land", &recipe.operations);
    writer.text
}

struct RecipeWriter {
    text: String,
    /// True if the text has notes for people.
    notes: bool,
    /// The number of characters of heightmap samples written so far.
    sample_chars: usize,
}

impl RecipeWriter {
    /// Writes a comment, wrapped, if notes are on.
    fn note(&mut self, note: &str) {
        if !self.notes {
            return;
        }
        let mut line = String::from("#");
        // Line breaks in a note must not end the comment.
        for word in text::line(note).split_whitespace() {
            if line.len() > 1 && line.chars().count() + word.chars().count() >= WIDTH {
                let _ = writeln!(self.text, "{line}");
                line.truncate(1);
            }
            line.push(' ');
            line.push_str(word);
        }
        let _ = writeln!(self.text, "{line}");
    }

    /// Writes the header line of a TOML table, with its title and `doc` as notes.
    fn table(&mut self, header: &str, title: &str, doc: &str) {
        self.text.push('\n');
        if self.notes {
            self.note(&format!("---- {title} ----"));
            if !doc.is_empty() {
                self.note(doc);
            }
        }
        let _ = writeln!(self.text, "{header}");
    }

    /// Writes a key with its value and, if notes are on, its explanation.
    fn param(&mut self, name: &str, row: &AddressRow, value: Value, default: Value) {
        let line = format!("{name} = {}", toml_value(value));
        if !self.notes {
            let _ = writeln!(self.text, "{line}");
            return;
        }
        self.text.push('\n');
        self.note(row.doc);
        let about = format!("{}; default {}", range(row), toml_value(default));
        let full_line = format!("{line}  # {about}");
        if full_line.chars().count() <= WIDTH && text::line(&about) == about {
            let _ = writeln!(self.text, "{full_line}");
        } else {
            self.note(&about);
            let _ = writeln!(self.text, "{line}");
        }
    }

    /// Writes the groups of a document, one table each.
    fn groups<D: Document>(&mut self, document: &D, is_wanted: impl Fn(&str) -> bool) {
        let default = D::default();
        for (group, title) in D::groups().iter().filter(|(group, _)| is_wanted(group)) {
            self.table(&format!("[{group}]"), title, "");
            for param in D::params().iter().filter(|param| param.group() == *group) {
                let row = param.row(param.name());
                self.param(row.key, &row, (param.get)(document), (param.get)(&default));
            }
        }
    }

    /// Writes a layer with its edits, samples or marks, and its operations and masks.
    fn layer(&mut self, layer: &Layer) {
        let (id, kind) = (layer.id, layer.kind.name());
        let doc = LayerKind::all().into_iter().find(|(name, _)| *name == kind);
        let title = format!("Layer {id}: {}", layer.title());
        self.table("[[layer]]", &title, doc.map_or("", |(_, doc)| doc));
        let _ = writeln!(self.text, "id = {id}\nkind = \"{kind}\"");
        let (mut copy, mut default) = (layer.clone(), layer.with_defaults());
        let (target, default) = (Target::Layer(&mut copy), Target::Layer(&mut default));
        let mut last = "";
        for row in target.rows() {
            let name = match row.key.split_once('.') {
                Some((group, name)) => {
                    if group != last {
                        let title = format!("Layer {id}, {group}");
                        self.table(&format!("[layer.{group}]"), &title, "");
                        last = group;
                    }
                    name
                }
                None => row.key,
            };
            self.param(name, &row, value_of(&target, &row), value_of(&default, &row));
        }
        match &layer.kind {
            LayerKind::Noise(noise) => self.edits(&noise.edits, id),
            LayerKind::Heightmap(map) => self.samples(map),
            LayerKind::Marks(marks) => self.marks(marks, id),
            LayerKind::Landform(_) => {}
        }
        self.parts("layer.operation", &format!("Layer {id}, operation"), &layer.operations);
        self.parts("layer.mask", &format!("Layer {id}, mask"), &layer.masks.0);
    }

    /// Writes the embedded samples of a heightmap, unless another layer already wrote the same or
    /// they exceed [`MAX_SAMPLE_CHARS`].
    fn samples(&mut self, map: &HeightmapLayer) {
        let Some(packed) = map.packed() else { return };
        let line = format!("{PACKED} = \"{packed}\"\n");
        if !self.text.contains(&line) && self.sample_chars + line.len() <= MAX_SAMPLE_CHARS {
            self.sample_chars += line.len();
            if self.notes {
                self.text.push('\n');
                self.note("The samples of the map, packed.");
            }
            self.text.push_str(&line);
        }
    }

    fn edits(&mut self, edits: &[Edit], layer: u32) {
        for (edit, number) in edits.iter().zip(1..) {
            let about = if number == 1 { edit_file::ABOUT } else { "" };
            self.table("[[layer.edit]]", &format!("Layer {layer}, edit {number}"), about);
            let Edit { octave, cell: [x, y], gradient } = edit;
            let [a, b] = gradient.map(toml::Value::Float);
            let _ =
                writeln!(self.text, "octave = {octave}\ncell = [{x}, {y}]\ngradient = [{a}, {b}]");
        }
    }

    /// Writes marks. Only the first mark of a tool has notes, because a layer may have thousands.
    fn marks(&mut self, marks: &MarksLayer, layer: u32) {
        let notes = self.notes;
        let mut noted_kinds = vec![];
        for mark in marks.iter() {
            let kind = mark.tool.kind();
            let is_noted = noted_kinds.contains(&kind);
            self.notes = notes && !is_noted;
            noted_kinds.extend((!is_noted).then_some(kind));
            let title = format!("Layer {layer}, mark");
            self.parts("layer.mark", &title, std::slice::from_ref(mark));
        }
        self.notes = notes;
    }

    fn parts<T: Listed + Clone>(&mut self, header: &str, title: &str, parts: &[T]) {
        for part in parts {
            let (id, kind) = (part.number(), part.kind_name());
            self.table(&format!("[[{header}]]"), &format!("{title} {id}: {kind}"), part.kind_doc());
            let _ = writeln!(self.text, "id = {id}\n{} = \"{kind}\"", T::KIND_KEY);
            let (mut copy, mut default) = (part.clone(), part.with_defaults());
            let (target, default) = (copy.target(), default.target());
            for row in target.rows() {
                self.param(row.key, &row, value_of(&target, &row), value_of(&default, &row));
            }
        }
    }
}

fn value_of(target: &Target<'_>, row: &AddressRow) -> Value {
    target.get(row.key).expect("a row has a value")
}

/// Describes the allowed values of a key in a few words.
fn range(row: &AddressRow) -> String {
    let unit = if row.unit.is_empty() { String::new() } else { format!(" {}", row.unit) };
    match row.kind {
        ParamKind::Number { min, max, .. } => format!("{min} to {max}{unit}"),
        ParamKind::Integer { min, max } => format!("{min} to {max}{unit}"),
        ParamKind::Toggle => "true or false".to_owned(),
        ParamKind::Choice(rows) => {
            rows.iter().map(|row| row.name).collect::<Vec<_>>().join(", ") + &unit
        }
        ParamKind::Colour => "red, green and blue from 0 to 1".to_owned(),
        ParamKind::Curve { max_points } => {
            format!("2 to {max_points} points [x, y] from 0 to 1, x rising")
        }
        ParamKind::Text { max_chars } => format!("up to {max_chars} characters"),
    }
}

#[cfg(test)]
mod tests;
