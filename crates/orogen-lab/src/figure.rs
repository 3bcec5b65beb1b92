//! A drawn figure as data: shapes, draggable handles, numbers and text.

use super::ink::Ink;
use super::plane_window::PlaneWindow;

pub use super::handle::{Click, DragDirection, Handle, Target};
pub use super::shape::{Anchor, Item, Number, Place, Shape};

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
    /// The index of the highlighted line of the figure's code.
    pub code_line: Option<usize>,
    /// The caption: one or two sentences.
    pub caption: String,
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
    /// The number that the user changes by typing over this term.
    ///
    /// `None` for computed values.
    pub edits: Option<Target>,
}

impl Drawing {
    /// An empty picture of a size in points.
    pub fn new(width: f64, height: f64) -> Self {
        Self { size: [width, height], ..Self::default() }
    }

    /// Adds a shape in front of all others.
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
    /// Handles of the other picture are left out.
    pub fn put(&mut self, other: &Drawing, at: Place, scale: f64) {
        self.items.extend(other.items.iter().cloned().map(|item| {
            let shape = item.shape.placed(at, scale);
            Item { shape, ..item }
        }));
    }

    /// All numbers in the picture and in the formula.
    pub fn numbers(&self) -> impl Iterator<Item = &Number> {
        let item_numbers = self.items.iter().filter_map(|item| match &item.shape {
            Shape::Text { number, .. } => number.as_ref(),
            _ => None,
        });
        item_numbers.chain(self.formula.iter().flatten().filter_map(|term| term.number.as_ref()))
    }

    /// The smallest font size in points; `None` if the picture has no text.
    pub fn smallest_font_size(&self) -> Option<f64> {
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

    /// A term of a group of the drawing, without a number.
    pub fn label(id: &str, text: &str) -> Self {
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
