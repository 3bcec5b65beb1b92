/// Like `fbm2d`, but the sum of the octaves' magnitudes, |noise|.
pub fn turbulence([x, y]: [f64; 2]) -> f64 {
    let (mut sum, mut frequency, mut amplitude) = (0.0, 1.0, 1.0);
    for _ in 0..OCTAVES {
        sum += amplitude * noise2d([frequency * x, frequency * y]).abs();
        frequency *= LACUNARITY;
        amplitude *= GAIN;
    }
    sum
}
