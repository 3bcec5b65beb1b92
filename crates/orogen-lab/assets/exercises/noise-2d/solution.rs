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
