/// Like `fbm2d`, but the sum of the octaves' magnitudes, |noise|.
pub fn turbulence([x, y]: [f64; 2]) -> f64 {
    todo!("yours")
}
