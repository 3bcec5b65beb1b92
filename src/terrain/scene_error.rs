//! What is wrong with a scene's text or with a change to it.

use super::param::ParamError;
use super::recipe::RECIPE_VERSION;
use super::view_error::ViewError;
use crate::noise::NoiseError;
use crate::text::shown;

/// What is wrong with a scene's text or with a change to it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// In a file: `line 3, column 7: …`.
    #[error("line {line}, column {column}: {problem}")]
    At {
        /// Counted from 1.
        line: usize,
        /// In characters, counted from 1.
        column: usize,
        /// What is wrong there.
        problem: Box<SceneError>,
    },
    /// A text that is no TOML, in the words of its parser.
    #[error("{0}")]
    Toml(String),
    /// A key that no scene has.
    #[error("there is no key `{}`; {}", shown(.key), hint(*.nearest))]
    UnknownKey {
        /// The key as it was given.
        key: String,
        /// The key that may have been meant.
        nearest: Option<&'static str>,
    },
    /// A group that is written as a value.
    #[error("{0} is a group; write it as a table, [{0}]")]
    Group(String),
    /// A value that its parameter does not take.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// A view that is no text, but of another type of TOML.
    #[error("view: {0} is of the wrong type; allowed is a text")]
    ViewType(&'static str),
    /// A view whose text cannot be read.
    #[error("view: {0}")]
    View(#[from] ViewError),
    /// A version later than this program's.
    #[error(
        "version: {0} was written by a newer Orogen; this one reads up to {most}",
        most = RECIPE_VERSION
    )]
    NewerVersion(i64),
    /// A version that there has never been.
    #[error("version: is not a known version; allowed is {version}", version = RECIPE_VERSION)]
    UnknownVersion,
    /// Choices that exclude each other.
    #[error(transparent)]
    Noise(#[from] NoiseError),
}

fn hint(nearest: Option<&str>) -> String {
    match nearest {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`orogen params` lists them".to_owned(),
    }
}
