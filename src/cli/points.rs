//! Reads points to sample from text: one per line, coordinates separated by commas.

use super::error::Error;
use crate::export::file_error::reason;
use crate::export::source;
use crate::noise::permutation::MAX_DIMENSIONS;
use crate::text::sanitise;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::str::FromStr;

/// The largest magnitude of a coordinate, 2⁵³. Beyond it, an f64 has no fraction, so every point
/// would be a lattice point.
const MAX_COORDINATE: f64 = 9_007_199_254_740_992.0;

/// The longest line in bytes: enough for 16 numbers of any exponent, written without an exponent.
const MAX_LINE_BYTES: usize = 1 << 15;

/// The size of the read buffer in bytes, from which batches of points come.
const BUFFER_BYTES: usize = 1 << 18;

/// A stream of points. It needs the same memory for any number of points.
pub struct PointStream<R> {
    input: BufReader<R>,
    /// The name of the source, for messages.
    name: String,
    /// The current line number, from 1.
    line: usize,
    /// The line number and text of a heading, if the reader skipped one.
    heading: Option<(usize, String)>,
    /// The number of coordinates of each point, and the line of the first point. `None` before the
    /// first point.
    dimensions: Option<(usize, usize)>,
    buffer: Vec<u8>,
}

/// Opens a file of points. Without a file, or for `-`, it is standard input.
///
/// # Errors
/// If the file cannot be opened.
pub fn open(file: Option<&Path>) -> Result<PointStream<Box<dyn Read>>, Error> {
    match file.filter(|path| *path != Path::new("-")) {
        Some(path) => {
            let name = format!("`{}`", path.display());
            let file = source::open(path).map_err(|why| cannot_read(&name, &why.to_string()))?;
            Ok(PointStream::new(Box::new(file), name))
        }
        None => Ok(PointStream::new(Box::new(io::stdin()), "standard input".to_owned())),
    }
}

/// A point from the command line.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The original text.
    pub text: String,
    /// Its coordinates, at least one.
    pub coordinates: Vec<f64>,
}

impl FromStr for Point {
    type Err = PointError;

    fn from_str(text: &str) -> Result<Self, PointError> {
        if text.trim().is_empty() {
            return Err(PointError::Empty);
        }
        let mut coordinates = vec![];
        parse_point(text, &mut coordinates)?;
        Ok(Self { text: text.to_owned(), coordinates })
    }
}

/// The reason why a text is not a point.
#[derive(Debug, thiserror::Error)]
pub enum PointError {
    /// The text is empty.
    #[error("there is no point; give one as in 1.5,-2")]
    Empty,
    /// A field is empty.
    #[error("a coordinate is missing")]
    Missing,
    /// A field is not a number.
    #[error("`{}` is not a number", sanitise(.0))]
    NotANumber(String),
    /// A number is so large that it has no fraction.
    #[error("the coordinate `{}` is not within ±2⁵³ (±{MAX_COORDINATE})", sanitise(.0))]
    TooFar(String),
    /// There are more coordinates than any noise has.
    #[error("a point has 1 to {MAX_DIMENSIONS} coordinates, not {0}")]
    TooMany(usize),
}

fn cannot_read(what: &str, why: &str) -> Error {
    Error(format!("cannot read points from {what}: {why}"))
}

impl<R: Read> PointStream<R> {
    pub fn new(input: R, name: String) -> Self {
        let input = BufReader::with_capacity(BUFFER_BYTES, input);
        Self { input, name, line: 0, heading: None, dimensions: None, buffer: Vec::new() }
    }

    /// Returns the number of coordinates of each point. `None` before the first point.
    pub fn dimensions(&self) -> Option<usize> {
        self.dimensions.map(|(dimensions, _)| dimensions)
    }

    /// Returns the line number of the first point. 0 before the first point.
    pub fn first_line(&self) -> usize {
        self.dimensions.map_or(0, |(_, line)| line)
    }

    /// Appends the coordinates of at most `max_points` points to `batch`.
    ///
    /// Returns early with fewer points if the next point has not arrived yet. Returns false at the
    /// end. Skips empty lines. The first line that is not empty is a heading if each of its
    /// fields starts with a letter and is not a number.
    ///
    /// # Errors
    /// If a field is not a finite number, the number of coordinates is too large or changes, there
    /// are no points, or the source cannot be read. The batch then holds the earlier points.
    pub fn read(&mut self, max_points: usize, batch: &mut Vec<f64>) -> Result<bool, Error> {
        let mut points = 0;
        while points < max_points && (points == 0 || !self.input.buffer().is_empty()) {
            if !self.next_line()? {
                return self.check_not_empty().map(|()| false);
            }
            let text = String::from_utf8_lossy(&self.buffer);
            let text =
                if self.line == 1 { text.trim_start_matches('\u{feff}') } else { &text }.trim();
            if text.is_empty() {
                continue;
            }
            if self.heading.is_none() && self.dimensions.is_none() && is_heading(text) {
                self.heading = Some((self.line, sanitise(text)));
                continue;
            }
            let start = batch.len();
            let line = self.line;
            let point =
                parse_point(text, batch).map_err(|error| Error(format!("line {line}: {error}")));
            if let Err(error) = point.and_then(|dimensions| self.check(dimensions)) {
                batch.truncate(start);
                return Err(error);
            }
            points += 1;
        }
        Ok(true)
    }

    /// Reads the next line into the buffer. Returns false at the end.
    fn next_line(&mut self) -> Result<bool, Error> {
        self.buffer.clear();
        let mut line = (&mut self.input).take(MAX_LINE_BYTES as u64 + 1);
        line.read_until(b'\n', &mut self.buffer)
            .map_err(|e| cannot_read(&self.name, &reason(&e)))?;
        self.line += 1;
        if self.buffer.len() > MAX_LINE_BYTES {
            let line = self.line;
            return Err(Error(format!(
                "line {line} is longer than {MAX_LINE_BYTES} bytes; a point is 1 to {MAX_DIMENSIONS} numbers, as in 1.5,-2"
            )));
        }
        Ok(!self.buffer.is_empty())
    }

    /// Returns an error if the source had no points.
    fn check_not_empty(&self) -> Result<(), Error> {
        match (self.dimensions, &self.heading) {
            (Some(_), _) => Ok(()),
            (None, None) => {
                Err(Error("there are no points; give one per line, as in 1.5,-2".to_owned()))
            }
            (None, Some((line, heading))) => Err(Error(format!(
                "line {line}: `{heading}` is not a point, and no point follows; give one per line, as in 1.5,-2"
            ))),
        }
    }

    /// Checks that a point has as many coordinates as the first one.
    fn check(&mut self, dimensions: usize) -> Result<(), Error> {
        match self.dimensions {
            Some((expected, first)) if expected != dimensions => {
                let line = self.line;
                Err(Error(format!(
                    "line {line}: a point of {dimensions} coordinates, but line {first} has {expected}; all points need the same number"
                )))
            }
            Some(_) => Ok(()),
            None => {
                self.dimensions = Some((dimensions, self.line));
                Ok(())
            }
        }
    }
}

fn is_heading(line: &str) -> bool {
    line.split(',').map(|field| field.trim().trim_start_matches('"')).all(|field| {
        let begins_with_letter = field.starts_with(|c: char| c.is_alphabetic() || c == '_');
        begins_with_letter && field.parse::<f64>().is_err()
    })
}

/// Appends a point's coordinates. Returns their number.
fn parse_point(text: &str, into: &mut Vec<f64>) -> Result<usize, PointError> {
    let mut count = 0;
    for field in text.split(',') {
        into.push(parse_coordinate(field.trim())?);
        count += 1;
    }
    if count > MAX_DIMENSIONS {
        return Err(PointError::TooMany(count));
    }
    Ok(count)
}

fn parse_coordinate(field: &str) -> Result<f64, PointError> {
    match field.parse::<f64>() {
        Ok(x) if x.abs() <= MAX_COORDINATE => Ok(x),
        Ok(_) => Err(PointError::TooFar(field.to_owned())),
        Err(_) if field.is_empty() => Err(PointError::Missing),
        Err(_) => Err(PointError::NotANumber(field.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Vec<Vec<f64>>, String> {
        let mut points = PointStream::new(text.as_bytes(), "a text".to_owned());
        let mut batch = Vec::new();
        while points.read(4096, &mut batch).map_err(|e| e.to_string())? {}
        Ok(batch.chunks(points.dimensions().unwrap()).map(<[f64]>::to_vec).collect())
    }

    fn coordinates(text: &str) -> Vec<Vec<f64>> {
        parse(text).unwrap()
    }

    fn error(text: &str) -> String {
        parse(text).unwrap_err()
    }

    #[test]
    fn a_heading_is_optional() {
        assert_eq!(coordinates("1.5,-2\n3,4"), [[1.5, -2.0], [3.0, 4.0]]);
        assert_eq!(coordinates("x,y\n 1e3 ,\t-2\n"), [[1000.0, -2.0]]);
        assert_eq!(coordinates("\u{feff}\"x\",\"y\"\r\n\r\n1,2\r\n"), [[1.0, 2.0]]);
        assert_eq!(coordinates("7"), [[7.0]]);
        let sixteen = vec!["1"; 16].join(",");
        assert_eq!(coordinates(&sixteen)[0].len(), 16);
    }

    #[test]
    fn a_point_of_the_command_line_is_parsed() {
        let given = |text: &str| text.parse::<Point>().map(|point| point.coordinates);
        assert_eq!(given("-3, 4").unwrap(), [-3.0, 4.0]);
        assert_eq!(given("x").unwrap_err().to_string(), "`x` is not a number");
        assert!(given(" \n").unwrap_err().to_string().starts_with("there is no point"));
    }

    #[test]
    fn errors_name_the_line_and_the_field() {
        for (text, parts) in [
            ("1,2\nfoo,1", ["line 2", "`foo`"]),
            ("x,y\n1,2\n\n1,,2", ["line 4", "missing"]),
            // A first point with a typing error is not a heading.
            ("1..5,2\n3,4", ["line 1", "`1..5`"]),
            ("1.5,abc\n3,4", ["line 1", "`abc`"]),
            ("nan,1", ["line 1", "`nan`"]),
            ("1,inf", ["line 1", "±2⁵³"]),
            ("1,1e16", ["line 1", "`1e16`"]),
            ("abc", ["line 1", "`abc`"]),
            ("1;2", ["line 1", "`1;2`"]),
            ("x,y\nx,y\n1,2", ["line 2", "`x`"]),
            ("x\n1,2\n\n1,2\n1,2,3", ["line 5: a point of 3 coordinates", "line 2 has 2"]),
            ("1\n1,2", ["line 2: a point of 2", "line 1 has 1"]),
        ] {
            let message = error(text);
            assert!(parts.iter().all(|part| message.contains(part)), "{text:?}: {message}");
            assert_eq!(message.lines().count(), 1);
        }
        assert!(error(&vec!["1"; 17].join(",")).contains("1 to 16 coordinates, not 17"));
        assert!(error("").contains("no points"));
        assert!(error(" \n\n").contains("no points"));
    }

    #[test]
    fn points_before_a_bad_one_are_returned() {
        let mut points = PointStream::new(&b"1,2\n3,4\n5,x\n"[..], "a text".to_owned());
        let mut batch = Vec::new();
        assert!(points.read(4096, &mut batch).is_err());
        assert_eq!(batch, [1.0, 2.0, 3.0, 4.0]);
    }

    #[test]
    fn a_line_that_never_ends_is_refused() {
        let mut points = PointStream::new(io::repeat(0), "a source".to_owned());
        let message = points.read(4096, &mut Vec::new()).unwrap_err().to_string();
        assert!(message.contains("line 1 is longer than 32768 bytes"), "{message}");
        assert!(points.buffer.capacity() < 4 * MAX_LINE_BYTES);
    }

    /// A source that returns a few bytes per read and never ends.
    struct Endless;

    impl Read for Endless {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            into[..4].copy_from_slice(b"1,2\n");
            Ok(4)
        }
    }

    #[test]
    fn points_are_sampled_as_they_arrive() {
        let mut points = PointStream::new(Endless, "a source".to_owned());
        let mut batch = Vec::new();
        assert!(points.read(4096, &mut batch).unwrap());
        assert_eq!(batch, [1.0, 2.0]);
    }
}
