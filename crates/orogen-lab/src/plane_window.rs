//! The part of a figure that shows a plane, which the user pans and zooms.

/// The window's place in a figure, and the controls of its view of the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneWindow {
    /// Its top left corner, in points of the figure.
    pub at: [f64; 2],
    /// Its side in points.
    pub side: f64,
    /// The keys of the controls for the centre's coordinates, right and up.
    ///
    /// `None` for a fixed axis.
    pub middle_keys: [Option<&'static str>; 2],
    /// The key of the control for the length of the side, in the units of the centre.
    pub side_key: &'static str,
}

/// The speed of panning by key, in sides of the window per second.
pub const SIDES_PER_SECOND: f64 = 1.0;
/// The change of the side per notch of the mouse wheel, in the units of the centre.
pub const NOTCH: f64 = 0.1;

impl PlaneWindow {
    /// The same window at another place in the figure.
    pub fn translate(self, [x, y]: [f64; 2]) -> Self {
        Self { at: [self.at[0] + x, self.at[1] + y], ..self }
    }
}
