//! Input and output of the erosion at many points.

/// The guide, which is the land before erosion, at many points.
#[derive(Clone, Copy, Debug)]
pub struct Guide<'a, R = f32> {
    /// Columns and rows in metres east and south of the origin, ascending. The order of points is
    /// row by row.
    pub lines_m: [&'a [f64]; 2],
    /// The positions of points that are not on the lines, in metres east and south.
    pub places_m: Option<[&'a [f64]; 2]>,
    /// Heights in metres.
    pub heights_m: &'a [R],
    /// The slopes to the east and to the south, in metres per metre.
    pub gradients: [&'a [R]; 2],
}

/// The result of the erosion at many points, as [`super::Eroded`].
#[derive(Debug)]
pub struct ErodedSamples<'a, R = f32> {
    /// Heights in metres.
    pub heights_m: &'a mut [R],
    /// The ridge map; `None` if the caller does not need it.
    pub ridge: Option<&'a mut [R]>,
    /// The occlusion; `None` if the caller does not need it.
    pub occlusion: Option<&'a mut [R]>,
}
