//! PNG pictures that encode heights in colours, and other unusual pixels.

use super::*;
use ::png::{BitDepth, ColorType};

/// Encodes a PNG, optionally with a palette or a transparent colour.
fn png_of(
    [columns, rows]: [u32; 2],
    (colour, depth): (ColorType, BitDepth),
    data: &[u8],
    (palette, transparent): (Option<&[u8]>, Option<&[u8]>),
) -> Vec<u8> {
    let mut bytes = vec![];
    let mut encoder = ::png::Encoder::new(&mut bytes, columns, rows);
    encoder.set_color(colour);
    encoder.set_depth(depth);
    palette.into_iter().for_each(|palette| encoder.set_palette(palette.to_vec()));
    transparent.into_iter().for_each(|transparent| encoder.set_trns(transparent.to_vec()));
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(data).unwrap();
    writer.finish().unwrap();
    bytes
}

const RGB: (ColorType, BitDepth) = (ColorType::Rgb, BitDepth::Eight);
const NONE: (Option<&[u8]>, Option<&[u8]>) = (None, None);

/// Encodes heights as colours, from left to right.
fn encoded(heights_m: &[f64], encoding: Encoding) -> Vec<u8> {
    let word = |height_m: f64| match encoding {
        Encoding::Terrarium => (height_m + 32_768.0) * 256.0,
        Encoding::TerrainRgb => (height_m + 10_000.0) * 10.0,
    };
    let bytes = |height_m: &f64| {
        let [_, red, green, blue] = (word(*height_m).round() as u32).to_be_bytes();
        [red, green, blue]
    };
    heights_m.iter().flat_map(bytes).collect()
}

#[test]
fn encoded_heights_are_exact() {
    let slope: Vec<f64> = (0..256).map(|i| -420.5 + 37.25 * f64::from(i)).collect();
    for encoding in Encoding::ALL {
        let data = encoded(&slope, encoding);
        let bytes = png_of([16, 16], RGB, &data, NONE);
        let reading = format!("encoding={}", encoding.name());
        let read = read_map(&bytes, "a.png", &reading);
        let exact = |x: &f64| match encoding {
            Encoding::Terrarium => *x,
            // Whole decimetres.
            Encoding::TerrainRgb => ((x + 10_000.0) * 10.0).round() / 10.0 - 10_000.0,
        };
        let expected: Vec<f32> = slope.iter().map(|x| exact(x) as f32).collect();
        assert_eq!(read.samples, expected, "{encoding:?}");
        assert_eq!((read.unit, &*read.form), (SampleUnit::Metres(1.0), "PNG of encoded heights"));
        assert!(read.warnings.is_empty(), "{:?}", read.warnings);
        // A transparent pixel is a void.
        let with_alpha: Vec<u8> = data
            .chunks(3)
            .enumerate()
            .flat_map(|(i, pixel)| [pixel[0], pixel[1], pixel[2], if i == 7 { 0 } else { 255 }])
            .collect();
        let bytes = png_of([16, 16], (ColorType::Rgba, BitDepth::Eight), &with_alpha, NONE);
        let again = read_map(&bytes, "a.png", &reading);
        assert!(again.samples[7].is_nan() && again.samples[8] == read.samples[8]);
    }
    assert_eq!(Encoding::Terrarium.height_m([128, 0, 0]), 0.0);
    assert_eq!(Encoding::Terrarium.height_m([255, 255, 255]), 32_767.996_093_75);
    assert_eq!(Encoding::TerrainRgb.height_m([0, 0, 0]), -10_000.0);
    assert_eq!(Encoding::TerrainRgb.height_m([1, 134, 160]), 0.0);
}

#[test]
fn colours_that_look_like_heights_cause_a_warning() {
    let slope: Vec<f64> = (0..1024).map(|i| 300.0 + 1.75 * f64::from(i % 32 + i / 32)).collect();
    for encoding in Encoding::ALL {
        let bytes = png_of([32, 32], RGB, &encoded(&slope, encoding), NONE);
        let read = read_map(&bytes, "a.png", "channel=red");
        let words = format!("--encoding {} decodes them", encoding.name());
        assert!(read.warnings.iter().any(|note| note.contains(&words)), "{:?}", read.warnings);
        let problem = try_read(&bytes, "a.png", "").unwrap_err().to_string();
        assert!(problem.contains("--encoding terrarium or terrain-rgb"), "{problem}");
    }
    // A grey ramp, and a picture of many colours.
    let grey: Vec<u8> = (0..1024).flat_map(|i| [(i / 4) as u8; 3]).collect();
    let random: Vec<u8> = (0..3072).map(|i| orogen_noise::hash::avalanche(i) as u8).collect();
    for data in [grey, random] {
        let read = read_map(&png_of([32, 32], RGB, &data, NONE), "a.png", "channel=red");
        assert!(!read.warnings.iter().any(|note| note.contains("--encoding")), "{read:?}");
    }
}

#[test]
fn an_encoding_needs_colours_of_8_bits() {
    let problem =
        |bytes: &[u8], name| try_read(bytes, name, "encoding=terrarium").unwrap_err().to_string();
    let words = "terrarium needs three or four channels of 8 bits, and it has 1 of 16 bits";
    assert_eq!(problem(&png16([4, 4]), "a.png"), words);
    let wide = png_of([2, 2], (ColorType::Rgb, BitDepth::Sixteen), &[9; 24], NONE);
    assert!(problem(&wide, "a.png").contains("it has 3 of 16 bits"));
    let tiff = tiff_of([4, 4], &floats([4, 4]), &Geo::default());
    assert!(problem(&tiff, "a.tif").contains("an encoding of colours in a PNG"));
    let message = "encoding=red".parse::<Reading>().unwrap_err().to_string();
    assert!(message.contains("encoding=terrarium or terrain-rgb"), "{message}");
    let reading: Reading = "encoding=terrain-rgb".parse().unwrap();
    assert_eq!(reading.to_string().parse(), Ok(reading));
}

#[test]
fn samples_of_few_bits_keep_their_values() {
    for (depth, data, expected, max_sample) in [
        (BitDepth::One, [0b1001_0000, 0b0110_0000], [1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0], 1.0),
        (BitDepth::Two, [0b0001_1011, 0b1110_0100], [0.0, 1.0, 2.0, 3.0, 3.0, 2.0, 1.0, 0.0], 3.0),
    ] {
        let bytes = png_of([4, 2], (ColorType::Grayscale, depth), &data, NONE);
        let read = read_map(&bytes, "a.png", "");
        assert_eq!((&read.samples[..], read.unit), (&expected[..], SampleUnit::UpTo(max_sample)));
        assert!(read.warnings[0].contains(&format!("{} heights in all", max_sample + 1.0)));
    }
    let bytes = png_of([2, 2], (ColorType::Grayscale, BitDepth::Four), &[0x1f, 0x70], NONE);
    let read = read_map(&bytes, "a.png", "");
    assert_eq!((read.samples, read.unit), (vec![1.0, 15.0, 7.0, 0.0], SampleUnit::UpTo(15.0)));
    assert_eq!(read.form, "4-bit PNG");
}

#[test]
fn transparent_pixels_are_voids_or_cause_a_warning() {
    let grey = (ColorType::Grayscale, BitDepth::Eight);
    let bytes = png_of([2, 2], grey, &[9, 7, 0, 9], (None, Some(&[0, 0])));
    let read = read_map(&bytes, "a.png", "");
    assert!(read.samples[2].is_nan() && read.samples[..2] == [9.0, 7.0], "{:?}", read.samples);
    let alpha = (ColorType::GrayscaleAlpha, BitDepth::Eight);
    let read = read_map(&png_of([2, 2], alpha, &[9, 255, 7, 0, 0, 90, 9, 255], NONE), "a.png", "");
    assert_eq!(read.samples, [9.0, 7.0, 0.0, 9.0]);
    assert!(read.warnings.iter().any(|note| note.starts_with("2 of its pixels are transparent")));
    let palette = (ColorType::Indexed, BitDepth::Eight);
    let colours: &[u8] = &[10, 20, 30, 40, 50, 60];
    let bytes = png_of([2, 2], palette, &[0, 1, 1, 0], (Some(colours), None));
    let read = read_map(&bytes, "a.png", "channel=green");
    assert_eq!(read.samples, [20.0, 50.0, 50.0, 20.0]);
    assert!(read.warnings.iter().any(|note| note.contains("not the palette indices")));
}
