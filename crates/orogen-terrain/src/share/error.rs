//! Errors of share codes.

use super::format::{MOST_LETTERS, PREFIX};
use crate::param::ParamError;
use crate::scene::SceneError;
use orogen_noise::text::sanitise;

/// A scene cannot be read from the text.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ShareError {
    /// The text does not begin like a code.
    #[error("`{}` is not a share code; one begins with {PREFIX}", sanitise(.0))]
    NoCode(String),
    /// The format or its contents are newer than this program.
    #[error("the share code was made by a newer Orogen; open it with that, or ask for a file")]
    Newer,
    /// The text is longer than any code.
    #[error("the text has over {MOST_LETTERS} characters, too many for a share code")]
    TooLong,
    /// The text has a character that codes never have.
    #[error("the share code contains `{}`, which no code does; copy it again", sanitise(.0))]
    Letter(String),
    /// A character is wrong, or the end is missing.
    #[error("the share code is damaged or cut off (its checksum is wrong); copy all of it again")]
    Damaged,
    /// The checksum is right, but the content is not a scene.
    #[error("the share code holds no scene; its checksum is right, but no Orogen wrote it")]
    NoScene,
    /// The end is not a place in the lab.
    #[error(
        "the share code ends in `{}`, which is not a place in the lab; a place is \
         ~FIGURE~STEP~X,Y, as in ~cell~4~1.7,2.3", sanitise(.0)
    )]
    Spot(String),
    /// A parameter does not accept a value.
    #[error("the share code holds a wrong value: {0}")]
    Param(#[from] ParamError),
    /// The parts of the scene do not fit together.
    #[error("the share code holds no land: {0}")]
    Scene(#[from] Box<SceneError>),
}
