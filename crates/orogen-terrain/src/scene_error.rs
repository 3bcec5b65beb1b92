//! What is wrong with a scene's text or with a change to it.

use super::param::ParamError;
use super::recipe::RECIPE_VERSION;
use super::view_error::ViewError;
use orogen_noise::NoiseError;
use orogen_noise::text::shown;

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
    #[error("version: is not a known version; allowed are 1 to {most}", most = RECIPE_VERSION)]
    UnknownVersion,
    /// A parameter of a layer, where there are several and none is named.
    #[error(
        "`{key}` is of which layer? write layer.N.{key}, N one of {}", list(.numbers)
    )]
    WhichLayer {
        /// The key as it was given.
        key: String,
        /// The layers' numbers.
        numbers: Vec<u32>,
    },
    /// A layer that is not there, or a name that several have.
    #[error("there is no one layer `{}`; their numbers are {}", shown(.who), list(.numbers))]
    NoLayer {
        /// The number or name as it was given.
        who: String,
        /// The layers' numbers.
        numbers: Vec<u32>,
    },
    /// An operation or a mask that is not there.
    #[error("there is no {what} `{}`; {}", shown(.who), there_are(.numbers))]
    NoPart {
        /// What it would be.
        what: &'static str,
        /// The number as it was given.
        who: String,
        /// The numbers that there are.
        numbers: Vec<u32>,
    },
    /// A kind of layer, operation or mask that this program does not know.
    #[error("there is no kind of {what} `{}`; allowed are {}", shown(.kind), .known.join(", "))]
    PartKind {
        /// What it would be.
        what: &'static str,
        /// The kind as it was given.
        kind: String,
        /// The kinds that there are.
        known: Vec<&'static str>,
    },
    /// An operation or a mask without a kind.
    #[error("kind: is missing; it says what the table is")]
    NoKind,
    /// A list of operations or masks that is written otherwise.
    #[error("{0}: write each as a table of its own, in double brackets")]
    PartType(&'static str),
    /// Two operations or masks with one number.
    #[error("two {what}s have the number {id}; each has one of its own, from 1 up")]
    PartTwice {
        /// What they are.
        what: &'static str,
        /// Their number.
        id: u32,
    },
    /// Too many operations or masks.
    #[error("more than {most} {what}s; allowed are up to {most}")]
    PartCount {
        /// What they are.
        what: &'static str,
        /// How many can be.
        most: usize,
    },
    /// A key that an edit has not got.
    #[error("{key} is missing; an edit has {}", .keys.join(", "))]
    NoEditKey {
        /// The key.
        key: &'static str,
        /// What an edit has.
        keys: &'static [&'static str],
    },
    /// A value that an edit does not take.
    #[error("{key}: is not {allowed}")]
    EditValue {
        /// Which of an edit's keys.
        key: &'static str,
        /// What it takes.
        allowed: &'static str,
    },
    /// A layer's number that is none.
    #[error("id: is not a number from 1 to 4294967295")]
    LayerId,
    /// A list of layers that is written otherwise.
    #[error("layer: write each layer as a table, [[layer]]")]
    LayerType,
    /// Both layers and groups that belong into one.
    #[error("[{0}] belongs into a layer, [layer.{0}], where there are [[layer]] tables")]
    OutsideLayer(String),
    /// Layers that cannot be together.
    #[error(transparent)]
    Layers(#[from] super::layer::LayersError),
    /// Samples in the recipe that are no heightmap, or another one.
    #[error("layer {layer}: {problem}")]
    Heightmap {
        /// The layer's number.
        layer: u32,
        /// What is wrong with them.
        problem: super::heightmap::PackedError,
    },
    /// Choices that exclude each other.
    #[error(transparent)]
    Noise(#[from] NoiseError),
}

fn list(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

fn there_are(numbers: &[u32]) -> String {
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
