//! Two faults in published simplex noise: kernels that reach too far, and a wrong floor.

use super::noise::{cell, draw_note, permutation};
use crate::screens::prelude::*;
use crate::words::live_number;
use orogen_noise::field::Jet;
use orogen_noise::simplex::{SCALE, simplex};

pub(super) static JUMP: FigureRow = FigureRow {
    name: "simplex-faults",
    screen: Screen::Simplex,
    title: "A jump at the faces, and a wrong floor",
    question: "What goes wrong in published simplex noise?",
    steps: &[
        "In 3D with r² = 0.6, a corner's kernel reaches a little past the opposite face. Beyond the \
         face that corner is no longer summed, so the noise jumps. (The plot subtracts the tangent \
         and magnifies the rest.)",
        "The slope jumps more: the face shows as a crease in shaded pictures.",
        "The cure is r² = 0.5: kernels end on the faces. Value and slope continue smoothly.",
        "Another fault: (int)x − 1 in place of ⌊x⌋ for x ≤ 0 makes the floor of 0, −1, −2 … too \
         low by one. Each of these numbers gets the wrong cell.",
    ],
    reproduces: &[("S15", 3)],
    controls: &[
        Control::number(
            RADIUS2,
            "r²",
            (0.5, 0.6, 0.7),
            "The r² of the kernels in the upper plots.",
        ),
        Control::number(
            "jump.width",
            "Width",
            (0.002, 0.02, 0.1),
            "The plotted distance to either side of the face.",
        ),
        Control::number("jump.z", "z", (-4.0, 1.3, 4.0), "The third coordinate of p."),
    ],
    code: &[
        "let t = r2 - d.dot(d);          // 0.6: jumps, 0.5: does not",
        "let kernel = t.max(0.0).powi(4);",
        "",
        "let wrong = if x > 0.0 { x as i32 } else { x as i32 - 1 };",
        "let right = x.floor() as i32;",
    ],
    draw,
    challenge: Challenge {
        task: "Remove the jump.",
        hint: "Bring r² down until kernels end on the faces.",
        is_solved: |c| c.value(RADIUS2) <= 0.5,
    },
};

const RADIUS2: &str = "jump.radius2";

/// A face of p's tetrahedron, with the foot of the perpendicular from the opposite corner.
struct SimplexFace {
    foot: [f64; 3],
    /// The unit normal, which points away from the opposite corner.
    normal: [f64; 3],
}

/// The point p in three dimensions.
fn p3(c: &Context) -> [f64; 3] {
    let [x, y] = c.cell_p();
    [x, y, c.value("jump.z")]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

/// The face of p's tetrahedron at which the noise of r² = 0.6 jumps most.
fn face(c: &Context) -> SimplexFace {
    let (cell, _) = cell::<3>(c, 0.6, p3(c));
    let corners: Vec<[f64; 3]> =
        cell.corners.iter().map(|k| [0, 1, 2].map(|axis| p3(c)[axis] - k.offset[axis])).collect();
    let minus = |a: [f64; 3], b: [f64; 3]| [0, 1, 2].map(|k| a[k] - b[k]);
    let faces = (0..4).map(|k| {
        let [a, b, third] = [1, 2, 3].map(|step| corners[(k + step) % 4]);
        let (u, v) = (minus(b, a), minus(third, a));
        let cross =
            [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        let scale = dot(minus(a, corners[k]), cross) / dot(cross, cross);
        let altitude = cross.map(|x| x * scale);
        let length = dot(altitude, altitude).sqrt();
        let foot = [0, 1, 2].map(|axis| corners[k][axis] + altitude[axis]);
        SimplexFace { foot, normal: altitude.map(|x| x / length) }
    });
    let jump_size = |face: &SimplexFace| {
        let [inside, outside] =
            [-SAMPLE_DISTANCE, SAMPLE_DISTANCE].map(|t| value_and_slope(c, 0.6, face, t));
        (outside[0] - inside[0]).abs() + (outside[1] - inside[1]).abs()
    };
    faces
        .max_by(|a, b| jump_size(a).total_cmp(&jump_size(b)))
        .expect("a tetrahedron has four faces")
}

/// The distance from a face at which its two sides are sampled.
const SAMPLE_DISTANCE: f64 = 1e-7;

/// The value, and the slope along the normal, at a distance `t` behind a face.
fn value_and_slope(c: &Context, radius2: f64, face: &SimplexFace, t: f64) -> [f64; 2] {
    let p = [0, 1, 2].map(|axis| face.foot[axis] + t * face.normal[axis]);
    let jet: Jet<3> = simplex(&permutation(c), radius2, p, &mut ());
    [jet.value, dot(jet.gradient, face.normal)]
}

/// The jumps of value and slope at a face.
fn jumps(c: &Context, radius2: f64, face: &SimplexFace) -> [f64; 2] {
    let [inside, outside] =
        [-SAMPLE_DISTANCE, SAMPLE_DISTANCE].map(|t| value_and_slope(c, radius2, face, t));
    // The slope changes the value between the two samples. This change is not part of the jump.
    let change = 2.0 * SAMPLE_DISTANCE * inside[1];
    [outside[0] - inside[0] - change, outside[1] - inside[1]]
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 480.0);
    let face = face(c);
    let width = c.value("jump.width");
    let chosen_radius2 = c.value(RADIUS2);
    let chosen_jumps = jumps(c, chosen_radius2, &face);
    let reach =
        [0.004f64.max(1.4 * chosen_jumps[0].abs()), 0.2f64.max(1.4 * chosen_jumps[1].abs())];
    for (row, radius2) in [(0, chosen_radius2), (1, 0.5)] {
        if row == 1 && c.step() < 2 {
            break;
        }
        let columns = if c.step() < 1 { 1 } else { 2 };
        for (column, reach) in reach.into_iter().enumerate().take(columns) {
            let plot = Plot {
                at: [70.0 + 246.0 * column as f64, 48.0 + 196.0 * f64::from(row)],
                size: [174.0, 140.0],
                x: [-width, width],
                y: [-reach, reach],
            };
            draw_across(&mut d, c, (&plot, &face), (radius2, row, column));
        }
    }
    if c.step() == 3 {
        draw_floors(&mut d);
    }
    d.formula = vec![formula(chosen_radius2, chosen_jumps)];
    draw_note(&mut d);
    finish_in_cells(d, c, &[0, 1, 0, 3])
}

/// Draws a plot of value or slope across the face, and its jump.
fn draw_across(
    d: &mut Drawing,
    c: &Context,
    (plot, face): (&Plot, &SimplexFace),
    (radius2, row, column): (f64, i32, usize),
) {
    plot.draw_axes(d, [1e9, 0.5 * plot.y[1]]);
    // The plot shows the difference from the tangent on the inner side, or from its slope.
    let base = value_and_slope(c, radius2, face, -SAMPLE_DISTANCE);
    let value = |t: f64| {
        let [value, slope] = value_and_slope(c, radius2, face, t);
        let difference = if column == 0 {
            value - base[0] - base[1] * (t + SAMPLE_DISTANCE)
        } else {
            slope - base[1]
        };
        difference.clamp(plot.y[0], plot.y[1])
    };
    let name = ["value", "slope"][column];
    let id = format!("{name}{row}");
    for sides in [[plot.x[0], -SAMPLE_DISTANCE], [SAMPLE_DISTANCE, plot.x[1]]] {
        let half = Plot { x: sides, ..*plot };
        let curve: Vec<_> = half
            .curve(70, value)
            .iter()
            .enumerate()
            .map(|(k, place)| {
                let t = sides[0] + (sides[1] - sides[0]) * k as f64 / 70.0;
                [plot.place([t, 0.0])[0], place[1]]
            })
            .collect();
        d.line(&id, Ink::Noise, 2.0, curve);
    }
    let middle = plot.place([0.0, 0.0])[0];
    let bottom = plot.at[1] + plot.size[1];
    d.dashed("face", Ink::Accent, 1.5, vec![[middle, plot.at[1]], [middle, bottom]]);
    d.text(Ink::Accent, 11.0, [middle, bottom + 9.0], Anchor::Middle, "face");
    let what = ["value minus tangent", "change of the slope"][column];
    let head = format!("r² = {}: {what}", decimal(radius2, 2));
    d.text(Ink::Text, 11.0, [plot.at[0] - 30.0, plot.at[1] - 28.0], Anchor::Left, &head);
    let jump = jumps(c, radius2, face)[column];
    let ink = if jump.abs() < 1e-6 { Ink::Good } else { Ink::Bad };
    let at = ([plot.at[0] - 30.0, plot.at[1] - 11.0], Anchor::Left);
    let name = format!("jump_{name}{row}");
    d.number(&id, ink, at, Readout::new("jumps by ", &name, jump, 5));
}

/// Draws the true floor, and the wrong floor by truncation.
fn draw_floors(d: &mut Drawing) {
    let plot = Plot { at: [566.0, 60.0], size: [170.0, 270.0], x: [-3.4, 2.4], y: [-4.6, 2.6] };
    plot.draw_axes(d, [1.0, 1.0]);
    for k in -3..=2i32 {
        let x = f64::from(k);
        let ends = [x.max(plot.x[0]), (x + 1.0).min(plot.x[1])];
        d.line("right", Ink::Good, 3.0, ends.map(|end| plot.place([end, x])).to_vec());
        d.disc("right", Ink::Good, plot.place([x, x]), 4.0);
        let wrong = f64::from(wrong_floor(x));
        if wrong != x {
            d.circle("wrong", Ink::Bad, plot.place([x, wrong]), 5.0);
            d.dashed("wrong", Ink::Bad, 1.2, vec![plot.place([x, x]), plot.place([x, wrong])]);
        }
    }
    d.text(Ink::Good, 12.0, [566.0, 24.0], Anchor::Left, "● ⌊x⌋");
    d.text(Ink::Bad, 12.0, [630.0, 24.0], Anchor::Left, "○ (int)x − 1");
    let value = f64::from(wrong_floor(0.0));
    let at = ([566.0, 368.0], Anchor::Left);
    d.number(
        "wrong",
        Ink::Bad,
        at,
        Readout::new("the wrong floor of 0: ", "wrong_floor", value, 0),
    );
}

/// The wrong floor by truncation: too low by 1 for 0 and the whole numbers below.
fn wrong_floor(x: f64) -> i32 {
    if x > 0.0 { x as i32 } else { x as i32 - 1 }
}

fn formula(radius2: f64, jumps: [f64; 2]) -> Vec<Term> {
    let mut line = vec![Term::label("face", "r² = ")];
    line.push(Term::number("face", "radius2", radius2, 2).editing(Target::Control(RADIUS2)));
    line.extend(live_number(":  value jumps by ", "jump_value0", jumps[0], 5));
    line.extend(live_number(" (unscaled: ", "jump_unscaled", jumps[0] / SCALE[1], 7));
    line.extend(live_number("),  slope by ", "jump_slope0", jumps[1], 4));
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn simplex_noise_jumps_with_radius_six_tenths_but_not_half() {
        let mut max_jump = 0.0f64;
        for i in 0..200 {
            let point = [f64::from(i) * 0.31, f64::from(i) * 0.17];
            let trial = trial_of(&JUMP).at(point);
            let c = trial.context();
            let face = face(&c);
            let [value, slope] = jumps(&c, 0.5, &face);
            assert!(value.abs() < 1e-6 && slope.abs() < 1e-4, "{value} {slope}");
            let [value, _] = jumps(&c, 0.6, &face);
            max_jump = max_jump.max(value.abs());
            // The distance from the foot to its corner is the tetrahedron's altitude, √½.
            let (cell, _) = cell::<3>(&c, 0.6, face.foot);
            let is_foot = |corner: &orogen_noise::trace::CornerTrace| {
                (super::super::noise::squared_length(&corner.offset) - 0.5).abs() < 1e-9
            };
            assert!(cell.corners.iter().any(is_foot) || cell.corners.len() == 4);
        }
        assert!((1e-3..1e-2).contains(&max_jump), "{max_jump}");
        assert!(trial_of(&JUMP).value("jump_value0").abs() > 1e-4, "it is visible at once");
    }

    #[test]
    fn the_wrong_floor_is_wrong_at_whole_numbers_from_0_down() {
        assert_eq!([0.0, -1.0, -0.5, 0.5, 2.0].map(wrong_floor), [-1, -2, -1, 0, 2]);
    }
}
