//! A drawn figure as data: shapes, draggable handles, numbers and text.

use std::sync::Arc;

use super::ink::Ink;
use super::plane_window::PlaneWindow;

/// A place in a figure, in points: x to the right, y down from the top left corner.
pub type Place = [f64; 2];

/// The result of a figure's draw function: a picture, a formula and a caption.
///
/// ```
/// use orogen_lab::figure::{Anchor, Drawing, Readout};
/// use orogen_lab::ink::Ink;
///
/// let mut drawing = Drawing::new(200.0, 100.0);
/// let readout = Readout::new("n = ", "noise", -0.25, 2);
/// drawing.number("noise", Ink::Noise, ([10.0, 20.0], Anchor::Left), readout);
/// assert_eq!(drawing.value("noise"), Some(-0.25));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// Width and height in points.
    pub size: Place,
    /// The shapes, from the back to the front.
    pub items: Vec<Item>,
    /// The parts that the user can drag, from the back to the front.
    pub handles: Vec<Handle>,
    /// The part of the picture that shows a plane, which the user pans and zooms.
    pub plane_window: Option<PlaneWindow>,
    /// The formula with the current numbers: lines, each made of terms.
    pub formula: Vec<Vec<Term>>,
    /// The highlighted line of the row's code, from 0.
    pub code_line: Option<usize>,
    /// The caption: one or two sentences.
    pub caption: String,
}

/// A part of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The group of the part, such as `g00` or `noise`; may be empty. Parts, formula terms and
    /// handles with the same group are highlighted together.
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
        /// Where it begins.
        from: Place,
        /// Where its tip is.
        to: Place,
        /// The width of its shaft in points.
        width: f64,
    },
    /// A disc, or a circle.
    Disc {
        /// Its middle.
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
        /// The points of the lower line, as many as in the upper one.
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

/// A piece of the formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// Its group; see [`Item::id`].
    pub id: String,
    /// The text as it is shown.
    pub text: String,
    /// The number in the text, if there is one.
    pub number: Option<Number>,
    /// The number that changes when the user types over this term; `None` for computed values.
    pub edits: Option<Target>,
}

/// A part that the user can drag.
#[derive(Clone, Debug, PartialEq)]
pub struct Handle {
    /// Its group; see [`Item::id`].
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
    /// The change per point of the figure; negative where the number grows to the left or upwards.
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

impl Drawing {
    /// An empty picture of a size in points.
    pub fn new(width: f64, height: f64) -> Self {
        Self { size: [width, height], ..Self::default() }
    }

    /// Adds a part.
    pub fn add(&mut self, id: &str, ink: Ink, shape: Shape) -> &mut Item {
        self.items.push(Item { id: id.to_owned(), ink, opacity: 1.0, shape });
        let last = self.items.len() - 1;
        &mut self.items[last]
    }

    /// Adds a line through points.
    pub fn line(&mut self, id: &str, ink: Ink, width: f64, points: Vec<Place>) -> &mut Item {
        self.add(id, ink, Shape::Line { points, width, dash: None })
    }

    /// Adds a dashed line through points.
    pub fn dashed(&mut self, id: &str, ink: Ink, width: f64, points: Vec<Place>) -> &mut Item {
        self.add(id, ink, Shape::Line { points, width, dash: Some([5.0, 4.0]) })
    }

    /// Adds an arrow.
    pub fn arrow(&mut self, id: &str, ink: Ink, width: f64, from: Place, to: Place) -> &mut Item {
        self.add(id, ink, Shape::Arrow { from, to, width })
    }

    /// Adds a filled disc.
    pub fn disc(&mut self, id: &str, ink: Ink, centre: Place, radius: f64) -> &mut Item {
        self.add(id, ink, Shape::Disc { centre, radius, line: 0.0 })
    }

    /// Adds a circle.
    pub fn circle(&mut self, id: &str, ink: Ink, centre: Place, radius: f64) -> &mut Item {
        self.add(id, ink, Shape::Disc { centre, radius, line: 1.5 })
    }

    /// Adds a filled convex polygon.
    pub fn polygon(&mut self, id: &str, ink: Ink, points: Vec<Place>) -> &mut Item {
        self.add(id, ink, Shape::Polygon { points })
    }

    /// Adds a filled rectangle.
    pub fn rect(&mut self, id: &str, ink: Ink, [x, y]: Place, [w, h]: Place) -> &mut Item {
        self.polygon(id, ink, vec![[x, y], [x + w, y], [x + w, y + h], [x, y + h]])
    }

    /// Adds a line of text.
    pub fn text(
        &mut self,
        ink: Ink,
        size: f64,
        at: Place,
        anchor: Anchor,
        text: &str,
    ) -> &mut Item {
        let text = text.to_owned();
        self.add("", ink, Shape::Text { at, anchor, size, text, number: None })
    }

    /// Adds a number with a label before it.
    ///
    /// The number is rounded to `decimals`; its minus sign is as wide as a plus.
    pub fn number(
        &mut self,
        id: &str,
        ink: Ink,
        (at, anchor): (Place, Anchor),
        readout: Readout,
    ) -> &mut Item {
        let Readout { label, name, value, decimals } = readout;
        let text = format!("{label}{}", decimal(value, decimals));
        let number = Some(Number { name: name.to_owned(), value });
        self.add(id, ink, Shape::Text { at, anchor, size: 12.0, text, number })
    }

    /// Copies another picture into this one, at a place and a scale.
    ///
    /// Its handles are left out.
    pub fn put(&mut self, other: &Drawing, at: Place, scale: f64) {
        let place = |[x, y]: Place| [at[0] + scale * x, at[1] + scale * y];
        let places = |points: &[Place]| points.iter().map(|point| place(*point)).collect();
        self.items.extend(other.items.iter().cloned().map(|item| {
            let shape = match item.shape {
                Shape::Line { points, width, dash } => Shape::Line {
                    points: places(&points),
                    width: scale * width,
                    dash: dash.map(|lengths| lengths.map(|length| scale * length)),
                },
                Shape::Arrow { from, to, width } => {
                    Shape::Arrow { from: place(from), to: place(to), width: scale * width }
                }
                Shape::Disc { centre, radius, line } => Shape::Disc {
                    centre: place(centre),
                    radius: scale * radius,
                    line: scale * line,
                },
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
            };
            Item { shape, ..item }
        }));
    }

    /// All numbers in the picture and in the formula.
    pub fn numbers(&self) -> impl Iterator<Item = &Number> {
        let drawn = self.items.iter().filter_map(|item| match &item.shape {
            Shape::Text { number, .. } => number.as_ref(),
            _ => None,
        });
        drawn.chain(self.formula.iter().flatten().filter_map(|term| term.number.as_ref()))
    }

    /// The smallest font size in points; `None` if the picture has no text.
    pub fn smallest_letters(&self) -> Option<f64> {
        let sizes = self.items.iter().filter_map(|item| match &item.shape {
            Shape::Text { size, .. } => Some(*size),
            _ => None,
        });
        sizes.reduce(f64::min)
    }

    /// The value of a number by its name.
    pub fn value(&self, name: &str) -> Option<f64> {
        self.numbers().find(|number| number.name == name).map(|number| number.value)
    }
}

/// A number to draw, with its label, name and precision.
#[derive(Clone, Copy, Debug)]
pub struct Readout<'a> {
    /// The text before the number.
    pub label: &'a str,
    /// See [`Number::name`].
    pub name: &'a str,
    /// The number.
    pub value: f64,
    /// The number of decimals.
    pub decimals: usize,
}

impl<'a> Readout<'a> {
    /// A number with the label before it, its name and its number of decimals.
    pub fn new(label: &'a str, name: &'a str, value: f64, decimals: usize) -> Self {
        Self { label, name, value, decimals }
    }
}

/// Formats a number with a minus sign as wide as a plus, and without −0.
pub fn decimal(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|b| b == b'0' || b == b'.') => rest.to_owned(),
        Some(rest) => format!("−{rest}"),
        None => text,
    }
}

impl Term {
    /// A term without a number.
    pub fn text(text: &str) -> Self {
        Self { id: String::new(), text: text.to_owned(), number: None, edits: None }
    }

    /// A term without a number that belongs to a group of the drawing.
    pub fn sign(id: &str, text: &str) -> Self {
        Self { id: id.to_owned(), ..Self::text(text) }
    }

    /// A term with a computed number.
    pub fn number(id: &str, name: &str, value: f64, decimals: usize) -> Self {
        let number = Some(Number { name: name.to_owned(), value });
        Self { id: id.to_owned(), text: decimal(value, decimals), number, edits: None }
    }

    /// Lets the user change `target` by typing over this number.
    pub fn editing(self, target: Target) -> Self {
        Self { edits: Some(target), ..self }
    }
}

impl Item {
    /// Multiplies the opacity of the part.
    pub fn faint(&mut self, opacity: f64) -> &mut Self {
        self.opacity *= opacity;
        self
    }
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
    pub fn clicks(self, click: Click) -> Self {
        Self { click, ..self }
    }

    /// Lets a click set a control to a value.
    pub fn sets(self, key: &'static str, value: f64) -> Self {
        self.clicks(Click::Set(key, value))
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
