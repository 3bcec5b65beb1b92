//! The parts of a drawn figure: their shapes, places and colours.

use std::sync::Arc;

use super::ink::Ink;

/// A place in a figure, in points: x to the right, y down from the top left corner.
pub type Place = [f64; 2];

/// A part of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The group of the part, such as `g00` or `noise`; may be empty.
    ///
    /// Parts, formula terms and handles with the same group are highlighted together.
    pub id: String,
    /// Its colour, given by meaning.
    pub ink: Ink,
    /// Opacity: 0 is invisible, 1 is opaque.
    pub opacity: f64,
    /// Its shape.
    pub shape: Shape,
}

/// The shape of a part.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A line through points.
    Line {
        /// The points, at least two.
        points: Vec<Place>,
        /// The width in points.
        width: f64,
        /// The lengths of dash and gap in points; `None` for a solid line.
        dash: Option<[f64; 2]>,
    },
    /// An arrow.
    Arrow {
        /// The start of its shaft.
        from: Place,
        /// Its tip.
        to: Place,
        /// The width of its shaft in points.
        width: f64,
    },
    /// A disc, or a circle.
    Disc {
        /// Its centre.
        centre: Place,
        /// The radius in points.
        radius: f64,
        /// The line width of a circle in points; 0 for a filled disc.
        line: f64,
    },
    /// A filled convex polygon.
    Polygon {
        /// Its corners in order.
        points: Vec<Place>,
    },
    /// The area between two lines that go from left to right.
    Band {
        /// The points of the upper line.
        upper: Vec<Place>,
        /// The points of the lower line, as many as in the upper line.
        lower: Vec<Place>,
    },
    /// Coloured pixels.
    Raster {
        /// Its top left corner.
        at: Place,
        /// Its width and height in points.
        size: Place,
        /// Pixels per row.
        columns: usize,
        /// Red, green, blue and opacity, row by row from the top.
        pixels: Arc<[[u8; 4]]>,
        /// True if colours are interpolated between pixel centres.
        smooth: bool,
    },
    /// A line of text.
    Text {
        /// The place in the figure where the anchor lies.
        at: Place,
        /// The point of the text that lies at `at`.
        anchor: Anchor,
        /// The font size in points, 11 or more.
        size: f64,
        /// The text itself.
        text: String,
        /// The number in the text, if there is one.
        number: Option<Number>,
    },
}

/// The point of a text that lies at the text's place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// The middle of its left side.
    #[default]
    Left,
    /// Its middle.
    Middle,
    /// The middle of its right side.
    Right,
}

/// A number in a figure, with a name by which tests and readers find it.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// Its name, such as `influence00`; unique in the figure.
    pub name: String,
    /// The value with all its digits.
    pub value: f64,
}

impl Item {
    /// Multiplies the opacity of the part.
    pub fn scale_opacity(&mut self, factor: f64) -> &mut Self {
        self.opacity *= factor;
        self
    }
}

impl Shape {
    /// The shape at a place and a scale.
    pub(super) fn placed(self, [left, top]: Place, scale: f64) -> Self {
        let place = |[x, y]: Place| [left + scale * x, top + scale * y];
        let places = |points: &[Place]| points.iter().map(|point| place(*point)).collect();
        match self {
            Shape::Line { points, width, dash } => Shape::Line {
                points: places(&points),
                width: scale * width,
                dash: dash.map(|lengths| lengths.map(|length| scale * length)),
            },
            Shape::Arrow { from, to, width } => {
                Shape::Arrow { from: place(from), to: place(to), width: scale * width }
            }
            Shape::Disc { centre, radius, line } => {
                Shape::Disc { centre: place(centre), radius: scale * radius, line: scale * line }
            }
            Shape::Polygon { points } => Shape::Polygon { points: places(&points) },
            Shape::Band { upper, lower } => {
                Shape::Band { upper: places(&upper), lower: places(&lower) }
            }
            Shape::Raster { at, size, columns, pixels, smooth } => {
                let size = size.map(|side| scale * side);
                Shape::Raster { at: place(at), size, columns, pixels, smooth }
            }
            Shape::Text { at, anchor, size, text, number } => {
                Shape::Text { at: place(at), anchor, size: scale * size, text, number }
            }
        }
    }
}
