//! The viewer's pictures: the noise, the values and the colours in a window of the plane.

use crate::screens::prelude::*;
use rayon::prelude::*;

use crate::field::{Window, grey_of_brightness};
use orogen_noise::grid::{GridNoise, Moves};
use orogen_noise::texture::{
    self, MARBLE_SHIFT, Rgb, byte, map_colour, marble_colour, wood_colour,
};
use orogen_noise::{FractalKind, Noise, NoiseSpec, Normalise};

/// The picture of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum StepPicture {
    Plots,
    Perlin,
    Fbm,
    Turbulence,
    Map,
    Wood,
    Marble,
}

impl StepPicture {
    /// All pictures, in the order of the steps.
    pub const ALL: [Self; 7] = [
        Self::Plots,
        Self::Perlin,
        Self::Fbm,
        Self::Turbulence,
        Self::Map,
        Self::Wood,
        Self::Marble,
    ];

    /// The name of the picture.
    pub fn name(self) -> &'static str {
        ["plots", "Perlin noise", "fBm", "turbulence", "map", "wood", "marble"][self as usize]
    }

    fn fractal(self) -> FractalKind {
        match self {
            Self::Perlin => FractalKind::None,
            Self::Turbulence | Self::Wood => FractalKind::Turbulence,
            Self::Plots | Self::Fbm | Self::Map | Self::Marble => FractalKind::Fbm,
        }
    }

    /// Cells of the first octave across the window at scale 1.
    pub fn frequency(self, c: &Context) -> f64 {
        let span = |name| texture::find(name).map_or(1.0, |texture| texture.span);
        match self {
            Self::Perlin => c.value("viewer.frequency"),
            Self::Plots => 4.0,
            Self::Fbm => span("fbm"),
            Self::Turbulence => span("turbulence"),
            Self::Map => span("map"),
            Self::Wood => span("wood"),
            Self::Marble => span("marble"),
        }
    }

    /// The parameters of the picture's noise: the exercise's or the land's, with the figure's
    /// octaves.
    pub fn spec(self, c: &Context) -> NoiseSpec {
        let base =
            if c.integer("viewer.noise") == 0 { texture::exercise() } else { c.spec().clone() };
        let mut spec = NoiseSpec {
            fractal: self.fractal(),
            octaves: c.value("viewer.octaves"),
            lacunarity: c.value("viewer.lacunarity"),
            gain: c.value("viewer.gain"),
            normalise: Normalise::Off,
            rotate: false,
            octave_seeds: false,
            period: None,
            ..base
        };
        (spec.warp.strength, spec.warp.times) = (0.0, 0);
        spec
    }
}

/// A picture, and the window of the plane that it shows.
pub(super) struct PictureWindow<'a> {
    pub c: &'a Context<'a>,
    pub picture: StepPicture,
    pub noise: Noise,
    /// The centre of the window and (`span`) its side, in units of the noise.
    pub middle: [f64; 2],
    pub span: f64,
}

impl<'a> PictureWindow<'a> {
    /// The picture of the current step and controls; `None` if its noise cannot be built.
    pub fn of(c: &'a Context<'a>) -> Option<Self> {
        let picture = StepPicture::ALL[c.step().min(6)];
        let frequency = picture.frequency(c);
        let middle = ["viewer.x", "viewer.y"].map(|key| c.value(key) * frequency);
        let noise = picture.spec(c).build(2).ok()?;
        Some(Self { c, picture, noise, middle, span: c.value("viewer.scale") * frequency })
    }

    /// The two fBm values by which the marble displaces a point, before the swirl factor.
    pub fn displacement(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [dx, dy] = MARBLE_SHIFT;
        [self.noise.sample2([x, y], 0.0), self.noise.sample2([x + dx, y + dy], 0.0)]
    }

    /// The value that gives a point its colour: the noise, or for marble fBm at the displaced
    /// point.
    pub fn value(&self, [x, y]: [f64; 2]) -> f64 {
        match self.picture {
            StepPicture::Marble => {
                let swirl = self.c.value("viewer.swirl");
                let q = self.displacement([x, y]);
                self.noise.sample2([x + swirl * q[0], y + swirl * q[1]], 0.0)
            }
            _ => self.noise.sample2([x, y], 0.0),
        }
    }

    /// The picture with `side` pixels per side.
    pub fn pixels(&self, side: usize) -> Vec<[u8; 3]> {
        let window = Window::square(self.middle, self.span, side);
        let values = match self.picture {
            StepPicture::Marble => self.sample_marble(&window),
            _ => window.values(&self.noise),
        };
        let colour = self.colour_function();
        let at = |i: usize| window.pixel_centre(i % side, i / side);
        values.par_iter().enumerate().map(|(i, n)| colour(at(i), f64::from(*n))).collect()
    }

    /// The function that colours a point by its coordinates and its value.
    pub fn colour_function(&self) -> impl Fn([f64; 2], f64) -> [u8; 3] + use<> {
        let number = |key| self.c.value(key);
        let level = number("viewer.level");
        let wood = [number("viewer.rings"), number("viewer.bend")];
        let picture = self.picture;
        let bytes = |rgb: Rgb| rgb.map(byte);
        move |p, n| match picture {
            StepPicture::Plots | StepPicture::Perlin | StepPicture::Fbm => {
                grey_of_brightness(n + 0.5)
            }
            StepPicture::Turbulence => grey_of_brightness(n),
            StepPicture::Map => bytes(map_colour(n, level)),
            StepPicture::Wood => bytes(wood_colour(p, n, wood)),
            StepPicture::Marble => bytes(marble_colour(n)),
        }
    }

    /// Samples the marble with the grid evaluator: fBm at points displaced by fBm.
    fn sample_marble(&self, window: &Window) -> Vec<f32> {
        let [xs, ys] = window.coordinates();
        let noise = GridNoise::new(&self.noise, 1.0);
        let swirl = self.c.value("viewer.swirl") as f32;
        let scaled_noise = |xs: &[f64], ys: &[f64]| {
            let mut values = vec![0.0; xs.len() * ys.len()];
            noise.fill_at([xs, ys], 0.0, &mut values);
            values.iter_mut().for_each(|value| *value *= swirl);
            values
        };
        let [dx, dy] = MARBLE_SHIFT;
        let shift = |line: &[f64], by: f64| line.iter().map(|x| x + by).collect::<Vec<_>>();
        let q = [scaled_noise(&xs, &ys), scaled_noise(&shift(&xs, dx), &shift(&ys, dy))];
        let offsets_m = Some([&q[0][..], &q[1][..]]);
        let moves = Moves { map: [[1.0, 0.0], [0.0, 1.0]], offsets_m };
        let mut values = vec![0.0; xs.len() * ys.len()];
        noise.fill_moved_at([&xs, &ys], moves, 0.0, &mut values, None);
        window.flip_rows(&values)
    }
}
