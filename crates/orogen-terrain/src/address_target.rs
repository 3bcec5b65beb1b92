//! The parts of a recipe that have addresses, each with its own parameter table.

use crate::heightmap::HeightmapLayer;
use crate::layer::{Layer, LayerHead, LayerKind};
use crate::marks::Mark;
use crate::mask::Mask;
use crate::operation::ListedOperation;
use crate::param::{Document, Param, ParamError, ParamField, ParamKind, Stage, Value, ValueError};
use crate::recipe::NoiseLayer;

/// A row of a parameter table, for a part of any type.
///
/// It has the fields of [`Param`] that do not depend on the type of the part.
#[derive(Clone, Copy, Debug)]
pub struct AddressRow {
    /// The key within its own table, as in a file.
    ///
    /// Examples: `opacity`, `fractal.octaves`, `step_m`.
    pub key: &'static str,
    /// The label next to the slider.
    pub label: &'static str,
    /// The value type and the allowed values.
    pub kind: ParamKind,
    /// The unit of a number; empty if the number has no unit.
    pub unit: &'static str,
    /// The first stage that a change invalidates.
    pub stage: Stage,
    /// One sentence about what the parameter does to the land.
    pub doc: &'static str,
}

impl<D> Param<D> {
    /// Returns the parameter's row under another key.
    pub fn row(&self, key: &'static str) -> AddressRow {
        let &Self { label, kind, unit, stage, doc, .. } = self;
        AddressRow { key, label, kind, unit, stage, doc }
    }
}

/// The parameters of every operation in a list.
const LISTED: &[Param<ListedOperation>] = &[Param {
    key: "on",
    label: "On",
    kind: ParamKind::Toggle,
    unit: "",
    stage: Stage::Shape,
    doc: "Turns the operation on or off.",
    get: |listed| Value::Toggle(listed.on),
    put: |listed, value| ParamField::from_value(value).map(|on| listed.on = on),
}];

/// A part of a recipe that has its own parameter table.
pub enum Target<'a> {
    /// A layer, with the parameters of its kind.
    Layer(&'a mut Layer),
    /// An operation in a list.
    Operation(&'a mut ListedOperation),
    /// A mask in a list.
    Mask(&'a mut Mask),
    /// A mark in a layer.
    Mark(&'a mut Mark),
}

/// The rows of a table under their short names.
fn short_rows<D>(params: &'static [Param<D>]) -> Vec<AddressRow> {
    params.iter().map(|param| param.row(param.name())).collect()
}

/// The rows of a table under their full keys.
fn full_rows<D>(params: &'static [Param<D>]) -> Vec<AddressRow> {
    params.iter().map(|param| param.row(param.key)).collect()
}

/// Finds a row by its short name.
fn find_by_name<D>(params: &'static [Param<D>], name: &str) -> Option<&'static Param<D>> {
    params.iter().find(|param| param.name() == name)
}

/// Finds a row by its full key.
fn find_by_key<D>(params: &'static [Param<D>], key: &str) -> Option<&'static Param<D>> {
    params.iter().find(|param| param.key == key)
}

/// The error for a key that no parameter has; the caller fills in the key.
pub(super) fn unknown_key_error() -> ParamError {
    ParamError { key: String::new(), problem: ValueError::NoNoiseLayer, allowed: String::new() }
}

impl Target<'_> {
    /// All rows of the target.
    pub fn rows(&self) -> Vec<AddressRow> {
        match self {
            Self::Layer(layer) => {
                let kind_rows = match &layer.kind {
                    LayerKind::Noise(_) => full_rows(NoiseLayer::params()),
                    LayerKind::Landform(landform) => full_rows(landform.kind().params()),
                    LayerKind::Heightmap(_) => full_rows(HeightmapLayer::params()),
                    LayerKind::Marks(_) => vec![],
                };
                [short_rows(LayerHead::params()), kind_rows].concat()
            }
            Self::Operation(listed) => {
                [short_rows(LISTED), short_rows(listed.operation.params())].concat()
            }
            Self::Mask(mask) => {
                [short_rows(Mask::head_params()), short_rows(mask.kind.params())].concat()
            }
            Self::Mark(mark) => {
                [short_rows(Mark::head_params()), short_rows(mark.tool.params())].concat()
            }
        }
    }

    /// Finds the row of a key.
    pub fn row(&self, key: &str) -> Option<AddressRow> {
        self.rows().into_iter().find(|row| row.key == key)
    }

    /// Reads the value of a key.
    pub fn get(&self, key: &str) -> Option<Value> {
        match self {
            Self::Layer(layer) => match (&layer.kind, key.contains('.')) {
                (_, false) => find_by_name(LayerHead::params(), key).map(|p| (p.get)(&layer.head)),
                (LayerKind::Noise(noise), _) => NoiseLayer::param(key).map(|p| (p.get)(noise)),
                (LayerKind::Landform(landform), _) => {
                    find_by_key(landform.kind().params(), key).map(|p| (p.get)(landform))
                }
                (LayerKind::Heightmap(map), _) => HeightmapLayer::param(key).map(|p| (p.get)(map)),
                (LayerKind::Marks(_), _) => None,
            },
            Self::Operation(listed) => match find_by_name(LISTED, key) {
                Some(param) => Some((param.get)(listed)),
                None => {
                    find_by_name(listed.operation.params(), key).map(|p| (p.get)(&listed.operation))
                }
            },
            Self::Mask(mask) => match find_by_name(Mask::head_params(), key) {
                Some(param) => Some((param.get)(mask)),
                None => find_by_name(mask.kind.params(), key).map(|p| (p.get)(&mask.kind)),
            },
            Self::Mark(mark) => match find_by_name(Mark::head_params(), key) {
                Some(param) => Some((param.get)(mark)),
                None => find_by_name(mark.tool.params(), key).map(|p| (p.get)(&mark.tool)),
            },
        }
    }

    /// Sets the value of a key.
    ///
    /// # Errors
    /// Returns an error if the key is unknown, or the value has the wrong type or is out of range.
    pub fn set(&mut self, key: &str, value: Value) -> Result<(), ParamError> {
        let result = match self {
            Self::Layer(layer) => match (&mut layer.kind, key.contains('.')) {
                (_, false) => {
                    find_by_name(LayerHead::params(), key).map(|p| p.set(&mut layer.head, value))
                }
                (LayerKind::Noise(noise), _) => NoiseLayer::param(key).map(|p| p.set(noise, value)),
                (LayerKind::Landform(landform), _) => {
                    find_by_key(landform.kind().params(), key).map(|p| p.set(landform, value))
                }
                (LayerKind::Heightmap(map), _) => {
                    HeightmapLayer::param(key).map(|p| p.set(map, value))
                }
                (LayerKind::Marks(_), _) => None,
            },
            Self::Operation(listed) => match find_by_name(LISTED, key) {
                Some(param) => Some(param.set(listed, value)),
                None => find_by_name(listed.operation.params(), key)
                    .map(|param| param.set(&mut listed.operation, value)),
            },
            Self::Mask(mask) => match find_by_name(Mask::head_params(), key) {
                Some(param) => Some(param.set(mask, value)),
                None => find_by_name(mask.kind.params(), key).map(|p| p.set(&mut mask.kind, value)),
            },
            Self::Mark(mark) => match find_by_name(Mark::head_params(), key) {
                Some(param) => Some(param.set(mark, value)),
                None => find_by_name(mark.tool.params(), key).map(|p| p.set(&mut mark.tool, value)),
            },
        };
        result.unwrap_or_else(|| Err(unknown_key_error()))
    }
}

impl AddressRow {
    /// The allowed values in words: `a number from 1 to 10 m`.
    pub fn allowed(&self) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        format!("{}{unit}", self.kind)
    }
}
