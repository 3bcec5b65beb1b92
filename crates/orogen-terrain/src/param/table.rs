//! The parameter table of a document, with a row for each parameter.

use super::error::{ParamError, ValueError};
use super::kind::{ParamKind, Value};

/// The first step of the land's build that a change of a parameter repeats.
///
/// The variants are in the order of the build. All later steps are repeated too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Sample the noise again.
    Sample,
    /// Reuse the noise samples; compute the heights again.
    Shape,
    /// Reuse the heights; make the mesh again, as for the sea level.
    Mesh,
    /// Reuse the mesh; only write the parameters of the material's shader.
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
    /// The key `group.name`, as in files and in `--set`.
    pub key: &'static str,
    /// The label of the parameter's control in the panel.
    pub label: &'static str,
    /// The kind of value, with the allowed values.
    pub kind: ParamKind,
    /// The unit of a number; empty for a number without unit.
    pub unit: &'static str,
    /// The first stage of the build that a change repeats.
    pub stage: Stage,
    /// One sentence about what the parameter does to the land.
    pub doc: &'static str,
    /// Reads the value from a document.
    pub get: fn(&D) -> Value,
    /// Writes a value into a document; returns an error if the value has the wrong kind.
    ///
    /// It does not check the range.
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

    /// Sets the parameter if the value has its kind and is in range.
    pub fn set(&self, document: &mut D, value: Value) -> Result<(), ParamError> {
        let fail = |problem| self.error(problem);
        (self.put)(document, self.kind.check(value).map_err(fail)?).map_err(fail)
    }

    /// Sets the parameter from text, as in `--set key=value` or in a text field.
    pub fn set_text(&self, document: &mut D, text: &str) -> Result<(), ParamError> {
        self.set(document, self.kind.parse(text).map_err(|problem| self.error(problem))?)
    }

    /// The error for a value that the parameter does not accept.
    pub(crate) fn error(&self, problem: ValueError) -> ParamError {
        ParamError { key: self.key.to_owned(), problem, allowed: self.row(self.key).allowed() }
    }
}

/// A struct whose parameters are described by a table.
pub trait Document: Clone + Default + PartialEq + Sized + 'static {
    /// The table: all parameters, group by group, in the order of the panel.
    fn params() -> &'static [Param<Self>];

    /// The groups as (name, title), in the order of the panel.
    fn groups() -> &'static [(&'static str, &'static str)];

    /// Finds the row of a key.
    fn param(key: &str) -> Option<&'static Param<Self>> {
        Self::params().iter().find(|p| p.key == key)
    }

    /// The earliest stage of all parameters that differ; `None` if all are equal.
    fn dirty_stage(&self, other: &Self) -> Option<Stage> {
        Self::params().iter().filter(|p| (p.get)(self) != (p.get)(other)).map(|p| p.stage).min()
    }
}
