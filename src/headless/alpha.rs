//! Converts between display values and linear light. Also corrects the colours of partly
//! transparent pixels.

use image::RgbaImage;

/// Converts an sRGB display value to linear light.
pub(super) fn to_linear(value: u8) -> f32 {
    let display = f32::from(value) / 255.0;
    if display <= 0.04045 { display / 12.92 } else { ((display + 0.055) / 1.055).powf(2.4) }
}

/// Converts linear light from 0 to 1 to an sRGB display value.
pub(super) fn to_display(light: f32) -> u8 {
    let display = match light <= 0.003_130_8 {
        true => light * 12.92,
        false => 1.055 * light.powf(1.0 / 2.4) - 0.055,
    };
    (display * 255.0).round() as u8
}

/// Converts premultiplied colours to straight colours. The driver averages the samples of a pixel in
/// linear light, and counts a sample without land as black. A file stores the colour of the land
/// itself, and the fraction of the pixel that land covers as alpha.
pub(super) fn straighten(image: &mut RgbaImage) {
    for pixel in image.pixels_mut() {
        let [r, g, b, a] = pixel.0;
        if a == 0 || a == 255 {
            continue;
        }
        let coverage = f32::from(a) / 255.0;
        let straight = |value: u8| {
            let light = to_linear(value) / coverage;
            to_display(light.min(1.0))
        };
        pixel.0 = [straight(r), straight(g), straight(b), a];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    #[test]
    fn display_inverts_light() {
        for value in 0..=255 {
            assert_eq!(to_display(to_linear(value)), value);
        }
    }

    #[test]
    fn a_partly_covered_pixel_gets_the_colour_of_the_land() {
        // One of four samples is land, with the colour 200, 100, 50.
        let averaged = |value: u8| to_display(to_linear(value) / 4.0);
        let edge = Rgba([averaged(200), averaged(100), averaged(50), 64]);
        let mut image = RgbaImage::from_pixel(1, 1, edge);
        straighten(&mut image);
        let [r, g, b, a] = image.get_pixel(0, 0).0;
        for (got, wanted) in [(r, 200), (g, 100), (b, 50)] {
            assert!((i32::from(got) - wanted).abs() <= 2, "{got} is not {wanted}");
        }
        assert_eq!(a, 64);
    }
}
