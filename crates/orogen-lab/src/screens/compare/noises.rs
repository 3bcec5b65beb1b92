//! The table that compares five noises.

use super::pane::{NoisePane, PaneSettings};
use crate::field::raster;
use crate::screens::prelude::*;
use orogen_noise::Basis;

pub(super) static NOISES: FigureRow = FigureRow {
    name: "noises",
    screen: Screen::Compare,
    title: "A table of noises",
    question: "Which noise is for what?",
    steps: &[
        "Five noises over the same eight cells, one octave each.",
        "What a lattice point stores, how many points a sample visits in three dimensions, and how \
         the work grows with the dimensions n. (Simplex noise visits n + 1 corners; its work grows \
         as n².)",
        "How each noise looks, and what it is used for. Simplex noise in three and more dimensions \
         was patented until 2022; all of these are free today.",
    ],
    reproduces: &[("E4", 2)],
    controls: &[Control::choice(
        "noises.chosen",
        "Chosen",
        &["perlin", "value", "simplex", "opensimplex2", "worley-f1"],
        "The noise whose column is framed.",
    )],
    code: &[
        "use orogen_noise::{Basis, NoiseSpec};",
        "",
        "let basis = Basis::OpenSimplex2; // or Perlin, Value, …",
        "let noise = NoiseSpec { basis, ..NoiseSpec::default() };",
        "let height = noise.build(2)?.sample(&[x, y]);",
        "let cloud = noise.build(3)?.sample(&[x, y, time]);",
    ],
    draw,
    challenge: Challenge {
        task: "Choose the noise that visits the most points in three dimensions.",
        hint: "It has to look into all neighbours of a cell: 3 × 3 × 3.",
        is_solved: |c| c.integer("noises.chosen") == 4,
    },
};

const BASES: [Basis; 5] =
    [Basis::Perlin, Basis::Value, Basis::Simplex, Basis::OpenSimplex2, Basis::WorleyF1];
const NAMES: [&str; 5] = ["Perlin", "value", "simplex", "OpenSimplex2", "Worley"];

/// A line of the table: the step from which on it shows, its heading, and two lines of text per
/// column.
struct TableLine {
    step: usize,
    heading: &'static str,
    cells: [[&'static str; 2]; 5],
}

const LINES: [TableLine; 7] = [
    TableLine {
        step: 1,
        heading: "stored per point",
        cells: [
            ["a vector", ""],
            ["a number", ""],
            ["a vector", ""],
            ["a vector", ""],
            ["a feature", "point"],
        ],
    },
    TableLine {
        step: 1,
        heading: "visited in 3D",
        cells: [["corners", ""], ["corners", ""], ["corners", ""], ["corners", ""], ["cells", ""]],
    },
    TableLine {
        step: 1,
        heading: "work grows as",
        cells: [["2^n", ""], ["2^n", ""], ["n²", ""], ["n²", ""], ["3^n", ""]],
    },
    TableLine {
        step: 2,
        heading: "grid artefacts",
        cells: [
            ["slight,", "along the axes"],
            ["strong,", "blocky"],
            ["none", ""],
            ["none", ""],
            ["not", "applicable"],
        ],
    },
    TableLine {
        step: 2,
        heading: "look",
        cells: [
            ["rolling", ""],
            ["blocky", ""],
            ["rolling", ""],
            ["rolling", ""],
            ["cells, cracks,", "scales"],
        ],
    },
    TableLine {
        step: 2,
        heading: "patent",
        cells: [
            ["free", ""],
            ["free", ""],
            ["from 3D on", "until 2022"],
            ["free", ""],
            ["free", ""],
        ],
    },
    TableLine {
        step: 2,
        heading: "used for",
        cells: [
            ["terrain, clouds,", "marble"],
            ["prototypes", ""],
            ["modern", "terrain"],
            ["the default of", "libraries"],
            ["stone,", "water"],
        ],
    },
];

/// Lattice or feature points per sample in three dimensions, for traces that do not list them.
const VISITED_IN_3D: [f64; 5] = [8.0, 8.0, 4.0, 4.0, 27.0];

const LEFT: f64 = 104.0;
const WIDTH: f64 = 130.0;
const SIDE: f64 = 118.0;

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 456.0);
    let step = c.step();
    let chosen_column = c.integer("noises.chosen");
    let settings =
        PaneSettings { dimensions: 2, w: 0.0, middle: [4.0, 4.0], span: 8.0, globe: None };
    for (i, basis) in BASES.into_iter().enumerate() {
        let x = LEFT + WIDTH * i as f64;
        let ink = if i == chosen_column { Ink::Accent } else { Ink::Text };
        d.text(ink, 13.0, [x + 0.5 * SIDE, 16.0], Anchor::Middle, NAMES[i]);
        if i == chosen_column {
            d.rect(NAMES[i], Ink::Accent, [x - 3.0, 27.0], [SIDE + 6.0; 2]);
        }
        if let Some(pane) = NoisePane::new(c, basis, 2) {
            let picture = raster([x, 30.0], [SIDE; 2], 118, pane.picture(&settings, 118));
            d.add(NAMES[i], Ink::Text, picture);
        }
        d.handles.push(
            Handle::new(
                NAMES[i].to_owned(),
                format!("choose {}", NAMES[i]),
                [x + 0.5 * SIDE, 30.0 + 0.5 * SIDE],
            )
            .click_sets("noises.chosen", i as f64),
        );
    }
    let mut top = 176.0;
    for line in LINES.iter().filter(|line| line.step <= step) {
        top = draw_table_line(&mut d, c, line, top, chosen_column);
    }
    d.formula = vec![vec![
        Term::text("visited in n dimensions: "),
        Term::label("Perlin", "2^n"),
        Term::text(" corners of a cube, "),
        Term::label("simplex", "n + 1"),
        Term::text(" of a simplex, "),
        Term::label("Worley", "3^n"),
        Term::text(" cells around"),
    ]];
    finish(d, c, &[3, 5, 2])
}

/// Draws a line of the table. Returns the y of the next line.
fn draw_table_line(
    d: &mut Drawing,
    c: &Context,
    line: &TableLine,
    top: f64,
    chosen_column: usize,
) -> f64 {
    let has_two_rows = line.cells.iter().any(|cell| !cell[1].is_empty());
    d.line("", Ink::Grid, 1.0, vec![[8.0, top - 12.0], [752.0, top - 12.0]]);
    d.text(Ink::Muted, 11.0, [8.0, top], Anchor::Left, line.heading);
    for (i, words) in line.cells.iter().enumerate() {
        let x = LEFT + WIDTH * i as f64;
        let ink = if i == chosen_column { Ink::Accent } else { Ink::Text };
        if line.heading == "visited in 3D" {
            let name = format!("asked_{}", NAMES[i]);
            let readout = Readout::new("", &name, visited_points(c, i), 0);
            d.number(NAMES[i], ink, ([x + 14.0, top], Anchor::Right), readout);
            d.text(ink, 12.0, [x + 20.0, top], Anchor::Left, words[0]);
            continue;
        }
        for (row, word) in words.iter().enumerate() {
            d.text(ink, 12.0, [x, top + 15.0 * row as f64], Anchor::Left, word);
        }
    }
    top + if has_two_rows { 43.0 } else { 28.0 }
}

/// The number of points that a sample in three dimensions visits, counted in the trace if it lists
/// them.
fn visited_points(c: &Context, i: usize) -> f64 {
    let traced_pane = match BASES[i] {
        Basis::Perlin | Basis::Value | Basis::Simplex => NoisePane::new(c, BASES[i], 3),
        _ => None,
    };
    let corners = |pane: NoisePane| {
        let [x, y] = c.p();
        let trace = pane.noise.trace(&[x, y, 0.37]);
        Some(trace.octaves.first()?.cells.first()?.corners.len() as f64)
    };
    traced_pane.and_then(corners).unwrap_or(VISITED_IN_3D[i])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn visited_points_match_the_traces() {
        for i in 0..50 {
            let d = trial_of(&NOISES).at([f64::from(i) * 0.317, f64::from(i) * 0.193 + 0.1]).draw();
            for (name, visited) in NAMES.into_iter().zip(VISITED_IN_3D) {
                assert_eq!(d.value(&format!("asked_{name}")), Some(visited), "{name}");
            }
        }
    }
}
