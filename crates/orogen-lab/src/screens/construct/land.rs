//! Draws a square of 4 × 4 cells around p, as a solid and from above.

use super::placed_hill::draw_knob;
use crate::field::{Window, grey_of_brightness, raster};
use crate::relief::{Net, ReliefView, Solid, colour_by_sign};
use crate::screens::prelude::*;
use orogen_noise::lattice::Order;
use orogen_noise::{Basis, Edits, Fade, FractalKind, Noise, Normalise};

/// Cells on a side.
pub(super) const CELLS: f64 = 4.0;
/// The size of figures that draw this square, in points.
pub(super) const SIZE: Place = [760.0, 500.0];
/// The lower left corner of the plan, and the size of its cells in points.
const PLAN: Place = [16.0, 484.0];
const PLAN_CELL: f64 = 29.0;

/// The square of 4 × 4 cells, and its view.
pub(super) struct TiltedSquare {
    /// Its lower left corner, a lattice point.
    pub corner: [f64; 2],
    eye: ReliefView,
}

/// Lattice noise with the land's own random numbers and the figure's order, fade, octaves and gain.
pub(super) fn lattice(
    c: &Context,
    (order, fade): (Order, Fade),
    (octaves, gain): (usize, f64),
) -> Option<Noise> {
    c.noise_with(2, |spec| {
        spec.basis = match order {
            Order::Zero => Basis::Lattice0,
            Order::One => Basis::Lattice1,
            Order::Two => Basis::Lattice2,
        };
        spec.fade = fade;
        spec.fractal = if octaves > 1 { FractalKind::Fbm } else { FractalKind::None };
        (spec.octaves, spec.gain, spec.lacunarity) = (octaves as f64, gain, 2.0);
        spec.normalise = Normalise::Off;
        (spec.rotate, spec.octave_seeds, spec.warp.times) = (false, false, 0);
        (spec.period, spec.edits) = (None, Edits::default());
    })
}

impl TiltedSquare {
    /// The square around p's cell, seen with the rotation and tilt of two controls.
    pub fn about_p(c: &Context, turn: &str, tilt: &str) -> Self {
        let corner = c.cell_p().map(|x| x.floor() - 1.0);
        let (turn_deg, tilt_deg) = (c.value(turn), c.value(tilt));
        let eye =
            ReliefView { middle: [220.0, 236.0], scale: 74.0, rise: 62.0, turn_deg, tilt_deg };
        Self { corner, eye }
    }

    /// Draws a function of the plane as a solid with `faces` faces per side.
    pub fn draw_solid(&self, d: &mut Drawing, faces: usize, height: impl Fn([f64; 2]) -> f64) {
        let plane =
            |[x, y]: [f64; 2]| [x + self.corner[0] + 0.5 * CELLS, y + self.corner[1] + 0.5 * CELLS];
        let at = |p: [f64; 2]| height(plane(p)).clamp(-2.0, 2.0);
        self.eye.draw_ground(d, CELLS);
        let solid = Solid::of(faces, CELLS, at);
        let net = Net { spacing: faces / 4, diagonals: false };
        solid.draw(d, (&self.eye, "noise"), net, |face| colour_by_sign(face, 0.8));
    }

    /// Draws p on the solid, and the profile along x through p.
    pub fn draw_p(&self, d: &mut Drawing, p: [f64; 2], height: impl Fn([f64; 2]) -> f64) {
        let ground = |[x, y]: [f64; 2]| {
            let z = height([x, y]).clamp(-2.0, 2.0);
            [x - self.corner[0] - 0.5 * CELLS, y - self.corner[1] - 0.5 * CELLS, z]
        };
        let line = (0..=96).map(|i| [self.corner[0] + f64::from(i) * CELLS / 96.0, p[1]]);
        let line = line.map(|at| self.eye.place(ground(at))).collect();
        d.line("cut", Ink::Point, 1.5, line);
        d.disc("p", Ink::Point, self.eye.place(ground(p)), 5.0);
    }

    /// Draws the square from above in greys, with p as a handle, and next to it the knob that turns
    /// and tilts the solid.
    pub fn draw_plan(
        &self,
        d: &mut Drawing,
        (values, p): (&[f32], [f64; 2]),
        [turn, tilt]: [&'static str; 2],
    ) {
        let side = CELLS * PLAN_CELL;
        let at = [PLAN[0], PLAN[1] - side];
        let greys = values.iter().map(|n| grey_of_brightness(0.5 + 0.5 * f64::from(*n))).collect();
        d.add("noise", Ink::Noise, raster(at, [side; 2], 64, greys));
        for i in 0..=4 {
            let t = f64::from(i) * PLAN_CELL;
            d.line("lattice", Ink::Axis, 0.7, vec![[at[0] + t, at[1]], [at[0] + t, PLAN[1]]]);
            let across = vec![[at[0], at[1] + t], [at[0] + side, at[1] + t]];
            d.line("lattice", Ink::Axis, 0.7, across);
        }
        let [x, y] = [0, 1].map(|axis| (p[axis] - self.corner[axis]) * PLAN_CELL);
        let place = [PLAN[0] + x, PLAN[1] - y];
        d.dashed("cut", Ink::Point, 1.2, vec![[at[0], place[1]], [at[0] + side, place[1]]]);
        d.disc("p", Ink::Point, place, 5.0);
        d.handles.push(Handle::point(place, [PLAN_CELL, -PLAN_CELL]));
        d.text(Ink::Muted, 11.0, [at[0] + 0.5 * side, at[1] - 9.0], Anchor::Middle, "from above");
        draw_knob(d, [330.0, 476.0], turn, tilt);
    }

    /// The window of the plan, with its number of pixels.
    pub fn window(&self) -> Window {
        Window { low: self.corner, span: [CELLS; 2], pixels: [64, 64] }
    }

    /// A plot for the profile, to the right of the solid.
    pub fn plot(&self, (top, height): (f64, f64), y: [f64; 2]) -> Plot {
        let x = [self.corner[0], self.corner[0] + CELLS];
        Plot { at: [480.0, top], size: [262.0, height], x, y }
    }
}
