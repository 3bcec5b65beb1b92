//! The light of a clear sky: its radiance, the sunlight, and the light on the ground.
//!
//! Each view ray is integrated with single scattering by air and haze, and extinction by air, haze
//! and ozone. Light that scatters more than once is summed and taken as isotropic (Hillaire 2020,
//! "A Scalable and Production Ready Sky and Atmosphere Rendering Technique", sections 4 and 5.5).
//! All values are relative to the sunlight at the top of the atmosphere.

use std::f64::consts::PI;

use super::atmosphere::{GROUND_ALBEDO, GROUND_M, Scatterer};

pub use super::atmosphere::{AIR, HAZE_EXTINCTION, LinearRgb, Weather};

/// The observer's distance from the earth's centre: 400 m above the sea.
const EYE_M: f64 = GROUND_M + 400.0;
/// The heights of low and high clouds above the observer, in metres.
const CLOUDS_M: [f64; 2] = [1200.0, 6000.0];

/// The number of azimuths in a [`Sky`]'s table, from 0 to 180° away from the sun.
pub const SKY_AZIMUTHS: usize = 48;
/// The number of elevations in a [`Sky`]'s table, from 0 to 90°.
pub const SKY_ELEVATIONS: usize = 32;

/// The light of the sky for one elevation of the sun.
///
/// ```
/// use orogen_terrain::sky::{Sky, Weather};
///
/// let evening = Sky::new(0.1, Weather { haze: 1.0, air: 1.0 });
/// let [red, _, blue] = evening.sun;
/// assert!(red > blue);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sky {
    /// The radiance by elevation (rows) and azimuth (columns).
    ///
    /// The elevation of row j is (j / last)² · 90°.
    pub radiance: Vec<[f32; 3]>,
    /// The share of sunlight that reaches the eye.
    pub sun: LinearRgb,
    /// The shares of sunlight that reach low and high clouds.
    ///
    /// Clouds are sunlit before sunrise and after sunset, too.
    pub sun_on_clouds: [LinearRgb; 2],
    /// The mean radiance over all directions, with the light that the ground reflects.
    pub mean: LinearRgb,
    /// The mean of radiance × direction over all directions.
    ///
    /// The first component points to the sun's azimuth, the second up.
    pub first_moment: [LinearRgb; 2],
    /// The irradiance of level ground by the sky, without direct sunlight.
    pub on_ground: LinearRgb,
}

impl Sky {
    /// Computes the sky for an elevation of the sun.
    pub fn new(sun_elevation_rad: f64, weather: Weather) -> Self {
        let scatterer = Scatterer::new(sun_elevation_rad, weather);
        let mut sky = Self {
            radiance: Vec::with_capacity(SKY_AZIMUTHS * SKY_ELEVATIONS),
            sun: scatterer.transmittance.get(EYE_M, scatterer.sun_sine),
            sun_on_clouds: CLOUDS_M
                .map(|up_m| scatterer.transmittance.get(EYE_M + up_m, scatterer.sun_sine)),
            mean: [0.0; 3],
            first_moment: [[0.0; 3]; 2],
            on_ground: [0.0; 3],
        };
        for row in 0..SKY_ELEVATIONS {
            let elevation = Self::elevation_rad(row);
            for column in 0..SKY_AZIMUTHS {
                let azimuth = column as f64 / (SKY_AZIMUTHS - 1) as f64 * PI;
                let (light, _) = scatterer.march(EYE_M, elevation.sin(), azimuth, 24, false);
                sky.radiance.push(light.map(|c| c as f32));
                sky.add(light, elevation, azimuth, Self::solid_angle(row, column));
            }
        }
        sky.add_ground(scatterer.sun_sine);
        sky
    }

    fn elevation_rad(row: usize) -> f64 {
        let fraction = row as f64 / (SKY_ELEVATIONS - 1) as f64;
        fraction * fraction * PI / 2.0
    }

    /// The solid angle of a table cell and its mirror image on the other side of the sun.
    fn solid_angle(row: usize, column: usize) -> f64 {
        let edge = |a: usize, b: usize| 0.5 * (Self::elevation_rad(a) + Self::elevation_rad(b));
        let low = if row == 0 { 0.0 } else { edge(row - 1, row) };
        let high = if row + 1 == SKY_ELEVATIONS { PI / 2.0 } else { edge(row, row + 1) };
        let is_end = column == 0 || column + 1 == SKY_AZIMUTHS;
        let width = PI / (SKY_AZIMUTHS - 1) as f64 * if is_end { 0.5 } else { 1.0 };
        2.0 * width * (high.sin() - low.sin())
    }

    fn add(&mut self, light: LinearRgb, elevation: f64, azimuth: f64, solid_angle: f64) {
        let weight = solid_angle / (4.0 * PI);
        for (c, light) in light.into_iter().enumerate() {
            self.mean[c] += light * weight;
            self.first_moment[0][c] += light * weight * elevation.cos() * azimuth.cos();
            self.first_moment[1][c] += light * weight * elevation.sin();
            self.on_ground[c] += light * elevation.sin() * solid_angle;
        }
    }

    /// Adds the lower half of the sphere: the ground, with the same radiance everywhere.
    fn add_ground(&mut self, sun_sine: f64) {
        for c in 0..3 {
            let light = GROUND_ALBEDO / PI * (self.on_ground[c] + self.sun[c] * sun_sine.max(0.0));
            self.mean[c] += 0.5 * light;
            self.first_moment[1][c] -= 0.25 * light;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLEAR: Weather = Weather { haze: 1.0, air: 1.0 };

    fn luminance(rgb: LinearRgb) -> f64 {
        0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]
    }

    fn at(sky: &Sky, row: usize, column: usize) -> LinearRgb {
        sky.radiance[column + SKY_AZIMUTHS * row].map(f64::from)
    }

    #[test]
    fn noon_is_blue_and_a_setting_sun_is_red() {
        let noon = Sky::new(60f64.to_radians(), CLEAR);
        let dusk = Sky::new(1f64.to_radians(), CLEAR);
        let zenith = at(&noon, SKY_ELEVATIONS - 1, SKY_AZIMUTHS - 1);
        assert!(zenith[2] > 2.0 * zenith[0], "{zenith:?}");
        assert!(noon.sun[2] > 0.6 * noon.sun[0], "{:?}", noon.sun);
        assert!(dusk.sun[2] < 0.2 * dusk.sun[0], "{:?}", dusk.sun);
        assert!(luminance(noon.on_ground) > 5.0 * luminance(dusk.on_ground));
    }

    #[test]
    fn a_clear_day_has_known_light() {
        // At a clear noon about 80 % of the sunlight above the air reaches the ground, and the sky
        // adds 8 to 20 % of it.
        let noon = Sky::new(70f64.to_radians(), CLEAR);
        assert!((0.7..0.92).contains(&luminance(noon.sun)), "{}", luminance(noon.sun));
        assert!((0.06..0.22).contains(&luminance(noon.on_ground)), "{}", luminance(noon.on_ground));
    }

    #[test]
    fn light_falls_with_the_sun_and_stays_in_bounds() {
        let mut last = f64::INFINITY;
        for elevation in [90.0f64, 40.0, 10.0, 2.0, -2.0, -5.0, -10.0] {
            for (haze, air) in [(0.5, 1.0), (1.0, 1.0), (20.0, 1.0), (20.0, 2.0), (1.0, 0.0)] {
                let sky = Sky::new(elevation.to_radians(), Weather { haze, air });
                assert!(
                    sky.radiance.iter().flatten().all(|c| c.is_finite() && *c >= 0.0),
                    "{elevation} {haze} {air}"
                );
                assert!(
                    sky.sun.iter().chain(&sky.mean).all(|c| (0.0..=1.0).contains(c)),
                    "{elevation} {haze} {air}"
                );
            }
            let light = luminance(Sky::new(elevation.to_radians(), CLEAR).on_ground);
            assert!(light < last && light > 0.0, "{elevation}: {light}");
            last = light;
        }
    }

    #[test]
    fn without_air_the_sky_is_black_and_the_sun_white() {
        let sky = Sky::new(20f64.to_radians(), Weather { haze: 1.0, air: 0.0 });
        assert!(sky.radiance.iter().flatten().all(|c| *c == 0.0) && sky.on_ground == [0.0; 3]);
        assert_eq!(sky.sun, [1.0; 3]);
        // The ground still reflects light.
        assert!(sky.mean.iter().all(|c| *c > 0.0) && sky.first_moment[1].iter().all(|c| *c < 0.0));
    }

    #[test]
    fn the_table_covers_the_hemisphere() {
        let cells = (0..SKY_ELEVATIONS)
            .flat_map(|r| (0..SKY_AZIMUTHS).map(move |c| Sky::solid_angle(r, c)));
        assert!((cells.sum::<f64>() - 2.0 * PI).abs() < 1e-9);
    }
}
