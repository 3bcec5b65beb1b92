//! Errors of mesh options.

use std::path::PathBuf;

use super::options::MeshFormat;

/// An invalid mesh option, with the allowed values.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MeshError {
    /// Neither the name nor the options select a format.
    #[error(
        "`{}` does not say which mesh format it is; end the name in one of glb, obj, ply, stl",
        .0.display()
    )]
    NoFormat(PathBuf),
    /// The file name and the options select different formats.
    #[error("`{}` selects {named_format} by its name, but {format} is chosen; end it in .{format}",
        .out.display())]
    NameFormat {
        /// The path of the file.
        out: PathBuf,
        /// The format of the name.
        named_format: MeshFormat,
        /// The format of the options.
        format: MeshFormat,
    },
    /// The format does not support an option.
    #[error("{format} has no {feature}; {remedy}")]
    Unsupported {
        /// The format.
        format: MeshFormat,
        /// The unsupported feature.
        feature: &'static str,
        /// The remedy.
        remedy: &'static str,
    },
    /// A number is out of range.
    #[error("{what} {value} is out of range; allowed are {low} to {high}")]
    Number {
        /// The name of the number.
        what: &'static str,
        /// The value.
        value: f64,
        /// The smallest allowed value.
        low: f64,
        /// The largest allowed value.
        high: f64,
    },
    /// Levels of detail need whole tiles of 128 cells, which this number of samples does not give.
    #[error(
        "levels of detail need tiles of 128 cells, which {samples} samples a side do not give; use {larger}"
    )]
    Levels {
        /// The number of samples on a side of a file.
        samples: u32,
        /// The next larger valid number of samples.
        larger: u32,
    },
    /// Two options exclude each other.
    #[error("{0} and {1} exclude each other; choose one")]
    Both(&'static str, &'static str),
    /// The file exceeds the size limit of its format.
    #[error(
        "a file of {bytes} bytes exceeds the limit of {format}, {limit} bytes; use fewer samples, or cut the area into tiles"
    )]
    TooLong {
        /// The format.
        format: MeshFormat,
        /// The size of the file.
        bytes: u64,
        /// The size limit.
        limit: u64,
    },
}
