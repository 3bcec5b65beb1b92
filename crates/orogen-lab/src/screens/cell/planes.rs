//! The corners' four tilted planes, and the surface that blends them, seen from the side.

use super::corners::{SUBSCRIPTS, corner_name, no_square_cells, square_cell, unit_corner};
use crate::common_shapes;
use crate::screens::prelude::*;
use orogen_noise::trace::CellTrace;
use orogen_noise::{Fade, Noise, NoiseSpec};

pub(super) static PLANES: FigureRow = FigureRow {
    name: "planes",
    screen: Screen::Cell,
    title: "Four tilted planes",
    question: "What does an arrow do to the land?",
    steps: &[
        "An arrow tilts a plane through its corner. The pin at p shows the height of that plane \
         there: the corner's influence.",
        "Each corner has a plane, so the pin at p shows four heights.",
        "Blended linearly, they make one surface, which touches each corner's plane at that \
         corner.",
        "With the fade, the surface leaves each corner along its plane and passes smoothly into \
         the next cell.",
    ],
    reproduces: &[("E1", 3)],
    controls: &[
        Control::choice(
            "planes.corner",
            "Corner",
            &["00", "10", "01", "11"],
            "The corner whose plane the first step shows.",
        ),
        Control::number("planes.turn", "Turn", (-60.0, 24.0, 60.0), "Turns the view, in degrees."),
        Control::recipe("noise.fade"),
    ],
    code: &[
        "let plane = |c: Corner| c.gradient.dot(p - c.place);",
        "let below = mix(plane(c00), plane(c10), fade(u));",
        "let above = mix(plane(c01), plane(c11), fade(u));",
        "let height = mix(below, above, fade(v));",
    ],
    draw,
    challenge: Challenge {
        task: "Find a p at which two of the four planes have the same height, to within 0.01.",
        hint: "Two planes cross in a line: move p to where two discs on the pin meet.",
        is_solved: |c| {
            let Some(cell) = square_cell(c) else { return false };
            let heights: Vec<f64> = cell.corners.iter().map(|corner| corner.influence).collect();
            let pairs = (0..4).flat_map(|i| (0..i).map(move |j| (i, j)));
            pairs.into_iter().any(|(i, j)| (heights[i] - heights[j]).abs() < 0.01)
        },
    },
};

/// The length in points of a cell's side, and of a unit of height.
const SIDE: f64 = 230.0;
const HEIGHT: f64 = 62.0;
const MIDDLE: Place = [290.0, 230.0];

/// The place in the picture of a point above the cell.
fn project([u, v]: [f64; 2], height: f64, turn_rad: f64) -> Place {
    let (x, y, height) = (u - 0.5, v - 0.5, height.clamp(-2.2, 2.2));
    let (sin, cos) = turn_rad.sin_cos();
    let (right, back) = (cos * x - sin * y, sin * x + cos * y);
    [MIDDLE[0] + SIDE * right, MIDDLE[1] - 0.52 * SIDE * back - HEIGHT * height]
}

/// The influence of a corner at a place of the cell.
fn height(noise: &Noise, low: [f64; 2], corner: usize, at: [f64; 2]) -> f64 {
    // Stays just inside the cell: its right and upper sides belong to the next cell.
    let p = [0, 1].map(|axis| low[axis] + at[axis].min(1.0 - 1e-9));
    let trace = noise.trace(&p);
    first_cell(&trace).and_then(|cell| cell.corners.get(corner)).map_or(0.0, |c| c.influence)
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(720.0, 460.0);
    let (Some(cell), Some(noise)) = (square_cell(c), c.octave_in_cells(2)) else {
        return no_square_cells(d, c);
    };
    let (step, turn_rad) = (c.step(), c.value("planes.turn").to_radians());
    let low = [cell.cell[0] as f64, cell.cell[1] as f64];
    let base = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    d.polygon("cell", Ink::Card, base.map(|at| project(at, 0.0, turn_rad)).to_vec());
    let mut outline = base.map(|at| project(at, 0.0, turn_rad)).to_vec();
    outline.push(outline[0]);
    d.line("cell", Ink::Axis, 1.2, outline);
    let chosen_corner = c.integer("planes.corner");
    let visible_corners = (0..4).filter(|corner| step > 0 || *corner == chosen_corner);
    if step >= 2 {
        let fade = if step == 2 { Fade::Linear } else { c.spec().fade };
        let spec = NoiseSpec { fade, ..noise.spec().clone() };
        if let Ok(noise) = spec.build(2) {
            draw_surface(&mut d, &noise, low, turn_rad);
        }
    }
    for corner in visible_corners {
        let id = format!("n{}", corner_name(corner));
        let ink = Ink::Corner(corner as u8);
        let places = base.map(|at| project(at, height(&noise, low, corner, at), turn_rad)).to_vec();
        let opacity = if step >= 2 { 0.06 } else { 0.22 };
        d.polygon(&id, ink, places.clone()).scale_opacity(opacity);
        let mut rim = places;
        rim.push(rim[0]);
        d.line(&id, ink, if step >= 2 { 0.8 } else { 1.6 }, rim);
        let at = project(unit_corner(corner), 0.0, turn_rad);
        d.disc(&id, ink, at, 4.5);
        let [right, up] = unit_corner(corner);
        let label = [at[0] + 26.0 * (right - 0.5), at[1] - 22.0 * (up - 0.5) + 4.0];
        d.text(Ink::Text, 12.0, label, Anchor::Middle, &corner_name(corner));
    }
    draw_pin(&mut d, &cell, (step, chosen_corner, turn_rad));
    draw_turn_handle(&mut d);
    finish_in_cells(d, c, &[0, 0, 3, 3])
}

/// Draws the noise over the cell, from back to front.
fn draw_surface(d: &mut Drawing, noise: &Noise, low: [f64; 2], turn_rad: f64) {
    const PATCHES: usize = 18;
    let at = |i: usize, j: usize| [i as f64 / PATCHES as f64, j as f64 / PATCHES as f64];
    let value = |[u, v]: [f64; 2]| noise.sample2([low[0] + u, low[1] + v], 0.0);
    for j in (0..PATCHES).rev() {
        for k in 0..PATCHES {
            // The rotation of the view decides if the left or the right column lies further back.
            let i = if turn_rad < 0.0 { k } else { PATCHES - 1 - k };
            let corners = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            let heights = corners.map(value);
            let places = [0, 1, 2, 3].map(|n| project(corners[n], heights[n], turn_rad)).to_vec();
            let per_cell = PATCHES as f64;
            let slope =
                [(heights[1] - heights[0]) * per_cell, (heights[3] - heights[0]) * per_cell];
            d.polygon(
                "noise",
                Ink::Rgb(common_shapes::hillshade(slope.map(|s| 0.4 * s), 0.6)),
                places,
            );
        }
    }
}

/// Draws a pin at p with the heights of the planes and of the surface.
fn draw_pin(
    d: &mut Drawing,
    cell: &CellTrace,
    (step, chosen_corner, turn_rad): (usize, usize, f64),
) {
    let at = [cell.fraction[0], cell.fraction[1]];
    let ground_place = project(at, 0.0, turn_rad);
    let mut heights: Vec<_> = cell
        .corners
        .iter()
        .enumerate()
        .filter(|(index, _)| step > 0 || *index == chosen_corner)
        .map(|(index, corner)| {
            let label = format!("n{} = ", SUBSCRIPTS[index]);
            (format!("n{}", corner_name(index)), label, Ink::Corner(index as u8), corner.influence)
        })
        .collect();
    if step == 3 {
        let noise = cell.blends[2].result;
        heights.push(("noise".to_owned(), "noise = ".to_owned(), Ink::Noise, noise));
    }
    let ends = heights.iter().map(|(.., height)| *height).chain([0.0]);
    let (low, high) = ends.fold((0.0, 0.0), |(low, high): (f64, f64), z| (low.min(z), high.max(z)));
    let stem = vec![project(at, low, turn_rad), project(at, high, turn_rad)];
    d.line("p", Ink::Point, 2.0, stem);
    for (row, (id, label, ink, value)) in heights.iter().enumerate() {
        d.disc(id, *ink, project(at, *value, turn_rad), 5.0);
        let readout = Readout::new(label, id, *value, 3);
        d.number(id, *ink, ([590.0, 120.0 + 24.0 * row as f64], Anchor::Left), readout);
    }
    d.circle("p", Ink::Point, ground_place, 6.0);
    // The axes of the rotated view are close enough to the screen's axes for a drag.
    d.handles
        .push(Handle::point(ground_place, [SIDE * turn_rad.cos(), -0.52 * SIDE * turn_rad.cos()]));
}

fn draw_turn_handle(d: &mut Drawing) {
    let at = [600.0, 420.0];
    d.circle("turn", Ink::Accent, at, 8.0);
    d.text(Ink::Muted, 12.0, [616.0, 420.0], Anchor::Left, "drag to turn");
    let target = Target::Control("planes.turn");
    d.handles.push(Handle::new("turn", "the view", at).along_x(target, 0.5));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn planes_pass_through_the_pins_heights() {
        let trial = trial_of(&PLANES);
        let c = trial.context();
        let (d, noise) = (c.draw(), c.single_octave(2).unwrap());
        let expected = [1.0, 0.3, 1.4, 0.7];
        for (corner, value) in expected.into_iter().enumerate() {
            let drawn = d.value(&format!("n{}", corner_name(corner))).unwrap();
            assert!((drawn - value).abs() < 1e-12);
            assert!((height(&noise, [1.0, 2.0], corner, [0.7, 0.3]) - value).abs() < 1e-9);
            // A plane has height 0 at its own corner.
            assert!(height(&noise, [1.0, 2.0], corner, unit_corner(corner)).abs() < 1e-6);
        }
        assert_eq!(d.value("noise"), Some(noise.sample(&[1.7, 2.3])));
    }
}
