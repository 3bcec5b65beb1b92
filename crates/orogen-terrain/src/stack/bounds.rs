//! Bounds of the heights of a stack: the lowest, the highest, and the steepest slope.

use super::make::Stack;
use super::parts::{LayerSource, OperationLand, OperationOwner};
use super::source::SourceKey;
use crate::dual::Bounds;
use crate::mask::MaskBounds;
use orogen_noise::NoiseError;

impl Stack {
    /// The bounds of the whole land.
    ///
    /// # Errors
    /// Returns an error if parameters of a layer cannot be combined.
    pub fn bounds(&self) -> Result<Bounds, NoiseError> {
        let land = self.apply_operations(OperationOwner::WholeLand, None)?;
        Ok(match &self.rivers {
            Some(rivers) => rivers.channel_bounds(land, self.compose(rivers.guide_count)?),
            None => land,
        })
    }

    fn apply_operations(
        &self,
        owner: OperationOwner,
        below: Option<Bounds>,
    ) -> Result<Bounds, NoiseError> {
        let mut land = self.ground(owner, below)?;
        for OperationLand { operation, noises, .. } in self.operations_of(owner) {
            let noises = noises.iter().map(|source| self.source(*source));
            land = operation.bounds(land, &noises.collect::<Result<Vec<_>, _>>()?);
        }
        Ok(land)
    }

    fn source(&self, source: usize) -> Result<Bounds, NoiseError> {
        let source = &self.sources[source];
        match (&*source.key, source.form_bounds()) {
            (_, Some(bounds)) => Ok(bounds),
            (SourceKey::Noise { spec, .. }, None) => {
                let [low_m, high_m] = spec.bounds()?;
                Ok(Bounds { low_m, high_m, steepest: f64::INFINITY })
            }
            (SourceKey::Landform { .. } | SourceKey::Heightmap { .. }, None) => {
                unreachable!("landforms have bounds")
            }
        }
    }

    fn ground(&self, owner: OperationOwner, below: Option<Bounds>) -> Result<Bounds, NoiseError> {
        let index = match owner {
            OperationOwner::WholeLand => return self.compose(self.visible_count),
            OperationOwner::Layer(index) => index,
        };
        let below_layer = || match below {
            Some(below) => Ok(below),
            None => self.compose(index.min(self.visible_count)),
        };
        Ok(match &self.layers[index].ground {
            &LayerSource::Noise { source, shape, .. } => {
                let noise = self.source(source)?;
                let [low_m, high_m] = [noise.low_m, noise.high_m].map(|n| shape.height_m(n));
                Bounds { low_m, high_m, steepest: f64::INFINITY }
            }
            LayerSource::Landform { source } => self.source(*source)?,
            LayerSource::Flat => Bounds::level(0.0),
            LayerSource::Marks(marks) => marks.bounds(below_layer()?),
            LayerSource::Paint(paint) => paint.bounds(),
            &LayerSource::Coast { coast, sea_level_m } => {
                let below = below_layer()?;
                let shifted = |bounds: Bounds, by_m: f64| Bounds {
                    low_m: bounds.low_m + by_m,
                    high_m: bounds.high_m + by_m,
                    ..bounds
                };
                shifted(coast.bounds(shifted(below, -sea_level_m)), sea_level_m)
            }
        })
    }

    fn compose(&self, count: usize) -> Result<Bounds, NoiseError> {
        let mut below: Option<Bounds> = None;
        let guide_count = self.guide_count_within(count);
        for (index, layer) in self.layers[..count].iter().enumerate() {
            if Some(index) == guide_count {
                below = Some(self.erode(self.with_valleys(below))?);
            }
            if below.is_none() && layer.is_unchanged_if_lowest && layer.is_everywhere() {
                below = Some(self.evaluate_unblended(index, None)?);
                continue;
            }
            let land = below.unwrap_or(Bounds::level(0.0));
            let weight = self.weight(index, land)?;
            let layer_land = self.evaluate_unblended(index, Some(land))?;
            below = Some(layer.blending.bounds(land, layer_land, weight));
        }
        if Some(count) == guide_count {
            below = Some(self.erode(self.with_valleys(below))?);
        }
        Ok(below.unwrap_or(Bounds::level(0.0)))
    }

    /// The guide with the valleys of rivers.
    fn with_valleys(&self, guide: Option<Bounds>) -> Bounds {
        let guide = guide.unwrap_or(Bounds::level(0.0));
        match &self.rivers {
            Some(rivers) => rivers.bounds(guide),
            None => guide,
        }
    }

    fn erode(&self, guide: Bounds) -> Result<Bounds, NoiseError> {
        let Some(erosion) = &self.erosion else { return Ok(guide) };
        let noises = erosion.noises().iter().map(|source| self.source(*source));
        Ok(erosion.bounds(guide, &noises.collect::<Result<Vec<_>, _>>()?))
    }

    fn evaluate_unblended(
        &self,
        index: usize,
        below: Option<Bounds>,
    ) -> Result<Bounds, NoiseError> {
        self.apply_operations(OperationOwner::Layer(index), below)
    }

    fn weight(&self, index: usize, below: Bounds) -> Result<Bounds, NoiseError> {
        let layer = &self.layers[index];
        let mut inputs = vec![];
        for indices in &layer.mask_inputs {
            inputs.push(MaskBounds {
                below,
                area_m: None,
                noise: indices.noise.map(|source| self.source(source)).transpose()?,
                layer: indices
                    .layer
                    .map(|layer| self.evaluate_unblended(layer, None))
                    .transpose()?,
            });
        }
        let mask = layer.masks.bounds(&inputs);
        let opacity = layer.opacity;
        Ok(Bounds {
            low_m: opacity * mask.low_m,
            high_m: opacity * mask.high_m,
            steepest: opacity * mask.steepest,
        })
    }
}
