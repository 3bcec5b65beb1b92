//! A layer made ready to be asked for heights.

use std::sync::Arc;

use crate::noise::grid::{Grid, GridNoise, Plan};
use crate::noise::hash::Seed;
use crate::noise::walk::Walker;
use crate::noise::{Noise, NoiseError, NoiseSpec};
use crate::terrain::blend::Blending;
use crate::terrain::layer::{Layer, LayerKind};
use crate::terrain::shape::Shape;

/// All that a layer's samples depend on, besides where they lie.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SampleKey {
    spec: NoiseSpec,
    frequency_per_m: f64,
    spacing_m: f64,
}

/// A layer of a land.
pub(super) struct LayerLand {
    pub key: Arc<SampleKey>,
    noise: Noise,
    grid: GridNoise,
    pub shape: Shape,
    pub blending: Blending,
    pub opacity: f64,
    /// See [`Layer::is_whole`].
    pub is_whole: bool,
}

impl LayerLand {
    pub fn new(layer: &Layer, world: Seed, spacing_m: f64) -> Result<Self, NoiseError> {
        let LayerKind::Noise(own) = &layer.kind;
        let spec = own.spec(layer.seed(world))?;
        let (noise, frequency_per_m) = (spec.build(2)?, own.frequency_per_m());
        let head = &layer.head.layer;
        Ok(Self {
            grid: GridNoise::new(&noise, frequency_per_m),
            key: Arc::new(SampleKey { spec, frequency_per_m, spacing_m }),
            noise,
            shape: own.shape(),
            blending: layer.blending(),
            opacity: head.opacity,
            is_whole: layer.is_whole(),
        })
    }

    /// The size of the first octave's features.
    pub fn feature_m(&self) -> f64 {
        1.0 / self.key.frequency_per_m
    }

    /// The noise before shaping at a position, in f64.
    pub fn noise(&self, [x_m, z_m]: [f64; 2], band_limit_m: f64) -> f64 {
        let scale = self.key.frequency_per_m;
        self.noise.sample2([x_m * scale, z_m * scale], band_limit_m * scale)
    }

    /// The height at a position, in f64.
    pub fn height_m(&self, position_m: [f64; 2], band_limit_m: f64) -> f64 {
        self.shape.height_m(self.noise(position_m, band_limit_m))
    }

    /// For positions that follow each other closely.
    pub fn walk(&self) -> Walker<'_> {
        self.noise.walk()
    }

    /// As [`LayerLand::height_m`], by its walker.
    pub fn walked_m(&self, walker: &mut Walker, [x, z]: [f64; 2], band_limit_m: f64) -> f64 {
        let scale = self.key.frequency_per_m;
        self.shape.height_m(walker.sample2([x * scale, z * scale], band_limit_m * scale))
    }

    /// The noise before shaping over a grid.
    pub fn sampled(&self, grid: &Grid, length: usize) -> Vec<f32> {
        let mut noise = vec![0.0; length];
        self.grid.fill(grid, &mut noise);
        noise
    }

    pub fn plan(&self, grids: &[Grid]) -> Plan<'_> {
        self.grid.plan(grids)
    }

    pub fn sample_at(&self, columns_rows_m: [&[f64]; 2], band_limit_m: f64, noise: &mut [f32]) {
        self.grid.fill_at(columns_rows_m, band_limit_m, noise);
    }
}
