//! Where a GeoTIFF lies, by its tags (OGC GeoTIFF 1.1); and how long a degree is.

use super::{Found, Place, System, Unit};

/// What a TIFF says of its place.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct GeoTags {
    /// 33550: the size of a cell, east and south.
    pub scale: Option<Vec<f64>>,
    /// 33922: a point of the raster (from its north-west) and its place, three numbers each.
    pub tie: Option<Vec<f64>>,
    /// 34264: a matrix of 4 × 4 in their stead.
    pub matrix: Option<Vec<f64>>,
    /// 34735: four numbers a key, the first of which are about all.
    pub keys: Option<Vec<u16>>,
}

/// Keys of the directory.
const MODEL_TYPE: u16 = 1024;
const RASTER_TYPE: u16 = 1025;
const LINEAR_UNIT: u16 = 3076;
const VERTICAL_UNIT: u16 = 4099;

/// Values of them.
const GEOGRAPHIC: u16 = 2;
const POINTS: u16 = 2;

impl GeoTags {
    /// Whether there are any.
    pub fn are_there(&self) -> bool {
        self.scale.is_some() || self.tie.is_some() || self.matrix.is_some() || self.keys.is_some()
    }

    /// The value of a key that stands in the directory itself.
    fn key(&self, wanted: u16) -> Option<u16> {
        let keys = self.keys.as_deref()?.as_chunks::<4>().0;
        let entry = keys.iter().skip(1).find(|entry| entry[0] == wanted && entry[1] == 0)?;
        Some(entry[3])
    }

    /// Writes into a map what the tags say of it.
    pub fn apply(&self, found: &mut Found) {
        if !self.are_there() {
            return;
        }
        let unit_m = |key| match self.key(key) {
            None | Some(9001) => Some(1.0),
            Some(9002) => Some(0.3048),
            Some(9003) => Some(1200.0 / 3937.0),
            Some(_) => None,
        };
        if found.unit == Unit::Metres(1.0) {
            match unit_m(VERTICAL_UNIT) {
                Some(metres) => found.unit = Unit::Metres(metres),
                None => found.warnings.push(
                    "its heights have a unit that is not known; they are taken as metres"
                        .to_owned(),
                ),
            }
        }
        let Some((cell, corner, is_turned)) = self.frame() else {
            return found.warnings.push("its tags do not say how large it is".to_owned());
        };
        if is_turned {
            found.warnings.push("its tags turn the map, which is left out".to_owned());
        }
        let is_area = self.key(RASTER_TYPE) != Some(POINTS);
        // From the raster's own origin, a corner of the first cell or its middle, to the middle of
        // the map.
        let middle = [0, 1].map(|axis| {
            let samples = found.size[axis] as f64;
            let cells = 0.5 * if is_area { samples } else { samples - 1.0 };
            corner[axis] + cells * if axis == 0 { cell[0] } else { -cell[1] }
        });
        let system = match self.key(MODEL_TYPE) {
            Some(GEOGRAPHIC) => System::Degrees,
            _ => System::Metres,
        };
        let a_cell_m = match system {
            System::Degrees => metres_a_degree(middle[1]),
            System::Metres => [unit_m(LINEAR_UNIT).unwrap_or(1.0); 2],
        };
        let cell_m = [0, 1].map(|axis| cell[axis].abs() * a_cell_m[axis]);
        if !cell_m.iter().all(|metres| metres.is_finite() && *metres > 0.0) {
            return found.warnings.push("its tags say a cell of no size".to_owned());
        }
        found.cell_m = Some(cell_m);
        if middle.iter().all(|at| at.is_finite()) {
            let in_metres = if system == System::Metres { a_cell_m[0] } else { 1.0 };
            found.place = Some(Place { system, middle: middle.map(|at| at * in_metres) });
        }
    }

    /// The cell (east, south), the place of the raster's first point (east, north), and whether it
    /// is turned.
    fn frame(&self) -> Option<([f64; 2], [f64; 2], bool)> {
        if let Some([a, b, _, d, e, f, _, h, ..]) = self.matrix.as_deref() {
            return Some(([*a, -*f], [*d, *h], *b != 0.0 || *e != 0.0));
        }
        let [east, south, ..] = *self.scale.as_deref()? else { return None };
        let corner = match self.tie.as_deref() {
            Some([i, j, _, x, y, ..]) => [x - i * east, y + j * south],
            _ => [f64::NAN; 2],
        };
        Some(([east, south], corner, false))
    }
}

/// The length of a degree of longitude and of latitude at a latitude, on the ellipsoid of WGS 84
/// (series as in Snyder 1987, "Map Projections", chapter 3).
pub fn metres_a_degree(latitude_deg: f64) -> [f64; 2] {
    let phi = latitude_deg.clamp(-89.9, 89.9).to_radians();
    let east = 111_412.84 * phi.cos() - 93.5 * (3.0 * phi).cos() + 0.118 * (5.0 * phi).cos();
    let north = 111_132.92 - 559.82 * (2.0 * phi).cos() + 1.175 * (4.0 * phi).cos();
    [east, north]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degrees_shrink_towards_the_poles() {
        let [east, north] = metres_a_degree(0.0);
        assert!((east - 111_319.5).abs() < 1.0 && (north - 110_574.3).abs() < 1.0);
        let [east, north] = metres_a_degree(60.0);
        assert!((east - 55_800.0).abs() < 5.0 && (north - 111_412.0).abs() < 5.0);
    }
}
