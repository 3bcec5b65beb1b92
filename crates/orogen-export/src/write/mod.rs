//! The encoders of file formats.

pub(super) mod deflate;
pub(super) mod exr;
pub(super) mod png;
pub(super) mod raw;
pub(super) mod tiff;
