//! A figure as data: what is drawn, what can be dragged, and which numbers it tells.

use std::sync::Arc;

use super::ink::Ink;
use super::outlook::Outlook;

/// A place in a figure, in points: x to the right, y down from the top left corner.
pub type Place = [f64; 2];

/// What a row's function makes: a picture and the words beside it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// Width and height in points.
    pub size: Place,
    /// What is drawn, from the back to the front.
    pub items: Vec<Item>,
    /// What can be dragged, from the back to the front.
    pub handles: Vec<Handle>,
    /// The part that is a window on a plane, which one pans and zooms.
    pub outlook: Option<Outlook>,
    /// The formula with its live numbers, in lines of terms.
    pub formula: Vec<Vec<Term>>,
    /// Which line of the row's code is at work, from 0.
    pub code_line: Option<usize>,
    /// What to notice now: one or two sentences.
    pub caption: String,
}

/// A part of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// What it belongs to, such as `g00` or `noise`: parts, terms of the formula and handles of the
    /// same id light up together. Empty for what belongs to nothing.
    pub id: String,
    /// Its colour, by what it means.
    pub ink: Ink,
    /// From 0, unseen, to 1.
    pub opacity: f64,
    /// Its form.
    pub shape: Shape,
}

/// The form of a part.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A line through points.
    Line {
        /// At least two.
        points: Vec<Place>,
        /// In points.
        width: f64,
        /// Lengths of dash and gap; `None` for a whole line.
        dash: Option<[f64; 2]>,
    },
    /// An arrow.
    Arrow {
        /// Where it begins.
        from: Place,
        /// Where its tip is.
        to: Place,
        /// Of its shaft.
        width: f64,
    },
    /// A disc, or a circle.
    Disc {
        /// Its middle.
        centre: Place,
        /// In points.
        radius: f64,
        /// Of the line of a circle; 0 for a filled disc.
        line: f64,
    },
    /// A filled convex polygon.
    Polygon {
        /// Its corners in order.
        points: Vec<Place>,
    },
    /// The area between two lines that go from left to right.
    Band {
        /// Points of the one line.
        upper: Vec<Place>,
        /// As many of the other.
        lower: Vec<Place>,
    },
    /// Coloured pixels.
    Raster {
        /// Its top left corner.
        at: Place,
        /// Its width and height in points.
        size: Place,
        /// Pixels a row.
        columns: usize,
        /// Red, green, blue and opacity, row by row from the top.
        pixels: Arc<[[u8; 4]]>,
        /// Whether colours run into each other between the middles of pixels.
        smooth: bool,
    },
    /// A line of text.
    Text {
        /// The place of its anchor.
        at: Place,
        /// Which part of it is there.
        anchor: Anchor,
        /// The height of its letters in points, 11 or more.
        size: f64,
        /// What it says.
        text: String,
        /// The number in it, if it tells one.
        number: Option<Number>,
    },
}

/// Which point of a text its place is.
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

/// A number that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// What it is, such as `influence00`, once a figure.
    pub name: String,
    /// The number itself, with all its digits.
    pub value: f64,
}

/// A piece of the formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// What it belongs to; see [`Item::id`].
    pub id: String,
    /// As it is written.
    pub text: String,
    /// The number in it, if it has one.
    pub number: Option<Number>,
    /// What it changes if another number is typed; `None` for what follows from others.
    pub edits: Option<Target>,
}

/// What can be taken and moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Handle {
    /// What it belongs to; see [`Item::id`].
    pub id: String,
    /// What it is called, for the tooltip and for screen readers: `the point p`.
    pub label: String,
    /// Where it is.
    pub at: Place,
    /// What a drag to the right changes.
    pub x: Option<Along>,
    /// What a drag downwards changes.
    pub y: Option<Along>,
    /// What a click without a drag does.
    pub click: Click,
}

/// How a drag changes a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Along {
    /// Which number.
    pub target: Target,
    /// By how much a point of the figure; below 0 where the number grows to the left or upwards.
    pub per_point: f64,
}

/// A number that a person changes.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A coordinate of the shared point p, in cells of the first octave.
    Point(usize),
    /// A control of the figure, by its key.
    Control(&'static str),
    /// A parameter of the recipe, by its address.
    Recipe(&'static str),
    /// A component of the gradient of a lattice point (of value noise: component 0 is its value).
    Gradient {
        /// From 0.
        octave: u32,
        /// The lattice point.
        cell: [i64; 2],
        /// 0 for x, 1 for y.
        axis: usize,
    },
}

/// What a click on a handle does.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Click {
    /// Nothing: it waits for arrow keys.
    #[default]
    Choose,
    /// Gives a lattice point another random gradient.
    Reroll {
        /// From 0.
        octave: u32,
        /// The lattice point.
        cell: [i64; 2],
    },
    /// Puts a number to a control.
    Set(&'static str, f64),
}

impl Drawing {
    /// An empty picture of so many points.
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

    /// Adds words.
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

    /// Adds a number, written as `label` and the number with so many decimals; its sign is a glyph
    /// that is as wide as the others.
    pub fn number(
        &mut self,
        id: &str,
        ink: Ink,
        (at, anchor): (Place, Anchor),
        said: Said,
    ) -> &mut Item {
        let Said { label, name, value, decimals } = said;
        let text = format!("{label}{}", decimal(value, decimals));
        let number = Some(Number { name: name.to_owned(), value });
        self.add(id, ink, Shape::Text { at, anchor, size: 12.0, text, number })
    }

    /// Puts another picture into this one, at a place and a scale; its handles stay behind.
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

    /// All numbers that are drawn or stand in the formula.
    pub fn numbers(&self) -> impl Iterator<Item = &Number> {
        let drawn = self.items.iter().filter_map(|item| match &item.shape {
            Shape::Text { number, .. } => number.as_ref(),
            _ => None,
        });
        drawn.chain(self.formula.iter().flatten().filter_map(|term| term.number.as_ref()))
    }

    /// The height of its smallest letters in points; `None` where it has no words.
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

/// A number to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    /// What stands before it.
    pub label: &'a str,
    /// See [`Number::name`].
    pub name: &'a str,
    /// The number.
    pub value: f64,
    /// How many digits follow the point.
    pub decimals: usize,
}

impl<'a> Said<'a> {
    /// A number after a label, by its name and with so many decimals.
    pub fn new(label: &'a str, name: &'a str, value: f64, decimals: usize) -> Self {
        Self { label, name, value, decimals }
    }
}

/// A number with so many decimals and a minus sign that is as wide as a plus; no −0.
pub fn decimal(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|b| b == b'0' || b == b'.') => rest.to_owned(),
        Some(rest) => format!("−{rest}"),
        None => text,
    }
}

impl Term {
    /// Words or signs.
    pub fn text(text: &str) -> Self {
        Self { id: String::new(), text: text.to_owned(), number: None, edits: None }
    }

    /// A sign that belongs to something that is drawn.
    pub fn sign(id: &str, text: &str) -> Self {
        Self { id: id.to_owned(), ..Self::text(text) }
    }

    /// A live number.
    pub fn number(id: &str, name: &str, value: f64, decimals: usize) -> Self {
        let number = Some(Number { name: name.to_owned(), value });
        Self { id: id.to_owned(), text: decimal(value, decimals), number, edits: None }
    }

    /// The same, which can be typed.
    pub fn editing(self, target: Target) -> Self {
        Self { edits: Some(target), ..self }
    }
}

impl Item {
    /// The same part, less opaque.
    pub fn faint(&mut self, opacity: f64) -> &mut Self {
        self.opacity *= opacity;
        self
    }
}

impl Handle {
    /// A handle that a drag leaves where it is, until it is told what the drag changes.
    pub fn new(id: impl Into<String>, label: impl Into<String>, at: Place) -> Self {
        let (id, label) = (id.into(), label.into());
        Self { id, label, at, x: None, y: None, click: Click::Choose }
    }

    /// The same, of which a drag to the right changes a number by so much a point.
    pub fn along_x(self, target: Target, per_point: f64) -> Self {
        Self { x: Some(Along { target, per_point }), ..self }
    }

    /// The same, of which a drag downwards changes a number by so much a point.
    pub fn along_y(self, target: Target, per_point: f64) -> Self {
        Self { y: Some(Along { target, per_point }), ..self }
    }

    /// The same with what a click does.
    pub fn clicks(self, click: Click) -> Self {
        Self { click, ..self }
    }

    /// The same, of which a click puts a number to a control.
    pub fn sets(self, key: &'static str, value: f64) -> Self {
        self.clicks(Click::Set(key, value))
    }

    /// The shared point p, of which a unit is `[x, y]` points of the figure; y is below 0 where p's
    /// second coordinate goes up.
    pub fn point(at: Place, unit: [f64; 2]) -> Self {
        Self::new("p", "the point p", at)
            .along_x(Target::Point(0), 1.0 / unit[0])
            .along_y(Target::Point(1), 1.0 / unit[1])
    }
}
