//! The length of a degree, and the scale of Mercator's projection.
//!
//! Source: EPSG Guidance Note 7-2, methods 9804 and 1024.

use std::f64::consts::FRAC_PI_2;

/// The WGS 84 ellipsoid: equatorial radius and squared eccentricity.
const RADIUS_M: f64 = 6_378_137.0;
const ECCENTRICITY_2: f64 = 0.006_694_379_990_14;

/// How a map projection scales lengths between the map and the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProjectionScale {
    /// No correction: the scale is close to 1, or not known to this program.
    #[default]
    None,
    /// Mercator's projection of a sphere with ellipsoidal latitudes, as in web maps.
    Sphere,
    /// Mercator's projection of the ellipsoid.
    Ellipsoid,
}

impl ProjectionScale {
    /// Returns the latitude, in degrees, of a projected coordinate in metres north.
    pub fn latitude_deg(self, north_m: f64) -> f64 {
        // The Gudermannian gives the conformal latitude. A series converts it to the geodetic one.
        let conformal = 2.0 * (north_m / RADIUS_M).exp().atan() - FRAC_PI_2;
        let e2 = ECCENTRICITY_2;
        let correction = match self {
            Self::Ellipsoid => (0.5 * e2 + 5.0 / 24.0 * e2 * e2) * (2.0 * conformal).sin(),
            _ => 0.0,
        };
        (conformal + correction).to_degrees()
    }

    /// Returns how many metres on the ground a projected metre covers, east and north.
    ///
    /// `north_m` is a projected coordinate in metres.
    pub fn at(self, north_m: f64) -> [f64; 2] {
        if self == Self::None || !north_m.is_finite() {
            return [1.0; 2];
        }
        let latitude_deg = self.latitude_deg(north_m);
        let [east, north] =
            metres_per_degree(latitude_deg).map(|m| m * 1f64.to_degrees() / RADIUS_M);
        match self {
            Self::Sphere => [east, north * latitude_deg.to_radians().cos()],
            _ => [east; 2],
        }
    }
}

/// Returns the lengths of a degree of longitude and of latitude, in metres.
///
/// They are for the WGS 84 ellipsoid (series as in Snyder 1987, "Map Projections", chapter 3).
pub fn metres_per_degree(latitude_deg: f64) -> [f64; 2] {
    let phi = latitude_deg.clamp(-89.9, 89.9).to_radians();
    let east = 111_412.84 * phi.cos() - 93.5 * (3.0 * phi).cos() + 0.118 * (5.0 * phi).cos();
    let north = 111_132.92 - 559.82 * (2.0 * phi).cos() + 1.175 * (4.0 * phi).cos();
    [east, north]
}
