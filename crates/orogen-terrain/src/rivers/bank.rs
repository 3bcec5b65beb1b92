//! The river nearest to a place, and the distance from the edge of its water.

/// The river nearest to a place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bank {
    /// The distance from the edge of the water: negative in the river.
    pub distance_m: f64,
    /// The level of the water.
    pub level_m: f64,
    /// The width of the water with its bars.
    pub width_m: f64,
    /// The depth of the water in the middle.
    pub depth_m: f64,
    /// How far the river is braided, from 0 to 1.
    pub braided: f64,
    /// In water the distance from the edge of the nearest thread in the middle of a river, positive in the
    /// thread; see [`middle_m`](super::bars::middle_m).
    pub middle_m: f64,
    /// On the plain of a braided river the distance from the edge of the nearest thread: positive in a
    /// thread, negative on a bar. 0 elsewhere.
    pub thread_m: f64,
    /// The discharge in m³/s.
    pub discharge: f64,
    /// The fall of the water in metres per metre.
    pub fall: f64,
    /// The direction of the flow, to the east and to the south, of unit length.
    pub flow: [f64; 2],
    /// True for a fixed river, which holds water even where it is steep.
    pub is_fixed: bool,
    /// The lowest bed of all rivers whose water is here; infinite outside of water.
    pub bed_m: f64,
    /// The highest ground that rivers nearby fill up here; see `floors.rs`. Only of graded rivers.
    pub filled_m: f64,
}
