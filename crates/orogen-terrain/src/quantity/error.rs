//! What is wrong with a typed text.

use super::unit::{Unit, measure};
use crate::param::ValueError;
use orogen_noise::text::shown;

/// The longest text that is read.
pub(super) const LONGEST: usize = 200;

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
