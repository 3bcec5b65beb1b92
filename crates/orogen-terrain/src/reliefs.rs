//! Ridges and occlusion of many points.

/// The ridge map and the occlusion of erosion at many places, row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reliefs {
    /// The ridge map, from −1 in gully beds to 1 on ridges.
    pub ridge: Vec<f32>,
    /// How far gullies lower (−1) or raise (1) the land.
    pub occlusion: Vec<f32>,
}

impl Reliefs {
    /// The memory use in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.ridge) + size_of_val(&*self.occlusion)
    }
}
