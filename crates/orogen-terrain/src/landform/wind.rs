//! The wind and the sand's angle of rest, which all dunes share.

use orogen_noise::trig::sin_cos_turns;

/// The tangent of 32°, at which dry sand rests.
pub const LEE_SLOPE: f64 = 0.624_869_351_909_327_5;

/// The unit vector of an azimuth, to the east and to the south.
pub fn downwind(azimuth_deg: f64) -> [f64; 2] {
    let (sin, cos) = sin_cos_turns(azimuth_deg / 360.0);
    [sin, -cos]
}
