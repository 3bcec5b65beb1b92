//! A permutation computed without a table, and the course's noise that uses it.

use super::chain::{CORNERS, CornerTable, cell, perlin, two_lookups};
use crate::common_shapes;
use crate::offset;
use crate::screens::prelude::*;
use orogen_noise::permutation::p289;
use orogen_noise::{GradientSet, Noise, NoiseSpec, PermutationKind};

pub(super) static PERMUTATION: FigureRow = FigureRow {
    name: "permutation",
    screen: Screen::Numbers,
    title: "Numbers without a table",
    question: "Can arithmetic alone shuffle?",
    steps: &[
        "P(x) = (34x² + x) mod 289. Each number from 0 to 288 occurs once: one dot in every column \
         and every row. After 289 numbers the pattern starts again.",
        "A corner's number chains two look-ups: P(P(i) + j). Its remainder modulo 12 picks one of \
         twelve gradients, of which four occur twice.",
        "On a line the slope is the gradient's x: −1, 0 or 1. From 1 to 2 both slopes are 0, so \
         the noise is flat there. The textbook's line therefore uses other slopes.",
    ],
    reproduces: &[("C5", 2)],
    controls: &[Control::choice(
        "permutation.corner",
        "Corner",
        CORNERS,
        "The corner whose look-ups are highlighted.",
    )],
    code: &[
        "fn p(x: u32) -> u32 { (34 * x * x + x) % 289 }",
        "let h = p(p(i) + j) % 12;",
        "let gradient = GRADIENTS[h as usize];",
    ],
    draw,
    challenge: Challenge {
        task: "Find a corner whose number P does not change: P(i) = i.",
        hint: "34·i² must be a multiple of 289: one such number is 17. So go to x = 17.",
        is_solved: |c| {
            noise(c)
                .and_then(|noise| cell(&noise, c))
                .and_then(|cell| two_lookups(&cell.corners[c.integer("permutation.corner")]))
                .is_some_and(|[(index, value), _]| index == value)
        },
    },
};

/// The course's noise in the plane: twelve gradients, and a permutation by arithmetic.
fn noise(c: &Context) -> Option<Noise> {
    let noise = perlin(c, Some(PermutationKind::P289))?;
    NoiseSpec { gradients: GradientSet::Twelve, ..noise.spec().clone() }.build(2).ok()
}

const CORNER_TABLE: CornerTable = CornerTable {
    at: [530.0, 96.0],
    columns: [40.0, 82.0, 142.0, 214.0],
    width: 224.0,
    row_height: 21.0,
    first_blend_y: 110.0,
    component: |x| x.to_string().replace('-', "−"),
    blends: [("st = ", "st"), ("uv = ", "uv"), ("noise = ", "noise")],
};

const PLOT: Plot =
    Plot { at: [40.0, 16.0], size: [470.0, 235.0], x: [0.0, 578.0], y: [0.0, 289.0] };

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 470.0);
    let traced = noise(c).and_then(|noise| Some((cell(&noise, c)?, noise)));
    let Some((cell, noise)) = traced else {
        return common_shapes::explain_missing_noise(d, "This noise cannot be built.");
    };
    PLOT.draw_axes(&mut d, [289.0, 289.0]);
    for x in 0..578 {
        let at = PLOT.place([f64::from(x) + 0.5, f64::from(p289(x)) + 0.5]);
        let opacity = if x < 289 { 1.0 } else { 0.5 };
        d.disc("p", Ink::Noise, at, 1.7).scale_opacity(opacity);
    }
    let step = c.step();
    let lookups = two_lookups(&cell.corners[c.integer("permutation.corner")]).unwrap_or_default();
    for (index, id, ink) in [(0, "first", Ink::Corner(1)), (1, "second", Ink::Corner(2))] {
        if step >= index {
            let (x, y) = (f64::from(lookups[index].0) + 0.5, f64::from(lookups[index].1) + 0.5);
            let at = PLOT.place([x, y]);
            d.dashed(id, ink, 1.2, vec![PLOT.place([x, 0.0]), at, PLOT.place([0.0, y])]);
            d.disc(id, ink, at, 5.0);
            d.handles.push(
                Handle::new(
                    id,
                    if index == 0 { "the corner's x" } else { "the corner's y" }.to_owned(),
                    at,
                )
                .along_x(Target::Point(index), 1.0 / PLOT.unit()[0]),
            );
        }
    }
    write_lookups(&mut d, lookups, step);
    if step >= 1 {
        CORNER_TABLE.draw(&mut d, &cell, c.integer("permutation.corner"));
    }
    if step >= 2 {
        draw_line_noise(&mut d, &noise);
    }
    d.code_line = Some(step.min(2));
    d.caption = c.row.steps[step].to_owned();
    offset::show(&mut d, c, 2);
    d
}

fn write_lookups(d: &mut Drawing, lookups: [(u32, u32); 2], step: usize) {
    let styles = [("first", Ink::Corner(1)), ("second", Ink::Corner(2))];
    for (row, (id, ink)) in styles.into_iter().enumerate().take(step + 1) {
        let (index, value) = lookups[row];
        let label = format!("P({index}) = ");
        let at = [530.0, 30.0 + 24.0 * row as f64];
        d.number(id, ink, (at, Anchor::Left), Readout::new(&label, id, f64::from(value), 0));
    }
    let (index, value) = lookups[step.min(1)];
    let product = 34 * u64::from(index) * u64::from(index) + u64::from(index);
    let id = styles[step.min(1)].0;
    d.formula = vec![vec![
        Term::text(&format!(
            "P({index}) = (34 · {index}² + {index}) mod 289 = {product} mod 289 = "
        )),
        Term::number(id, id, f64::from(value), 0),
    ]];
}

/// Draws the one-dimensional noise with its slopes at 0 to 7.
fn draw_line_noise(d: &mut Drawing, noise: &Noise) {
    let Ok(line) = noise.spec().build(1) else { return };
    let plot = Plot { at: [40.0, 300.0], size: [704.0, 120.0], x: [-0.25, 7.25], y: [-0.6, 0.6] };
    plot.draw_axes(d, [1.0, 0.5]);
    d.line("line", Ink::Noise, 2.5, plot.curve(600, |x| line.sample(&[x])));
    let [unit_x, unit_y] = plot.unit();
    for point in 0..8 {
        let trace = line.trace(&[f64::from(point)]);
        let Some(corner) = trace.octaves[0].cells.first().and_then(|cell| cell.corners.first())
        else {
            continue;
        };
        let slope = corner.gradient[0];
        let [x, y] = plot.place([f64::from(point), 0.0]);
        let reach = 20.0 / unit_x.hypot(unit_y * slope);
        let end =
            |side: f64| -> Place { [x + side * reach * unit_x, y + side * reach * unit_y * slope] };
        d.line("slope", Ink::Gradient, 4.0, vec![end(-1.0), end(1.0)]);
        let name = format!("slope{point}");
        let at = [x, 452.0];
        d.number("slope", Ink::Gradient, (at, Anchor::Middle), Readout::new("", &name, slope, 0));
    }
    d.text(Ink::Muted, 12.0, [40.0, 285.0], Anchor::Left, "noise on a line; its slopes below");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn the_numbers_match_the_course() {
        let d = trial_of(&PERMUTATION).draw();
        let expected = [
            ("hash00", 54.0),
            ("hash10", 106.0),
            ("hash01", 4.0),
            ("hash11", 124.0),
            ("n00", 0.7),
            ("n10", 0.3),
            ("n01", 0.7),
            ("n11", -0.3),
            ("st", 0.365232),
            ("uv", -0.13692),
            ("noise", 0.28334105184),
        ];
        for (name, value) in expected {
            assert!((d.value(name).unwrap() - value).abs() < 1e-10, "{name} {:?}", d.value(name));
        }
        let slopes: Vec<_> = (0..8).map(|x| d.value(&format!("slope{x}")).unwrap()).collect();
        assert_eq!(slopes, [1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 1.0]);
    }
}
