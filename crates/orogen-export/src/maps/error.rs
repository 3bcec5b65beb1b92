//! Which choice of maps cannot be, and what is allowed.

use std::path::PathBuf;

use crate::engine::Engine;

/// A choice of maps that cannot be, and what is allowed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// None is chosen.
    #[error("no map is chosen; name some, as in normal,splat")]
    None,
    /// A name that means something else than pictures.
    #[error(
        "`{}` is no name from which maps get theirs; end it in .png, or in nothing",
        .0.display()
    )]
    Name(PathBuf),
    /// Layers of a land that has only one.
    #[error("the land has a single layer, of which there is no map; leave layers out")]
    OneLayer,
    /// A number of samples that the engine does not take.
    #[error("maps of {side} samples a side do not fit {}; it takes powers of two from 16 to 4096, \
        as in {near}", .engine.title())]
    Side {
        /// The engine.
        engine: Engine,
        /// On a side of a file.
        side: u32,
        /// One that it takes.
        near: u32,
    },
}
