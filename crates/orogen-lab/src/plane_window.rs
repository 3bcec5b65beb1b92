//! A part of a figure that is a window on a plane, which the user pans and zooms.

/// The place of the window in a figure, and the controls that move it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneWindow {
    /// Its top left corner, in points of the figure.
    pub at: [f64; 2],
    /// Its side in points.
    pub side: f64,
    /// The controls of its middle, to the right and upwards; `None` for a fixed axis.
    pub middle: [Option<&'static str>; 2],
    /// The control of its side, in the units of the middle.
    pub scale: &'static str,
}

/// The speed of panning by key, in sides of the window per second.
pub const SIDES_A_SECOND: f64 = 1.0;
/// The change of the side per notch of the wheel.
pub const NOTCH: f64 = 0.1;

impl PlaneWindow {
    /// Moves the window within a figure.
    pub fn moved(self, [x, y]: [f64; 2]) -> Self {
        Self { at: [self.at[0] + x, self.at[1] + y], ..self }
    }
}
