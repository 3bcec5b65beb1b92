//! The logarithmic scale of catchment areas.

/// The formula that turns a sample into its catchment.
pub(super) const FORMULA: &str =
    "km² = (2^(16 × sample / 65535) − 1) / 16, 0 away from rivers and dry valleys";

/// The number of doublings on the scale, which ends at 4096 km².
const OCTAVES: f64 = 16.0;

/// The inverse of the catchment, in km², at which the scale turns from linear to logarithmic.
const PER_KM2: f64 = 16.0;

/// Returns the position of a catchment on the logarithmic scale: 0 for no catchment, 1 for 4096 km²
/// and more.
pub(super) fn log_scale(catchment_km2: f32) -> f32 {
    (log2(1.0 + PER_KM2 * f64::from(catchment_km2)) / OCTAVES).min(1.0) as f32
}

/// The binary logarithm of x ≥ 1 with the same bits on all machines.
fn log2(x: f64) -> f64 {
    let mut whole = 0.0;
    let mut rest = x;
    while rest >= 2.0 {
        rest *= 0.5;
        whole += 1.0;
    }
    // ln(rest) = 2 artanh t. With rest below 2, t is below 1/3, and the next term is below 2e-9.
    let t = (rest - 1.0) / (rest + 1.0);
    let square = t * t;
    let sum = (0..8).rev().fold(0.0, |sum, i| sum * square + 1.0 / f64::from(2 * i + 1));
    whole + 2.0 * std::f64::consts::LOG2_E * t * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_matches_the_formula() {
        for km2 in [0.0, 0.01, 0.0625, 0.3, 1.0, 7.3, 250.0, 3000.0, 4095.0] {
            let sample = (f64::from(log_scale(km2)) * 65535.0).round();
            let read_km2 = (f64::powf(2.0, 16.0 * sample / 65535.0) - 1.0) / 16.0;
            assert!((read_km2 - f64::from(km2)).abs() < 1e-5 + 1e-4 * f64::from(km2), "{km2}");
        }
        assert_eq!([log_scale(0.0), log_scale(1e9)], [0.0, 1.0]);
        for x in (0..1000).map(|i| 1.0 + 1.7 * f64::from(i)) {
            assert!((log2(x) - x.log2()).abs() < 1e-8, "{x}");
        }
    }
}
