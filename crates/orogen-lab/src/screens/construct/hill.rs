//! The hill of a lattice point in value noise: a constant times a fade.

use super::placed_hill::{
    FADES_AND_OWN, HillPart, PlacedHill, SIZE, chosen_fade, draw_knob, draw_knots,
    draw_lift_handle, is_custom, knot, tilt, turn,
};
use crate::screens::prelude::*;
use orogen_noise::hill::Hill;
use orogen_noise::lattice::Order;

pub(super) static HILL: FigureRow = FigureRow {
    name: "hill",
    screen: Screen::Construct,
    title: "One hill",
    question: "What does one lattice point add to the land?",
    steps: &[
        "Each lattice point has a random number, its proximity. So far it is an endless plateau: \
         nothing limits the point's influence.",
        "The fade is 1 over the lattice point and 0 at its neighbours, λ away: one factor along u \
         (dashed), one along v, and their product. Beyond the neighbours it stays 0.",
        "Proximity × fade is a hill. Its peak is on the lattice point; it is 0 at the neighbours \
         and beyond. Drag the peak, the width λ, or p.",
    ],
    reproduces: &[("L2", 2), ("L3", 2)],
    controls: &[
        Control::number(
            "hill.constant",
            "Proximity",
            (-1.0, 0.8, 1.0),
            "The constant height of the lattice point.",
        ),
        Control::toggle(
            "hill.random",
            "Random number",
            false,
            "Uses the number that the land's hash gives the lattice point.",
        ),
        Control::choice(
            "hill.fade",
            "Fade",
            FADES_AND_OWN,
            "The curve by which the hill falls to 0.",
        ),
        Control::number(
            "hill.lambda",
            "Cell size λ",
            (0.4, 1.0, 1.25),
            "The distance between neighbouring lattice points.",
        ),
        knot("hill.quarter", "Own fade at ¼", 0.1),
        knot("hill.half", "Own fade at ½", 0.5),
        knot("hill.three", "Own fade at ¾", 0.9),
        turn("hill.turn"),
        tilt("hill.tilt"),
    ],
    code: &[
        "let constant = centred(hash(i, j)); // -1 to 1",
        "let (u, v) = ((x - xi) / lambda, (y - yj) / lambda);",
        "let fade = |t: f64| {",
        "    let t = (1.0 - t.abs()).max(0.0);",
        "    3.0 * t * t - 2.0 * t * t * t",
        "};",
        "constant * fade(u) * fade(v)",
    ],
    draw,
    challenge: Challenge {
        task: "Turn the hill into a pit that is half a unit deep at p.",
        hint: "Drag the peak below the ground, and p close to the lattice point.",
        is_solved: |c| placed_hill(c).value_at(HillPart::Height, placed_hill(c).offset) <= -0.5,
    },
};

const KNOTS: [&str; 3] = ["hill.quarter", "hill.half", "hill.three"];

fn placed_hill(c: &Context) -> PlacedHill {
    let fade = chosen_fade(c, "hill.fade", KNOTS);
    let of_cell = |cell| {
        let spec = c.spec();
        let permutation = spec.permutation.permutation(spec.seed);
        Hill::of_cell(&permutation, (Order::Zero, spec.gradients), fade, cell)
    };
    let custom_hill =
        Hill { coefficients: [c.value("hill.constant"), 0.0, 0.0, 0.0, 0.0, 0.0], fade };
    let is_random = c.is_on("hill.random");
    PlacedHill::at_p(
        c,
        |cell| if is_random { of_cell(cell) } else { custom_hill },
        c.value("hill.lambda"),
    )
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(SIZE[0], SIZE[1]);
    let (placed_hill, step) = (placed_hill(c), c.step());
    let parts = &[HillPart::Proximity, HillPart::Weight, HillPart::Height][..=step];
    let eye = PlacedHill::eye(c, "hill.turn", "hill.tilt");
    d.text(Ink::Text, 13.0, [226.0, 20.0], Anchor::Middle, parts[step].names()[0]);
    placed_hill.draw_solid(&mut d, &eye, parts[step]);
    placed_hill.draw_plan(&mut d);
    placed_hill.draw_cuts(&mut d, parts);
    for (i, part) in parts.iter().enumerate() {
        placed_hill.draw_value(&mut d, i, *part);
    }
    if step != 1 && !c.is_on("hill.random") {
        let peak = [0.0, 0.0, placed_hill.hill.coefficients[0]];
        draw_lift_handle(&mut d, &eye, peak, ("hill.constant", "the height of the peak"));
    }
    if step >= 1 {
        draw_width(&mut d, &placed_hill);
        if is_custom(c, "hill.fade") {
            let plot = PlacedHill::cut_plot(1, HillPart::Weight);
            draw_knots(&mut d, &plot, placed_hill.lambda, KNOTS.map(|key| (key, c.value(key))));
        }
    }
    draw_knob(&mut d, [330.0, 456.0], "hill.turn", "hill.tilt");
    write_formula(&mut d, &placed_hill, c.is_on("hill.random"));
    finish_in_cells(d, c, &[0, 3, 6])
}

/// Draws the handle of λ, below the plot of the fade.
fn draw_width(d: &mut Drawing, placed_hill: &PlacedHill) {
    let plot = PlacedHill::cut_plot(1, HillPart::Weight);
    let [unit, _] = plot.unit();
    let at = plot.place([placed_hill.lambda, 0.0]);
    d.disc("lambda", Ink::Accent, at, 5.0);
    d.handles.push(
        Handle::new("lambda", "the cell size λ", at)
            .along_x(Target::Control("hill.lambda"), 1.0 / unit),
    );
    d.text(Ink::Muted, 11.0, [at[0] + 4.0, at[1] - 14.0], Anchor::Middle, "λ");
}

fn write_formula(d: &mut Drawing, placed_hill: &PlacedHill, is_random: bool) {
    let constant = placed_hill.proximity_term();
    let target = Target::Control("hill.constant");
    d.formula = vec![
        vec![
            Term::label("hill", "hill(u, v)"),
            Term::text(" = proximity × fade(u/λ) × fade(v/λ), with λ = "),
            Term::number("lambda", "lambda", placed_hill.lambda, 2)
                .editing(Target::Control("hill.lambda")),
        ],
        [
            vec![Term::text("= "), if is_random { constant } else { constant.editing(target) }],
            placed_hill.faded_terms(),
        ]
        .concat(),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn the_hill_is_its_constant_at_its_point_and_0_at_its_neighbours() {
        // In the last case λ is ½, so a quarter of a cell is halfway to the neighbour.
        for (point, lambda, height) in [
            ([1.0, 2.0], 1.0, 0.8),
            ([1.999_999_999, 2.0], 1.0, 0.0),
            ([1.5, 2.5], 1.0, 0.2),
            ([1.25, 2.0], 0.5, 0.4),
        ] {
            let hill = trial_of(&HILL).at(point).set("hill.lambda", lambda).value("hill");
            assert!((hill - height).abs() < 1e-12, "{point:?}: {hill}");
        }
        assert_eq!(trial_of(&HILL).at([1.0, 2.0]).value("hill"), 0.8);
    }
}
