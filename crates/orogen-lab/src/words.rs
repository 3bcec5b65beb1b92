//! Helpers for the text of figures: line breaks and numbers in formulas.

use super::figure::Term;

/// Breaks a text into lines of at most `limit` characters.
///
/// ```
/// use orogen_lab::words::wrap;
///
/// assert_eq!(wrap("one two three", 7), ["one two", "three"]);
/// ```
pub fn wrap(text: &str, limit: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let length = word.chars().count();
        match lines.last_mut() {
            Some(line) if line.is_empty() => word.clone_into(line),
            Some(line) if line.chars().count() + length < limit => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Two terms of a formula: words, and the computed number after them.
pub fn live_number(words: &str, name: &str, value: f64, decimals: usize) -> [Term; 2] {
    [Term::text(words), Term::number(name, name, value, decimals)]
}

/// A plus for a number of 0 or above.
///
/// Empty for negative numbers, which already print a minus.
pub fn plus_sign(value: f64) -> &'static str {
    if value < 0.0 { "" } else { "+" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_keep_all_of_them() {
        let text = "one two three, four five six seven";
        let lines = wrap(text, 12);
        assert!(lines.len() > 2 && lines.iter().all(|line| line.chars().count() <= 12));
        assert_eq!(lines.join(" "), text);
        assert_eq!(wrap("incomprehensibility", 5), ["incomprehensibility"]);
    }
}
