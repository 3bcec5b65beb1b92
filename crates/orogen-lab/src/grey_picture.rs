//! Grey pictures of a noise over a square of the plane, y upwards.

use super::field::nearest_byte;
use super::figure::{Drawing, Handle, Item, Place, Shape};
use super::ink::Ink;
use orogen_noise::Noise;
use orogen_noise::grid::GridNoise;

/// The place of a grey picture in a figure, and the square of the plane that it shows.
///
/// ```
/// use orogen_lab::grey_picture::GreyPicture;
///
/// let picture = GreyPicture { at: [10.0, 20.0], side: 80.0, corner: [-3.0, 5.0], span: 2.0 };
/// assert_eq!(picture.place([-3.0, 7.0]), [10.0, 20.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GreyPicture {
    /// Its top left corner.
    pub at: Place,
    /// Its side in points.
    pub side: f64,
    /// The lower left corner, in coordinates of the plane.
    pub corner: [f64; 2],
    /// Its side in units of the plane.
    pub span: f64,
}

impl GreyPicture {
    /// The place of a point of the plane in the figure.
    pub fn place(&self, p: [f64; 2]) -> Place {
        let [u, v] = [0, 1].map(|axis| (p[axis] - self.corner[axis]) * self.unit());
        [self.at[0] + u, self.at[1] + self.side - v]
    }

    /// Points of the figure per unit of the plane.
    pub fn unit(&self) -> f64 {
        self.side / self.span
    }

    /// The coordinates of the pixel centres along an axis, ascending.
    fn pixel_centres(&self, axis: usize, pixels: usize) -> Vec<f64> {
        let step = self.span / pixels as f64;
        (0..pixels).map(|i| self.corner[axis] + (i as f64 + 0.5) * step).collect()
    }

    /// Samples a noise with `pixels` per side, row by row from the top.
    pub fn values(&self, noise: &Noise, pixels: usize) -> Vec<f32> {
        let [columns, rows] = [0, 1].map(|axis| self.pixel_centres(axis, pixels));
        let mut values = vec![0.0; pixels * pixels];
        GridNoise::new(noise, 1.0).fill_at([&columns, &rows], 0.0, &mut values);
        values.chunks_exact(pixels).rev().flatten().copied().collect()
    }

    /// Samples a function with `pixels` per side, row by row from the top.
    pub fn values_of(&self, pixels: usize, mut f: impl FnMut([f64; 2]) -> f64) -> Vec<f32> {
        let [columns, rows] = [0, 1].map(|axis| self.pixel_centres(axis, pixels));
        let places = rows.iter().rev().flat_map(|y| columns.iter().map(move |x| [*x, *y]));
        places.map(|p| f(p) as f32).collect()
    }

    /// Draws values in grey, from black at `low` to white at `high`, with a thin frame.
    pub fn draw(&self, d: &mut Drawing, id: &str, values: &[f32], [low, high]: [f64; 2]) {
        let columns = values.len().isqrt();
        let grey = |value: &f32| {
            let fraction = (f64::from(*value) - low) / (high - low);
            let byte = nearest_byte(255.0 * fraction);
            [byte, byte, byte, 255]
        };
        let shape = Shape::Raster {
            at: self.at,
            size: [self.side; 2],
            columns,
            pixels: values.iter().map(grey).collect(),
            smooth: true,
        };
        d.add(id, Ink::Text, shape);
        self.draw_frame(d);
    }

    /// Draws a thin frame.
    pub fn draw_frame<'a>(&self, d: &'a mut Drawing) -> &'a mut Item {
        let [x, y] = self.at;
        let (right, bottom) = (x + self.side, y + self.side);
        let outline = vec![[x, y], [right, y], [right, bottom], [x, bottom], [x, y]];
        d.line("", Ink::Axis, 1.0, outline)
    }

    /// Draws the point p with its handle.
    pub fn draw_point(&self, d: &mut Drawing, p: [f64; 2]) {
        let at = self.place(p);
        d.disc("p", Ink::Paper, at, 6.0);
        d.disc("p", Ink::Point, at, 4.5);
        d.handles.push(Handle::point(at, [self.unit(), -self.unit()]));
    }
}

/// The lower left corner of a window with side `span` around p.
///
/// The window does not move while p moves within its inner half.
pub fn window_corner(p: [f64; 2], span: f64) -> [f64; 2] {
    let half = 0.5 * span;
    p.map(|x| (x / half).floor() * half - 0.5 * half)
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_noise::NoiseSpec;

    #[test]
    fn the_first_pixel_is_at_the_upper_left() {
        let noise = NoiseSpec::default().build(2).unwrap();
        let picture = GreyPicture { at: [10.0, 20.0], side: 80.0, corner: [-3.0, 5.0], span: 2.0 };
        let values = picture.values(&noise, 16);
        let step = 2.0 / 16.0;
        let wanted = noise.sample2([-3.0 + 0.5 * step, 7.0 - 0.5 * step], 0.0);
        assert!((f64::from(values[0]) - wanted).abs() < 1e-5);
        let sampled = picture.values_of(16, |p| noise.sample2(p, 0.0));
        assert!(values.iter().zip(&sampled).all(|(a, b)| (a - b).abs() < 1e-5));
        assert_eq!(picture.place([-3.0, 7.0]), [10.0, 20.0]);
    }

    #[test]
    fn a_window_contains_p() {
        for i in -40..40 {
            let p = [f64::from(i) * 0.37, 1e6 + f64::from(i) * 0.11];
            let corner = window_corner(p, 4.0);
            for axis in 0..2 {
                let fraction = (p[axis] - corner[axis]) / 4.0;
                assert!((0.25..=0.75).contains(&fraction), "{p:?} {corner:?}");
            }
        }
    }
}
