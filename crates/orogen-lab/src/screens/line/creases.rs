//! The creases and bands that each fade leaves in noise of the plane.

use crate::common_shapes;
use crate::offset;
use crate::screens::prelude::*;
use orogen_noise::Fade;

pub(super) static CREASES: FigureRow = FigureRow {
    name: "creases",
    screen: Screen::Line,
    title: "Creases in low light",
    question: "Where does a poor fade show?",
    steps: &[
        "The same arrows under three fades, in low light from the upper left. The linear fade has \
         creases along the lattice lines, which the ticks mark.",
        "The same surfaces as mirrors of stripes, a test from car design. Where the slope jumps, \
         stripes break; where the curvature jumps, they bend sharply (cubic). With the quintic \
         fade they run smoothly.",
    ],
    reproduces: &[("E3", 0)],
    controls: &[
        Control::number(
            "creases.sun",
            "Sun",
            (3.0, 12.0, 60.0),
            "The height of the sun above the horizon, in degrees.",
        ),
        Control::number("creases.height", "Height", (0.05, 0.3, 2.0), "The height of the ground."),
    ],
    code: &[
        "let (n, slope) = noise.sample2_with_gradient(p, 0.0);",
        "let normal = vec3(-slope.x, -slope.y, 1.0).normalize();",
        "let light = normal.dot(towards_the_sun).max(0.0);",
    ],
    draw,
    challenge: Challenge {
        task: "Raise the sun until the creases are hard to see.",
        hint: "Low light shows every fold; light from high above hides them.",
        is_solved: |c| c.value("creases.sun") >= 40.0,
    },
};

/// The side of a picture in points, and its width in cells.
const SIDE: f64 = 228.0;
const CELLS: f64 = 3.0;

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 330.0);
    let corner = c.cell_p().map(|x| x.floor() - 1.0);
    let height = c.value("creases.height");
    let sun = c.value("creases.sun").to_radians();
    for (index, fade) in [Fade::Linear, Fade::Cubic, Fade::Quintic].into_iter().enumerate() {
        let at = [22.0 + 244.0 * index as f64, 40.0];
        let name = fade.name();
        d.text(Ink::Text, 14.0, [at[0] + 0.5 * SIDE, 16.0], Anchor::Middle, name);
        let noise = c.octave_in_cells(2).and_then(|noise| {
            let spec = orogen_noise::NoiseSpec { fade, ..noise.spec().clone() };
            spec.build(2).ok()
        });
        let Some(noise) = noise else { continue };
        common_shapes::raster(&mut d, name, (at, [SIDE; 2]), [120, 120], true, |[u, v]| {
            let p = [corner[0] + CELLS * u, corner[1] + CELLS * (1.0 - v)];
            let (_, slope) = noise.sample2_with_gradient(p, 0.0);
            let slope = slope.map(|s| height * s);
            match c.step() {
                0 => common_shapes::hillshade(slope, sun),
                _ => common_shapes::grey((33.0 * (slope[0] - 0.6 * slope[1])).sin()),
            }
        });
        draw_ticks(&mut d, at);
        let [u, v] = [0, 1].map(|i| (c.cell_p()[i] - corner[i]) / CELLS);
        let place = [at[0] + SIDE * u, at[1] + SIDE * (1.0 - v)];
        d.circle("p", Ink::Point, place, 6.0);
        if index == 0 {
            d.handles.push(Handle::point(place, [SIDE / CELLS, -SIDE / CELLS]));
        }
    }
    d.code_line = Some(if c.step() == 0 { 2 } else { 1 });
    d.caption = match c.spec().basis.row().uses.fade {
        true => c.caption(),
        false => format!("{} noise has no fade: all three are the same.", c.spec().basis),
    };
    d.text(Ink::Muted, 12.0, [22.0, 298.0], Anchor::Left, "Ticks: the lines of the lattice.");
    offset::show(&mut d, c, 2);
    d
}

/// Draws ticks at the lattice lines, outside the picture so that they hide nothing.
fn draw_ticks(d: &mut Drawing, at: [f64; 2]) {
    for line in 0..=CELLS as usize {
        let t = SIDE * line as f64 / CELLS;
        for (from, to) in [
            ([at[0] + t, at[1] - 8.0], [at[0] + t, at[1] - 2.0]),
            ([at[0] + t, at[1] + SIDE + 2.0], [at[0] + t, at[1] + SIDE + 8.0]),
            ([at[0] - 8.0, at[1] + t], [at[0] - 2.0, at[1] + t]),
            ([at[0] + SIDE + 2.0, at[1] + t], [at[0] + SIDE + 8.0, at[1] + t]),
        ] {
            d.line("cell", Ink::Axis, 1.5, vec![from, to]);
        }
    }
}
