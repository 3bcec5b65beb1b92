//! A seed shuffles the table, and the table determines the land.

use super::chain::perlin;
use crate::common_shapes;
use crate::screens::prelude::*;
use orogen_noise::hash::fnv1a;
use orogen_noise::{Noise, Permutation, PermutationKind, Seed};

pub(super) static SHUFFLE: FigureRow = FigureRow {
    name: "shuffle",
    screen: Screen::Numbers,
    title: "A seed",
    question: "What does the seed do?",
    steps: &[
        "The numbers 0 to 255 in order. With this table, neighbours have similar arrows, and the \
         land shows it.",
        "The seed is a number that shuffles the table. The same seed gives the same table and so \
         the same land, on every machine and in any order of sampling.",
    ],
    reproduces: &[("E8", 1)],
    controls: &[Control::integer(
        "shuffle.seed",
        "Seed",
        (0, 1337, 99_999),
        "The number that shuffles the table.",
    )],
    code: &[
        "let mut table: [u8; 256] = std::array::from_fn(|i| i as u8);",
        "for i in (1..256).rev() {",
        "    let j = random(seed, i) * (i + 1) / 2f64.powi(32);",
        "    table.swap(i, j as usize);",
        "}",
    ],
    draw,
    challenge: Challenge {
        task: "Find a seed whose table keeps three numbers or more in their places.",
        hint: "These numbers lie on the dashed diagonal. On average, a shuffle keeps one.",
        is_solved: |c| {
            table(c).iter().enumerate().filter(|(i, n)| *i == usize::from(**n)).count() >= 3
                && c.step() == 1
        },
    },
};

/// The table of the seed; at the first step, the numbers 0 to 255 in order.
fn table(c: &Context) -> Box<[u8; 256]> {
    let seed = Seed(c.integer("shuffle.seed") as u64);
    match Permutation::shuffled(seed) {
        Permutation::Table(table) if c.step() > 0 => table,
        _ => Box::new(std::array::from_fn(|i| i as u8)),
    }
}

fn noise(c: &Context) -> Option<Noise> {
    perlin(c, Some(PermutationKind::File(table(c))))
}

const PLOT: Plot = Plot { at: [40.0, 34.0], size: [290.0; 2], x: [0.0, 256.0], y: [0.0, 256.0] };
const LAND: (Place, f64) = ([390.0, 34.0], 290.0);
/// The width of the drawn land in cells.
const CELLS: f64 = 12.0;

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(720.0, 430.0);
    let table = table(c);
    PLOT.draw_axes(&mut d, [64.0, 64.0]);
    d.text(Ink::Muted, 12.0, [40.0, 16.0], Anchor::Left, "the number at each place of the table");
    d.dashed("", Ink::Ghost, 1.0, vec![PLOT.place([0.0, 0.0]), PLOT.place([256.0, 256.0])]);
    for (index, number) in table.iter().enumerate() {
        let at = PLOT.place([index as f64 + 0.5, f64::from(*number) + 0.5]);
        let is_fixed_point = index == usize::from(*number) && c.step() > 0;
        let (ink, radius) = if is_fixed_point { (Ink::Accent, 4.0) } else { (Ink::Noise, 2.0) };
        d.disc(if is_fixed_point { "stays" } else { "table" }, ink, at, radius);
    }
    draw_land(&mut d, c);
    write_numbers(&mut d, c, &table);
    d.code_line = Some(if c.step() == 0 { 0 } else { 3 });
    d.caption = c.caption();
    d
}

/// Draws the land that the table gives, around p.
fn draw_land(d: &mut Drawing, c: &Context) {
    let (at, side) = LAND;
    let Some(noise) = noise(c) else { return };
    d.text(Ink::Muted, 12.0, [at[0], 16.0], Anchor::Left, "its noise, 12 × 12 cells");
    let low = c.cell_p().map(|x| x - 0.5 * CELLS);
    common_shapes::raster(d, "land", (at, [side; 2]), [144, 144], true, |[u, v]| {
        common_shapes::grey(noise.sample2([low[0] + CELLS * u, low[1] + CELLS * (1.0 - v)], 0.0))
    });
    let p = [at[0] + 0.5 * side, at[1] + 0.5 * side];
    d.circle("p", Ink::Point, p, 7.0);
    // A drag moves the land, so p moves the other way.
    d.handles.push(Handle::point(p, [-side / CELLS, side / CELLS]));
    let readout = Readout::new("noise at p: ", "noise", noise.sample(&c.cell_p()), 6);
    d.number("p", Ink::Noise, ([at[0], at[1] + side + 22.0], Anchor::Left), readout);
}

fn write_numbers(d: &mut Drawing, c: &Context, table: &[u8; 256]) {
    let first: Vec<_> = table[..12].iter().map(u8::to_string).collect();
    let text = format!("{}, …", first.join(", "));
    d.text(Ink::Text, 12.0, [40.0, 376.0], Anchor::Left, &text);
    if c.step() > 0 {
        let seed = Readout::new("seed ", "seed", c.value("shuffle.seed"), 0);
        d.number("table", Ink::Accent, ([40.0, 400.0], Anchor::Left), seed);
    }
    // The checksum is equal on all machines, so people can compare theirs.
    let sum = f64::from(fnv1a(table) as u32);
    let readout = Readout::new("checksum of the table: ", "checksum", sum, 0);
    d.number("table", Ink::Muted, ([150.0, 400.0], Anchor::Left), readout);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;
    use crate::{State, teaching_scene};
    use orogen_noise::NoiseSpec;

    #[test]
    fn equal_seeds_give_equal_lands_and_other_seeds_other_lands() {
        let draw = |seed: f64| {
            let d = trial_of(&SHUFFLE).set("shuffle.seed", seed).draw();
            [d.value("checksum"), d.value("noise")]
        };
        assert_eq!(draw(1337.0), draw(1337.0));
        assert_ne!(draw(1337.0)[0], draw(1338.0)[0]);
        let table_spec =
            NoiseSpec { permutation: PermutationKind::Table, seed: Seed(1337), ..perlin_spec() };
        assert_eq!(draw(1337.0)[1], Some(table_spec.build(2).unwrap().sample(&[1.7, 2.3])));
    }

    fn perlin_spec() -> NoiseSpec {
        let scene = teaching_scene();
        let state = State::of(&SHUFFLE);
        Context::new(&scene, &state, &SHUFFLE).unwrap().single_octave(2).unwrap().spec().clone()
    }
}
