//! The ramps of lattice points, and six ways to combine them into noise.

use super::corners::{gradient, is_square, no_square_cells, square_cell};
use crate::common_shapes;
use crate::offset;
use crate::screens::prelude::*;
use orogen_noise::trace::CellTrace;
use orogen_noise::{Fade, Noise};

pub(super) static RAMPS: FigureRow = FigureRow {
    name: "ramps",
    screen: Screen::Cell,
    title: "From ramps to noise",
    question: "Why is every step of the blend needed?",
    steps: &[
        "A lattice with an arrow at every point.",
        "Each arrow stands for a ramp through its point: dark behind, light ahead, 0 at the point \
         itself.",
        "The ramps are combined. Choose a method: each one fixes a fault of the one before it.",
    ],
    reproduces: &[("S3", 1)],
    controls: &[
        Control {
            key: "ramps.way",
            label: "Method",
            kind: ControlKind::Choice { names: METHODS, start: 5 },
            doc: "How the ramps of a cell's corners become one value.",
        },
        Control::toggle("ramps.light", "Low light", false, "Lights the noise from the upper left."),
    ],
    code: &[
        "let lower_left = n00; // one corner",
        "let nearest = if u < 0.5 { n00 } else { n10 };",
        "let average = (n00 + n10 + n01 + n11) / 4.0;",
        "let fade = |t| t; // or cubic, or quintic",
        "let below = mix(n00, n10, fade(u));",
        "let above = mix(n01, n11, fade(u));",
        "mix(below, above, fade(v))",
    ],
    draw,
    challenge: Challenge {
        task: "Find the simplest method that leaves neither cliffs nor creases. Check it in low \
               light.",
        hint: "It is not the last method: two methods have slopes without jumps.",
        is_solved: |c| c.integer("ramps.way") == 4 && c.is_on("ramps.light"),
    },
};

const METHODS: &[&str] = &["one corner", "nearest corner", "average", "linear", "cubic", "quintic"];

/// The caption of each method: its fault or its merit.
const CAPTIONS: [&str; 6] = [
    "The lower left corner's ramp alone: a cliff at every line of the lattice.",
    "The nearest corner's ramp: still cliffs, now halfway between the points.",
    "The average of the four ramps: each cell is a plane, which does not meet its neighbours' \
     planes.",
    "A linear blend: no cliffs any more, but creases along the lines of the lattice.",
    "A cubic fade: slopes no longer jump; curvatures do.",
    "A quintic fade: value, slope and curvature all pass smoothly from cell to cell.",
];

const CELL: f64 = 104.0;
const CORNER: Place = [72.0, 372.0];

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(560.0, 450.0);
    if square_cell(c).is_none() {
        return no_square_cells(d, c);
    }
    let low = [4.0 * (c.cell_p()[0] / 4.0).floor(), 3.0 * (c.cell_p()[1] / 3.0).floor()];
    let place =
        |[x, y]: [f64; 2]| [CORNER[0] + CELL * (x - low[0]), CORNER[1] - CELL * (y - low[1])];
    let Some(noise) = c.octave_in_cells(2) else { return d };
    if c.step() == 2 {
        draw_blended(&mut d, c, &noise, low);
    }
    for i in 0..=4 {
        let x = low[0] + f64::from(i);
        d.line("grid", Ink::Grid, 1.0, vec![place([x, low[1]]), place([x, low[1] + 3.0])]);
        if i < 4 {
            let y = low[1] + f64::from(i);
            d.line("grid", Ink::Grid, 1.0, vec![place([low[0], y]), place([low[0] + 4.0, y])]);
        }
    }
    for (i, j) in (0..=4).flat_map(|i| (0..=3).map(move |j| (i, j))) {
        let point = [low[0] + f64::from(i), low[1] + f64::from(j)];
        let trace = noise.trace(&point);
        let arrow = first_cell(&trace).and_then(|cell| gradient(cell.corners.first()?));
        let Some([gx, gy]) = arrow else { continue };
        let at = place(point);
        if c.step() == 1 && (i + j) % 2 == 0 {
            let per_point = gx.hypot(gy) / CELL * 2.4;
            let tile = (at, 0.27 * CELL);
            common_shapes::ramp_tile(&mut d, "ramp", tile, [gx, -gy], per_point);
        }
        let to = [at[0] + 0.34 * CELL * gx, at[1] - 0.34 * CELL * gy];
        d.arrow("arrow", Ink::Gradient, 2.0, at, to);
        d.disc("arrow", Ink::Gradient, at, 3.0);
    }
    let p = place(c.cell_p());
    d.disc("p", Ink::Point, p, 6.0);
    d.handles.push(Handle::point(p, [CELL, -CELL]));
    let method = c.integer("ramps.way");
    d.code_line = Some(if c.step() < 2 { 0 } else { [0, 1, 2, 3, 3, 3][method] });
    d.caption = if c.step() == 2 { CAPTIONS[method] } else { c.row.steps[c.step()] }.to_owned();
    offset::show(&mut d, c, 2);
    d
}

/// The value that a method gives in a cell.
fn combine(method: usize, cell: &CellTrace) -> f64 {
    let influence = |corner: usize| cell.corners[corner].influence;
    match method {
        0 => influence(0),
        1 => {
            let side = |axis: usize| usize::from(cell.fraction[axis] >= 0.5);
            influence(side(0) + 2 * side(1))
        }
        2 => (0..4).map(influence).sum::<f64>() / 4.0,
        _ => cell.blends[2].result,
    }
}

/// The noise of one of the last three methods, which use a fade; `None` for the others.
fn faded_noise(noise: &Noise, method: usize) -> Option<Noise> {
    let fade = [Fade::Linear, Fade::Cubic, Fade::Quintic].get(method.checked_sub(3)?).copied()?;
    let spec = orogen_noise::NoiseSpec { fade, ..noise.spec().clone() };
    spec.build(2).ok()
}

fn draw_blended(d: &mut Drawing, c: &Context, noise: &Noise, low: [f64; 2]) {
    let method = c.integer("ramps.way");
    let noise_with_fade = faded_noise(noise, method);
    let value = |p: [f64; 2]| match &noise_with_fade {
        Some(noise) => noise.sample2(p, 0.0),
        None => {
            let trace = noise.trace(&p);
            first_cell(&trace).filter(|cell| is_square(cell)).map_or(0.0, |c| combine(method, c))
        }
    };
    // Traces are slow, and the methods without a fade need no more pixels.
    let [columns, rows] = if noise_with_fade.is_some() { [192, 144] } else { [80, 60] };
    let place = |[u, v]: [f64; 2]| [low[0] + 4.0 * u, low[1] + 3.0 * (1.0 - v)];
    let values: Vec<f64> = (0..columns * rows)
        .map(|i| [(i % columns) as f64 + 0.5, (i / columns) as f64 + 0.5])
        .map(|[x, y]| value(place([x / columns as f64, y / rows as f64])))
        .collect();
    let is_lit = c.is_on("ramps.light");
    let at = [CORNER[0], CORNER[1] - 3.0 * CELL];
    common_shapes::raster(
        d,
        "noise",
        (at, [4.0 * CELL, 3.0 * CELL]),
        [columns, rows],
        noise_with_fade.is_some(),
        |[u, v]| {
            let [x, y] = [(u * columns as f64) as usize, (v * rows as f64) as usize];
            let value_at =
                |x: usize, y: usize| values[y.min(rows - 1) * columns + x.min(columns - 1)];
            if !is_lit {
                return common_shapes::grey(value_at(x, y));
            }
            let per_cell = columns as f64 / 4.0;
            let dx = (value_at(x + 1, y) - value_at(x, y)) * per_cell;
            let dy = (value_at(x, y) - value_at(x, y + 1)) * per_cell;
            common_shapes::hillshade([0.3 * dx, 0.3 * dy], 0.25)
        },
    );
    let readout = Readout::new("value at p: ", "value", value(c.cell_p()), 3);
    d.number("p", Ink::Text, ([CORNER[0], CORNER[1] + 58.0], Anchor::Left), readout);
    let text = format!("method: {}", METHODS[method]);
    let right = [CORNER[0] + 4.0 * CELL, CORNER[1] + 58.0];
    d.text(Ink::Muted, 12.0, right, Anchor::Right, &text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;
    use crate::{State, teaching_scene};

    fn value(method: usize, point: [f64; 2]) -> f64 {
        let scene = teaching_scene();
        let mut state = State { point, ..State::of(&RAMPS) };
        state.set(&RAMPS, "ramps.way", method as f64);
        Context::new(&scene, &state, &RAMPS).unwrap().draw().value("value").unwrap()
    }

    #[test]
    fn the_last_method_is_the_noise_and_the_first_ones_jump() {
        let trial = trial_of(&RAMPS).at([1.7, 2.3]);
        let c = trial.context();
        assert_eq!(value(5, [1.7, 2.3]), c.single_octave(2).unwrap().sample(&[1.7, 2.3]));
        let jump = |method: usize, at: [f64; 2]| {
            (value(method, at) - value(method, [at[0] - 1e-9, at[1]])).abs()
        };
        // (3, 1.5) lies on a lattice line, (2.5, 1.3) halfway between two lattice lines.
        assert!(jump(0, [3.0, 1.5]) > 0.1 && jump(1, [2.5, 1.3]) > 0.1);
        for method in 3..6 {
            assert!(jump(method, [3.0, 1.5]) < 1e-6);
        }
    }
}
