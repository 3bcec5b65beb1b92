//! Light in the air: scattering and extinction along a ray, by air, haze and ozone.

use std::f64::consts::PI;

/// Linear red, green and blue.
pub type LinearRgb = [f64; 3];

/// The distances of the ground and of the top of the atmosphere from the earth's centre.
pub(super) const GROUND_M: f64 = 6.36e6;
const TOP_M: f64 = 6.46e6;
/// Scattering by air per metre at sea level, in 1/m.
pub const AIR: LinearRgb = [5.802e-6, 13.558e-6, 33.1e-6];
/// Scattering by the haze of a clear day per metre at sea level, in 1/m.
const HAZE_SCATTERING: f64 = 3.996e-6;
/// Extinction by the haze of a clear day per metre at sea level, in 1/m.
pub const HAZE_EXTINCTION: f64 = 4.44e-6;
/// Absorption by ozone per metre where it is densest, 25 km up, in 1/m.
const OZONE: LinearRgb = [0.65e-6, 1.881e-6, 0.085e-6];
/// The scale heights of air and haze: over this height, the density falls by the factor e.
const AIR_M: f64 = 8000.0;
const HAZE_M: f64 = 1200.0;
/// The asymmetry g of Cornette and Shanks' phase function; haze scatters mostly forwards.
const FORWARD: f64 = 0.78;
/// The share of light that the ground reflects.
pub(super) const GROUND_ALBEDO: f64 = 0.25;

/// The state of the air.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weather {
    /// The amount of haze: 1 is a clear day, 10 a hazy day.
    pub haze: f64,
    /// The density of air, haze and ozone: 1 is the earth's, 0 is a vacuum.
    pub air: f64,
}

/// Scattering by air and by haze, and extinction by air, haze and ozone, per metre at a height.
struct Air {
    air_scattering: LinearRgb,
    haze_scattering: f64,
    extinction: LinearRgb,
}

impl Air {
    fn at(radius_m: f64, weather: Weather) -> Self {
        let height_m = (radius_m - GROUND_M).max(0.0);
        let air = weather.air * (-height_m / AIR_M).exp();
        let haze = weather.air * weather.haze * (-height_m / HAZE_M).exp();
        let ozone = weather.air * (1.0 - (height_m - 25_000.0).abs() / 15_000.0).max(0.0);
        Self {
            air_scattering: AIR.map(|c| c * air),
            haze_scattering: HAZE_SCATTERING * haze,
            extinction: std::array::from_fn(|i| {
                AIR[i] * air + HAZE_EXTINCTION * haze + OZONE[i] * ozone
            }),
        }
    }
}

/// The distance along a ray to a sphere around the earth's centre, from inside the sphere. `cosine`
/// is the cosine of the ray's zenith angle.
fn to_sphere(radius_m: f64, cosine: f64, sphere_m: f64) -> Option<f64> {
    let discriminant = radius_m * radius_m * (cosine * cosine - 1.0) + sphere_m * sphere_m;
    (discriminant >= 0.0).then(|| -radius_m * cosine + discriminant.sqrt())
}

/// The distance along a ray to the ground; `None` if the ray misses it.
fn to_ground(radius_m: f64, cosine: f64) -> Option<f64> {
    let discriminant = radius_m * radius_m * (cosine * cosine - 1.0) + GROUND_M * GROUND_M;
    (discriminant >= 0.0 && cosine < 0.0)
        .then(|| (-radius_m * cosine - discriminant.sqrt()).max(0.0))
}

/// A table of the transmittance from space to a point: by the point's height, and by the cosine of
/// the sun's zenith angle.
pub(super) struct Transmittance {
    table: Vec<LinearRgb>,
}

impl Transmittance {
    const HEIGHTS: usize = 24;
    const COSINES: usize = 64;

    fn new(weather: Weather) -> Self {
        let rows = 0..Self::HEIGHTS;
        let cell = |h: usize, c: usize| {
            let radius_m =
                GROUND_M + (TOP_M - GROUND_M) * (h as f64 / (Self::HEIGHTS - 1) as f64).powi(2);
            Self::integrate(radius_m, Self::cosine(c), weather)
        };
        Self { table: rows.flat_map(|h| (0..Self::COSINES).map(move |c| cell(h, c))).collect() }
    }

    /// The cosine of a column; columns are densest around the horizon.
    fn cosine(column: usize) -> f64 {
        let x = 2.0 * column as f64 / (Self::COSINES - 1) as f64 - 1.0;
        x * x * x
    }

    fn integrate(radius_m: f64, cosine: f64, weather: Weather) -> LinearRgb {
        let Some(end_m) = to_sphere(radius_m, cosine, TOP_M) else { return [1.0; 3] };
        let steps = 40;
        let mut depth = [0.0; 3];
        for i in 0..steps {
            let distance_at = |k: f64| (k / f64::from(steps)).powi(2) * end_m;
            let (from, to) = (distance_at(f64::from(i)), distance_at(f64::from(i) + 1.0));
            let t = 0.5 * (from + to);
            let radius_here_m = (radius_m * radius_m + t * t + 2.0 * radius_m * t * cosine).sqrt();
            let air = Air::at(radius_here_m, weather);
            (0..3).for_each(|c| depth[c] += air.extinction[c] * (to - from));
        }
        // The sun is a disc, so the edge of the earth's shadow is soft.
        let horizon = -(1.0 - (GROUND_M / radius_m).powi(2)).max(0.0).sqrt();
        let visible = ((cosine - horizon) / 0.012 + 0.5).clamp(0.0, 1.0);
        depth.map(|d| (-d).exp() * visible * visible * (3.0 - 2.0 * visible))
    }

    pub fn get(&self, radius_m: f64, cosine: f64) -> LinearRgb {
        let h = ((radius_m - GROUND_M).max(0.0) / (TOP_M - GROUND_M)).sqrt()
            * (Self::HEIGHTS - 1) as f64;
        let c = (cosine.clamp(-1.0, 1.0).cbrt() + 1.0) / 2.0 * (Self::COSINES - 1) as f64;
        bilinear(&self.table, Self::COSINES, Self::HEIGHTS, c, h)
    }
}

fn bilinear(table: &[LinearRgb], columns: usize, rows: usize, x: f64, y: f64) -> LinearRgb {
    let (i, j) = ((x as usize).min(columns - 2), (y as usize).min(rows - 2));
    let (u, v) = ((x - i as f64).clamp(0.0, 1.0), (y - j as f64).clamp(0.0, 1.0));
    let at = |i: usize, j: usize| table[i + columns * j];
    std::array::from_fn(|c| {
        let row = at(i, j)[c] * (1.0 - u) + at(i + 1, j)[c] * u;
        let next_row = at(i, j + 1)[c] * (1.0 - u) + at(i + 1, j + 1)[c] * u;
        row * (1.0 - v) + next_row * v
    })
}

/// Rayleigh's phase function.
fn phase_air(cosine: f64) -> f64 {
    3.0 / (16.0 * PI) * (1.0 + cosine * cosine)
}

/// Cornette and Shanks' phase function.
fn phase_haze(cosine: f64) -> f64 {
    let g2 = FORWARD * FORWARD;
    3.0 / (8.0 * PI) * (1.0 - g2) * (1.0 + cosine * cosine)
        / ((2.0 + g2) * (1.0 + g2 - 2.0 * FORWARD * cosine).powf(1.5))
}

/// The data that the rays of a sky share.
pub(super) struct Scatterer {
    pub transmittance: Transmittance,
    /// The sine of the sun's elevation.
    pub sun_sine: f64,
    weather: Weather,
    /// The radiance of light that scatters more than once, by height.
    multiple: Vec<LinearRgb>,
}

const MULTIPLE_HEIGHTS: usize = 16;

impl Scatterer {
    pub fn new(sun_elevation_rad: f64, weather: Weather) -> Self {
        let mut scatterer = Self {
            transmittance: Transmittance::new(weather),
            sun_sine: sun_elevation_rad.sin(),
            weather,
            multiple: vec![[0.0; 3]; MULTIPLE_HEIGHTS],
        };
        scatterer.multiple = (0..MULTIPLE_HEIGHTS)
            .map(|h| {
                let height_m =
                    (h as f64 / (MULTIPLE_HEIGHTS - 1) as f64).powi(2) * (TOP_M - GROUND_M);
                scatterer.gather(GROUND_M + height_m.max(10.0))
            })
            .collect();
        scatterer
    }

    /// Computes the light at a height that scatters more than once.
    ///
    /// The orders of scattering are summed as a geometric series: `second` is the second order,
    /// and `ratio` the ratio of each order to the order before.
    fn gather(&self, radius_m: f64) -> LinearRgb {
        let (mut second, mut ratio) = ([0.0; 3], [0.0; 3]);
        let (rings, azimuths) = (8, 8);
        for ring in 0..rings {
            let cosine = 2.0 * (f64::from(ring) + 0.5) / f64::from(rings) - 1.0;
            for index in 0..azimuths {
                let azimuth = (f64::from(index) + 0.5) * PI / f64::from(azimuths);
                let (light, uniform_light) = self.march(radius_m, cosine, azimuth, 16, true);
                let weight = 1.0 / f64::from(rings * azimuths);
                (0..3).for_each(|c| {
                    second[c] += light[c] * weight;
                    ratio[c] += uniform_light[c] * weight;
                });
            }
        }
        std::array::from_fn(|c| second[c] / (1.0 - ratio[c].min(0.98)))
    }

    /// Integrates along a ray. Returns the light that arrives, and the light that would arrive if
    /// light of radiance 1 came from all directions.
    ///
    /// `is_isotropic` makes the phase functions isotropic, adds light that the ground reflects, and
    /// leaves out light that scatters more than once.
    pub fn march(
        &self,
        radius_m: f64,
        cosine: f64,
        azimuth: f64,
        steps: u32,
        is_isotropic: bool,
    ) -> (LinearRgb, LinearRgb) {
        let ground = to_ground(radius_m, cosine);
        let Some(end_m) = ground.or_else(|| to_sphere(radius_m, cosine, TOP_M)) else {
            return ([0.0; 3], [0.0; 3]);
        };
        let horizontal = (1.0 - cosine * cosine).max(0.0).sqrt();
        let sun_horizontal = (1.0 - self.sun_sine * self.sun_sine).max(0.0).sqrt();
        let towards_sun = horizontal * azimuth.cos() * sun_horizontal + cosine * self.sun_sine;
        let (air_phase, haze_phase) = if is_isotropic {
            (0.25 / PI, 0.25 / PI)
        } else {
            (phase_air(towards_sun), phase_haze(towards_sun))
        };
        let (mut light, mut uniform_light, mut transmittance) = ([0.0; 3], [0.0; 3], [1.0; 3]);
        let distance_at = |k: f64| (k / f64::from(steps)).powi(2) * end_m;
        for i in 0..steps {
            let (from, to) = (distance_at(f64::from(i)), distance_at(f64::from(i) + 1.0));
            let t = 0.5 * (from + to);
            let radius_here_m = (radius_m * radius_m + t * t + 2.0 * radius_m * t * cosine).sqrt();
            let sun_here =
                ((radius_m * self.sun_sine + t * towards_sun) / radius_here_m).clamp(-1.0, 1.0);
            let (air, sun) = (
                Air::at(radius_here_m, self.weather),
                self.transmittance.get(radius_here_m, sun_here),
            );
            let multiple = if is_isotropic { [0.0; 3] } else { self.multiple_at(radius_here_m) };
            for c in 0..3 {
                let scattering = air.air_scattering[c] + air.haze_scattering;
                let source = sun[c]
                    * (air.air_scattering[c] * air_phase + air.haze_scattering * haze_phase)
                    + scattering * multiple[c];
                let step_transmittance = (-air.extinction[c] * (to - from)).exp();
                let gathered =
                    transmittance[c] * (1.0 - step_transmittance) / air.extinction[c].max(1e-12);
                light[c] += gathered * source;
                uniform_light[c] += gathered * scattering;
                transmittance[c] *= step_transmittance;
            }
        }
        if let (Some(end_m), true) = (ground, is_isotropic) {
            let sun_here =
                ((radius_m * self.sun_sine + end_m * towards_sun) / GROUND_M).clamp(-1.0, 1.0);
            let sun = self.transmittance.get(GROUND_M, sun_here);
            (0..3).for_each(|c| {
                light[c] += transmittance[c] * sun[c] * sun_here.max(0.0) * GROUND_ALBEDO / PI
            });
        }
        (light, uniform_light)
    }

    fn multiple_at(&self, radius_m: f64) -> LinearRgb {
        let h = ((radius_m - GROUND_M).max(0.0) / (TOP_M - GROUND_M)).sqrt()
            * (MULTIPLE_HEIGHTS - 1) as f64;
        let i = (h as usize).min(MULTIPLE_HEIGHTS - 2);
        let fraction = (h - i as f64).clamp(0.0, 1.0);
        std::array::from_fn(|c| {
            self.multiple[i][c] * (1.0 - fraction) + self.multiple[i + 1][c] * fraction
        })
    }
}
