//! A cell in seven small pictures, like a slide of a computer-graphics course.

use super::corners::{gradient, no_square_cells, square_cell, unit_corner};
use crate::common_shapes;
use crate::screens::prelude::*;
use orogen_noise::trace::CellTrace;

pub(super) static SLIDE: FigureRow = FigureRow {
    name: "slide",
    screen: Screen::Cell,
    title: "Noise in seven pictures",
    question: "What are the seven stages of Perlin noise?",
    steps: &[
        "1: A grid, and a point p in it.",
        "2: The cell of p, y upwards: its corners are at x₀ and x₁, y₀ and y₁.",
        "3: Each corner has a gradient.",
        "4: The vectors a, b, c, d go from the corners to p.",
        "5: Their dot products with the gradients are s, t, u, v. Mixed along x they make st on the \
         bottom edge and uv on the top edge, both at p's x.",
        "6: The fade says how far p has gone, f(x) along x and f(y) along y.",
        "7: mix(st, uv, f(y)) is the noise.",
    ],
    reproduces: &[("C9", 6)],
    controls: &[Control::recipe("noise.fade")],
    code: &[
        "let (s, t) = (g00.dot(a), g10.dot(b));",
        "let (u, v) = (g01.dot(c), g11.dot(d));",
        "let st = mix(s, t, f(x));",
        "let uv = mix(u, v, f(x));",
        "let noise = mix(st, uv, f(y));",
    ],
    draw,
    challenge: Challenge {
        task: "Move p until st and uv have different signs.",
        hint: "Watch the two stars in the fifth picture.",
        is_solved: |c| {
            square_cell(c).is_some_and(|cell| cell.blends[0].result * cell.blends[1].result < -1e-4)
        },
    },
};

const SIDE: f64 = 150.0;

/// The lower left corner of a small picture's square.
fn corner(pane: usize) -> Place {
    let (column, row) = (pane % 4, pane / 4);
    [34.0 + 184.0 * column as f64, 180.0 + 224.0 * row as f64]
}

/// The place of a point of the cell in a small picture. A margin leaves room for arrows.
fn place(pane: usize, [u, v]: [f64; 2]) -> Place {
    let [x, y] = corner(pane);
    let (margin, side) = (0.19 * SIDE, 0.62 * SIDE);
    [x + margin + side * u, y - margin - side * v]
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 452.0);
    let Some(cell) = square_cell(c) else {
        return no_square_cells(d, c);
    };
    let step = c.step();
    let titles = ["1 grid", "2 cell", "3 gradients", "4 vectors", "5 products", "6 fade", "7 mix"];
    for (pane, title) in titles.iter().enumerate().take(step + 1) {
        let [x, y] = corner(pane);
        let is_current = pane == step;
        d.rect("", Ink::Card, [x - 6.0, y - SIDE - 6.0], [SIDE + 12.0, SIDE + 12.0]);
        let ink = if is_current { Ink::Accent } else { Ink::Muted };
        d.text(ink, 12.0, [x + 0.5 * SIDE, y - SIDE - 17.0], Anchor::Middle, title);
    }
    draw_grid(&mut d, &cell);
    for pane in [1, 2, 3, 4, 6].into_iter().filter(|pane| *pane <= step) {
        draw_square(&mut d, &cell, pane);
    }
    if step >= 2 {
        draw_gradients(&mut d, &cell);
    }
    if step >= 3 {
        draw_vectors(&mut d, &cell);
    }
    if step >= 4 {
        draw_products(&mut d, &cell);
    }
    if step >= 5 {
        draw_fade(&mut d, c, &cell);
    }
    if step >= 6 {
        draw_mix(&mut d, &cell);
    }
    finish_in_cells(d, c, &[0, 0, 0, 0, 3, 3, 4])
}

/// Draws the first picture: 4 × 4 cells around p's cell.
fn draw_grid(d: &mut Drawing, cell: &CellTrace) {
    let [x, y] = corner(0);
    let side = SIDE / 4.0;
    d.rect("cell", Ink::Accent, [x + side, y - 2.0 * side], [side, side]).scale_opacity(0.25);
    for i in 0..=4 {
        let t = side * f64::from(i);
        d.line("grid", Ink::Axis, 1.0, vec![[x + t, y], [x + t, y - SIDE]]);
        d.line("grid", Ink::Axis, 1.0, vec![[x, y - t], [x + SIDE, y - t]]);
    }
    let p = [x + side * (1.0 + cell.fraction[0]), y - side * (1.0 + cell.fraction[1])];
    d.disc("p", Ink::Point, p, 5.0);
    d.handles.push(Handle::point(p, [side, -side]));
}

fn draw_square(d: &mut Drawing, cell: &CellTrace, pane: usize) {
    for t in [0.0, 1.0] {
        d.line("cell", Ink::Axis, 1.2, vec![place(pane, [t, -0.1]), place(pane, [t, 1.1])]);
        d.line("cell", Ink::Axis, 1.2, vec![place(pane, [-0.1, t]), place(pane, [1.1, t])]);
    }
    let p = place(pane, [cell.fraction[0], cell.fraction[1]]);
    if pane == 1 {
        for (index, (x, y)) in [("x₀", "y₀"), ("x₁", "y₁")].into_iter().enumerate() {
            let t = index as f64;
            let [below, left] = [place(1, [t, 0.0]), place(1, [0.0, t])];
            d.text(Ink::Text, 12.0, [below[0], below[1] + 19.0], Anchor::Middle, x);
            d.text(Ink::Text, 12.0, [left[0] - 12.0, left[1]], Anchor::Right, y);
        }
    }
    if pane != 6 {
        d.disc("p", Ink::Point, p, 5.0);
        d.handles.push(Handle::point(p, [0.62 * SIDE, -0.62 * SIDE]));
    }
}

fn draw_gradients(d: &mut Drawing, cell: &CellTrace) {
    for (index, trace) in cell.corners.iter().enumerate() {
        let from = place(2, unit_corner(index));
        if let Some([x, y]) = gradient(trace) {
            let length = 0.17 * SIDE;
            let to = [from[0] + length * x, from[1] - length * y];
            d.arrow(&format!("g{index}"), Ink::Gradient, 2.0, from, to);
        }
    }
}

const VECTORS: [&str; 4] = ["a", "b", "c", "d"];
const PRODUCTS: [&str; 4] = ["s", "t", "u", "v"];

fn draw_vectors(d: &mut Drawing, cell: &CellTrace) {
    let p = place(3, [cell.fraction[0], cell.fraction[1]]);
    for (index, name) in VECTORS.into_iter().enumerate() {
        let from = place(3, unit_corner(index));
        d.arrow(name, Ink::Offset, 1.5, from, p);
        let [right, up] = unit_corner(index);
        let x = from[0] + if right == 0.0 { -11.0 } else { 11.0 };
        let y = from[1] + if up == 0.0 { 11.0 } else { -11.0 };
        d.text(Ink::Offset, 12.0, [x, y], Anchor::Middle, name);
    }
}

/// Draws dots at the corners, stars on the edges, and their numbers at the right.
fn draw_products(d: &mut Drawing, cell: &CellTrace) {
    for (index, name) in PRODUCTS.into_iter().enumerate() {
        let value = cell.corners[index].influence;
        let at = place(4, unit_corner(index));
        d.disc(name, Ink::of_sign(value), at, 6.0);
        let [right, up] = unit_corner(index);
        let x = at[0] + if right == 0.0 { -13.0 } else { 13.0 };
        let y = at[1] + if up == 0.0 { 10.0 } else { -10.0 };
        d.text(Ink::of_sign(value), 12.0, [x, y], Anchor::Middle, name);
        write_number(d, index, (name, value));
    }
    for (index, (name, v)) in [("st", 0.0), ("uv", 1.0)].into_iter().enumerate() {
        let value = cell.blends[index].result;
        let at = place(4, [cell.fraction[0], v]);
        common_shapes::star(d, name, Ink::of_sign(value), at, 8.0);
        let y = at[1] + if v == 0.0 { 15.0 } else { -15.0 };
        d.text(Ink::of_sign(value), 12.0, [at[0], y], Anchor::Middle, name);
        write_number(d, 4 + index, (name, value));
    }
}

/// Writes a number of the list at the right, with its sign.
fn write_number(d: &mut Drawing, row: usize, (name, value): (&str, f64)) {
    let label = format!("{name} = {}", if value < 0.0 { "" } else { "+" });
    let at = [600.0, 272.0 + 22.0 * row as f64];
    d.number(name, Ink::of_sign(value), (at, Anchor::Left), Readout::new(&label, name, value, 4));
}

fn draw_fade(d: &mut Drawing, c: &Context, cell: &CellTrace) {
    let [x, y] = corner(5);
    let (margin, side) = (0.14 * SIDE, 0.72 * SIDE);
    let at = [x + margin, y - SIDE + margin];
    let plot = Plot { at, size: [side; 2], x: [0.0, 1.0], y: [0.0, 1.0] };
    d.line("", Ink::Axis, 1.0, vec![plot.place([0.0, 0.0]), plot.place([1.0, 0.0])]);
    d.line("", Ink::Axis, 1.0, vec![plot.place([0.0, 0.0]), plot.place([0.0, 1.0])]);
    let fade = c.spec().fade;
    d.line("fade", Ink::Noise, 2.0, plot.curve(80, |t| fade.value(t).clamp(0.0, 1.0)));
    for (axis, name) in ["x", "y"].into_iter().enumerate() {
        let (t, f) = (cell.fraction[axis], cell.fades[axis]);
        let curve_place = plot.place([t, f.clamp(0.0, 1.0)]);
        d.dashed(name, Ink::Muted, 1.0, vec![plot.place([t, 0.0]), curve_place]);
        d.disc(name, Ink::Accent, curve_place, 4.0);
        let below = plot.place([t, 0.0]);
        let shift =
            10.0 + if axis == 1 && (cell.fraction[0] - t).abs() < 0.1 { -20.0 } else { 0.0 };
        d.text(Ink::Text, 12.0, [below[0], below[1] + shift], Anchor::Middle, name);
        let at = [600.0 + 80.0 * axis as f64, 272.0 + 22.0 * 6.0];
        let label = format!("f({name}) = ");
        let id = format!("fade_{name}");
        d.number(name, Ink::Accent, (at, Anchor::Left), Readout::new(&label, &id, f, 3));
    }
}

fn draw_mix(d: &mut Drawing, cell: &CellTrace) {
    let [u, v] = [cell.fraction[0], cell.fraction[1]];
    let noise = cell.blends[2].result;
    d.line("noise", Ink::Noise, 2.0, vec![place(6, [u, 0.0]), place(6, [u, 1.0])]);
    for (index, (name, at)) in [("st", [u, 0.0]), ("uv", [u, 1.0])].into_iter().enumerate() {
        let ink = Ink::of_sign(cell.blends[index].result);
        common_shapes::star(d, name, ink, place(6, at), 8.0);
        let [x, y] = place(6, at);
        d.text(ink, 12.0, [x, y + if index == 0 { 15.0 } else { -15.0 }], Anchor::Middle, name);
    }
    let p = place(6, [u, v]);
    common_shapes::star(d, "noise", Ink::Noise, p, 10.0);
    d.handles.push(Handle::point(p, [0.62 * SIDE, -0.62 * SIDE]));
    let at = [600.0, 272.0 + 22.0 * 7.0];
    d.number("noise", Ink::Noise, (at, Anchor::Left), Readout::new("noise = ", "noise", noise, 5));
    let [st, uv] = [0, 1].map(|i| cell.blends[i].result);
    d.formula = vec![vec![
        Term::label("noise", "noise"),
        Term::text(" = mix(st, uv, f(y)) = mix("),
        Term::number("st", "st", st, 4),
        Term::text(", "),
        Term::number("uv", "uv", uv, 4),
        Term::text(", "),
        Term::number("y", "fade_y", cell.fades[1], 4),
        Term::text(") = "),
        Term::number("noise", "noise", noise, 5),
    ]];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn the_numbers_match_the_courses_example() {
        let course = trial_of(&SLIDE).with("noise.permutation", "p289");
        let d = course.with("noise.gradients", "12").draw();
        let expected = [
            ("s", 0.7),
            ("t", 0.3),
            ("u", 0.7),
            ("v", -0.3),
            ("st", 0.365232),
            ("uv", -0.13692),
            ("noise", 0.28334105184),
            ("fade_x", 0.83692),
            ("fade_y", 0.16308),
        ];
        for (name, value) in expected {
            assert!((d.value(name).unwrap() - value).abs() < 1e-9, "{name} {:?}", d.value(name));
        }
    }
}
