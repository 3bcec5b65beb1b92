//! A part of a figure that is a window on a plane, which one pans and zooms.

/// The place of the window in a figure, and the controls that move it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// Its top left corner, in points of the figure.
    pub at: [f64; 2],
    /// Its side in points.
    pub side: f64,
    /// The controls of its middle, to the right and upwards; `None` where it doesn't move that way.
    pub middle: [Option<&'static str>; 2],
    /// The control of its side, in the units of the middle.
    pub scale: &'static str,
}

/// How many sides of the window pass while a key is held for a second.
pub const SIDES_A_SECOND: f64 = 1.0;
/// By how much a notch of the wheel changes the side.
pub const NOTCH: f64 = 0.1;

impl Outlook {
    /// The same elsewhere in a figure.
    pub fn moved(self, [x, y]: [f64; 2]) -> Self {
        Self { at: [self.at[0] + x, self.at[1] + y], ..self }
    }
}
