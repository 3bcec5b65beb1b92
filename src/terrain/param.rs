//! Parameters: each declared once, in a table that the panel, files, `--set` and the documentation
//! all read.
//!
//! A *document* ([`Document`]) is a plain struct of groups of typed fields. The macro
//! [`document!`](crate::document) declares struct, defaults and table in one place; nothing else in
//! the program names a default or a range.

use std::fmt;

use crate::text::{self, shown};

/// What has to be computed again when a parameter changes, earliest first: a stage implies all
/// those after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The noise is sampled again.
    Sample,
    /// The samples are kept; height and exponent are applied again.
    Shape,
    /// The heights are kept; the mesh is made again (sea level).
    Mesh,
    /// Only the material's uniform is written.
    Shade,
}

impl Stage {
    /// The name that `orogen params` prints.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Sample => "sample",
            Stage::Shape => "shape",
            Stage::Mesh => "mesh",
            Stage::Shade => "shade",
        }
    }
}

/// The type of a parameter, with the values that it allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParamKind {
    /// A finite f64 in `min..=max`; `log` asks for a logarithmic slider.
    Number {
        /// The smallest.
        min: f64,
        /// The largest.
        max: f64,
        /// Whether its slider is logarithmic.
        log: bool,
    },
    /// A whole number in `min..=max`.
    Integer {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// On or off.
    Toggle,
    /// One of the names.
    Choice(&'static [ChoiceRow]),
    /// Three display values (sRGB, not linear) in 0..=1.
    Colour,
    /// Points (x, y) in [0, 1]² with rising x, from 2 to `max_points` of them.
    Curve {
        /// The most points.
        max_points: usize,
    },
    /// Any text of at most `max_chars` characters.
    Text {
        /// The most characters.
        max_chars: usize,
    },
}

/// One name of a [`ParamKind::Choice`], with a sentence that says what it does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChoiceRow {
    /// As a person writes it.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
}

/// The value of any parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A finite number.
    Number(f64),
    /// A whole number.
    Integer(i64),
    /// On or off.
    Toggle(bool),
    /// One of the names.
    Choice(&'static str),
    /// Three display values (sRGB, not linear).
    Colour([f32; 3]),
    /// Points (x, y).
    Curve(Vec<[f64; 2]>),
    /// Any text.
    Text(String),
}

/// One row of a document's table.
pub struct Param<D: 'static> {
    /// `group.name`, as in files and in `--set`.
    pub key: &'static str,
    /// The words beside the slider.
    pub label: &'static str,
    /// Its type, with the values that it allows.
    pub kind: ParamKind,
    /// Unit of the number, empty for none.
    pub unit: &'static str,
    /// From which stage on the land is made again when it changes.
    pub stage: Stage,
    /// One sentence: what it does to the land.
    pub doc: &'static str,
    /// Reads it from a document.
    pub get: fn(&D) -> Value,
    /// Writes it into a document; `Err` for a value of another kind.
    pub put: fn(&mut D, Value) -> Result<(), String>,
}

impl<D> Param<D> {
    /// The part of the key before the dot.
    pub fn group(&self) -> &'static str {
        self.key.split_once('.').map_or("", |(group, _)| group)
    }

    /// The part of the key after the dot.
    pub fn name(&self) -> &'static str {
        self.key.split_once('.').map_or(self.key, |(_, name)| name)
    }

    /// Sets the parameter if the value is of its kind and within its range.
    pub fn set(&self, document: &mut D, value: Value) -> Result<(), ParamError> {
        let fail =
            |problem| ParamError { key: self.key.to_owned(), problem, allowed: self.allowed() };
        (self.put)(document, self.kind.check(value).map_err(fail)?).map_err(fail)
    }

    /// Sets the parameter from text as it stands in `--set key=value` or in a typed field.
    pub fn set_text(&self, document: &mut D, text: &str) -> Result<(), ParamError> {
        let fail =
            |problem| ParamError { key: self.key.to_owned(), problem, allowed: self.allowed() };
        self.set(document, self.kind.parse(text).map_err(fail)?)
    }

    /// The allowed values in words: `a number from 1 to 10 m`.
    pub fn allowed(&self) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        format!("{}{unit}", self.kind)
    }
}

/// A document whose fields a table describes.
pub trait Document: Clone + Default + PartialEq + Sized + 'static {
    /// Every parameter, grouped, in the order in which the panel shows them.
    fn params() -> &'static [Param<Self>];

    /// Groups with their titles, in the panel's order.
    fn groups() -> &'static [(&'static str, &'static str)];

    /// The row of a key.
    fn param(key: &str) -> Option<&'static Param<Self>> {
        Self::params().iter().find(|p| p.key == key)
    }

    /// The earliest stage that differs between two documents; `None` if they are equal.
    fn dirty_stage(&self, other: &Self) -> Option<Stage> {
        Self::params().iter().filter(|p| (p.get)(self) != (p.get)(other)).map(|p| p.stage).min()
    }
}

/// A value that a parameter does not take.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{key}: {problem}; allowed is {allowed}")]
pub struct ParamError {
    /// `group.name`.
    pub key: String,
    /// What is wrong with the value.
    pub problem: String,
    /// What is allowed, in words.
    pub allowed: String,
}

impl ParamKind {
    /// The value if it is of this kind and in range, else what is wrong with it.
    pub fn check(&self, value: Value) -> Result<Value, String> {
        match (self, &value) {
            (Self::Number { .. } | Self::Integer { .. }, Value::Number(x)) if !x.is_finite() => {
                Err(format!("{x} is not a finite number"))
            }
            (Self::Number { min, max, .. }, Value::Number(x)) => {
                in_range(*x, *min, *max).map(|()| value)
            }
            (Self::Number { min, max, .. }, Value::Integer(i)) => {
                in_range(*i as f64, *min, *max).map(|()| Value::Number(*i as f64))
            }
            (Self::Integer { min, max }, Value::Integer(i)) => {
                in_range(*i, *min, *max).map(|()| value)
            }
            (Self::Integer { min, max }, Value::Number(x)) if x.fract() == 0.0 => {
                in_range(*x, *min as f64, *max as f64).map(|()| Value::Integer(*x as i64))
            }
            (Self::Integer { .. }, Value::Number(x)) => {
                Err(format!("{} is not a whole number", text::number(*x)))
            }
            (Self::Toggle, Value::Toggle(_)) => Ok(value),
            (Self::Choice(rows), Value::Choice(name)) => match_choice(rows, name),
            (Self::Choice(rows), Value::Text(name)) => match_choice(rows, name),
            (Self::Choice(rows), Value::Number(_) | Value::Integer(_)) => {
                match_choice(rows, &value.to_string())
            }
            (Self::Colour, Value::Colour(rgb)) => {
                match rgb.iter().find(|c| !(0.0..=1.0).contains(*c)) {
                    Some(c) => Err(format!(
                        "the colour value {} is out of range",
                        text::number(f64::from(*c))
                    )),
                    None => Ok(value),
                }
            }
            (Self::Curve { max_points }, Value::Curve(points)) => {
                check_curve(points, *max_points).map(|()| value)
            }
            (Self::Text { max_chars }, Value::Text(text)) => match text.chars().count() {
                n if n > *max_chars => Err(format!("the text has {n} characters")),
                _ if text.chars().any(char::is_control) => {
                    Err("the text holds a control character".to_owned())
                }
                _ => Ok(value),
            },
            (Self::Text { .. }, Value::Integer(i)) => Ok(Value::Text(i.to_string())),
            (_, other) => Err(wrong_type(other)),
        }
    }

    /// Reads a value from text as a person types it.
    pub fn parse(&self, text: &str) -> Result<Value, String> {
        let text = text.trim();
        let number = |s: &str| {
            s.trim().parse::<f64>().map_err(|_| format!("`{}` is not a number", shown(text)))
        };
        match self {
            Self::Number { .. } | Self::Integer { .. } => number(text).map(Value::Number),
            Self::Toggle => match text {
                "on" | "true" => Ok(Value::Toggle(true)),
                "off" | "false" => Ok(Value::Toggle(false)),
                _ => Err(format!("`{}` is neither on nor off", shown(text))),
            },
            Self::Choice(rows) => match_choice(rows, text),
            Self::Colour => parse_colour(text).map(Value::Colour),
            Self::Curve { .. } => {
                let point = |pair: &str| match pair.split_once(':') {
                    Some((x, y)) => Ok([number(x)?, number(y)?]),
                    None => Err(format!("`{}` is not a point x:y", shown(pair))),
                };
                text.split(',').map(point).collect::<Result<_, _>>().map(Value::Curve)
            }
            Self::Text { .. } => Ok(Value::Text(text.to_owned())),
        }
    }

    /// The kind's name in `orogen params`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Number { .. } => "number",
            Self::Integer { .. } => "integer",
            Self::Toggle => "toggle",
            Self::Choice(_) => "choice",
            Self::Colour => "colour",
            Self::Curve { .. } => "curve",
            Self::Text { .. } => "text",
        }
    }
}

fn in_range<T: PartialOrd + fmt::Display>(x: T, min: T, max: T) -> Result<(), String> {
    if x < min || x > max {
        Err(format!("{} is out of range", shown(&x.to_string())))
    } else {
        Ok(())
    }
}

fn wrong_type(value: &Value) -> String {
    format!("{} is of the wrong type", shown(&value.to_string()))
}

fn match_choice(rows: &'static [ChoiceRow], name: &str) -> Result<Value, String> {
    let found = rows.iter().find(|row| row.name == name);
    found
        .map(|row| Value::Choice(row.name))
        .ok_or_else(|| format!("`{}` is not one of its names", shown(name)))
}

fn check_curve(points: &[[f64; 2]], max_points: usize) -> Result<(), String> {
    let inside = |c: &f64| (0.0..=1.0).contains(c);
    if !(2..=max_points).contains(&points.len()) {
        return Err(format!("the curve has {} points", points.len()));
    }
    if !points.iter().flatten().all(inside) || !points.windows(2).all(|p| p[0][0] < p[1][0]) {
        return Err("the curve's points leave the unit square, or their x does not rise".to_owned());
    }
    Ok(())
}

/// `#rrggbb`, or three display values `r,g,b` in 0..=1.
fn parse_colour(text: &str) -> Result<[f32; 3], String> {
    let bad = || format!("`{}` is not a colour", shown(text));
    if let Some(hex) = text.strip_prefix('#') {
        // A number may have a sign, a colour none.
        let is_hex = hex.len() == 6 && hex.bytes().all(|digit| digit.is_ascii_hexdigit());
        let word = u32::from_str_radix(hex, 16).ok().filter(|_| is_hex).ok_or_else(bad)?;
        return Ok([16, 8, 0].map(|shift| (word >> shift & 255) as f32 / 255.0));
    }
    let values: Vec<f32> =
        text.split(',').map(|c| c.trim().parse().map_err(|_| bad())).collect::<Result<_, _>>()?;
    values.try_into().map_err(|_| bad())
}

impl fmt::Display for ParamKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Number { min, max, .. } => write!(f, "a number from {min} to {max}"),
            Self::Integer { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::Toggle => write!(f, "on or off"),
            Self::Choice(rows) => {
                let names: Vec<_> = rows.iter().map(|row| row.name).collect();
                write!(f, "one of {}", names.join(", "))
            }
            Self::Colour => write!(f, "#rrggbb or three values r,g,b from 0 to 1"),
            Self::Curve { max_points } => {
                write!(f, "2 to {max_points} points x:y in the unit square, x rising")
            }
            Self::Text { max_chars } => write!(f, "text of up to {max_chars} characters"),
        }
    }
}

/// The same text that [`ParamKind::parse`] reads.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Number(x) => write!(f, "{x}"),
            Self::Integer(i) => write!(f, "{i}"),
            Self::Toggle(on) => write!(f, "{}", if *on { "on" } else { "off" }),
            Self::Choice(name) => write!(f, "{name}"),
            Self::Colour([r, g, b]) => write!(f, "{r},{g},{b}"),
            Self::Curve(points) => {
                let points: Vec<_> = points.iter().map(|[x, y]| format!("{x}:{y}")).collect();
                write!(f, "{}", points.join(","))
            }
            Self::Text(text) => write!(f, "{text}"),
        }
    }
}

/// A type that a document's field can have.
pub trait Field: Sized {
    /// The field's value.
    fn to_value(&self) -> Value;
    /// `Err` only for a value of another kind or one that the type cannot hold.
    fn from_value(value: Value) -> Result<Self, String>;
}

macro_rules! field {
    ($type:ty, $variant:ident, $to:expr, $from:expr) => {
        impl Field for $type {
            fn to_value(&self) -> Value {
                Value::$variant($to(self))
            }
            fn from_value(value: Value) -> Result<Self, String> {
                match value {
                    Value::$variant(v) => $from(v),
                    other => Err(wrong_type(&other)),
                }
            }
        }
    };
}

field!(f64, Number, |x: &f64| *x, Ok);
field!(u32, Integer, |i: &u32| i64::from(*i), |i| u32::try_from(i)
    .map_err(|_| format!("{i} is out of range")));
field!(bool, Toggle, |b: &bool| *b, Ok);
field!([f32; 3], Colour, |c: &[f32; 3]| *c, Ok);
field!(String, Text, String::clone, Ok);
field!(Vec<[f64; 2]>, Curve, Vec::clone, Ok);

/// Makes an enum with a table of names usable as a field: `choice_field!(Fade, FADE_ROWS)`.
///
/// The enum needs `fn name(self) -> &'static str` and `FromStr` that agree with the rows.
#[doc(hidden)]
#[macro_export]
macro_rules! choice_field {
    ($type:ty) => {
        impl $crate::terrain::param::Field for $type {
            fn to_value(&self) -> $crate::terrain::param::Value {
                $crate::terrain::param::Value::Choice(self.name())
            }
            fn from_value(value: $crate::terrain::param::Value) -> Result<Self, String> {
                let text = value.to_string();
                text.parse().map_err(|_| {
                    format!("`{}` is not one of its names", $crate::text::shown(&text))
                })
            }
        }
    };
}

/// Declares a document: its struct, groups, defaults and table, each parameter in one place.
///
/// A row reads `name: Type = default, Kind, "unit", Stage, "Label", "One sentence.";`
#[doc(hidden)]
#[macro_export]
macro_rules! document {
    ($(#[$doc:meta])* $Document:ident {
        $( $group:ident: $Group:ident, $title:literal {
            $( $name:ident: $Type:ty = $default:expr, $kind:expr, $unit:literal, $stage:ident, $label:literal,
               $sentence:literal; )*
        } )*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $Document {
            $( #[doc = concat!("The parameters of the group “", $title, "”.")] pub $group: $Group, )*
        }
        $(
            #[doc = concat!("The parameters of the group “", $title, "”.")]
            #[derive(Clone, Debug, PartialEq)]
            pub struct $Group {
                $( #[doc = $sentence] pub $name: $Type, )*
            }
            impl Default for $Group {
                fn default() -> Self {
                    Self { $( $name: $default, )* }
                }
            }
        )*
        impl $crate::terrain::param::Document for $Document {
            fn params() -> &'static [$crate::terrain::param::Param<Self>] {
                use $crate::terrain::param::{Field, Param, ParamKind::*, Stage};
                const TABLE: &[Param<$Document>] = &[ $( $( Param {
                    key: concat!(stringify!($group), ".", stringify!($name)),
                    label: $label,
                    kind: $kind,
                    unit: $unit,
                    stage: Stage::$stage,
                    doc: $sentence,
                    get: |d| Field::to_value(&d.$group.$name),
                    put: |d, v| Field::from_value(v).map(|v| d.$group.$name = v),
                }, )* )* ];
                TABLE
            }
            fn groups() -> &'static [(&'static str, &'static str)] {
                &[ $( (stringify!($group), $title), )* ]
            }
        }
    };
}

#[cfg(test)]
mod tests;
