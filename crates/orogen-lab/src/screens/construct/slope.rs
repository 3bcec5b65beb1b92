//! The hill of a slope: a ramp times a fade, and a second hill whose ramp is curved.

use super::placed_hill::{
    FADES, HillPart, PlacedHill, SIZE, draw_knob, draw_lift_handle, fade, tilt, turn,
};
use crate::relief::ReliefView;
use crate::screens::prelude::*;
use orogen_noise::hill::Hill;

pub(super) static SLOPE_HILL: FigureRow = FigureRow {
    name: "slope-hill",
    screen: Screen::Construct,
    title: "A hill with a slope",
    question: "What if a lattice point has a slope instead of a height?",
    steps: &[
        "Order 1: the proximity is a ramp, a·u + b·v. It is 0 at its own lattice point and has no \
         end.",
        "Times the same fade, the ramp dies out: one side rises and falls back, the other dips. \
         The height is 0 at the lattice point and at all neighbours; only the slope is random.",
        "Order 2 adds the next term of Taylor's series: + c·u² + d·u·v + e·v². The ramp may bend, \
         but it is still 0 at its lattice point.",
        "Constant, slope, curve: three kinds of hill, one fade. Drag the two diamonds for a and b, \
         and type the other numbers.",
    ],
    reproduces: &[("L7", 1), ("L10", 3)],
    controls: &[
        Control::number("slope.a", "a", (-1.0, 0.9, 1.0), "The slope along u."),
        Control::number("slope.b", "b", (-1.0, -0.4, 1.0), "The slope along v."),
        Control::number("slope.c", "c", (-1.0, -0.6, 1.0), "The bend along u."),
        Control::number("slope.d", "d", (-1.0, 0.3, 1.0), "The twist between u and v."),
        Control::number("slope.e", "e", (-1.0, 0.8, 1.0), "The bend along v."),
        Control::choice("slope.fade", "Fade", FADES, "The curve by which the hill falls to 0."),
        Control::number(
            "slope.lambda",
            "Cell size λ",
            (0.4, 1.0, 1.25),
            "The distance between neighbouring lattice points.",
        ),
        turn("slope.turn"),
        tilt("slope.tilt"),
    ],
    code: &[
        "let [a, b] = gradient(hash(i, j));",
        "let (u, v) = ((x - xi) / lambda, (y - yj) / lambda);",
        "let ramp = a * u + b * v;",
        "// Order 2: three more numbers of the lattice point.",
        "let bend = c * u * u + d * u * v + e * v * v;",
        "(ramp + bend) * fade(u) * fade(v)",
    ],
    draw,
    challenge: Challenge {
        task: "Make a bowl: 0 in the middle, higher all around.",
        hint: "Level the ramp (a = b = 0), then bend it upwards both ways.",
        is_solved: |c| {
            let placed_hill = placed_hill(c);
            (0..16).all(|i| {
                let (sin, cos) = (f64::from(i) / 16.0 * std::f64::consts::TAU).sin_cos();
                placed_hill
                    .value_at(HillPart::Height, [cos, sin].map(|x| 0.4 * placed_hill.lambda * x))
                    > 0.02
            })
        },
    },
};

fn placed_hill(c: &Context) -> PlacedHill {
    let is_order_2 = c.step() >= 2;
    let [a, b] = ["slope.a", "slope.b"].map(|key| c.value(key));
    let bends = ["slope.c", "slope.d", "slope.e"];
    let [p, q, r] = bends.map(|key| if is_order_2 { c.value(key) } else { 0.0 });
    let hill = Hill { coefficients: [0.0, a, b, p, q, r], fade: fade(c, "slope.fade") };
    PlacedHill::at_p(c, |_| hill, c.value("slope.lambda"))
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(SIZE[0], SIZE[1]);
    let (placed_hill, step) = (placed_hill(c), c.step());
    let part = if step.is_multiple_of(2) { HillPart::Proximity } else { HillPart::Height };
    let eye = PlacedHill::eye(c, "slope.turn", "slope.tilt");
    let order = if step < 2 { "order 1: " } else { "order 2: " };
    let title = order.to_owned() + part.names()[0];
    d.text(Ink::Text, 13.0, [226.0, 20.0], Anchor::Middle, &title);
    placed_hill.draw_solid(&mut d, &eye, part);
    draw_ramps(&mut d, &placed_hill, &eye);
    placed_hill.draw_plan(&mut d);
    let parts = [HillPart::Proximity, HillPart::Weight, HillPart::Height];
    let part_count = if part == HillPart::Height { 3 } else { 1 };
    placed_hill.draw_cuts(&mut d, &parts[..part_count]);
    for (i, part) in parts[..part_count].iter().enumerate() {
        placed_hill.draw_value(&mut d, i, *part);
    }
    draw_knob(&mut d, [330.0, 456.0], "slope.turn", "slope.tilt");
    write_formula(&mut d, &placed_hill, step >= 2);
    finish_in_cells(d, c, &[2, 5, 4, 5])
}

/// Draws the proximity along u and along v, with handles for the slopes a and b at the ends.
fn draw_ramps(d: &mut Drawing, placed_hill: &PlacedHill, eye: &ReliefView) {
    let l = placed_hill.lambda;
    let at = |[u, v]: [f64; 2]| {
        [u, v, placed_hill.value_at(HillPart::Proximity, [u, v]).clamp(-1.6, 1.6)]
    };
    for (id, axis) in [("slope.a", [1.0, 0.0]), ("slope.b", [0.0, 1.0])] {
        let distances = (0..=20).map(|i| l * (f64::from(i) / 10.0 - 1.0));
        let line = distances.map(|t| eye.place(at(axis.map(|x| x * t)))).collect();
        d.dashed(id, Ink::Accent, 1.5, line);
    }
    draw_lift_handle(d, eye, at([l, 0.0]), ("slope.a", "the slope a along u"));
    draw_lift_handle(d, eye, at([0.0, l]), ("slope.b", "the slope b along v"));
    for (name, end) in [("a", [l, 0.0]), ("b", [0.0, l])] {
        let [x, y] = eye.place(at(end));
        d.text(Ink::Text, 12.0, [x + 15.0, y - 10.0], Anchor::Middle, name);
    }
}

fn write_formula(d: &mut Drawing, placed_hill: &PlacedHill, is_order_2: bool) {
    let [_, a, b, p, q, r] = placed_hill.hill.coefficients;
    let editable_number = |key: &'static str, name: &str, value| {
        Term::number(key, name, value, 2).editing(Target::Control(key))
    };
    let mut proximity = vec![
        Term::label("proximity", "proximity"),
        Term::text(" = "),
        editable_number("slope.a", "a", a),
        Term::text("·u + "),
        editable_number("slope.b", "b", b),
        Term::text("·v"),
    ];
    if is_order_2 {
        let terms = [("slope.c", "c", p, "·u² + "), ("slope.d", "d", q, "·u·v + ")];
        proximity.push(Term::text(" + "));
        for (key, name, value, after) in terms {
            proximity.extend([editable_number(key, name, value), Term::text(after)]);
        }
        proximity.extend([editable_number("slope.e", "e", r), Term::text("·v²")]);
    }
    d.formula = vec![
        proximity,
        [
            vec![Term::label("hill", "hill"), Term::text(" = "), placed_hill.proximity_term()],
            placed_hill.faded_terms(),
        ]
        .concat(),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{State, teaching_scene};

    #[test]
    fn slope_hills_are_0_at_lattice_points_and_match_their_polynomials() {
        let scene = teaching_scene();
        let [a, b, p, q, r] = [0.9, -0.4, -0.6, 0.3, 0.8];
        let [u, v] = [0.7, 0.25];
        let ramp = a * u + b * v;
        let bend = p * u * u + q * u * v + r * v * v;
        for (step, proximity) in [(1, ramp), (3, ramp + bend)] {
            let mut state = State { step, point: [3.0, 5.0], ..State::of(&SLOPE_HILL) };
            let draw = |state: &State| Context::new(&scene, state, &SLOPE_HILL).unwrap().draw();
            assert_eq!(draw(&state).value("hill"), Some(0.0));
            state.point = [3.0 + u, 5.0 + v];
            let d = draw(&state);
            assert!((d.value("proximity").unwrap() - proximity).abs() < 1e-12);
            let fade = |t: f64| 1.0 - 3.0 * t * t + 2.0 * t * t * t;
            let hill = proximity * fade(u) * fade(v);
            assert!((d.value("hill").unwrap() - hill).abs() < 1e-12);
        }
    }
}
