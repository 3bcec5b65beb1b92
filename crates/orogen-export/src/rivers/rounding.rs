//! The precision of written numbers.

/// Rounds to three decimal places, so that files are short and have the same digits everywhere.
pub(super) fn thousandths(x: f64) -> f64 {
    (x * 1000.0).round() / 1000.0
}

/// Rounds to six decimal places.
pub(super) fn millionths(x: f64) -> f64 {
    (x * 1e6).round() / 1e6
}
