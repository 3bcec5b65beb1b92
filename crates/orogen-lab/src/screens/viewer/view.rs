//! The viewer of a computer-graphics course, which shows noises and textures in a window of the
//! plane.

use super::picture::{PictureWindow, StepPicture};
use super::plots;
use crate::field::{Window, raster};
use crate::plane_window::PlaneWindow;
use crate::screens::prelude::*;

pub(super) static VIEWER: FigureRow = FigureRow {
    name: "viewer",
    screen: Screen::Viewer,
    title: "The viewer",
    question: "What can you make of one noise?",
    steps: &[
        "Plots: one-dimensional noise at four frequencies, and their sum, fBm. Here all octaves \
         have the same height; in the sum, each is half as high as the one before.",
        "Perlin noise: brightness is the noise + ½. At scale 1, the window is 23.15 cells wide.",
        "fBm: four octaves, each 2.17 times as fine and half as strong as the one before. The sum \
         is not divided, so it may go beyond black and white.",
        "Turbulence: the same octaves, each without its sign. Creases run where an octave is 0.",
        "The map: where fBm lies below −0.075 there is water; above, grass turns to mountain.",
        "Wood: rings around the origin, which turbulence bends.",
        "Marble: fBm, sampled at points that two other fBm values have displaced. This is domain \
         warp.",
    ],
    reproduces: &[("C1", 1), ("C10", 2), ("C10", 3), ("C11", 4), ("C11", 5), ("C11", 6)],
    controls: &[
        Control::number(
            "viewer.x",
            "Middle x",
            (-1000.0, 0.5, 1000.0),
            "The x of the window's centre, in windows of scale 1.",
        ),
        Control::number(
            "viewer.y",
            "Middle y",
            (-1000.0, 0.5, 1000.0),
            "The y of the window's centre, in windows of scale 1.",
        ),
        Control::number(
            "viewer.scale",
            "Scale",
            (0.1, 1.0, 8.0),
            "The side of the window; at 2 it shows twice as much.",
        ),
        Control::number(
            "viewer.frequency",
            "Frequency",
            (1.0, 23.15, 60.0),
            "Cells of Perlin noise across the window.",
        ),
        Control::integer("viewer.octaves", "Octaves N", (1, 4, 8), "The number of octaves to sum."),
        Control::number(
            "viewer.lacunarity",
            "Lacunarity ω",
            (1.5, 2.17, 4.0),
            "The factor on the frequency from octave to octave.",
        ),
        Control::number(
            "viewer.gain",
            "Gain A",
            (0.1, 0.5, 0.9),
            "The factor on the strength from octave to octave.",
        ),
        Control::number(
            "viewer.level",
            "Water level",
            (-0.6, -0.075, 0.6),
            "The water level of the map.",
        ),
        Control::number(
            "viewer.rings",
            "Rings",
            (0.0, 100.0, 200.0),
            "The density of the wood's rings.",
        ),
        Control::number(
            "viewer.bend",
            "Bend",
            (0.0, 0.15, 1.0),
            "How far turbulence bends the rings.",
        ),
        Control::number(
            "viewer.swirl",
            "Swirl",
            (0.0, 4.0, 10.0),
            "How far the points of the marble are displaced.",
        ),
        Control::choice(
            "viewer.noise",
            "Noise",
            &["exercise", "land"],
            "The source of numbers and slopes.",
        ),
    ],
    code: &[
        "let fbm = |p| (0..4).map(|i| 0.5f64.powi(i)",
        "    * noise(p * 2.17f64.powi(i))).sum::<f64>();",
        "let turbulence = |p| sum_of(|n| n.abs());",
        "let grey = noise(23.15 * p) + 0.5;",
        "let map = if fbm(p) < -0.075 { WATER }",
        "    else { mix(GRASS, MOUNTAIN, fbm(p) + 0.075) };",
        "let ring = 100.0 * (p.length() + 0.15 * turbulence(p));",
        "let wood = mix(DARK, LIGHT, 0.5 * (1.0 + ring.sin()));",
        "let q = vec2(fbm(p), fbm(p + vec2(1.7, 4.6)));",
        "let vein = 0.5 * (1.0 + fbm(p + 4.0 * q));",
        "let marble = mix(WHITE, DARK, vein);",
    ],
    draw,
    challenge: Challenge {
        task: "Raise the map's water until two thirds of the window are sea.",
        hint: "Go to the step of the map, and raise the water level a little at a time.",
        is_solved: |c| {
            let Some(view) = PictureWindow::of(c).filter(|view| view.picture == StepPicture::Map)
            else {
                return false;
            };
            let values = Window::square(view.middle, view.span, 64).values(&view.noise);
            let level = c.value("viewer.level") as f32;
            let water_fraction = values.iter().filter(|n| **n < level).count() as f64 / 4096.0;
            (0.62..0.72).contains(&water_fraction)
        },
    },
};

/// The side of the window, and its top left corner, in points.
const SIDE: f64 = 400.0;
const CORNER: Place = [36.0, 32.0];

/// The keyboard shortcuts of the viewer, with their effects.
const KEYS: [[&str; 2]; 6] = [
    ["W A S D, arrows", "pan by a window per second"],
    ["drag", "pan with the picture"],
    ["wheel", "scale by 0.1 a notch, 0.1 to 8"],
    [", and .", "the previous and the next picture"],
    ["P, F12", "save the picture"],
    ["Q, Esc", "leave the lab"],
];

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(710.0, 470.0);
    d.caption = c.caption();
    d.code_line = Some([0, 3, 0, 2, 4, 7, 10][c.step()]);
    let Some(view) = PictureWindow::of(c) else {
        d.text(
            Ink::Muted,
            14.0,
            [355.0, 235.0],
            Anchor::Middle,
            "This recipe makes no noise here.",
        );
        return d;
    };
    let title = [CORNER[0] + 0.5 * SIDE, 14.0];
    d.text(Ink::Text, 13.0, title, Anchor::Middle, view.picture.name());
    if view.picture == StepPicture::Plots {
        plots::draw(&mut d, &view, CORNER, SIDE);
    } else {
        // The grid evaluator is fast enough for 400 pixels per side, except for marble, which
        // samples three times.
        let pixels = if view.picture == StepPicture::Marble { 256 } else { 400 };
        let picture = raster(CORNER, [SIDE; 2], pixels, view.pixels(pixels));
        d.add("picture", Ink::Text, picture);
        draw_point(&mut d, &view);
        draw_middle(&mut d, &view);
        draw_keys(&mut d);
    }
    let up = Some("viewer.y").filter(|_| view.picture != StepPicture::Plots);
    let middle_keys = [Some("viewer.x"), up];
    d.plane_window =
        Some(PlaneWindow { at: CORNER, side: SIDE, middle_keys, side_key: "viewer.scale" });
    draw_frame(&mut d, &view);
    write_formula(&mut d, &view);
    d
}

/// Draws the frame of the window, and the coordinates of its bounds.
fn draw_frame(d: &mut Drawing, view: &PictureWindow) {
    let number = |key| view.c.value(key);
    let [x, y, scale] = [number("viewer.x"), number("viewer.y"), number("viewer.scale")];
    let [left, top, right, bottom] = [CORNER[0], CORNER[1], CORNER[0] + SIDE, CORNER[1] + SIDE];
    let outline = [[left, top], [right, top], [right, bottom], [left, bottom], [left, top]];
    d.line("window", Ink::Axis, 1.0, outline.to_vec());
    let bottom = bottom + 12.0;
    for (fraction, anchor) in [(0.0, Anchor::Left), (0.5, Anchor::Middle), (1.0, Anchor::Right)] {
        let text = format!("{:.2}", x + (fraction - 0.5) * scale);
        d.text(Ink::Muted, 11.0, [CORNER[0] + fraction * SIDE, bottom], anchor, &text);
        if view.picture == StepPicture::Plots {
            continue;
        }
        let text = format!("{:.2}", y + (fraction - 0.5) * scale);
        let v = CORNER[1] + (1.0 - fraction) * SIDE;
        d.text(Ink::Muted, 11.0, [CORNER[0] - 5.0, v.clamp(40.0, 424.0)], Anchor::Right, &text);
    }
    let side = Term::number("window", "scale", scale, 2).editing(Target::Control("viewer.scale"));
    let term = |key: &'static str, name: &str, value| {
        Term::number("window", name, value, 2).editing(Target::Control(key))
    };
    d.formula.push(vec![
        Term::label("window", "window"),
        Term::text(" about ("),
        term("viewer.x", "middle_x", x),
        Term::text(", "),
        term("viewer.y", "middle_y", y),
        Term::text("), scale "),
        side,
        Term::text("; it shows "),
        Term::number("window", "cells", view.span, 2),
        Term::text(" cells of the noise"),
    ]);
}

/// Draws p, if it lies in the window.
fn draw_point(d: &mut Drawing, view: &PictureWindow) {
    let unit = SIDE / view.span;
    let offset = [0, 1].map(|axis| (view.c.p()[axis] - view.middle[axis]) * unit);
    if offset.iter().all(|x| x.abs() < 0.5 * SIDE - 6.0) {
        let at = [CORNER[0] + 0.5 * SIDE + offset[0], CORNER[1] + 0.5 * SIDE - offset[1]];
        d.disc("p", Ink::Paper, at, 7.0);
        d.disc("p", Ink::Point, at, 5.0);
        d.handles.push(Handle::point(at, [unit, -unit]));
    }
}

/// Writes the noise at the centre of the window, and shows its colour.
fn draw_middle(d: &mut Drawing, view: &PictureWindow) {
    let at = [CORNER[0] + 0.5 * SIDE, CORNER[1] + 0.5 * SIDE];
    d.circle("value", Ink::Accent, at, 6.0);
    let x = CORNER[0] + SIDE + 20.0;
    d.text(Ink::Muted, 12.0, [x, 44.0], Anchor::Left, "in the middle (the circle)");
    let value = view.value(view.middle);
    let mut lines = vec![];
    if view.picture == StepPicture::Marble {
        let [q0, q1] = view.displacement(view.middle);
        lines.extend([("q, first: ", "q_x", q0), ("q, second: ", "q_y", q1)]);
    }
    let label = match view.picture {
        StepPicture::Perlin => "noise: ",
        StepPicture::Turbulence | StepPicture::Wood => "turbulence: ",
        StepPicture::Marble => "fBm, moved by q: ",
        _ => "fBm: ",
    };
    lines.push((label, "value", value));
    for (i, (label, name, value)) in lines.iter().enumerate() {
        let at = ([x, 66.0 + 20.0 * i as f64], Anchor::Left);
        d.number(name, Ink::Text, at, Readout::new(label, name, *value, 4));
    }
    let top = 58.0 + 20.0 * lines.len() as f64;
    let colour = (view.colour_function())(view.middle, value);
    d.rect("value", Ink::Axis, [x - 1.0, top + 3.0], [34.0, 22.0]);
    d.rect("value", Ink::Rgb(colour), [x, top + 4.0], [32.0, 20.0]);
    let [r, g, b] = colour;
    let text = format!("its colour: {r}, {g}, {b}");
    d.text(Ink::Text, 12.0, [x + 42.0, top + 14.0], Anchor::Left, &text);
}

fn draw_keys(d: &mut Drawing) {
    let x = CORNER[0] + SIDE + 20.0;
    d.text(Ink::Muted, 12.0, [x, 208.0], Anchor::Left, "keys, and the pointer over the picture");
    for (i, [key, effect]) in KEYS.into_iter().enumerate() {
        let y = 230.0 + 36.0 * i as f64;
        d.text(Ink::Text, 12.0, [x, y], Anchor::Left, key);
        d.text(Ink::Muted, 11.0, [x, y + 15.0], Anchor::Left, effect);
    }
}

fn write_formula(d: &mut Drawing, view: &PictureWindow) {
    let c = view.c;
    let editable_number = |name: &str, key: &'static str, decimals| {
        Term::number("coefficient", name, c.value(key), decimals).editing(Target::Control(key))
    };
    let words = Term::text;
    let octaves = |inside: &str, after: &str| {
        vec![
            words("Σ "),
            editable_number("gain", "viewer.gain", 2),
            words(&format!("^i·{inside}(")),
            editable_number("lacunarity", "viewer.lacunarity", 2),
            words(&format!("^i·p){after}, i from 0, ")),
            editable_number("octaves", "viewer.octaves", 0),
            words(" octaves"),
        ]
    };
    let fbm = |head: &str| [vec![words(head)], octaves("noise", "")].concat();
    let turbulence = |head: &str| [vec![words(head)], octaves("|noise", "|")].concat();
    let lines = match view.picture {
        StepPicture::Plots => vec![fbm("fBm(x) = ")],
        StepPicture::Perlin => vec![vec![
            Term::label("picture", "brightness"),
            words(" = noise("),
            editable_number("frequency", "viewer.frequency", 2),
            words("·p) + 0.5"),
        ]],
        StepPicture::Fbm => vec![fbm("brightness = 0.5 + ")],
        StepPicture::Turbulence => vec![turbulence("brightness = ")],
        StepPicture::Map => vec![
            fbm("s = "),
            vec![
                words("water where s < "),
                editable_number("level", "viewer.level", 3),
                words(", else mix(grass, mountain, s − level)"),
            ],
        ],
        StepPicture::Wood => vec![
            turbulence("turbulence = "),
            vec![
                words("mix(dark, light, ½(1 + sin("),
                editable_number("rings", "viewer.rings", 1),
                words("·(|p| + "),
                editable_number("bend", "viewer.bend", 2),
                words("·turbulence))))"),
            ],
        ],
        StepPicture::Marble => vec![
            fbm("fBm(p) = "),
            vec![
                words("q = (fBm(p), fBm(p + (1.7, 4.6)));  mix(white, dark, ½(1 + fBm(p + "),
                editable_number("swirl", "viewer.swirl", 2),
                words("·q)))"),
            ],
        ],
    };
    d.formula.splice(0..0, lines);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;
    use crate::{State, teaching_scene};
    use orogen_noise::texture::{self, byte};

    #[test]
    fn pictures_match_the_textures_of_the_library() {
        for (step, name) in [(4, "map"), (5, "wood"), (6, "marble")] {
            let trial = trial_of(&VIEWER).step(step);
            let c = trial.context();
            let view = PictureWindow::of(&c).unwrap();
            let texture = texture::find(name).unwrap();
            assert_eq!(view.noise.spec(), &texture.spec, "{name}");
            assert_eq!((view.span, view.middle), (texture.span, [0.5 * texture.span; 2]));
            let shader = texture.shader(&texture.spec, &texture.default_numbers()).unwrap();
            let window = Window::square(view.middle, view.span, 40);
            for (i, pixel) in view.pixels(40).iter().enumerate() {
                let wanted = shader(window.pixel_centre(i % 40, i / 40)).map(byte);
                let is_near = (0..3).all(|rgb| pixel[rgb].abs_diff(wanted[rgb]) <= 1);
                assert!(is_near, "{name} {i}: {pixel:?} {wanted:?}");
            }
        }
    }

    #[test]
    fn the_number_in_the_middle_matches_the_trace() {
        for (step, land) in (1..=6).flat_map(|step| [(step, 0.0), (step, 1.0)]) {
            let trial = trial_of(&VIEWER).step(step).set("viewer.noise", land);
            let c = trial.context();
            let (d, view) = (c.draw(), PictureWindow::of(&c).unwrap());
            let mut at = view.middle;
            if step == 6 {
                let q = ["q_x", "q_y"].map(|name| d.value(name).unwrap());
                assert_eq!(q[0], view.noise.trace(&at).value);
                at = [0, 1].map(|i| at[i] + 4.0 * q[i]);
            }
            assert_eq!(d.value("value").unwrap(), view.noise.trace(&at).value, "{step}");
        }
    }

    #[test]
    fn a_higher_sea_solves_the_challenge() {
        let scene = teaching_scene();
        let mut state = State { step: 4, ..State::of(&VIEWER) };
        let is_solved = |state: &State| {
            (VIEWER.challenge.is_solved)(&Context::new(&scene, state, &VIEWER).unwrap())
        };
        assert!(!is_solved(&state));
        let mut levels = (0..60).map(|i| -0.1 + 0.01 * f64::from(i));
        assert!(levels.any(|level| {
            state.set(&VIEWER, "viewer.level", level);
            is_solved(&state)
        }));
    }
}
