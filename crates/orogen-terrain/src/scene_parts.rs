//! Writes a scene as a list of short texts, and reads it.
//!
//! Lists of similar scenes share memory, because most of their texts are equal.
//!
//! The texts are, in order: the recipe's own groups, the view, the operations on the whole land,
//! the masks of the rivers, the erosion and the plants, and each layer from the bottom up, followed by
//! each of its marks. A text has a line for each value that differs from its default, so it is valid
//! only for the program version that wrote it. For permanent files, use [`Scene::to_toml`].

use std::fmt::Write as _;

use crate::address::{AddressRow, Listed, Target};
use crate::edit_file;
use crate::layer::{Layer, LayerKind, Layers};
use crate::marks::{Mark, MarkPath, MarksLayer};
use crate::mask::{Mask, Masks};
use crate::operation::{ListedOperation, Operation};
use crate::param::{Document, ParamError, ParamKind, Value, ValueError};
use crate::recipe::{NoiseLayer, Recipe};
use crate::scene::{Scene, SceneError};

/// The number of texts before those for layers.
const BEFORE_LAYERS: usize = 6;

/// Writes a scene as a list of texts.
///
/// ```
/// use orogen_terrain::{Scene, scene_parts};
///
/// let scene = Scene::default();
/// assert_eq!(scene_parts::read(&scene_parts::write(&scene))?, scene);
/// # Ok::<(), orogen_terrain::scene::SceneError>(())
/// ```
pub fn write(scene: &Scene) -> Vec<String> {
    let recipe = &scene.recipe;
    let before: [String; BEFORE_LAYERS] = [
        write_recipe_groups(recipe),
        scene.view.to_string(),
        write_list("operation", &recipe.operations),
        write_list("mask", &recipe.rivers_masks.0),
        write_list("mask", &recipe.erosion_masks.0),
        write_list("mask", &recipe.plants_masks.0),
    ];
    let texts_of = |layer: &Layer| {
        let marks = layer.marks().iter().map(|mark| write_list("mark", std::slice::from_ref(mark)));
        std::iter::once(write_layer(layer)).chain(marks).collect::<Vec<_>>()
    };
    before.into_iter().chain(recipe.layers.iter().flat_map(texts_of)).collect()
}

/// Reads a scene from the texts that [`write()`] made.
///
/// # Errors
/// Returns an error if the texts were not made by [`write()`].
pub fn read<T: AsRef<str>>(parts: &[T]) -> Result<Scene, SceneError> {
    let texts: Vec<_> = parts.iter().map(AsRef::as_ref).collect();
    let Some((before, layers)) = texts.split_first_chunk::<BEFORE_LAYERS>() else {
        return Err(unreadable(""));
    };
    let [groups, view, operations, rivers_masks, erosion_masks, plants_masks] = *before;
    let mut scene = Scene { view: view.parse()?, ..Scene::default() };
    for line in groups.lines() {
        let (key, text) = line.split_once('=').ok_or_else(|| unreadable(line))?;
        let param = Recipe::param(key).ok_or_else(|| unreadable(line))?;
        param.set(&mut scene.recipe, read_value(param.kind, text)?)?;
    }
    scene.recipe.operations = read_parts(operations)?.0;
    scene.recipe.rivers_masks = Masks(read_parts(rivers_masks)?.1);
    scene.recipe.erosion_masks = Masks(read_parts(erosion_masks)?.1);
    scene.recipe.plants_masks = Masks(read_parts(plants_masks)?.1);
    scene.recipe.layers = Layers::new(read_layers(layers)?)?;
    Ok(scene)
}

/// Reads the texts of layers, each followed by those of its marks.
fn read_layers(mut texts: &[&str]) -> Result<Vec<Layer>, SceneError> {
    let mut layers = vec![];
    while let Some((text, rest)) = texts.split_first() {
        let mut layer = read_layer(text)?;
        let count = rest.iter().take_while(|text| text.starts_with("mark ")).count();
        let (marks, others) = rest.split_at(count);
        match &mut layer.kind {
            LayerKind::Marks(list) => {
                let marks = marks.iter().map(|text| read_mark(text)).collect::<Result<_, _>>()?;
                *list = MarksLayer::new(marks)?;
            }
            _ if marks.is_empty() => {}
            _ => return Err(unreadable(marks[0])),
        }
        layers.push(layer);
        texts = others;
    }
    Ok(layers)
}

fn read_mark(text: &str) -> Result<Mark, SceneError> {
    let (head, rest) = text.split_once('\n').ok_or_else(|| unreadable(text))?;
    let (_, id, kind) = split_head(head)?;
    let kind = kind.parse().map_err(|_| unreadable(head))?;
    let mut mark = Mark::new(id, kind, MarkPath::default());
    rest.lines().try_for_each(|line| set(&mut Target::Mark(&mut mark), line))?;
    Ok(mark)
}

fn write_recipe_groups(recipe: &Recipe) -> String {
    let default = Recipe::default();
    let params = Recipe::params().iter().filter(|param| NoiseLayer::param(param.key).is_none());
    let mut text = String::new();
    for param in params {
        let value = (param.get)(recipe);
        if value != (param.get)(&default) {
            let _ = writeln!(text, "{}={value}", param.key);
        }
    }
    text
}

fn write_layer(layer: &Layer) -> String {
    let mut text = format!("layer {} {}\n", layer.id, layer.kind.name());
    let (bare, default) = (&mut layer.without_parts(), &mut layer.with_defaults());
    write_rows(&mut text, &Target::Layer(bare), &Target::Layer(default));
    for edit in layer.as_noise().into_iter().flat_map(|noise| noise.edits.iter()) {
        let _ = writeln!(text, "{}", edit_file::write_line(edit));
    }
    text + &write_list("operation", &layer.operations) + &write_list("mask", &layer.masks.0)
}

fn write_list<T: Listed + Clone>(type_name: &str, parts: &[T]) -> String {
    let mut text = String::new();
    for part in parts {
        let _ = writeln!(text, "{type_name} {} {}", part.number(), part.kind_name());
        write_rows(&mut text, &part.clone().target(), &part.with_defaults().target());
    }
    text
}

/// Writes the values of `target` that differ from those of `default`.
fn write_rows(text: &mut String, target: &Target<'_>, default: &Target<'_>) {
    for AddressRow { key, .. } in target.rows() {
        let value = target.get(key);
        if let Some(value) = value.filter(|value| default.get(key).as_ref() != Some(value)) {
            let _ = writeln!(text, "{key}={value}");
        }
    }
}

fn read_layer(text: &str) -> Result<Layer, SceneError> {
    let (head, rest) = text.split_once('\n').ok_or_else(|| unreadable(text))?;
    let ("layer", id, kind) = split_head(head)? else { return Err(unreadable(head)) };
    let kind = LayerKind::named(kind).ok_or_else(|| unreadable(head))?;
    let mut layer = Layer::new(id, kind);
    let is_part = |line: &str| line.starts_with("operation ") || line.starts_with("mask ");
    let layer_lines = rest.split_inclusive('\n').take_while(|line| !is_part(line));
    let length = layer_lines.map(str::len).sum();
    let (layer_text, parts) = rest.split_at(length);
    let mut edits = vec![];
    for line in layer_text.lines() {
        match edit_file::parse_line(line) {
            Some(edit) => edits.push(edit),
            None => set(&mut Target::Layer(&mut layer), line)?,
        }
    }
    match &mut layer.kind {
        LayerKind::Noise(noise) => noise.edits = edits.into(),
        _ if edits.is_empty() => {}
        _ => return Err(unreadable(rest)),
    }
    let (operations, masks) = read_parts(parts)?;
    layer.operations = operations;
    layer.masks = Masks(masks);
    Ok(layer)
}

fn read_parts(text: &str) -> Result<(Vec<ListedOperation>, Vec<Mask>), SceneError> {
    let (mut operations, mut masks) = (Vec::new(), Vec::<Mask>::new());
    let mut is_mask = false;
    for line in text.lines() {
        match line.split_once(' ') {
            Some(("operation", _)) => {
                let (_, id, kind) = split_head(line)?;
                let kind = kind.parse().map_err(|_| unreadable(line))?;
                operations.push(ListedOperation::new(id, Operation::new(kind)));
                is_mask = false;
            }
            Some(("mask", _)) => {
                let (_, id, kind) = split_head(line)?;
                masks.push(Mask::new(id, kind.parse().map_err(|_| unreadable(line))?));
                is_mask = true;
            }
            _ => {
                let of_operation = operations.last_mut().map(Target::Operation);
                let of_mask = masks.last_mut().map(Target::Mask);
                let last = if is_mask { of_mask } else { of_operation };
                set(&mut last.ok_or_else(|| unreadable(line))?, line)?;
            }
        }
    }
    Ok((operations, masks))
}

/// Splits the first line of a layer, mark, operation or mask into type, id and kind.
fn split_head(line: &str) -> Result<(&str, u32, &str), SceneError> {
    let mut words = line.split(' ');
    match (words.next(), words.next().map(str::parse), words.next(), words.next()) {
        (Some(type_name), Some(Ok(id)), Some(kind), None) => Ok((type_name, id, kind)),
        _ => Err(unreadable(line)),
    }
}

fn set(target: &mut Target<'_>, line: &str) -> Result<(), SceneError> {
    let (key, text) = line.split_once('=').ok_or_else(|| unreadable(line))?;
    let row = target.row(key).ok_or_else(|| unreadable(line))?;
    Ok(target.set(key, read_value(row.kind, text)?)?)
}

/// Reads a value. A text parameter keeps spaces at its ends.
fn read_value(kind: ParamKind, text: &str) -> Result<Value, SceneError> {
    let read = match kind {
        ParamKind::Text { .. } => Ok(Value::Text(text.to_owned())),
        kind => kind.parse(text),
    };
    Ok(read.map_err(|problem| fail(text, problem))?)
}

fn fail(text: &str, problem: ValueError) -> ParamError {
    ParamError { key: text.to_owned(), problem, allowed: String::new() }
}

fn unreadable(line: &str) -> SceneError {
    SceneError::UnknownKey { key: line.to_owned(), nearest: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_from_elsewhere_are_refused() {
        let good = write(&Scene::default());
        for (index, bad) in
            [(0, "world.none=1"), (1, "camera"), (2, "on=off"), (6, "layer 1"), (6, "")]
        {
            let mut parts = good.clone();
            parts[index] = bad.to_owned();
            assert!(read(&parts).is_err(), "{bad}");
        }
        assert!(read(&good[..5]).is_err() && read(&good[..6]).is_err());
    }
}
