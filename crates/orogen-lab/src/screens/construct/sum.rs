//! Hills at all lattice points, and their sum.

use super::land::{CELLS, SIZE, TiltedSquare, lattice};
use super::placed_hill::{FADES_AND_OWN, chosen_fade, draw_knots, is_custom, knot, tilt, turn};
use crate::screens::prelude::*;
use orogen_noise::hill::Hill;
use orogen_noise::lattice::Order;
use orogen_noise::trace::CellTrace;
use orogen_noise::{Fade, GradientSet, Permutation};

pub(super) static HILLS: FigureRow = FigureRow {
    name: "hills",
    screen: Screen::Construct,
    title: "The sum of hills",
    question: "How do separate hills become one land without gaps?",
    steps: &[
        "One lattice point alone: a hill between its neighbours, and flat land beyond.",
        "The hills of all lattice points, each with its own number, are added up. The drawn mesh \
         is finer than the lattice, but hills stand only on lattice points. This is value noise.",
        "Why does the land neither sag nor swell between hills? The fades of all hills add up to 1 \
         everywhere, so where all numbers are equal the land is level.",
        "The same with slope hills: the sum is Perlin noise. It is 0 at every lattice point; the \
         slopes are random instead of the heights. The noise lattice1 puts it on the land.",
    ],
    reproduces: &[("L4", 2), ("L8", 3)],
    controls: &[
        Control::choice(
            "hills.fade",
            "Fade",
            FADES_AND_OWN,
            "The curve by which the hills fall to 0.",
        ),
        Control::choice(
            "hills.order",
            "Order",
            &["as the step says", "0", "1", "2"],
            "Heights, slopes, or slopes that bend.",
        ),
        knot("hills.quarter", "Own fade at ¼", 0.1),
        knot("hills.half", "Own fade at ½", 0.5),
        knot("hills.three", "Own fade at ¾", 0.9),
        Control::recipe("noise.basis"),
        turn("hills.turn"),
        tilt("hills.tilt"),
    ],
    code: &[
        "let mut sum = 0.0;",
        "for (i, j) in corners_of_the_cell(x, y) {",
        "    let (u, v) = (x - i as f64, y - j as f64);",
        "    let constant = centred(hash(i, j));",
        "    let [a, b] = gradient(hash(i, j)); // or a slope",
        "    let proximity = a * u + b * v;",
        "    // fade(u) * fade(v), summed over (i, j), is 1",
        "    sum += proximity * fade(u) * fade(v);",
        "}",
    ],
    draw,
    challenge: Challenge {
        task: "Move p to where all four hills have equal weight.",
        hint: "Each fade is then ¼: go to the middle of a cell.",
        is_solved: |c| {
            let [i, j] = c.cell_p().map(f64::floor);
            let offset = [c.cell_p()[0] - i, c.cell_p()[1] - j];
            offset.iter().all(|t| (t - 0.5).abs() < 0.01)
        },
    },
};

const KNOTS: [&str; 3] = ["hills.quarter", "hills.half", "hills.three"];

/// The hills of all lattice points, with the land's random numbers.
struct Hills {
    permutation: Permutation,
    gradients: GradientSet,
    order: Order,
    fade: Fade,
}

impl Hills {
    /// [`Ink::Good`] if fade(t) + fade(1 − t) is 1 for all t, else [`Ink::Bad`].
    fn ink_of_sum(&self) -> Ink {
        let sum = |t: f64| self.fade.value(t) + self.fade.value(1.0 - t);
        let is_one = (1..50).all(|i| (sum(f64::from(i) / 100.0) - 1.0).abs() < 1e-9);
        if is_one { Ink::Good } else { Ink::Bad }
    }

    fn hill(&self, cell: [i64; 2]) -> Hill {
        Hill::of_cell(&self.permutation, (self.order, self.gradients), self.fade, cell)
    }

    /// The sums over all lattice points at a place: heights and fades.
    fn sum(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let i = x.floor() as i64;
        let [left, right] = [i, i + 1].map(|i| self.column(i, [x, y]));
        [left[0] + right[0], left[1] + right[1]]
    }

    /// The sums over a column's lattice points at a place: heights and fades.
    fn column(&self, i: i64, [x, y]: [f64; 2]) -> [f64; 2] {
        let rows = [y.floor() as i64, y.floor() as i64 + 1];
        rows.iter().fold([0.0; 2], |[height, weight], &j| {
            let hill = self.hill([i, j]);
            let offset = [x - i as f64, y - j as f64];
            [height + hill.height(offset), weight + hill.weight(offset)]
        })
    }
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(SIZE[0], SIZE[1]);
    let step = c.step();
    let order = match c.integer("hills.order") {
        0 if step < 3 => Order::Zero,
        1 => Order::Zero,
        3 => Order::Two,
        _ => Order::One,
    };
    let spec = c.spec();
    let hills = Hills {
        permutation: spec.permutation.permutation(spec.seed),
        gradients: spec.gradients,
        order,
        fade: chosen_fade(c, "hills.fade", KNOTS),
    };
    let Some(noise) = lattice(c, (order, hills.fade), (1, 1.0)) else {
        d.text(Ink::Muted, 14.0, [380.0, 250.0], Anchor::Middle, "This recipe makes no noise.");
        d.caption = "The recipe's choices exclude each other.".to_owned();
        return d;
    };
    let square = TiltedSquare::about_p(c, "hills.turn", "hills.tilt");
    let title = match (step, order) {
        (0, _) => "one hill",
        (_, Order::Zero) => "all hills, summed",
        (_, Order::One) => "slope hills, summed",
        (_, Order::Two) => "bent hills, summed",
    };
    d.text(Ink::Text, 13.0, [220.0, 20.0], Anchor::Middle, title);
    let p = c.cell_p();
    let lattice_point = p.map(|x| x.floor() as i64);
    if step == 0 {
        let hill = hills.hill(lattice_point);
        let hill_height = |[x, y]: [f64; 2]| {
            hill.height([x - lattice_point[0] as f64, y - lattice_point[1] as f64])
        };
        square.draw_solid(&mut d, 40, hill_height);
        square.draw_p(&mut d, p, hill_height);
    } else {
        square.draw_solid(&mut d, 40, |p| hills.sum(p)[0]);
        square.draw_p(&mut d, p, |p| hills.sum(p)[0]);
    }
    let window = square.window();
    // The grid evaluator blends with fade(t) and 1 − fade(t). This equals the sum of hills only if
    // the fades add up to 1; the fades of the user's own curve need not.
    let values = match is_custom(c, "hills.fade") {
        true => window.sample(|p| hills.sum(p)[0] as f32),
        false => window.values(&noise),
    };
    square.draw_plan(&mut d, (&values, p), ["hills.turn", "hills.tilt"]);
    draw_cut(&mut d, (&hills, p), &square, if step == 0 { Some(lattice_point[0]) } else { None });
    let trace = noise.trace(&p);
    if let Some(cell) = first_cell(&trace) {
        if step >= 2 {
            draw_fades(&mut d, c, &hills, &square);
            draw_weights(&mut d, &hills, cell);
        }
        let is_custom_fade = is_custom(c, "hills.fade");
        write_formula(
            &mut d,
            &hills,
            cell,
            if is_custom_fade { hills.sum(p)[0] } else { trace.value },
        );
    }
    finish_in_cells(d, c, &[3, 7, 6, 5])
}

/// Draws the contribution of each column of lattice points along the profile, and the sum.
fn draw_cut(
    d: &mut Drawing,
    (hills, p): (&Hills, [f64; 2]),
    square: &TiltedSquare,
    only_column: Option<i64>,
) {
    let plot = square.plot((44.0, 170.0), [-1.15, 1.15]);
    plot.draw_axes(d, [1.0, 0.5]);
    let above = [plot.at[0] + 0.5 * plot.size[0], 28.0];
    d.text(
        Ink::Text,
        12.0,
        above,
        Anchor::Middle,
        "the cut along x through p: hills and their sum",
    );
    let y = p[1];
    let first_column = square.corner[0] as i64;
    for i in first_column..=first_column + CELLS as i64 {
        if only_column.is_some_and(|only_column| only_column != i) {
            continue;
        }
        let line = plot.curve(120, |x| hills.column(i, [x, y])[0].clamp(-1.1, 1.1));
        d.line("hills", Ink::Corner(i.rem_euclid(4) as u8), 1.3, line);
    }
    if only_column.is_none() {
        let sum = |x: f64| hills.sum([x, y])[0].clamp(-1.1, 1.1);
        d.line("noise", Ink::Noise, 2.5, plot.curve(120, sum));
        d.disc("p", Ink::Point, plot.place([p[0], sum(p[0])]), 5.0);
        let on_axis = plot.place([p[0], 0.0]);
        let [unit, _] = plot.unit();
        let label = "the point p, along the cut".to_owned();
        d.handles.push(Handle { label, y: None, ..Handle::point(on_axis, [unit, -1.0]) });
    }
}

/// Draws the columns' fades along the profile, and their sum.
fn draw_fades(d: &mut Drawing, c: &Context, hills: &Hills, square: &TiltedSquare) {
    let top = if is_custom(c, "hills.fade") { 2.05 } else { 1.4 };
    let plot = square.plot((272.0, 92.0), [0.0, top]);
    plot.draw_axes(d, [1.0, 0.5]);
    let above = [plot.at[0] + 0.5 * plot.size[0], 257.0];
    d.text(Ink::Text, 12.0, above, Anchor::Middle, "their fades, and the sum of the fades");
    let y = c.cell_p()[1];
    let first_column = square.corner[0] as i64;
    for i in first_column..=first_column + CELLS as i64 {
        let line = plot.curve(120, |x| hills.column(i, [x, y])[1]);
        d.line("fades", Ink::Corner(i.rem_euclid(4) as u8), 1.3, line);
    }
    let sum = |x: f64| hills.sum([x, y])[1].min(top);
    d.line("one", hills.ink_of_sum(), 2.5, plot.curve(120, sum));
    if is_custom(c, "hills.fade") {
        let distance_plot = Plot { x: [0.0, CELLS], ..plot };
        draw_knots(d, &distance_plot, 1.0, KNOTS.map(|key| (key, c.value(key))));
    }
}

/// Writes the four fades at p and their sum.
fn draw_weights(d: &mut Drawing, hills: &Hills, cell: &CellTrace) {
    let mut sum = 0.0;
    d.text(Ink::Muted, 12.0, [480.0, 402.0], Anchor::Left, "fades at p");
    for (index, corner) in cell.corners.iter().enumerate() {
        let hill = hills.hill([corner.cell[0], corner.cell[1]]);
        let weight = hill.weight([corner.offset[0], corner.offset[1]]);
        sum += weight;
        let at = ([480.0 + 66.0 * index as f64, 424.0], Anchor::Left);
        let (name, label) = (format!("weight{}", NAMES[index]), ["", "+ ", "+ ", "+ "][index]);
        d.number("fades", Ink::Text, at, Readout::new(label, &name, weight, 4));
    }
    let at = ([480.0, 446.0], Anchor::Left);
    let ink = hills.ink_of_sum();
    d.number("one", ink, at, Readout::new("= ", "fades", sum, 4));
    if ink == Ink::Bad {
        let text = "not 1 everywhere: level land would sag or swell";
        d.text(ink, 12.0, [480.0, 468.0], Anchor::Left, text);
    }
}

const NAMES: [&str; 4] = ["00", "10", "01", "11"];

fn write_formula(d: &mut Drawing, hills: &Hills, cell: &CellTrace, noise: f64) {
    let mut terms = vec![Term::label("noise", "noise(p)"), Term::text(" = ")];
    for (index, corner) in cell.corners.iter().enumerate() {
        let hill = hills.hill([corner.cell[0], corner.cell[1]]);
        let weight = hill.weight([corner.offset[0], corner.offset[1]]);
        let [name, fade] = ["proximity", "weight"].map(|what| format!("{what}{}", NAMES[index]));
        terms.extend([
            Term::number("hills", &name, corner.influence, 3),
            Term::text("·"),
            Term::number("fades", &fade, weight, 3),
            Term::text(if index < 3 { " + " } else { " = " }),
        ]);
    }
    terms.push(Term::number("noise", "noise", noise, 4));
    d.formula = vec![terms];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn four_hills_add_up_to_the_noise_and_their_fades_to_1() {
        for i in 0..40 {
            let point = [f64::from(i) * 1.173 - 25.0, f64::from(i) * 0.061 + 3.0];
            for (step, fade) in [(2, 0.0), (3, 0.0), (3, 1.0), (2, 2.0)] {
                let d = trial_of(&HILLS).step(step).at(point).set("hills.fade", fade).draw();
                let [mut sum, mut weights] = [0.0; 2];
                for name in NAMES {
                    let value = |what: &str| d.value(&format!("{what}{name}")).unwrap();
                    sum += value("proximity") * value("weight");
                    weights += value("weight");
                }
                assert!((sum - d.value("noise").unwrap()).abs() < 1e-12, "{point:?}");
                assert!((weights - 1.0).abs() < 1e-12);
                assert_eq!(weights, d.value("fades").unwrap());
            }
        }
    }

    #[test]
    fn a_lopsided_custom_fade_does_not_add_up_to_1() {
        for (quarter, fades) in [(0.1, 1.0), (0.4, 1.3)] {
            let hills = trial_of(&HILLS).step(2).at([1.25, 2.0]).set("hills.fade", 5.0);
            let sum = hills.set("hills.quarter", quarter).value("fades");
            assert!((sum - fades).abs() < 1e-12);
        }
    }

    #[test]
    fn slope_hills_with_the_quintic_fade_match_the_example() {
        let noise = trial_of(&HILLS).set("hills.fade", 1.0).value("noise");
        assert!((noise - 0.479388).abs() < 1e-6, "{noise}");
    }
}
