/// The sum of OCTAVES octaves of `noise1d`. The first has frequency and amplitude 1; each further one
/// has LACUNARITY times the frequency and GAIN times the amplitude of the one before.
pub fn fbm1d(x: f64) -> f64 {
    todo!("yours")
}
