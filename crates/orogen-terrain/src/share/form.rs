//! The form of codes: how they begin, and how long they are at most.

/// How a code of this form begins.
pub const PREFIX: &str = "orogen1-";

/// The form of codes that this program writes, and the newest that it reads.
pub(super) const FORM: u64 = 1;

/// The longest code that is read: that of the largest scene is far shorter.
pub(super) const MOST_LETTERS: usize = 1 << 20;

/// The most bytes that a deflated code may stand for.
pub(super) const MOST_BYTES: usize = 1 << 20;

/// What the first byte says.
pub(super) const PLAIN: u8 = 0;
pub(super) const DEFLATED: u8 = 1;

/// Whether a text means to be a share code, of whatever form.
pub fn is_code(text: &str) -> bool {
    form(text.trim()).is_some()
}

/// The number of the form, and what follows.
pub(super) fn form(text: &str) -> Option<(u64, &str)> {
    let (number, rest) = text.strip_prefix("orogen")?.split_once('-')?;
    let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| (number.parse().unwrap_or(u64::MAX), rest))
}
