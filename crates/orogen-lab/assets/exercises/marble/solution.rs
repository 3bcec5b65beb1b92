/// Marble: a blend of WHITE and DARK by ½(1 + fbm2d(p + 4q)), where
/// q = (fbm2d(p), fbm2d(p + (1.7, 4.6))).
pub fn marble(p: [f64; 2]) -> Colour {
    let [x, y] = p;
    let q = [fbm2d(p), fbm2d([x + 1.7, y + 4.6])];
    mix_colours(WHITE, DARK, 0.5 * (1.0 + fbm2d([x + 4.0 * q[0], y + 4.0 * q[1]])))
}

/// The colours of the marble.
pub const WHITE: Colour = [0.95, 0.95, 0.95];
pub const DARK: Colour = [0.48, 0.29, 0.0];
