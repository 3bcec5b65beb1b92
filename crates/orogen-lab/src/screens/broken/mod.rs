//! Common mistakes and their cures.

mod mistake;
mod sampling;
mod sums;
mod tables;

use crate::figure_row::FigureRow;
use mistake::{LandEffect, Mistake, Patch};

/// The figure row of a mistake.
macro_rules! row {
    ($row:ident: $mistake:path, $name:literal, $title:literal, $shows:literal, $question:literal,
     $steps:expr, $code:expr, $task:literal, $hint:literal) => {
        static $row: FigureRow = FigureRow {
            name: $name,
            screen: crate::figure_row::Screen::Broken,
            title: $title,
            question: $question,
            steps: &$steps,
            shows: &[($shows, 2)],
            controls: &[crate::control::Control::toggle(
                concat!($name, ".cured"),
                "Cured",
                false,
                "Chooses the cured form, also for the land where it can go wrong so.",
            )],
            code: &$code,
            draw: |c| mistake::draw(c, &$mistake),
            challenge: crate::figure_row::Challenge {
                task: $task,
                hint: $hint,
                done: |c| c.is_on(concat!($name, ".cured")),
            },
        };
    };
}

row!(WHOLE: sampling::WHOLE, "break-whole", "Whole numbers", "E12a",
    "Why does my noise return only zeros?",
    [
        "A hundred samples, each one cell after the last: all are 0.",
        "The lattice points are exactly where gradient noise is 0: every offset to the corner at hand is 0.",
        "Steps much smaller than a cell show the noise: a scale is part of every use of it.",
    ],
    ["for x in 0..100 {", "    draw(noise(vec2(x, 0)));         // wrong", "}", "for x in 0..100 {",
     "    draw(noise(0.05 * vec2(x, 0)));  // right", "}"],
    "Switch to the cure and see the meter leave 0.", "The switch is called Cured.");
row!(RANGE: sampling::RANGE, "break-range", "Assumed range", "E12b",
    "Why is my picture so grey?",
    [
        "Greys from −1, black, to 1, white: the picture is dull.",
        "Sums of octaves huddle about 0: chances even out, and hardly any value comes near the bound.",
        "The range that is really used, measured, fills the greys.",
    ],
    ["let grey = 0.5 + 0.5 * n;            // wrong",
     "let (low, high) = measured_range();", "let grey = (n - low) / (high - low); // right"],
    "Switch to the cure and see more greys used.", "The switch is called Cured.");
row!(TABLE: tables::TABLE, "break-table", "Table not doubled", "E12c",
    "Why does my look-up fail in every other cell?",
    [
        "Holes: cells whose look-up goes past the end of the table.",
        "The number of the column, up to 255, plus the row, up to 255, is looked up again: an index up to 510.",
        "A table that is written twice in a row, 512 numbers, has all of them.",
    ],
    ["let perm: [u8; 256] = TABLE;         // wrong", "let perm = [TABLE, TABLE].concat();  // right",
     "let h = perm[perm[x & 255] + (y & 255)];"],
    "Switch to the cure and see the holes close.", "The switch is called Cured.");
row!(ALIAS: sampling::ALIAS, "break-alias", "Too many octaves", "E12d",
    "Why does far land flicker?",
    [
        "Octaves finer than the pixels: what one sees is chance, and other chance a bit further on.",
        "A wave that is shorter than two samples cannot be told from a longer one: it is aliased.",
        "An octave fades out before its wavelength is two samples, to its own mean.",
    ],
    ["let weight = 1.0;                    // wrong", "let samples = wavelength / pixel;",
     "let weight = smoothstep(2.0, 4.0, samples); // right", "sum += weight * amplitude * noise(f * p);"],
    "Switch to the cure and see the picture calm down.", "The switch is called Cured.");
row!(TIME: sampling::TIME, "break-time", "Time that multiplies", "E12e",
    "Why does my animation become ever faster?",
    [
        "Time goes up. What begins as slow hills becomes a rush of ever thinner stripes.",
        "x·t is a zoom: after ten seconds the picture is ten times as dense.",
        "Time is a dimension of its own: noise of (x, y, t) changes everywhere at the same pace.",
    ],
    ["let n = noise(vec2(x * t, y));       // wrong", "let n = noise(vec3(x, y, t));        // right"],
    "Switch to the cure and see the stripes go.", "The switch is called Cured.");
row!(SEAM: sums::SEAM, "break-seam", "A seam between tiles", "E12f",
    "Why does my texture not tile?",
    [
        "Four copies of one picture: a seam runs through the middle.",
        "The right side of a piece of noise knows nothing of the left side.",
        "A lattice whose cells repeat: the last column of gradients is the first one again. (Or sample on a \
         circle, a torus, or blend copies.)",
    ],
    ["let g = gradient(i, j);              // wrong",
     "let (i, j) = (i.rem_euclid(4), j.rem_euclid(4));", "let g = gradient(i, j);              // right"],
    "Switch to the cure and see the seam vanish.", "The switch is called Cured.");
row!(SUM: sums::SUM, "break-sum", "Octaves that brighten", "E12g",
    "Why does every octave make my land higher?",
    [
        "Whites and blacks without detail: values beyond ±1 are cut off.",
        "Each octave adds its amplitude to what the sum can reach.",
        "The sum is divided by the sum of the amplitudes, and stays in its range.",
    ],
    ["for _ in 0..octaves {", "    sum += a * noise(f * p);", "    all += a;",
     "    (a, f) = (a * gain, f * 2.0);", "}", "return sum;                          // wrong",
     "return sum / all;                    // right"],
    "Switch to the cure and see nothing cut off.", "The switch is called Cured.");
row!(FADE: sums::FADE, "break-fade", "Blending without a fade", "E12h",
    "Why do I see squares in the light?",
    [
        "In raking light creases run along all cell lines.",
        "A straight blend changes its slope all at once where the next cell begins.",
        "A fade that is level at both ends lets slopes meet: 6t⁵ − 15t⁴ + 10t³ even curvatures.",
    ],
    ["let n = mix(a, b, t);                // wrong", "let n = mix(a, b, fade(t));          // right"],
    "Switch to the cure and see the creases go.", "The switch is called Cured.");
row!(JUMP: sums::JUMP, "break-jump", "Kernels that reach too far", "S15",
    "Why are there cracks in my simplex noise?",
    [
        "A short way through 3D simplex noise, across a face between two simplices, magnified: the value \
         jumps.",
        "A kernel with r² = 0.6 is still above 0 where its simplex ends, and is dropped there.",
        "With r² = 0.5 every kernel ends within the simplices that share its corner.",
    ],
    ["let t = 0.6 - d.dot(d);              // wrong", "let t = 0.5 - d.dot(d);              // right",
     "if t > 0.0 { sum += t.powi(4) * g.dot(d); }"],
    "Switch to the cure and see the step go.", "The switch is called Cured.");
row!(FLOOR: tables::FLOOR, "break-floor", "A floor that is off by one", "S15",
    "What is wrong with (int)x − 1?",
    [
        "Which cell a whole number lies in: from 0 down it is one cell too low.",
        "Rounding towards 0 and taking 1 off is the floor of −0.5, but not of 0 or −1.",
        "The floor of a whole number is the number itself.",
    ],
    ["let i = if x > 0.0 { x as i64 } else { x as i64 - 1 };", "                                     // wrong",
     "let i = x.floor() as i64;            // right"],
    "Switch to the cure and see all dots on the line.", "The switch is called Cured.");
row!(DIAGONAL: tables::DIAGONAL, "break-289", "A diagonal that repeats", "S15",
    "Does (34x² + x) mod 289 repeat after 289 cells?",
    [
        "The same hills again, 17 cells to the right and 17 down: the circles hold the same picture.",
        "289 = 17², and 34 = 2·17: P(x + 17) = P(x) + 17. Then P(P(x + 17) + y − 17) = P(P(x) + y), always.",
        "A hash of both coordinates at once has no such shift, nor any that can be seen.",
    ],
    ["let p = |x| (34 * x * x + x) % 289;", "let h = p(p(x) + y);                 // wrong",
     "let h = avalanche(key(x) + key(y));  // right"],
    "Switch to the cure and see the correlation fall.", "The switch is called Cured.");

/// Its figures.
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
    let place = ROWS.iter().position(|other| other.name == row);
    match place.map(|place| &MISTAKES[place].land) {
        Some(LandEffect::Goes(patches)) => patches[usize::from(cured)],
        _ => &[],
    }
}

#[cfg(test)]
mod tests;
