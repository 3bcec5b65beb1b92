//! Reads Esri's ASCII grids. A grid is a few keys, then numbers, northernmost row first, with any
//! line breaks. GRASS's ASCII raster has other keys for the same values.

use std::io::BufRead;

use super::decoded::{DecodedMap, SampleUnit};
use super::input::Input;
use super::memory::{check_sample_count, reserve};
use super::problem::{ReadProblem, damaged};
use super::siblings::Siblings;
use place::{GridHeader, number};

mod place;

/// Reads words one at a time. It refuses words longer than any number.
struct WordReader<R> {
    input: R,
    word: String,
}

const MAX_WORD: usize = 64;

/// The byte-order mark of UTF-8, which the reader skips.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl<R: BufRead> WordReader<R> {
    /// Returns the next word, or `None` at the end.
    fn next(&mut self) -> Result<Option<&str>, ReadProblem> {
        self.word.clear();
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                return Ok((!self.word.is_empty()).then_some(&*self.word));
            }
            let blanks = match self.word.is_empty() {
                true => buffer.iter().take_while(|byte| byte.is_ascii_whitespace()).count(),
                false => 0,
            };
            let rest = &buffer[blanks..];
            let length = rest.iter().position(u8::is_ascii_whitespace);
            let part = &rest[..length.unwrap_or(rest.len())];
            if self.word.len() + part.len() > MAX_WORD {
                return Err(damaged("it contains a word that is not a number"));
            }
            if !part.is_ascii() {
                return Err(damaged("it contains characters other than ASCII"));
            }
            self.word.extend(part.iter().map(|byte| char::from(*byte)));
            let consumed = blanks + part.len();
            self.input.consume(consumed);
            if length.is_some() && !self.word.is_empty() {
                return Ok(Some(&self.word));
            }
        }
    }
}

/// Returns true for words that mean "no height" in every grid. Some are the not-a-number of a
/// programming language.
fn is_void_word(word: &str) -> bool {
    const WORDS: [&str; 9] =
        ["nan", "-nan", "null", "nodata", "n/a", "na", "1.#qnan", "-1.#ind", "*"];
    WORDS.iter().any(|void| word.eq_ignore_ascii_case(void))
}

/// The value that marks a void, a sample without height.
#[derive(Debug, Default)]
enum Void {
    /// The header does not name the value.
    #[default]
    Unnamed,
    Number(f64),
    /// A word in lower case.
    Word(String),
}

/// The void value of a grid whose header names no void value.
const USUAL_VOID: f64 = -9999.0;

impl Void {
    fn of(word: Option<&str>) -> Result<Self, ReadProblem> {
        match number(word) {
            Ok(void) if !void.is_nan() => Ok(Self::Number(void)),
            _ => {
                let word = word.ok_or_else(|| damaged("it ends early"))?;
                Ok(Self::Word(word.to_lowercase()))
            }
        }
    }

    /// Returns true if a word is a key of the header, and not the first sample.
    fn is_key(&self, word: &str) -> bool {
        let is_named_void = matches!(self, Self::Word(void) if word.eq_ignore_ascii_case(void));
        let is_sample =
            is_named_void || (is_void_word(word) && !word.eq_ignore_ascii_case("nodata"));
        !is_sample && word.starts_with(|c: char| c.is_ascii_alphabetic())
    }

    /// Returns the height of a word. Voids become NaN.
    fn sample(&self, word: Option<&str>) -> Result<f32, ReadProblem> {
        if let (Self::Word(void), Some(word)) = (self, word)
            && word.eq_ignore_ascii_case(void)
        {
            return Ok(f32::NAN);
        }
        if word.is_some_and(is_void_word) {
            return Ok(f32::NAN);
        }
        let value = number(word)?;
        let void = match self {
            Self::Unnamed => USUAL_VOID,
            Self::Number(void) => *void,
            Self::Word(_) => f64::NAN,
        };
        // The header and the samples may give the void value with different numbers of digits.
        let is_void = value == void || value as f32 == void as f32;
        Ok(if is_void { f32::NAN } else { value as f32 })
    }
}

/// Returns true if a text starts like a grid. The file name does not matter.
pub(super) fn is_grid(start: &[u8]) -> bool {
    let text = start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(start).trim_ascii_start();
    let first = text.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let has_more = text.len() > first.len();
    has_more && [&b"ncols"[..], b"nrows"].iter().any(|key| first.eq_ignore_ascii_case(key))
}

pub(super) fn read(
    mut input: impl Input,
    bytes: u64,
    siblings: &Siblings<'_>,
) -> Result<DecodedMap, ReadProblem> {
    let start = input.fill_buf()?;
    if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
        return Err(ReadProblem::Form("it is UTF-16 text; save it as UTF-8 or ASCII".to_owned()));
    }
    let mark = if start.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    input.consume(mark);
    let mut words = WordReader { input, word: String::new() };
    let (mut head, mut void) = (GridHeader::default(), Void::default());
    let first = loop {
        let word = words.next()?;
        // The header ends at the first word that is a sample: a number or a word for a void.
        let key = match word {
            Some(word) if void.is_key(word) => word.trim_end_matches(':').to_lowercase(),
            word => break void.sample(word)?,
        };
        match &*key {
            "nodata_value" | "nodata" | "no_data" | "no_data_value" | "null" => {
                void = Void::of(words.next()?)?;
            }
            // GRASS's number type. The samples show it anyway.
            "type" => drop(words.next()?),
            key => {
                let value = match key {
                    "north" | "south" | "east" | "west" => words.next()?.map(place::coordinate),
                    _ => Some(number(words.next()?)),
                };
                let value = value.unwrap_or_else(|| Err(damaged("it ends early")))?;
                if !head.set_number(key, value) {
                    let key = orogen_noise::text::sanitise(key);
                    return Err(damaged(format!("its header has an unknown key, `{key}`")));
                }
            }
        }
    };
    let size = head.size()?;
    let count = check_sample_count(size, bytes)?;
    // Each sample takes at least a digit and a blank.
    if count as u64 > bytes {
        return Err(ReadProblem::TooFewBytes(size[0], size[1], bytes));
    }
    let mut samples = reserve(size, count)?;
    samples.push(first);
    while samples.len() < count {
        samples.push(void.sample(words.next()?)?);
    }
    let has_voids = samples.iter().any(|sample| sample.is_nan());
    let mut decoded = DecodedMap::new(size, samples, "ASCII grid", SampleUnit::Metres(1.0));
    if words.next()?.is_some() {
        decoded.warnings.push(
            "it contains more numbers than its header declares; the rest is ignored".to_owned(),
        );
    }
    if matches!(void, Void::Unnamed) && has_voids {
        decoded
            .warnings
            .push("its header names no void value; samples of -9999 count as voids".to_owned());
    }
    head.set_location(&mut decoded, siblings)?;
    Ok(decoded)
}
