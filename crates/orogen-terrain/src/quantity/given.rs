//! Values by key, as a text.

use super::error::QuantityOrValueError;
use super::parse;
use crate::param::{ParamKind, Value, ValueError};

/// Reads a value as it is given by key, in `--set` or a pasted line: as files have it, and numbers
/// with units and arithmetic, too. Whole numbers are not rounded to.
///
/// # Errors
/// What cannot be read. Whether the value is in range the parameter itself checks.
pub fn given(
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
            // Words are better told that they are no number.
            Err(QuantityOrValueError::Quantity(why))
                if text.contains(|c: char| c.is_ascii_digit()) =>
            {
                Err(ValueError::Quantity(why.to_string()))
            }
            Err(_) => Err(problem),
        },
        read => read,
    }
}
