//! Esri's ASCII grid: a few keys, then numbers, north first. Line breaks mean nothing.

use std::io::BufRead;

use super::geo::metres_a_degree;
use super::{Found, Input, Place, ReadProblem, System, Unit, checked, damaged};

/// The words of a text, one at a time, none longer than a number can be.
struct Words<R> {
    input: R,
    word: String,
}

const LONGEST: usize = 64;

impl<R: BufRead> Words<R> {
    /// The next one; none at the end.
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
            if self.word.len() + part.len() > LONGEST {
                return Err(damaged("it holds a word that is no number"));
            }
            if !part.is_ascii() {
                return Err(damaged("it holds something that is no text of numbers"));
            }
            self.word.extend(part.iter().map(|byte| char::from(*byte)));
            let used = blanks + part.len();
            self.input.consume(used);
            if length.is_some() && !self.word.is_empty() {
                return Ok(Some(&self.word));
            }
        }
    }
}

fn number(word: Option<&str>) -> Result<f64, ReadProblem> {
    let word = word.ok_or_else(|| damaged("it ends early"))?;
    // Some programs write a comma.
    let parsed = word.parse().or_else(|_| word.replace(',', ".").parse::<f64>());
    parsed.map_err(|_| damaged(format!("`{}` is no number", crate::text::shown(word))))
}

#[derive(Default)]
struct Head {
    size: [Option<f64>; 2],
    cell: [Option<f64>; 2],
    corner: [Option<f64>; 2],
    centre: [Option<f64>; 2],
    void: Option<f64>,
}

/// Below it a cell of a map about a few hundred is one of degrees.
const DEGREES: f64 = 0.05;

pub(super) fn read(input: impl Input, bytes: u64) -> Result<Found, ReadProblem> {
    let mut words = Words { input, word: String::new() };
    let mut head = Head::default();
    let first = loop {
        let key = match words.next()? {
            Some(word) if word.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                word.to_lowercase()
            }
            word => break number(word)?,
        };
        if key == "nan" {
            break f64::NAN;
        }
        let value = number(words.next()?)?;
        match &*key {
            "ncols" => head.size[0] = Some(value),
            "nrows" => head.size[1] = Some(value),
            "cellsize" => head.cell = [Some(value); 2],
            "dx" | "xdim" => head.cell[0] = Some(value),
            "dy" | "ydim" => head.cell[1] = Some(value),
            "xllcorner" => head.corner[0] = Some(value),
            "yllcorner" => head.corner[1] = Some(value),
            "xllcenter" => head.centre[0] = Some(value),
            "yllcenter" => head.centre[1] = Some(value),
            "nodata_value" => head.void = Some(value),
            other => {
                let other = crate::text::shown(other);
                return Err(damaged(format!("its head has a key that grids have not, `{other}`")));
            }
        }
    };
    let side = |axis: usize, key: &str| {
        let side = head.size[axis].ok_or_else(|| damaged(format!("its head has no {key}")))?;
        let is_whole = side.fract() == 0.0 && (0.0..1e12).contains(&side);
        is_whole.then_some(side as usize).ok_or_else(|| damaged(format!("{key} is no size")))
    };
    let size = [side(0, "ncols")?, side(1, "nrows")?];
    let count = checked(size, bytes)?;
    // A number and a blank are two bytes.
    if count as u64 > bytes {
        return Err(ReadProblem::Lie(size[0], size[1], bytes));
    }
    let void = head.void.unwrap_or(-9999.0);
    let sample = |value: f64| if value == void { f32::NAN } else { value as f32 };
    let mut samples = super::room(size, count)?;
    samples.push(sample(first));
    while samples.len() < count {
        samples.push(sample(number(words.next()?)?));
    }
    let mut found = Found::new(size, samples, "ASCII grid", Unit::Metres(1.0));
    if words.next()?.is_some() {
        found
            .warnings
            .push("it holds more numbers than its head says; those are left out".to_owned());
    }
    place(&mut found, &head);
    Ok(found)
}

fn place(found: &mut Found, head: &Head) {
    let [Some(east), Some(north)] = head.cell else {
        return found.warnings.push("its head has no cell size".to_owned());
    };
    let cell = [east, north];
    if !cell.iter().all(|cell| cell.is_finite() && *cell > 0.0) {
        return found.warnings.push("its cell size is no length".to_owned());
    }
    let middle = [0, 1].map(|axis| {
        let samples = found.size[axis] as f64;
        let of_corner = head.corner[axis].map(|corner| corner + 0.5 * samples * cell[axis]);
        let of_centre = head.centre[axis].map(|centre| centre + 0.5 * (samples - 1.0) * cell[axis]);
        of_corner.or(of_centre)
    });
    let is_near = |middle: Option<f64>| middle.is_none_or(|middle| middle.abs() <= 360.0);
    let in_degrees = cell.iter().all(|cell| *cell < DEGREES) && middle.into_iter().all(is_near);
    let a_cell_m = match in_degrees {
        true => {
            found.warnings.push("its cells are so small that they are taken as degrees".to_owned());
            metres_a_degree(middle[1].unwrap_or(0.0))
        }
        false => [1.0; 2],
    };
    found.cell_m = Some([0, 1].map(|axis| cell[axis] * a_cell_m[axis]));
    if let [Some(east), Some(north)] = middle
        && east.is_finite()
        && north.is_finite()
    {
        let system = if in_degrees { System::Degrees } else { System::Metres };
        found.place = Some(Place { system, middle: [east, north] });
    }
}
