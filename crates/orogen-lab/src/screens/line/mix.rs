//! Mixes two numbers by a weight.

use crate::screens::prelude::*;

pub(super) static MIX: FigureRow = FigureRow {
    name: "mix",
    screen: Screen::Line,
    title: "Mixing two numbers",
    question: "What does mix(a, b, α) do?",
    steps: &[
        "With α = 0 the mix is a, with α = 1 it is b. In between, it goes straight from a to b.",
        "The noise mixes with a faded α: it stays near a at first and near b at last, so that pieces \
         join smoothly. The curve shows mix(a, b, fade(u)).",
    ],
    reproduces: &[("C6", 0)],
    controls: &[
        Control::number("mix.a", "a", (-1.0, -0.4, 1.0), "The number on the left."),
        Control::number("mix.b", "b", (-1.0, 0.75, 1.0), "The number on the right."),
        Control::recipe("noise.fade"),
    ],
    code: &[
        "fn mix(a: f64, b: f64, alpha: f64) -> f64 {",
        "    (1.0 - alpha) * a + alpha * b",
        "}",
    ],
    draw,
    challenge: Challenge {
        task: "Set a and b so that the mix is 0 at p, though neither is 0.",
        hint: "The numbers need different signs, and the number at the end nearer to p needs the smaller magnitude.",
        is_solved: |c| {
            let [a, b] = ["mix.a", "mix.b"].map(|key| c.value(key));
            mix(c, a, b).abs() < 0.01 && a.abs() > 0.05 && b.abs() > 0.05
        },
    },
};

const PLOT: Plot = Plot { at: [60.0, 20.0], size: [420.0, 300.0], x: [0.0, 1.0], y: [-1.0, 1.0] };

/// The weight of b at p.
fn alpha(c: &Context) -> f64 {
    let u = c.p()[0] - c.p()[0].floor();
    if c.step() == 0 { u } else { c.spec().fade.value(u) }
}

/// The mix by the noise's own blend function.
fn mix(c: &Context, a: f64, b: f64) -> f64 {
    orogen_noise::field::blend_values(a, b, alpha(c))
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(560.0, 440.0);
    let [a, b] = ["mix.a", "mix.b"].map(|key| c.value(key));
    let u = c.p()[0] - c.p()[0].floor();
    let (alpha, result) = (alpha(c), mix(c, a, b));
    PLOT.draw_axes(&mut d, [0.1, 0.5]);
    let straight = vec![PLOT.place([0.0, a]), PLOT.place([1.0, b])];
    if c.step() == 0 {
        d.line("mix", Ink::Noise, 2.5, straight);
    } else {
        d.dashed("line", Ink::Ghost, 1.5, straight);
        let fade = c.spec().fade;
        let curve = PLOT.curve(160, |t| orogen_noise::field::blend_values(a, b, fade.value(t)));
        d.line("mix", Ink::Noise, 2.5, curve);
    }
    let at = PLOT.place([u, result.clamp(-1.0, 1.0)]);
    d.dashed("p", Ink::Point, 1.0, vec![PLOT.place([u, -1.0]), at]);
    for (id, ink, at, key) in [
        ("a", Ink::Corner(1), PLOT.place([0.0, a]), "mix.a"),
        ("b", Ink::Corner(2), PLOT.place([1.0, b]), "mix.b"),
    ] {
        d.disc(id, ink, at, 7.0);
        let handle = Handle::new(id, format!("the number {id}"), at);
        d.handles.push(handle.along_y(Target::Control(key), 1.0 / PLOT.unit()[1]));
    }
    d.disc("mix", Ink::Noise, at, 6.0);
    d.disc("p", Ink::Point, PLOT.place([u, -1.0]), 6.0);
    d.handles.push(Handle { y: None, ..Handle::point(PLOT.place([u, -1.0]), PLOT.unit()) });
    draw_weights(&mut d, alpha, [60.0, 366.0]);
    write_numbers(&mut d, [a, b, alpha, result]);
    d.code_line = Some(1);
    d.caption = c.caption();
    d
}

/// Draws the weights of both numbers as a bar.
fn draw_weights(d: &mut Drawing, alpha: f64, [x, y]: Place) {
    let a_width = PLOT.size[0] * (1.0 - alpha.clamp(0.0, 1.0));
    d.rect("a", Ink::Corner(1), [x, y - 8.0], [a_width, 16.0]).scale_opacity(0.6);
    d.rect("b", Ink::Corner(2), [x + a_width, y - 8.0], [PLOT.size[0] - a_width, 16.0])
        .scale_opacity(0.6);
    d.text(Ink::Muted, 12.0, [x, y + 20.0], Anchor::Left, "share of a: 1 − α");
    d.text(Ink::Muted, 12.0, [x + PLOT.size[0], y + 20.0], Anchor::Right, "share of b: α");
}

fn write_numbers(d: &mut Drawing, [a, b, alpha, result]: [f64; 4]) {
    let numbers = [
        ("a = ", "a", Ink::Corner(1), a),
        ("b = ", "b", Ink::Corner(2), b),
        ("α = ", "alpha", Ink::Text, alpha),
        ("mix = ", "mix", Ink::Noise, result),
    ];
    for (index, (label, name, ink, value)) in numbers.into_iter().enumerate() {
        let at = [60.0 + 110.0 * index as f64, 420.0];
        d.number(name, ink, (at, Anchor::Left), Readout::new(label, name, value, 3));
    }
    d.formula = vec![vec![
        Term::text("mix = (1 − "),
        Term::number("alpha", "alpha", alpha, 3),
        Term::text(") · "),
        Term::number("a", "a", a, 3).editing(Target::Control("mix.a")),
        Term::text(" + "),
        Term::number("alpha", "alpha", alpha, 3),
        Term::text(" · "),
        Term::number("b", "b", b, 3).editing(Target::Control("mix.b")),
        Term::text(" = "),
        Term::number("mix", "mix", result, 3),
    ]];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{State, teaching_scene};

    #[test]
    fn a_mix_by_0_is_its_left_number_and_the_textbooks_weight_is_drawn() {
        let scene = teaching_scene();
        let mut state = State { point: [4.7, 0.0], ..State::of(&MIX) };
        let drawn = |state: &State| Context::new(&scene, state, &MIX).unwrap().draw();
        let d = drawn(&state);
        let [a, b, alpha, mix] = ["a", "b", "alpha", "mix"].map(|name| d.value(name).unwrap());
        assert!((alpha - 0.83692).abs() < 1e-10);
        assert!(((1.0 - alpha) * a + alpha * b - mix).abs() < 1e-12);
        state.point[0] = 5.0;
        assert_eq!(drawn(&state).value("mix"), Some(-0.4));
    }
}
