//! The value parsers that several commands use for their flags.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::error::Error;
use crate::text::sanitise;

/// Returns a parsed value, or for `None` an error that gives the allowed values.
pub fn require<T>(value: Option<T>, allowed: impl Into<String>) -> Result<T, Error> {
    value.ok_or_else(|| Error(allowed.into()))
}

/// Returns a parser of numbers that does not check their range. The command checks it later.
pub fn number<T: FromStr>(allowed: &'static str) -> impl Fn(&str) -> Result<T, Error> + Clone {
    move |text| require(text.parse().ok(), allowed)
}

/// Returns a parser of numbers within a range.
pub fn within<T: FromStr + PartialOrd + Display + Clone>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, Error> + Clone {
    move |text| {
        let number = text.trim().parse().ok().filter(|number| range.contains(number));
        require(number, format!("allowed are {} to {}", range.start(), range.end()))
    }
}

/// Parses a finite number.
pub fn parse_finite(text: &str) -> Result<f64, Error> {
    match text.trim().parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(Error(format!("`{}` is not a number", sanitise(text)))),
    }
}

/// Parses two values with a separator between them.
pub fn parse_pair<T: FromStr>(text: &str, separator: char) -> Option<[T; 2]> {
    let (first, second) = text.split_once(separator)?;
    Some([first.trim().parse().ok()?, second.trim().parse().ok()?])
}

/// Returns a parser of `key=value`. Its error shows `example`.
pub fn setting(example: &'static str) -> impl Fn(&str) -> Result<(String, String), Error> + Clone {
    move |text| {
        let form = || format!("there is no `=`; write --set key=value, as in --set {example}");
        let (key, value) = require(text.split_once('='), form())?;
        Ok((key.trim().to_owned(), value.to_owned()))
    }
}

/// Joins names for a sentence: `noon, dusk or moon`.
pub fn one_of(names: impl IntoIterator<Item = &'static str>) -> String {
    let names: Vec<_> = names.into_iter().collect();
    match &names[..] {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}
