//! The scene inside files, and back out of them: PNG, OpenEXR, and the JSON beside a file.
//!
//! Files may come from anywhere. Nothing is allocated that a file only claims to hold, and these
//! limits hold: a scene's text has at most 1 MiB, a JSON at most 4 MiB, an EXR's header at most 4
//! MiB, and a PNG is read up to its last of 2²⁰ chunks.
//!
//! A scene has a checksum: a PNG's chunks have one by themselves, elsewhere its first line is a
//! comment with that of the rest.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use super::atomic::folder;
use super::beside::{self, Beside, Match};
use super::file_error::reason;
use super::program::{PROGRAM, is_this_program};
use orogen_terrain::scene::{Scene, SceneError};

/// The keyword of the scene's text in PNG, and its attribute in EXR.
pub const SCENE_KEY: &str = "orogen.scene";

const MOST_SCENE_BYTES: usize = 1 << 20;
const MOST_JSON_BYTES: usize = beside::MOST_BYTES as usize;
const MOST_HEADER_BYTES: u64 = 4 << 20;
const MOST_CHUNKS: usize = 1 << 20;

/// What a PNG's writer is told under.
const SOFTWARE_KEY: &str = "Software";

/// How the line before a scene begins where nothing else guards it; a checksum follows.
const GUARD: &str = "# CRC-32 of the lines below: ";

const WRONG_CHECKSUM: &str = "its scene has a wrong checksum; the file is damaged";

/// A scene's text under a line with its checksum: a TOML file like the text alone.
pub(super) fn guarded(scene: &str) -> String {
    format!("{GUARD}{:08x}\n{scene}", crc32fast::hash(scene.as_bytes()))
}

/// A scene's text without that line; version 0.1.0 wrote none.
fn unguarded(text: &str) -> Result<&str, LoadError> {
    let Some(rest) = text.strip_prefix(GUARD) else { return Ok(text) };
    match rest.split_once('\n') {
        Some((checksum, scene))
            if checksum == format!("{:08x}", crc32fast::hash(scene.as_bytes())) =>
        {
            Ok(scene)
        }
        _ => Err(LoadError::Damaged(WRONG_CHECKSUM)),
    }
}

/// The text that says which program wrote a PNG.
pub fn program_text() -> (String, String) {
    (SOFTWARE_KEY.to_owned(), PROGRAM.to_owned())
}

/// The texts that a PNG of a scene holds, keyword and text, as iTXt chunks (UTF-8, not compressed).
pub fn png_text(scene: &Scene) -> Vec<(String, String)> {
    vec![program_text(), (SCENE_KEY.to_owned(), scene.to_plain_toml())]
}

/// Why a file gives no scene: without the file's name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// It cannot be read.
    #[error("{}", reason(.0))]
    Io(#[from] io::Error),
    /// It is of no kind that can hold one.
    #[error("it is neither a PNG nor an OpenEXR picture nor a JSON that Orogen wrote")]
    OtherKind,
    /// It is of such a kind, and holds none.
    #[error("there is no scene of Orogen's in it")]
    NoScene,
    /// It is damaged: how.
    #[error("{0}")]
    Damaged(&'static str),
    /// The JSON tells of a file of this name, which has changed since.
    #[error(
        "`{0}` beside it is not the file that it tells of; put that back, or move the JSON elsewhere to open its land"
    )]
    OtherFile(String),
    /// The scene in it cannot be read.
    #[error("its scene: {0}")]
    Scene(#[from] SceneError),
}

/// The scene from which a file was exported, or of which it is a screenshot: of a PNG, an EXR, or a
/// JSON beside a file. What the file is is seen from its first bytes. If the file of which a JSON
/// tells lies beside it, its checksum must be the JSON's.
///
/// # Errors
/// If there is none in it, or it is damaged; see the module for its limits.
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

/// Checks that the file beside a JSON, if it is there, is the one of which it tells.
fn check_pair(json: &Path) -> Result<(), LoadError> {
    let text = read_at_most(File::open(json)?, MOST_JSON_BYTES, JSON_TOO_LONG)?;
    let beside = Beside::parse(&text);
    let Some(name) = beside.as_ref().and_then(Beside::file) else { return Ok(()) };
    let data = folder(json).join(name);
    // A JSON of another name is somebody's copy.
    if beside::path_of(&data).file_name() != json.file_name() {
        return Ok(());
    }
    match Beside::compare_with(&data)? {
        Some(Match::Other) => Err(LoadError::OtherFile(name.to_owned())),
        Some(Match::Incomplete) => Err(LoadError::Damaged(beside::INCOMPLETE)),
        Some(Match::Same | Match::Missing) | None => Ok(()),
    }
}

/// As [`load_scene_from_file`], from an open file; what lies beside it is not looked at.
pub fn load_scene(mut file: impl BufRead + Seek) -> Result<Scene, LoadError> {
    let start = file.fill_buf()?;
    let text = match start {
        [0x89, b'P', b'N', b'G', ..] => scene_of_png(file)?,
        [0x76, 0x2f, 0x31, 0x01, ..] => scene_of_exr(file)?,
        _ if is_json(start) => scene_of_json(file)?,
        _ => return Err(LoadError::OtherKind),
    };
    Ok(Scene::from_toml(unguarded(&text)?)?)
}

/// Whether a PNG says that this program wrote it.
pub(super) fn is_own_png(file: impl BufRead + Seek) -> bool {
    let software = png_text_under(SOFTWARE_KEY, file);
    software.is_ok_and(|text| {
        text.and_then(|text| String::from_utf8(text).ok())
            .is_some_and(|text| is_this_program(&text))
    })
}

/// Whether an EXR holds a scene.
pub(super) fn is_own_exr(file: impl BufRead) -> bool {
    scene_of_exr(file).is_ok()
}

fn utf8(bytes: Vec<u8>) -> Result<String, LoadError> {
    String::from_utf8(bytes)
        .map_err(|_| LoadError::Damaged("its scene is no text; the file is damaged"))
}

/// Reads to the end, at most `most` bytes.
fn read_at_most(
    file: impl Read,
    most: usize,
    too_long: &'static str,
) -> Result<Vec<u8>, LoadError> {
    let mut bytes = Vec::new();
    file.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most { Err(LoadError::Damaged(too_long)) } else { Ok(bytes) }
}

const JSON_TOO_LONG: &str = "it is over 4 MiB long; Orogen's JSON is short";

fn scene_of_json(file: impl Read) -> Result<String, LoadError> {
    let text = read_at_most(file, MOST_JSON_BYTES, JSON_TOO_LONG)?;
    let value: serde_json::Value = serde_json::from_slice(&text)
        .map_err(|_| LoadError::Damaged("it is no JSON; the file is damaged"))?;
    if value.get("incomplete").is_some() {
        return Err(LoadError::Damaged(beside::INCOMPLETE));
    }
    value.get("scene").and_then(|scene| scene.as_str()).map(str::to_owned).ok_or(LoadError::NoScene)
}

fn scene_of_png(file: impl BufRead + Seek) -> Result<String, LoadError> {
    utf8(png_text_under(SCENE_KEY, file)?.ok_or(LoadError::NoScene)?)
}

/// The text of a PNG under a keyword, wherever it stands in it: programs that rewrite it may put
/// texts behind the picture.
fn png_text_under(
    keyword: &str,
    mut file: impl BufRead + Seek,
) -> Result<Option<Vec<u8>>, LoadError> {
    file.seek(SeekFrom::Start(8))?;
    for _ in 0..MOST_CHUNKS {
        let mut head = [0; 8];
        match file.read_exact(&mut head) {
            Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => break,
            other => other?,
        }
        let [l0, l1, l2, l3, name @ ..] = head;
        let length = u32::from_be_bytes([l0, l1, l2, l3]);
        let is_text = matches!(&name, b"iTXt" | b"zTXt" | b"tEXt");
        if !is_text || length as usize > 2 * MOST_SCENE_BYTES {
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

/// What a text chunk holds behind its keyword.
fn png_text_of(name: [u8; 4], data: &[u8]) -> Result<Vec<u8>, LoadError> {
    let damaged = LoadError::Damaged("its scene's chunk is malformed; the file is damaged");
    match (&name, data) {
        (b"tEXt", text) => limited(text),
        (b"zTXt", [0, text @ ..]) => inflate(text),
        (b"iTXt", [compressed, 0, rest @ ..]) => {
            // A language and a translated keyword, each up to a zero.
            let mut parts = rest.splitn(3, |&byte| byte == 0);
            match (parts.nth(2), compressed) {
                (Some(text), 0) => limited(text),
                (Some(text), 1) => inflate(text),
                _ => Err(damaged),
            }
        }
        _ => Err(damaged),
    }
}

const SCENE_TOO_LONG: &str = "its scene is over 1 MiB long; Orogen's are short";

fn limited(text: &[u8]) -> Result<Vec<u8>, LoadError> {
    read_at_most(text, MOST_SCENE_BYTES, SCENE_TOO_LONG)
}

fn inflate(text: &[u8]) -> Result<Vec<u8>, LoadError> {
    let malformed = |error| match error {
        LoadError::Io(_) => {
            LoadError::Damaged("its scene cannot be decompressed; the file is damaged")
        }
        other => other,
    };
    read_at_most(flate2::read::ZlibDecoder::new(text), MOST_SCENE_BYTES, SCENE_TOO_LONG)
        .map_err(malformed)
}

/// The attribute of an EXR's first header: name, zero, type, zero, length, value; an empty name
/// ends it.
fn scene_of_exr(file: impl BufRead) -> Result<String, LoadError> {
    let mut header = file.take(MOST_HEADER_BYTES);
    let damaged = || LoadError::Damaged("its header is malformed; the file is damaged");
    // The magic number and the version.
    header.read_exact(&mut [0; 8]).map_err(|_| damaged())?;
    loop {
        let name = until_zero(&mut header)?.ok_or_else(damaged)?;
        if name.is_empty() {
            return Err(LoadError::NoScene);
        }
        let kind = until_zero(&mut header)?.ok_or_else(damaged)?;
        let mut length = [0; 4];
        header.read_exact(&mut length).map_err(|_| damaged())?;
        let length = u32::from_le_bytes(length);
        let mut value = (&mut header).take(u64::from(length));
        if name == SCENE_KEY.as_bytes() && kind == b"string" {
            let text = read_at_most(value, MOST_SCENE_BYTES, SCENE_TOO_LONG)?;
            return if text.len() == length as usize { utf8(text) } else { Err(damaged()) };
        }
        if io::copy(&mut value, &mut io::sink())? < u64::from(length) {
            return Err(damaged());
        }
    }
}

/// The bytes up to a zero, if there is one among the next 256.
fn until_zero(file: &mut impl BufRead) -> Result<Option<Vec<u8>>, LoadError> {
    let mut name = Vec::new();
    file.take(256).read_until(0, &mut name)?;
    Ok((name.pop() == Some(0)).then_some(name))
}

#[cfg(test)]
mod tests;
