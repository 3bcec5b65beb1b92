//! Errors of map options.

use std::path::PathBuf;

use crate::engine::Engine;

/// An invalid map option, with the allowed values.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// No map is selected.
    #[error("no map is chosen; name some, as in normal,splat")]
    None,
    /// The file name has an extension that no picture has.
    #[error(
        "maps cannot get their names from `{}`; end it in .png, or leave out the ending",
        .0.display()
    )]
    Name(PathBuf),
    /// The land has a single layer, so there are no layer weights to draw.
    #[error("the land has a single layer, so there is no map of layers; leave out layers")]
    OneLayer,
    /// The engine does not import this number of samples.
    #[error("maps of {side} samples a side do not fit {}; it takes powers of two from 16 to 4096, \
        as in {nearest}", .engine.title())]
    Side {
        /// The engine that imports the files.
        engine: Engine,
        /// The number of samples on a side of a file.
        side: u32,
        /// A valid number of samples close to `side`.
        nearest: u32,
    },
}
