//! Applies georeferencing tags to a map. They set the unit of its heights, its cells and its
//! location.

use super::frame::RasterFrame;
use super::keys::{self, USER_DEFINED};
use super::projection_scale::{ProjectionScale, metres_per_degree};
use super::tags::GeoTags;
use super::units;
use crate::read::decoded::{DecodedMap, MapLocation, SampleUnit, System};
use crate::read::reading::Reading;

/// Two values of the key GTModelType, and a value of the key ProjMethod.
const GEOGRAPHIC: u16 = 2;
const GEOCENTRIC: u16 = 3;
const MERCATOR: u16 = 7;

/// Mercator systems of the sphere and of the ellipsoid, with a scale of 1 at the equator. The
/// scales of the other Mercator systems are not known to this program.
const SPHERE_MERCATOR: [u16; 2] = [3857, 3785];
const ELLIPSOID_MERCATOR: [u16; 2] = [3395, 3832];
const OTHER_MERCATOR: [u16; 12] =
    [2934, 3000, 3001, 3002, 3349, 3388, 3752, 3994, 5329, 5330, 5331, 5641];

/// In a file without a unit, cells smaller than this are taken as degrees, provided that the
/// coordinates of the map's middle are at most [`FULL_CIRCLE_DEG`].
const MAX_DEGREE_CELL: f64 = 0.05;
const FULL_CIRCLE_DEG: f64 = 360.0;

/// Rotations below this angle, in degrees, are rounding errors.
const MIN_TURN_DEG: f64 = 0.01;

impl GeoTags {
    /// Applies the tags to a map. `unit` is the name of the height unit in GDAL's metadata. Columns
    /// that run west are flipped. Rows that run north are flipped too, unless the reading options
    /// flip them anyway.
    pub fn apply(&self, decoded: &mut DecodedMap, unit: Option<&str>, reading: &Reading) {
        let mut notes = vec![];
        if let SampleUnit::Metres(scale) = decoded.unit {
            let metres = self.unit_of_heights(unit, &mut notes);
            (decoded.unit, decoded.offset_m) =
                (SampleUnit::Metres(scale * metres), decoded.offset_m * metres);
        }
        if self.is_present() || self.world.is_some() {
            self.set_location(decoded, reading, &mut notes);
        }
        decoded.warnings.append(&mut notes);
    }

    /// Returns the unit of heights in metres. It is negative if the samples are depths.
    fn unit_of_heights(&self, unit: Option<&str>, notes: &mut Vec<String>) -> f64 {
        if let Some(scale) = self.scale_of_heights() {
            notes.push(format!(
                "its tags scale heights by {scale} (ScaleZ); that is ignored, as in GDAL"
            ));
        }
        if let Some(name) = unit {
            return units::metres_by_name(name).unwrap_or_else(|| {
                notes.push(format!(
                    "its heights are in `{}`, an unknown unit; they are taken as metres",
                    orogen_noise::text::sanitise(name)
                ));
                1.0
            });
        }
        let by_system = self.keys.code(keys::VERTICAL_SYSTEM).map(|code| {
            if !units::is_known(code) {
                notes.push(format!(
                    "its height system, EPSG:{code}, is unknown; heights are taken as metres"
                ));
            }
            units::height_unit_m(code)
        });
        let by_unit = self.keys.code(keys::VERTICAL_UNIT).and_then(|code| {
            let metres = units::metres_of_unit(code);
            if metres.is_none() {
                notes.push(format!(
                    "its heights have an unknown unit, EPSG:{code}; they are taken as metres"
                ));
            }
            metres
        });
        let metres = match (by_system, by_unit) {
            // The two tags differ. A program that does not know the real unit writes the metre, so
            // take the unit that is not the metre.
            (Some(system), Some(unit)) if system != unit && system > 0.0 => {
                let metres = if system == 1.0 { unit } else { system };
                notes.push(format!(
                    "its height system and its height unit differ; heights are taken as units of \
                     {metres} m"
                ));
                metres
            }
            (Some(system), _) => system,
            (None, Some(unit)) => unit,
            (None, None) => self.unit_by_compound_or_text(notes),
        };
        if metres < 0.0 {
            notes.push(
                "it contains depths, which increase downward; they are converted to heights".into(),
            );
        }
        metres
    }

    /// Returns the unit of heights that a compound system or a citation gives.
    fn unit_by_compound_or_text(&self, notes: &mut Vec<String>) -> f64 {
        let systems = [keys::PLANE_SYSTEM, keys::GEOGRAPHIC_SYSTEM];
        let compound =
            systems.iter().find_map(|key| units::compound_units_m(self.keys.code(*key)?));
        let by_citation = self.keys.text(keys::VERTICAL_CITATION).and_then(units::metres_in_text);
        let texts = [keys::CITATION, keys::PLANE_CITATION];
        let by_text = texts
            .iter()
            .find_map(|key| units::metres_in_text(units::heights_part(self.keys.text(*key)?)?));
        let metres = compound.map(|[_, heights]| heights).or(by_citation).or(by_text);
        let plane = self.unit_of_plane(&mut vec![]);
        if metres.is_none() && plane < 0.9 && !self.is_geographic() {
            notes.push(format!(
                "its coordinates are in units of {plane:.4} m, and it gives no unit of heights; they \
                 are taken as metres (if that is wrong, set the height range)"
            ));
        }
        metres.unwrap_or(1.0)
    }

    fn is_geographic(&self) -> bool {
        match self.keys.short(keys::MODEL_TYPE) {
            Some(GEOGRAPHIC) => true,
            Some(USER_DEFINED) | None => {
                self.keys.code(keys::PLANE_SYSTEM).is_none()
                    && self.keys.code(keys::GEOGRAPHIC_SYSTEM).is_some()
            }
            Some(_) => false,
        }
    }

    /// Returns the unit of the projected coordinates in metres.
    fn unit_of_plane(&self, notes: &mut Vec<String>) -> f64 {
        let by_unit = match self.keys.short(keys::PLANE_UNIT) {
            Some(USER_DEFINED) => {
                self.keys.double(keys::PLANE_UNIT_SIZE).filter(|size| *size > 0.0)
            }
            Some(code) => {
                let metres = units::metres_of_unit(code);
                if metres.is_none() {
                    notes.push(format!(
                        "its cells have an unknown unit, EPSG:{code}; it is taken as the \
                         metre"
                    ));
                }
                metres
            }
            None => None,
        };
        let by_system = self.keys.code(keys::PLANE_SYSTEM).map(|code| {
            if by_unit.is_none() && !units::is_known(code) {
                notes.push(format!(
                    "its coordinate system, EPSG:{code}, is unknown; its unit is taken as the metre"
                ));
            }
            units::plane_unit_m(code)
        });
        if let (Some(unit), Some(system)) = (by_unit, by_system)
            && (unit / system - 1.0).abs() > 1e-7
        {
            notes.push(format!(
                "its unit of length and its coordinate system differ; the unit of {unit} m is used, as in GDAL"
            ));
        }
        let by_text = || {
            let texts = [keys::PLANE_CITATION, keys::CITATION];
            texts.iter().find_map(|key| {
                let text = self.keys.text(*key)?;
                let heights = units::heights_part(text).map_or(0, str::len);
                units::metres_in_text(&text[..text.len() - heights])
            })
        };
        by_unit.or(by_system).or_else(by_text).unwrap_or(1.0)
    }

    /// Returns the unit of angles in degrees.
    fn unit_of_angles(&self, notes: &mut Vec<String>) -> f64 {
        let degrees = match self.keys.short(keys::ANGLE_UNIT) {
            Some(USER_DEFINED) => self.keys.double(keys::ANGLE_SIZE).map(f64::to_degrees),
            Some(code) => units::degrees_of_unit(code).or_else(|| {
                notes.push(format!(
                    "its angles have an unknown unit, EPSG:{code}; they are taken as degrees"
                ));
                None
            }),
            None => self.keys.code(keys::GEOGRAPHIC_SYSTEM).map(units::angle_unit_deg),
        };
        let degrees = degrees.filter(|degrees| *degrees > 0.0).unwrap_or(1.0);
        // Files with the degree (code 9122) store its size in radians with few digits.
        if (degrees - 1.0).abs() < 1e-6 { 1.0 } else { degrees }
    }

    fn set_location(&self, decoded: &mut DecodedMap, reading: &Reading, notes: &mut Vec<String>) {
        let Some(frame) = self.frame(notes) else {
            return notes.push("its tags do not give its size".to_owned());
        };
        let half = if frame.is_at_cell_centre || self.is_point() { 0.5 } else { 0.0 };
        let [columns, rows] = decoded.size.map(|samples| 0.5 * samples as f64 - half);
        let middle = [0, 1]
            .map(|axis| frame.origin[axis] + columns * frame.column[axis] + rows * frame.row[axis]);
        let system = self.system(&frame, middle, notes);
        let (unit, metres) = match system {
            System::Degrees => {
                let degrees = self.unit_of_angles(notes);
                if degrees != 1.0 {
                    notes.push(format!(
                        "its coordinates are in units of {degrees:.3e} degrees; they are converted to \
                         degrees"
                    ));
                }
                let metres =
                    metres_per_degree(if middle[1].is_nan() { 0.0 } else { middle[1] * degrees });
                (degrees, metres)
            }
            System::Metres => {
                decoded.projection_scale = self.projection_scale(middle, notes);
                (self.unit_of_plane(notes), decoded.projection_scale.at(middle[1]))
            }
        };
        let in_metres = |step: [f64; 2]| [0, 1].map(|axis| step[axis] * unit * metres[axis]);
        let [east, south] = [in_metres(frame.column), in_metres(frame.row)];
        let cell_m = [east, south].map(|step| step[0].hypot(step[1]));
        if !cell_m.iter().all(|metres| metres.is_finite() && *metres > 0.0) {
            return notes.push("its tags give a cell without a valid size".to_owned());
        }
        if frame.is_at_cell_centre && east[0] < 0.0 {
            // A copy of the heightmap does not include the world file, so the flip would be lost.
            notes.push(
                "the world file next to it reverses the columns, which is ignored".to_owned(),
            );
        } else if !reading.like_first_versions {
            let rows_run_north = flip_to_north_up(decoded, east, south, reading.south_first, notes);
            decoded.south_first = frame.is_at_cell_centre && rows_run_north;
            decoded.rows_run_north = rows_run_north;
        }
        decoded.cell_m = Some(cell_m);
        if middle.iter().all(|coordinate| coordinate.is_finite()) {
            decoded.place =
                Some(MapLocation { system, middle: middle.map(|coordinate| coordinate * unit) });
        }
    }

    fn system(&self, frame: &RasterFrame, middle: [f64; 2], notes: &mut Vec<String>) -> System {
        if self.is_geographic() {
            return System::Degrees;
        }
        if self.keys.short(keys::MODEL_TYPE) == Some(GEOCENTRIC) {
            notes.push("its coordinate system is geocentric; it is taken as projected".to_owned());
        }
        let has_system = [keys::MODEL_TYPE, keys::PLANE_SYSTEM, keys::PLANE_UNIT]
            .iter()
            .any(|key| self.keys.code(*key).is_some());
        let steps = frame.column.iter().chain(&frame.row);
        let is_small = steps.clone().all(|step| step.abs() < MAX_DEGREE_CELL);
        if !has_system
            && is_small
            && middle
                .iter()
                .all(|coordinate| coordinate.is_nan() || coordinate.abs() <= FULL_CIRCLE_DEG)
        {
            notes.push("its cells are so small that they are taken as degrees".to_owned());
            return System::Degrees;
        }
        System::Metres
    }

    /// Returns how the map projection scales lengths.
    fn projection_scale(&self, middle: [f64; 2], notes: &mut Vec<String>) -> ProjectionScale {
        let system = self.keys.code(keys::PLANE_SYSTEM);
        let is_any_of = |codes: &[u16]| system.is_some_and(|code| codes.contains(&code));
        let (of_sphere, of_ellipsoid) =
            (is_any_of(&SPHERE_MERCATOR), is_any_of(&ELLIPSOID_MERCATOR));
        let is_user_defined =
            system.is_none() && self.keys.short(keys::PLANE_METHOD) == Some(MERCATOR);
        if is_user_defined || is_any_of(&OTHER_MERCATOR) {
            notes.push(
                "its projection is Mercator's, which stretches the land; this is not corrected, so \
                 its cells are larger than on the ground"
                    .to_owned(),
            );
        }
        let projection_scale = match (of_sphere, of_ellipsoid) {
            (true, _) => ProjectionScale::Sphere,
            (_, true) => ProjectionScale::Ellipsoid,
            _ => ProjectionScale::None,
        };
        let [east, _] = projection_scale.at(middle[1]);
        if (east - 1.0).abs() > 1e-3 {
            notes.push(format!(
                "Mercator's projection stretches it {:.3} times at its latitude of {:.2}°; the cell \
                 size is corrected for that",
                1.0 / east,
                projection_scale.latitude_deg(middle[1])
            ));
        }
        projection_scale
    }
}

/// Flips a map whose columns run west or whose rows run north. `east` is the step of a column,
/// `south` the step of a row. `flips_later` is true if the reading options reverse the rows anyway.
/// Warns about a rotation that remains. Returns true if rows run north.
fn flip_to_north_up(
    decoded: &mut DecodedMap,
    east: [f64; 2],
    south: [f64; 2],
    flips_later: bool,
    notes: &mut Vec<String>,
) -> bool {
    let scaled = |step: [f64; 2], sign: f64| step.map(|length| sign * length);
    let columns_run_west = east[0] < 0.0;
    let east = if columns_run_west { scaled(east, -1.0) } else { east };
    // Positive if rows run north once columns run east.
    let orientation = east[0] * south[1] - east[1] * south[0];
    let rows_run_north = orientation > 0.0;
    if columns_run_west {
        decoded.flip_columns();
        notes.push("its columns run from east to west; they are reversed".to_owned());
    }
    if rows_run_north {
        if !flips_later {
            decoded.flip_rows();
        }
        notes.push(
            "its rows run from south to north; they are reversed, so that north is up".to_owned(),
        );
    }
    let south = if rows_run_north { scaled(south, -1.0) } else { south };
    let turn_deg = east[1].atan2(east[0]).to_degrees();
    if turn_deg.abs() > MIN_TURN_DEG {
        notes.push(format!(
            "its tags turn the map by {turn_deg:.2}° to the left; that is ignored: columns run east"
        ));
    }
    let sizes = east[0].hypot(east[1]) * south[0].hypot(south[1]);
    let shear = (east[0] * south[0] + east[1] * south[1]) / sizes;
    if shear.abs() > MIN_TURN_DEG.to_radians() {
        notes.push("its tags shear the map; that is ignored: cells are rectangles".to_owned());
    }
    rows_run_north
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degrees_shrink_towards_the_poles() {
        let [east, north] = metres_per_degree(0.0);
        assert!((east - 111_319.5).abs() < 1.0 && (north - 110_574.3).abs() < 1.0);
        let [east, north] = metres_per_degree(60.0);
        assert!((east - 55_800.0).abs() < 5.0 && (north - 111_412.0).abs() < 5.0);
    }
}
