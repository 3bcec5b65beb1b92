/// The sum of OCTAVES octaves of `noise2d`, with the frequencies and amplitudes of `fbm1d`.
pub fn fbm2d([x, y]: [f64; 2]) -> f64 {
    todo!("yours")
}
