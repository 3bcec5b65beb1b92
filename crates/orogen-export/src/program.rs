//! What files say of the program that wrote them.

/// This program and its version: what files say that it wrote.
pub const PROGRAM: &str = concat!("Orogen ", env!("CARGO_PKG_VERSION"));

/// Whether a file that says so was written by this program, in whichever version.
pub(super) fn is_this_program(program: &str) -> bool {
    program.starts_with("Orogen ")
}
