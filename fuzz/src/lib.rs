//! The program's parsers as functions of bytes. They must never panic: each reads the bytes or
//! reports a one-line problem, and what it reads survives writing.
//!
//! [`TARGETS`] lists them. `fuzz_targets/any.rs` passes them to libFuzzer, `main.rs` runs them in a
//! plain loop without a nightly compiler, and a test of the program replays `corpus/`.

mod draws;
mod files;
mod lands;
pub mod mutate;
mod recipes;
mod texts;

pub use draws::Draws;
pub use lands::heights_agree;
pub use recipes::{noise_of, recipe_of};

/// A function of bytes that must never panic.
pub struct Target {
    /// The name, which is also the folder in `corpus/`.
    pub name: &'static str,
    /// Runs the function.
    pub run: fn(&[u8]),
    /// Typical words of its input, separated by bars; "" for none.
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

/// Asserts that a message is readable: not empty and at most a few lines long. The program always
/// shows it on one line.
fn readable(message: &str) {
    let length = message.chars().count();
    assert!((1..1000).contains(&length), "a message of {length} characters: {message}");
}
