//! The sets of gradients in two, three and four dimensions.

use crate::common_shapes;
use crate::screens::prelude::*;
use orogen_noise::gradient::{CUBE_EDGES, hypercube_edge};
use orogen_noise::hash::avalanche;
use orogen_noise::{Basis, GradientSet, NoiseSpec};

pub(super) static GRADIENTS: FigureRow = FigureRow {
    name: "gradients",
    screen: Screen::Numbers,
    title: "Sets of gradients",
    question: "How many arrows does a noise need?",
    steps: &[
        "In the plane: with few directions, the land has a visible grain. Arrows of 0 and ±1 need \
         no multiplication; arrows on the circle all have length 1.",
        "In space: the midpoints of a cube's twelve edges. Again only 0 and ±1.",
        "In four dimensions: 32 vectors with one 0 and three ±1, in four groups by the position of \
         the 0.",
    ],
    reproduces: &[("S5", 2)],
    controls: &[
        Control {
            key: "gradients.set",
            label: "Set",
            kind: ControlKind::Choice { names: SETS, start: 1 },
            doc: "The set of arrows that corners choose from, in the plane.",
        },
        Control::number(
            "gradients.turn",
            "Turn",
            (0.0, 28.0, 360.0),
            "Turns the cube, in degrees.",
        ),
    ],
    code: &[
        "// 0 and ±1: the product is a sum",
        "let influence = match hash & 7 {",
        "    0 => x + y, 1 => -x + y, 2 => x - y, 3 => -x - y,",
        "    4 => x, 5 => -x, 6 => y, _ => -y,",
        "};",
    ],
    draw,
    challenge: Challenge {
        task: "Choose the set with the least visible grain.",
        hint: "The more directions, the less grain. The name of this set is not a number.",
        is_solved: |c| c.integer("gradients.set") == 4,
    },
};

const SETS: &[&str] = &["4", "8", "12", "16", "∞"];

fn draw(c: &Context) -> Drawing {
    let mut d = Drawing::new(720.0, 420.0);
    match c.step() {
        0 => draw_plane(&mut d, c),
        1 => draw_cube(&mut d, c.value("gradients.turn").to_radians()),
        _ => draw_hypercube(&mut d),
    }
    d.code_line = Some(if c.step() == 0 { 2 } else { 0 });
    d.caption = c.caption();
    d
}

fn set(c: &Context) -> GradientSet {
    GradientSet::ALL[c.integer("gradients.set")].value
}

/// The distinct arrows of a set, each with its number of repetitions. The continuous set gives 64
/// samples.
fn arrows(set: GradientSet, spec: &NoiseSpec) -> Vec<([f64; 2], usize)> {
    let permutation = orogen_noise::PermutationKind::Hash.permutation(spec.seed);
    let count = match set {
        GradientSet::Four => 4,
        GradientSet::Eight => 8,
        GradientSet::Twelve => 12,
        GradientSet::Sixteen => 16,
        GradientSet::Continuous => 64,
    };
    let mut arrows: Vec<([f64; 2], usize)> = Vec::new();
    for index in 0..count {
        let hash = if set == GradientSet::Continuous { avalanche(index) } else { index };
        let arrow = set.gradient(&permutation, hash);
        match arrows.iter_mut().find(|(other, _)| *other == arrow) {
            Some((_, repeats)) => *repeats += 1,
            None => arrows.push((arrow, 1)),
        }
    }
    arrows
}

fn draw_plane(d: &mut Drawing, c: &Context) {
    let (centre, unit) = ([190.0, 190.0], 108.0);
    d.circle("circle", Ink::Grid, centre, unit);
    let set = set(c);
    let arrows = arrows(set, c.spec());
    for (arrow, repeats) in &arrows {
        let to = [centre[0] + unit * arrow[0], centre[1] - unit * arrow[1]];
        let width = if set == GradientSet::Continuous { 1.2 } else { 2.0 };
        d.arrow("set", Ink::Gradient, width, centre, to);
        if *repeats > 1 {
            let at = [centre[0] + 1.16 * unit * arrow[0], centre[1] - 1.16 * unit * arrow[1]];
            d.text(Ink::Muted, 12.0, at, Anchor::Middle, &format!("{repeats} ×"));
        }
    }
    let direction_count = Readout::new(
        if set == GradientSet::Continuous { "directions shown: " } else { "directions: " },
        "directions",
        arrows.len() as f64,
        0,
    );
    d.number("set", Ink::Gradient, ([60.0, 372.0], Anchor::Left), direction_count);
    let longest = arrows.iter().map(|(a, _)| a[0].hypot(a[1])).fold(0.0, f64::max);
    let readout = Readout::new("longest: ", "longest", longest, 3);
    d.number("set", Ink::Gradient, ([220.0, 372.0], Anchor::Left), readout);
    let spec = NoiseSpec {
        basis: Basis::Perlin,
        gradients: set,
        seed: c.spec().seed,
        fade: c.spec().fade,
        ..NoiseSpec::default()
    };
    let Ok(noise) = spec.build(2) else { return };
    let (at, side, cells) = ([390.0, 40.0], 300.0, 14.0);
    let low = c.p().map(|x| x - 0.5 * cells);
    common_shapes::raster(d, "land", (at, [side; 2]), [150, 150], true, |[u, v]| {
        common_shapes::grey(
            1.3 * noise.sample2([low[0] + cells * u, low[1] + cells * (1.0 - v)], 0.0),
        )
    });
    d.text(Ink::Muted, 12.0, [390.0, 22.0], Anchor::Left, "noise of this set");
    let middle = [at[0] + 0.5 * side, at[1] + 0.5 * side];
    d.circle("p", Ink::Point, middle, 7.0);
    d.handles.push(Handle::point(middle, [-side / cells, side / cells]));
}

/// Projects a point, rotated about the vertical axis and seen from slightly above.
fn project([x, y, z]: [f64; 3], turn_rad: f64) -> Place {
    let (sin, cos) = turn_rad.sin_cos();
    let (right, back) = (cos * x - sin * y, sin * x + cos * y);
    [360.0 + 118.0 * right, 205.0 - 108.0 * z - 40.0 * back]
}

fn draw_cube(d: &mut Drawing, turn_rad: f64) {
    let signs = [-1.0, 1.0];
    for (a, b) in signs.into_iter().flat_map(|a| signs.map(|b| (a, b))) {
        for [from, to] in
            [[[-1.0, a, b], [1.0, a, b]], [[a, -1.0, b], [a, 1.0, b]], [[a, b, -1.0], [a, b, 1.0]]]
        {
            let points = vec![project(from, turn_rad), project(to, turn_rad)];
            d.line("cube", Ink::Grid, 1.5, points);
        }
    }
    for edge in CUBE_EDGES {
        d.arrow("set", Ink::Gradient, 2.0, project([0.0; 3], turn_rad), project(edge, turn_rad));
        d.disc("set", Ink::Gradient, project(edge, turn_rad), 3.5);
    }
    d.disc("set", Ink::Axis, project([0.0; 3], turn_rad), 4.0);
    let count = CUBE_EDGES.len() as f64;
    let readout = Readout::new("vectors: ", "vectors", count, 0);
    d.number("set", Ink::Gradient, ([30.0, 30.0], Anchor::Left), readout);
    let length = CUBE_EDGES[0].iter().map(|x| x * x).sum::<f64>().sqrt();
    let readout = Readout::new("each of length ", "length", length, 3);
    d.number("set", Ink::Gradient, ([30.0, 52.0], Anchor::Left), readout);
    let at = [360.0, 396.0];
    d.circle("turn", Ink::Accent, at, 8.0);
    d.text(Ink::Muted, 12.0, [378.0, 396.0], Anchor::Left, "drag to turn");
    let target = Target::Control("gradients.turn");
    d.handles.push(Handle::new("turn", "the cube", at).along_x(target, 0.7));
}

/// Draws the 32 vectors as columns of −, 0 and +.
fn draw_hypercube(d: &mut Drawing) {
    let [left, top] = [60.0, 60.0];
    for (row, axis) in ["x", "y", "z", "w"].into_iter().enumerate() {
        for half in 0..2 {
            let y = top + 170.0 * f64::from(half) + 30.0 * row as f64;
            d.text(Ink::Muted, 12.0, [left - 16.0, y], Anchor::Right, axis);
        }
    }
    for index in 0..32u32 {
        let (column, half) = (index % 16, index / 16);
        let x = left + 38.0 * f64::from(column) + if column >= 8 { 24.0 } else { 0.0 };
        for (row, component) in hypercube_edge(index).into_iter().enumerate() {
            let at = [x, top + 170.0 * f64::from(half) + 30.0 * row as f64];
            let (glyph, ink) = match component {
                c if c > 0.0 => ("+", Ink::Positive),
                c if c < 0.0 => ("−", Ink::Negative),
                _ => ("0", Ink::Muted),
            };
            d.rect("set", Ink::Card, [at[0] - 13.0, at[1] - 13.0], [26.0, 26.0]);
            d.text(ink, 16.0, at, Anchor::Middle, glyph);
        }
    }
    let readout = Readout::new("vectors: ", "vectors", 32.0, 0);
    d.number("set", Ink::Gradient, ([left - 16.0, 390.0], Anchor::Left), readout);
    let length = hypercube_edge(0).iter().map(|x| x * x).sum::<f64>().sqrt();
    let readout = Readout::new("each of length ", "length", length, 3);
    d.number("set", Ink::Gradient, ([left + 110.0, 390.0], Anchor::Left), readout);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::trial_of;

    #[test]
    fn sets_have_their_directions() {
        let expected = [4.0, 8.0, 8.0, 16.0, 64.0];
        for (set, directions) in expected.into_iter().enumerate() {
            let d = trial_of(&GRADIENTS).step(0).set("gradients.set", set as f64).draw();
            assert_eq!(d.value("directions"), Some(directions));
            let longest = if set < 3 { 2f64.sqrt() } else { 1.0 };
            assert!((d.value("longest").unwrap() - longest).abs() < 1e-12);
        }
    }
}
