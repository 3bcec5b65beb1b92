//! Reads commas and points in numbers as decimal points or as thousands separators.

use super::error::QuantityError;

/// Rewrites a number with commas or points as digits with at most one decimal point.
pub(super) fn resolve(text: &str) -> Result<String, QuantityError> {
    let count = |sign: char| text.matches(sign).count();
    let wrong = || QuantityError::NoNumber(text.to_owned());
    // True if the separator splits the digits into groups of three; the first may be shorter.
    let is_grouped = |number: &str, sign: char| {
        let mut groups = number.split(sign);
        let first = groups.next().unwrap_or_default();
        (1..=3).contains(&first.len()) && groups.all(|group| group.len() == 3)
    };
    let ungrouped = |number: &str, sign: char| match is_grouped(number, sign) {
        true => Ok(number.replace(sign, "")),
        false => Err(wrong()),
    };
    match (count(','), count('.')) {
        (0, 0 | 1) => Ok(text.to_owned()),
        (1, 0) => {
            let (whole, part) = text.split_once(',').unwrap_or((text, ""));
            if is_grouped(text, ',') && !whole.starts_with('0') {
                let part = part.trim_end_matches('0');
                let decimal =
                    if part.is_empty() { whole.to_owned() } else { format!("{whole}.{part}") };
                let (text, whole) = (text.to_owned(), text.replace(',', ""));
                return Err(QuantityError::Comma { text, decimal, whole });
            }
            Ok(format!("{whole}.{part}"))
        }
        (_, 0) => ungrouped(text, ','),
        (0, _) => ungrouped(text, '.'),
        (_, 1) if text.rfind(',') < text.find('.') => {
            let (whole, part) = text.split_once('.').unwrap_or((text, ""));
            Ok(format!("{}.{part}", ungrouped(whole, ',')?))
        }
        (1, _) => {
            let (whole, part) = text.split_once(',').unwrap_or((text, ""));
            match part.contains('.') {
                true => Err(wrong()),
                false => Ok(format!("{}.{part}", ungrouped(whole, '.')?)),
            }
        }
        _ => Err(wrong()),
    }
}
