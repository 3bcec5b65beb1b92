/// The sum of OCTAVES octaves of `noise1d`: the first has frequency and amplitude 1, each next one
/// LACUNARITY times the frequency and GAIN times the amplitude.
pub fn fbm1d(x: f64) -> f64 {
    todo!("yours")
}
