//! A cube, squashed along its diagonal and cut into six tetrahedra, seen from any direction.

use super::cube::{CubeView, INKS, ORDERS, order_name};
use super::noise::{cell, draw_note, order};
use crate::screens::prelude::*;
use crate::words::{live_number, plus_sign};

pub(super) static TETRAHEDRA: FigureRow = FigureRow {
    name: "tetrahedra",
    screen: Screen::Simplex,
    title: "Six tetrahedra in a cube",
    question: "How does a cube fall into tetrahedra of one shape?",
    steps: &[
        "A cube of the skewed lattice. All six tetrahedra share its diagonal.",
        "In the noise's own space the cube is squashed along that diagonal.",
        "Pulled apart, the six tetrahedra show their common shape. Drag the knob to look from \
         another side.",
        "p lies in one of them (strong): the one whose order is that of p's offsets x, y and z, \
         the largest first.",
    ],
    reproduces: &[("S6", 2), ("S11", 3)],
    controls: &[
        Control::number(
            "tetra.azimuth",
            "Azimuth",
            (-180.0, 25.0, 180.0),
            "The horizontal direction of the viewer, in degrees.",
        ),
        Control::number(
            "tetra.elevation",
            "Elevation",
            (-85.0, 20.0, 85.0),
            "The height of the viewer above the horizon, in degrees.",
        ),
        Control::number("tetra.apart", "Apart", (0.0, 0.5, 1.0), "Pulls the tetrahedra apart."),
        Control::number(
            "tetra.squash",
            "Squash",
            (0.0, 1.0, 1.0),
            "Squashes the cube along its diagonal.",
        ),
        Control::number("tetra.z", "z", (-4.0, 0.4, 4.0), "The third coordinate of p."),
    ],
    code: &[
        "let d0 = p - origin; // offsets in the squashed cube",
        "let mut order = [0, 1, 2];",
        "order.sort_by(|a, b| d0[*b].total_cmp(&d0[*a]));",
        "let mut corner = cell;",
        "for axis in order {",
        "    corner[axis] += 1; // the next corner of the walk",
        "}",
    ],
    draw,
    challenge: Challenge {
        task: "Look along the diagonal, from where the cube is a hexagon.",
        hint: "Azimuth 45 degrees, elevation 35 degrees (or from behind).",
        is_solved: |c| {
            let is_near = |key: &str, angle: f64| (c.value(key) - angle).abs() < 3.0;
            is_near("tetra.azimuth", 45.0) && is_near("tetra.elevation", 35.26)
                || is_near("tetra.azimuth", -135.0) && is_near("tetra.elevation", -35.26)
        },
    },
};

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(720.0, 480.0);
    let [x, y] = c.cell_p();
    let (cell, value) = cell::<3>(c, 0.6, [x, y, c.value("tetra.z")]);
    let order = order(&cell);
    let step = c.step();
    let view = CubeView {
        centre: [250.0, 226.0],
        unit: if step >= 2 { 165.0 } else { 190.0 },
        azimuth: c.value("tetra.azimuth"),
        elevation: c.value("tetra.elevation"),
        squash: if step >= 1 { c.value("tetra.squash") } else { 0.0 },
        separation: if step >= 2 { c.value("tetra.apart") } else { 0.0 },
    };
    let highlight = (step == 3).then_some(&order[..]);
    view.draw(&mut d, highlight);
    let ends = [[0.0; 3], [1.0; 3]].map(|s| view.place(s, None));
    if step < 2 {
        d.line("diagonal", Ink::Text, 2.0, ends.to_vec());
        for (at, text) in ends.into_iter().zip(["(0, 0, 0)", "(1, 1, 1)"]) {
            d.disc("diagonal", Ink::Text, at, 4.0);
            d.text(Ink::Text, 11.0, [at[0] + 10.0, at[1] + 12.0], Anchor::Left, text);
        }
    }
    if step == 3 {
        let skew = orogen_noise::simplex::skew_factors(3).0;
        let sum: f64 = cell.fraction.iter().sum();
        let s = [0, 1, 2].map(|axis| cell.fraction[axis] + skew * sum);
        let corners = super::cube::corners(&order).map(|s| view.place(s, Some(&order)));
        for pair in corners.windows(2) {
            d.arrow("walk", Ink::Text, 2.5, pair[0], pair[1]);
        }
        d.disc("p", Ink::Point, view.place(s, Some(&order)), 6.0);
    }
    draw_knob(&mut d);
    draw_legend(&mut d, step, &order);
    if step == 3 {
        write_numbers(&mut d, &cell.fraction, value);
    }
    draw_note(&mut d);
    finish_in_cells(d, c, &[0, 0, 2, 5])
}

/// Draws the knob that turns the view.
fn draw_knob(d: &mut Drawing) {
    let at = [60.0, 414.0];
    d.circle("orbit", Ink::Accent, at, 24.0);
    d.disc("orbit", Ink::Accent, at, 7.0);
    for (dx, dy) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
        let from = [at[0] + 10.0 * dx, at[1] + 10.0 * dy];
        d.arrow("orbit", Ink::Accent, 1.2, from, [at[0] + 20.0 * dx, at[1] + 20.0 * dy]);
    }
    d.text(Ink::Muted, 11.0, [92.0, 414.0], Anchor::Left, "drag to look from elsewhere");
    d.handles.push(
        Handle::new("orbit", "the view of the cube", at)
            .along_x(Target::Control("tetra.azimuth"), -0.7)
            .along_y(Target::Control("tetra.elevation"), 0.7),
    );
}

fn draw_legend(d: &mut Drawing, step: usize, p_order: &[usize]) {
    d.text(Ink::Muted, 12.0, [520.0, 36.0], Anchor::Left, "order of the offsets");
    for (k, (order, ink)) in ORDERS.iter().zip(INKS).enumerate() {
        let (y, id) = (62.0 + 24.0 * k as f64, order_name(order));
        d.rect(&id, ink, [520.0, y - 7.0], [22.0, 14.0]).scale_opacity(0.8);
        let is_p_order = step == 3 && p_order == order;
        let text = if is_p_order { format!("{id}  (p)") } else { id.clone() };
        d.text(
            if is_p_order { Ink::Point } else { Ink::Text },
            13.0,
            [552.0, y],
            Anchor::Left,
            &text,
        );
    }
}

fn write_numbers(d: &mut Drawing, fraction: &[f64], value: f64) {
    let names = ["x", "y", "z"];
    for (k, offset) in fraction.iter().enumerate() {
        let label = format!("{} = {}", names[k], plus_sign(*offset));
        let at = ([520.0, 236.0 + 22.0 * k as f64], Anchor::Left);
        d.number("p", Ink::Offset, at, Readout::new(&label, names[k], *offset, 4));
    }
    d.text(Ink::Muted, 11.0, [520.0, 302.0], Anchor::Left, "p from the lowest corner");
    let at = ([520.0, 334.0], Anchor::Left);
    let label = format!("noise in space = {}", plus_sign(value));
    d.number("noise", Ink::of_sign(value), at, Readout::new(&label, "noise", value, 4));
    let mut line = vec![Term::label("p", "offsets (")];
    for (k, offset) in fraction.iter().enumerate() {
        line.extend(live_number(if k == 0 { "" } else { ", " }, names[k], *offset, 4));
    }
    line.push(Term::text(")"));
    d.formula = vec![line];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn the_highlighted_tetrahedron_has_the_order_of_the_offsets() {
        for i in 0..300 {
            let point = [f64::from(i) * 0.317, 60.0 - f64::from(i) * 0.219];
            let trial = trial_of(&TETRAHEDRA).at(point);
            let c = trial.context();
            let d = c.draw();
            let offsets = ["x", "y", "z"].map(|name| d.value(name).unwrap());
            let (cell, _) = cell::<3>(&c, 0.6, [point[0], point[1], 0.4]);
            let order = order(&cell);
            assert!(order.windows(2).all(|pair| offsets[pair[0]] >= offsets[pair[1]]));
            assert!(ORDERS.iter().any(|known| known[..] == order[..]));
        }
    }
}
