//! The inputs of a chunk's mesh.

use crate::heightfield::{ChunkField, ChunkSamples};
use crate::reliefs::Reliefs;

/// The inputs of a chunk's mesh.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a> {
    /// Heights in metres.
    pub heights_m: &'a ChunkField,
    /// The weights of a layer, the rivers, the erosion or the plants, from 0 to 1.
    pub weights: Option<&'a ChunkField>,
    /// The wetness of the ground near rivers and lakes, from 0 to 1.
    pub wetness: Option<&'a ChunkField>,
    /// The ridge map and occlusion of the fine and the coarse samples.
    pub(crate) reliefs: Option<&'a [Reliefs; 2]>,
}

impl<'a> Fields<'a> {
    /// Creates inputs from heights in metres alone.
    pub fn of(heights_m: &'a ChunkField) -> Self {
        Self { heights_m, weights: None, wetness: None, reliefs: None }
    }

    /// Creates inputs from a chunk's samples and the given heights.
    pub fn of_samples(samples: &'a ChunkSamples, heights_m: &'a ChunkField) -> Self {
        let (weights, wetness) = (samples.weights(), samples.wetness());
        Self { heights_m, weights, wetness, reliefs: samples.reliefs() }
    }
}
