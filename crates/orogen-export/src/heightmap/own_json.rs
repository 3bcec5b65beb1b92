//! The JSON that this program writes next to its exports, as a source for an import.

use std::path::Path;

use crate::format::Format;
use crate::program::is_this_program;
use crate::read::{DecodedMap, MapLocation, SampleUnit, System};
use crate::sidecar;

/// The metadata of this program's own exports, from the JSON next to the file.
pub(super) struct OwnJson {
    pub size: [usize; 2],
    spacing_m: f64,
    north_west_m: [f64; 2],
    pub range_m: Option<[f64; 2]>,
    pub south_first: bool,
    /// True if samples are metres. Without the JSON, floats from 0 to 1 count as shares.
    is_metres: bool,
    pub is_raw: bool,
}

impl OwnJson {
    /// Reads the JSON next to a file. Returns `None` if the file has no JSON, or if this program did not
    /// write the JSON for that file.
    pub fn of(path: &Path) -> Option<Self> {
        let text = sidecar::read(&sidecar::path_of(path)).ok()?;
        let json: serde_json::Value = serde_json::from_slice(&text).ok()?;
        let name = path.file_name()?.to_str()?;
        if !is_this_program(json["program"].as_str()?) || json["file"].as_str()? != name {
            return None;
        }
        let pair = |key: &str| Some([json[key][0].as_f64()?, json[key][1].as_f64()?]);
        let side = |axis: usize| usize::try_from(json["size"][axis].as_u64()?).ok();
        let format: Option<Format> = json["format"].as_str().and_then(|name| name.parse().ok());
        let export = Self {
            size: [side(0)?, side(1)?],
            spacing_m: json["spacing_m"].as_f64()?,
            north_west_m: pair("north_west_m")?,
            range_m: pair("range_m"),
            south_first: json["first_row"].as_str() == Some("south"),
            is_metres: format.is_some_and(|format| !format.has_steps()),
            is_raw: format.is_some_and(Format::is_raw),
        };
        let numbers = export.north_west_m.iter().chain(export.range_m.iter().flatten());
        let is_sound = export.spacing_m > 0.0 && export.spacing_m < 1e6;
        (is_sound && numbers.into_iter().all(|x| x.abs() < 1e8)).then_some(export)
    }

    /// Adds the metadata in the JSON to a map, if the sizes match.
    pub fn apply(&self, decoded: &mut DecodedMap) {
        if decoded.size != self.size {
            return;
        }
        if self.is_metres {
            decoded.unit = SampleUnit::Metres(1.0);
        }
        decoded.cell_m = Some([self.spacing_m; 2]);
        let [east, south] = [0, 1].map(|axis| {
            self.north_west_m[axis] + 0.5 * (self.size[axis] - 1) as f64 * self.spacing_m
        });
        decoded.place = Some(MapLocation { system: System::Metres, middle: [east, -south] });
    }
}
