//! What a chunk's mesh is made of.

use crate::fields::Reliefs;
use crate::heightfield::{ChunkField, ChunkSamples};

/// What a chunk's mesh is made of.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a> {
    /// In metres.
    pub heights_m: &'a ChunkField,
    /// The weights of a layer, the erosion or the plants, from 0 to 1.
    pub weights: Option<&'a ChunkField>,
    /// What erosion tells of the fine samples and of the coarse ones.
    pub(crate) reliefs: Option<&'a [Reliefs; 2]>,
}

impl<'a> Fields<'a> {
    /// Of heights alone, in metres.
    pub fn of(heights_m: &'a ChunkField) -> Self {
        Self { heights_m, weights: None, reliefs: None }
    }

    /// Of a chunk's samples, with the heights of these.
    pub fn of_samples(samples: &'a ChunkSamples, heights_m: &'a ChunkField) -> Self {
        Self { heights_m, weights: samples.weights(), reliefs: samples.reliefs() }
    }
}
