/// Wood: a blend of DARK and LIGHT by ½(1 + sin(100(|p| + 0.15 turbulence(p)))).
pub fn wood(p: [f64; 2]) -> Colour {
    let radius = (p[0] * p[0] + p[1] * p[1]).sqrt();
    let ring = (100.0 * (radius + 0.15 * turbulence(p))).sin();
    mix_colours(DARK, LIGHT, 0.5 * (1.0 + ring))
}

/// The colours of the wood.
pub const DARK: Colour = [0.48, 0.29, 0.0];
pub const LIGHT: Colour = [0.90, 0.82, 0.62];
