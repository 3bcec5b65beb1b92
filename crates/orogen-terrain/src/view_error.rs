//! Errors in the texts of cameras and views.

use super::param::ParamError;
use orogen_noise::text::sanitise;

/// A problem with the text of a camera or a view.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// The text is not a camera.
    #[error("`{}` {problem}; allowed is {form}", sanitise(.given), form = CAMERA_FORM)]
    Camera {
        /// The text.
        given: String,
        /// The problem with it.
        problem: CameraProblem,
    },
    /// A part of a view has no value.
    #[error("`{}` has no `=`; a view is camera=…; key=value; …", sanitise(.0))]
    NoValue(String),
    /// The key is unknown.
    #[error("a view has no key `{}`", sanitise(.0))]
    UnknownKey(String),
    /// The number of a bookmark is not in 1 to 9.
    #[error("`{}` is not a bookmark; allowed is bookmark1 to 9", sanitise(.0))]
    Bookmark(String),
    /// The value of a key is not a camera.
    #[error("{}: {problem}", sanitise(.key))]
    Of {
        /// The key: `camera` or a bookmark.
        key: String,
        /// The problem with its camera.
        problem: Box<ViewError>,
    },
    /// A parameter does not accept a value.
    #[error(transparent)]
    Param(#[from] ParamError),
}

/// A problem with a camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CameraProblem {
    /// A part is not a finite number.
    #[error("contains something that is not a finite number")]
    NotFinite,
    /// The text has neither three nor six numbers.
    #[error("has {0} numbers")]
    Count(usize),
    /// The pitch is out of range.
    #[error("has a pitch out of range")]
    Pitch,
    /// The distance is out of range.
    #[error("has a distance out of range")]
    Distance,
    /// The focus is too far away.
    #[error("has a focus further than 1e13 m from the origin")]
    Focus,
}

const CAMERA_FORM: &str = "yaw,pitch,distance or yaw,pitch,distance,x,y,z: yaw in degrees, pitch from -89 to 89 degrees, \
     distance from 1 to 1000000 m, focus x,y,z in metres";

impl ViewError {
    /// Adds the key to the error of its camera.
    pub(super) fn of(key: &str) -> impl FnOnce(Self) -> Self + '_ {
        move |problem| Self::Of { key: key.to_owned(), problem: Box::new(problem) }
    }
}
