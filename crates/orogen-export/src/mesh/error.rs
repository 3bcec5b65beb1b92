//! Which choice of a mesh cannot be, and what is allowed.

use std::path::PathBuf;

use super::options::MeshFormat;

/// A choice of a mesh that cannot be, and what is allowed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MeshError {
    /// Nothing says which format it is.
    #[error(
        "`{}` does not say which format of meshes it is; end the name in one of glb, obj, ply, stl",
        .0.display()
    )]
    NoFormat(PathBuf),
    /// A name that means another format than the one that is asked for.
    #[error("`{}` is named as {named}, but {format} is asked for; end it in .{format}",
        .out.display())]
    NameFormat {
        /// The file.
        out: PathBuf,
        /// What its name means.
        named: MeshFormat,
        /// What is asked for.
        format: MeshFormat,
    },
    /// A choice that only another format has.
    #[error("{format} has no {what}; {instead}")]
    Without {
        /// The format.
        format: MeshFormat,
        /// What it has not.
        what: &'static str,
        /// What to do.
        instead: &'static str,
    },
    /// A number out of its range.
    #[error("{what} {value} is out of range; allowed are {low} to {high}")]
    Number {
        /// Which one.
        what: &'static str,
        /// What it is.
        value: f64,
        /// The least.
        low: f64,
        /// The most.
        high: f64,
    },
    /// Levels of detail of tiles that are no powers of two.
    #[error(
        "levels of detail take tiles of 128 cells: a file of {samples} samples a side has others; take {near}"
    )]
    Levels {
        /// Samples on a side of a file.
        samples: u32,
        /// The nearest that does.
        near: u32,
    },
    /// Choices that exclude each other.
    #[error("{0} and {1} exclude each other; choose one")]
    Both(&'static str, &'static str),
    /// A file that its format cannot hold.
    #[error(
        "a file of {bytes} bytes is more than {format} holds, {most}; take fewer samples, or cut it into tiles"
    )]
    TooLong {
        /// The format.
        format: MeshFormat,
        /// How long it would be.
        bytes: u64,
        /// The most.
        most: u64,
    },
}
