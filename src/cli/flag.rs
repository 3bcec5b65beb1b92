//! What flags share: parsers of their values, for what clap does not know by itself.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::error::Error;
use crate::text::shown;

/// A parser of values that says what is allowed in place of another one.
pub fn read<T: 'static>(
    parse: impl Fn(&str) -> Option<T> + Clone + Send + Sync + 'static,
    allowed: impl Into<String>,
) -> impl Fn(&str) -> Result<T, Error> + Clone + Send + Sync + 'static {
    let allowed = allowed.into();
    move |text| parse(text).ok_or_else(|| Error(allowed.clone()))
}

/// A parser of numbers whose range is checked later, with the rest of the choices.
pub fn number<T: FromStr + 'static>(
    allowed: impl Into<String>,
) -> impl Fn(&str) -> Result<T, Error> + Clone + Send + Sync + 'static {
    read(|text| text.parse().ok(), allowed)
}

/// A parser of numbers within a range.
pub fn within<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, Error> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    let allowed = format!("allowed are {} to {}", range.start(), range.end());
    read(move |text| text.trim().parse().ok().filter(|number| range.contains(number)), allowed)
}

/// A finite number.
pub fn finite(text: &str) -> Result<f64, Error> {
    match text.trim().parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(Error(format!("`{}` is not a number", shown(text)))),
    }
}

/// Two values with a mark between them.
pub fn pair<T: FromStr>(text: &str, mark: char) -> Option<[T; 2]> {
    let (first, second) = text.split_once(mark)?;
    Some([first.trim().parse().ok()?, second.trim().parse().ok()?])
}

/// A parser of `key=value`, with an example for whoever writes it otherwise.
pub fn setting(
    example: &'static str,
) -> impl Fn(&str) -> Result<(String, String), Error> + Clone + Send + Sync + 'static {
    let split = |text: &str| {
        let (key, value) = text.split_once('=')?;
        Some((key.trim().to_owned(), value.to_owned()))
    };
    read(split, format!("there is no `=`; write --set key=value, as in --set {example}"))
}

/// Names to choose from in a sentence: `noon, dusk or moon`.
pub fn one_of(names: impl IntoIterator<Item = &'static str>) -> String {
    let names: Vec<_> = names.into_iter().collect();
    match &names[..] {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}
