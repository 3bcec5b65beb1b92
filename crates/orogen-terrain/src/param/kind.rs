//! The kinds of parameters with their allowed values, and the type of all values.

use std::fmt;

use super::error::ValueError;
use orogen_noise::text::nearest;

/// The kind of a parameter, with its allowed values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParamKind {
    /// A finite f64 in `min..=max`.
    Number {
        /// The minimum.
        min: f64,
        /// The maximum.
        max: f64,
        /// True if the slider is logarithmic.
        log: bool,
    },
    /// A whole number in `min..=max`.
    Integer {
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// On or off.
    Toggle,
    /// One of the names.
    Choice(&'static [ChoiceRow]),
    /// A colour: red, green and blue as sRGB values (not linear) in 0..=1.
    Colour,
    /// A curve of 2 to `max_points` points (x, y) in [0, 1]² with rising x.
    Curve {
        /// The largest number of points.
        max_points: usize,
    },
    /// Any text of at most `max_chars` characters.
    Text {
        /// The largest number of characters.
        max_chars: usize,
    },
}

/// A name of a [`ParamKind::Choice`], with a sentence about its effect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChoiceRow {
    /// The name as users type it.
    pub name: &'static str,
    /// A sentence about the effect.
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
    /// A colour: red, green and blue as sRGB values (not linear).
    Colour([f32; 3]),
    /// The points (x, y) of a curve.
    Curve(Vec<[f64; 2]>),
    /// Any text.
    Text(String),
}

impl ParamKind {
    /// Converts a value to this kind. Returns an error if it is not an allowed value.
    pub fn check(&self, value: Value) -> Result<Value, ValueError> {
        match (self, &value) {
            (Self::Number { .. } | Self::Integer { .. }, Value::Number(x)) if !x.is_finite() => {
                Err(ValueError::NotFinite(*x))
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
            (Self::Integer { .. }, Value::Number(x)) => Err(ValueError::NotWhole(*x)),
            (Self::Toggle, Value::Toggle(_)) => Ok(value),
            (Self::Choice(rows), Value::Choice(name)) => match_choice(rows, name),
            (Self::Choice(rows), Value::Text(name)) => match_choice(rows, name),
            (Self::Choice(rows), Value::Number(_) | Value::Integer(_)) => {
                match_choice(rows, &value.to_string())
            }
            (Self::Colour, Value::Colour(rgb)) => {
                match rgb.iter().find(|c| !(0.0..=1.0).contains(*c)) {
                    Some(c) => Err(ValueError::ColourRange(*c)),
                    None => Ok(value),
                }
            }
            (Self::Curve { max_points }, Value::Curve(points)) => {
                check_curve(points, *max_points).map(|()| value)
            }
            (Self::Text { max_chars }, Value::Text(text)) => match text.chars().count() {
                n if n > *max_chars => Err(ValueError::TextLength(n)),
                _ if text.chars().any(char::is_control) => Err(ValueError::ControlCharacter),
                _ => Ok(value),
            },
            (Self::Text { .. }, Value::Integer(i)) => Ok(Value::Text(i.to_string())),
            (_, other) => Err(wrong_type(other)),
        }
    }

    /// Reads a value from text that a user typed. Does not check the range.
    pub fn parse(&self, text: &str) -> Result<Value, ValueError> {
        let text = text.trim();
        let number =
            |s: &str| s.trim().parse::<f64>().map_err(|_| ValueError::NotANumber(text.to_owned()));
        match self {
            Self::Number { .. } | Self::Integer { .. } => number(text).map(Value::Number),
            Self::Toggle => match text {
                "on" | "true" => Ok(Value::Toggle(true)),
                "off" | "false" => Ok(Value::Toggle(false)),
                _ => Err(ValueError::Toggle(text.to_owned())),
            },
            Self::Choice(rows) => match_choice(rows, text),
            Self::Colour => parse_colour(text).map(Value::Colour),
            Self::Curve { .. } => {
                let point = |pair: &str| match pair.split_once(':') {
                    Some((x, y)) => Ok([number(x)?, number(y)?]),
                    None => Err(ValueError::Point(pair.to_owned())),
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

fn in_range<T: PartialOrd + fmt::Display>(x: T, min: T, max: T) -> Result<(), ValueError> {
    if x < min || x > max { Err(ValueError::Range(x.to_string())) } else { Ok(()) }
}

/// The error for a value of the wrong kind.
pub(super) fn wrong_type(value: &Value) -> ValueError {
    ValueError::Type(value.to_string())
}

fn match_choice(rows: &'static [ChoiceRow], name: &str) -> Result<Value, ValueError> {
    let found = rows.iter().find(|row| row.name == name);
    found.map(|row| Value::Choice(row.name)).ok_or_else(|| {
        let names: Vec<_> = rows.iter().map(|row| row.name).collect();
        ValueError::Name { given: name.to_owned(), nearest: nearest(name, &names) }
    })
}

fn check_curve(points: &[[f64; 2]], max_points: usize) -> Result<(), ValueError> {
    let inside = |c: &f64| (0.0..=1.0).contains(c);
    if !(2..=max_points).contains(&points.len()) {
        return Err(ValueError::CurveLength(points.len()));
    }
    if !points.iter().flatten().all(inside) || !points.windows(2).all(|p| p[0][0] < p[1][0]) {
        return Err(ValueError::CurveShape);
    }
    Ok(())
}

/// Reads a colour: `#rrggbb`, or three sRGB values `r,g,b` in 0..=1.
fn parse_colour(text: &str) -> Result<[f32; 3], ValueError> {
    let bad = || ValueError::Colour(text.to_owned());
    if let Some(hex) = text.strip_prefix('#') {
        // Rust accepts a sign in a hexadecimal number, but a colour must not have one.
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

/// Writes the text that [`ParamKind::parse`] reads.
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
