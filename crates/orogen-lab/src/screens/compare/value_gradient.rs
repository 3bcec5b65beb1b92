//! Value noise compared with gradient noise.

use super::pane::NoisePane;
use crate::field::{Window, grey_of_brightness, raster};
use crate::screens::prelude::*;
use orogen_noise::Basis;

pub(in super::super) static VALUE_GRADIENT: FigureRow = FigureRow {
    name: "value-gradient",
    screen: Screen::Compare,
    title: "Value against gradient",
    question: "Is a random height at each lattice point not enough?",
    steps: &[
        "Value noise blends random heights. Every hill and hollow stands on a lattice point, so \
         its blobs are square; and where equal heights meet, wide plains remain.",
        "Gradient noise blends random slopes. It is 0 at every lattice point, so it must rise and \
         fall between any two of them: hills lie anywhere, and none is much wider than a cell.",
        "The cut through p shows both. Value noise (dashed) levels out at every lattice line; \
         gradient noise crosses 0 there, as steeply as its slope says.",
    ],
    reproduces: &[("C14", 2)],
    controls: &[
        Control::toggle("contrast.lattice", "Lattice", true, "Draws the lattice over both."),
        Control::number(
            "contrast.span",
            "Cells across",
            (4.0, 8.0, 24.0),
            "The width of the window in cells.",
        ),
        Control::recipe("noise.fade"),
    ],
    code: &[
        "// value noise: a number at each corner",
        "let value = |i, j| centred(hash(i, j));",
        "// gradient noise: a slope at each corner",
        "let gradient = |i, j| {",
        "    dot(g(hash(i, j)), [x - i as f64, y - j as f64])",
        "};",
        "// both blend four corners by the same fades",
    ],
    draw,
    challenge: Challenge {
        task: "Find a place between lattice lines where both noises are equal.",
        hint: "Drag p along the cut to where the two curves cross.",
        is_solved: |c| {
            let values = [Basis::Value, Basis::Perlin].map(|basis| {
                NoisePane::in_cells(c, basis).map(|pane| pane.sample_plane(c.cell_p(), 0.0))
            });
            let is_inside = c.cell_p().iter().all(|x| (x - x.round()).abs() > 0.05);
            matches!(values, [Some(a), Some(b)] if is_inside && (a - b).abs() < 0.01)
        },
    },
};

const SIDE: f64 = 230.0;
const NAMES: [&str; 2] = ["value", "gradient"];

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(620.0, 530.0);
    let step = c.step();
    let panes = [Basis::Value, Basis::Perlin].map(|basis| NoisePane::in_cells(c, basis));
    let span = c.value("contrast.span");
    let middle = c.cell_p().map(f64::floor).map(|x| x + 0.5);
    let pane_count = if step == 0 { 1 } else { 2 };
    for (i, pane) in panes.iter().enumerate().take(pane_count) {
        let Some(pane) = pane else { continue };
        let at = [60.0 + 280.0 * i as f64, 34.0];
        let title = ["value noise: one height per point", "gradient noise: one slope per point"][i];
        d.text(Ink::Text, 13.0, [at[0] + 0.5 * SIDE, 16.0], Anchor::Middle, title);
        let window = Window::square(middle, span, 160);
        let values = window.values(&pane.noise);
        let greys = values.iter().map(|n| grey_of_brightness(0.5 + 0.5 * f64::from(*n))).collect();
        d.add(NAMES[i], Ink::Text, raster(at, [SIDE; 2], 160, greys));
        let unit = SIDE / span;
        let place = |[x, y]: [f64; 2]| {
            [
                at[0] + 0.5 * SIDE + (x - middle[0]) * unit,
                at[1] + 0.5 * SIDE - (y - middle[1]) * unit,
            ]
        };
        if c.is_on("contrast.lattice") {
            draw_lattice(&mut d, &window, place, (at, unit));
        }
        let p = place(c.cell_p());
        d.dashed("cut", Ink::Point, 1.2, vec![[at[0], p[1]], [at[0] + SIDE, p[1]]]);
        d.disc("p", Ink::Paper, p, 7.0);
        d.disc("p", Ink::Point, p, 5.0);
        d.handles.push(Handle::point(p, [unit, -unit]));
    }
    draw_cut(&mut d, c, &panes, (middle, span, pane_count));
    finish_in_cells(d, c, &[1, 4, 6])
}

fn draw_lattice(
    d: &mut Drawing,
    window: &Window,
    place: impl Fn([f64; 2]) -> Place,
    (at, unit): (Place, f64),
) {
    let [x0, y0] = window.low;
    let lines = |low: f64| Plot::ticks([low, low + window.span[0]], 1.0);
    for x in lines(x0) {
        let [px, _] = place([x, y0]);
        d.line("lattice", Ink::Axis, 0.7, vec![[px, at[1]], [px, at[1] + SIDE]]).scale_opacity(0.7);
    }
    for y in lines(y0) {
        let [_, py] = place([x0, y]);
        d.line("lattice", Ink::Axis, 0.7, vec![[at[0], py], [at[0] + SIDE, py]]).scale_opacity(0.7);
    }
    if unit >= 16.0 {
        for [x, y] in lines(y0).iter().flat_map(|y| lines(x0).into_iter().map(move |x| [x, *y])) {
            d.disc("lattice", Ink::Accent, place([x, y]), 2.2);
        }
    }
}

/// Draws both noises along x through p.
fn draw_cut(
    d: &mut Drawing,
    c: &Context,
    panes: &[Option<NoisePane>; 2],
    (middle, span, pane_count): ([f64; 2], f64, usize),
) {
    let x = [middle[0] - 0.5 * span, middle[0] + 0.5 * span];
    let plot = Plot { at: [60.0, 304.0], size: [510.0, 130.0], x, y: [-1.05, 1.05] };
    plot.draw_axes(d, [1.0, 0.5]);
    let above = [315.0, 288.0];
    d.text(
        Ink::Text,
        12.0,
        above,
        Anchor::Middle,
        "the cut along x through p (dashed: value noise)",
    );
    let mut formula = vec![];
    for (i, pane) in panes.iter().enumerate().take(pane_count) {
        let Some(pane) = pane else { continue };
        let line = plot.curve(320, |x| pane.sample_plane([x, c.cell_p()[1]], 0.0));
        match i {
            0 => d.dashed(NAMES[0], Ink::Accent, 2.0, line),
            _ => d.line(NAMES[1], Ink::Noise, 2.2, line),
        };
        let trace = pane.noise.trace(&c.cell_p());
        let at = [60.0, 472.0 + 22.0 * i as f64];
        let label = ["value noise at p: ", "gradient noise at p: "][i];
        let readout = Readout::new(label, NAMES[i], trace.value, 4);
        let ink = [Ink::Accent, Ink::Noise][i];
        d.number(NAMES[i], ink, (at, Anchor::Left), readout);
        d.disc(NAMES[i], ink, plot.place([c.cell_p()[0], trace.value]), 4.5);
        // The noise at the first corner: the corner's number in value noise, 0 in gradient noise.
        if let Some(corner) = first_cell(&trace).and_then(|cell| cell.corners.first()) {
            let lattice_point = [corner.cell[0] as f64, corner.cell[1] as f64];
            let name = format!("{}_at_corner", NAMES[i]);
            let label = "at the corner below left of p: ";
            let value = pane.sample_plane(lattice_point, 0.0);
            let readout = Readout::new(label, &name, value, 4);
            d.number("corner", Ink::Text, ([320.0, at[1]], Anchor::Left), readout);
        }
        formula.extend([
            Term::label(NAMES[i], NAMES[i]),
            Term::text("(p) = "),
            Term::number(NAMES[i], NAMES[i], trace.value, 4),
            Term::text("   "),
        ]);
    }
    d.formula = vec![formula];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn gradient_noise_is_0_at_corners_and_value_noise_is_the_corners_number() {
        for i in 0..100 {
            let point = [f64::from(i) * 0.37 - 9.0, f64::from(i) * 0.11];
            let trial = trial_of(&VALUE_GRADIENT).at(point);
            let c = trial.context();
            let d = c.draw();
            assert_eq!(d.value("gradient_at_corner"), Some(0.0));
            let corner = NoisePane::in_cells(&c, Basis::Value)
                .unwrap()
                .sample_plane(point.map(f64::floor), 0.0);
            assert_eq!(d.value("value_at_corner"), Some(corner));
            assert_eq!(d.value("gradient"), c.single_octave(2).map(|noise| noise.sample(&point)));
        }
    }
}
