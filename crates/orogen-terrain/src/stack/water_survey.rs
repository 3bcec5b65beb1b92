//! The rivers and lakes near the places of a batch.

use crate::rivers::{Channels, RiverGround, WaterNear};

/// The rivers and lakes near many places.
pub(super) struct WaterSurvey {
    /// Metres east and south of the origin.
    pub places_m: [Vec<f64>; 2],
    /// Indices of places with water nearby, in ascending order, and that water.
    pub near: Vec<(usize, WaterNear)>,
}

impl WaterSurvey {
    pub fn new<G: RiverGround>(channels: &mut Channels<'_, G>, places_m: [Vec<f64>; 2]) -> Self {
        let near = channels.near_all(places_m.each_ref().map(|line| &**line));
        Self { places_m, near }
    }
}
