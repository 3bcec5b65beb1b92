//! What is wrong with the text of a camera or a view.

use super::param::ParamError;
use orogen_noise::text::shown;

/// A camera or view text that cannot be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// A text that is no camera.
    #[error("`{}` {problem}; allowed is {form}", shown(.given), form = CAMERA_FORM)]
    Camera {
        /// The text.
        given: String,
        /// What is wrong with it.
        problem: CameraProblem,
    },
    /// A part of a view without a value.
    #[error("`{}` has no `=`; a view is camera=…; key=value; …", shown(.0))]
    NoValue(String),
    /// A key that no view has.
    #[error("a view has no key `{}`", shown(.0))]
    UnknownKey(String),
    /// A bookmark of another number than 1 to 9.
    #[error("`{}` is no bookmark; allowed is bookmark1 to 9", shown(.0))]
    Bookmark(String),
    /// The camera of a key.
    #[error("{}: {problem}", shown(.key))]
    Of {
        /// The key, `camera` or a bookmark's.
        key: String,
        /// What is wrong with its camera.
        problem: Box<ViewError>,
    },
    /// A value that a parameter does not take.
    #[error(transparent)]
    Param(#[from] ParamError),
}

/// What is wrong with a camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CameraProblem {
    /// A part that is no number, or an endless one.
    #[error("holds something that is not a finite number")]
    NotFinite,
    /// Neither three numbers nor six.
    #[error("has {0} numbers")]
    Count(usize),
    /// It looks from beyond the zenith.
    #[error("has a pitch out of range")]
    Pitch,
    /// It is too near or too far.
    #[error("has a distance out of range")]
    Distance,
    /// What it looks at is too far away.
    #[error("has a focus further than 1e13 m from the origin")]
    Focus,
}

const CAMERA_FORM: &str = "yaw,pitch,distance or yaw,pitch,distance,x,y,z: degrees, degrees from -89 to 89, metres from 1 to 1000000, \
     metres of the point looked at";

impl ViewError {
    /// The error of a key's camera.
    pub(super) fn of(key: &str) -> impl FnOnce(Self) -> Self + '_ {
        move |problem| Self::Of { key: key.to_owned(), problem: Box::new(problem) }
    }
}
