//! Reads and writes parameter values in TOML.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

use crate::address::AddressRow;
use crate::param::{ParamError, ParamKind, Value, ValueError};
use crate::scene_error::SceneError;
pub(super) use orogen_noise::text::nearest;

/// Converts a value to TOML.
pub(super) fn toml_value(value: Value) -> toml::Value {
    match value {
        Value::Number(x) => toml::Value::Float(x),
        Value::Integer(i) => toml::Value::Integer(i),
        Value::Toggle(on) => toml::Value::Boolean(on),
        Value::Choice(name) => toml::Value::String(name.to_owned()),
        Value::Text(text) => toml::Value::String(text),
        // The shortest digits of the f32 go in, so that 0.29 is written as 0.29.
        Value::Colour(rgb) => toml::Value::Array(
            rgb.iter().map(|c| toml::Value::Float(c.to_string().parse().unwrap_or(0.0))).collect(),
        ),
        Value::Curve(points) => toml::Value::Array(
            points.iter().map(|p| p.map(toml::Value::Float).to_vec().into()).collect(),
        ),
    }
}

/// Reads a TOML value as a value of the parameter in a row; `text` is the whole file.
pub(super) fn read_row_value(
    row: &AddressRow,
    value: &Spanned<DeValue>,
    text: &str,
) -> Result<Value, ParamError> {
    let source = text.get(value.span()).unwrap_or_default();
    value_of_kind(row.kind, value.get_ref(), source).map_err(|problem| {
        // "on" and "off" in quotes are accepted too, but the message names only the usual form.
        let allowed = match row.kind {
            ParamKind::Toggle => "true or false".to_owned(),
            _ => row.allowed(),
        };
        ParamError { key: row.key.to_owned(), problem, allowed }
    })
}

/// Reads a TOML value as a value of this kind; `source` is its text in the file.
fn value_of_kind(kind: ParamKind, value: &DeValue, source: &str) -> Result<Value, ValueError> {
    let wrong = || match source.trim() {
        "" => ValueError::TomlType(value.type_str()),
        source => ValueError::Type(source.to_owned()),
    };
    let is_number = matches!(kind, ParamKind::Number { .. } | ParamKind::Integer { .. });
    match (kind, value) {
        (ParamKind::Toggle, DeValue::Boolean(on)) => Ok(Value::Toggle(*on)),
        (ParamKind::Toggle | ParamKind::Colour, DeValue::String(text)) => kind.parse(text),
        (ParamKind::Text { .. } | ParamKind::Choice(_), DeValue::String(text)) => {
            Ok(Value::Text(text.to_string()))
        }
        (ParamKind::Text { .. }, DeValue::Integer(i)) => {
            integer(i).map(Value::Integer).ok_or_else(|| ValueError::BeyondToml(source.to_owned()))
        }
        (_, DeValue::Integer(i)) if is_number || matches!(kind, ParamKind::Choice(_)) => {
            integer(i).map(Value::Integer).ok_or_else(|| ValueError::Range(source.to_owned()))
        }
        (_, DeValue::Float(_)) if is_number || matches!(kind, ParamKind::Choice(_)) => {
            number(value).map(Value::Number).ok_or_else(wrong)
        }
        (ParamKind::Colour, DeValue::Array(items)) => {
            let numbers: Option<Vec<f32>> =
                items.iter().map(|item| number(item.get_ref()).map(|x| x as f32)).collect();
            let three = numbers.and_then(|numbers| numbers.try_into().ok());
            three.map(Value::Colour).ok_or_else(|| ValueError::NotThreeNumbers(source.to_owned()))
        }
        (ParamKind::Curve { .. }, DeValue::Array(items)) => {
            let point = |item: &DeValue| match item.as_array().map(|p| &**p) {
                Some([x, y]) => Some([number(x.get_ref())?, number(y.get_ref())?]),
                _ => None,
            };
            items
                .iter()
                .map(|item| point(item.get_ref()))
                .collect::<Option<_>>()
                .map(Value::Curve)
                .ok_or_else(wrong)
        }
        _ => Err(wrong()),
    }
}

pub(super) fn integer(value: &DeInteger) -> Option<i64> {
    i64::from_str_radix(value.as_str(), value.radix()).ok()
}

pub(super) fn number(value: &DeValue) -> Option<f64> {
    match value {
        DeValue::Float(x) => x.as_str().parse().ok(),
        DeValue::Integer(i) => integer(i).map(|i| i as f64),
        _ => None,
    }
}

pub(super) fn located(text: &str, offset: usize, problem: SceneError) -> SceneError {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
    let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
    SceneError::At { line, column, problem: Box::new(problem) }
}

/// The tables in an array of tables, each with its position; an error for any other value.
pub(super) fn tables<'a, 'i>(
    value: &'a Spanned<DeValue<'i>>,
    text: &str,
    wrong: impl Fn() -> SceneError,
) -> Result<Vec<(&'a DeTable<'i>, Range<usize>)>, SceneError> {
    let wrong = |value: &Spanned<DeValue>| located(text, value.span().start, wrong());
    let table = |table: &'a Spanned<DeValue<'i>>| match table.get_ref() {
        DeValue::Table(entries) => Ok((entries, table.span())),
        _ => Err(wrong(table)),
    };
    let tables = value.get_ref().as_array().ok_or_else(|| wrong(value))?;
    tables.iter().map(table).collect()
}
