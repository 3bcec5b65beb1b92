//! The program name and version that files contain.

/// The program name and version that files contain.
pub const PROGRAM: &str = concat!("Orogen ", env!("CARGO_PKG_VERSION"));

/// Returns true if this text names a version of this program as the writer of a file.
pub(super) fn is_this_program(program: &str) -> bool {
    program.starts_with("Orogen ")
}
