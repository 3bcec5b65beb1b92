//! Writes the numbers of the chosen vertex.

use super::ground::{VertexGrid, to_eye};
use crate::relief::ReliefView;
use crate::screens::prelude::*;

/// The left edge of the numbers.
const TEXT_X: f64 = 500.0;

/// Writes the numbers of the chosen vertex that the current step explains.
pub(super) fn write_vertex(
    d: &mut Drawing,
    (ground, eye): (&VertexGrid, &ReliefView),
    chosen: [usize; 2],
    step: usize,
) {
    let vertex = ground.vertex(chosen);
    let mut lines = TextLines { d, y: 28.0 };
    let width = ground.width;
    let index = chosen[0] + width * chosen[1];
    let title = format!("vertex ({}, {}) of {width} × {width}", chosen[0], chosen[1]);
    lines.write_text("vertex", Ink::Text, &title);
    lines.write_number(
        "index",
        &format!("index: {} + {width}·{} = ", chosen[0], chosen[1]),
        index as f64,
        0,
    );
    if step >= 1 {
        let a = chosen[0].min(width - 2) + width * chosen[1].min(width - 2);
        let [b, c, e] = [a + 1, a + width, a + width + 1];
        lines.write_text("", Ink::Muted, &format!("its cell: a {a}, b {b}, c {c}, d {e}"));
        lines.write_text("abc", Ink::Text, &format!("triangle ({a}, {b}, {c})"));
        lines.write_text("bdc", Ink::Text, &format!("triangle ({b}, {e}, {c})"));
        let count = 2 * (width - 1) * (width - 1);
        lines.write_text("", Ink::Muted, &format!("{count} triangles in all"));
    }
    if step >= 2 {
        lines.write_number("z", "z = ", ground.z(vertex.bed_m), 4);
        let text = format!("clamped at the water, {}: ", decimal(ground.water(), 5));
        lines.write_number("clamped", &text, ground.surface_z(vertex), 4);
    }
    if step >= 3 {
        let [x, up, south] = vertex.normal;
        for (name, label, value) in
            [("nx", "normal x ", x), ("ny", "normal y ", south), ("nz", "normal z ", up)]
        {
            lines.write_number(name, label, value, 3);
        }
    }
    let light = ground.phong(vertex, to_eye(eye));
    let alpha = ground.alpha(vertex);
    if step >= 4 {
        lines.write_number("alpha", "mountain α = ", alpha, 3);
        lines.write_colour("material", light.material);
    }
    if step >= 5 {
        let ambient = ground.scene.view.params.light.ambient;
        lines.write_number("ambient", "ambient ", ambient, 3);
        lines.write_number("diffuse", "+ diffuse, n·l = ", light.n_dot_l.max(0.0), 3);
        let text = format!("+ specular, ({})^{} = ", decimal(light.r_dot_v, 3), light.shininess);
        lines.write_number("specular", &text, light.specular, 3);
        lines.write_number("intensity", "= light ", light.intensity, 3);
        lines.write_colour("colour", light.colour);
        d.formula = vec![vec![
            Term::label("colour", "colour"),
            Term::text(" = material × sun × ("),
            Term::number("ambient", "ambient", ambient, 2),
            Term::text(" + "),
            Term::number("diffuse", "diffuse", light.n_dot_l.max(0.0), 3),
            Term::text(" + "),
            Term::number("specular", "specular", light.specular, 3),
            Term::text(")"),
        ]];
    } else {
        d.formula = vec![vec![
            Term::label("index", "index"),
            Term::text(" = gx + width·gy = "),
            Term::number("index", "gx", chosen[0] as f64, 0).editing(Target::Control("mesh.gx")),
            Term::text(" + "),
            Term::number("index", "width", width as f64, 0).editing(Target::Control("mesh.grid")),
            Term::text("·"),
            Term::number("index", "gy", chosen[1] as f64, 0).editing(Target::Control("mesh.gy")),
            Term::text(" = "),
            Term::number("index", "index", index as f64, 0),
        ]];
    }
}

/// Lines of words and numbers from the top.
struct TextLines<'a> {
    d: &'a mut Drawing,
    y: f64,
}

impl TextLines<'_> {
    fn next_line(&mut self) -> Place {
        let at = [TEXT_X, self.y];
        self.y += 21.0;
        at
    }

    fn write_text(&mut self, id: &str, ink: Ink, text: &str) {
        let at = self.next_line();
        self.d.text(ink, 12.0, at, Anchor::Left, text).id = id.to_owned();
    }

    fn write_number(&mut self, name: &str, label: &str, value: f64, decimals: usize) {
        let at = self.next_line();
        let readout = Readout::new(label, name, value, decimals);
        self.d.number(name, Ink::Text, (at, Anchor::Left), readout);
    }

    fn write_colour(&mut self, id: &str, rgb: [f64; 3]) {
        let at = self.next_line();
        let [r, g, b] = rgb.map(|x| (255.0 * x).round() as u8);
        self.d.rect(id, Ink::Rgb([r, g, b]), [at[0], at[1] - 8.0], [28.0, 16.0]);
        let text = format!("{id}: {r}, {g}, {b}");
        self.d.text(Ink::Text, 12.0, [at[0] + 38.0, at[1]], Anchor::Left, &text);
    }
}
