//! The texels of a level for shaders.

use super::heights::HorizonHeights;

/// The texels of a level, row by row from the north.
pub struct Texels {
    /// Four numbers as the bits of 16-bit floats. They are the height above the sea, the height of
    /// the shadow and the softness of its edge, in metres; and the share of open sky.
    pub light: Vec<[u16; 4]>,
    /// Three bytes from 0 to 255, and a zero. They are the cosine of the sun's angle of incidence
    /// (0 in shadow), the upward part of the normal, and the square root of the reflected light.
    pub ground: Vec<[u8; 4]>,
}

impl Texels {
    /// Packs a level's shadows, their softness and the open sky; and its direct and reflected
    /// light.
    pub(super) fn new(
        heights: &HorizonHeights,
        level: usize,
        [shadow_m, soft_m, open_sky]: [&[f32]; 3],
        [incidence, reflected]: [&[f32]; 2],
    ) -> Self {
        let n = heights.nest.texels;
        let light = (0..n * n).map(|i| {
            let height_m = heights.inner(level, i / n)[i % n];
            [height_m, shadow_m[i], soft_m[i], open_sky[i]].map(half)
        });
        let ground = (0..n * n).map(|i| {
            let [east, south] = heights.slope(level, i / n, i % n);
            let up = 1.0 / (1.0 + east * east + south * south).sqrt();
            [incidence[i], up, reflected[i].sqrt(), 0.0].map(|share| (255.0 * share + 0.5) as u8)
        });
        Self { light: light.collect(), ground: ground.collect() }
    }
}

/// The bits of the nearest finite 16-bit float; subnormal numbers become 0.
fn half(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16) & 0x8000;
    // Round to nearest by a carry into the kept bits, then move the exponent's bias.
    let rounded = (bits & 0x7fff_ffff) + 0x1000;
    let moved = (rounded >> 13) as i32 - ((127 - 15) << 10);
    let usual = if moved < 0x400 { 0 } else { moved.min(0x7bff) };
    (sign | usual as u32) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_is_the_nearest_16_bit_float() {
        for (value, bits) in [
            (0.0, 0),
            (1.0, 0x3c00),
            (-2.0, 0xc000),
            (1.0 + 1.0 / 1024.0, 0x3c01),
            (1.0 + 1.4 / 1024.0, 0x3c01),
            (1.0 + 1.6 / 1024.0, 0x3c02),
            (1e9, 0x7bff),
            (f32::NEG_INFINITY, 0xfbff),
            (1e-9, 0),
        ] {
            assert_eq!(half(value), bits, "{value}");
        }
    }
}
