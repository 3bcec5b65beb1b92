//! The optional end of a share code, which names a place in the lab: `~FIGURE~STEP~X,Y`.
//!
//! The lab is the part of the program that explains noise and heights in figures with steps. The
//! checksum does not cover the end, so that people can edit it.

use std::fmt;
use std::str::FromStr;

use super::error::ShareError;

/// The character before each part of the end.
const SEPARATOR: char = '~';

/// The largest coordinate, in cells.
const MAX_COORDINATE: f64 = 1e9;

/// The largest length of a figure's name, in characters.
const MAX_NAME_LENGTH: usize = 40;

/// A place in the lab: a figure, a step of it, and the point p that it explains.
#[derive(Clone, Debug, PartialEq)]
pub struct LabSpot {
    /// The name of the figure. The lab checks whether it exists.
    pub figure: String,
    /// The step, counted from 1.
    pub step: usize,
    /// The point p, in cells of the first octave.
    pub point: [f64; 2],
}

impl fmt::Display for LabSpot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { figure, step, point: [x, y] } = self;
        write!(f, "{SEPARATOR}{figure}{SEPARATOR}{step}{SEPARATOR}{x},{y}")
    }
}

impl FromStr for LabSpot {
    type Err = ShareError;

    fn from_str(text: &str) -> Result<Self, ShareError> {
        let wrong = || ShareError::Spot(text.to_owned());
        let rest = text.strip_prefix(SEPARATOR).ok_or_else(wrong)?;
        let parts: Vec<&str> = rest.split(SEPARATOR).map(str::trim).collect();
        let [figure, step, point] = parts[..] else { return Err(wrong()) };
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let step = step.parse().ok().filter(|step| (1..=1000).contains(step));
        let number = |text: &str| {
            text.trim().parse::<f64>().ok().filter(|x: &f64| x.abs() <= MAX_COORDINATE)
        };
        let point = point.split_once(',').and_then(|(x, y)| Some([number(x)?, number(y)?]));
        match (step, point) {
            (Some(step), Some(point))
                if (1..=MAX_NAME_LENGTH).contains(&figure.len()) && figure.chars().all(is_name) =>
            {
                Ok(Self { figure: figure.to_owned(), step, point })
            }
            _ => Err(wrong()),
        }
    }
}

/// Splits a text into the code and its end, which may be empty.
pub(super) fn split(text: &str) -> (&str, &str) {
    text.split_at(text.find(SEPARATOR).unwrap_or(text.len()))
}

/// Reads the place in the lab at the end of a code; `None` if the code has no end.
///
/// # Errors
/// Returns an error if the end is not a place.
///
/// ```
/// use orogen_terrain::{Scene, share};
///
/// let spot: share::LabSpot = "~cell~4~1.7,2.3".parse()?;
/// let code = format!("{}{spot}", share::encode(&Scene::default()));
/// assert_eq!(share::decode(&code)?, Scene::default());
/// assert_eq!(share::lab_spot(&code)?, Some(spot));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lab_spot(text: &str) -> Result<Option<LabSpot>, ShareError> {
    match split(text.trim()).1 {
        "" => Ok(None),
        end => end.parse().map(Some),
    }
}
