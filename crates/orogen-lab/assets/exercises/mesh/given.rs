/// The fade 6t⁵ − 15t⁴ + 10t³, for t from 0 to 1.
pub fn fade(t: f64) -> f64 {
    t * t * t * (t * (6.0 * t - 15.0) + 10.0)
}

/// The linear blend of a and b: a at t = 0, b at t = 1.
pub fn mix(a: f64, b: f64, t: f64) -> f64 {
    a + t * (b - a)
}

/// Gradient noise in the plane: every lattice point (i, j) has the gradient `gradient(i, j)`.
pub fn noise2d([x, y]: [f64; 2]) -> f64 {
    let (i, j) = (x.floor(), y.floor());
    let (u, v) = (x - i, y - j);
    let corner = |di: i64, dj: i64| {
        let [gx, gy] = gradient(i as i64 + di, j as i64 + dj);
        gx * (u - di as f64) + gy * (v - dj as f64)
    };
    let below = mix(corner(0, 0), corner(1, 0), fade(u));
    let above = mix(corner(0, 1), corner(1, 1), fade(u));
    mix(below, above, fade(v))
}

/// The sum of OCTAVES octaves of `noise2d`. The first has frequency and amplitude 1; each further one
/// has LACUNARITY times the frequency and GAIN times the amplitude of the one before.
pub fn fbm2d([x, y]: [f64; 2]) -> f64 {
    let (mut sum, mut frequency, mut amplitude) = (0.0, 1.0, 1.0);
    for _ in 0..OCTAVES {
        sum += amplitude * noise2d([frequency * x, frequency * y]);
        frequency *= LACUNARITY;
        amplitude *= GAIN;
    }
    sum
}
