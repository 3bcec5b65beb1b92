/// The sum of OCTAVES octaves of `noise2d`. The first has frequency and amplitude 1; each further one
/// has LACUNARITY times the frequency and GAIN times the amplitude of the one before.
pub fn fbm2d([x, y]: [f64; 2]) -> f64 {
    todo!("yours")
}
