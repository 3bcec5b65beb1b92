//! Textures: pictures made of the library's noises.
//!
//! A texture is a function from a plane to display colours. [`Texture::shader`] makes this function
//! from a spec and a few parameters, and [`render`] fills a picture with it. This module reads and
//! writes no files.

mod colour;
mod flat;
mod materials;
mod row;

pub use colour::{Rgb, byte};
pub use flat::{exercise, map_colour};
pub use materials::{MARBLE_SHIFT, marble_colour, wood_colour};
pub use row::{Shader, TextureParameter};

use super::spec::{NoiseError, NoiseSpec};
use super::{BASES, BasisRow};
use rayon::prelude::*;
use row::{Make, TextureRow};

/// A texture, found by its name with [`find`].
pub struct Texture {
    /// The name on the command line.
    pub name: &'static str,
    /// A description in one sentence.
    pub doc: &'static str,
    /// True if the texture has edges or fine lines.
    ///
    /// Each pixel is then the mean of four samples.
    pub sharp: bool,
    /// The default width of the picture, in units of the plane.
    pub span: f64,
    /// The default centre of the picture.
    pub centre: [f64; 2],
    /// The texture's own parameters, in addition to its noise.
    pub numbers: &'static [TextureParameter],
    /// The noise that the texture has by default.
    pub spec: NoiseSpec,
    make: Make,
}

/// The names of all textures: all bases first, then the textures of this module.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    BASES.iter().map(|row| row.name).chain(rows().map(|row| row.name))
}

/// The texture called `name`.
pub fn find(name: &str) -> Option<Texture> {
    let of_basis = BASES.iter().find(|row| row.name == name).map(basis_texture);
    of_basis.or_else(|| rows().find(|row| row.name == name).map(TextureRow::texture))
}

fn rows() -> impl Iterator<Item = &'static TextureRow> + Clone {
    flat::ROWS.iter().chain(materials::ROWS)
}

/// A texture that shows a basis in shades of grey.
fn basis_texture(row: &'static BasisRow) -> Texture {
    Texture {
        name: row.name,
        doc: row.doc,
        sharp: true,
        span: 8.0,
        centre: [0.0; 2],
        numbers: &[],
        spec: NoiseSpec { basis: row.basis, ..NoiseSpec::default() },
        make: flat::grey,
    }
}

impl TextureRow {
    fn texture(&self) -> Texture {
        let &Self { name, doc, sharp, span, centre, numbers, spec, make } = self;
        Texture { name, doc, sharp, span, centre, numbers, spec: spec(), make }
    }
}

impl Texture {
    /// The default of each of [`Texture::numbers`].
    pub fn default_numbers(&self) -> Vec<f64> {
        self.numbers.iter().map(|number| number.default).collect()
    }

    /// Makes the function that colours the plane.
    ///
    /// `numbers` must have the order of [`Texture::numbers`] and lie within the ranges given there.
    ///
    /// # Errors
    /// If the spec makes no valid noise.
    pub fn shader(&self, spec: &NoiseSpec, numbers: &[f64]) -> Result<Shader, NoiseError> {
        (self.make)(spec, numbers)
    }
}

/// The part of the plane that a picture shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneView {
    /// Pixels from left to right, at least 1.
    pub width: usize,
    /// Pixels from top to bottom, at least 1.
    pub height: usize,
    /// Units of the plane from the left edge to the right.
    pub span: f64,
    /// The point in the middle.
    pub centre: [f64; 2],
}

impl PlaneView {
    /// The point of the plane at pixel coordinates. The upper left corner of the picture is (0, 0),
    /// and the corners of pixels are integers.
    fn point(&self, column: f64, row: f64) -> [f64; 2] {
        let pixel = self.span / self.width as f64;
        let [x, y] = self.centre;
        [
            x + (column - self.width as f64 / 2.0) * pixel,
            y - (row - self.height as f64 / 2.0) * pixel,
        ]
    }
}

/// The only sample point in a pixel: its middle.
const MIDDLE: &[[f64; 2]] = &[[0.5, 0.5]];
/// Four sample points in a pixel: a rotated square, of which no two share a row or a column.
const SQUARE: &[[f64; 2]] = &[[0.375, 0.125], [0.875, 0.375], [0.625, 0.875], [0.125, 0.625]];

/// Renders a shader to bytes (red, green, blue), row by row from the top.
///
/// `sharp` is [`Texture::sharp`].
///
/// ```
/// use orogen_noise::texture::{PlaneView, find, render};
///
/// let marble = find("marble").expect("a texture");
/// let shader = marble.shader(&marble.spec, &marble.default_numbers())?;
/// let view = PlaneView { width: 32, height: 32, span: marble.span, centre: marble.centre };
/// assert_eq!(render(&shader, marble.sharp, &view).len(), 32 * 32 * 3);
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
pub fn render(shader: &Shader, sharp: bool, view: &PlaneView) -> Vec<u8> {
    let samples = if sharp { SQUARE } else { MIDDLE };
    let mut picture = vec![0; view.width * view.height * 3];
    picture.par_chunks_mut(view.width * 3).enumerate().for_each(|(row, line)| {
        for (column, pixel) in line.chunks_exact_mut(3).enumerate() {
            let mut sum = [0.0; 3];
            for [x, y] in samples {
                let colour = shader(view.point(column as f64 + x, row as f64 + y));
                sum = std::array::from_fn(|channel| sum[channel] + colour[channel].clamp(0.0, 1.0));
            }
            for (byte, channel) in pixel.iter_mut().zip(sum) {
                *byte = colour::byte(channel / samples.len() as f64);
            }
        }
    });
    picture
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fade::Fade;
    use crate::gradient::GradientSet;
    use crate::perlin::perlin2;
    use crate::permutation::Permutation;

    fn render_small(texture: &Texture) -> Vec<u8> {
        let view = PlaneView { width: 24, height: 16, span: texture.span, centre: texture.centre };
        let shader = texture.shader(&texture.spec, &texture.default_numbers()).unwrap();
        render(&shader, texture.sharp, &view)
    }

    #[test]
    fn every_texture_has_its_own_picture() {
        let mut pictures = std::collections::HashMap::new();
        for name in names() {
            let texture = find(name).unwrap();
            assert_eq!(texture.name, name);
            assert!(texture.doc.ends_with('.'), "{name}");
            assert!(
                texture.numbers.iter().all(|n| n.low <= n.default && n.default <= n.high),
                "{name}"
            );
            let picture = render_small(&texture);
            assert_eq!(picture.len(), 24 * 16 * 3);
            let (low, high) = (picture.iter().min().unwrap(), picture.iter().max().unwrap());
            assert!(high - low > 60, "{name} is flat: {low} to {high}");
            // These may show an earlier picture again. Lattice noise of order 0 is value noise, and
            // of order 1 it is Perlin noise. Billow is turbulence with another scale and offset,
            // and `grey` removes both.
            let is_twin = ["lattice0", "lattice1", "billow"].contains(&name);
            assert!(
                pictures.insert(picture, name).is_none() || is_twin,
                "{name} looks like another"
            );
        }
        assert!(find("nothing").is_none());
    }

    #[test]
    fn threads_do_not_change_a_picture() {
        let texture = find("granite").unwrap();
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| render_small(&texture))
        };
        assert_eq!(with(1), with(3));
    }

    #[test]
    fn views_show_x_to_the_right_and_y_up() {
        let view = PlaneView { width: 40, height: 20, span: 4.0, centre: [10.0, -3.0] };
        assert_eq!(view.point(0.0, 0.0), [8.0, -2.0]);
        assert_eq!(view.point(40.0, 20.0), [12.0, -4.0]);
        let shader: Shader = Box::new(|[x, y]| {
            [if x > 10.0 { 1.0 } else { 0.0 }, if y > -3.0 { 1.0 } else { 0.0 }, 0.2]
        });
        let picture = render(&shader, false, &view);
        assert_eq!(picture[..3], [0, 255, 51]);
        assert_eq!(picture[picture.len() - 3..], [255, 0, 51]);
        assert_eq!(render(&shader, true, &view), picture);
    }

    /// fBm or turbulence with the terrain exercise's constants, computed without [`NoiseSpec`].
    ///
    /// `shape` is the identity for fBm, and `abs` for turbulence.
    fn exercise_octaves([x, y]: [f64; 2], shape: fn(f64) -> f64) -> f64 {
        let (mut sum, mut frequency, mut amplitude) = (0.0, 1.0, 1.0);
        for _ in 0..4 {
            let p = [x * frequency, y * frequency];
            let noise: f64 =
                perlin2(&Permutation::P289, GradientSet::Twelve, Fade::Quintic, p, &mut ());
            sum += amplitude * shape(noise);
            frequency *= 2.17;
            amplitude *= 0.5;
        }
        sum
    }

    #[test]
    fn map_wood_and_marble_follow_the_terrain_exercises_formulas() {
        let mix = |a: Rgb, b: Rgb, t: f64| -> Rgb {
            std::array::from_fn(|i| a[i] * (1.0 - t) + b[i] * t)
        };
        let fbm = |p| exercise_octaves(p, |n| n);
        let shader = |name: &str| {
            let texture = find(name).unwrap();
            texture.shader(&texture.spec, &texture.default_numbers()).unwrap()
        };
        let (map, wood, marble) = (shader("map"), shader("wood"), shader("marble"));
        let mut wet = 0;
        for i in 0..500 {
            let p = [f64::from(i) * 0.0137 - 3.0, f64::from(i) * 0.0071 - 1.0];
            let close = |got: Rgb, wanted: Rgb| {
                assert!((0..3).all(|i| (got[i] - wanted[i]).abs() < 1e-9), "{p:?}")
            };

            let s = fbm(p);
            let dry = mix([0.43, 0.53, 0.23], [0.8, 0.7, 0.7], s + 0.075);
            close(map(p), if s < -0.075 { [0.29, 0.51, 0.62] } else { dry });
            wet += i32::from(s < -0.075);

            let turbulence = exercise_octaves(p, f64::abs);
            let ring = 0.5 * (1.0 + (100.0 * (p[0].hypot(p[1]) + 0.15 * turbulence)).sin());
            close(wood(p), mix([0.48, 0.29, 0.00], [0.90, 0.82, 0.62], ring));

            let q = [fbm(p), fbm([p[0] + 1.7, p[1] + 4.6])];
            let vein = 0.5 * (1.0 + fbm([p[0] + 4.0 * q[0], p[1] + 4.0 * q[1]]));
            close(marble(p), mix([0.95; 3], [0.48, 0.29, 0.00], vein));
        }
        assert!((100..400).contains(&wet), "{wet} of 500 are water");
    }
}
