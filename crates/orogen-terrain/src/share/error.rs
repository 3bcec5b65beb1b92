//! Errors in share codes.

use super::format::{MAX_CHARS, MAX_READ_CHARS, PREFIX};
use crate::param::ParamError;
use crate::scene::SceneError;
use orogen_noise::text::sanitise;

/// A scene cannot be read from the text.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ShareError {
    /// The text does not begin with the prefix of a code.
    #[error("`{}` is not a share code; share codes begin with {PREFIX}", sanitise(.0))]
    NoCode(String),
    /// A newer program made the code: its format, or a key or name in it, is unknown.
    #[error(
        "the share code was made by a newer Orogen; open it with that version, or ask for a file"
    )]
    Newer,
    /// The text is longer than the largest code that is read.
    #[error("the text has over {MAX_READ_CHARS} characters, too many for a share code")]
    TooLong,
    /// The code of a scene is too long to share; the number counts its characters.
    #[error(
        "the share code would have {0} characters, over {MAX_CHARS}; share the recipe as a file"
    )]
    TooLongToShare(usize),
    /// The text contains a character that no code contains.
    #[error("the share code contains `{}`, which is not allowed; copy the code again", sanitise(.0))]
    Letter(String),
    /// A character is wrong, or the end is missing.
    #[error("the share code is damaged or cut off (its checksum is wrong); copy all of it again")]
    Damaged,
    /// The checksum is right, but the content is not a scene.
    #[error("the share code contains no scene; its checksum is right, but Orogen did not write it")]
    NoScene,
    /// The text after `~` is not a place in the lab.
    #[error(
        "the share code ends in `{}`, which is not a place in the lab; a place is \
         ~FIGURE~STEP~X,Y, as in ~cell~4~1.7,2.3", sanitise(.0)
    )]
    Spot(String),
    /// A parameter does not accept the value in the code.
    #[error("the share code contains a wrong value: {0}")]
    Param(#[from] ParamError),
    /// The values in the code do not fit together.
    #[error("the values in the share code do not fit together: {0}")]
    Scene(#[from] Box<SceneError>),
}
