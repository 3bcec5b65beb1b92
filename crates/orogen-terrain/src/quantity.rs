//! Reads numbers that users type with units and arithmetic.
//!
//! Examples are `1.2 km`, `3*250`, `50%`, `1/3` and `25 ft`. A number without a unit has the text
//! field's unit. The units of length are `mm`, `cm`, `m`, `km`, `in`, `ft`, `yd` and `mi`, and
//! `5' 3"` is feet and inches; the units of angle are `°`, `deg` and `rad`. A field for a frequency
//! takes `0.3 /km`, or the feature size, such as `3 km`. A percentage is a share of the field's
//! present value.
//!
//! A comma is read as a decimal point or a thousands separator if only one reading is possible:
//! `1,5` is 1.5 and `1,234,567.5` is 1234567.5. An ambiguous text such as `1,500` is an error.

mod commas;
mod error;
mod parse;
mod unit;

pub use error::{QuantityError, QuantityOrValueError};
pub use parse::parse_given;

use crate::param::{ParamKind, Value};
use error::MAX_CHARS;
use unit::{FEET, INCHES, NO_UNIT, SIGNS, Unit, measure};

/// The deepest nesting of parentheses.
const MAX_DEPTH: u32 = 32;

/// A value in a product of powers of metre and degree; `unit` has the exponents.
#[derive(Clone, Copy, Debug)]
struct Quantity {
    value: f64,
    unit: Unit,
}

/// Evaluates a text and converts the result to the unit of a field.
///
/// A percentage is a share of `present`. For fields without a unit, see [`parse`].
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
/// Returns an error whose one-line message names the problem and the known units.
pub fn evaluate(text: &str, unit: &str, present: f64) -> Result<f64, QuantityError> {
    evaluate_with_percent(text, unit, present / 100.0)
}

/// Reads text from a field as a value of a parameter.
///
/// Numbers are read like [`evaluate`], other kinds as in files. If a parameter has no unit and a
/// range from 0 to 1, `50%` is 0.5. For an integer parameter, the result is rounded.
///
/// # Errors
/// Returns an error with a one-line message if the text cannot be read. This function does not
/// check the range; setting the parameter does.
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
            Value::Number(evaluate_with_percent(text, unit, percent)?)
        }
        ParamKind::Integer { .. } => {
            // Setting the parameter checks the range.
            Value::Integer(evaluate_with_percent(text, unit, present / 100.0)?.round() as i64)
        }
        _ => kind.parse(text)?,
    })
}

/// Evaluates a text in the field's `unit`; `percent` is the value of one per cent.
fn evaluate_with_percent(text: &str, unit: &str, percent: f64) -> Result<f64, QuantityError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(QuantityError::Empty);
    }
    // A plain number keeps the exact value that Rust parses.
    if let Ok(x) = text.parse::<f64>() {
        return if x.is_finite() { Ok(x) } else { Err(QuantityError::NotFinite) };
    }
    if text.chars().count() > MAX_CHARS {
        return Err(QuantityError::TooLong);
    }
    let field_unit = measure(unit).unwrap_or(NO_UNIT);
    let mut reader = ExpressionReader { rest: text, field_unit, unit, percent, depth: 0 };
    let sum = reader.sum()?;
    match reader.peek() {
        None => {}
        Some(')') => return Err(QuantityError::Parenthesis),
        Some(_) => return Err(QuantityError::NoNumber(reader.rest.to_owned())),
    }
    let value = match (sum.unit.length, sum.unit.angle) {
        // Bare numbers and percentages are already in the field's unit.
        (0, 0) => sum.value,
        powers if powers == (field_unit.length, field_unit.angle) => sum.value / field_unit.size,
        // In a field for a frequency, a length is the feature size.
        (1, 0) if field_unit.length == -1 => 1.0 / (sum.value * field_unit.size),
        _ => return Err(QuantityError::OtherUnit(unit.to_owned())),
    };
    if value.is_finite() { Ok(value) } else { Err(QuantityError::NotFinite) }
}

struct ExpressionReader<'a> {
    rest: &'a str,
    /// The unit of the field.
    field_unit: Unit,
    /// The name of that unit.
    unit: &'a str,
    /// The value of one per cent, in the field's unit.
    percent: f64,
    depth: u32,
}

impl ExpressionReader<'_> {
    /// Skips spaces and peeks at the next character.
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    /// Takes the next character if it is one of `signs`.
    fn take_any(&mut self, signs: &[char]) -> Option<char> {
        let next = self.peek().filter(|c| signs.contains(c))?;
        self.rest = &self.rest[next.len_utf8()..];
        Some(next)
    }

    fn sum(&mut self) -> Result<Quantity, QuantityError> {
        let mut sum = self.product()?;
        while let Some(sign) = self.take_any(&['+', '-', '−']) {
            let mut other = self.product()?;
            // In a sum with a quantity that has a unit, a bare number is in the field's unit.
            if sum.unit == NO_UNIT && other.unit != NO_UNIT {
                sum = self.in_field_unit(sum);
            } else if other.unit == NO_UNIT && sum.unit != NO_UNIT {
                other = self.in_field_unit(other);
            }
            if sum.unit != other.unit {
                return Err(QuantityError::Sum);
            }
            sum.value += if sign == '+' { other.value } else { -other.value };
        }
        Ok(sum)
    }

    /// Converts a bare number to the field's unit.
    fn in_field_unit(&self, bare: Quantity) -> Quantity {
        Quantity {
            value: bare.value * self.field_unit.size,
            unit: Unit { size: 1.0, ..self.field_unit },
        }
    }

    fn product(&mut self) -> Result<Quantity, QuantityError> {
        let mut product = self.factor()?;
        while let Some(sign) = self.take_any(&['*', '×', '·', '/', '÷', ':']) {
            let other = self.factor()?;
            let divides = matches!(sign, '/' | '÷' | ':');
            let (direction, value) = match divides {
                true => (-1, product.value / other.value),
                false => (1, product.value * other.value),
            };
            let power = |a: i8, b: i8| a.saturating_add(b.saturating_mul(direction));
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

    /// Reads a number with sign and unit, a unit alone, or a sum in parentheses.
    fn factor(&mut self) -> Result<Quantity, QuantityError> {
        let mut sign = 1.0;
        while let Some(c) = self.take_any(&['-', '−', '+']) {
            sign *= if c == '+' { 1.0 } else { -1.0 };
        }
        let mut factor = match self.peek() {
            None => return Err(QuantityError::Ends),
            Some('(') => self.parenthesis()?,
            Some(c) if c.is_ascii_digit() || c == '.' || c == ',' => self.number()?,
            Some(')') => return Err(QuantityError::Parenthesis),
            Some(c) if c.is_alphabetic() || c == '°' => Quantity { value: 1.0, unit: NO_UNIT },
            Some(_) => return Err(QuantityError::NoNumber(self.rest.to_owned())),
        };
        factor = self.with_unit(factor)?;
        factor.value *= sign;
        Ok(factor)
    }

    fn parenthesis(&mut self) -> Result<Quantity, QuantityError> {
        self.take_any(&['(']);
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(QuantityError::Depth);
        }
        let sum = self.sum()?;
        self.depth -= 1;
        self.take_any(&[')']).ok_or(QuantityError::Parenthesis)?;
        Ok(sum)
    }

    fn number(&mut self) -> Result<Quantity, QuantityError> {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let text = self.rest;
        let mut end = digits(text);
        // A point or comma belongs to the number if a digit follows. A point that is the first
        // separator belongs to it in any case, as in `5.`.
        while text[end..].starts_with(['.', ',']) {
            let digits_after = digits(&text[end + 1..]);
            if digits_after == 0
                && (text[end..].starts_with(',') || text[..end].contains(['.', ',']))
            {
                break;
            }
            end += 1 + digits_after;
        }
        let mantissa = commas::resolve(&text[..end])?;
        let exponent_start = end;
        // In `1e3`, `e3` is an exponent; in `1em` it is the start of a word.
        if text[end..].starts_with(['e', 'E']) {
            let sign = usize::from(text[end + 1..].starts_with(['+', '-']));
            let exponent = digits(&text[end + 1 + sign..]);
            end += if exponent > 0 { 1 + sign + exponent } else { 0 };
        }
        let number = mantissa + &text[exponent_start..end];
        let value = number.parse().map_err(|_| QuantityError::NoNumber(text.to_owned()))?;
        self.rest = &text[end..];
        Ok(Quantity { value, unit: NO_UNIT })
    }

    /// Applies the unit that follows a quantity.
    fn with_unit(&mut self, mut quantity: Quantity) -> Result<Quantity, QuantityError> {
        if self.take_any(&['%']).is_some() {
            quantity.value *= match self.unit {
                // The field itself is in per cent.
                "%" => 1.0,
                _ => self.percent,
            };
            return Ok(quantity);
        }
        let Some(first) = self.peek() else { return Ok(quantity) };
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
            // The field's own unit, such as `cells`.
            None if word == self.unit => NO_UNIT,
            None => {
                let (word, unit) = (word.to_owned(), self.unit.to_owned());
                return Err(QuantityError::Unit { word, unit });
            }
        };
        if quantity.unit != NO_UNIT && unit != NO_UNIT {
            return Err(QuantityError::NoNumber(self.rest.to_owned()));
        }
        self.rest = rest;
        if unit != NO_UNIT {
            quantity =
                Quantity { value: quantity.value * unit.size, unit: Unit { size: 1.0, ..unit } };
        }
        if FEET.contains(&word) && self.peek().is_some_and(|c| c.is_ascii_digit()) {
            quantity.value += self.inches()?;
        }
        Ok(quantity)
    }

    /// Reads the inches that follow feet, as in `5' 3"`; returns metres.
    fn inches(&mut self) -> Result<f64, QuantityError> {
        let start = self.rest;
        let inches = self.number()?;
        self.peek();
        let after = self.rest;
        let is_word = |word: &&&str| {
            let rest = after.strip_prefix(**word);
            rest.is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
        };
        let Some(word) = INCHES.iter().find(is_word) else {
            return Err(QuantityError::NoNumber(start.to_owned()));
        };
        self.rest = &after[word.len()..];
        Ok(0.0254 * inches.value)
    }
}

#[cfg(test)]
mod tests;
