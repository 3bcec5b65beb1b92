//! A profile through the noise of the plane, which resembles one-dimensional noise.

use crate::common_shapes;
use crate::offset;
use crate::screens::prelude::*;
use orogen_noise::Noise;

pub(super) static CUT: FigureRow = FigureRow {
    name: "cut",
    screen: Screen::Line,
    title: "A cut through the land",
    question: "How does a line lie in the land?",
    steps: &[
        "One octave from above, and the line from A to B. Its profile below is noise on a line; \
         ticks mark where it crosses the lattice.",
        "The same cut through the whole noise of the land, all octaves.",
    ],
    reproduces: &[("S1", 1)],
    controls: &[
        end("cut.ax", "A, x", -2.6),
        end("cut.ay", "A, y", -1.4),
        end("cut.bx", "B, x", 2.8),
        end("cut.by", "B, y", 1.1),
    ],
    code: &[
        "let along = |t: f64| a + (b - a) * t;",
        "let profile = |t: f64| noise.sample2(along(t), 0.0);",
    ],
    draw,
    challenge: Challenge {
        task: "Lay the line along a row of the lattice.",
        hint: "Both ends need the same whole y; drag p up or down, too.",
        is_solved: |c| {
            let [a, b] = ends(c).map(|end| end[1] + c.offset()[1]);
            (a - b).abs() < 0.02 && (a - a.round()).abs() < 0.02
        },
    },
};

/// A control for an end of the line, relative to p.
const fn end(key: &'static str, label: &'static str, start: f64) -> Control {
    let kind = ControlKind::Number { min: -3.0, max: 3.0, start };
    Control { key, label, kind, doc: "An end of the line, in cells from p." }
}

const KEYS: [[&str; 2]; 2] = [["cut.ax", "cut.ay"], ["cut.bx", "cut.by"]];
/// The top left corner of the map, its side in points, and its width in cells.
const CORNER: Place = [230.0, 14.0];
const SIDE: f64 = 264.0;
const CELLS: f64 = 6.0;
/// The number of steps along the profile.
const STEPS: usize = 420;

/// The ends A and B of the line, in cells of the first octave.
fn ends(c: &Context) -> [[f64; 2]; 2] {
    KEYS.map(|keys| [0, 1].map(|axis| c.p()[axis] + c.value(keys[axis])))
}

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(760.0, 480.0);
    let chosen_noise = if c.step() == 0 { c.single_octave(2) } else { Some(c.noise().clone()) };
    let Some(noise) = chosen_noise else {
        return common_shapes::explain_missing_noise(d, "This noise cannot be built.");
    };
    let [a, b] = ends(c);
    draw_map(&mut d, c, &noise);
    let point_at = |t: f64| [0, 1].map(|axis| a[axis] + (b[axis] - a[axis]) * t);
    let value = |t: f64| noise.sample2(point_at(t), 0.0);
    let length = (b[0] - a[0]).hypot(b[1] - a[1]).max(0.01);
    let plot = Plot { at: [44.0, 312.0], size: [700.0, 120.0], x: [0.0, length], y: [-1.0, 1.0] };
    plot.draw_axes(&mut d, [1.0, 0.5]);
    let upper = plot.curve(STEPS, |x| value(x / length).clamp(-1.0, 1.0));
    let lower = plot.curve(STEPS, |_| -1.0);
    d.add("noise", Ink::Noise, Shape::Band { upper: upper.clone(), lower }).scale_opacity(0.25);
    d.line("noise", Ink::Noise, 2.5, upper);
    draw_crossings(&mut d, &plot, [a, b], c.offset());
    let names = [("A: n = ", "at_a", a, 44.0), ("B: n = ", "at_b", b, 620.0)];
    for (label, name, at, x) in names {
        let value = noise.sample2(at, 0.0);
        let readout = Readout::new(label, name, value, 3);
        d.number("noise", Ink::of_sign(value), ([x, 466.0], Anchor::Left), readout);
    }
    let readout = Readout::new("length in cells: ", "length", length, 2);
    d.number("line", Ink::Text, ([300.0, 466.0], Anchor::Left), readout);
    d.code_line = Some(1);
    d.caption = c.caption();
    offset::show(&mut d, c, 2);
    d
}

/// Draws the noise around p from above, and the line.
fn draw_map(d: &mut Drawing, c: &Context, noise: &Noise) {
    let low = c.p().map(|x| x - 0.5 * CELLS);
    let place = |[x, y]: [f64; 2]| {
        [CORNER[0] + SIDE * (x - low[0]) / CELLS, CORNER[1] + SIDE * (1.0 - (y - low[1]) / CELLS)]
    };
    common_shapes::raster(d, "map", (CORNER, [SIDE; 2]), [96, 96], true, |[u, v]| {
        common_shapes::grey(noise.sample2([low[0] + CELLS * u, low[1] + CELLS * (1.0 - v)], 0.0))
    });
    let offset = c.offset();
    for i in 0..=CELLS as i64 {
        // A lattice line lies where a coordinate plus the octave's offset is a whole number.
        let [x, y] = [0, 1].map(|axis| (low[axis] + offset[axis]).ceil() + i as f64 - offset[axis]);
        if x <= low[0] + CELLS {
            d.line("cell", Ink::Grid, 0.8, vec![place([x, low[1]]), place([x, low[1] + CELLS])]);
        }
        if y <= low[1] + CELLS {
            d.line("cell", Ink::Grid, 0.8, vec![place([low[0], y]), place([low[0] + CELLS, y])]);
        }
    }
    let [a, b] = ends(c).map(place);
    d.line("line", Ink::Accent, 2.5, vec![a, b]);
    let unit = SIDE / CELLS;
    for (at, keys, name) in [(a, KEYS[0], "A"), (b, KEYS[1], "B")] {
        d.disc("line", Ink::Accent, at, 7.0);
        let side = if name == "A" { -1.0 } else { 1.0 };
        let x = if at[0] + 16.0 * side > 760.0 { at[0] - 16.0 } else { at[0] + 16.0 * side };
        d.disc("", Ink::Paper, [x, at[1]], 8.0);
        d.text(Ink::Accent, 12.0, [x, at[1]], Anchor::Middle, name);
        d.handles.push(
            Handle::new("line", format!("the end {name} of the line"), at)
                .along_x(Target::Control(keys[0]), 1.0 / unit)
                .along_y(Target::Control(keys[1]), -1.0 / unit),
        );
    }
    let p = place(c.p());
    d.circle("p", Ink::Point, p, 6.0);
    // A drag moves the map, so p moves the other way.
    d.handles.push(Handle::point(p, [-unit, unit]));
}

/// Draws ticks where the line crosses lattice lines.
fn draw_crossings(d: &mut Drawing, plot: &Plot, ends: [[f64; 2]; 2], offset: [f64; 2]) {
    let [a, b] = ends.map(|end| [0, 1].map(|axis| end[axis] + offset[axis]));
    for axis in 0..2 {
        let extent = b[axis] - a[axis];
        if extent.abs() < 1e-9 {
            continue;
        }
        let range = [a[axis].min(b[axis]), a[axis].max(b[axis])];
        for level in range[0].ceil() as i64..=range[1].floor() as i64 {
            let t = (level as f64 - a[axis]) / extent;
            let [x, bottom] = plot.place([t * plot.x[1], plot.y[0]]);
            d.line("cell", Ink::Axis, 2.0, vec![[x, bottom - 12.0], [x, bottom]]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn values_at_the_ends_match_the_lands_noise() {
        let trial = trial_of(&CUT);
        let c = trial.context();
        let d = c.draw();
        let [a, b] = ends(&c);
        assert_eq!(d.value("at_a"), Some(c.noise().trace(&a).value));
        assert_eq!(d.value("at_b"), Some(c.noise().trace(&b).value));
    }
}
