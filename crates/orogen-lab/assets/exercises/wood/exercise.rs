/// Wood: a blend of DARK and LIGHT by ½(1 + sin(100(|p| + 0.15 turbulence(p)))).
pub fn wood(p: [f64; 2]) -> Colour {
    todo!("yours")
}

/// The colours of the wood.
pub const DARK: Colour = [0.48, 0.29, 0.0];
pub const LIGHT: Colour = [0.90, 0.82, 0.62];
