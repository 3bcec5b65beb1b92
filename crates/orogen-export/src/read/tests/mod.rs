//! Files made by other libraries or byte by byte are read and compared.

mod archives;
mod colours;
mod false_claims;
mod fuzz;
mod georeferencing;
mod grids;
mod layers;
mod parts;
mod synthetic_tiff;
mod unusual_tiffs;

use std::io::Cursor;
use std::path::Path;

use super::*;

/// Heights that rise eastward and southward, all different.
fn sample(column: usize, row: usize) -> u16 {
    (1000 + 700 * column + 90 * row) as u16
}

fn samples([columns, rows]: [usize; 2]) -> Vec<u16> {
    (0..columns * rows).map(|i| sample(i % columns, i / columns)).collect()
}

fn floats(size: [usize; 2]) -> Vec<f32> {
    samples(size).into_iter().map(f32::from).collect()
}

fn try_read(bytes: &[u8], name: &str, reading: &str) -> Result<DecodedMap, ReadProblem> {
    read_from(Cursor::new(bytes), Path::new(name), &reading.parse().unwrap())
}

fn read_map(bytes: &[u8], name: &str, reading: &str) -> DecodedMap {
    try_read(bytes, name, reading).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// Encodes a picture with the image crate.
fn picture(picture: image::DynamicImage, format: image::ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(vec![]);
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn grey16(size: [usize; 2]) -> image::DynamicImage {
    let [columns, rows] = size.map(|side| side as u32);
    image::ImageBuffer::<image::Luma<u16>, _>::from_raw(columns, rows, samples(size))
        .unwrap()
        .into()
}

fn colour8([columns, rows]: [usize; 2]) -> image::DynamicImage {
    let pixel = |x: u32, y: u32| image::Rgb([x as u8, y as u8, (x + y) as u8]);
    image::RgbImage::from_fn(columns as u32, rows as u32, pixel).into()
}

fn png16(size: [usize; 2]) -> Vec<u8> {
    picture(grey16(size), image::ImageFormat::Png)
}

/// The optional tags of a TIFF.
#[derive(Default)]
struct Geo<'a> {
    scale: Option<[f64; 3]>,
    tie: Option<[f64; 6]>,
    matrix: Option<[f64; 16]>,
    keys: Vec<[u16; 4]>,
    void: Option<&'a str>,
    lzw: bool,
}

/// Encodes a TIFF of floats with the tiff crate.
fn tiff_of([columns, rows]: [usize; 2], samples: &[f32], geo: &Geo) -> Vec<u8> {
    use ::tiff::encoder::{Compression, TiffEncoder, colortype::Gray32Float};
    use ::tiff::tags::Tag;
    let mut bytes = Cursor::new(vec![]);
    let compression = if geo.lzw { Compression::Lzw } else { Compression::Uncompressed };
    let mut tiff = TiffEncoder::new(&mut bytes).unwrap().with_compression(compression);
    let mut image = tiff.new_image::<Gray32Float>(columns as u32, rows as u32).unwrap();
    let tags = image.encoder();
    if let Some(scale) = geo.scale {
        tags.write_tag(Tag::ModelPixelScaleTag, &scale[..]).unwrap();
    }
    if let Some(tie) = geo.tie {
        tags.write_tag(Tag::ModelTiepointTag, &tie[..]).unwrap();
    }
    if let Some(matrix) = geo.matrix {
        tags.write_tag(Tag::ModelTransformationTag, &matrix[..]).unwrap();
    }
    if !geo.keys.is_empty() {
        let mut keys = vec![[1, 1, 0, geo.keys.len() as u16]];
        keys.extend(&geo.keys);
        tags.write_tag(Tag::GeoKeyDirectoryTag, &keys.concat()[..]).unwrap();
    }
    if let Some(void) = geo.void {
        tags.write_tag(Tag::GdalNodata, void).unwrap();
    }
    image.write_data(samples).unwrap();
    bytes.into_inner()
}

/// Encodes an EXR of one channel with the exr crate.
fn exr_of([columns, rows]: [usize; 2], channel: &str, half: bool) -> Vec<u8> {
    use ::exr::prelude::*;
    let values = floats([columns, rows]);
    let data = match half {
        true => FlatSamples::F16(values.iter().map(|x| f16::from_f32(*x)).collect()),
        false => FlatSamples::F32(values),
    };
    let channel = AnyChannel::new(channel, data);
    let layer = Layer::new(
        (columns, rows),
        LayerAttributes::named("heights"),
        Encoding::SMALL_LOSSLESS,
        AnyChannels::sort([channel].into_iter().collect()),
    );
    let mut bytes = Cursor::new(vec![]);
    Image::from_layer(layer).write().non_parallel().to_buffered(&mut bytes).unwrap();
    bytes.into_inner()
}

fn raw16(size: [usize; 2], big: bool) -> Vec<u8> {
    let bytes = |x: u16| if big { x.to_be_bytes() } else { x.to_le_bytes() };
    samples(size).into_iter().flat_map(bytes).collect()
}

/// Corrects the checksums of a PNG's chunks, so that the reader examines their content.
fn fix_checksums(bytes: &mut [u8]) {
    let mut offset = 8;
    while let Some(head) = bytes.get(offset..offset + 8) {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let end = offset.saturating_add(8).saturating_add(length);
        let Some(body) = bytes.get(offset + 4..end) else { return };
        let checksum = crc32fast::hash(body).to_be_bytes();
        let Some(stored) = bytes.get_mut(end..end + 4) else { return };
        stored.copy_from_slice(&checksum);
        offset = end + 4;
    }
}

fn asc(size: [usize; 2]) -> String {
    let mut text = format!(
        "ncols {}\nnrows {}\nxllcorner 600000\nyllcorner 5100000\ncellsize 25\nNODATA_value -9999\n",
        size[0], size[1]
    );
    for (i, sample) in samples(size).iter().enumerate() {
        text += &format!("{sample}{}", if i % 7 == 6 { "\r\n" } else { " " });
    }
    text
}

#[test]
fn a_png_of_16_or_8_bits_is_read() {
    let size = [13, 9];
    let read = read_map(&png16(size), "a.png", "");
    assert_eq!((read.size, &read.samples), (size, &floats(size)));
    assert_eq!((read.unit, &*read.form), (SampleUnit::UpTo(65_535.0), "16-bit PNG"));
    assert!(read.warnings.is_empty());
    let grey = grey16(size).to_luma8();
    let expected: Vec<f32> = grey.as_raw().iter().map(|x| f32::from(*x)).collect();
    let read = read_map(&picture(grey.into(), image::ImageFormat::Png), "a.png", "");
    assert_eq!((read.unit, read.samples), (SampleUnit::UpTo(255.0), expected));
    assert!(read.warnings[0].contains("256 heights"), "{:?}", read.warnings);
    let south = read_map(&png16(size), "a.png", "south-first");
    assert_eq!(south.samples[..13], floats(size)[8 * 13..]);
    assert_eq!(south.samples[4 * 13..5 * 13], floats(size)[4 * 13..5 * 13]);
}

#[test]
fn colours_need_a_channel() {
    let bytes = picture(colour8([6, 5]), image::ImageFormat::Png);
    let problem = try_read(&bytes, "a.png", "").unwrap_err().to_string();
    assert_eq!(
        problem,
        "it has 3 channels; choose the one that holds the heights, as in channel=red; or decode all channels \
         together, with --encoding terrarium or terrain-rgb"
    );
    let green = read_map(&bytes, "a.png", "channel=green");
    assert_eq!(green.samples[6..12], [1.0; 6]);
    assert_eq!(read_map(&bytes, "a.png", "channel=2").samples, green.samples);
    let problem = try_read(&bytes, "a.png", "channel=cyan").unwrap_err().to_string();
    assert!(problem.starts_with("it has no channel `cyan`; its channels are 1 to 3"), "{problem}");
    let bytes = picture(colour8([6, 5]), image::ImageFormat::Tiff);
    assert_eq!(read_map(&bytes, "a.tif", "channel=g").samples, green.samples);
}

#[test]
fn an_interlaced_png_is_read() {
    // 2 × 2 grey samples of 8 bits in three passes, as in the specification.
    let passes = [[0, 10].as_slice(), &[0, 20], &[0, 30, 40]].concat();
    let mut zlib = flate2::write::ZlibEncoder::new(vec![], flate2::Compression::default());
    std::io::Write::write_all(&mut zlib, &passes).unwrap();
    let head = [0, 0, 0, 2, 0, 0, 0, 2, 8, 0, 0, 0, 1];
    let chunks = [(b"IHDR", head.to_vec()), (b"IDAT", zlib.finish().unwrap()), (b"IEND", vec![])];
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, data) in chunks {
        bytes.extend((data.len() as u32).to_be_bytes());
        let body = [&name[..], &data].concat();
        bytes.extend(&body);
        bytes.extend(crc32fast::hash(&body).to_be_bytes());
    }
    assert_eq!(read_map(&bytes, "a.png", "").samples, [10.0, 20.0, 30.0, 40.0]);
}

#[test]
fn a_tiff_of_every_number_format_is_read() {
    use ::tiff::encoder::{TiffEncoder, colortype};
    let size = [11, 7];
    let read = read_map(&picture(grey16(size), image::ImageFormat::Tiff), "a.tif", "");
    assert_eq!((read.samples, read.unit), (floats(size), SampleUnit::UpTo(65_535.0)));
    macro_rules! check_format {
        ($colour:ident, $type:ty, $unit:expr) => {
            let values: Vec<$type> = samples(size).iter().map(|x| (*x / 80) as $type).collect();
            let mut bytes = Cursor::new(vec![]);
            let mut tiff = TiffEncoder::new(&mut bytes).unwrap();
            tiff.write_image::<colortype::$colour>(11, 7, &values).unwrap();
            let read = read_map(&bytes.into_inner(), "a.tiff", "");
            let expected: Vec<f32> = values.iter().map(|x| *x as f32).collect();
            assert_eq!((read.samples, read.unit), (expected, $unit), stringify!($type));
        };
    }
    check_format!(Gray8, u8, SampleUnit::UpTo(255.0));
    check_format!(Gray32, u32, SampleUnit::UpTo(4_294_967_295.0));
    check_format!(GrayI8, i8, SampleUnit::Metres(1.0));
    check_format!(GrayI16, i16, SampleUnit::Metres(1.0));
    check_format!(GrayI32, i32, SampleUnit::Metres(1.0));
    check_format!(Gray32Float, f32, SampleUnit::Metres(1.0));
    check_format!(Gray64Float, f64, SampleUnit::Metres(1.0));
    let lzw = tiff_of(size, &floats(size), &Geo { lzw: true, ..Geo::default() });
    assert_eq!(read_map(&lzw, "a.tif", "").samples, floats(size));
    let shares: Vec<f32> = floats(size).iter().map(|x| x / 65_535.0).collect();
    assert_eq!(
        read_map(&tiff_of(size, &shares, &Geo::default()), "a.tif", "").unit,
        SampleUnit::UpTo(1.0)
    );
}

#[test]
fn an_exr_is_read_by_channel() {
    let size = [12, 8];
    for (channel, half) in [("R", false), ("Y", false), ("R", true), ("depth", false)] {
        let read = read_map(&exr_of(size, channel, half), "a.exr", "");
        assert_eq!(read.size, size);
        for (sample, expected) in read.samples.iter().zip(floats(size)) {
            let tolerance = if half { 4.0 } else { 0.0 };
            assert!((sample - expected).abs() <= tolerance, "{channel}: {sample} {expected}");
        }
        assert_eq!(half, !read.warnings.is_empty());
    }
    // The image crate writes three channels.
    let pixel = |x: u32, y: u32| image::Rgb([x as f32, 100.0 + y as f32, 0.5]);
    let colours = image::Rgb32FImage::from_fn(7, 5, pixel);
    let bytes = picture(colours.into(), image::ImageFormat::OpenExr);
    assert_eq!(read_map(&bytes, "a.exr", "").samples[..7], [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(read_map(&bytes, "a.exr", "channel=green").samples[..7], [100.0; 7]);
    let problem = try_read(&bytes, "a.exr", "channel=Q").unwrap_err().to_string();
    assert!(problem.contains("choose the channel that holds the heights (B, G, R)"), "{problem}");
}

#[test]
fn size_and_byte_order_of_raw_samples_are_guessed() {
    let size = [16, 16];
    for big in [false, true] {
        let read = read_map(&raw16(size, big), "a.r16", "");
        assert_eq!((read.size, &read.samples), (size, &floats(size)));
        assert_eq!(big, !read.warnings.is_empty());
    }
    let read = read_map(&raw16([8, 4], false), "a.raw", "8x4, little");
    assert_eq!((read.size, read.samples), ([8, 4], floats([8, 4])));
    let bytes: Vec<u8> = floats(size).iter().flat_map(|x| x.to_be_bytes()).collect();
    let read = read_map(&bytes, "a.r32", "");
    assert_eq!((read.samples, read.unit), (floats(size), SampleUnit::Metres(1.0)));
    let problem =
        |bytes: &[u8], reading| try_read(bytes, "a.r16", reading).unwrap_err().to_string();
    assert!(problem(&raw16([8, 4], false), "").contains("not a square of samples of 2 bytes"));
    assert_eq!(
        problem(&raw16([8, 4], false), "8x8"),
        "8 × 8 samples of 2 bytes are 128 bytes, and it has 64"
    );
    assert!("8x".parse::<Reading>().is_err() && "x".parse::<Reading>().is_err());
    for text in ["8x4, big, u16, south-first, channel=A b".replace(' ', ""), String::new()] {
        let reading: Reading = text.parse().unwrap();
        assert_eq!(reading.to_string().parse(), Ok(reading));
    }
}

/// An HGT of three arc seconds with a void in its second row.
fn hgt() -> Vec<u8> {
    let metres = |i: usize| match i {
        1205 => -32_768,
        _ => (i % 1201) as i16 - (i / 1201) as i16,
    };
    (0..1201 * 1201).flat_map(|i| metres(i).to_be_bytes()).collect()
}

#[test]
fn an_hgt_is_placed_by_its_name() {
    let mut read = read_map(&hgt(), "dir/S09W072.hgt", "");
    assert_eq!(
        (read.size, read.samples[1202], read.unit),
        ([1201; 2], 0.0, SampleUnit::Metres(1.0))
    );
    assert_eq!(read.fill_voids(), Ok(1));
    assert!((read.samples[1205] - 3.0).abs() < 2.0);
    let place = read.place.unwrap();
    assert_eq!((place.system, place.middle), (System::Degrees, [-71.5, -8.5]));
    let [east_m, south_m] = read.cell_m.unwrap();
    assert!((south_m - 92.2).abs() < 0.1 && (east_m / south_m - 0.9955).abs() < 0.001, "{east_m}");
    let unnamed = read_map(&hgt(), "alps.hgt", "");
    assert!(unnamed.place.is_none() && unnamed.warnings[0].contains("no position"));
    let problem = try_read(&hgt()[1..], "N01E001.hgt", "").unwrap_err().to_string();
    assert!(problem.contains("1,201², 3,601²"), "{problem}");
}
