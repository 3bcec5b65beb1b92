//! Surflets (each corner's kernel times its ramp), and their sum.

use super::noise::{draw_note, format_point, permutation};
use super::triangles::{Triangles, cell};
use crate::grey_picture::GreyPicture;
use crate::screens::prelude::*;
use crate::words::{live_number, plus_sign};
use orogen_noise::observer::{Corner, Observer};
use orogen_noise::simplex::{SCALE, simplex};
use orogen_noise::trace::CellTrace;

pub(super) static SURFLETS: FigureRow = FigureRow {
    name: "surflets",
    screen: Screen::Simplex,
    title: "Three surflets and their sum",
    question: "What does one corner add to the picture?",
    steps: &[
        "A corner's surflet is its ramp g·d times a round kernel (½ − d²)⁴: dark behind the \
         corner, light ahead of it (the arrow), and 0 beyond the kernel.",
        "Each of the three corners of p's triangle has a surflet, which is 0 at its own corner.",
        "Inside the triangle (dashed), their sum is the noise; outside it, other corners add their \
         surflets.",
    ],
    reproduces: &[("S8", 2)],
    controls: &[],
    code: &[
        "let surflet = |corner: IVec2, p: Vec2| {",
        "    let d = p - unskewed(corner);",
        "    let t = (0.5 - d.dot(d)).max(0.0);",
        "    t.powi(4) * gradient(corner).dot(d)",
        "};",
        "70.0 * (surflet(a, p) + surflet(b, p) + surflet(c, p))",
    ],
    draw,
    challenge: Challenge {
        task: "Find a place where surflets cancel: one above 0.1, one below −0.1, the sum near 0.",
        hint: "Move p to the middle of an edge between a light and a dark surflet.",
        is_solved: |c| {
            let (cell, sum) = cell(c);
            let parts = || cell.corners.iter().map(|corner| SCALE[0] * corner.influence);
            sum.abs() < 0.02 && parts().any(|x| x > 0.1) && parts().any(|x| x < -0.1)
        },
    },
};

const SPAN: f64 = 2.2;
const SIDE: f64 = 160.0;

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 330.0);
    let (cell, value) = cell(c);
    let base = [0, 1].map(|axis| c.cell_p()[axis] - cell.fraction[axis]);
    let middle: Vec<f64> = (0..2)
        .map(|axis| {
            let sum: f64 = cell.corners.iter().map(|k| c.cell_p()[axis] - k.offset[axis]).sum();
            sum / 3.0
        })
        .collect();
    let tile_count = [1, 3, 4][c.step()];
    for k in 0..tile_count {
        let picture = GreyPicture {
            at: [16.0 + 188.0 * k as f64, 50.0],
            side: SIDE,
            corner: [middle[0] - 0.5 * SPAN, middle[1] - 0.5 * SPAN],
            span: SPAN,
        };
        let id = ["surflet0", "surflet1", "surflet2", "sum"][k];
        let values = picture.values_of(96, |p| SCALE[0] * contribution(c, &cell, p, k));
        picture.draw(&mut d, id, &values, [-1.0, 1.0]);
        draw_triangle(&mut d, &picture, (&cell, base), k);
        picture.draw_point(&mut d, c.cell_p());
        if k > 0 {
            let sign = if k == 3 { "=" } else { "+" };
            d.text(Ink::Text, 20.0, [picture.at[0] - 14.0, 130.0], Anchor::Middle, sign);
        }
        let head = match k {
            3 => "sum".to_owned(),
            _ => format!("corner {}", format_point(&cell.corners[k].cell)),
        };
        let ink = if k == 3 { Ink::Text } else { Ink::Corner(k as u8) };
        d.text(ink, 12.0, [picture.at[0] + 0.5 * SIDE, 32.0], Anchor::Middle, &head);
        let value_at_p = if k == 3 { value } else { SCALE[0] * cell.corners[k].influence };
        let label = format!("at p: {}", plus_sign(value_at_p));
        let at = ([picture.at[0] + 0.5 * SIDE, 230.0], Anchor::Middle);
        d.number(id, Ink::of_sign(value_at_p), at, Readout::new(&label, id, value_at_p, 4));
    }
    let text = "Values are times 70, from −1 (black) through 0 (grey) to 1 (white).";
    d.text(Ink::Muted, 11.0, [14.0, 262.0], Anchor::Left, text);
    write_formula(&mut d, &cell, value);
    draw_note(&mut d);
    finish_in_cells(d, c, &[3, 3, 5])
}

/// Sums the influence of each corner of a given cell at a point, which may lie outside the cell.
struct CornerSums<'a> {
    cell: &'a CellTrace,
    sums: [f64; 3],
}

impl Observer for CornerSums<'_> {
    fn corner(&mut self, corner: Corner) {
        for (sum, cell_corner) in self.sums.iter_mut().zip(&self.cell.corners) {
            if cell_corner.cell == corner.cell {
                *sum += corner.influence;
            }
        }
    }
}

/// The contribution of corner `k` of a cell at a point. `k` = 3 sums all three corners.
fn contribution(c: &Context, cell: &CellTrace, p: [f64; 2], k: usize) -> f64 {
    let mut observer = CornerSums { cell, sums: [0.0; 3] };
    let _: f64 = simplex(&permutation(c), 0.5, p, &mut observer);
    if k < 3 { observer.sums[k] } else { observer.sums.iter().sum() }
}

/// Draws the triangle, and the arrow of the corner that the tile shows.
fn draw_triangle(
    d: &mut Drawing,
    picture: &GreyPicture,
    (cell, base): (&CellTrace, [f64; 2]),
    k: usize,
) {
    let grid = Triangles { at: picture.place(base), unit: picture.unit(), skewed: 0.0 };
    let mut outline: Vec<Place> =
        cell.corners.iter().map(|corner| grid.place_of_corner(cell, &corner.cell)).collect();
    outline.push(outline[0]);
    d.dashed("triangle", Ink::Gradient, 1.5, outline.clone());
    for (index, corner) in
        cell.corners.iter().enumerate().filter(|(index, _)| k == 3 || *index == k)
    {
        let from = outline[index];
        let length = corner.gradient[0].hypot(corner.gradient[1]).max(1.0);
        let reach = 26.0 / length;
        let to = [from[0] + reach * corner.gradient[0], from[1] - reach * corner.gradient[1]];
        d.disc(&format!("surflet{index}"), Ink::Corner(index as u8), from, 3.5);
        d.arrow(&format!("surflet{index}"), Ink::Corner(index as u8), 2.0, from, to);
    }
}

fn write_formula(d: &mut Drawing, cell: &CellTrace, value: f64) {
    let mut line = vec![Term::label("sum", "noise = 70·(")];
    for (k, corner) in cell.corners.iter().enumerate() {
        if k > 0 {
            line.push(Term::text(" + "));
        }
        let mut number = Term::number("", &format!("influence{k}"), corner.influence, 6);
        number.id = format!("surflet{k}");
        line.push(number);
    }
    line.extend(live_number(") = ", "sum", value, 5));
    d.formula = vec![line];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn surflets_add_up_to_the_noise() {
        let mut solved_count = 0;
        for i in 0..1000 {
            let point = [f64::from(i % 40) * 0.05, f64::from(i / 40) * 0.08];
            let trial = trial_of(&SURFLETS).at(point);
            let c = trial.context();
            let (cell, value) = cell(&c);
            let [a, b, third, all] = [0, 1, 2, 3].map(|k| contribution(&c, &cell, point, k));
            assert!((SCALE[0] * (a + b + third) - value).abs() < 1e-12);
            assert!((SCALE[0] * all - value).abs() < 1e-12);
            solved_count += usize::from((SURFLETS.challenge.is_solved)(&c));
        }
        assert!(solved_count > 0);
    }
}
