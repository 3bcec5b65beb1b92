/// Marble: a blend of WHITE and DARK by ½(1 + fbm2d(p + 4q)), where
/// q = (fbm2d(p), fbm2d(p + (1.7, 4.6))).
pub fn marble(p: [f64; 2]) -> Colour {
    todo!("yours")
}

/// The colours of the marble.
pub const WHITE: Colour = [0.95, 0.95, 0.95];
pub const DARK: Colour = [0.48, 0.29, 0.0];
