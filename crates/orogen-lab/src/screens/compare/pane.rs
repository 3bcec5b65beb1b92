//! A pane: a noise in two to four dimensions, drawn on the plane or on a sphere.

use super::globe::{Globe, longitude_latitude};
use crate::field::{Window, grey_of_brightness};
use crate::screens::prelude::*;
use orogen_noise::{Basis, Edits, FractalKind, Noise, NoiseSpec, Normalise};

/// The settings that panes share.
#[derive(Clone, Copy)]
pub(super) struct PaneSettings {
    /// The number of dimensions of the noise, 2 to 4.
    pub dimensions: usize,
    /// The last coordinate, in more than two dimensions.
    pub w: f64,
    /// The centre of the visible part of the plane.
    pub middle: [f64; 2],
    /// The width of the visible part in cells.
    pub span: f64,
    /// The rotation of the sphere; `None` for the plane.
    pub globe: Option<Globe>,
}

/// One octave of a noise, and its range of greys.
pub(super) struct NoisePane {
    pub noise: Noise,
    centre: f64,
    reach: f64,
}

impl NoisePane {
    /// One octave of a basis with the land's seed and choices; `None` if the basis has no noise of
    /// this number of dimensions.
    pub fn new(c: &Context, basis: Basis, dimensions: usize) -> Option<Self> {
        Self::with_radius2(c, basis, dimensions, c.spec().radius2)
    }

    /// Like [`Self::new`], with this radius² of simplex kernels.
    pub fn with_radius2(
        c: &Context,
        basis: Basis,
        dimensions: usize,
        radius2: f64,
    ) -> Option<Self> {
        let build = |normalise| {
            c.noise_with(dimensions, |spec| {
                // The user's gradients belong to the lattice of the land's own noise in two
                // dimensions.
                if basis != spec.basis || dimensions != 2 {
                    spec.edits = Edits::default();
                }
                (spec.basis, spec.radius2) = (basis, radius2);
                (spec.fractal, spec.normalise) = (FractalKind::None, normalise);
                (spec.warp.strength, spec.warp.times, spec.period) = (0.0, 0, None);
            })
        };
        let noise = build(Normalise::Off)?;
        let (centre, reach) = build(Normalise::Measured)?.recentring();
        Some(Self { noise, centre, reach })
    }

    /// Like [`Self::new`] in two dimensions, for coordinates in the octave's own cells.
    pub fn in_cells(c: &Context, basis: Basis) -> Option<Self> {
        let pane = Self::new(c, basis, 2)?;
        let spec = NoiseSpec { octave_seeds: false, ..pane.noise.spec().clone() };
        Some(Self { noise: spec.build(2).ok()?, ..pane })
    }

    /// Maps a value to a brightness: 0 for the noise's minimum, 1 for its maximum.
    pub fn brightness(&self, value: f64) -> f64 {
        0.5 + 0.5 * (value - self.centre) / self.reach
    }

    /// The noise at a point of the plane.
    pub fn sample_plane(&self, [x, y]: [f64; 2], w: f64) -> f64 {
        match self.noise.dimensions() {
            2 => self.noise.sample2([x, y], 0.0),
            3 => self.noise.sample(&[x, y, w]),
            _ => self.noise.sample(&[x, y, OFF_LATTICE, w]),
        }
    }

    /// The noise's coordinates of a point of the plane.
    pub fn coordinates(&self, [x, y]: [f64; 2], w: f64) -> Vec<f64> {
        match self.noise.dimensions() {
            2 => vec![x, y],
            3 => vec![x, y, w],
            _ => vec![x, y, OFF_LATTICE, w],
        }
    }

    /// The noise at a point of a sphere with a radius in cells. In two dimensions, longitude and
    /// latitude serve as coordinates.
    pub fn sample_sphere(&self, at: [f64; 3], radius: f64, w: f64) -> f64 {
        match self.noise.dimensions() {
            2 => self.noise.sample2(longitude_latitude(at).map(|x| x * radius), 0.0),
            3 => self.noise.sample(&at.map(|x| x * radius)),
            _ => {
                let [x, y, z] = at.map(|x| x * radius);
                self.noise.sample(&[x, y, z, w])
            }
        }
    }

    /// The colours of a picture with `pixels` per side.
    pub fn picture(&self, settings: &PaneSettings, pixels: usize) -> Vec<[u8; 3]> {
        let window = Window::square(settings.middle, settings.span, pixels);
        if let Some(globe) = settings.globe {
            let disc = Window::square([0.0; 2], 2.04, pixels);
            let visible_point = globe.view();
            return disc.sample(|at| match visible_point(at) {
                Some(at) => grey_of_brightness(self.brightness(self.sample_sphere(
                    at,
                    0.5 * settings.span,
                    settings.w,
                ))),
                None => NIGHT,
            });
        }
        match self.noise.dimensions() {
            2 => window
                .values(&self.noise)
                .iter()
                .map(|n| grey_of_brightness(self.brightness(f64::from(*n))))
                .collect(),
            _ => window
                .sample(|p| grey_of_brightness(self.brightness(self.sample_plane(p, settings.w)))),
        }
    }
}

/// The third of four coordinates on the plane. It lies off the lattice, where gradient noise would
/// be 0.
const OFF_LATTICE: f64 = 0.37;

/// The background of spheres: dark blue.
pub(super) const NIGHT: [u8; 3] = [16, 24, 62];
