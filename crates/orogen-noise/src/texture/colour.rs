//! Display colours and operations on them.

/// Red, green and blue as display values: 0 is black, 1 is full.
pub type Rgb = [f64; 3];

/// A display value as a byte.
pub fn byte(value: f64) -> u8 {
    // A cast saturates; NaN becomes 0.
    (value * 255.0 + 0.5) as u8
}

/// From `a` at 0 to `b` at 1; `t` is clamped.
pub fn mix(a: Rgb, b: Rgb, t: f64) -> Rgb {
    let t = t.clamp(0.0, 1.0);
    std::array::from_fn(|channel| a[channel] + t * (b[channel] - a[channel]))
}

/// Every channel times `factor`.
pub fn scale(colour: Rgb, factor: f64) -> Rgb {
    colour.map(|channel| channel * factor)
}

/// 0 below `low`, 1 above `high`, 3t² − 2t³ between.
pub fn smoothstep(low: f64, high: f64, x: f64) -> f64 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// The colour at `t` of a ramp of stops with rising places.
///
/// The first and the last colour continue beyond the ends.
pub fn ramp(stops: &[(f64, Rgb)], t: f64) -> Rgb {
    let after = stops.iter().position(|(place, _)| *place > t).unwrap_or(stops.len());
    match (after.checked_sub(1).map(|before| stops[before]), stops.get(after)) {
        (Some((low, a)), Some(&(high, b))) => mix(a, b, (t - low) / (high - low)),
        (Some((_, colour)), None) | (None, Some(&(_, colour))) => colour,
        (None, None) => [0.0; 3],
    }
}

/// A colour from its bytes, as in #rrggbb.
pub const fn hex(rrggbb: u32) -> Rgb {
    [
        (rrggbb >> 16 & 255) as f64 / 255.0,
        (rrggbb >> 8 & 255) as f64 / 255.0,
        (rrggbb & 255) as f64 / 255.0,
    ]
}
