//! A smooth rise from 0 to 1.

/// Rises from 0 to 1 between two numbers, with a slope of 0 at both ends.
pub(super) fn smoothstep([from, to]: [f64; 2], x: f64) -> f64 {
    if to <= from {
        return if x > from { 1.0 } else { 0.0 };
    }
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
