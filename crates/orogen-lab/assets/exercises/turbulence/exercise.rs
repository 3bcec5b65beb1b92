/// Like `fbm2d`, with the magnitude of each octave: |noise|.
pub fn turbulence([x, y]: [f64; 2]) -> f64 {
    todo!("yours")
}
