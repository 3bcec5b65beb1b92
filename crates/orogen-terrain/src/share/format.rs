//! Constants of the format of share codes: prefix and limits.

/// The text with which codes of this format begin.
pub const PREFIX: &str = "orogen1-";

/// The number of the format that this program writes; it reads no newer format.
pub(super) const FORMAT: u64 = 1;

/// The largest number of characters of a code that the program offers for sharing.
///
/// Many messengers cut longer texts off.
pub const MAX_CHARS: usize = 8000;

/// The largest number of characters of a code that the program reads. The largest scenes need far
/// fewer.
pub(super) const MAX_READ_CHARS: usize = 1 << 20;

/// The largest number of bytes to which the data of a code may inflate.
pub(super) const MAX_BYTES: usize = 1 << 20;

/// The values of the first byte, which gives the form of the data.
pub(super) const PLAIN: u8 = 0;
pub(super) const DEFLATED: u8 = 1;

/// Returns true if a text looks like a share code of any format.
pub fn is_code(text: &str) -> bool {
    split_format(text.trim()).is_some()
}

/// Splits a code into the number of its format and the characters after the prefix.
pub(super) fn split_format(text: &str) -> Option<(u64, &str)> {
    let (number, rest) = text.strip_prefix("orogen")?.split_once('-')?;
    let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| (number.parse().unwrap_or(u64::MAX), rest))
}
