//! A document's table: a row for each parameter.

use super::error::{ParamError, ValueError};
use super::kind::{ParamKind, Value};

/// What has to be computed again when a parameter changes, earliest first: a stage implies all
/// those after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The noise is sampled again.
    Sample,
    /// The samples are kept; height and exponent are applied again.
    Shape,
    /// The heights are kept; the mesh is made again (sea level).
    Mesh,
    /// Only the material's uniform is written.
    Shade,
}

impl Stage {
    /// The name that `orogen params` prints.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Sample => "sample",
            Stage::Shape => "shape",
            Stage::Mesh => "mesh",
            Stage::Shade => "shade",
        }
    }
}

/// One row of a document's table.
pub struct Param<D: 'static> {
    /// `group.name`, as in files and in `--set`.
    pub key: &'static str,
    /// The words beside the slider.
    pub label: &'static str,
    /// Its type, with the values that it allows.
    pub kind: ParamKind,
    /// Unit of the number, empty for none.
    pub unit: &'static str,
    /// From which stage on the land is made again when it changes.
    pub stage: Stage,
    /// One sentence: what it does to the land.
    pub doc: &'static str,
    /// Reads it from a document.
    pub get: fn(&D) -> Value,
    /// Writes it into a document; `Err` for a value of another kind.
    pub put: fn(&mut D, Value) -> Result<(), ValueError>,
}

impl<D> Param<D> {
    /// The part of the key before the dot.
    pub fn group(&self) -> &'static str {
        self.key.split_once('.').map_or("", |(group, _)| group)
    }

    /// The part of the key after the dot.
    pub fn name(&self) -> &'static str {
        self.key.split_once('.').map_or(self.key, |(_, name)| name)
    }

    /// Sets the parameter if the value is of its kind and within its range.
    pub fn set(&self, document: &mut D, value: Value) -> Result<(), ParamError> {
        let fail = |problem| self.error(problem);
        (self.put)(document, self.kind.check(value).map_err(fail)?).map_err(fail)
    }

    /// Sets the parameter from text as it stands in `--set key=value` or in a typed field.
    pub fn set_text(&self, document: &mut D, text: &str) -> Result<(), ParamError> {
        self.set(document, self.kind.parse(text).map_err(|problem| self.error(problem))?)
    }

    /// The error of a value that the parameter does not take.
    pub(crate) fn error(&self, problem: ValueError) -> ParamError {
        ParamError { key: self.key.to_owned(), problem, allowed: self.row(self.key).allowed() }
    }
}

/// A document whose fields a table describes.
pub trait Document: Clone + Default + PartialEq + Sized + 'static {
    /// Every parameter, grouped, in the order in which the panel shows them.
    fn params() -> &'static [Param<Self>];

    /// Groups with their titles, in the panel's order.
    fn groups() -> &'static [(&'static str, &'static str)];

    /// The row of a key.
    fn param(key: &str) -> Option<&'static Param<Self>> {
        Self::params().iter().find(|p| p.key == key)
    }

    /// The earliest stage that differs between two documents; `None` if they are equal.
    fn dirty_stage(&self, other: &Self) -> Option<Stage> {
        Self::params().iter().filter(|p| (p.get)(self) != (p.get)(other)).map(|p| p.stage).min()
    }
}
