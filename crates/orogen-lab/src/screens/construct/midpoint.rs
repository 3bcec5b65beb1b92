//! Sums of octaves of hills: midpoint displacement, and Perlin noise.

use super::land::{CELLS, SIZE, TiltedSquare, lattice};
use super::placed_hill::{FADES, fade, tilt, turn};
use crate::screens::prelude::*;
use orogen_noise::lattice::Order;
use orogen_noise::{Fade, Noise};

pub(super) static MIDPOINT: FigureRow = FigureRow {
    name: "midpoint",
    screen: Screen::Construct,
    title: "Hills of every size",
    question: "How do hills become mountains with detail?",
    steps: &[
        "One octave: hills λ apart with the linear fade. Between lattice points the cut is a \
         straight line.",
        "An octave of half the size and half the height is added. Its lattice has a new point in \
         the middle between old ones.",
        "And so on. A new point starts on the straight line between its neighbours; then its own \
         number moves it up or down. This is midpoint displacement.",
        "The same with slope hills and a smooth fade: octaves of Perlin noise. No point is \
         privileged: the cut has no corners, and details of all sizes lie everywhere.",
    ],
    reproduces: &[("L5", 1), ("L6", 2), ("L9", 3)],
    controls: &[
        Control::integer("midpoint.octaves", "Octaves", (2, 5, 7), "The number of sizes of hills."),
        Control::number(
            "midpoint.gain",
            "Gain",
            (0.2, 0.5, 0.8),
            "The height of each size, relative to the one before.",
        ),
        Control::choice("midpoint.fade", "Last step's fade", FADES, "The fade of the slope hills."),
        turn("midpoint.turn"),
        tilt("midpoint.tilt"),
    ],
    code: &[
        "let mut heights = random(1.0); // λ apart",
        "let mut size = 1.0;",
        "for _ in 1..octaves {",
        "    size *= gain;",
        "    heights = with_means_between(&heights);",
        "    heights += random(size); // every point its own",
        "}",
        "// The same: a sum of hills of all sizes.",
        "(0..octaves).map(|k| gain.powi(k)",
        "    * hills(x * 2f64.powi(k), y * 2f64.powi(k))).sum()",
    ],
    draw,
    challenge: Challenge {
        task: "Make land whose hills of all sizes are nearly as high.",
        hint: "The gain says how much of its height an octave keeps.",
        is_solved: |c| c.value("midpoint.gain") >= 0.78,
    },
};

/// A new point of the finest lattice, with its height before and after the displacement.
struct NewPoint {
    x: f64,
    mean: f64,
    displacement: f64,
    height: f64,
}

/// The sum of all octaves and a sum of fewer octaves, on a profile along x.
struct ProfileSums {
    finer: Noise,
    coarser: Noise,
    /// The distance between points of the finest lattice.
    spacing: f64,
    y: f64,
}

impl ProfileSums {
    /// The new point between the two old points around `x`.
    fn midpoint(&self, x: f64) -> NewPoint {
        let old_spacing = 2.0 * self.spacing;
        let x = old_spacing * (x / old_spacing).floor() + self.spacing;
        let coarse_height = |x| self.coarser.sample2([x, self.y], 0.0);
        let mean = 0.5 * (coarse_height(x - self.spacing) + coarse_height(x + self.spacing));
        let trace = self.finer.trace(&[x, self.y]);
        let displacement = trace.octaves.last().map_or(0.0, |octave| octave.term.contribution);
        NewPoint { x, mean, displacement, height: trace.value }
    }
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(SIZE[0], SIZE[1]);
    let step = c.step();
    let (order, fade) = match step {
        3 => (Order::One, fade(c, "midpoint.fade")),
        _ => (Order::Zero, Fade::Linear),
    };
    let octaves = [1, 2, c.integer("midpoint.octaves"), c.integer("midpoint.octaves")][step];
    let gain = c.value("midpoint.gain");
    // The last step compares the sum with its first octave, the other steps with the sum without
    // its finest octave.
    let coarser_octaves = if step == 3 { 1 } else { octaves.max(2) - 1 };
    let noises = [octaves, coarser_octaves].map(|n| lattice(c, (order, fade), (n, gain)));
    let [Some(noise), Some(coarser)] = noises else {
        d.text(Ink::Muted, 14.0, [380.0, 250.0], Anchor::Middle, "This recipe makes no noise.");
        d.caption = "The recipe's choices exclude each other.".to_owned();
        return d;
    };
    let title = ["one octave", "two octaves", "midpoint displacement", "octaves of slope hills"];
    d.text(Ink::Text, 13.0, [220.0, 20.0], Anchor::Middle, title[step]);
    let square = TiltedSquare::about_p(c, "midpoint.turn", "midpoint.tilt");
    // The subdivision shows on a row of lattice points.
    let y = if step < 3 { c.cell_p()[1].floor() } else { c.cell_p()[1] };
    square.draw_solid(&mut d, 48, |p| noise.sample2(p, 0.0));
    square.draw_p(&mut d, [c.cell_p()[0], y], |p| noise.sample2(p, 0.0));
    let values = square.window().values(&noise);
    square.draw_plan(&mut d, (&values, c.cell_p()), ["midpoint.turn", "midpoint.tilt"]);
    let sums = ProfileSums { finer: noise, coarser, spacing: 0.5f64.powi(octaves as i32 - 1), y };
    draw_cut(&mut d, c, &square, &sums);
    write_octave_formula(&mut d, c, &sums);
    finish_in_cells(d, c, &[0, 5, 5, 9])
}

fn draw_cut(d: &mut Drawing, c: &Context, square: &TiltedSquare, sums: &ProfileSums) {
    let step = c.step();
    let limit = (0.4 + 1.7 * c.value("midpoint.gain")).min(1.75);
    let height = if step == 3 { 410.0 } else { 300.0 };
    let plot = square.plot((44.0, height), [-limit, limit]);
    plot.draw_axes(d, [1.0, 0.5]);
    let above = [plot.at[0] + 0.5 * plot.size[0], 28.0];
    let title = [
        "the cut along x",
        "dashed: the octave before",
        "dashed: one octave less",
        "dashed: the first octave",
    ];
    d.text(Ink::Text, 12.0, above, Anchor::Middle, title[step]);
    let height_at = |noise: &Noise, x| noise.sample2([x, sums.y], 0.0).clamp(-limit, limit);
    if step >= 1 {
        d.dashed("before", Ink::Ghost, 1.5, plot.curve(256, |x| height_at(&sums.coarser, x)));
    }
    d.line("noise", Ink::Noise, 2.2, plot.curve(256, |x| height_at(&sums.finer, x)));
    let points = (CELLS / sums.spacing) as usize;
    if (1..3).contains(&step) && points <= 64 {
        for i in (1..points).step_by(2) {
            let point = sums.midpoint(square.corner[0] + sums.spacing * i as f64);
            let [from, to] =
                [point.mean, point.height].map(|y| plot.place([point.x, y.clamp(-limit, limit)]));
            d.line("displacement", Ink::of_sign(point.displacement), 1.5, vec![from, to]);
            d.disc("displacement", Ink::of_sign(point.displacement), to, 2.2);
        }
    }
    let at = plot.place([c.cell_p()[0], height_at(&sums.finer, c.cell_p()[0])]);
    d.disc("p", Ink::Point, at, 5.0);
    let [unit, _] = plot.unit();
    let label = "the point p, along the cut".to_owned();
    d.handles.push(Handle { label, y: None, ..Handle::point(at, [unit, -1.0]) });
    if (1..3).contains(&step) {
        draw_midpoint(d, sums, c.cell_p()[0], plot.place([sums.midpoint(c.cell_p()[0]).x, -limit]));
    }
}

/// Writes the numbers of the midpoint next to p.
fn draw_midpoint(d: &mut Drawing, sums: &ProfileSums, x: f64, axis_place: Place) {
    let point = sums.midpoint(x);
    d.dashed("midpoint", Ink::Accent, 1.2, vec![[axis_place[0], 44.0], axis_place]);
    let text = "the new point next to p (dashed line)";
    d.text(Ink::Muted, 12.0, [480.0, 378.0], Anchor::Left, text);
    let lines = [
        ("the mean of its neighbours: ", "mean", point.mean, Ink::Text),
        (
            "its own number × size: ",
            "displacement",
            point.displacement,
            Ink::of_sign(point.displacement),
        ),
        ("their sum, its height: ", "height", point.height, Ink::Noise),
    ];
    for (i, (label, name, value, ink)) in lines.into_iter().enumerate() {
        let at = ([480.0, 400.0 + 20.0 * i as f64], Anchor::Left);
        d.number(name, ink, at, Readout::new(label, name, value, 4));
    }
}

fn write_octave_formula(d: &mut Drawing, c: &Context, sums: &ProfileSums) {
    let trace = sums.finer.trace(&c.cell_p());
    let mut terms = vec![Term::label("noise", "land(p)"), Term::text(" = ")];
    for (k, octave) in trace.octaves.iter().enumerate() {
        if k > 0 {
            terms.push(Term::text(" + "));
        }
        let name = format!("octave{k}");
        terms.push(Term::number("octave", &name, octave.term.contribution, 3));
    }
    terms.extend([Term::text(" = "), Term::number("noise", "noise", trace.value, 4)]);
    let gain = Term::number("gain", "gain", c.value("midpoint.gain"), 2);
    let gain = gain.editing(Target::Control("midpoint.gain"));
    d.formula = vec![terms, vec![Term::text("each octave half as wide, times "), gain]];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn a_new_point_is_its_neighbours_mean_plus_its_displacement() {
        for i in 0..25 {
            let point = [f64::from(i) * 2.371 - 30.0, f64::from(i) * 0.217];
            for (step, octaves) in [(1, 2.0), (2, 3.0), (2, 5.0), (2, 7.0)] {
                let d = trial_of(&MIDPOINT)
                    .step(step)
                    .at(point)
                    .set("midpoint.octaves", octaves)
                    .draw();
                let [mean, displacement, height] =
                    ["mean", "displacement", "height"].map(|name| d.value(name).unwrap());
                assert!(
                    (mean + displacement - height).abs() < 1e-12,
                    "{point:?}: {mean} {displacement} {height}"
                );
            }
        }
    }

    #[test]
    fn octaves_add_up_to_the_land() {
        let d = trial_of(&MIDPOINT).draw();
        let sum: f64 = (0..5).map(|k| d.value(&format!("octave{k}")).unwrap()).sum();
        assert!((sum - d.value("noise").unwrap()).abs() < 1e-12);
    }
}
