/// The sum of OCTAVES octaves of `noise2d`, with frequencies and amplitudes as on the line.
pub fn fbm2d([x, y]: [f64; 2]) -> f64 {
    todo!("yours")
}
