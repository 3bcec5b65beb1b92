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

/// The points of a text. Empty lines don't count; the first line that isn't empty is a heading if each of its fields
/// begins with a letter and none is a number.
///
/// # Errors
/// A field that is no finite number, too many coordinates, or no points at all.
pub fn parse(text: &str) -> Result<Vec<Point>, Error> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let mut lines = lines.filter(|(_, line)| !line.is_empty()).peekable();
    let heading = lines.next_if(|(_, line)| is_heading(line));
    let points = lines.map(|(line, text)| point(line, text)).collect::<Result<Vec<_>, _>>()?;
    match (points.is_empty(), heading) {
        (false, _) => Ok(points),
        (true, None) => Err(Error("there are no points; give one a line, as in 1.5,-2".to_owned())),
        (true, Some((line, heading))) => Err(Error(format!(
            "line {line}: `{}` is no point, and none follows; give one a line, as in 1.5,-2",
            short(heading)
        ))),
    }
}

fn is_heading(line: &str) -> bool {
    line.split(',').map(|field| field.trim().trim_start_matches('"')).all(|field| {
        let begins_with_letter = field.starts_with(|c: char| c.is_alphabetic() || c == '_');
        begins_with_letter && field.parse::<f64>().is_err()
    })
}

fn point(line: usize, text: &str) -> Result<Point, Error> {
    let coordinates = text.split(',').map(|field| coordinate(line, field.trim())).collect::<Result<Vec<_>, _>>()?;
    if coordinates.len() > MOST_DIMENSIONS {
        let count = coordinates.len();
        return Err(Error(format!("line {line}: a point has 1 to {MOST_DIMENSIONS} coordinates, not {count}")));
    }
    Ok(Point { line, coordinates })
}

/// The beginning of a text, for a message of one line.
fn short(text: &str) -> String {
    text.chars().take(40).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn coordinate(line: usize, field: &str) -> Result<f64, Error> {
    let shown = short(field);
    match field.parse::<f64>() {
        Ok(x) if x.abs() <= REACH => Ok(x),
        Ok(_) => Err(Error(format!("line {line}: the coordinate `{shown}` is not within ±2⁵³ (±{REACH})"))),
        Err(_) if field.is_empty() => Err(Error(format!("line {line}: a coordinate is missing"))),
        Err(_) => Err(Error(format!("line {line}: `{shown}` is not a number"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coordinates(text: &str) -> Vec<Vec<f64>> {
        parse(text).unwrap().into_iter().map(|point| point.coordinates).collect()
    }

    fn error(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn points_with_and_without_heading() {
        assert_eq!(coordinates("1.5,-2\n3,4"), [[1.5, -2.0], [3.0, 4.0]]);
        assert_eq!(coordinates("x,y\n 1e3 ,\t-2\n"), [[1000.0, -2.0]]);
        assert_eq!(coordinates("\u{feff}\"x\",\"y\"\r\n\r\n1,2\r\n"), [[1.0, 2.0]]);
        assert_eq!(coordinates("7"), [[7.0]]);
        assert_eq!(parse("x\n\n5").unwrap()[0].line, 3);
        let sixteen = vec!["1"; 16].join(",");
        assert_eq!(coordinates(&sixteen)[0].len(), 16);
    }

    #[test]
    fn errors_name_the_line_and_the_field() {
        for (text, parts) in [
            ("1,2\nfoo,1", ["line 2", "`foo`"]),
            ("x,y\n1,2\n\n1,,2", ["line 4", "missing"]),
            // A mistyped first point is no heading.
            ("1..5,2\n3,4", ["line 1", "`1..5`"]),
            ("1.5,abc\n3,4", ["line 1", "`abc`"]),
            ("nan,1", ["line 1", "`nan`"]),
            ("1,inf", ["line 1", "±2⁵³"]),
            ("1,1e16", ["line 1", "`1e16`"]),
            ("abc", ["line 1", "`abc`"]),
            ("1;2", ["line 1", "`1;2`"]),
        ] {
            let message = error(text);
            assert!(parts.iter().all(|part| message.contains(part)), "{text:?}: {message}");
            assert_eq!(message.lines().count(), 1);
        }
        assert!(error(&vec!["1"; 17].join(",")).contains("1 to 16 coordinates, not 17"));
        assert!(error("").contains("no points"));
        assert!(error(" \n\n").contains("no points"));
    }
}
