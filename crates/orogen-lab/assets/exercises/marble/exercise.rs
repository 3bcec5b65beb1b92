/// Marble: with q = (fbm2d(p), fbm2d(p + (1.7, 4.6))), from WHITE to DARK by ½(1 + fbm2d(p + 4q)).
pub fn marble(p: [f64; 2]) -> Colour {
    todo!("yours")
}

/// Its colours.
pub const WHITE: Colour = [0.95, 0.95, 0.95];
pub const DARK: Colour = [0.48, 0.29, 0.0];
