//! Heightmaps in ZIP archives and in gzip files, whole and broken.

use super::*;
use std::io::Write as _;

/// A file for an archive: its name, its bytes, and its compression.
pub(super) struct Packed<'a> {
    name: &'a str,
    bytes: &'a [u8],
    method: u16,
    flags: u16,
}

impl<'a> Packed<'a> {
    pub(super) fn new(name: &'a str, bytes: &'a [u8]) -> Self {
        Self { name, bytes, method: 8, flags: 0 }
    }
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::DeflateEncoder::new(vec![], flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// An archive as in PKWARE's APPNOTE. Sizes are in the central directory only.
pub(super) fn zip(files: &[Packed<'_>]) -> Vec<u8> {
    let (mut bytes, mut directory) = (vec![], vec![]);
    for Packed { name, bytes: content, method, flags } in files {
        let packed = if *method == 8 { deflated(content) } else { content.to_vec() };
        let start = bytes.len() as u32;
        bytes.extend(b"PK\x03\x04\x14\x00");
        bytes.extend([flags | 8, *method].map(u16::to_le_bytes).concat());
        bytes.extend([0; 16]);
        bytes.extend([name.len() as u16, 3].map(u16::to_le_bytes).concat());
        bytes.extend(name.as_bytes());
        bytes.extend(b"abc");
        bytes.extend(&packed);
        directory.extend(b"PK\x01\x02\x14\x00\x14\x00");
        directory.extend([flags | 8, *method, 0, 0].map(u16::to_le_bytes).concat());
        let sizes = [crc32fast::hash(content), packed.len() as u32, content.len() as u32];
        directory.extend(sizes.map(u32::to_le_bytes).concat());
        directory.extend([name.len() as u16, 0, 0, 0, 0].map(u16::to_le_bytes).concat());
        directory.extend([0, start].map(u32::to_le_bytes).concat());
        directory.extend(name.as_bytes());
    }
    let (start, length) = (bytes.len() as u32, directory.len() as u32);
    bytes.extend(directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend([files.len() as u16; 2].map(u16::to_le_bytes).concat());
    bytes.extend([length, start].map(u32::to_le_bytes).concat());
    bytes.extend(5u16.to_le_bytes());
    bytes.extend(b"hello");
    bytes
}

pub(super) fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(vec![], flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn assert_refused(bytes: &[u8], words: &str) {
    let problem = try_read(bytes, "a.zip", "").unwrap_err().to_string();
    assert!(problem.contains(words) && problem.lines().count() == 1, "{words}: {problem}");
}

#[test]
fn a_zipped_hgt_is_placed_by_its_name_in_the_archive() {
    let content = hgt();
    let plain = read_map(&content, "N46E007.hgt", "");
    let notes = Packed::new("readme.txt", b"about it");
    let shadow = Packed::new("__MACOSX/._N46E007.hgt", b"of a Mac");
    for method in [0, 8] {
        let map = Packed { method, ..Packed::new("dir/N46E007.hgt", &content) };
        let notes = Packed::new(notes.name, notes.bytes);
        let shadow = Packed::new(shadow.name, shadow.bytes);
        let read = read_map(&zip(&[notes, map, shadow]), "download.zip", "");
        assert_eq!((&read.form, read.size, read.cell_m), (&plain.form, plain.size, plain.cell_m));
        assert_eq!(read.place, plain.place);
        assert!(read.samples.iter().zip(&plain.samples).all(|(a, b)| a.to_bits() == b.to_bits()));
    }
    let read = read_map(&gz(&content), "N46E007.hgt.gz", "");
    assert_eq!((read.size, read.place), (plain.size, plain.place));
}

#[test]
fn every_format_is_read_from_an_archive() {
    let size = [9, 6];
    for (name, bytes) in [
        ("a.png", png16(size)),
        ("a.tif", tiff_of(size, &floats(size), &Geo::default())),
        ("a.exr", exr_of(size, "R", false)),
        ("a.asc", asc(size).into_bytes()),
    ] {
        let plain = read_map(&bytes, name, "");
        assert_eq!(read_map(&zip(&[Packed::new(name, &bytes)]), "a.zip", ""), plain, "{name}");
        assert_eq!(read_map(&gz(&bytes), &format!("{name}.gz"), ""), plain, "{name}");
    }
    let raw = raw16([8, 4], true);
    let read = read_map(&zip(&[Packed::new("a.r16", &raw)]), "a.zip", "8x4, big");
    assert_eq!(read.samples, floats([8, 4]));
    // A file next to the heightmap in the archive.
    let grid = asc(size).replace("25", "0.1").replace("600000", "5").replace("5100000", "44");
    let prj = b"GEOGCS[\"a\",UNIT[\"degree\",0.0174532925199433]]";
    let files = [Packed::new("x/dem.asc", grid.as_bytes()), Packed::new("x/dem.prj", prj)];
    assert_eq!(read_map(&zip(&files), "a.zip", "").place.unwrap().system, System::Degrees);
}

#[test]
fn archives_without_exactly_one_map_are_refused() {
    let png = png16([4, 4]);
    assert_refused(&zip(&[]), "without a heightmap");
    assert_refused(&zip(&[Packed::new("a.txt", b"hello")]), "without a heightmap");
    let three = ["a.png", "b.png", "c.png"].map(|name| Packed::new(name, &png));
    assert_refused(&zip(&three), "a ZIP archive of 3 heightmaps (a.png, b.png …); unpack the one");
    assert_refused(
        &zip(&[Packed { flags: 1, ..Packed::new("a.png", &png) }]),
        "locked by a password",
    );
    assert_refused(
        &zip(&[Packed { method: 12, ..Packed::new("a.png", &png) }]),
        "compressed by method 12",
    );
    assert_refused(
        &zip(&[Packed::new("a.zip.png", &zip(&[Packed::new("a.png", &png)]))]),
        "in an archive",
    );
    let nested = gz(&gz(&png));
    assert_refused(&nested, "an archive in an archive");
    assert_refused(&zip(&[Packed::new("a.png", b"hello")]), "it is not a heightmap");
}

#[test]
fn broken_archives_are_refused() {
    let png = png16([40, 30]);
    let whole = zip(&[Packed::new("a.png", &png)]);
    assert!(try_read(&whole, "a.zip", "").is_ok());
    for length in 4..whole.len() {
        let problem = try_read(&whole[..length], "a.zip", "").map(|found| found.size);
        // The comment may be cut.
        if length < whole.len() - 5 {
            assert!(problem.is_err(), "{length}: {problem:?}");
        }
    }
    let directory = whole.windows(4).position(|part| part == b"PK\x01\x02").unwrap();
    let with = |offset: usize, bytes: &[u8]| {
        let mut changed = whole.clone();
        changed[offset..offset + bytes.len()].copy_from_slice(bytes);
        changed
    };
    assert_refused(&with(directory + 16, &[1, 2, 3, 4]), "does not match the size and checksum");
    assert_refused(&with(directory + 24, &u32::MAX.to_le_bytes()), "more than its bytes can");
    assert_refused(&with(directory + 20, &u32::MAX.to_le_bytes()), "more than its bytes can");
    assert_refused(&with(directory + 42, &9u32.to_le_bytes()), "not where the directory says");
    assert_refused(&with(directory + 42, &u32::MAX.to_le_bytes()), "ends early");
    let end = whole.windows(4).position(|part| part == b"PK\x05\x06").unwrap();
    assert_refused(&with(end + 12, &u32::MAX.to_le_bytes()), "its central directory");
    assert_refused(&with(end + 16, &u32::MAX.to_le_bytes()), "over 4 GiB");
    assert_refused(&with(end + 10, &9u16.to_le_bytes()), "its central directory is cut");
    let packed = gz(&png);
    for length in 3..packed.len() {
        let problem = try_read(&packed[..length], "a.png.gz", "").unwrap_err().to_string();
        assert_eq!(problem.lines().count(), 1, "{length}: {problem}");
    }
}

#[test]
fn an_archive_with_a_false_size_is_refused() {
    // 8 MiB of zeros that claim to be 100 bytes.
    let zeros = vec![0; 8 << 20];
    let mut bytes = zip(&[Packed::new("a.r16", &zeros)]);
    let directory = bytes.windows(4).position(|part| part == b"PK\x01\x02").unwrap();
    bytes[directory + 24..directory + 28].copy_from_slice(&100u32.to_le_bytes());
    assert_refused(&bytes, "does not match the size and checksum");
}
