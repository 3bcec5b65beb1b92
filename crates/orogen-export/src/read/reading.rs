//! The reading options: facts about a heightmap that its file does not give.
//!
//! A short text such as `513x513, big, u16` can hold them.

use std::fmt;
use std::str::FromStr;

use super::problem::ReadProblem;
use super::voids::is_void;

/// The byte order of samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteOrder {
    /// Lowest byte first.
    Little,
    /// Highest byte first.
    Big,
}

/// The number format of raw samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RawKind {
    /// Unsigned 16 bits, 0 to 65,535: shares of a height range.
    U16,
    /// Signed 16 bits, in metres.
    I16,
    /// 32-bit floats, in metres.
    F32,
}

impl RawKind {
    /// Bytes per sample.
    pub fn bytes(self) -> usize {
        if self == Self::F32 { 4 } else { 2 }
    }
}

/// How the three channels of a colour encode a height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Red × 256 + green + blue ÷ 256 − 32,768 metres (Mapzen's Terrarium).
    Terrarium,
    /// (Red × 65,536 + green × 256 + blue) ÷ 10 − 10,000 metres (Mapbox's Terrain-RGB).
    TerrainRgb,
}

impl Encoding {
    /// All encodings.
    pub const ALL: [Self; 2] = [Self::Terrarium, Self::TerrainRgb];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Terrarium => "terrarium",
            Self::TerrainRgb => "terrain-rgb",
        }
    }

    /// Decodes the height of a colour, in metres.
    pub fn height_m(self, [red, green, blue]: [u8; 3]) -> f64 {
        let [red, green, blue] = [red, green, blue].map(f64::from);
        match self {
            Self::Terrarium => red * 256.0 + green + blue / 256.0 - 32_768.0,
            Self::TerrainRgb => (red * 65_536.0 + green * 256.0 + blue) / 10.0 - 10_000.0,
        }
    }
}

impl FromStr for Encoding {
    type Err = ReadingError;

    fn from_str(text: &str) -> Result<Self, ReadingError> {
        let found = Self::ALL.into_iter().find(|encoding| encoding.name() == text);
        found.ok_or_else(|| ReadingError(format!("encoding={text}")))
    }
}

/// How to read a file. The reader guesses missing options from the file.
///
/// ```
/// use orogen_export::read::{ByteOrder, Reading};
///
/// let reading: Reading = "513x513, big".parse()?;
/// assert_eq!((reading.size, reading.order), (Some([513, 513]), Some(ByteOrder::Big)));
/// # Ok::<(), orogen_export::read::ReadingError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// Columns and rows of raw samples.
    pub size: Option<[usize; 2]>,
    /// The byte order of raw samples.
    pub order: Option<ByteOrder>,
    /// The number format of raw samples.
    pub kind: Option<RawKind>,
    /// True if the first row of the file is the southernmost.
    pub south_first: bool,
    /// The channel of a colour picture that holds the heights.
    pub channel: Option<String>,
    /// A sample value that marks a void, in addition to the file's own. Must be finite.
    pub void: Option<f64>,
    /// True to read a TIFF like the first versions of this program. They used no masks, flipped no
    /// rows, always read the first picture, and subtracted "white is zero" samples from white. The
    /// text form has no word for this option. The program sets it for recipes of those versions,
    /// whose hash the samples match only if they are read this way.
    pub like_first_versions: bool,
    /// The encoding of heights in the channels of a colour picture.
    pub encoding: Option<Encoding>,
}

/// The text is not a valid reading option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is not a reading option; allowed are a size such as 513x513, little, big, u16, i16, f32, south-first, channel=NAME, void=NUMBER and encoding=terrarium or terrain-rgb", orogen_noise::text::sanitise(.0))]
pub struct ReadingError(String);

impl FromStr for Reading {
    type Err = ReadingError;

    fn from_str(text: &str) -> Result<Self, ReadingError> {
        let mut reading = Self::default();
        for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
            match word {
                "little" => reading.order = Some(ByteOrder::Little),
                "big" => reading.order = Some(ByteOrder::Big),
                "u16" => reading.kind = Some(RawKind::U16),
                "i16" => reading.kind = Some(RawKind::I16),
                "f32" => reading.kind = Some(RawKind::F32),
                "south-first" => reading.south_first = true,
                _ => match (word.split_once('='), size(word)) {
                    (Some(("channel", name)), _) if !name.is_empty() => {
                        reading.channel = Some(name.to_owned());
                    }
                    (Some(("encoding", name)), _) => reading.encoding = Some(name.parse()?),
                    (Some(("void", number)), _) => {
                        let number = number.parse().ok().filter(|number: &f64| number.is_finite());
                        reading.void = Some(number.ok_or_else(|| ReadingError(word.to_owned()))?);
                    }
                    (None, Some(size)) => reading.size = Some(size),
                    _ => return Err(ReadingError(word.to_owned())),
                },
            }
        }
        Ok(reading)
    }
}

fn size(word: &str) -> Option<[usize; 2]> {
    let (columns, rows) = word.split_once('x')?;
    Some([columns.parse().ok()?, rows.parse().ok()?])
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = vec![];
        words.extend(self.size.map(|[columns, rows]| format!("{columns}x{rows}")));
        words.extend(self.order.map(|order| match order {
            ByteOrder::Little => "little".to_owned(),
            ByteOrder::Big => "big".to_owned(),
        }));
        words.extend(self.kind.map(|kind| format!("{kind:?}").to_lowercase()));
        words.extend(self.south_first.then(|| "south-first".to_owned()));
        words.extend(self.channel.as_ref().map(|name| format!("channel={name}")));
        words.extend(self.void.map(|void| match void.abs() < 1e9 {
            true => format!("void={void}"),
            false => format!("void={void:e}"),
        }));
        words.extend(self.encoding.map(|encoding| format!("encoding={}", encoding.name())));
        f.write_str(&words.join(", "))
    }
}

impl Reading {
    /// Returns true if a sample is a void: the chosen value, NaN, or larger than any height.
    pub(super) fn is_void(&self, sample: f32) -> bool {
        is_void(sample) || self.void.is_some_and(|void| void as f32 == sample)
    }

    /// Returns the index of the chosen channel in a picture with `count` channels.
    pub(super) fn channel_of(&self, count: usize) -> Result<usize, ReadProblem> {
        let names: &[&str] = match count {
            1 => return Ok(0),
            2 => &["grey", "alpha"],
            3 => &["red", "green", "blue"],
            4 => &["red", "green", "blue", "alpha"],
            _ => &[],
        };
        let Some(name) = &self.channel else {
            // In grey with alpha, only the grey holds heights.
            if count == 2 {
                return Ok(0);
            }
            return Err(ReadProblem::Channel(format!(
                "it has {count} channels; choose the one that holds the heights, as in channel={}",
                names.first().unwrap_or(&"1")
            )));
        };
        let lower = name.to_lowercase();
        let is_chosen = |known: &&str| **known == *lower || known[..1] == *lower;
        let by_name = names.iter().position(is_chosen);
        let by_number = lower.parse::<usize>().ok().filter(|n| (1..=count).contains(n));
        by_name.or(by_number.map(|n| n - 1)).ok_or_else(|| {
            let (name, names) = (orogen_noise::text::sanitise(name), names.join(", "));
            ReadProblem::Channel(format!(
                "it has no channel `{name}`; its channels are 1 to {count}: {names}"
            ))
        })
    }
}
