//! The viewer's plots: four octaves of one-dimensional noise, and their sum.

use super::picture::{PictureWindow, StepPicture};
use crate::screens::prelude::*;
use orogen_noise::FractalKind;

/// The colours of the areas below and above the curves.
const GREEN: Ink = Ink::Rgb([128, 204, 128]);
const GREY: Ink = Ink::Rgb([51, 51, 51]);
/// The factor by which the sum is stretched.
const STRETCH: f64 = 1.5;

/// Draws five strips, one below the other, in a square.
pub(super) fn draw(d: &mut Drawing, view: &PictureWindow, at: Place, side: f64) {
    let build = |fractal| {
        let mut spec = StepPicture::Plots.spec(view.c);
        spec.fractal = fractal;
        spec.build(1).ok()
    };
    let [Some(octave), Some(fbm)] = [FractalKind::None, FractalKind::Fbm].map(build) else {
        d.rect("", Ink::Card, at, [side; 2]);
        let middle = [at[0] + 0.5 * side, at[1] + 0.5 * side];
        d.text(Ink::Muted, 13.0, middle, Anchor::Middle, "This noise has no one-dimensional form.");
        return;
    };
    let lacunarity = view.c.value("viewer.lacunarity");
    let x = [view.middle[0] - 0.5 * view.span, view.middle[0] + 0.5 * view.span];
    let height = side / 5.0;
    for k in 0..5 {
        let top = at[1] + height * f64::from(k);
        let strip = Plot { at: [at[0], top], size: [side, height - 3.0], x, y: [-1.0, 1.0] };
        let value = |x: f64| match k {
            4 => STRETCH * fbm.sample(&[x]),
            _ => octave.sample(&[x * lacunarity.powi(k)]),
        };
        d.rect("", GREY, strip.at, strip.size);
        let id = format!("strip{k}");
        let upper = strip.curve(400, |x| value(x).clamp(-1.0, 1.0));
        let lower = upper.iter().map(|[x, _]| [*x, top + height - 3.0]).collect();
        d.add(&id, GREEN, Shape::Band { upper, lower });
        let label = match k {
            4 => "fBm × 1.5 at the middle: ".to_owned(),
            _ => format!("frequency {:.2} at the middle: ", lacunarity.powi(k)),
        };
        let middle = view.middle[0];
        let readout = Readout::new(&label, &id, value(middle), 3);
        let place = ([at[0] + side + 14.0, top + 0.5 * height], Anchor::Left);
        d.number(&id, Ink::Text, place, readout);
    }
    let middle = at[0] + 0.5 * side;
    d.dashed("middle", Ink::Accent, 1.0, vec![[middle, at[1]], [middle, at[1] + side - 3.0]]);
}
