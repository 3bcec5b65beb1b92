//! Flags of words that are read after clap, so that what is wrong with them is one clear line.

use std::fmt::Display;

use super::Error;
use crate::noise::choice::UnknownName;
use crate::text::shown;

/// The value of a flag, if it was given.
pub fn parsed<T, E: Display>(
    flag: &str,
    text: &Option<String>,
    parse: impl FnOnce(&str) -> Result<T, E>,
) -> Result<Option<T>, Error> {
    let value = text
        .as_deref()
        .map(|text| parse(text).map_err(|e| Error(format!("{flag} {}: {e}", shown(text)))));
    value.transpose()
}

/// What a name that is none might have meant, and which there are.
pub fn unknown_name(error: UnknownName) -> String {
    let (what, given, allowed) = (error.what, shown(&error.given), error.allowed.join(", "));
    format!("there is no {what} `{given}`{}; allowed are {allowed}", error.meant())
}
