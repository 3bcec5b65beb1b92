//! Perlin's table of 256 numbers, and the look-ups of a corner.

use super::chain::{CORNERS, CornerTable, cell, format_short, perlin, two_lookups};
use crate::common_shapes;
use crate::screens::prelude::*;
use orogen_noise::trace::CornerTrace;
use orogen_noise::{Noise, Permutation, PermutationKind};

pub(super) static TABLE: FigureRow = FigureRow {
    name: "table",
    screen: Screen::Numbers,
    title: "Perlin's table",
    question: "How does a corner get its arrow?",
    steps: &[
        "The numbers 0 to 255, each once, in random order. There is no other randomness, so the \
         land repeats after 256 cells.",
        "The corner's x picks a number: PERM[X], with X the last eight bits of x.",
        "Y, the last eight bits of y, is added, and the sum picks again: h = PERM[PERM[X] + Y]. \
         The sum can reach 510, so publications write the table twice, as 512 numbers.",
        "The last bits of h pick one of eight arrows. All four corners do this; the rest is arrow \
         · offset and three blends.",
    ],
    reproduces: &[("E7", 3)],
    controls: &[
        Control::choice("table.corner", "Corner", CORNERS, "The corner to look up."),
        Control::recipe("noise.gradients"),
    ],
    code: &[
        "let x = corner.x as usize & 255;",
        "let y = corner.y as usize & 255;",
        "let h = PERM[PERM[x] + y]; // PERM has 512 numbers",
        "let gradient = GRADIENTS[h & 7];",
    ],
    draw,
    challenge: Challenge {
        task: "Find a corner whose second look-up goes beyond 255.",
        hint: "PERM[X] must be large: look for a large number in the first row, and go to that x.",
        is_solved: |c| {
            let Some((noise, _)) = noise(c) else { return false };
            let corner = cell(&noise, c)
                .and_then(|cell| cell.corners.get(c.integer("table.corner")).cloned());
            corner
                .and_then(|corner| two_lookups(&corner))
                .is_some_and(|[_, (index, _)]| index > 255)
        },
    },
};

const CORNER_TABLE: CornerTable = CornerTable {
    at: [490.0, 236.0],
    columns: [44.0, 92.0, 168.0, 250.0],
    width: 262.0,
    row_height: 22.0,
    first_blend_y: 126.0,
    component: format_short,
    blends: [("blended below: ", "below"), ("blended above: ", "above"), ("noise: ", "noise")],
};

/// The top left corner of the table, and the size of a number's box, in points.
const CORNER: Place = [16.0, 30.0];
const BOX: Place = [28.0, 21.0];

/// The noise, and true if its table is the land's own.
fn noise(c: &Context) -> Option<(Noise, bool)> {
    let kind = &c.spec().permutation;
    let is_land_table = matches!(
        kind,
        PermutationKind::Reference | PermutationKind::Table | PermutationKind::File(_)
    );
    let kind = if is_land_table { kind.clone() } else { PermutationKind::Reference };
    Some((perlin(c, Some(kind))?, is_land_table))
}

/// The centre of a number's box.
fn box_centre(index: u32) -> Place {
    let [column, row] = [index % 16, index / 16 % 16].map(f64::from);
    [CORNER[0] + BOX[0] * (column + 0.5), CORNER[1] + BOX[1] * (row + 0.5)]
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 470.0);
    let traced =
        noise(c).and_then(|(noise, is_land_table)| Some((cell(&noise, c)?, noise, is_land_table)));
    let Some((cell, noise, is_land_table)) = traced else {
        return common_shapes::explain_missing_noise(d, "This noise cannot be built.");
    };
    let spec = noise.spec();
    let Permutation::Table(numbers) = spec.permutation.permutation(spec.seed) else { return d };
    let corner = &cell.corners[c.integer("table.corner")];
    let lookups = two_lookups(corner).unwrap_or_default();
    d.rect("", Ink::Card, CORNER, [16.0 * BOX[0], 16.0 * BOX[1]]);
    let title = if is_land_table {
        "this land's table"
    } else {
        "Perlin's table (this land has another source)"
    };
    d.text(Ink::Muted, 12.0, [CORNER[0], 14.0], Anchor::Left, title);
    let step = c.step();
    for (index, id, ink) in [(0, "first", Ink::Corner(1)), (1, "second", Ink::Corner(2))] {
        if step > index {
            let [x, y] = box_centre(lookups[index].0 & 255);
            let at = [x - 0.5 * BOX[0], y - 0.5 * BOX[1]];
            d.rect(id, ink, at, BOX).scale_opacity(0.4);
        }
    }
    for (index, number) in numbers.iter().enumerate() {
        let is_looked_up = lookups.iter().take(step).any(|(slot, _)| slot & 255 == index as u32);
        let ink = if is_looked_up { Ink::Text } else { Ink::Muted };
        d.text(ink, 11.0, box_centre(index as u32), Anchor::Middle, &number.to_string());
    }
    add_handles(&mut d, lookups, step);
    if step >= 2 {
        draw_doubled(&mut d, lookups);
    }
    write_lookups(&mut d, corner, lookups, step);
    if step >= 3 {
        CORNER_TABLE.draw(&mut d, &cell, c.integer("table.corner"));
    }
    finish_in_cells(d, c, &[2, 0, 2, 3])
}

/// Adds handles on the looked-up boxes. A drag by the width of a box moves p by a cell.
fn add_handles(d: &mut Drawing, lookups: [(u32, u32); 2], step: usize) {
    for (axis, id) in ["first", "second"].into_iter().enumerate().take(step) {
        let (label, at) =
            (["the corner's x", "the corner's y"][axis], box_centre(lookups[axis].0 & 255));
        d.handles.push(Handle::new(id, label, at).along_x(Target::Point(axis), 1.0 / BOX[0]));
    }
}

/// Draws the table written twice, as a bar of 512 numbers.
fn draw_doubled(d: &mut Drawing, lookups: [(u32, u32); 2]) {
    let [x, y, width] = [CORNER[0], 402.0, 448.0];
    let at = |index: u32| x + width * (f64::from(index) + 0.5) / 512.0;
    for half in 0..2 {
        d.rect("", Ink::Card, [x + 0.5 * width * f64::from(half), y], [0.5 * width - 1.0, 14.0]);
    }
    for (index, label) in [(0, "0"), (255, "255"), (511, "511")] {
        d.text(
            Ink::Muted,
            11.0,
            [at(index).clamp(x + 4.0, x + width - 10.0), y + 25.0],
            Anchor::Middle,
            label,
        );
    }
    for ((index, _), id, ink) in
        [(lookups[0], "first", Ink::Corner(1)), (lookups[1], "second", Ink::Corner(2))]
    {
        d.rect(id, ink, [at(index) - 2.0, y - 4.0], [4.0, 22.0]);
    }
    d.text(
        Ink::Muted,
        12.0,
        [x, y + 46.0],
        Anchor::Left,
        "the table written twice, and both look-ups",
    );
}

/// Writes the chain of look-ups, line by line.
fn write_lookups(d: &mut Drawing, corner: &CornerTrace, lookups: [(u32, u32); 2], step: usize) {
    let (x, mut y) = (490.0, 40.0);
    let [(first_index, first_value), (second_index, second_value)] = lookups;
    let text = format!("corner ({}, {})", corner.cell[0], corner.cell[1]).replace('-', "−");
    d.text(Ink::Text, 14.0, [x, y], Anchor::Left, &text);
    let [big_x, big_y] = [corner.cell[0] & 255, corner.cell[1] & 255];
    let mut line = |d: &mut Drawing, id: &str, ink: Ink, label: &str, name: &str, value: f64| {
        y += 24.0;
        d.number(id, ink, ([x, y], Anchor::Left), Readout::new(label, name, value, 0));
    };
    line(d, "first", Ink::Text, "X = x & 255 = ", "x", big_x as f64);
    line(d, "second", Ink::Text, "Y = y & 255 = ", "y", big_y as f64);
    if step >= 1 {
        let label = format!("PERM[{first_index}] = ");
        line(d, "first", Ink::Corner(1), &label, "first", f64::from(first_value));
    }
    if step >= 2 {
        let label = format!("{first_value} + {big_y} = ");
        line(d, "second", Ink::Corner(2), &label, "index", f64::from(second_index));
        let label = format!("h = PERM[{second_index}] = ");
        line(d, "second", Ink::Corner(2), &label, "second", f64::from(second_value));
        d.formula = vec![vec![
            Term::text("h = PERM[PERM["),
            Term::number("first", "x", big_x as f64, 0),
            Term::text("] + "),
            Term::number("second", "y", big_y as f64, 0),
            Term::text("] = PERM["),
            Term::number("second", "index", f64::from(second_index), 0),
            Term::text("] = "),
            Term::number("second", "second", f64::from(second_value), 0),
        ]];
    }
    if step >= 3 {
        let text = format!("{second_value} {}", corner.pick);
        d.text(Ink::Gradient, 12.0, [x, y + 24.0], Anchor::Left, &text);
        if let [gx, gy] = corner.gradient[..] {
            let from = [700.0, 100.0];
            d.arrow(
                "gradient",
                Ink::Gradient,
                2.5,
                from,
                [from[0] + 32.0 * gx, from[1] - 32.0 * gy],
            );
            d.disc("gradient", Ink::Gradient, from, 4.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn the_look_ups_match_the_literature() {
        let d = trial_of(&TABLE).draw();
        let expected = [
            ("hash00", 152.0),
            ("hash10", 126.0),
            ("hash01", 2.0),
            ("hash11", 255.0),
            ("n00", 1.0),
            ("n10", 0.3),
            ("n01", 1.4),
            ("n11", 0.7),
            ("below", 0.414156),
            ("above", 0.814156),
        ];
        for (name, value) in expected {
            assert!((d.value(name).unwrap() - value).abs() < 1e-6, "{name} {:?}", d.value(name));
        }
        assert!((d.value("noise").unwrap() - 0.479388).abs() < 1e-6);
        assert_eq!((d.value("first"), d.value("second")), (Some(160.0), Some(152.0)));
    }

    #[test]
    fn every_look_up_uses_the_drawn_table() {
        for i in -300..300 {
            let point = [f64::from(i) * 7.31, f64::from(i) * -3.17];
            for corner in 0..4 {
                let d = trial_of(&TABLE).at(point).set("table.corner", f64::from(corner)).draw();
                let value = |name: &str| d.value(name).unwrap();
                let table = orogen_noise::permutation::REFERENCE;
                assert_eq!(value("first"), f64::from(table[value("x") as usize]));
                assert_eq!(value("index"), value("first") + value("y"));
                assert!(value("index") <= 510.0);
                assert_eq!(value("second"), f64::from(table[value("index") as usize & 255]));
            }
        }
    }
}
