//! Why no scene can be read from a text.

use super::form::{MOST_LETTERS, PREFIX};
use crate::param::ParamError;
use crate::scene::SceneError;
use orogen_noise::text::shown;

/// A text that no scene can be read from.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ShareError {
    /// It does not begin as one.
    #[error("`{}` is no share code; one begins with {PREFIX}", shown(.0))]
    NoCode(String),
    /// It is of a form that is not known yet, or holds what is not known yet.
    #[error("the share code was made by a newer Orogen; open it with that, or ask for a file")]
    Newer,
    /// It is longer than any.
    #[error("the share code is over {MOST_LETTERS} letters long; it is something else")]
    TooLong,
    /// A letter that no code has.
    #[error("the share code has a letter that no code has, `{}`; copy it again", shown(.0))]
    Letter(String),
    /// A letter is another one, or the end is missing.
    #[error("the share code is damaged or cut off (its checksum is wrong); copy all of it again")]
    Damaged,
    /// Its checksum is right, and yet no program makes such a code.
    #[error("the share code holds no scene; no Orogen makes such a code")]
    NoScene,
    /// Its end is no place in the lab.
    #[error(
        "the share code ends in `{}`, which is no place in the lab; such an end is \
         ~FIGURE~STEP~X,Y, as in ~cell~4~1.7,2.3", shown(.0)
    )]
    Spot(String),
    /// A value that its parameter does not take.
    #[error("the share code holds a wrong value: {0}")]
    Param(#[from] ParamError),
    /// A scene whose parts do not go together.
    #[error("the share code holds no land: {0}")]
    Scene(#[from] Box<SceneError>),
}
