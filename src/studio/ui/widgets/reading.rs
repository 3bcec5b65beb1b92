//! Evaluates the text that the user types into a number field.

use super::display_scale::{DisplayScale, suffix};
use crate::terrain::param::{ParamKind, Value};
use crate::terrain::quantity::{self, QuantityOrValueError};

/// The reason why a text gives no value.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FieldTextError {
    #[error(transparent)]
    Quantity(#[from] QuantityOrValueError),
    #[error("`{}` is not a number", crate::text::sanitise(.0))]
    NotANumber(String),
    #[error("the result is not a finite number")]
    NotFinite,
}

/// Reads a number. It may have a unit, be a calculation, or be a percentage of the present value.
pub fn read(
    typed: &str,
    unit: &str,
    scale: DisplayScale,
    range: [f64; 2],
    value: f64,
) -> Result<f64, FieldTextError> {
    let typed = typed.replace('−', "-");
    let typed = typed.trim();
    // In a field for a feature size, the user may type a frequency instead.
    if let (DisplayScale::Inverse, Some(frequency)) = (scale, typed.strip_suffix("/km")) {
        return evaluate(frequency.trim_end(), "", range, value);
    }
    let shown_value = scale.displayed(value);
    // The text may also end with the unit that this field shows, even if the parser does not know
    // that unit, such as EV.
    let without_unit = || typed.strip_suffix(suffix(unit).trim());
    let number =
        evaluate(typed, unit, range, shown_value).or_else(|error| match without_unit() {
            Some(without_unit) => evaluate(without_unit.trim(), unit, range, shown_value),
            None => Err(error),
        })?;
    // A size of zero or less becomes the smallest size, so that its reciprocal is finite.
    let number = if scale == DisplayScale::Inverse { number.max(1e-9) } else { number };
    let value = scale.value(number);
    if value.is_finite() { Ok(value) } else { Err(FieldTextError::NotFinite) }
}

/// Evaluates a text with units and arithmetic.
fn evaluate(
    typed: &str,
    unit: &str,
    [min, max]: [f64; 2],
    shown_value: f64,
) -> Result<f64, FieldTextError> {
    let kind = ParamKind::Number { min, max, log: false };
    match quantity::parse(typed, &kind, unit, &Value::Number(shown_value)) {
        Ok(Value::Number(x)) if x.is_finite() => Ok(x),
        Ok(_) => Err(FieldTextError::NotANumber(typed.to_owned())),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_values_are_read_with_and_without_unit() {
        let range = [-9e9, 9e9];
        let plain = |text| read(text, "m", DisplayScale::Plain, range, 600.0).ok();
        for (text, x) in [
            ("1,5", 1.5),
            ("25 ft", 7.62),
            ("840", 840.0),
            ("840 m", 840.0),
            ("−3m", -3.0),
            ("1.2 km", 1200.0),
            ("3*250", 750.0),
            ("50%", 300.0),
        ] {
            assert_eq!(plain(text), Some(x), "{text}");
        }
        assert_eq!(
            read("50%", "", DisplayScale::Plain, [0.0, 1.0], 0.2),
            Ok(0.5),
            "a percentage of a share is a share"
        );
        assert_eq!(
            read("1.5 EV", "EV", DisplayScale::Plain, [-6.0, 6.0], 0.2),
            Ok(1.5),
            "the unit of the field"
        );
        assert_eq!([plain("much"), plain(""), plain("NaN")], [None, None, None]);
        let size = |text| read(text, "km", DisplayScale::Inverse, range, 1.0).ok();
        assert_eq!([size("4"), size("4 km"), size("0.7 /km")], [Some(0.25), Some(0.25), Some(0.7)]);
        assert_eq!(size("0,7 /km"), Some(0.7));
        assert!(
            size("-9").is_some_and(|x| x > 9e8),
            "sizes of zero or less become the smallest size"
        );
    }
}
