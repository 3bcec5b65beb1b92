//! The rivers and lakes near the places of a batch.

use std::sync::Arc;

use super::planes::Planes;
use crate::rivers::WaterNear;

/// The smallest weight of a layer whose marks hold water, and of rivers with water.
pub(super) const LEAST_WEIGHT: f64 = 0.5;

/// The rivers and lakes near many places.
pub(super) struct WaterSurvey {
    /// Metres east and south of the origin.
    pub places_m: [Vec<f64>; 2],
    /// Indices of places with water nearby, in ascending order, and that water.
    pub near: Arc<[(usize, WaterNear)]>,
    /// The weights of the rivers' masks at all places; `None` without masks or without water.
    pub weights: Option<Planes>,
}

impl WaterSurvey {
    /// Returns true if masks leave the water at the place with this index.
    pub fn holds_water(&self, index: usize) -> bool {
        self.weights.as_ref().is_none_or(|weights| holds_water(weights.values[index]))
    }
}

/// Returns true if masks of this weight leave water.
pub(super) fn holds_water(weight: f32) -> bool {
    f64::from(weight) >= LEAST_WEIGHT
}
