//! What erosion tells of many points, besides their heights.

/// What vertices are told of erosion.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Relief {
    /// From −1 in the beds of gullies to 1 on ridges.
    pub ridge: Vec<f32>,
    /// How far gullies lower (−1) or raise (1) the land.
    pub occlusion: Vec<f32>,
}

impl Relief {
    /// The memory that it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.ridge) + size_of_val(&*self.occlusion)
    }
}
