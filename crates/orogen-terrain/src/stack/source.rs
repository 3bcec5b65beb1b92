//! Sources of samples: noises, landforms and heightmaps, prepared for evaluation.

use std::sync::Arc;

use super::places::Places;
use super::planes::Planes;
use crate::dual::{Bounds, Dual};
use crate::duals::Duals;
use crate::heightmap::{Heightmap, HeightmapLayer, Joint, Raster};
use crate::landform::FieldParts;
use crate::landform::{Landform, LandformLayer};
use orogen_noise::grid::{Grid, GridNoise, Level, Plan};
use orogen_noise::{Noise, NoiseError, NoiseSpec, Seed, Trace};

/// The cache key of a source: all inputs of its samples, except the places.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SourceKey {
    Noise { spec: NoiseSpec, frequency_per_m: f64 },
    Landform { layer: LandformLayer, seed: Seed },
    Heightmap { layer: HeightmapLayer, joint: Option<Joint> },
}

/// A source of samples: noise values, or heights of a landform or heightmap in metres.
pub(crate) struct Source {
    pub key: Arc<SourceKey>,
    kind: SourceKind,
}

enum SourceKind {
    Noise(Box<NoiseSource>),
    Landform(Box<dyn Landform>),
}

struct NoiseSource {
    noise: Noise,
    grid: GridNoise,
    frequency_per_m: f64,
}

impl Source {
    /// Creates a noise with `frequency_per_m` cells of the first octave per metre.
    ///
    /// # Errors
    /// Returns an error if parameters of the noise cannot be combined.
    pub fn noise(spec: NoiseSpec, frequency_per_m: f64) -> Result<Self, NoiseError> {
        let noise = spec.build(2)?;
        let grid = GridNoise::new(&noise, frequency_per_m);
        let key = Arc::new(SourceKey::Noise { spec, frequency_per_m });
        Ok(Self {
            key,
            kind: SourceKind::Noise(Box::new(NoiseSource { noise, grid, frequency_per_m })),
        })
    }

    /// Creates the source of a landform.
    pub fn landform(layer: &LandformLayer, seed: Seed, form: Box<dyn Landform>) -> Self {
        let key = Arc::new(SourceKey::Landform { layer: layer.clone(), seed });
        Self { key, kind: SourceKind::Landform(form) }
    }

    /// Creates the source of a heightmap. `joint` lists the maps with which it shares the land.
    pub fn heightmap(layer: &HeightmapLayer, raster: Arc<Raster>, joint: Option<Joint>) -> Self {
        let form = Heightmap::new(layer, raster).with_joint(joint.clone());
        let key = Arc::new(SourceKey::Heightmap { layer: layer.clone(), joint });
        Self { key, kind: SourceKind::Landform(Box::new(form)) }
    }

    /// The parts of a landform's formula at a band limit; `None` for noises and heightmaps.
    pub fn form_parts(&self, band_limit_m: f64) -> Option<FieldParts> {
        match &self.kind {
            SourceKind::Noise(_) => None,
            SourceKind::Landform(form) => form.parts(band_limit_m),
        }
    }

    /// The size of the source's largest features, in metres.
    pub fn feature_m(&self) -> f64 {
        match &*self.key {
            SourceKey::Noise { frequency_per_m, .. } => 1.0 / frequency_per_m,
            SourceKey::Landform { layer, .. } => layer.feature_m(),
            SourceKey::Heightmap { layer, .. } => layer.feature_m(),
        }
    }

    /// The bounds of a landform or heightmap; `None` for a noise, whose spec gives its bounds.
    pub fn form_bounds(&self) -> Option<Bounds> {
        match &self.kind {
            SourceKind::Noise(_) => None,
            SourceKind::Landform(form) => Some(form.bounds()),
        }
    }

    /// The value at a position in f64, with its gradient on request.
    pub fn at(&self, position_m: [f64; 2], band_limit_m: f64, slopes: bool) -> Dual {
        match &self.kind {
            SourceKind::Noise(source) => {
                let (noise, scale) = (&source.noise, source.frequency_per_m);
                let (position, limit) = (position_m.map(|m| m * scale), band_limit_m * scale);
                if !slopes {
                    return Dual::level(noise.sample2(position, limit));
                }
                let (value, gradient) = noise.sample2_with_gradient(position, limit);
                Dual { height_m: value, gradient: gradient.map(|slope| slope * scale) }
            }
            SourceKind::Landform(form) => form.at(position_m, band_limit_m),
        }
    }

    /// Evaluates a noise at a place and records the steps. Also returns its frequency, in cells of
    /// the first octave per metre. Returns `None` for landforms and heightmaps.
    pub fn trace(&self, place_m: [f64; 2], band_limit_m: f64) -> Option<(f64, Trace)> {
        match &self.kind {
            SourceKind::Noise(source) => {
                let (noise, scale) = (&source.noise, source.frequency_per_m);
                let trace = noise.trace_filtered(&place_m.map(|m| m * scale), band_limit_m * scale);
                Some((scale, trace))
            }
            SourceKind::Landform(_) => None,
        }
    }

    /// The values in f64 at rows of places of this width, in metres east and south of the origin.
    pub(crate) fn sampled_f64(
        &self,
        places_m: [&[f64]; 2],
        width: usize,
        band_limit_m: f64,
        slopes: bool,
    ) -> Duals {
        let mut out = Duals::new(places_m[0].len(), slopes);
        let Duals { heights_m, gradients } = &mut out;
        let slopes = gradients.as_mut().map(|axes| axes.each_mut().map(|axis| &mut **axis));
        match &self.kind {
            SourceKind::Noise(source) => {
                source.grid.fill_rows_f64(places_m, width, band_limit_m, heights_m, slopes);
            }
            SourceKind::Landform(form) => {
                form.fill_f64(Level::best(), places_m, band_limit_m, heights_m, slopes);
            }
        }
        out
    }

    /// The noise set-up that chunks share at unmoved places; `None` for landforms and heightmaps.
    pub fn plan(&self, grids: &[Grid]) -> Option<Plan<'_>> {
        match &self.kind {
            SourceKind::Noise(source) => Some(source.grid.plan(grids)),
            SourceKind::Landform(_) => None,
        }
    }

    /// The values in f32 at many places, with slopes on request.
    pub(crate) fn sampled(&self, places: &Places<'_>, slopes: bool) -> Planes {
        let mut planes = Planes::new(places.count(), slopes);
        let (lines_m, limit) = (places.lines_m(), places.band_limit_m);
        match (&self.kind, places.moves()) {
            (SourceKind::Noise(source), None) => match planes.parts() {
                (values, None) => source.grid.fill_at(lines_m, limit, values),
                (values, Some([east, south])) => {
                    source.grid.fill_slopes_at(lines_m, limit, [values, east, south]);
                }
            },
            (SourceKind::Noise(source), Some(moves)) => {
                let (values, slopes) = planes.parts();
                source.grid.fill_moved_at(lines_m, moves, limit, values, slopes);
            }
            (SourceKind::Landform(form), None) => {
                form.fill(Level::best(), lines_m, limit, &mut planes.samples())
            }
            (SourceKind::Landform(form), Some(moves)) => {
                form.fill_moved(Level::best(), lines_m, moves, limit, &mut planes.samples());
            }
        }
        planes
    }
}
