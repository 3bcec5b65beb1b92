//! Reads HGT, the format of the Shuttle Radar Topography Mission. A file is a square of one degree
//! with heights in metres, as signed 16-bit numbers with the highest byte first, northernmost row
//! first. The file name gives the position of the south-west sample (N46E011).

use std::io::Read;
use std::path::Path;

use super::decoded::{DecodedMap, MapLocation, SampleUnit, System};
use super::geo::metres_per_degree;
use super::input::Input;
use super::memory::{check_sample_count, reserve};
use super::problem::{ReadProblem, damaged};

/// Columns and rows: samples are 3, 1 or ½ arc seconds apart. In some maps at high latitudes they
/// are 2 seconds apart eastward and 1 second southward.
const SIZES: [[usize; 2]; 4] = [[1201, 1201], [3601, 3601], [7201, 7201], [1801, 3601]];

/// The void value.
const VOID: i16 = -32_768;

pub(super) fn read(input: impl Input, bytes: u64, name: &Path) -> Result<DecodedMap, ReadProblem> {
    let Some(size) = size_of(bytes) else {
        return Err(ReadProblem::Form(format!(
            "an HGT file has 1,201², 3,601², 7,201² or 1,801 × 3,601 samples of 2 bytes, and it \
             has {bytes} bytes"
        )));
    };
    let count = check_sample_count(size, bytes)?;
    let mut raw: Vec<u8> = reserve(size, bytes as usize)?;
    input.take(bytes).read_to_end(&mut raw)?;
    if raw.len() as u64 != bytes {
        return Err(damaged("it ends early"));
    }
    let mut samples = reserve(size, count)?;
    samples.extend(raw.as_chunks().0.iter().map(|pair| match i16::from_be_bytes(*pair) {
        VOID => f32::NAN,
        metres => f32::from(metres),
    }));
    let seconds = size.map(|side| 3600.0 / (side - 1) as f64);
    let form = match seconds {
        [east, south] if east == south => format!("HGT of {east}″"),
        [east, south] => format!("HGT of {east}″ east and {south}″ south"),
    };
    let mut decoded = DecodedMap::new(size, samples, form, SampleUnit::Metres(1.0));
    let corner = corner(name);
    let latitude = corner.map_or(0.5, |[_, north]| north + 0.5);
    if corner.is_none() {
        decoded.warnings.push(
            "its name gives no position, as N46E011.hgt does; it is placed at the equator"
                .to_owned(),
        );
    }
    let [east_m, north_m] = metres_per_degree(latitude);
    let [columns, rows] = size.map(|side| (side - 1) as f64);
    decoded.cell_m = Some([east_m / columns, north_m / rows]);
    decoded.place = corner.map(|corner| MapLocation {
        system: System::Degrees,
        middle: corner.map(|degrees| degrees + 0.5),
    });
    Ok(decoded)
}

/// Returns the columns and rows of a file with this number of bytes.
fn size_of(bytes: u64) -> Option<[usize; 2]> {
    SIZES.into_iter().find(|[columns, rows]| 2 * (columns * rows) as u64 == bytes)
}

/// Parses a name such as N46E011 to the degrees east and north of the south-west sample.
fn corner(name: &Path) -> Option<[f64; 2]> {
    let name = name.file_stem()?.to_str()?.to_uppercase();
    let hemisphere = name.chars().next()?;
    let sign = |letter| match letter {
        'N' | 'E' => Some(1.0),
        'S' | 'W' => Some(-1.0),
        _ => None,
    };
    if !matches!(hemisphere, 'N' | 'S') {
        return None;
    }
    let east_index = name.find(['E', 'W'])?;
    let north: u32 = name.get(1..east_index)?.parse().ok()?;
    let digits: String = name[east_index + 1..].chars().take_while(char::is_ascii_digit).collect();
    let east: u32 = digits.parse().ok()?;
    let is_valid = north <= 90 && east <= 180;
    let [east, north] = [
        f64::from(east) * sign(name[east_index..].chars().next()?)?,
        f64::from(north) * sign(hemisphere)?,
    ];
    is_valid.then_some([east, north])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_bytes_gives_the_size() {
        for (bytes, size) in [
            (2_884_802, Some([1201, 1201])),
            (25_934_402, Some([3601, 3601])),
            (103_708_802, Some([7201, 7201])),
            (12_970_802, Some([1801, 3601])),
            (12_970_800, None),
            (0, None),
        ] {
            assert_eq!(size_of(bytes), size, "{bytes}");
        }
    }

    #[test]
    fn a_file_name_gives_the_corner() {
        for (name, expected) in [
            ("N46E011.hgt", Some([11.0, 46.0])),
            ("dir/s01w072.SRTMGL1.hgt", Some([-72.0, -1.0])),
            ("N99E011.hgt", None),
            ("alps.hgt", None),
            ("N4é6E.hgt", None),
            ("E.hgt", None),
        ] {
            assert_eq!(corner(Path::new(name)), expected, "{name}");
        }
    }
}
