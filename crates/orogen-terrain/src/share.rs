//! Share codes: scenes as short texts for links, messages and command lines.
//!
//! A code is `orogen1-` and these bytes in base64url (RFC 4648, without padding):
//!
//! | bytes | content |
//! |---|---|
//! | 1 | the form of the data: 0 plain, 1 deflated (RFC 1951); the shorter form is used |
//! | … | the data: the recipe's version and all changed values; see `share/write.rs` |
//! | 4 | CRC-32 of all bytes before, low byte first |
//!
//! A place in the lab may follow the code: `~cell~4~1.7,2.3`.
//!
//! Keys and names are stored as permanent numbers ([`crate::permanent_numbers`]), and numeric
//! values are stored exactly. Layers, operations, masks and marks store only the differences
//! from the defaults of their kinds. Codes are therefore short, and they restore the scene bit for bit.

mod error;
mod format;
mod keys;
mod lab_spot;
mod read;
mod write;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::scene::Scene;
use format::{DEFLATED, FORMAT, MAX_BYTES, MAX_READ_CHARS, PLAIN, split_format};

pub use error::ShareError;
pub use format::{MAX_CHARS, PREFIX, is_code};
pub use lab_spot::{LabSpot, lab_spot};

/// Encodes a scene as a share code.
///
/// ```
/// use orogen_terrain::{Scene, share};
///
/// let mut scene = Scene::default();
/// scene.set_text("world.seed", "valhalla")?;
/// let code = share::encode(&scene);
/// assert!(code.starts_with(share::PREFIX) && code.len() < 50);
/// assert_eq!(share::decode(&code)?, scene);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn encode(scene: &Scene) -> String {
    let plain = write::scene(scene);
    let deflated = miniz_oxide::deflate::compress_to_vec(&plain, 10);
    let (form, body) =
        if deflated.len() < plain.len() { (DEFLATED, deflated) } else { (PLAIN, plain) };
    let mut bytes = vec![form];
    bytes.extend(body);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes))
}

/// Encodes a scene as a share code that is short enough for a message.
///
/// # Errors
/// Returns an error if the code has over [`MAX_CHARS`] characters, for example with many marks.
pub fn encode_short(scene: &Scene) -> Result<String, ShareError> {
    let code = encode(scene);
    match code.len() > MAX_CHARS {
        true => Err(ShareError::TooLongToShare(code.len())),
        false => Ok(code),
    }
}

/// Decodes the scene of a share code.
///
/// White space is ignored, so that a code may be split into lines. A place in the lab at the end is
/// ignored too; [`lab_spot`] reads it.
///
/// # Errors
/// Returns an error with a one-line message if the text is not a code, is damaged, or was made by a
/// newer program.
pub fn decode(text: &str) -> Result<Scene, ShareError> {
    let Some((number, letters)) = split_format(text.trim_start()) else {
        return Err(ShareError::NoCode(text.to_owned()));
    };
    match number {
        FORMAT => {}
        0 => return Err(ShareError::NoCode(text.to_owned())),
        _ => return Err(ShareError::Newer),
    }
    if letters.len() > MAX_READ_CHARS {
        return Err(ShareError::TooLong);
    }
    let (letters, end) = lab_spot::split(letters);
    if !end.is_empty() {
        end.trim_end().parse::<LabSpot>()?;
    }
    let letters: String = letters.chars().filter(|letter| !letter.is_whitespace()).collect();
    let is_known = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if let Some(letter) = letters.chars().find(|letter| !is_known(letter)) {
        return Err(ShareError::Letter(letter.to_string()));
    }
    let bytes = URL_SAFE_NO_PAD.decode(letters).map_err(|_| ShareError::Damaged)?;
    let (bytes, sum) = bytes.split_last_chunk::<4>().ok_or(ShareError::Damaged)?;
    if crc32fast::hash(bytes) != u32::from_le_bytes(*sum) {
        return Err(ShareError::Damaged);
    }
    match bytes.split_first() {
        Some((&PLAIN, plain)) => read::scene(plain),
        Some((&DEFLATED, deflated)) => {
            let plain = miniz_oxide::inflate::decompress_to_vec_with_limit(deflated, MAX_BYTES);
            read::scene(&plain.map_err(|_| ShareError::NoScene)?)
        }
        Some(_) => Err(ShareError::Newer),
        None => Err(ShareError::Damaged),
    }
}

#[cfg(test)]
mod tests;
