//! The maps that erosion computes in addition to heights: ridges and occlusion.

/// The ridge map and the occlusion by erosion at many places, row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reliefs {
    /// The ridge map, from −1 in gully beds to 1 on ridges.
    pub ridge: Vec<f32>,
    /// The effect of gullies on the height, from −1 (lowered most) to 1 (raised most).
    pub occlusion: Vec<f32>,
}

impl Reliefs {
    /// The memory use in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.ridge) + size_of_val(&*self.occlusion)
    }
}
