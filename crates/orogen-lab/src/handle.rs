//! The parts of a figure that the user can drag or click.

use super::shape::Place;

/// A part that the user can drag.
#[derive(Clone, Debug, PartialEq)]
pub struct Handle {
    /// Its group; see [`Item::id`](super::shape::Item::id).
    pub id: String,
    /// Its name for the tooltip and for screen readers, such as `the point p`.
    pub label: String,
    /// Its place in the figure.
    pub at: Place,
    /// The number that a drag to the right changes.
    pub x: Option<DragDirection>,
    /// The number that a drag downwards changes.
    pub y: Option<DragDirection>,
    /// The effect of a click without a drag.
    pub click: Click,
}

/// The number that a drag changes, and the rate of change.
#[derive(Clone, Debug, PartialEq)]
pub struct DragDirection {
    /// The number that changes.
    pub target: Target,
    /// The change per point of the figure.
    ///
    /// Negative if the number grows to the left or upwards.
    pub per_point: f64,
}

/// A number that the user can change.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A coordinate of the shared point p, in cells of the first octave.
    Point(usize),
    /// A control of the figure, by its key.
    Control(&'static str),
    /// A parameter of the recipe, by its address.
    Recipe(&'static str),
    /// A component of a lattice point's gradient. In value noise, component 0 is the point's value.
    Gradient {
        /// The octave, from 0.
        octave: u32,
        /// The lattice point.
        cell: [i64; 2],
        /// 0 for x, 1 for y.
        axis: usize,
    },
}

/// The effect of a click on a handle.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Click {
    /// Focuses the handle, for use with arrow keys.
    #[default]
    Choose,
    /// Gives a lattice point another random gradient.
    Reroll {
        /// The octave, from 0.
        octave: u32,
        /// The lattice point.
        cell: [i64; 2],
    },
    /// Sets a control to a value.
    Set(&'static str, f64),
}

impl Handle {
    /// A handle without effects; the methods below add them.
    pub fn new(id: impl Into<String>, label: impl Into<String>, at: Place) -> Self {
        let (id, label) = (id.into(), label.into());
        Self { id, label, at, x: None, y: None, click: Click::Choose }
    }

    /// Lets a drag to the right change a number by `per_point`.
    pub fn along_x(self, target: Target, per_point: f64) -> Self {
        Self { x: Some(DragDirection { target, per_point }), ..self }
    }

    /// Lets a drag downwards change a number by `per_point`.
    pub fn along_y(self, target: Target, per_point: f64) -> Self {
        Self { y: Some(DragDirection { target, per_point }), ..self }
    }

    /// Sets the effect of a click.
    pub fn on_click(self, click: Click) -> Self {
        Self { click, ..self }
    }

    /// Lets a click set a control to a value.
    pub fn click_sets(self, key: &'static str, value: f64) -> Self {
        self.on_click(Click::Set(key, value))
    }

    /// The handle of the shared point p.
    ///
    /// `unit` is the size of a cell in points of the figure; its y is negative if p's second
    /// coordinate points up in the picture.
    pub fn point(at: Place, unit: [f64; 2]) -> Self {
        Self::new("p", "the point p", at)
            .along_x(Target::Point(0), 1.0 / unit[0])
            .along_y(Target::Point(1), 1.0 / unit[1])
    }
}
