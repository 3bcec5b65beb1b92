//! All octaves are zero at the origin; rotating and shifting them cures it.

use crate::common_shapes;
use crate::grey_picture::GreyPicture;
use crate::screens::prelude::*;
use crate::words::live_number;
use orogen_noise::octave::GOLDEN_ANGLE_TURNS;
use orogen_noise::{FractalKind, Noise, NoiseSpec, Warp};

pub(super) static ORIGIN: FigureRow = FigureRow {
    name: "origin",
    screen: Screen::Octaves,
    title: "The origin, and the golden angle",
    question: "Why do the octaves line up, and how is that cured?",
    steps: &[
        "Before: at 0, and at every lattice point of the first octave, all octaves of gradient \
         noise are 0 at once. The grids (lines) coincide, and the land shows them.",
        "After: octave i is turned by i golden angles, 137.5° each. No two grids line up any more, \
         and lattice points are like any other points. Only 0 itself, the centre of the rotation, \
         stays 0.",
        "Octave seeds also shift each octave by a fraction of a cell. This cures 0, too.",
    ],
    reproduces: &[("N6", 1)],
    controls: &[
        Control::recipe("fractal.rotate"),
        Control::recipe("fractal.octave_seeds"),
        Control::toggle("origin.grids", "Grids", true, "Draws the lattices of three octaves."),
    ],
    code: &[
        "for i in 0..octaves {",
        "    let turned = rotate(p, i as f64 * GOLDEN_ANGLE);",
        "    let q = turned * frequency + shift[i];",
        "    sum += amplitude * noise(q);",
        "    frequency *= lacunarity;",
        "    amplitude *= gain;",
        "}",
    ],
    draw,
    challenge: Challenge {
        task: "Hide the grid: turn the land's octaves.",
        hint: "The switch is called Hide lattice.",
        is_solved: |c| c.spec().rotate,
    },
};

const NAMES: [&str; 3] = ["aligned", "turned", "shifted"];
const SPAN: f64 = 4.0;

/// The recipe's noise in three variants: octaves aligned, rotated, and rotated and shifted.
fn noises(c: &Context) -> Option<[Noise; 3]> {
    let variant = |rotate, octave_seeds| {
        c.noise_with(2, |spec| {
            *spec = NoiseSpec {
                fractal: FractalKind::Fbm,
                octaves: spec.octaves.max(3.0),
                warp: Warp::default(),
                period: None,
                rotate,
                octave_seeds,
                ..spec.clone()
            };
        })
    };
    Some([variant(false, false)?, variant(true, false)?, variant(true, true)?])
}

/// The mean magnitude at the 80 lattice points around the origin, without the origin itself.
fn mean_on_lattice(noise: &Noise) -> f64 {
    let points = (-4..=4).flat_map(|j| (-4..=4).map(move |i| [f64::from(i), f64::from(j)]));
    let sum: f64 = points.filter(|p| *p != [0.0; 2]).map(|p| noise.sample2(p, 0.0).abs()).sum();
    sum / 80.0
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(740.0, 380.0);
    let Some(noises) = noises(c) else {
        return common_shapes::explain_missing_noise(d, "This noise has no two-dimensional form.");
    };
    let words = ["before: aligned", "turned by 137.5°", "turned and shifted"];
    for k in 0..=c.step() {
        let at = [14.0 + 242.0 * k as f64, 40.0];
        let picture = GreyPicture { at, side: 228.0, corner: [-0.5 * SPAN; 2], span: SPAN };
        picture.draw(&mut d, NAMES[k], &picture.values(&noises[k], 160), [-0.6, 0.6]);
        if c.is_on("origin.grids") {
            draw_grids(&mut d, &picture, &noises[k]);
        }
        let zero = picture.place([0.0; 2]);
        d.circle("zero", Ink::Point, zero, 7.0);
        d.text(Ink::Text, 13.0, [at[0] + 114.0, 20.0], Anchor::Middle, words[k]);
        let value = noises[k].sample2([0.0; 2], 0.0);
        let label = if value > 0.0 { "n(0) = +" } else { "n(0) = " };
        let ink = if value.abs() < 1e-9 { Ink::Bad } else { Ink::Good };
        let name = format!("zero_{}", NAMES[k]);
        let at_zero = ([at[0] + 114.0, 292.0], Anchor::Middle);
        d.number("zero", ink, at_zero, Readout::new(label, &name, value, 4));
        let value = mean_on_lattice(&noises[k]);
        let name = format!("mean_{}", NAMES[k]);
        let ink = if value < 1e-9 { Ink::Bad } else { Ink::Good };
        let below = ([at[0] + 114.0, 314.0], Anchor::Middle);
        d.number(
            NAMES[k],
            ink,
            below,
            Readout::new("mean |n| on lattice points: ", &name, value, 4),
        );
    }
    let angle = 360.0 * GOLDEN_ANGLE_TURNS;
    let mut line = vec![Term::text("octave i is turned by i")];
    line.extend(live_number(" · ", "angle", angle, 4));
    line.push(Term::text("°"));
    d.formula = vec![line];
    finish(d, c, &[3, 1, 2])
}

/// Draws the lattice lines of three octaves around the origin.
fn draw_grids(d: &mut Drawing, picture: &GreyPicture, noise: &Noise) {
    for octave in noise.fractal().octaves.iter().take(3) {
        let ink = Ink::Corner(octave.index as u8);
        // Maps the octave's coordinates to the plane.
        let to_plane = |[x, y]: [f64; 2]| {
            let [x, y] = [x - octave.shift[0], y - octave.shift[1]];
            let [cos, sin] = octave.rotation.unwrap_or([1.0, 0.0]);
            [cos * x + sin * y, cos * y - sin * x].map(|v| v / octave.frequency)
        };
        let lines = [1, 2, 2][octave.index as usize];
        for i in -lines..=lines {
            for swapped in [false, true] {
                let end = |distance: f64| {
                    let at = [f64::from(i), distance];
                    to_plane(if swapped { [at[1], at[0]] } else { at })
                };
                let reach = 0.42 * SPAN * octave.frequency / (1.0 + f64::from(octave.index));
                let [a, b] = [end(-reach), end(reach)];
                let is_inside = |p: [f64; 2]| p.iter().all(|x| x.abs() <= 0.5 * SPAN);
                if is_inside(a) && is_inside(b) {
                    let line = vec![picture.place(a), picture.place(b)];
                    let width = 2.0 - 0.4 * f64::from(octave.index);
                    d.line(&format!("octave{}", octave.index + 1), ink, width, line)
                        .scale_opacity(0.9);
                }
            }
        }
    }
    let y = 350.0;
    for (k, x) in [(0u8, 40.0), (1, 180.0), (2, 320.0)] {
        let id = format!("octave{}", k + 1);
        d.line(&id, Ink::Corner(k), 3.0, vec![[x, y], [x + 24.0, y]]);
        let text = format!("grid of octave {}", k + 1);
        d.text(Ink::Muted, 11.0, [x + 30.0, y], Anchor::Left, &text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{State, teaching_scene};

    #[test]
    fn turning_cures_lattice_points_and_shifts_cure_the_origin() {
        let (scene, state) = (teaching_scene(), State::of(&ORIGIN));
        let c = Context::new(&scene, &state, &ORIGIN).unwrap();
        let d = c.draw();
        let value = |name: &str| d.value(name).unwrap();
        assert_eq!((value("zero_aligned"), value("mean_aligned")), (0.0, 0.0));
        assert_eq!(value("zero_turned"), 0.0);
        assert!(value("mean_turned") > 0.05);
        assert!(value("zero_shifted").abs() > 0.01);
        assert_eq!((10.0 * value("angle")).round(), 1375.0);
        let mut scene = teaching_scene();
        scene.recipe.base_mut().fractal.rotate = true;
        assert!((ORIGIN.challenge.is_solved)(&Context::new(&scene, &state, &ORIGIN).unwrap()));
    }
}
