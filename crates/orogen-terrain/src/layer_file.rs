//! Reads the layers and operations of a file. Each `[[layer]]` table is a patch over the defaults
//! of its kind, and may have `[[layer.operation]]`, `[[layer.mask]]`, `[[layer.edit]]` and `[[layer.mark]]` tables.
//! The `[[operation]]` tables belong to the whole land.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::address::{Listed, Target};
use crate::edit_file::read_edits;
use crate::heightmap::{self, PACKED, PackedError};
use crate::layer::{HEIGHTMAP, Layer, LayerKind, Layers};
use crate::marks::{MAX_MARKS, Mark, MarkPath, MarksLayer, ToolKind};
use crate::mask::{MAX_MASKS, Mask, MaskType, Masks};
use crate::operation::{ListedOperation, MAX_OPERATIONS, Operation, OperationKind};
use crate::param::ParamError;
use crate::scene_error::SceneError;
use crate::toml_text::{integer, located, nearest, read_row_value, tables};

/// A table key with its position in the text.
type Key<'a> = Spanned<std::borrow::Cow<'a, str>>;

/// Reads the layers of a file, bottom up. A layer without an id gets the next one.
pub(super) fn read_layers(value: &Spanned<DeValue>, text: &str) -> Result<Layers, SceneError> {
    let mut layers: Vec<Layer> = vec![];
    for (entries, span) in tables(value, text, || SceneError::LayerType)? {
        let next_id = layers.iter().map(|layer| layer.id).max().unwrap_or(0) + 1;
        layers.push(read_layer(entries, span, next_id, text)?);
    }
    Layers::new(layers).map_err(|problem| located(text, value.span().start, problem.into()))
}

/// Reads the operations of a list.
pub(super) fn read_operations(
    value: &Spanned<DeValue>,
    prefix: &str,
    text: &str,
) -> Result<Vec<ListedOperation>, SceneError> {
    let make = |id, kind: &str| Some(ListedOperation::new(id, Operation::new(kind.parse().ok()?)));
    let kinds = || OperationKind::ALL.iter().map(|row| row.name).collect();
    read_parts(value, ("operation", MAX_OPERATIONS, prefix), text, make, kinds)
}

/// Reads the masks of a list.
pub(super) fn read_masks(
    value: &Spanned<DeValue>,
    prefix: &str,
    text: &str,
) -> Result<Masks, SceneError> {
    let make = |id, kind: &str| Some(Mask::new(id, kind.parse().ok()?));
    let kinds = || MaskType::ALL.iter().map(|row| row.name).collect();
    read_parts(value, ("mask", MAX_MASKS, prefix), text, make, kinds).map(Masks)
}

/// Reads the marks of a layer. Every mark needs a path.
fn read_marks(
    value: &Spanned<DeValue>,
    prefix: &str,
    text: &str,
) -> Result<MarksLayer, SceneError> {
    let make = |id, kind: &str| Some(Mark::new(id, kind.parse().ok()?, MarkPath::default()));
    let kinds = || ToolKind::ALL.iter().map(|row| row.name).collect();
    let marks: Vec<Mark> = read_parts(value, ("mark", MAX_MARKS, prefix), text, make, kinds)?;
    let located = |problem| located(text, value.span().start, problem);
    if let Some(mark) = marks.iter().find(|mark| mark.path.is_empty()) {
        return Err(located(SceneError::NoPath(mark.id)));
    }
    MarksLayer::new(marks).map_err(|problem| located(problem.into()))
}

fn read_parts<T: Listed>(
    value: &Spanned<DeValue>,
    (what, max_count, prefix): (&'static str, usize, &str),
    text: &str,
    make: impl Fn(u32, &str) -> Option<T>,
    kinds: impl Fn() -> Vec<&'static str>,
) -> Result<Vec<T>, SceneError> {
    let mut parts: Vec<T> = vec![];
    for (entries, span) in tables(value, text, || SceneError::PartType(what))? {
        let next_id = super::address::next_number(&parts);
        let id = read_id(entries, next_id, text)?;
        let (name, offset) = read_kind(entries, T::KIND_KEY, span.clone(), text)?;
        let Some(mut part) = make(id, name) else {
            let problem = SceneError::PartKind { what, kind: name.to_owned(), known: kinds() };
            return Err(located(text, offset, problem));
        };
        if parts.iter().any(|other| other.number() == id) {
            return Err(located(text, span.start, SceneError::PartTwice { what, id }));
        }
        if parts.len() == max_count {
            return Err(located(text, span.start, SceneError::PartCount { what, max_count }));
        }
        let prefix = format!("{prefix}{what}.{id}.");
        let is_head = |name: &Key<'_>| ["id", T::KIND_KEY].contains(&name.get_ref().as_ref());
        for (name, value) in entries.iter().filter(|(name, _)| !is_head(name)) {
            set(&mut part.target(), (&prefix, name.get_ref()), (name, value), text)?;
        }
        parts.push(part);
    }
    Ok(parts)
}

/// Returns true for the keys that are read before the parameters.
fn is_head_key(name: &Key<'_>) -> bool {
    matches!(name.get_ref().as_ref(), "id" | "kind")
}

fn find_entry<'a, 'i>(entries: &'a DeTable<'i>, name: &str) -> Option<&'a Spanned<DeValue<'i>>> {
    entries.iter().find(|(key, _)| key.get_ref() == name).map(|(_, value)| value)
}

fn read_id(entries: &DeTable, next_id: u32, text: &str) -> Result<u32, SceneError> {
    let Some(id) = find_entry(entries, "id") else { return Ok(next_id) };
    let number = id.get_ref().as_integer().and_then(integer);
    let number = number.and_then(|number| u32::try_from(number).ok());
    let number = number.filter(|number| *number > 0);
    number.ok_or_else(|| located(text, id.span().start, SceneError::LayerId))
}

/// The kind name of a table and its position.
fn read_kind<'a>(
    entries: &'a DeTable,
    key: &'static str,
    span: Range<usize>,
    text: &str,
) -> Result<(&'a str, usize), SceneError> {
    let Some(kind) = find_entry(entries, key) else {
        return Err(located(text, span.start, SceneError::NoKind(key)));
    };
    Ok((kind.get_ref().as_str().unwrap_or(kind.get_ref().type_str()), kind.span().start))
}

fn read_layer(
    entries: &DeTable,
    span: Range<usize>,
    next_id: u32,
    text: &str,
) -> Result<Layer, SceneError> {
    let (name, offset) = match find_entry(entries, "kind") {
        Some(_) => read_kind(entries, "kind", span, text)?,
        None => ("noise", 0),
    };
    let Some(kind) = LayerKind::named(name) else {
        let known = LayerKind::all().iter().map(|(name, _)| *name).collect();
        let problem = SceneError::PartKind { what: "layer", kind: name.to_owned(), known };
        return Err(located(text, offset, problem));
    };
    let id = read_id(entries, next_id, text)?;
    let mut layer = Layer::new(id, kind);
    let mut packed = None;
    let prefix = format!("layer.{id}.");
    for (name, value) in entries.iter().filter(|(name, _)| !is_head_key(name)) {
        match (name.get_ref().as_ref(), value.get_ref(), &mut layer.kind) {
            ("operation", ..) => layer.operations = read_operations(value, &prefix, text)?,
            ("mask", ..) => layer.masks = read_masks(value, &prefix, text)?,
            ("mark", _, LayerKind::Marks(marks)) => *marks = read_marks(value, &prefix, text)?,
            ("edit", _, LayerKind::Noise(noise)) => noise.edits = read_edits(value, &prefix, text)?,
            (group, DeValue::Table(params), _) => {
                for (name, value) in params {
                    let is_map = matches!(layer.kind, LayerKind::Heightmap(_));
                    if is_map && (group, &**name.get_ref()) == (HEIGHTMAP, PACKED) {
                        packed = Some(value);
                        continue;
                    }
                    let key = format!("{group}.{}", name.get_ref());
                    let mut target = Target::Layer(&mut layer);
                    set(&mut target, (&prefix, &key), (name, value), text)?;
                }
            }
            (key, ..) => {
                set(&mut Target::Layer(&mut layer), (&prefix, key), (name, value), text)?;
            }
        }
    }
    if let Some(samples) = packed {
        let read = store_samples(&layer, samples.get_ref());
        read.map_err(|problem| located(text, samples.span().start, problem))?;
    }
    Ok(layer)
}

/// Adds the embedded samples of a heightmap to the store.
fn store_samples(layer: &Layer, samples: &DeValue) -> Result<(), SceneError> {
    let LayerKind::Heightmap(map) = &layer.kind else { return Ok(()) };
    let hash = &map.heightmap.hash;
    let fail = |problem| SceneError::Heightmap { layer: layer.id, problem };
    let packed = samples.as_str().ok_or_else(|| fail(PackedError::Damaged))?;
    if heightmap::find(hash).is_none() {
        let raster = heightmap::unpack(packed, hash).map_err(fail)?;
        heightmap::keep(raster, None);
    }
    Ok(())
}

fn set(
    target: &mut Target<'_>,
    (prefix, key): (&str, &str),
    (name, value): (&Key<'_>, &Spanned<DeValue>),
    text: &str,
) -> Result<(), SceneError> {
    let address = format!("{prefix}{key}");
    let Some(row) = target.row(key) else {
        let keys: Vec<_> = target.rows().iter().map(|row| row.key).collect();
        let problem = SceneError::UnknownKey { key: address, nearest: nearest(key, &keys) };
        return Err(located(text, name.span().start, problem));
    };
    let result = read_row_value(&row, value, text).and_then(|value| target.set(key, value));
    let result = result.map_err(|error| ParamError { key: address, ..error });
    result.map_err(|error| located(text, value.span().start, error.into()))
}
