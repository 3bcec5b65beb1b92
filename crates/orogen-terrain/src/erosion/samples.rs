//! Many points at once: the land that is eroded, and what becomes of it.

/// The land that is eroded, at many points.
#[derive(Clone, Copy, Debug)]
pub struct Guide<'a, R = f32> {
    /// Columns and rows in metres east and south of the origin, none descending; points go row by
    /// row.
    pub lines_m: [&'a [f64]; 2],
    /// Where the points are, in metres east and south, if not on the lines.
    pub places_m: Option<[&'a [f64]; 2]>,
    /// In metres.
    pub heights_m: &'a [R],
    /// How the heights rise to the east and to the south, in metres a metre.
    pub gradients: [&'a [R]; 2],
}

/// What erosion makes of many points, as [`super::Eroded`].
#[derive(Debug)]
pub struct ErodedSamples<'a, R = f32> {
    /// In metres.
    pub heights_m: &'a mut [R],
    /// Where it is wanted.
    pub ridge: Option<&'a mut [R]>,
    /// Where it is wanted.
    pub occlusion: Option<&'a mut [R]>,
}
