/// The fade 6t⁵ − 15t⁴ + 10t³, for t from 0 to 1.
pub fn fade(t: f64) -> f64 {
    t * t * t * (t * (6.0 * t - 15.0) + 10.0)
}

/// The linear blend of a and b: a at t = 0, b at t = 1.
pub fn mix(a: f64, b: f64, t: f64) -> f64 {
    a + t * (b - a)
}
