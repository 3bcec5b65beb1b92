//! Typed quantities: numbers with units and arithmetic, as one types them into a field: `1.2 km`,
//! `3*250`, `50%`, `1/3`, `25 ft`.
//!
//! A number without a unit has the field's own. Lengths are `mm`, `cm`, `m` and `km`, `in`, `ft`, `yd`
//! and `mi`, with `5' 3"` for feet and inches; angles are `°`, `deg` and `rad`; a frequency takes
//! `0.3 /km` and just as well the size of its features, `3 km`. A percentage is one of the present
//! value.
//!
//! A comma stands for the decimal point, or between thousands, where the text can mean nothing else:
//! `1,5` is 1.5 and `1,234,567.5` is 1234567.5. What can be read both ways, `1,500`, is refused.

mod given;
mod pointed;

pub use given::given;

use crate::param::{ParamKind, Value, ValueError};
use orogen_noise::text::shown;

/// How deep parentheses may stand in each other.
const DEEPEST: u32 = 32;

/// The longest text that is read.
const LONGEST: usize = 200;

/// A text that is no quantity.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum QuantityError {
    /// There is nothing.
    #[error("there is no number; type one, such as 250, 1.2 km or 3*250")]
    Empty,
    /// It is too long to be one.
    #[error("the text is longer than {LONGEST} characters")]
    TooLong,
    /// Something stands where a number should.
    #[error("`{}` stands where a number should", shown(.0))]
    NoNumber(String),
    /// A comma that can be a decimal point as well as stand between thousands.
    #[error("`{text}` can be {decimal} or {whole}; type the number without a comma")]
    Comma {
        /// The number as it was typed.
        text: String,
        /// What it is with a decimal point.
        decimal: String,
        /// What it is with thousands.
        whole: String,
    },
    /// It ends too early.
    #[error("a number is missing at the end")]
    Ends,
    /// A parenthesis is open or too many.
    #[error("a parenthesis has no other one")]
    Parenthesis,
    /// Parentheses in parentheses, too often.
    #[error("the parentheses are too deep")]
    Depth,
    /// A word that is no unit.
    #[error("`{}` is no unit here; {}", shown(.word), units(.unit))]
    Unit {
        /// The word.
        word: String,
        /// The field's own unit.
        unit: String,
    },
    /// A unit of something else.
    #[error("{}; {}", what(.0), units(.0))]
    OtherUnit(String),
    /// Lengths and angles in one sum.
    #[error("these units cannot be added")]
    Sum,
    /// A division by zero, or a number too large.
    #[error("the result is not a finite number")]
    NotFinite,
}

fn what(unit: &str) -> String {
    match unit {
        "" => "this value has no unit".to_owned(),
        unit => format!("the value is in {unit}, and the text measures something else"),
    }
}

fn units(unit: &str) -> &'static str {
    match measure(unit) {
        Some(Unit { length: 1, .. }) => "there are mm, cm, m, km, in, ft, yd, mi and %",
        Some(Unit { length: -1, .. }) => {
            "there are /km and /m, m, km, ft and mi for the size of features, and %"
        }
        Some(Unit { angle: 1, .. }) => "there are °, deg, rad and %",
        _ => "leave it out, or type % for a share",
    }
}

/// A number in metres and degrees, with the powers of both.
#[derive(Clone, Copy, Debug)]
struct Quantity {
    value: f64,
    unit: Unit,
}

/// Powers of the metre and of the degree, and how many of them it is.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Unit {
    length: i8,
    angle: i8,
    size: f64,
}

const PURE: Unit = Unit { length: 0, angle: 0, size: 1.0 };

/// The words and signs of the international foot and of its inches.
const FEET: [&str; 6] = ["ft", "foot", "feet", "'", "’", "′"];
const INCHES: [&str; 6] = ["in", "inch", "inches", "\"", "”", "″"];

/// The units that are written as one sign.
const SIGNS: [char; 7] = ['°', '\'', '’', '′', '"', '”', '″'];

fn length(size: f64) -> Unit {
    Unit { length: 1, angle: 0, size }
}

/// What a word measures; none for words that are no unit.
fn measure(word: &str) -> Option<Unit> {
    let angle = |size| Unit { length: 0, angle: 1, size };
    Some(match word {
        "mm" => length(0.001),
        "cm" => length(0.01),
        "m" | "metre" | "metres" => length(1.0),
        "km" => length(1000.0),
        _ if INCHES.contains(&word) => length(0.0254),
        _ if FEET.contains(&word) => length(0.3048),
        "yd" | "yard" | "yards" => length(0.9144),
        "mi" | "mile" | "miles" => length(1609.344),
        "°" | "deg" | "degrees" => angle(1.0),
        "rad" => angle(180.0 / std::f64::consts::PI),
        // So that `0.3 cycles/km` is a frequency.
        "cycles" | "cycle" => PURE,
        "cycles/km" | "/km" => Unit { length: -1, angle: 0, size: 0.001 },
        _ => return None,
    })
}

/// Reads a quantity in the unit of a field, whose present value percentages are of; shares, which
/// have no unit, go by [`parse`].
///
/// ```
/// use orogen_terrain::quantity::evaluate;
///
/// assert_eq!(evaluate("1.2 km", "m", 600.0), Ok(1200.0));
/// assert_eq!(evaluate("50%", "m", 600.0), Ok(300.0));
/// assert_eq!(evaluate("2 km", "cycles/km", 0.7), Ok(0.5));
/// assert_eq!(evaluate("1,5", "m", 600.0), Ok(1.5));
/// ```
///
/// # Errors
/// One line: what cannot be read, and which units there are.
pub fn evaluate(text: &str, unit: &str, present: f64) -> Result<f64, QuantityError> {
    evaluated(text, unit, present / 100.0)
}

/// Reads a typed text as a value of a parameter: numbers as [`evaluate`] does, anything else as
/// files have it. Of a parameter without a unit from 0 to 1, `50%` is 0.5. Whole numbers are
/// rounded to.
///
/// # Errors
/// One line: what cannot be read. Whether the value is in range the parameter itself checks.
pub fn parse(
    text: &str,
    kind: &ParamKind,
    unit: &str,
    present: &Value,
) -> Result<Value, QuantityOrValueError> {
    let present = match present {
        Value::Number(x) => *x,
        Value::Integer(i) => *i as f64,
        _ => return Ok(kind.parse(text)?),
    };
    Ok(match kind {
        ParamKind::Number { min, max, .. } => {
            let is_share = unit.is_empty() && *min >= 0.0 && *max <= 1.0;
            let percent = if is_share { 0.01 } else { present / 100.0 };
            Value::Number(evaluated(text, unit, percent)?)
        }
        ParamKind::Integer { .. } => {
            // The parameter says what is beyond its range.
            Value::Integer(evaluated(text, unit, present / 100.0)?.round() as i64)
        }
        _ => kind.parse(text)?,
    })
}

/// What is wrong with a typed text.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum QuantityOrValueError {
    /// With that of a number.
    #[error(transparent)]
    Quantity(#[from] QuantityError),
    /// With that of anything else.
    #[error(transparent)]
    Value(#[from] ValueError),
}

/// Reads a quantity; `percent` is what one per cent is.
fn evaluated(text: &str, unit: &str, percent: f64) -> Result<f64, QuantityError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(QuantityError::Empty);
    }
    // What is a number is that number.
    if let Ok(x) = text.parse::<f64>() {
        return if x.is_finite() { Ok(x) } else { Err(QuantityError::NotFinite) };
    }
    if text.chars().count() > LONGEST {
        return Err(QuantityError::TooLong);
    }
    let own = measure(unit).unwrap_or(PURE);
    let mut reader = Reader { rest: text, own, unit, percent, depth: 0 };
    let sum = reader.sum()?;
    match reader.next() {
        None => {}
        Some(')') => return Err(QuantityError::Parenthesis),
        Some(_) => return Err(QuantityError::NoNumber(reader.rest.to_owned())),
    }
    let value = match (sum.unit.length, sum.unit.angle) {
        // A percentage of a frequency or a bare number is in the field's unit.
        (0, 0) => sum.value,
        powers if powers == (own.length, own.angle) => sum.value / own.size,
        // The size of features.
        (1, 0) if own.length == -1 => 1.0 / (sum.value * own.size),
        _ => return Err(QuantityError::OtherUnit(unit.to_owned())),
    };
    if value.is_finite() { Ok(value) } else { Err(QuantityError::NotFinite) }
}

struct Reader<'a> {
    rest: &'a str,
    /// What the field measures.
    own: Unit,
    /// Its name.
    unit: &'a str,
    /// What one per cent is, in the field's unit.
    percent: f64,
    depth: u32,
}

impl Reader<'_> {
    /// The next character that is no space.
    fn next(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn takes(&mut self, any: &[char]) -> Option<char> {
        let next = self.next().filter(|c| any.contains(c))?;
        self.rest = &self.rest[next.len_utf8()..];
        Some(next)
    }

    fn sum(&mut self) -> Result<Quantity, QuantityError> {
        let mut sum = self.product()?;
        while let Some(sign) = self.takes(&['+', '-', '−']) {
            let mut other = self.product()?;
            // A bare number beside a measure is in the field's unit.
            if sum.unit == PURE && other.unit != PURE {
                sum = self.measured(sum);
            } else if other.unit == PURE && sum.unit != PURE {
                other = self.measured(other);
            }
            if sum.unit != other.unit {
                return Err(QuantityError::Sum);
            }
            sum.value += if sign == '+' { other.value } else { -other.value };
        }
        Ok(sum)
    }

    /// A bare number in the field's unit.
    fn measured(&self, bare: Quantity) -> Quantity {
        Quantity { value: bare.value * self.own.size, unit: Unit { size: 1.0, ..self.own } }
    }

    fn product(&mut self) -> Result<Quantity, QuantityError> {
        let mut product = self.factor()?;
        while let Some(sign) = self.takes(&['*', '×', '·', '/', '÷', ':']) {
            let other = self.factor()?;
            let divides = matches!(sign, '/' | '÷' | ':');
            let (turn, value) = match divides {
                true => (-1, product.value / other.value),
                false => (1, product.value * other.value),
            };
            let power = |a: i8, b: i8| a.saturating_add(b.saturating_mul(turn));
            product = Quantity {
                value,
                unit: Unit {
                    length: power(product.unit.length, other.unit.length),
                    angle: power(product.unit.angle, other.unit.angle),
                    size: 1.0,
                },
            };
        }
        Ok(product)
    }

    /// A number with its sign and its unit, a unit alone, or a sum in parentheses.
    fn factor(&mut self) -> Result<Quantity, QuantityError> {
        let mut sign = 1.0;
        while let Some(c) = self.takes(&['-', '−', '+']) {
            sign *= if c == '+' { 1.0 } else { -1.0 };
        }
        let mut factor = match self.next() {
            None => return Err(QuantityError::Ends),
            Some('(') => self.parenthesis()?,
            Some(c) if c.is_ascii_digit() || c == '.' || c == ',' => self.number()?,
            Some(')') => return Err(QuantityError::Parenthesis),
            Some(c) if c.is_alphabetic() || c == '°' => Quantity { value: 1.0, unit: PURE },
            Some(_) => return Err(QuantityError::NoNumber(self.rest.to_owned())),
        };
        factor = self.with_unit(factor)?;
        factor.value *= sign;
        Ok(factor)
    }

    fn parenthesis(&mut self) -> Result<Quantity, QuantityError> {
        self.takes(&['(']);
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(QuantityError::Depth);
        }
        let sum = self.sum()?;
        self.depth -= 1;
        self.takes(&[')']).ok_or(QuantityError::Parenthesis)?;
        Ok(sum)
    }

    fn number(&mut self) -> Result<Quantity, QuantityError> {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let text = self.rest;
        let mut end = digits(text);
        // A separator belongs to the number where a digit follows; a first point in any case.
        while text[end..].starts_with(['.', ',']) {
            let more = digits(&text[end + 1..]);
            if more == 0 && (text[end..].starts_with(',') || text[..end].contains(['.', ','])) {
                break;
            }
            end += 1 + more;
        }
        let mantissa = pointed::pointed(&text[..end])?;
        let power = end;
        // `1e3` has a power of ten, `1 em` has none.
        if text[end..].starts_with(['e', 'E']) {
            let sign = usize::from(text[end + 1..].starts_with(['+', '-']));
            let power = digits(&text[end + 1 + sign..]);
            end += if power > 0 { 1 + sign + power } else { 0 };
        }
        let number = mantissa + &text[power..end];
        let value = number.parse().map_err(|_| QuantityError::NoNumber(text.to_owned()))?;
        self.rest = &text[end..];
        Ok(Quantity { value, unit: PURE })
    }

    /// A quantity with the unit that stands behind it.
    fn with_unit(&mut self, mut quantity: Quantity) -> Result<Quantity, QuantityError> {
        if self.takes(&['%']).is_some() {
            quantity.value *= match self.unit {
                // The field counts in per cent itself.
                "%" => 1.0,
                _ => self.percent,
            };
            return Ok(quantity);
        }
        let Some(first) = self.next() else { return Ok(quantity) };
        let length = match first {
            sign if SIGNS.contains(&sign) => sign.len_utf8(),
            _ => self.rest.find(|c: char| !c.is_alphabetic()).unwrap_or(self.rest.len()),
        };
        let (word, rest) = self.rest.split_at(length);
        if word.is_empty() {
            return Ok(quantity);
        }
        let unit = match measure(word) {
            Some(unit) => unit,
            // A field's own, such as `cells`.
            None if word == self.unit => PURE,
            None => {
                let (word, unit) = (word.to_owned(), self.unit.to_owned());
                return Err(QuantityError::Unit { word, unit });
            }
        };
        if quantity.unit != PURE && unit != PURE {
            return Err(QuantityError::NoNumber(self.rest.to_owned()));
        }
        self.rest = rest;
        if unit != PURE {
            quantity =
                Quantity { value: quantity.value * unit.size, unit: Unit { size: 1.0, ..unit } };
        }
        if FEET.contains(&word) && self.next().is_some_and(|c| c.is_ascii_digit()) {
            quantity.value += self.inches()?;
        }
        Ok(quantity)
    }

    /// The inches behind feet, in metres.
    fn inches(&mut self) -> Result<f64, QuantityError> {
        let from = self.rest;
        let inches = self.number()?;
        self.next();
        let behind = self.rest;
        let is_word = |word: &&&str| {
            let rest = behind.strip_prefix(**word);
            rest.is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
        };
        let Some(word) = INCHES.iter().find(is_word) else {
            return Err(QuantityError::NoNumber(from.to_owned()));
        };
        self.rest = &behind[word.len()..];
        Ok(0.0254 * inches.value)
    }
}

#[cfg(test)]
mod tests;
