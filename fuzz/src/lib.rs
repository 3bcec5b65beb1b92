//! The fuzz targets: functions that pass bytes to a parser of the program, or make a random land
//! from them. A parser must never panic. It reads the bytes or returns a short error, and anything
//! it reads must stay the same when it is written and read again.
//!
//! [`TARGETS`] lists the functions. `fuzz_targets/any.rs` lets libFuzzer call them, `main.rs` calls
//! them in a plain loop that needs no nightly compiler, and `tests/integration/fuzz.rs` runs them
//! on the inputs stored in `corpus/`.

mod draws;
mod files;
mod lands;
pub mod mutate;
mod recipes;
mod texts;

pub use draws::Draws;
pub use lands::heights_agree;
pub use recipes::{noise_of, recipe_of};

/// A function that is called with arbitrary bytes and must never panic.
pub struct Target {
    /// The name, which is also the name of the target's folder in `corpus/`.
    pub name: &'static str,
    /// Passes bytes to the parser. Panics if the parser has a bug.
    pub run: fn(&[u8]),
    /// Words that often occur in the input, separated by `|`, from which new inputs are made.
    pub words: &'static str,
}

const NUMBERS: &str = "0|-0|1|-1|0.5|1e308|1e-320|1e999|nan|inf|-inf|2147483648";

/// All targets.
pub const TARGETS: &[Target] = &[
    Target { name: "recipe", run: texts::recipe, words: texts::RECIPE_WORDS },
    Target { name: "view", run: texts::view, words: texts::VIEW_WORDS },
    Target { name: "share", run: texts::share, words: "" },
    #[cfg(feature = "studio")]
    Target { name: "settings", run: texts::settings, words: NUMBERS },
    Target { name: "typed", run: texts::typed, words: texts::TYPED_WORDS },
    Target { name: "points", run: texts::points, words: NUMBERS },
    Target { name: "command", run: texts::command, words: texts::COMMAND_WORDS },
    Target { name: "scene", run: files::scene, words: "" },
    Target { name: "png", run: files::png, words: "" },
    Target { name: "tiff", run: files::tiff, words: "" },
    Target { name: "exr", run: files::exr, words: "" },
    Target { name: "hgt", run: files::hgt, words: "" },
    Target { name: "asc", run: files::asc, words: NUMBERS },
    Target { name: "raw", run: files::raw, words: "" },
    Target { name: "archive", run: files::archive, words: "" },
    Target { name: "land", run: lands::land, words: "" },
];

/// Asserts that an error message is neither empty nor longer than a few lines.
fn assert_readable(message: &str) {
    let length = message.chars().count();
    assert!((1..1000).contains(&length), "a message of {length} characters: {message}");
}
