//! Draws a hill as a solid, with profiles and a plan of the area that it covers.

use crate::relief::{Net, ReliefView, Solid, colour_by_sign};
use crate::screens::prelude::*;
use orogen_noise::hill::Hill;
use orogen_noise::{Fade, FadeCurve};

/// The fades that the user can choose. The fade of the article comes first.
pub(super) const FADES: &[&str] = &["cubic", "quintic", "linear", "cosine", "step"];

/// The fade that a control with the choices [`FADES`] selects.
pub(super) fn fade(c: &Context, key: &str) -> Fade {
    let all = [Fade::Cubic, Fade::Quintic, Fade::Linear, Fade::Cosine, Fade::Step];
    all[c.integer(key).min(all.len() - 1)]
}

/// The fades that the user can choose, with the user's own curve.
pub(super) const FADES_AND_OWN: &[&str] =
    &["cubic", "quintic", "linear", "cosine", "step", "own curve"];

/// The fade that a control with the choices [`FADES_AND_OWN`] selects. `knots` are the keys of the
/// controls for the own curve's values at ¼, ½ and ¾.
pub(super) fn chosen_fade(c: &Context, key: &str, knots: [&str; 3]) -> Fade {
    if is_custom(c, key) {
        return Fade::Custom(FadeCurve::through(knots.map(|knot| c.value(knot))));
    }
    fade(c, key)
}

/// Returns true if the control selects the user's own curve.
pub(super) fn is_custom(c: &Context, key: &str) -> bool {
    c.integer(key) == FADES_AND_OWN.len() - 1
}

/// A control for a value of the user's own curve.
pub(super) const fn knot(key: &'static str, label: &'static str, start: f64) -> Control {
    Control::number(
        key,
        label,
        (0.0, start, 1.0),
        "A value of your own curve, which runs from 0 to 1.",
    )
}

/// The control that turns a solid.
pub(super) const fn turn(key: &'static str) -> Control {
    Control::number(key, "Turn", (-90.0, 30.0, 90.0), "Turns the solid, in degrees.")
}

/// The control that tilts a solid.
pub(super) const fn tilt(key: &'static str) -> Control {
    let doc = "The height of the view above the horizon, in degrees.";
    Control::number(key, "Tilt", (10.0, 35.0, 70.0), doc)
}

/// Draws handles for the curve's values at ¼, ½ and ¾ on a plot of weight by distance.
pub(super) fn draw_knots(
    d: &mut Drawing,
    plot: &Plot,
    lambda: f64,
    values: [(&'static str, f64); 3],
) {
    for (i, (key, value)) in values.into_iter().enumerate() {
        let t = 0.25 * (i as f64 + 1.0);
        let at = plot.place([lambda * (1.0 - t), value]);
        d.disc(key, Ink::Accent, at, 5.0);
        let [_, unit] = plot.unit();
        d.handles.push(
            Handle::new(key, format!("the fade at {t}"), at)
                .along_y(Target::Control(key), 1.0 / unit),
        );
    }
}

/// A lattice point's hill, and the place of p relative to the lattice point, in cells of the first
/// octave.
pub(super) struct PlacedHill {
    pub hill: Hill,
    /// The distance to the neighbouring lattice points.
    pub lambda: f64,
    /// The vector from the lattice point to p.
    pub offset: [f64; 2],
}

/// A part of a hill: the proximity, the fade, or the product of both.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum HillPart {
    Proximity,
    Weight,
    Height,
}

impl HillPart {
    /// The part's title, and the group of its shapes.
    pub fn names(self) -> [&'static str; 2] {
        match self {
            Self::Proximity => ["proximity", "proximity"],
            Self::Weight => ["fade", "fade"],
            Self::Height => ["hill = proximity × fade", "hill"],
        }
    }
}

/// The size of figures that draw a hill, in points.
pub(super) const SIZE: Place = [750.0, 480.0];
/// The side of the drawn ground, in cells.
const GROUND: f64 = 2.5;
/// The largest drawn height.
const MAX_HEIGHT: f64 = 1.6;
/// The plan's lower left corner, and the size of its cells in points.
const PLAN: Place = [16.0, 462.0];
const PLAN_CELL: f64 = 50.0;

impl PlacedHill {
    /// The hill of the lattice point below and left of p, in a lattice of cells `lambda` wide.
    pub fn at_p(c: &Context, hill: impl FnOnce([i64; 2]) -> Hill, lambda: f64) -> Self {
        let cell = c.cell_p().map(|x| (x / lambda).floor());
        let offset = [0, 1].map(|axis| c.cell_p()[axis] - cell[axis] * lambda);
        Self { hill: hill(cell.map(|x| x as i64)), lambda, offset }
    }

    /// The value of a part at an offset from the lattice point.
    pub fn value_at(&self, part: HillPart, offset: [f64; 2]) -> f64 {
        let scaled = offset.map(|x| x / self.lambda);
        match part {
            HillPart::Proximity => self.hill.proximity(scaled),
            HillPart::Weight => self.hill.weight(scaled),
            HillPart::Height => self.hill.height(scaled),
        }
    }

    /// The formula's term for the proximity at p.
    pub fn proximity_term(&self) -> Term {
        let proximity = self.value_at(HillPart::Proximity, self.offset);
        Term::number("proximity", "proximity", proximity, 3)
    }

    /// The end of the formula: the fades by which the proximity is multiplied, and the height.
    pub fn faded_terms(&self) -> Vec<Term> {
        let [fade_u, fade_v] = self.offset.map(|x| self.hill.weight_along(x / self.lambda));
        let height = self.value_at(HillPart::Height, self.offset);
        vec![
            Term::text(" × "),
            Term::number("fade", "fade_u", fade_u, 3),
            Term::text(" × "),
            Term::number("fade", "fade_v", fade_v, 3),
            Term::text(" = "),
            Term::number("hill", "hill", height, 3),
        ]
    }

    /// The view of the solid, from the controls with these keys.
    pub fn eye(c: &Context, turn: &str, tilt: &str) -> ReliefView {
        let (turn_deg, tilt_deg) = (c.value(turn), c.value(tilt));
        ReliefView { middle: [226.0, 244.0], scale: 118.0, rise: 105.0, turn_deg, tilt_deg }
    }

    /// Draws the solid, with p on it and the lattice points around it.
    pub fn draw_solid(&self, d: &mut Drawing, eye: &ReliefView, part: HillPart) {
        eye.draw_ground(d, GROUND);
        let solid = Solid::of(40, GROUND, |offset| {
            self.value_at(part, offset).clamp(-MAX_HEIGHT, MAX_HEIGHT)
        });
        let net = Net { spacing: 4, diagonals: false };
        solid.draw(d, (eye, part.names()[1]), net, |face| colour_by_sign(face, 1.0));
        for [x, y] in (-1..=1).flat_map(|y| (-1..=1).map(move |x| [x, y])) {
            let at = [f64::from(x) * self.lambda, f64::from(y) * self.lambda];
            if at.iter().all(|x| x.abs() <= 0.5 * GROUND) {
                let [i, j] = at;
                let is_centre = x == 0 && y == 0;
                let ink = if is_centre { Ink::Accent } else { Ink::Axis };
                d.disc("lattice", ink, eye.place([i, j, 0.0]), if is_centre { 5.0 } else { 3.5 });
            }
        }
        let [u, v] = self.offset;
        let height = self.value_at(part, self.offset).clamp(-MAX_HEIGHT, MAX_HEIGHT);
        let [base, top] = [eye.place([u, v, 0.0]), eye.place([u, v, height])];
        d.dashed("p", Ink::Point, 1.5, vec![base, top]);
        d.disc("p", Ink::Point, top, 5.0);
    }

    /// Draws a plan of the area that the hill covers; the user moves p on it.
    pub fn draw_plan(&self, d: &mut Drawing) {
        let place =
            |[u, v]: [f64; 2]| [PLAN[0] + PLAN_CELL * (u + 1.0), PLAN[1] - PLAN_CELL * (v + 1.0)];
        let side = 2.0 * PLAN_CELL;
        d.rect("", Ink::Card, [PLAN[0], PLAN[1] - side], [side, side]);
        let l = self.lambda.min(1.0);
        for t in [-l, 0.0, l] {
            d.line("lattice", Ink::Grid, 1.0, vec![place([t, -1.0]), place([t, 1.0])]);
            d.line("lattice", Ink::Grid, 1.0, vec![place([-1.0, t]), place([1.0, t])]);
        }
        d.disc("lattice", Ink::Accent, place([0.0, 0.0]), 4.0);
        let offset = self.offset.map(|x| x.min(1.0));
        d.dashed("p", Ink::Muted, 1.0, vec![place([-1.0, offset[1]]), place([1.0, offset[1]])]);
        d.disc("p", Ink::Point, place(offset), 5.0);
        d.handles.push(Handle::point(place(offset), [PLAN_CELL, -PLAN_CELL]));
        let above = [PLAN[0], PLAN[1] - side - 9.0];
        d.text(Ink::Muted, 11.0, above, Anchor::Left, "from above (dashed: cut)");
    }

    /// Draws the profile through p along u: a plot for each part.
    pub fn draw_cuts(&self, d: &mut Drawing, parts: &[HillPart]) {
        for (i, part) in parts.iter().enumerate() {
            let plot = Self::cut_plot(i, *part);
            plot.draw_axes(d, [0.5, if *part == HillPart::Weight { 0.5 } else { 1.0 }]);
            let [title, id] = part.names();
            let above = [plot.at[0], plot.at[1] - 12.0];
            d.text(Ink::Text, 12.0, above, Anchor::Left, title);
            if *part == HillPart::Weight {
                let weight = |u| self.hill.weight_along(u / self.lambda);
                d.dashed(id, Ink::Ghost, 1.5, plot.curve(100, weight));
            }
            let cut = |u| self.value_at(*part, [u, self.offset[1]]);
            // The part of the curve outside the plot is not drawn.
            let is_inside =
                |place: &Place| (plot.at[1]..=plot.at[1] + plot.size[1]).contains(&place[1]);
            let line = plot.curve(250, cut).into_iter().filter(is_inside);
            d.line(id, Ink::Noise, 2.5, line.collect());
            let [u, _] = self.offset;
            d.disc("p", Ink::Point, plot.place([u, cut(u).clamp(plot.y[0], plot.y[1])]), 4.5);
        }
    }

    /// The plot of a part, the `i`-th from the top.
    pub fn cut_plot(i: usize, part: HillPart) -> Plot {
        let y = if part == HillPart::Weight { [0.0, 1.05] } else { [-MAX_HEIGHT, MAX_HEIGHT] };
        let at = [492.0, 34.0 + 152.0 * i as f64];
        Plot { at, size: [238.0, 106.0], x: [-1.25, 1.25], y }
    }

    /// Writes the value of a part at p, above its plot.
    pub fn draw_value(&self, d: &mut Drawing, i: usize, part: HillPart) {
        let plot = Self::cut_plot(i, part);
        let at = [plot.at[0] + plot.size[0], plot.at[1] - 12.0];
        let [_, name] = part.names();
        let value = self.value_at(part, self.offset);
        d.number(name, Ink::Noise, (at, Anchor::Right), Readout::new("at p: ", name, value, 3));
    }
}

/// Draws a knob that turns and tilts the solid.
pub(super) fn draw_knob(d: &mut Drawing, at: Place, turn: &'static str, tilt: &'static str) {
    d.circle("turn", Ink::Axis, at, 8.0);
    d.disc("turn", Ink::Axis, at, 2.5);
    d.text(Ink::Muted, 11.0, [at[0] + 14.0, at[1]], Anchor::Left, "turn and tilt");
    d.handles.push(
        Handle::new("turn", "turn and tilt", at)
            .along_x(Target::Control(turn), 0.5)
            .along_y(Target::Control(tilt), 0.5),
    );
}

/// Draws a diamond as a handle that raises and lowers a number of the figure.
pub(super) fn draw_lift_handle(
    d: &mut Drawing,
    eye: &ReliefView,
    at: [f64; 3],
    (key, label): (&'static str, &str),
) {
    let [x, y] = eye.place(at);
    let y = y.clamp(8.0, SIZE[1] - 8.0);
    let diamond = vec![[x, y - 7.0], [x + 7.0, y], [x, y + 7.0], [x - 7.0, y]];
    d.polygon(key, Ink::Accent, diamond);
    d.handles.push(
        Handle::new(key, label.to_owned(), [x, y])
            .along_y(Target::Control(key), -1.0 / eye.height_scale()),
    );
}
