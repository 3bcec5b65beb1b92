//! Shapes that several figures draw: stars, grey tiles, rasters of a function.

use super::figure::{Anchor, Drawing, Item, Place, Shape};
use super::ink::{Ink, Palette};

/// A star of five points.
pub fn star(d: &mut Drawing, id: &str, ink: Ink, centre: Place, radius: f64) {
    let corner = |index: usize, radius: f64| {
        let angle = std::f64::consts::PI * (index as f64 / 5.0 - 0.5);
        [centre[0] + radius * angle.cos(), centre[1] + radius * angle.sin()]
    };
    // Polygons must be convex, so a star consists of five kites.
    for tip in 0..5 {
        let [before, after] = [2 * tip + 9, 2 * tip + 1].map(|index| corner(index, 0.42 * radius));
        d.polygon(id, ink, vec![centre, before, corner(2 * tip, radius), after]);
    }
}

/// Draws a square tile with a grey gradient along an arrow.
///
/// The tile is dark behind the start of the arrow and light ahead of it. `arrow` is in points of
/// the picture; `per_point` is the growth of the value per point along the arrow.
pub fn ramp_tile(
    d: &mut Drawing,
    id: &str,
    (centre, half): (Place, f64),
    arrow: Place,
    per_point: f64,
) {
    const STRIPS: usize = 24;
    let length = arrow[0].hypot(arrow[1]);
    if length == 0.0 {
        return;
    }
    let [x, y] = arrow.map(|a| a / length);
    let corner = |ahead: f64, across: f64| {
        [centre[0] + ahead * x - across * y, centre[1] + ahead * y + across * x]
    };
    for strip in 0..STRIPS {
        let edge = |k: usize| half * (2.0 * k as f64 / STRIPS as f64 - 1.0);
        // Strips overlap slightly, so that the background does not show between them.
        let (start, end) = (edge(strip), (edge(strip + 1) + 1.5).min(half));
        let middle = 0.5 * (edge(strip) + edge(strip + 1));
        let ink = Ink::grey((middle * per_point).clamp(-1.0, 1.0));
        let points =
            vec![corner(start, -half), corner(end, -half), corner(end, half), corner(start, half)];
        d.polygon(id, ink, points);
    }
}

/// Draws a raster over a rectangle.
///
/// `colour` takes a pixel's place as fractions of the width (from the left) and of the height (from
/// the top).
pub fn raster<'a>(
    d: &'a mut Drawing,
    id: &str,
    (at, size): (Place, Place),
    [columns, rows]: [usize; 2],
    smooth: bool,
    colour: impl Fn([f64; 2]) -> [u8; 3],
) -> &'a mut Item {
    let fraction = |i: usize, count: usize| (i as f64 + 0.5) / count as f64;
    let pixel = |i: usize| {
        let [r, g, b] = colour([fraction(i % columns, columns), fraction(i / columns, rows)]);
        [r, g, b, 255]
    };
    let pixels = (0..columns * rows).map(pixel).collect();
    d.add(id, Ink::Text, Shape::Raster { at, size, columns, pixels, smooth })
}

/// The grey of a value: −1 is black, 1 is white.
pub fn grey(value: f64) -> [u8; 3] {
    Ink::grey(value).rgb(Palette::Print)
}

/// The grey of ground with these slopes under a sun in the north-west.
///
/// `elevation_rad` is the sun's height above the horizon.
pub fn hillshade([dx, dy]: [f64; 2], elevation_rad: f64) -> [u8; 3] {
    let (up, out) = elevation_rad.sin_cos();
    let to_sun = [-out, out, up * std::f64::consts::SQRT_2].map(|c| c / 2f64.sqrt());
    let length = (dx * dx + dy * dy + 1.0).sqrt();
    let cosine = (-dx * to_sun[0] - dy * to_sun[1] + to_sun[2]) / length;
    // The square root brightens level ground in low light.
    let byte = (255.0 * cosine.clamp(0.0, 1.0).sqrt()).round() as u8;
    [byte; 3]
}

/// Writes the reason why a noise has no picture, and suggests another noise.
pub fn explain_missing_noise(d: Drawing, why: &str) -> Drawing {
    explain_missing_picture(d, why, "Choose another noise.")
}

/// Writes the reason why there is no picture. The caption becomes a suggestion.
pub fn explain_missing_picture(mut d: Drawing, why: &str, suggestion: &str) -> Drawing {
    let middle = d.size.map(|side| 0.5 * side);
    d.text(Ink::Muted, 14.0, middle, Anchor::Middle, why);
    d.caption = suggestion.to_owned();
    d
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_dark_behind_and_light_ahead() {
        let mut d = Drawing::new(200.0, 200.0);
        ramp_tile(&mut d, "", ([100.0; 2], 40.0), [10.0, 0.0], 1.0 / 40.0);
        let grey = |index: usize| d.items[index].ink.rgb(Palette::Print)[0];
        assert!(grey(0) < 10 && grey(23) > 245 && (120..136).contains(&grey(12)));
        assert!((0..23).all(|i| grey(i) < grey(i + 1)));
    }

    #[test]
    fn ground_that_faces_the_sun_is_lightest() {
        let sun = 0.2;
        // Ground that rises to the south-east faces the north-west.
        assert!(hillshade([1.0, -1.0], sun)[0] > hillshade([0.0, 0.0], sun)[0]);
        assert!(hillshade([-1.0, 1.0], sun)[0] < hillshade([0.0, 0.0], sun)[0]);
    }
}
