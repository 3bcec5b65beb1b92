//! The rivers and lakes near the samples of a chunk, which it caches between edits of the recipe.

use std::sync::{Arc, Weak};

use super::places::MovingOperation;
use super::river_land::LandNetwork;
use crate::rivers::WaterNear;

/// Indices of places in ascending order, each with the water near it.
pub(super) type WaterNearPlaces = Arc<[(usize, WaterNear)]>;

/// The rivers and lakes of a network near the chunk's fine grid and its coarse grid; `None` if they were
/// not needed.
#[derive(Clone)]
pub(crate) struct KeptWater {
    /// The network. It may be gone, but no other network can have its address meanwhile.
    pub(super) network: Weak<LandNetwork>,
    /// The operations that moved the places.
    pub(super) steps: Vec<MovingOperation>,
    pub(super) near: [Option<WaterNearPlaces>; 2],
}

impl KeptWater {
    /// Returns true if this is the water of a network near places that these operations moved.
    pub(super) fn is_of(&self, network: &Arc<LandNetwork>, steps: &[MovingOperation]) -> bool {
        self.network.as_ptr() == Arc::as_ptr(network) && self.steps == steps
    }

    /// The memory use in bytes.
    pub fn bytes(&self) -> usize {
        self.near.iter().flatten().map(|near| bytes(near)).sum()
    }
}

/// The memory use of water near places in bytes.
pub(super) fn bytes(near: &[(usize, WaterNear)]) -> usize {
    size_of_val(near) + near.iter().map(|(_, near)| near.inner_bytes()).sum::<usize>()
}
