//! Unusual TIFFs: samples match GDAL's, and ignored features cause warnings.

use super::synthetic_tiff::{Form, SyntheticTiff, Value, file, short, text};
use super::*;

const SIZE: [usize; 2] = [21, 18];

const FORMS: [Form; 4] = [
    Form { highest_first: false, is_big: false },
    Form { highest_first: true, is_big: false },
    Form { highest_first: false, is_big: true },
    Form { highest_first: true, is_big: true },
];

fn strips() -> SyntheticTiff {
    SyntheticTiff::of_floats(SIZE, 4, &floats(SIZE), Form::default())
}

fn read_of(tiff: &SyntheticTiff) -> DecodedMap {
    read_map(&tiff.bytes(Form::default()), "a.tif", "")
}

fn has_warning(found: &DecodedMap, words: &str) -> bool {
    found.warnings.iter().any(|warning| warning.contains(words))
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut zlib = flate2::write::ZlibEncoder::new(vec![], flate2::Compression::default());
    std::io::Write::write_all(&mut zlib, bytes).unwrap();
    zlib.finish().unwrap()
}

/// Returns the samples with a rectangle replaced.
fn with_hole(hole: [std::ops::Range<usize>; 2], value: f32) -> Vec<f32> {
    let mut samples = floats(SIZE);
    for (i, sample) in samples.iter_mut().enumerate() {
        if hole[0].contains(&(i % SIZE[0])) && hole[1].contains(&(i / SIZE[0])) {
            *sample = value;
        }
    }
    samples
}

fn is_same(a: &[f32], b: &[f32]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b || a.is_nan() && b.is_nan())
}

#[test]
fn every_byte_order_and_offset_size_is_read() {
    for form in FORMS {
        for tiff in [
            SyntheticTiff::of_floats(SIZE, 4, &floats(SIZE), form),
            SyntheticTiff::of_floats(SIZE, 1, &floats(SIZE), form),
            SyntheticTiff::of_floats(SIZE, SIZE[1], &floats(SIZE), form).without(278),
            SyntheticTiff::of_floats(SIZE, SIZE[1], &floats(SIZE), form)
                .with(278, Value::Long(vec![u32::MAX])),
            SyntheticTiff::of_tiles(SIZE, 16, &floats(SIZE), form),
        ] {
            let read = read_map(&tiff.bytes(form), "a.tif", "");
            assert_eq!((read.size, &read.samples), (SIZE, &floats(SIZE)), "{form:?}");
            assert_eq!(read.warnings, [] as [&str; 0]);
        }
    }
}

#[test]
fn omitted_tiles_and_strips_are_voids_or_0() {
    let hole = || [16..SIZE[0], 0..16];
    for form in FORMS {
        let mut sparse = SyntheticTiff::of_tiles(SIZE, 16, &floats(SIZE), form);
        sparse.pieces[1] = None;
        let packed = SyntheticTiff {
            pieces: sparse.pieces.iter().map(|piece| piece.as_deref().map(deflated)).collect(),
            ..sparse.clone().with(259, short(8))
        };
        for tiff in [sparse, packed] {
            let read = read_map(&tiff.bytes(form), "a.tif", "");
            assert!(is_same(&read.samples, &with_hole(hole(), 0.0)), "0, as in GDAL");
            assert!(has_warning(&read, "1 of its 4 tiles are empty; they are 0"), "{read:?}");
            let read = read_map(&tiff.with(42_113, text("-9999")).bytes(form), "a.tif", "");
            assert!(is_same(&read.samples, &with_hole(hole(), f32::NAN)));
            assert!(has_warning(&read, "they are voids"));
        }
    }
    // A strip without a length, without an offset, and lists that are too short.
    let (offset_tag, length_tag) = (273, 279);
    let read_with = |changed_tag: u16, change: &dyn Fn(&mut Vec<u32>)| {
        let offsets: Vec<u32> = (0..5).map(|strip| 8 + 336 * strip).collect();
        let mut tiff = strips();
        for (tag, mut values) in
            [(offset_tag, offsets), (length_tag, vec![336, 336, 336, 336, 168])]
        {
            if tag == changed_tag {
                change(&mut values);
            }
            tiff = tiff.with(tag, Value::Long(values));
        }
        read_of(&tiff)
    };
    assert_eq!(read_with(0, &|_| ()).samples, floats(SIZE));
    for (changed_tag, change) in [
        (offset_tag, &(|values: &mut Vec<u32>| values[1] = 0) as &dyn Fn(&mut Vec<u32>)),
        (length_tag, &|values: &mut Vec<u32>| values[1] = 0),
    ] {
        let read = read_with(changed_tag, change);
        assert!(is_same(&read.samples, &with_hole([0..SIZE[0], 4..8], 0.0)));
    }
    let read = read_with(offset_tag, &|values: &mut Vec<u32>| values.truncate(4));
    assert!(is_same(&read.samples, &with_hole([0..SIZE[0], 16..18], 0.0)));
    // All strips are omitted.
    let mut nothing = strips();
    nothing.pieces.iter_mut().for_each(|piece| *piece = None);
    let problem = try_read(&nothing.bytes(Form::default()), "a.tif", "").unwrap_err();
    assert_eq!(problem, ReadProblem::Void);
}

#[test]
fn lengths_may_be_omitted() {
    let without = strips().with(279, Value::Long(vec![]));
    assert_eq!(read_of(&without).samples, floats(SIZE));
}

#[test]
fn large_strips_are_read_in_parts() {
    // Over a megabyte in a strip, and strips with a prime number of rows.
    let size = [700, 521];
    for strip in [521, 509] {
        let tiff = SyntheticTiff::of_floats(size, strip, &floats(size), Form::default());
        assert_eq!(read_of(&tiff).samples, floats(size), "{strip}");
        let cut = SyntheticTiff { pieces: vec![Some(vec![0; 9])], ..tiff }.with(278, short(521));
        let problem = try_read(&cut.bytes(Form::default()), "a.tif", "").unwrap_err();
        assert_eq!(problem.to_string(), "it ends early; the file is damaged");
    }
}

#[test]
fn the_photometric_tag_does_not_change_samples() {
    for photometric in [Some(0), Some(1), Some(2), Some(3), None] {
        let tiff = match photometric {
            Some(kind) => strips().with(262, short(kind)),
            None => strips().without(262),
        };
        let read = read_of(&tiff);
        assert_eq!(read.samples, floats(SIZE), "{photometric:?}");
        assert_eq!(has_warning(&read, "palette"), photometric == Some(3));
    }
    let words: Vec<u8> = samples(SIZE).iter().flat_map(|x| x.to_le_bytes()).collect();
    let tiff = SyntheticTiff { pieces: vec![Some(words)], ..SyntheticTiff::of(SIZE, 16, 1) }
        .with(262, short(0));
    assert_eq!(read_of(&tiff).samples, floats(SIZE));
    for (kind, words) in [(4, "it is a mask"), (6, "colours (photometric 6)")] {
        let bytes = strips().with(262, short(kind)).bytes(Form::default());
        let problem = try_read(&bytes, "a.tif", "").unwrap_err().to_string();
        assert!(problem.contains(words), "{problem}");
    }
}

/// Five channels, interleaved and in planes.
#[test]
fn each_of_many_channels_is_read() {
    let count = SIZE[0] * SIZE[1];
    let sample = |channel: usize, i: usize| (100 * channel + i) as f32;
    let pixels: Vec<f32> = (0..5 * count).map(|i| sample(i % 5, i / 5)).collect();
    let planes: Vec<f32> = (0..5 * count).map(|i| sample(i / count, i % count)).collect();
    let form = Form::default();
    let five = |kind: u16| {
        SyntheticTiff::of(SIZE, 32, 3)
            .with(277, short(5))
            .with(258, Value::Short(vec![32; 5]))
            .with(262, short(kind))
    };
    for photometric in [1, 2] {
        let in_pixels =
            SyntheticTiff { pieces: vec![Some(form.floats(&pixels))], ..five(photometric) };
        let of_plane = planes.chunks(count).map(|plane| Some(form.floats(plane)));
        let in_planes =
            SyntheticTiff { pieces: of_plane.collect(), ..five(photometric) }.with(284, short(2));
        for tiff in [in_pixels, in_planes] {
            let bytes = tiff.bytes(form);
            for channel in 1..=5 {
                let read = read_map(&bytes, "a.tif", &format!("channel={channel}"));
                assert_eq!(read.samples[7], sample(channel - 1, 7));
                assert_eq!(read.samples[count - 1], sample(channel - 1, count - 1));
            }
            let problem = try_read(&bytes, "a.tif", "").unwrap_err().to_string();
            assert!(problem.contains("it has 5 channels"), "{problem}");
        }
    }
}

/// A mask of bits or bytes.
fn mask(bits: u16, tile: Option<usize>, is_packed: bool) -> SyntheticTiff {
    let is_visible = |x: usize, y: usize| !((5..9).contains(&x) && (2..7).contains(&y));
    let side = tile.unwrap_or(SIZE[0]);
    let rows = tile.unwrap_or(SIZE[1]);
    let mut tiff =
        SyntheticTiff::of(SIZE, bits, 1).with(254, short(4)).with(262, short(4)).without(339);
    for top in (0..SIZE[1]).step_by(rows) {
        for left in (0..SIZE[0]).step_by(side) {
            let mut bytes = vec![];
            for y in top..top + rows {
                let mut row = vec![0u8; if bits == 1 { side.div_ceil(8) } else { side }];
                for x in 0..side {
                    match bits {
                        1 => row[x / 8] |= u8::from(is_visible(left + x, y)) << (7 - x % 8),
                        _ => row[x] = 255 * u8::from(is_visible(left + x, y)),
                    }
                }
                bytes.extend(row);
            }
            tiff.pieces.push(Some(if is_packed { deflated(&bytes) } else { bytes }));
        }
    }
    if let Some(tile) = tile {
        tiff = tiff.with(322, short(tile as u16)).with(323, short(tile as u16));
        tiff.is_tiled = true;
    }
    tiff.with(259, short(if is_packed { 8 } else { 1 }))
}

#[test]
fn masked_samples_are_voids() {
    let hidden = with_hole([5..9, 2..7], f32::NAN);
    for (bits, tile, is_packed) in [
        (1, None, false),
        (1, None, true),
        (1, Some(16), true),
        (8, None, false),
        (8, Some(16), true),
    ] {
        let pictures = [strips().placed(), mask(bits, tile, is_packed)];
        let read = read_map(&file(&pictures, Form::default()), "a.tif", "");
        assert!(is_same(&read.samples, &hidden), "{bits} {tile:?} {is_packed}");
        assert!(has_warning(&read, "that its mask hides are voids"));
    }
    // The mask of a reduced copy does not apply, and an unreadable mask causes a warning.
    let of_copy = mask(1, None, false).with(254, short(5));
    let read = read_map(&file(&[strips(), of_copy], Form::default()), "a.tif", "");
    assert_eq!(read.samples, floats(SIZE));
    let fax = mask(1, None, false).with(259, short(4));
    let read = read_map(&file(&[strips(), fax], Form::default()), "a.tif", "");
    assert_eq!(read.samples, floats(SIZE));
    assert!(has_warning(&read, "its mask cannot be read"), "{:?}", read.warnings);
}

#[test]
fn samples_without_alpha_are_voids() {
    let count = SIZE[0] * SIZE[1];
    let alpha = |i: usize| f32::from(u8::from(i % 7 != 3));
    let known = floats(SIZE);
    let pixels: Vec<f32> = (0..count).flat_map(|i| [known[i], alpha(i)]).collect();
    let tiff = SyntheticTiff {
        pieces: vec![Some(Form::default().floats(&pixels))],
        ..SyntheticTiff::of(SIZE, 32, 3)
    };
    let tiff = tiff.with(277, short(2)).with(258, Value::Short(vec![32; 2]));
    let read = read_of(&tiff.clone().with(338, short(2)));
    let voids = |i: usize| if alpha(i) == 0.0 { f32::NAN } else { known[i] };
    assert!(is_same(&read.samples, &(0..count).map(voids).collect::<Vec<f32>>()));
    assert_eq!(read_of(&tiff.with(338, short(0))).samples, known, "a channel of no meaning");
}

#[test]
fn the_full_picture_is_read_instead_of_its_thumbnail() {
    let small = |size: [usize; 2]| {
        SyntheticTiff::of_floats(size, size[1], &vec![1.0; size[0] * size[1]], Form::default())
    };
    let thumbnail = small([7, 6]);
    let flagged = thumbnail.clone().with(254, Value::Long(vec![1]));
    let old = thumbnail.clone().with(255, short(2));
    for first in [&flagged, &old, &thumbnail] {
        let read = read_map(&file(&[first.clone(), strips()], Form::default()), "a.tif", "");
        assert_eq!((read.size, &read.samples), (SIZE, &floats(SIZE)));
        assert!(
            has_warning(&read, "its first picture is a thumbnail of 7 × 6"),
            "{:?}",
            read.warnings
        );
        // After the picture it is an ordinary reduced copy.
        let read = read_map(&file(&[strips(), first.clone()], Form::default()), "a.tif", "");
        assert_eq!((&read.samples, read.warnings.len()), (&floats(SIZE), 0));
    }
    // Other shapes are separate pages, and a georeferenced picture is not a thumbnail.
    let pages = file(&[strips(), small([30, 4])], Form::default());
    let read = read_map(&pages, "a.tif", "");
    assert_eq!(read.size, SIZE);
    assert!(has_warning(&read, "it contains 2 pictures; the first is read"), "{:?}", read.warnings);
    let placed = file(&[thumbnail.placed(), strips()], Form::default());
    assert_eq!(read_map(&placed, "a.tif", "").size, [7, 6]);
    // A circular chain of directories ends.
    let mut looped = strips().bytes(Form::default());
    let (end, start) = (looped.len() - 4, looped[4..8].to_vec());
    looped[end..].copy_from_slice(&start);
    assert_eq!(read_map(&looped, "a.tif", "").samples, floats(SIZE));
}

#[test]
fn voids_are_found_by_tag_option_or_magnitude() {
    let void_of = |void: f32, tag: Option<&str>, reading: &str| {
        let samples = with_hole([3..6, 3..6], void);
        let mut tiff = SyntheticTiff::of_floats(SIZE, 4, &samples, Form::default());
        if let Some(tag) = tag {
            tiff = tiff.with(42_113, text(tag));
        }
        let mut read = read_map(&tiff.bytes(Form::default()), "a.tif", reading);
        (read.fill_voids().unwrap(), read.warnings)
    };
    for (void, tag) in [
        (-3.402_823_5e38, Some("-3.4e38")),
        (-3.402_823_5e38, Some("-3.40282346638529e+38")),
        (-3.402_823_5e38, Some("-1.7976931348623157e+308")),
        (f32::MIN, None),
        (1e32, None),
        (f32::NAN, None),
        (f32::NAN, Some("nan")),
        (f32::NAN, Some("-1.#IND")),
        (-9999.0, Some("-9999")),
        (-9999.0, Some(" -9999.00 ")),
        (-9999.0, Some("-9999,0")),
        (-99_999.1, Some("-99999.1")),
        (-99_999.1, Some("-99999.1015625")),
        (-32_767.0, Some("-32767 -32767 -32767")),
    ] {
        assert_eq!(void_of(void, tag, "").0, 9, "{void} {tag:?}");
    }
    let (count, notes) = void_of(-3.402_823_5e38, Some("-3.4e38"), "");
    assert!(
        count == 9 && notes.iter().any(|note| note.contains("its nodata value is -3.4e38")),
        "{notes:?}"
    );
    let (count, notes) = void_of(-5.0, Some("none"), "");
    assert!(count == 0 && notes[0].contains("`none` is not a number"), "{notes:?}");
    assert_eq!(void_of(-9999.0, None, "void=-9999").0, 9);
    assert_eq!(void_of(-9999.0, Some("-32768"), "void=-9999").0, 9);
    // Values near the void are heights.
    assert_eq!(void_of(-9998.9, Some("-9999"), "").0, 0);
    assert_eq!(void_of(1e29, None, "").0, 0);
    let reading: Reading = "void=-3.4e38".parse().unwrap();
    assert_eq!((reading.void, &*reading.to_string()), (Some(-3.4e38), "void=-3.4e38"));
    assert!("void=x".parse::<Reading>().is_err() && "void=nan".parse::<Reading>().is_err());
}

#[test]
fn unsupported_features_of_tiff_are_refused_by_name() {
    let with_tag = |tag: u16, value: u16| strips().with(tag, short(value));
    for (tiff, words) in [
        (with_tag(259, 50_000), "compressed by Zstandard (compression 50000)"),
        (with_tag(259, 7), "compressed by JPEG"),
        (with_tag(259, 34_887), "compressed by LERC"),
        (with_tag(259, 9), "compressed by an unknown method"),
        (with_tag(258, 12), "it has 12 bits a sample; allowed are 8, 16, 32 and 64"),
        (with_tag(339, 6), "complex numbers"),
        (with_tag(266, 2), "are in reverse order (FillOrder 2)"),
        (with_tag(277, 0), "it has no channels; the file is damaged"),
        (strips().with(258, Value::Short(vec![32, 16])), "different numbers of bits"),
        (strips().with(273, Value::Long(vec![])), "it does not say where its samples are"),
    ] {
        let problem = try_read(&tiff.bytes(Form::default()), "a.tif", "").unwrap_err().to_string();
        assert!(problem.contains(words) && problem.lines().count() == 1, "{words}: {problem}");
    }
}

#[test]
fn large_integers_cause_a_warning() {
    let bytes = |values: [u64; 4]| {
        let data = values.iter().flat_map(|x| x.to_le_bytes()).collect();
        SyntheticTiff { pieces: vec![Some(data)], ..SyntheticTiff::of([2, 2], 64, 1) }
            .bytes(Form::default())
    };
    let read = read_map(&bytes([1, 2, 3, 16_777_217]), "a.tif", "");
    assert!(has_warning(&read, "integers above 16,777,216"), "{:?}", read.warnings);
    let read = read_map(&bytes([1, 2, 3, 16_777_216]), "a.tif", "");
    assert_eq!((&read.samples[..3], read.warnings.len()), (&[1.0, 2.0, 3.0][..], 0));
}
