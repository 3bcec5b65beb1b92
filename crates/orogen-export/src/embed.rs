//! Reads and writes the scene that exported files contain.
//!
//! PNG files, OpenEXR files and the JSON next to an export contain the scene.
//!
//! Input files are not trusted. The code never allocates a size only because a file claims it. The
//! limits are 16 MiB for the text of a scene, 4 MiB for a JSON and for the header of an EXR, and 2²⁰
//! chunks of a PNG.
//!
//! A checksum protects each scene. In a PNG, the chunk contains the checksum. Elsewhere the first line
//! of the scene is a comment with the checksum of the other lines.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use super::atomic::folder;
use super::file_error::reason;
use super::program::{PROGRAM, is_this_program};
use super::sidecar::{self, Match, Sidecar};
use orogen_terrain::scene::{Scene, SceneError};

/// The keyword of the scene text in PNG, and the attribute name in EXR.
pub const SCENE_KEY: &str = "orogen.scene";

const MAX_SCENE_BYTES: usize = 16 << 20;
const MAX_JSON_BYTES: usize = sidecar::MAX_BYTES as usize;
const MAX_HEADER_BYTES: u64 = 4 << 20;
const MAX_CHUNKS: usize = 1 << 20;

/// The PNG keyword for the writing program.
const SOFTWARE_KEY: &str = "Software";

/// The start of the comment line before a scene outside a PNG. A checksum follows.
const CHECKSUM_COMMENT: &str = "# CRC-32 of the lines below: ";

const WRONG_CHECKSUM: &str = "its scene has a wrong checksum; the file is damaged";

/// Prepends a comment line with the checksum to the text of a scene. The result is still TOML.
pub(super) fn with_checksum(scene: &str) -> String {
    format!("{CHECKSUM_COMMENT}{:08x}\n{scene}", crc32fast::hash(scene.as_bytes()))
}

/// Removes the comment line of [`with_checksum`] and checks the checksum. Version 0.1.0 did not
/// write this line.
fn checked_text(text: &str) -> Result<&str, LoadError> {
    let Some(rest) = text.strip_prefix(CHECKSUM_COMMENT) else { return Ok(text) };
    match rest.split_once('\n') {
        Some((checksum, scene))
            if checksum == format!("{:08x}", crc32fast::hash(scene.as_bytes())) =>
        {
            Ok(scene)
        }
        _ => Err(LoadError::Damaged(WRONG_CHECKSUM)),
    }
}

/// Returns the PNG text that names the writing program.
pub fn program_text() -> (String, String) {
    (SOFTWARE_KEY.to_owned(), PROGRAM.to_owned())
}

/// Returns the texts of a PNG that holds a scene, as pairs of keyword and text.
///
/// They go into iTXt chunks (UTF-8, not compressed).
pub fn png_text(scene: &Scene) -> Vec<(String, String)> {
    vec![program_text(), (SCENE_KEY.to_owned(), scene.to_plain_toml())]
}

/// Why no scene could be loaded, without the file name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be read.
    #[error("{}", reason(.0))]
    Io(#[from] io::Error),
    /// The file type cannot hold a scene.
    #[error("it is not a PNG, an OpenEXR or a JSON that Orogen wrote")]
    OtherKind,
    /// The file type can hold a scene, but this file contains no scene.
    #[error("it contains no Orogen scene")]
    NoScene,
    /// The file is damaged, with a description.
    #[error("{0}")]
    Damaged(&'static str),
    /// The JSON describes a file of this name, which has changed since.
    #[error(
        "`{0}` next to it is not the file that it describes; restore that file, or move the JSON to another folder to open its scene"
    )]
    OtherFile(String),
    /// The scene is invalid.
    #[error("its scene: {0}")]
    Scene(#[from] SceneError),
}

/// Loads the scene of an export or a screenshot.
///
/// The file is a PNG, an EXR, or the JSON of an export; its first bytes decide which. If a JSON
/// lies next to the file that it describes, the checksum of that file must match.
///
/// # Errors
/// If the file holds no scene or is damaged. The module documents the limits.
pub fn load_scene_from_file(path: &Path) -> Result<Scene, LoadError> {
    let mut file = BufReader::new(File::open(path)?);
    let is_json = is_json(file.fill_buf()?);
    let scene = load_scene(file)?;
    if is_json {
        check_pair(path)?;
    }
    Ok(scene)
}

fn is_json(start: &[u8]) -> bool {
    start.trim_ascii_start().starts_with(b"{")
}

/// Checks that the file next to a JSON, if there is one, is the file that the JSON describes.
fn check_pair(json: &Path) -> Result<(), LoadError> {
    let text = read_at_most(File::open(json)?, MAX_JSON_BYTES, JSON_TOO_LONG)?;
    let sidecar = Sidecar::parse(&text);
    let Some(name) = sidecar.as_ref().and_then(Sidecar::file) else { return Ok(()) };
    let data = folder(json).join(name);
    // A JSON under another name is a copy, and does not describe a file next to it.
    if sidecar::path_of(&data).file_name() != json.file_name() {
        return Ok(());
    }
    match Sidecar::compare_with(&data)? {
        Some(Match::Other) => Err(LoadError::OtherFile(name.to_owned())),
        Some(Match::Incomplete) => Err(LoadError::Damaged(sidecar::INCOMPLETE)),
        Some(Match::Same | Match::Missing) | None => Ok(()),
    }
}

/// Like [`load_scene_from_file`], for an open file.
///
/// For a JSON, this does not check the file that the JSON describes.
///
/// # Errors
/// The same as [`load_scene_from_file`].
pub fn load_scene(mut file: impl BufRead + Seek) -> Result<Scene, LoadError> {
    let start = file.fill_buf()?;
    let text = match start {
        [0x89, b'P', b'N', b'G', ..] => scene_of_png(file)?,
        [0x76, 0x2f, 0x31, 0x01, ..] => scene_of_exr(file)?,
        _ if is_json(start) => scene_of_json(file)?,
        _ => return Err(LoadError::OtherKind),
    };
    Ok(Scene::from_toml(checked_text(&text)?)?)
}

/// Returns true if a PNG names this program as its writer.
pub(super) fn is_own_png(file: impl BufRead + Seek) -> bool {
    let software = png_text_under(SOFTWARE_KEY, file);
    software.is_ok_and(|text| {
        text.and_then(|text| String::from_utf8(text).ok())
            .is_some_and(|text| is_this_program(&text))
    })
}

/// Returns true if an EXR holds a scene.
pub(super) fn is_own_exr(file: impl BufRead) -> bool {
    scene_of_exr(file).is_ok()
}

fn utf8(bytes: Vec<u8>) -> Result<String, LoadError> {
    String::from_utf8(bytes)
        .map_err(|_| LoadError::Damaged("its scene is not text; the file is damaged"))
}

/// Reads a whole file, or fails if it has more than `max_bytes` bytes.
fn read_at_most(
    file: impl Read,
    max_bytes: usize,
    too_long: &'static str,
) -> Result<Vec<u8>, LoadError> {
    let mut bytes = Vec::new();
    file.take(max_bytes as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > max_bytes { Err(LoadError::Damaged(too_long)) } else { Ok(bytes) }
}

const JSON_TOO_LONG: &str = "it is over 4 MiB long; a JSON of Orogen is shorter";

fn scene_of_json(file: impl Read) -> Result<String, LoadError> {
    let text = read_at_most(file, MAX_JSON_BYTES, JSON_TOO_LONG)?;
    let value: serde_json::Value = serde_json::from_slice(&text)
        .map_err(|_| LoadError::Damaged("it is not valid JSON; the file is damaged"))?;
    if value.get("incomplete").is_some() {
        return Err(LoadError::Damaged(sidecar::INCOMPLETE));
    }
    value.get("scene").and_then(|scene| scene.as_str()).map(str::to_owned).ok_or(LoadError::NoScene)
}

fn scene_of_png(file: impl BufRead + Seek) -> Result<String, LoadError> {
    utf8(png_text_under(SCENE_KEY, file)?.ok_or(LoadError::NoScene)?)
}

/// Finds the text of a PNG by its keyword. It looks in the whole file, because programs that
/// rewrite a PNG may move texts behind the picture.
fn png_text_under(
    keyword: &str,
    mut file: impl BufRead + Seek,
) -> Result<Option<Vec<u8>>, LoadError> {
    file.seek(SeekFrom::Start(8))?;
    for _ in 0..MAX_CHUNKS {
        let mut head = [0; 8];
        match file.read_exact(&mut head) {
            Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => break,
            other => other?,
        }
        let [l0, l1, l2, l3, name @ ..] = head;
        let length = u32::from_be_bytes([l0, l1, l2, l3]);
        let is_text = matches!(&name, b"iTXt" | b"zTXt" | b"tEXt");
        if !is_text || length as usize > 2 * MAX_SCENE_BYTES {
            if &name == b"IEND" {
                break;
            }
            file.seek_relative(i64::from(length) + 4)?;
            continue;
        }
        let mut data = Vec::new();
        (&mut file).take(u64::from(length)).read_to_end(&mut data)?;
        let mut checksum = [0; 4];
        file.read_exact(&mut checksum)
            .map_err(|_| LoadError::Damaged("it ends early; the file is damaged"))?;
        let Some(text) =
            data.strip_prefix(keyword.as_bytes()).and_then(|data| data.strip_prefix(&[0]))
        else {
            continue;
        };
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&name);
        hasher.update(&data);
        if hasher.finalize() != u32::from_be_bytes(checksum) {
            return Err(LoadError::Damaged(WRONG_CHECKSUM));
        }
        return png_text_of(name, text).map(Some);
    }
    Ok(None)
}

/// Decodes the part of a text chunk that follows the keyword.
fn png_text_of(name: [u8; 4], data: &[u8]) -> Result<Vec<u8>, LoadError> {
    let damaged = LoadError::Damaged("its scene's chunk is malformed; the file is damaged");
    match (&name, data) {
        (b"tEXt", text) => copy_limited(text),
        (b"zTXt", [0, text @ ..]) => inflate(text),
        (b"iTXt", [compressed, 0, rest @ ..]) => {
            // A language and a translated keyword come first, each with a zero at its end.
            let mut parts = rest.splitn(3, |&byte| byte == 0);
            match (parts.nth(2), compressed) {
                (Some(text), 0) => copy_limited(text),
                (Some(text), 1) => inflate(text),
                _ => Err(damaged),
            }
        }
        _ => Err(damaged),
    }
}

const SCENE_TOO_LONG: &str = "its scene is over 16 MiB long; a scene of Orogen is shorter";

fn copy_limited(text: &[u8]) -> Result<Vec<u8>, LoadError> {
    read_at_most(text, MAX_SCENE_BYTES, SCENE_TOO_LONG)
}

fn inflate(text: &[u8]) -> Result<Vec<u8>, LoadError> {
    let malformed = |error| match error {
        LoadError::Io(_) => {
            LoadError::Damaged("its scene cannot be decompressed; the file is damaged")
        }
        other => other,
    };
    read_at_most(flate2::read::ZlibDecoder::new(text), MAX_SCENE_BYTES, SCENE_TOO_LONG)
        .map_err(malformed)
}

/// Finds the scene's attribute in the first header of an EXR. An attribute is a name, a zero, a
/// type, a zero, a length and a value. An empty name ends the header.
fn scene_of_exr(file: impl BufRead) -> Result<String, LoadError> {
    let mut header = file.take(MAX_HEADER_BYTES);
    let damaged = || LoadError::Damaged("its header is malformed; the file is damaged");
    // The magic number and the version.
    header.read_exact(&mut [0; 8]).map_err(|_| damaged())?;
    loop {
        let name = read_until_zero(&mut header)?.ok_or_else(damaged)?;
        if name.is_empty() {
            return Err(LoadError::NoScene);
        }
        let kind = read_until_zero(&mut header)?.ok_or_else(damaged)?;
        let mut length = [0; 4];
        header.read_exact(&mut length).map_err(|_| damaged())?;
        let length = u32::from_le_bytes(length);
        let mut value = (&mut header).take(u64::from(length));
        if name == SCENE_KEY.as_bytes() && kind == b"string" {
            let text = read_at_most(value, MAX_SCENE_BYTES, SCENE_TOO_LONG)?;
            return if text.len() == length as usize { utf8(text) } else { Err(damaged()) };
        }
        if io::copy(&mut value, &mut io::sink())? < u64::from(length) {
            return Err(damaged());
        }
    }
}

/// Reads the bytes up to a zero. `None` if the next 256 bytes contain no zero.
fn read_until_zero(file: &mut impl BufRead) -> Result<Option<Vec<u8>>, LoadError> {
    let mut name = Vec::new();
    file.take(256).read_until(0, &mut name)?;
    Ok((name.pop() == Some(0)).then_some(name))
}

#[cfg(test)]
mod tests;
