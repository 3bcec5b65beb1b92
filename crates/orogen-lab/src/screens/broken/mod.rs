//! Common mistakes and their cures.

mod mistake;
mod sampling;
mod sums;
mod tables;

use crate::figure_row::FigureRow;
use mistake::{LandEffect, Mistake, Patch};

/// The figure row of a mistake.
macro_rules! row {
    ($row:ident: $mistake:path, $name:literal, $title:literal, $reproduced:literal,
     $question:literal, $steps:expr, $code:expr, $task:literal, $hint:literal) => {
        static $row: FigureRow = FigureRow {
            name: $name,
            screen: crate::figure_row::Screen::Broken,
            title: $title,
            question: $question,
            steps: &$steps,
            reproduces: &[($reproduced, 2)],
            controls: &[crate::control::Control::toggle(
                concat!($name, ".cured"),
                "Cured",
                false,
                "Shows the cured form, also on the land if the land can have this mistake.",
            )],
            code: &$code,
            draw: |c| mistake::draw(c, &$mistake),
            challenge: crate::figure_row::Challenge {
                task: $task,
                hint: $hint,
                is_solved: |c| c.is_on(concat!($name, ".cured")),
            },
        };
    };
}

row!(WHOLE: sampling::WHOLE, "break-whole", "Whole numbers", "E12a",
    "Why does my noise return only zeros?",
    [
        "A hundred samples, one cell apart: all are 0.",
        "Gradient noise is 0 at every lattice point, because the offset from that point is 0.",
        "Steps much smaller than a cell show the noise: always scale the coordinates first.",
    ],
    ["for x in 0..100 {", "    draw(noise(vec2(x, 0)));         // wrong", "}", "for x in 0..100 {",
     "    draw(noise(0.05 * vec2(x, 0)));  // right", "}"],
    "Switch to the cure and see the meter leave 0.", "The switch is called Cured.");
row!(RANGE: sampling::RANGE, "break-range", "Assumed range", "E12b",
    "Why is my picture so grey?",
    [
        "Greys from −1 (black) to 1 (white): the picture is dull.",
        "Sums of octaves lie close to 0: octaves cancel each other, and hardly any value comes \
         near the bound.",
        "Greys over the measured range use everything from black to white.",
    ],
    ["let grey = 0.5 + 0.5 * n;            // wrong",
     "let (low, high) = measured_range();", "let grey = (n - low) / (high - low); // right"],
    "Switch to the cure and see more greys used.", "The switch is called Cured.");
row!(TABLE: tables::TABLE, "break-table", "Table not doubled", "E12c",
    "Why does my look-up fail in every other cell?",
    [
        "Holes: cells whose look-up goes past the end of the table.",
        "The second look-up adds the row (up to 255) to the column's number (up to 255): its index \
         goes up to 510.",
        "A table written twice in a row has 512 numbers, enough for every index.",
    ],
    ["let perm: [u8; 256] = TABLE;         // wrong", "let perm = [TABLE, TABLE].concat();  // right",
     "let h = perm[perm[x & 255] + (y & 255)];"],
    "Switch to the cure and see the holes close.", "The switch is called Cured.");
row!(ALIAS: sampling::ALIAS, "break-alias", "Too many octaves", "E12d",
    "Why does distant land flicker?",
    [
        "These octaves are finer than the pixels: each pixel shows a random value, and another one \
         after a small move.",
        "A wave shorter than two samples looks like a longer wave: it is aliased.",
        "Each octave fades to its mean before its wavelength falls to two samples.",
    ],
    ["let weight = 1.0;                    // wrong", "let samples = wavelength / pixel;",
     "let weight = smoothstep(2.0, 4.0, samples); // right", "sum += weight * amplitude * noise(f * p);"],
    "Switch to the cure and see the picture calm down.", "The switch is called Cured.");
row!(TIME: sampling::TIME, "break-time", "Time that multiplies", "E12e",
    "Why does my animation get faster and faster?",
    [
        "Time runs upwards. The slow hills at the start turn into ever thinner stripes.",
        "x·t is a zoom: after ten seconds the picture is ten times as dense.",
        "Time is a dimension of its own: noise of (x, y, t) changes everywhere at the same pace.",
    ],
    ["let n = noise(vec2(x * t, y));       // wrong", "let n = noise(vec3(x, y, t));        // right"],
    "Switch to the cure and see the stripes go.", "The switch is called Cured.");
row!(SEAM: sums::SEAM, "break-seam", "A seam between tiles", "E12f",
    "Why does my texture not tile?",
    [
        "Four copies of one picture: a seam runs through the middle.",
        "The right side of a piece of noise does not match its left side.",
        "Let the lattice repeat: the last column of gradients equals the first. (Or sample on a \
         circle or a torus, or blend copies.)",
    ],
    ["let g = gradient(i, j);              // wrong",
     "let (i, j) = (i.rem_euclid(4), j.rem_euclid(4));", "let g = gradient(i, j);              // right"],
    "Switch to the cure and see the seam vanish.", "The switch is called Cured.");
row!(SUM: sums::SUM, "break-sum", "Octaves that brighten", "E12g",
    "Why does every octave make my land higher?",
    [
        "Whites and blacks without detail: values beyond ±1 are cut off.",
        "Each octave raises the largest possible sum by its amplitude.",
        "The sum is divided by the sum of the amplitudes, so it keeps the range of one octave.",
    ],
    ["for _ in 0..octaves {", "    sum += a * noise(f * p);", "    all += a;",
     "    (a, f) = (a * gain, f * 2.0);", "}", "return sum;                          // wrong",
     "return sum / all;                    // right"],
    "Switch to the cure and see nothing cut off.", "The switch is called Cured.");
row!(FADE: sums::FADE, "break-fade", "Blending without a fade", "E12h",
    "Why do I see squares in the light?",
    [
        "Low light shows creases along all cell borders.",
        "A linear blend changes its slope abruptly at the border of the next cell.",
        "A fade that is level at both ends makes the slopes match. 6t⁵ − 15t⁴ + 10t³ also makes \
         the curvatures match.",
    ],
    ["let n = mix(a, b, t);                // wrong", "let n = mix(a, b, fade(t));          // right"],
    "Switch to the cure and see the creases go.", "The switch is called Cured.");
row!(JUMP: sums::JUMP, "break-jump", "Kernels that reach too far", "S15",
    "Why are there cracks in my simplex noise?",
    [
        "A short line through 3D simplex noise, magnified. Where it crosses the face between two \
         simplices, the value jumps.",
        "A kernel with r² = 0.6 is still above 0 at the end of its simplex, where it is dropped.",
        "With r² = 0.5 every kernel ends within the simplices that share its corner.",
    ],
    ["let t = 0.6 - d.dot(d);              // wrong", "let t = 0.5 - d.dot(d);              // right",
     "if t > 0.0 { sum += t.powi(4) * g.dot(d); }"],
    "Switch to the cure and see the step go.", "The switch is called Cured.");
row!(FLOOR: tables::FLOOR, "break-floor", "A floor that is off by one", "S15",
    "What is wrong with (int)x − 1?",
    [
        "The cell of each whole number: at 0 and below, it is one cell too low.",
        "Rounding towards 0 and subtracting 1 gives the floor of −0.5, but not the floor of 0 or \
         −1.",
        "The floor of a whole number is the number itself.",
    ],
    ["let i = if x > 0.0 { x as i64 } else { x as i64 - 1 };", "                                     // wrong",
     "let i = x.floor() as i64;            // right"],
    "Switch to the cure and see all dots on the line.", "The switch is called Cured.");
row!(DIAGONAL: tables::DIAGONAL, "break-289", "A diagonal that repeats", "S15",
    "Does (34x² + x) mod 289 repeat after 289 cells?",
    [
        "The same hills appear again 17 cells to the right and 17 down: both circles hold the same \
         picture.",
        "289 = 17², and 34 = 2·17: P(x + 17) = P(x) + 17. Then P(P(x + 17) + y − 17) = P(P(x) + y), always.",
        "A hash of both coordinates at once does not repeat within any visible distance.",
    ],
    ["let p = |x| (34 * x * x + x) % 289;", "let h = p(p(x) + y);                 // wrong",
     "let h = avalanche(key(x) + key(y));  // right"],
    "Switch to the cure and see the correlation fall.", "The switch is called Cured.");

/// The figures of this screen, in order.
pub(crate) static ROWS: &[&FigureRow] =
    &[&WHOLE, &RANGE, &TABLE, &ALIAS, &TIME, &SEAM, &SUM, &FADE, &JUMP, &FLOOR, &DIAGONAL];

/// The mistakes, in the order of [`ROWS`].
static MISTAKES: [&Mistake; 11] = [
    &sampling::WHOLE,
    &sampling::RANGE,
    &tables::TABLE,
    &sampling::ALIAS,
    &sampling::TIME,
    &sums::SEAM,
    &sums::SUM,
    &sums::FADE,
    &sums::JUMP,
    &tables::FLOOR,
    &tables::DIAGONAL,
];

/// The recipe changes that make or cure a row's mistake in the land. Empty for rows of other
/// screens, and for mistakes that the land cannot have.
pub fn broken_land(row: &str, cured: bool) -> Patch {
    let index = ROWS.iter().position(|other| other.name == row);
    match index.map(|index| &MISTAKES[index].land) {
        Some(LandEffect::Patches(patches)) => patches[usize::from(cured)],
        _ => &[],
    }
}

#[cfg(test)]
mod tests;
