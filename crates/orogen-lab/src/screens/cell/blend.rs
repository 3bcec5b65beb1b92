//! Blends colours between a cell's corners: discs at corners, strips along sides, then the area.

use super::corners::random_octave;
use crate::common_shapes;
use crate::screens::prelude::*;
use orogen_noise::trace::CellTrace;
use orogen_noise::{Basis, Fade, Noise, NoiseSpec};

pub(super) static BLEND: FigureRow = FigureRow {
    name: "blend",
    screen: Screen::Cell,
    title: "Blending colours",
    question: "How do four corners become one colour?",
    steps: &[
        "Each of the four corners has a random colour: three numbers.",
        "First along x: the bottom strip blends the two lower corners, the top strip the two upper \
         ones. Four numbers become two.",
        "Then along y: a strip at p's x blends these two, and p takes its colour from it. Two \
         numbers become one. In n dimensions 2^n corners are halved n times.",
    ],
    reproduces: &[("N3", 2)],
    controls: &[
        Control::choice(
            "blend.fade",
            "Fade φ",
            &["linear", "cubic", "quintic", "cosine"],
            "The curve of the blend from one end to the other.",
        ),
        Control::integer("blend.roll", "Roll", (0, 7, 9999), "Picks other random colours."),
    ],
    code: &[
        "fn interpolate(a: f64, b: f64, t: f64) -> f64 {",
        "    phi(t) * (b - a) + a",
        "}",
        "let below = interpolate(c00, c10, x);",
        "let above = interpolate(c01, c11, x);",
        "interpolate(below, above, y)",
    ],
    draw,
    challenge: Challenge {
        task: "Move p to where all four corners have equal weight.",
        hint: "This point is equally far from all four corners.",
        is_solved: |c| c.p().iter().all(|x| (x - x.floor() - 0.5).abs() < 0.02),
    },
};

const SIDE: f64 = 280.0;
const CORNER: Place = [70.0, 350.0];

fn place([u, v]: [f64; 2]) -> Place {
    [CORNER[0] + SIDE * u, CORNER[1] - SIDE * v]
}

/// Three value noises: for red, green and blue.
fn channels(c: &Context) -> Option<[Noise; 3]> {
    let fade = [Fade::Linear, Fade::Cubic, Fade::Quintic, Fade::Cosine][c.integer("blend.fade")];
    let channel = |index: usize| {
        let noise = random_octave(c, Basis::Value, 3 * c.integer("blend.roll") + index)?;
        NoiseSpec { fade, ..noise.spec().clone() }.build(2).ok()
    };
    Some([channel(0)?, channel(1)?, channel(2)?])
}

/// The colour with these red, green and blue values; −1 is dark, 1 bright.
fn colour(numbers: [f64; 3]) -> [u8; 3] {
    numbers.map(|n| (127.5 + 127.5 * n).round().clamp(0.0, 255.0) as u8)
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(600.0, 420.0);
    let Some(channels) = channels(c) else {
        return common_shapes::explain_missing_noise(d, "This noise cannot be built.");
    };
    let p = c.p();
    let low = p.map(f64::floor);
    let [u, v] = [p[0] - low[0], p[1] - low[1]];
    let colour_at = |[u, v]: [f64; 2]| {
        colour([0, 1, 2].map(|i: usize| channels[i].sample(&[low[0] + u, low[1] + v])))
    };
    if c.step() >= 1 {
        for (id, v) in [("below", 0.0), ("above", 1.0)] {
            let [x, y] = place([0.0, v]);
            let strip = ([x, y - 4.0], [SIDE, 8.0]);
            common_shapes::raster(&mut d, id, strip, [140, 1], true, |[t, _]| colour_at([t, v]));
        }
    }
    if c.step() >= 2 {
        let [x, y] = place([u, 1.0]);
        let strip = ([x - 4.0, y], [8.0, SIDE]);
        common_shapes::raster(&mut d, "noise", strip, [1, 140], true, |[_, t]| {
            colour_at([u, 1.0 - t])
        });
    }
    for corner in [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]] {
        draw_disc(&mut d, "corner", place(corner), colour_at(corner), 10.0);
    }
    if c.step() >= 1 {
        draw_disc(&mut d, "below", place([u, 0.0]), colour_at([u, 0.0]), 10.0);
        draw_disc(&mut d, "above", place([u, 1.0]), colour_at([u, 1.0]), 10.0);
    }
    if c.step() >= 2 {
        draw_disc(&mut d, "noise", place([u, v]), colour_at([u, v]), 13.0);
    }
    d.circle("p", Ink::Point, place([u, v]), 16.0);
    d.handles.push(Handle::point(place([u, v]), [SIDE, -SIDE]));
    draw_roll(&mut d, c.integer("blend.roll"));
    write_numbers(&mut d, &channels, (p, c.step()));
    finish(d, c, &[3, 4, 5])
}

/// Draws a coloured disc with a rim that is visible on any background.
fn draw_disc(d: &mut Drawing, id: &str, at: Place, rgb: [u8; 3], radius: f64) {
    d.disc(id, Ink::Rgb(rgb), at, radius);
    d.circle(id, Ink::Axis, at, radius);
}

fn draw_roll(d: &mut Drawing, roll: usize) {
    let at = [412.0, 350.0];
    d.circle("roll", Ink::Accent, at, 11.0);
    d.disc("roll", Ink::Accent, at, 3.0);
    d.text(Ink::Muted, 12.0, [432.0, 350.0], Anchor::Left, "roll the colours");
    d.handles.push(
        Handle::new("roll", "other colours", at)
            .click_sets("blend.roll", ((roll + 1) % 10_000) as f64),
    );
}

/// Writes the red, green and blue values of each corner and blend, from the traces.
fn write_numbers(d: &mut Drawing, channels: &[Noise; 3], (p, step): ([f64; 2], usize)) {
    for (column, (noise, title)) in channels.iter().zip(["red", "green", "blue"]).enumerate() {
        let x = 420.0 + 60.0 * column as f64;
        d.text(Ink::Muted, 12.0, [x + 30.0, 84.0], Anchor::Right, title);
        let trace = noise.trace(&p);
        let Some(CellTrace { corners, blends, fades, .. }) = first_cell(&trace) else { continue };
        let mut rows: Vec<(String, f64)> = corners
            .iter()
            .enumerate()
            .map(|(i, corner)| (super::corners::corner_name(i), corner.influence))
            .collect();
        let names = ["below", "above", "noise"];
        let blend_count = [0, 2, 3][step].min(blends.len());
        rows.extend(
            blends[..blend_count]
                .iter()
                .zip(names)
                .map(|(blend, name)| (name.to_owned(), blend.result)),
        );
        for (row, (name, value)) in rows.into_iter().enumerate() {
            let y = 110.0 + 24.0 * row as f64 + if row >= 4 { 12.0 } else { 0.0 };
            if column == 0 {
                d.text(Ink::Muted, 12.0, [400.0, y], Anchor::Right, &name);
            }
            let id = format!("{name}_{title}");
            let readout = Readout::new("", &id, value, 3);
            let group = if row < 4 { "corner" } else { name.as_str() };
            d.number(group, Ink::Text, ([x + 30.0, y], Anchor::Right), readout);
        }
        if (column, step) == (0, 2) && blends.len() == 3 {
            let term =
                |name: &str, value: f64| Term::number(name, &format!("{name}_red"), value, 3);
            d.formula = vec![vec![
                Term::text("red = φ(y)·(above − below) + below = "),
                Term::number("p", "fade_y", fades[1], 3),
                Term::text(" · ("),
                term("above", blends[1].result),
                Term::text(" − "),
                term("below", blends[0].result),
                Term::text(") + "),
                term("below", blends[0].result),
                Term::text(" = "),
                term("noise", blends[2].result),
            ]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn the_result_is_the_blend_of_the_blends() {
        for fade in 0..4 {
            let d = trial_of(&BLEND).at([3.2, -1.3]).set("blend.fade", f64::from(fade)).draw();
            let value = |name: &str| d.value(name).unwrap();
            let (below, above) = (value("below_red"), value("above_red"));
            let result = value("fade_y") * (above - below) + below;
            assert!((result - value("noise_red")).abs() < 1e-12);
            assert!(value("00_blue") >= -1.0 && value("00_blue") <= 1.0);
        }
    }
}
