//! Display colours and operations on them.

/// Red, green and blue as display values: 0 is black, 1 is full intensity.
pub type Rgb = [f64; 3];

/// Converts a display value to a byte.
pub fn byte(value: f64) -> u8 {
    // A cast saturates; NaN becomes 0.
    (value * 255.0 + 0.5) as u8
}

/// Mixes two colours: `a` at t = 0, `b` at t = 1. `t` is clamped.
pub fn mix(a: Rgb, b: Rgb, t: f64) -> Rgb {
    let t = t.clamp(0.0, 1.0);
    std::array::from_fn(|channel| a[channel] + t * (b[channel] - a[channel]))
}

/// Multiplies every channel by `factor`.
pub fn scale(colour: Rgb, factor: f64) -> Rgb {
    colour.map(|channel| channel * factor)
}

/// The smoothstep function: 0 below `low`, 1 above `high`, 3t² − 2t³ between.
pub fn smoothstep(low: f64, high: f64, x: f64) -> f64 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// The colour at `t` on a ramp of (place, colour) stops with ascending places.
///
/// Beyond its ends the ramp has the first or the last colour.
pub fn ramp(stops: &[(f64, Rgb)], t: f64) -> Rgb {
    let after = stops.iter().position(|(place, _)| *place > t).unwrap_or(stops.len());
    match (after.checked_sub(1).map(|before| stops[before]), stops.get(after)) {
        (Some((low, a)), Some(&(high, b))) => mix(a, b, (t - low) / (high - low)),
        (Some((_, colour)), None) | (None, Some(&(_, colour))) => colour,
        (None, None) => [0.0; 3],
    }
}

/// Makes a colour from 0xrrggbb.
pub const fn hex(rrggbb: u32) -> Rgb {
    [
        (rrggbb >> 16 & 255) as f64 / 255.0,
        (rrggbb >> 8 & 255) as f64 / 255.0,
        (rrggbb & 255) as f64 / 255.0,
    ]
}
