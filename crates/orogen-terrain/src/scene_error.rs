//! Errors in scene files and in changes to a scene.

use super::param::ParamError;
use super::recipe::RECIPE_VERSION;
use super::view_error::ViewError;
use orogen_noise::NoiseError;
use orogen_noise::text::sanitise;

/// An error in a scene file or in a change to a scene.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// An error at a position in a file: `line 3, column 7: …`.
    #[error("line {line}, column {column}: {problem}")]
    At {
        /// The line, counted from 1.
        line: usize,
        /// The column in characters, counted from 1.
        column: usize,
        /// The problem at that position.
        problem: Box<SceneError>,
    },
    /// The text is not valid TOML; the string is the parser's message.
    #[error("{0}")]
    Toml(String),
    /// The key is unknown.
    #[error("there is no key `{}`; {}", sanitise(.key), hint(*.nearest))]
    UnknownKey {
        /// The key as given.
        key: String,
        /// The most similar known key.
        nearest: Option<&'static str>,
    },
    /// A group is written as a value.
    #[error("{0} is a group; write it as a table, [{0}]")]
    Group(String),
    /// A parameter does not accept a value.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The value of `view` is not a TOML string; the field names its type.
    #[error("view: {0} is of the wrong type; allowed is a text")]
    ViewType(&'static str),
    /// The text of the view cannot be read.
    #[error("view: {0}")]
    View(#[from] ViewError),
    /// The version is newer than this program.
    #[error(
        "version: {0} was written by a newer Orogen; this Orogen reads versions up to {max}",
        max = RECIPE_VERSION
    )]
    NewerVersion(i64),
    /// The version is not a positive whole number.
    #[error("version: this version does not exist; allowed are 1 to {max}", max = RECIPE_VERSION)]
    UnknownVersion,
    /// A layer parameter does not say which of several layers it belongs to.
    #[error(
        "`{key}` needs a layer: write layer.N.{key}, N one of {}", list(.numbers)
    )]
    WhichLayer {
        /// The key as given.
        key: String,
        /// The ids of the layers.
        numbers: Vec<u32>,
    },
    /// No layer has this number or name, or several layers have this name.
    #[error("`{}` is not the number or name of one layer; the numbers are {}", sanitise(.given), list(.numbers))]
    NoLayer {
        /// The id or name as given.
        given: String,
        /// The ids of the layers.
        numbers: Vec<u32>,
    },
    /// The operation, mask or mark does not exist.
    #[error("there is no {what} `{}`; {}", sanitise(.given), existing(.numbers))]
    NoPart {
        /// `operation`, `mask` or `mark`.
        what: &'static str,
        /// The id as given.
        given: String,
        /// The existing ids.
        numbers: Vec<u32>,
    },
    /// The kind of a layer, operation or mask, or the tool of a mark, is unknown to this program.
    #[error("there is no kind of {what} `{}`; allowed are {}", sanitise(.kind), .known.join(", "))]
    PartKind {
        /// `layer`, `operation`, `mask` or `mark`.
        what: &'static str,
        /// The kind as given.
        kind: String,
        /// The known kinds.
        known: Vec<&'static str>,
    },
    /// An operation or mask has no kind, or a mark no tool; the string is the missing key.
    #[error("{0} is missing; every operation and mask needs a kind, every mark a tool")]
    NoKind(&'static str),
    /// A mark has no path; the number is its id.
    #[error("mark {0} has no path; write its points, such as path = \"1200,-300 +250,80\"")]
    NoPath(u32),
    /// The list of marks is invalid.
    #[error(transparent)]
    Marks(#[from] super::marks::MarksError),
    /// A list of operations, masks, marks or edits is not an array of tables.
    #[error("{0}: write each as a table of its own, with double brackets")]
    PartType(&'static str),
    /// Two operations, masks or marks of a list have the same id.
    #[error("two {what}s have the number {id}; each {what} needs its own number, from 1 up")]
    PartTwice {
        /// `operation`, `mask` or `mark`.
        what: &'static str,
        /// The id.
        id: u32,
    },
    /// There are too many operations, masks, marks or edits.
    #[error("there are too many {what}s; allowed are up to {max_count}")]
    PartCount {
        /// `operation`, `mask`, `mark` or `edit`.
        what: &'static str,
        /// The largest number allowed.
        max_count: usize,
    },
    /// An edit lacks a key.
    #[error("{key} is missing; an edit has {}", .keys.join(", "))]
    NoEditKey {
        /// The missing key.
        key: &'static str,
        /// The keys of an edit.
        keys: &'static [&'static str],
    },
    /// An edit does not accept a value.
    #[error("{key}: the value is not {allowed}")]
    EditValue {
        /// The key of the edit.
        key: &'static str,
        /// The allowed values.
        allowed: &'static str,
    },
    /// The id of a layer, operation, mask or mark is not a positive 32-bit number.
    #[error("id: the value is not a number from 1 to 4294967295")]
    LayerId,
    /// The value of `layer` is not an array of tables.
    #[error("layer: write each layer as a table, [[layer]]")]
    LayerType,
    /// The table of a layer's group or edit is outside the layers; the string is the table's name.
    #[error("[{0}] belongs inside a layer: in a file with [[layer]] tables, write [layer.{0}]")]
    OutsideLayer(String),
    /// The list of layers is invalid.
    #[error(transparent)]
    Layers(#[from] super::layer::LayersError),
    /// The embedded samples of a heightmap are broken.
    #[error("layer {layer}: {problem}")]
    Heightmap {
        /// The id of the layer.
        layer: u32,
        /// The problem with the samples.
        problem: super::heightmap::PackedError,
    },
    /// Parameters of a noise layer cannot be combined.
    #[error(transparent)]
    Noise(#[from] NoiseError),
}

fn list(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

fn existing(numbers: &[u32]) -> String {
    match numbers {
        [] => "there are none".to_owned(),
        numbers => format!("their numbers are {}", list(numbers)),
    }
}

fn hint(nearest: Option<&str>) -> String {
    match nearest {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`orogen params` lists them".to_owned(),
    }
}
