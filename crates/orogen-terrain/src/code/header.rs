//! The comment above an exported height function: origin, licence, usage and test points.

use crate::{Land, Scene, share};
use orogen_noise::hash::{Seed, further_word};

use super::language::Language;

/// The first line of every exported file, by which the program recognises it.
#[doc(hidden)]
pub const BEGINNING: &str = "// The height function of a land, written by Orogen";

/// The number of test points in a file.
const POINT_COUNT: u32 = 16;

/// Test points near the origin and far from it.
fn points(seed: Seed, cell_m: f64) -> impl Iterator<Item = [f64; 2]> {
    (0..POINT_COUNT).map(move |index| {
        let word = |axis: u32| further_word(seed.0 as u32, 2 * index + axis);
        let centred = |word: u32| f64::from(word) / 4_294_967_296.0 - 0.5;
        let reach_m = match index {
            0 => 0.0,
            1..=7 => 4.0 * cell_m,
            8..=11 => 100.0 * cell_m,
            _ => 1e6,
        };
        // f32 and f64 both hold quarters of metres exactly. Adding 0 turns −0 into 0.
        [0, 1].map(|axis| (reach_m * 2.0 * centred(word(axis)) * 4.0).round() / 4.0 + 0.0)
    })
}

/// Writes the comment above the code.
pub(super) fn write_header(scene: &Scene, land: &Land, language: Language) -> String {
    let code = share::encode(scene);
    let mut lines = vec![
        format!("{} {}.", &BEGINNING[3..], env!("CARGO_PKG_VERSION")),
        String::new(),
        format!("The land's share code: {code}"),
        String::new(),
        "This file is free: use, change and pass it on for any purpose, with or without this"
            .to_owned(),
        "notice (CC0 1.0, or the MIT licence without its notice, as you like). No warranty."
            .to_owned(),
        String::new(),
    ];
    lines.extend(usage(language).iter().map(|line| (*line).to_owned()));
    lines.push(format!(
        "Detail too fine for samples {:?} m apart is left out, as in the land itself.",
        land.spacing_m()
    ));
    lines.push(String::new());
    lines.push("Test points: metres east, metres south, height in metres:".to_owned());
    let cell_m = 1.0 / scene.recipe.base().frequency_per_m();
    for [east, south] in points(scene.recipe.seed(), cell_m) {
        let height_m = land.height_m([east, south], land.spacing_m());
        lines.push(format!("  {east:?} {south:?} {height_m:?}"));
    }
    let mut text = String::new();
    for line in lines {
        text.push_str(format!("// {line}").trim_end());
        text.push('\n');
    }
    text + "\n"
}

/// Returns the lines that tell the user how to call the function.
fn usage(language: Language) -> &'static [&'static str] {
    match language {
        Language::Rust => &[
            "Call height_m(east_m, south_m) with metres east and south of the origin. It returns the",
            "height in metres, bit for bit as in the land itself. The sea is left out.",
        ],
        Language::C => &[
            "Call orogen_height_m(east_m, south_m) with metres east and south of the origin. It",
            "returns the height in metres; compiled with -ffp-contract=off, bit for bit as in the land",
            "itself. The sea is left out. Compile it as C99 and link it with -lm.",
        ],
        Language::Wgsl | Language::Glsl | Language::Hlsl => &[
            "Call orogen_height_m(east_m, south_m, east_rest_m, south_rest_m) with whole metres east",
            "and south of the origin, and the fractions of a metre beyond them. It returns the height",
            "in metres, nearly everywhere within 1/100,000 of the land's range. The sea is left out.",
        ],
    }
}
