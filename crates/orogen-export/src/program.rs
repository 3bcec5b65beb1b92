//! The program name and version that files contain.

/// The program name and version that files contain.
pub const PROGRAM: &str = concat!("Orogen ", env!("CARGO_PKG_VERSION"));

/// Returns true if any version of this program wrote a file with this text.
pub(super) fn is_this_program(program: &str) -> bool {
    program.starts_with("Orogen ")
}
