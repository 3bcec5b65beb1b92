//! The header of an ASCII grid: its size and its location.

use crate::read::decoded::{DecodedMap, MapLocation, SampleUnit, System};
use crate::read::geo::{ProjectionScale, metres_per_degree};
use crate::read::prj::Projection;
use crate::read::problem::{ReadProblem, damaged};
use crate::read::siblings::Siblings;

/// Parses a number.
pub(super) fn number(word: Option<&str>) -> Result<f64, ReadProblem> {
    let word = word.ok_or_else(|| damaged("it ends early"))?;
    // Some programs write a decimal comma.
    let parsed = word.parse().or_else(|_| word.replace(',', ".").parse::<f64>());
    parsed.map_err(|_| damaged(format!("`{}` is not a number", orogen_noise::text::sanitise(word))))
}

/// The numbers of a header.
#[derive(Default)]
pub(super) struct GridHeader {
    size: [Option<f64>; 2],
    cell: [Option<f64>; 2],
    /// The lower left corner of the map.
    corner: [Option<f64>; 2],
    /// The centre of the lower left cell.
    centre: [Option<f64>; 2],
    /// GRASS: north, south, east, west.
    bounds: [Option<f64>; 4],
    /// GRASS: a factor for the samples.
    multiplier: Option<f64>,
}

/// Cells smaller than this are probably in degrees.
const MAX_DEGREE_CELL: f64 = 0.05;

/// Parses the coordinate of one side of a GRASS region. It may be degrees, minutes and seconds with
/// a letter: `46:30:15N`.
pub(super) fn coordinate(word: &str) -> Result<f64, ReadProblem> {
    let plain = word.trim_end_matches(['N', 'S', 'E', 'W', 'n', 's', 'e', 'w']);
    let is_negative = word[plain.len()..].eq_ignore_ascii_case("s")
        || word[plain.len()..].eq_ignore_ascii_case("w");
    let mut value = 0.0;
    let mut factor = 1.0;
    for part in plain.split(':') {
        value += number(Some(part))? * factor;
        factor /= 60.0;
    }
    Ok(if is_negative { -value } else { value })
}

impl GridHeader {
    /// Stores the number of a key. Returns false for an unknown key.
    pub fn set_number(&mut self, key: &str, value: f64) -> bool {
        match key {
            "cellsize" => {
                self.cell = [Some(value); 2];
                return true;
            }
            "multiplier" => {
                self.multiplier = Some(value);
                return true;
            }
            _ => {}
        }
        let field = match key {
            "ncols" | "cols" => &mut self.size[0],
            "nrows" | "rows" => &mut self.size[1],
            "dx" | "xdim" => &mut self.cell[0],
            "dy" | "ydim" => &mut self.cell[1],
            "xllcorner" => &mut self.corner[0],
            "yllcorner" => &mut self.corner[1],
            "xllcenter" | "xllcentre" => &mut self.centre[0],
            "yllcenter" | "yllcentre" => &mut self.centre[1],
            "north" => &mut self.bounds[0],
            "south" => &mut self.bounds[1],
            "east" => &mut self.bounds[2],
            "west" => &mut self.bounds[3],
            _ => return false,
        };
        *field = Some(value);
        true
    }

    /// The number of columns and rows.
    pub fn size(&self) -> Result<[usize; 2], ReadProblem> {
        let side = |axis: usize, key: &str| {
            let side =
                self.size[axis].ok_or_else(|| damaged(format!("its header has no {key}")))?;
            let is_whole = side.fract() == 0.0 && (0.0..1e12).contains(&side);
            is_whole
                .then_some(side as usize)
                .ok_or_else(|| damaged(format!("{key} is not a valid size")))
        };
        Ok([side(0, "ncols")?, side(1, "nrows")?])
    }

    /// Returns the cell size and the middle of the map, both in the unit of the grid. `None`, with
    /// a warning, if the header has no cell size.
    fn frame(&self, decoded: &mut DecodedMap) -> Option<([f64; 2], [Option<f64>; 2])> {
        let samples = decoded.size.map(|side| side as f64);
        if let [Some(north), Some(south), Some(east), Some(west)] = self.bounds {
            let cell = [(east - west) / samples[0], (north - south) / samples[1]];
            if cell.iter().all(|cell| cell.is_finite() && *cell > 0.0) {
                let middle = [0.5 * (east + west), 0.5 * (north + south)];
                return Some((cell, middle.map(Some)));
            }
        }
        let [Some(east), Some(north)] = self.cell else {
            decoded.warnings.push("its header has no cell size".to_owned());
            return None;
        };
        let cell = [east, north];
        if !cell.iter().all(|cell| cell.is_finite() && *cell > 0.0) {
            decoded.warnings.push("its cell size is not a positive number".to_owned());
            return None;
        }
        let middle = [0, 1].map(|axis| {
            let from_corner =
                self.corner[axis].map(|coordinate| coordinate + 0.5 * samples[axis] * cell[axis]);
            let from_centre = self.centre[axis]
                .map(|coordinate| coordinate + 0.5 * (samples[axis] - 1.0) * cell[axis]);
            from_corner.or(from_centre)
        });
        Some((cell, middle))
    }

    /// Sets the location of a map from the header and the `.prj` file next to the map.
    pub fn set_location(
        &self,
        decoded: &mut DecodedMap,
        siblings: &Siblings<'_>,
    ) -> Result<(), ReadProblem> {
        if let Some(multiplier) = self.multiplier.filter(|factor| *factor != 1.0) {
            decoded
                .warnings
                .push(format!("its header gives a multiplier of {multiplier}, which is ignored"));
        }
        let projection = siblings.text("prj").map(|text| Projection::of(&text));
        if let Some(None) = projection {
            decoded
                .warnings
                .push("the .prj next to it names no known unit; metres are assumed".to_owned());
        }
        let projection = projection.flatten();
        if let Some(height_m) = projection.as_ref().and_then(|projection| projection.height_m)
            && height_m != 1.0
        {
            decoded.unit = SampleUnit::Metres(height_m);
            decoded.warnings.push(format!("its .prj gives heights in units of {height_m} m"));
        }
        let Some((cell, middle)) = self.frame(decoded) else { return Ok(()) };
        let is_in_degree_range = |middle: [Option<f64>; 2], max_east: f64| {
            [max_east, 90.0]
                .iter()
                .zip(middle)
                .all(|(max, middle)| middle.is_none_or(|middle| middle.abs() <= *max))
        };
        let (system, unit) = match &projection {
            Some(Projection { system, unit, unit_name, .. }) => {
                let is_degrees = *system == System::Degrees;
                if is_degrees
                    && !is_in_degree_range(
                        middle.map(|middle| middle.map(|middle| middle * unit)),
                        360.0,
                    )
                {
                    return Err(ReadProblem::Form(
                        "its .prj gives degrees, but its location is not in the range of degrees; \
                         replace the .prj, or remove it"
                            .to_owned(),
                    ));
                }
                let note = match (is_degrees, *unit) {
                    (false, 1.0) => None,
                    (true, 1.0) => Some(
                        "its .prj gives degrees; they become metres at the latitude of its middle"
                            .to_owned(),
                    ),
                    (true, unit) => Some(format!(
                        "its .prj gives units of {unit} degrees ({unit_name}); they become metres \
                         at the latitude of its middle"
                    )),
                    (false, unit) => {
                        Some(format!("its .prj gives lengths in units of {unit} m ({unit_name})"))
                    }
                };
                decoded.warnings.extend(note);
                (*system, *unit)
            }
            None if cell.iter().all(|cell| *cell < MAX_DEGREE_CELL)
                && is_in_degree_range(middle, 360.0) =>
            {
                decoded
                    .warnings
                    .push("its cells are so small that they are taken as degrees".to_owned());
                (System::Degrees, 1.0)
            }
            None => {
                let is_small = cell.iter().all(|cell| *cell < 1.0);
                if is_small
                    && is_in_degree_range(middle, 180.0)
                    && middle.iter().all(Option::is_some)
                {
                    decoded.warnings.push(
                        "its cells may be in degrees, but no unit is given: they are taken as \
                         metres; a .prj next to it can give the unit"
                            .to_owned(),
                    );
                }
                (System::Metres, 1.0)
            }
        };
        let middle = middle.map(|middle| middle.map(|middle| middle * unit));
        let mercator_is_sphere = projection.and_then(|projection| projection.mercator);
        let metres_per_unit = match (system, middle[1]) {
            (System::Degrees, north) => metres_per_degree(north.unwrap_or(0.0)),
            (System::Metres, Some(north)) if mercator_is_sphere == Some(true) => {
                decoded.projection_scale = ProjectionScale::Sphere;
                decoded.projection_scale.at(north)
            }
            (System::Metres, _) => [1.0; 2],
        };
        decoded.warnings.extend(mercator_is_sphere.map(|is_sphere| match is_sphere {
            true => format!(
                "Mercator's projection stretches it {:.3} times at its latitude; the cell size is \
                 corrected for that",
                1.0 / metres_per_unit[0]
            ),
            false => "its projection is Mercator's, which stretches the land; this is not corrected, so \
                      its cells are larger than on the ground"
                .to_owned(),
        }));
        decoded.cell_m = Some([0, 1].map(|axis| cell[axis] * unit * metres_per_unit[axis]));
        let [Some(east), Some(north)] = middle else { return Ok(()) };
        if east.is_finite() && north.is_finite() {
            decoded.place = Some(MapLocation { system, middle: [east, north] });
        }
        Ok(())
    }
}
