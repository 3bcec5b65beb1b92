//! Text from outside (arguments, files, file names) in the program's messages.
//!
//! It is shortened until it is easy to read, and terminal commands in it are escaped.

use std::borrow::Cow;
use std::io::Write as _;

/// The largest number of characters that a message shows of a value.
pub const MAX_VALUE_CHARS: usize = 60;

/// The longest run of characters without a space in a line: longer than any path that a user types,
/// shorter than a screen.
const MAX_RUN_CHARS: usize = 240;

/// Makes a value printable, and short enough for a message.
///
/// A value longer than [`MAX_VALUE_CHARS`] characters ends in `…`.
pub fn sanitise(value: &str) -> String {
    let mut text = String::new();
    let mut length = 0;
    for (index, c) in value.char_indices() {
        let piece = printable_char(c);
        let piece_length = piece.chars().count();
        // The last character is reserved for the ellipsis unless the value ends here.
        let is_last = index + c.len_utf8() == value.len();
        if length + piece_length + usize::from(!is_last) > MAX_VALUE_CHARS {
            text.push('…');
            return text;
        }
        text.push_str(&piece);
        length += piece_length;
    }
    text
}

/// Finds the most similar name, if it is similar enough for `wanted` to be a typo of it.
pub fn nearest<'a>(wanted: &str, names: &[&'a str]) -> Option<&'a str> {
    let last = |name: &'a str| name.rsplit('.').next().unwrap_or(name);
    // `octaves` alone means `fractal.octaves`.
    if let Some(name) = names.iter().find(|name| last(name) == wanted) {
        return Some(name);
    }
    let scored = names.iter().map(|&name| (strsim::jaro_winkler(wanted, name), name));
    scored
        .filter(|(score, _)| *score > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

/// Formats a number for a message. Very large and very small numbers get an exponent.
pub fn number(x: f64) -> String {
    match x.abs() {
        size if size == 0.0 || !size.is_finite() || (1e-6..1e16).contains(&size) => format!("{x}"),
        _ => format!("{x:e}"),
    }
}

/// Makes one line of text that is safe for a terminal.
///
/// Control characters, line breaks and characters that change the writing direction are escaped as
/// in Rust. A run without spaces that is too long loses its middle.
pub fn line(text: &str) -> String {
    let text: String = text.chars().map(printable_char).collect();
    text.split(' ').map(short_run).collect::<Vec<_>>().join(" ")
}

/// Makes several lines of text safe for a terminal. Line breaks stay.
pub fn lines(text: &str) -> Cow<'_, str> {
    match text.chars().any(|c| c != '\n' && is_command(c)) {
        false => Cow::Borrowed(text),
        true => {
            text.chars().map(|c| if c == '\n' { "\n".into() } else { printable_char(c) }).collect()
        }
    }
}

/// Prints one line to standard error.
///
/// A failed write is ignored, because the exit code also reports the failure that the line names.
pub fn say(text: &str) {
    let _ = std::io::stderr().lock().write_all(format!("orogen: {}\n", line(text)).as_bytes());
}

/// Returns true if a terminal acts on the character instead of showing it.
fn is_command(c: char) -> bool {
    // Line and paragraph separators, and characters that control bidirectional text
    let controls_layout = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || controls_layout
}

fn printable_char(c: char) -> String {
    if is_command(c) { c.escape_default().collect() } else { c.into() }
}

fn short_run(run: &str) -> Cow<'_, str> {
    let length = run.chars().count();
    if length <= MAX_RUN_CHARS {
        return Cow::Borrowed(run);
    }
    // The two ends of a path are its most telling parts
    let part = MAX_RUN_CHARS / 2;
    let (start, end) = (run.chars().take(part), run.chars().skip(length - part));
    start.chain(['…']).chain(end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_are_cut_and_escaped() {
        assert_eq!(sanitise("land"), "land");
        assert_eq!(sanitise("Żółw 龍"), "Żółw 龍");
        assert_eq!(sanitise("\x1b[31mred\n\u{9b}2J"), "\\u{1b}[31mred\\n\\u{9b}2J");
        assert_eq!(sanitise(&"x".repeat(60)), "x".repeat(60));
        assert_eq!(sanitise(&"x".repeat(61)), "x".repeat(59) + "…");
        assert_eq!(sanitise(&"x".repeat(1_000_000)), "x".repeat(59) + "…");
        assert_eq!(sanitise("\u{202e}txt.lmot"), "\\u{202e}txt.lmot");
    }

    #[test]
    fn numbers_have_few_digits() {
        assert_eq!(
            [0.0, 1e12, -0.5, 1e300, 1e-300].map(number),
            ["0", "1000000000000", "-0.5", "1e300", "1e-300"]
        );
    }

    #[test]
    fn lines_keep_line_breaks_and_escape_other_commands() {
        assert_eq!(lines("a\nb\n"), "a\nb\n");
        assert_eq!(lines("a\r\n\x1b]0;title\x07"), "a\\r\n\\u{1b}]0;title\\u{7}");
    }

    proptest! {
        #[test]
        fn terminal_commands_are_escaped(
            text in "(?s).{0,300}",
            bytes in prop::collection::vec(any::<u8>(), 0..300),
        ) {
            for text in
                [text.as_str(), &String::from_utf8_lossy(&bytes), &"\x07".repeat(bytes.len())]
            {
                prop_assert!(
                    !sanitise(text).chars().any(is_command)
                        && sanitise(text).chars().count() <= MAX_VALUE_CHARS
                );
                prop_assert!(!line(text).chars().any(is_command));
                prop_assert!(!lines(text).chars().any(|c| c != '\n' && is_command(c)));
                prop_assert!(
                    line(text).split(' ').all(|run| run.chars().count() <= MAX_RUN_CHARS + 1)
                );
            }
        }
    }
}
