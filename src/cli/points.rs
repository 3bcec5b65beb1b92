//! Points to sample, as text: one a line, its coordinates separated by commas.

use super::Error;
use crate::export::atomic::reason;
use crate::noise::permutation::MOST_DIMENSIONS;
use std::io::Read;
use std::path::Path;

/// A coordinate's largest magnitude, 2⁵³: beyond it f64 has no fractions, and noise no cells.
const REACH: f64 = 9_007_199_254_740_992.0;

/// A point and the line it stands in, from 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    pub line: usize,
    pub coordinates: Vec<f64>,
}

/// Reads points from a file, or from standard input if there is none or it is called `-`.
///
/// # Errors
/// If the file can't be read or isn't a list of points.
pub fn read(file: Option<&Path>) -> Result<Vec<Point>, Error> {
    let mut bytes = Vec::new();
    match file.filter(|path| *path != Path::new("-")) {
        Some(path) => {
            bytes = std::fs::read(path).map_err(|e| cannot_read(&format!("`{}`", path.display()), &e))?;
        }
        None => {
            std::io::stdin().read_to_end(&mut bytes).map_err(|e| cannot_read("standard input", &e))?;
        }
    }
    parse(&String::from_utf8_lossy(&bytes))
}

fn cannot_read(what: &str, error: &std::io::Error) -> Error {
    Error(format!("cannot read points from {what}: {}", reason(error)))
}

/// The points of a text. Empty lines don't count; the first line that isn't empty is a heading if none of its fields is a number.
///
/// # Errors
/// A field that is no finite number, too many coordinates, or no points at all.
pub fn parse(text: &str) -> Result<Vec<Point>, Error> {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let mut lines = lines.by_ref().filter(|(_, line)| !line.is_empty()).peekable();
    lines.next_if(|(_, line)| is_heading(line));
    let points = lines.map(|(line, text)| point(line, text)).collect::<Result<Vec<_>, _>>()?;
    if points.is_empty() {
        return Err(Error("there are no points; give one a line, as in 1.5,-2".to_owned()));
    }
    Ok(points)
}

fn is_heading(line: &str) -> bool {
    line.split(',').all(|field| field.trim().parse::<f64>().is_err())
}

fn point(line: usize, text: &str) -> Result<Point, Error> {
    let coordinates = text.split(',').map(|field| coordinate(line, field.trim())).collect::<Result<Vec<_>, _>>()?;
    if coordinates.len() > MOST_DIMENSIONS {
        let count = coordinates.len();
        return Err(Error(format!("line {line}: a point has 1 to {MOST_DIMENSIONS} coordinates, not {count}")));
    }
    Ok(Point { line, coordinates })
}

fn coordinate(line: usize, field: &str) -> Result<f64, Error> {
    let shown: String = field.chars().take(40).collect();
    match field.parse::<f64>() {
        Ok(x) if x.abs() <= REACH => Ok(x),
        Ok(_) => Err(Error(format!("line {line}: the coordinate `{shown}` is not within ±2⁵³ (±{REACH})"))),
        Err(_) if field.is_empty() => Err(Error(format!("line {line}: a coordinate is missing"))),
        Err(_) => Err(Error(format!("line {line}: `{shown}` is not a number"))),
    }
}
