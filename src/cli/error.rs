//! Errors as one line for the user.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::noise::choice::UnknownName;
use crate::text::{nearest, sanitise};

/// An error as one line for the user.
///
/// The line tells what failed, where, the allowed values and the remedy. The program prints it to
/// standard error and exits with code 2.
///
/// Any error type converts to this one. Rust allows that only because this type does not implement
/// `std::error::Error` itself.
#[derive(Debug)]
pub struct Error(pub String);

impl<E: std::error::Error> From<E> for Error {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// Value parsers of clap may return this type.
impl From<Error> for Box<dyn std::error::Error + Send + Sync> {
    fn from(Error(line): Error) -> Self {
        line.into()
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Converts a clap error. If a value is invalid, the line names the flag, the value and the reason.
/// Otherwise it is clap's message.
pub fn refusal(error: &clap::Error) -> Error {
    bad_value(error).unwrap_or_else(|| Error(one_line(error)))
}

/// Returns a line such as `--size big: allowed are …`, if a value is invalid.
fn bad_value(error: &clap::Error) -> Option<Error> {
    let text_of = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    if error.kind() != ErrorKind::ValueValidation {
        return None;
    }
    let (argument, value) =
        (text_of(ContextKind::InvalidArg)?, text_of(ContextKind::InvalidValue)?);
    let (flag, value) = (argument.split(' ').next()?, sanitise(value));
    let why = match error.source()? {
        why if let Some(name) = why.downcast_ref::<UnknownName>() => unknown_name(name),
        why => why.to_string(),
    };
    Some(Error(format!("{flag} {value}: {why}")))
}

/// Formats the error of an unknown name: the nearest name as a suggestion, and all allowed names.
fn unknown_name(error: &UnknownName) -> String {
    let (what, given, allowed) = (error.what, sanitise(&error.given), error.allowed.join(", "));
    format!("there is no {what} `{given}`{}; allowed are {allowed}", error.suggestion_text())
}

/// Returns ` (did you mean …?)` with the nearest name, or an empty text if no name is near.
pub fn suggestion(name: &str, names: &[&str]) -> String {
    nearest(name, names).map_or(String::new(), |near| format!(" (did you mean `{near}`?)"))
}

/// Puts clap's message on one line, without the usage and the hint to read the help.
fn one_line(error: &clap::Error) -> String {
    let mut text = error.to_string();
    // clap's message repeats the user's input verbatim.
    for (_, value) in error.context() {
        let values = match value {
            ContextValue::String(value) => std::slice::from_ref(value),
            ContextValue::Strings(values) => values,
            _ => &[],
        };
        for value in values.iter().filter(|value| !value.is_empty()) {
            text = text.replace(value.as_str(), &sanitise(value));
        }
    }
    let parts: Vec<_> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        // clap suggests `-- --option`, which does not help with a mistyped option.
        .filter(|line| !line.is_empty() && !line.starts_with("tip: to pass"))
        .map(|line| line.trim_start_matches("error: "))
        .collect();
    let mut line = String::new();
    for part in parts {
        let between = match part {
            _ if line.is_empty() => "",
            tip if tip.starts_with("tip:") => "; ",
            _ => " ",
        };
        line += between;
        line += part;
    }
    format!("{line}; `{} --help` lists commands and flags", command_of(&text))
}

/// Extracts the command from clap's line `Usage: orogen export [OPTIONS] …`.
fn command_of(text: &str) -> String {
    let usage = text.lines().find_map(|line| line.trim().strip_prefix("Usage:"));
    let is_word = |word: &&str| word.starts_with(|c: char| c.is_ascii_lowercase());
    let words: Vec<_> = usage.unwrap_or("").split_whitespace().take_while(is_word).collect();
    if words.is_empty() { "orogen".to_owned() } else { words.join(" ") }
}
