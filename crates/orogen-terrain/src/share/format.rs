//! The format of codes: prefix and limits.

/// The prefix of codes in this format.
pub const PREFIX: &str = "orogen1-";

/// The format that this program writes, and the newest that it reads.
pub(super) const FORM: u64 = 1;

/// The longest code that is read. Codes of the largest scenes are far shorter.
pub(super) const MOST_LETTERS: usize = 1 << 20;

/// The most bytes that a code may inflate to.
pub(super) const MOST_BYTES: usize = 1 << 20;

/// The values of the first byte.
pub(super) const PLAIN: u8 = 0;
pub(super) const DEFLATED: u8 = 1;

/// Returns true if a text looks like a share code of any format.
pub fn is_code(text: &str) -> bool {
    form(text.trim()).is_some()
}

/// Splits a text into its format number and the rest.
pub(super) fn form(text: &str) -> Option<(u64, &str)> {
    let (number, rest) = text.strip_prefix("orogen")?.split_once('-')?;
    let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| (number.parse().unwrap_or(u64::MAX), rest))
}
