//! Reads the text of a value that is given with its key.

use super::error::QuantityOrValueError;
use super::parse;
use crate::param::{ParamKind, Value, ValueError};

/// Reads the text of a value from `--set` or a pasted line.
///
/// The text has the format of values in files. A number may also have units and arithmetic.
/// `present` is the present value; a percentage is a share of it. An integer is not rounded.
///
/// # Errors
/// Returns an error if the text cannot be read. This function does not check the range; setting the
/// parameter does.
pub fn parse_given(
    text: &str,
    kind: &ParamKind,
    unit: &str,
    present: &Value,
) -> Result<Value, ValueError> {
    let number = match kind {
        ParamKind::Integer { min, max } => {
            ParamKind::Number { min: *min as f64, max: *max as f64, log: false }
        }
        kind => *kind,
    };
    let present = match present {
        Value::Integer(i) => &Value::Number(*i as f64),
        other => other,
    };
    match kind.parse(text) {
        Err(problem @ ValueError::NotANumber(_)) => match parse(text, &number, unit, present) {
            Ok(value) => Ok(value),
            // For a text without digits, the error says only that it is not a number.
            Err(QuantityOrValueError::Quantity(error))
                if text.contains(|c: char| c.is_ascii_digit()) =>
            {
                Err(ValueError::Quantity(error.to_string()))
            }
            Err(_) => Err(problem),
        },
        read => read,
    }
}
