//! A mesh explained at a vertex: indices, triangles, height, normal, material, light.

use super::ground::{VertexGrid, to_eye};
use super::words::write_vertex;
use crate::relief::{Face, Net, ReliefView, Solid, shade_face};
use crate::screens::prelude::*;

pub(super) static MESH: FigureRow = FigureRow {
    name: "mesh",
    screen: Screen::Mesh,
    title: "From heights to a mesh",
    question: "How do heights become triangles that a graphics card can draw?",
    steps: &[
        "A grid of vertices, numbered row by row: index = gx + width·gy. A dot marks the chosen \
         vertex.",
        "Four neighbours make two triangles, (a, b, c) and (b, d, c), both anticlockwise from \
         above. Only the list of indices connects the vertices.",
        "The noise lifts each vertex. A vertex below the water level is raised to it.",
        "A normal is perpendicular to the land. It follows from the heights of the four \
         neighbours: (west − east, 2·spacing, south − north), scaled to length 1. Water is level.",
        "The material: water below its level; above it grass turns to mountain, α = 2·(z − water) \
         in the exercise.",
        "Phong's light: a constant (ambient), the cosine of the angle between sun and normal \
         (diffuse), and the reflected sun (specular), which only smooth materials focus to a \
         spot.",
    ],
    reproduces: &[("C12", 5)],
    controls: &[
        Control::integer("mesh.grid", "Grid", (2, 12, 96), "Vertices on a side."),
        Control::integer("mesh.gx", "Vertex gx", (0, 6, 95), "The chosen vertex's column."),
        Control::integer("mesh.gy", "Vertex gy", (0, 7, 95), "The chosen vertex's row."),
        Control::toggle("mesh.wire", "Wireframe", false, "Draws only the triangles' sides."),
        Control::choice(
            "mesh.land",
            "Land",
            &["exercise", "own"],
            "The exercise's land, or this land around p.",
        ),
        Control::choice(
            "mesh.edition",
            "Heights",
            &["half", "quarter"],
            "The exercise's z: ½·fBm or ¼·fBm.",
        ),
        Control::number("mesh.turn", "Turn", (-180.0, 25.0, 180.0), "Turns the land, in degrees."),
        Control::number(
            "mesh.tilt",
            "Tilt",
            (8.0, 38.0, 85.0),
            "The height of the view above the horizon, in degrees.",
        ),
    ],
    code: &[
        "for (gx, gy) in grid(width) {",
        "    let z = 0.5 * fbm(gx as f64 / n - 0.5, gy as f64 / n - 0.5);",
        "    positions.push([x, z.max(WATER), y]);",
        "    normals.push(normalize([west - east, 2.0 * s, ",
        "        south - north]));",
        "}",
        "for (gx, gy) in grid(width - 1) {",
        "    let a = gx + width * gy;",
        "    let (b, c, d) = (a + 1, a + width, a + width + 1);",
        "    indices.extend([a, b, c, b, d, c]);",
        "}",
        "m * sun * (ambient + n_l.max(0.0) + r_v.powf(shininess))",
    ],
    draw,
    challenge: Challenge {
        task: "Choose a vertex that lies under the water.",
        hint: "Its z is below the water's level: look for the level parts.",
        is_solved: |c| {
            VertexGrid::of(c).is_some_and(|ground| {
                let vertex = ground.vertex(chosen_vertex(c, &ground));
                vertex.bed_m < ground.scene.recipe.world.sea_level_m
            })
        },
    },
};

fn chosen_vertex(c: &Context, ground: &VertexGrid) -> [usize; 2] {
    ["mesh.gx", "mesh.gy"].map(|key| c.integer(key).min(ground.width - 1))
}

fn eye(c: &Context) -> ReliefView {
    let (turn_deg, tilt_deg) = (c.value("mesh.turn"), c.value("mesh.tilt"));
    ReliefView { middle: [240.0, 222.0], scale: 300.0, rise: 300.0, turn_deg, tilt_deg }
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 500.0);
    let step = c.step();
    d.caption = c.row.steps[step].to_owned();
    d.code_line = Some([0, 9, 2, 3, 11, 11][step]);
    let Some(ground) = VertexGrid::of(c) else {
        d.text(Ink::Muted, 14.0, [380.0, 250.0], Anchor::Middle, "This recipe makes no land.");
        return d;
    };
    let (eye, chosen) = (eye(c), chosen_vertex(c, &ground));
    draw_surface(&mut d, c, &ground, &eye);
    draw_vertex(&mut d, (&ground, &eye), chosen, step);
    draw_plan(&mut d, &ground, chosen);
    draw_knob(&mut d);
    write_vertex(&mut d, (&ground, &eye), chosen, step);
    d
}

/// The height of a vertex at a step; 0 before the third step.
fn height(ground: &VertexGrid, at: [usize; 2], step: usize) -> f64 {
    if step < 2 { 0.0 } else { ground.surface_z(ground.vertex(at)) }
}

fn place(ground: &VertexGrid, eye: &ReliefView, at: [usize; 2], step: usize) -> Place {
    let fraction = at.map(|i| i as f64 / (ground.width - 1) as f64 - 0.5);
    eye.place([fraction[0], fraction[1], height(ground, at, step)])
}

fn draw_surface(d: &mut Drawing, c: &Context, ground: &VertexGrid, eye: &ReliefView) {
    let step = c.step();
    let cells = ground.width - 1;
    let corner = |i: usize| [i % ground.width, i / ground.width];
    let heights = (0..ground.width * ground.width).map(|i| height(ground, corner(i), step));
    let solid = Solid { cells, side: 1.0, heights: heights.collect() };
    let eye_direction = to_eye(eye);
    let colours: Vec<[f64; 3]> = match step {
        0..=3 => vec![[0.80, 0.80, 0.78]; ground.vertices.len()],
        4 => ground.vertices.iter().map(|v| ground.phong(*v, eye_direction).material).collect(),
        _ => ground.vertices.iter().map(|v| ground.phong(*v, eye_direction).colour).collect(),
    };
    let ink = |face: &Face| {
        let [i, j] = face.cell;
        let corners = [[i, j], [i + 1, j], [i, j + 1], [i + 1, j + 1]];
        let mean = |channel: usize| {
            0.25 * corners.map(|[x, y]| colours[x + ground.width * y][channel]).iter().sum::<f64>()
        };
        let mean = [0, 1, 2].map(mean);
        match step {
            4 | 5 => Ink::Rgb(mean.map(|x| (255.0 * x).round() as u8)),
            _ => shade_face(face, mean),
        }
    };
    if c.is_on("mesh.wire") {
        return draw_lines(d, (ground, eye), step);
    }
    let is_net = step < 4 && ground.width <= 33;
    let net = Net { spacing: usize::from(is_net), diagonals: is_net && step >= 1 };
    solid.draw(d, (eye, "surface"), net, ink);
}

/// Draws the sides of all triangles; before the second step, only the grid.
fn draw_lines(d: &mut Drawing, (ground, eye): (&VertexGrid, &ReliefView), step: usize) {
    let n = ground.width;
    let row = |at: &dyn Fn(usize) -> [usize; 2]| -> Vec<Place> {
        (0..n).map(|i| place(ground, eye, at(i), step)).collect()
    };
    for j in 0..n {
        d.line("surface", Ink::Axis, 0.6, row(&|i| [i, j])).scale_opacity(0.6);
        d.line("surface", Ink::Axis, 0.6, row(&|i| [j, i])).scale_opacity(0.6);
    }
    if step >= 1 {
        // The diagonals from b to c of cells on a diagonal of the grid join into a line.
        for sum in 1..2 * n - 2 {
            let first_x = sum.saturating_sub(n - 1);
            let line = (first_x..=sum.min(n - 1)).map(|x| place(ground, eye, [x, sum - x], step));
            d.line("surface", Ink::Axis, 0.6, line.collect()).scale_opacity(0.6);
        }
    }
}

/// Draws the chosen vertex, its cell's triangles and indices, and its normal.
fn draw_vertex(
    d: &mut Drawing,
    (ground, eye): (&VertexGrid, &ReliefView),
    chosen: [usize; 2],
    step: usize,
) {
    let vertex_place = place(ground, eye, chosen, step);
    let cell = chosen.map(|i| i.min(ground.width - 2));
    let corners = [[0, 0], [1, 0], [0, 1], [1, 1]].map(|[x, y]| [cell[0] + x, cell[1] + y]);
    let [a, b, c, e] = corners.map(|corner| place(ground, eye, corner, step));
    if step >= 1 {
        d.polygon("abc", Ink::Corner(3), vec![a, b, c]).scale_opacity(0.75);
        d.polygon("bdc", Ink::Corner(0), vec![b, e, c]).scale_opacity(0.75);
        for (name, [x, y], [dx, dy]) in [
            ("a", a, [15.0, 11.0]),
            ("b", b, [14.0, 3.0]),
            ("c", c, [-10.0, -6.0]),
            ("d", e, [9.0, -9.0]),
        ] {
            d.disc("", Ink::Paper, [x + dx, y + dy], 8.0).scale_opacity(0.8);
            d.text(Ink::Text, 12.0, [x + dx, y + dy], Anchor::Middle, name);
        }
    }
    if step >= 3 {
        let [x, up, south] = ground.vertex(chosen).normal;
        let fraction = chosen.map(|i| i as f64 / (ground.width - 1) as f64 - 0.5);
        let z = height(ground, chosen, step);
        let tip = eye.place([fraction[0] + 0.2 * x, fraction[1] + 0.2 * south, z + 0.2 * up]);
        d.arrow("normal", Ink::Gradient, 2.5, vertex_place, tip);
    }
    d.circle("vertex", Ink::Paper, vertex_place, 8.0);
    d.disc("vertex", Ink::Point, vertex_place, 5.0);
}

/// Draws the grid from above, on which the user moves the chosen vertex.
fn draw_plan(d: &mut Drawing, ground: &VertexGrid, chosen: [usize; 2]) {
    const SIDE: f64 = 104.0;
    const CORNER: Place = [16.0, 484.0];
    let cells = (ground.width - 1) as f64;
    d.rect("", Ink::Card, [CORNER[0], CORNER[1] - SIDE], [SIDE; 2]);
    let stride = ground.width.div_ceil(33);
    for i in (0..ground.width).step_by(stride) {
        let t = SIDE * i as f64 / cells;
        let (x, y) = (CORNER[0] + t, CORNER[1] - t);
        d.line("", Ink::Grid, 0.7, vec![[x, CORNER[1] - SIDE], [x, CORNER[1]]]);
        d.line("", Ink::Grid, 0.7, vec![[CORNER[0], y], [CORNER[0] + SIDE, y]]);
    }
    let place =
        [CORNER[0] + SIDE * chosen[0] as f64 / cells, CORNER[1] - SIDE * chosen[1] as f64 / cells];
    d.disc("vertex", Ink::Point, place, 5.0);
    d.handles.push(
        Handle::new("vertex", "the chosen vertex", place)
            .along_x(Target::Control("mesh.gx"), cells / SIDE)
            .along_y(Target::Control("mesh.gy"), -cells / SIDE),
    );
    let above = [CORNER[0] + 0.5 * SIDE, CORNER[1] - SIDE - 9.0];
    d.text(Ink::Muted, 11.0, above, Anchor::Middle, "from above");
}

fn draw_knob(d: &mut Drawing) {
    let at = [330.0, 476.0];
    d.circle("turn", Ink::Axis, at, 8.0);
    d.disc("turn", Ink::Axis, at, 2.5);
    d.text(Ink::Muted, 11.0, [at[0] + 14.0, at[1]], Anchor::Left, "turn and tilt");
    d.handles.push(
        Handle::new("turn", "turn and tilt", at)
            .along_x(Target::Control("mesh.turn"), 0.5)
            .along_y(Target::Control("mesh.tilt"), 0.5),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{State, teaching_scene};
    use orogen_noise::texture;
    use orogen_terrain::shading::{ShadedPoint, phong};

    fn state(grid: f64, at: [f64; 2]) -> State {
        let mut state = State::of(&MESH);
        state.set(&MESH, "mesh.grid", grid);
        state.set(&MESH, "mesh.gx", at[0]);
        state.set(&MESH, "mesh.gy", at[1]);
        state
    }

    #[test]
    fn heights_and_water_match_the_exercise() {
        let scene = teaching_scene();
        let fbm = texture::exercise().build(2).unwrap();
        for grid in [2.0f64, 5.0, 65.0, 66.0, 96.0] {
            let last = grid - 1.0;
            for at in [[0.0, 0.0], [last, 0.0], [(last / 3.0).floor(), (last / 2.0).floor()]] {
                let state = state(grid, at);
                let d = Context::new(&scene, &state, &MESH).unwrap().draw();
                let p = at.map(|i| i / last - 0.5);
                let wanted = 0.5 * fbm.sample2(p, 0.0);
                let z = d.value("z").unwrap();
                assert!((z - wanted).abs() < 2e-5, "{grid} {at:?}: {z} {wanted}");
                assert_eq!(d.value("clamped").unwrap(), z.max(-0.03125));
                assert_eq!(d.value("index").unwrap(), at[0] + grid * at[1]);
            }
        }
    }

    #[test]
    fn colours_match_the_shading_of_the_land() {
        let scene = teaching_scene();
        for at in [[3.0, 4.0], [0.0, 11.0], [9.0, 2.0]] {
            let state = state(16.0, at);
            let c = Context::new(&scene, &state, &MESH).unwrap();
            let ground = VertexGrid::of(&c).unwrap();
            let vertex = ground.vertex(at.map(|i| i as usize));
            let to_eye = to_eye(&eye(&c));
            let length: f64 = to_eye.iter().map(|x| x * x).sum();
            assert!((length - 1.0).abs() < 1e-12);
            let point = ShadedPoint { bed_m: vertex.bed_m, normal: vertex.normal, to_eye };
            let wanted = phong(&ground.scene.recipe, &ground.scene.view.params, &point);
            assert_eq!(ground.phong(vertex, to_eye).colour, wanted);
            // α = 2·(z − water) above the water.
            let z = ground.z(vertex.bed_m);
            let alpha = (2.0 * (z + 0.03125)).clamp(0.0, 1.0);
            let shown = c.draw().value("alpha").unwrap();
            assert!((shown - alpha).abs() < 1e-12, "{shown} {alpha}");
        }
    }

    #[test]
    fn some_vertices_are_under_water() {
        let scene = teaching_scene();
        let is_solved = |state: &State| {
            (MESH.challenge.is_solved)(&Context::new(&scene, state, &MESH).unwrap())
        };
        let all = (0..256).map(|i| [f64::from(i % 16), f64::from(i / 16)]);
        let wet = all.filter(|at| is_solved(&state(16.0, *at))).count();
        assert!((10..200).contains(&wet), "{wet} of 256 are under water");
    }
}
