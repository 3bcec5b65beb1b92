/// A map: WATER where s = fbm2d(p) is below −0.075, else a blend of GRASS and MOUNTAIN by s + 0.075.
pub fn map(p: [f64; 2]) -> Colour {
    let s = fbm2d(p);
    if s < -0.075 { WATER } else { mix_colours(GRASS, MOUNTAIN, s + 0.075) }
}

/// The colours of the map.
pub const WATER: Colour = [0.29, 0.51, 0.62];
pub const GRASS: Colour = [0.43, 0.53, 0.23];
pub const MOUNTAIN: Colour = [0.8, 0.7, 0.7];
