//! Places to go to, typed or pasted by the user.

use std::str::FromStr;

use crate::view::{Camera, View, ViewError};

/// A destination.
///
/// ```
/// use orogen_terrain::destination::Destination;
///
/// assert_eq!("12 -3.5".parse(), Ok(Destination::Ground([12.0, -3.5])));
/// assert!("home".parse::<Destination>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Destination {
    /// `x z`: the ground at that position, in metres east and south of the origin.
    Ground([f64; 2]),
    /// `x,y,z`: a point in metres.
    Point([f64; 3]),
    /// `yaw,pitch,distance,x,y,z`: a camera pose.
    Pose(Camera),
    /// `camera=…; key=value; …`: a complete view.
    View(Box<View>),
}

/// The largest coordinate in metres.
pub const MAX_COORDINATE_M: f64 = 1e13;

/// The longest text that is read, in bytes.
const MAX_BYTES: usize = 1 << 16;

/// An error in the text of a destination.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DestinationError {
    /// The text is empty.
    #[error("the text is empty; {form}", form = FORM)]
    Nothing,
    /// The text is too long.
    #[error("the text is too long; {form}", form = FORM)]
    TooLong,
    /// The pose or view cannot be read.
    #[error("{}", one_line(&.0.to_string()))]
    View(#[from] ViewError),
    /// A coordinate exceeds [`MAX_COORDINATE_M`].
    #[error("{0:e} is too far away; coordinates go up to {max:e} m", max = MAX_COORDINATE_M)]
    TooFar(f64),
    /// The text has another form.
    #[error("{}", one_line(&format!("`{}` is not a place; {FORM}", excerpt(.0))))]
    Form(String),
}

const FORM: &str = "allowed are x z or x,y,z in metres, yaw,pitch,distance,x,y,z, or a view's text: camera=…; key=value; …";

impl FromStr for Destination {
    type Err = DestinationError;

    /// Reads a destination. Numbers may be separated by commas, semicolons or spaces.
    fn from_str(text: &str) -> Result<Self, DestinationError> {
        let text = text.trim();
        match text.len() {
            0 => return Err(DestinationError::Nothing),
            1..=MAX_BYTES => {}
            _ => return Err(DestinationError::TooLong),
        }
        if text.contains('=') {
            return Ok(Self::View(Box::new(text.parse::<View>()?)));
        }
        let is_separator = |c: char| c == ',' || c == ';' || c.is_whitespace();
        let words = text.split(is_separator).filter(|word| !word.is_empty());
        let number =
            |word: &str| word.replace('−', "-").parse().ok().filter(|x: &f64| x.is_finite());
        let numbers: Option<Vec<f64>> = words.map(number).collect();
        let check_range = |place: &[f64]| match place.iter().find(|c| c.abs() > MAX_COORDINATE_M) {
            Some(coordinate) => Err(DestinationError::TooFar(*coordinate)),
            None => Ok(()),
        };
        match numbers.as_deref() {
            Some(&[x, z]) => check_range(&[x, z]).map(|()| Self::Ground([x, z])),
            Some(&[x, y, z]) => check_range(&[x, y, z]).map(|()| Self::Point([x, y, z])),
            Some(numbers @ [_, _, _, _, _, _]) => {
                let words: Vec<_> = numbers.iter().map(f64::to_string).collect();
                Ok(Self::Pose(words.join(",").parse()?))
            }
            _ => Err(DestinationError::Form(text.to_owned())),
        }
    }
}

/// Shortens a text to its start, for an error message.
fn excerpt(text: &str) -> String {
    let start: String = text.chars().take(30).collect();
    if start.len() < text.len() { start + "…" } else { start }
}

/// Puts a message on one line for the status bar and shortens it. The message may quote any text.
fn one_line(message: &str) -> String {
    let mut line: String =
        message.chars().map(|c| if c.is_control() { ' ' } else { c }).take(240).collect();
    if line.len() < message.len() {
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_form_is_read() {
        assert_eq!("12 -3.5".parse(), Ok(Destination::Ground([12.0, -3.5])));
        assert_eq!(" 1e6,\t−2e6 ".parse(), Ok(Destination::Ground([1e6, -2e6])));
        assert_eq!("1, 2, 3".parse(), Ok(Destination::Point([1.0, 2.0, 3.0])));
        let camera: Camera = "10,20,300,1,2,3".parse().unwrap();
        assert_eq!("10, 20, 300, 1, 2, 3".parse(), Ok(Destination::Pose(camera)));
        let view = View { camera, ..View::default() };
        assert_eq!(view.to_string().parse(), Ok(Destination::View(Box::new(view))));
    }

    #[test]
    fn bad_input_gives_one_clear_line() {
        for bad in [
            "",
            "home",
            "1",
            "1 2 3 4",
            "1 nan",
            "1 inf",
            "2e13 0",
            "0,90,100,0,0,0",
            "camera=1",
            "colour=red",
            "a\nb\nc = d\ne",
        ] {
            let line = bad.parse::<Destination>().unwrap_err().to_string();
            assert!(
                !line.is_empty() && !line.contains('\n') && line.chars().count() <= 241,
                "{bad}: {line}"
            );
        }
        let line = "here be dragons".parse::<Destination>().unwrap_err().to_string();
        assert!(line.contains("here be dragons") && line.contains("x z"), "{line}");
        assert!(
            "9".repeat(100_000)
                .parse::<Destination>()
                .unwrap_err()
                .to_string()
                .contains("too long")
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_on_one_line(text in "(?s).{0,300}") {
            if let Err(error) = text.parse::<Destination>() {
                prop_assert!(!error.to_string().contains(['\n', '\r']));
            }
        }
    }
}
