//! Errors about typed numbers with units.

use super::unit::{Unit, measure};
use crate::param::ValueError;
use orogen_noise::text::sanitise;

/// The longest text that can be evaluated, in characters.
pub(super) const MAX_CHARS: usize = 200;

/// The text is not a quantity.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum QuantityError {
    /// The text is empty.
    #[error("there is no number; type one, such as 250, 1.2 km or 3*250")]
    Empty,
    /// The text is too long.
    #[error("the text is longer than {MAX_CHARS} characters")]
    TooLong,
    /// The text has something else where a number is expected.
    #[error("`{}` stands where a number is expected", sanitise(.0))]
    NoNumber(String),
    /// A comma could be a decimal point or a thousands separator.
    #[error("`{text}` can be {decimal} or {whole}; type the number without a comma")]
    Comma {
        /// The number as typed.
        text: String,
        /// Its value with a decimal point.
        decimal: String,
        /// Its value with a thousands separator.
        whole: String,
    },
    /// The text ends where a number is expected.
    #[error("a number is missing at the end")]
    Ends,
    /// A parenthesis is missing or superfluous.
    #[error("the parentheses do not match")]
    Parenthesis,
    /// The parentheses are nested too deeply.
    #[error("the parentheses are nested too deeply")]
    Depth,
    /// The word is not a unit.
    #[error("`{}` is not a unit here; {}", sanitise(.word), known_units(.unit))]
    Unit {
        /// The word.
        word: String,
        /// The unit of the field.
        unit: String,
    },
    /// The result has another dimension than the field; the string is the field's unit.
    #[error("{}; {}", unit_mismatch(.0), known_units(.0))]
    OtherUnit(String),
    /// The terms of a sum have different dimensions.
    #[error("these units cannot be added")]
    Sum,
    /// The result is not finite, as after a division by zero.
    #[error("the result is not a finite number")]
    NotFinite,
}

/// A problem with a typed value.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum QuantityOrValueError {
    /// The text is not a quantity.
    #[error(transparent)]
    Quantity(#[from] QuantityError),
    /// The text is not a value of the parameter's kind.
    #[error(transparent)]
    Value(#[from] ValueError),
}

fn unit_mismatch(unit: &str) -> String {
    match unit {
        "" => "this value has no unit".to_owned(),
        unit => format!("the value is in {unit}, and the text measures something else"),
    }
}

fn known_units(unit: &str) -> &'static str {
    match measure(unit) {
        Some(Unit { length: 1, .. }) => "the units are mm, cm, m, km, in, ft, yd, mi and %",
        Some(Unit { length: -1, .. }) => {
            "the units are /km, /m and %, or m, km, ft and mi for the size of features"
        }
        Some(Unit { angle: 1, .. }) => "the units are °, deg, rad and %",
        _ => "leave it out, or type % for a share",
    }
}
