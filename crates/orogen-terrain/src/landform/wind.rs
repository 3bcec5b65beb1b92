//! What dunes share: the wind, and sand's angle of rest.

use orogen_noise::trig::sin_cos_turns;

/// The tangent of 32°, at which dry sand rests.
pub const LEE_SLOPE: f64 = 0.624_869_351_909_327_5;

/// The way to the east and to the south of a metre along an azimuth.
pub fn downwind(azimuth_deg: f64) -> [f64; 2] {
    let (sin, cos) = sin_cos_turns(azimuth_deg / 360.0);
    [sin, -cos]
}
