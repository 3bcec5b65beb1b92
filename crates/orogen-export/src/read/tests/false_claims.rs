//! Files that claim more than they hold are refused in one line, before memory is allocated.

use super::*;

fn assert_refused(bytes: &[u8], name: &str, words: &str) {
    let problem = try_read(bytes, name, "").unwrap_err().to_string();
    assert!(problem.contains(words) && problem.lines().count() == 1, "{name}: {problem}");
}

/// A PNG with a changed size and valid checksums.
fn png_of_size(columns: u32, rows: u32) -> Vec<u8> {
    let mut bytes = png16([4, 4]);
    bytes[16..20].copy_from_slice(&columns.to_be_bytes());
    bytes[20..24].copy_from_slice(&rows.to_be_bytes());
    fix_checksums(&mut bytes);
    bytes
}

/// A TIFF with a changed size.
fn tiff_of_side(side: u32) -> Vec<u8> {
    let mut tiff = tiff_of([4, 4], &floats([4, 4]), &Geo::default());
    for tag in [256, 257, 278] {
        patch_tiff(&mut tiff, tag, side);
    }
    tiff
}

#[test]
fn false_sizes_are_refused_before_memory_is_allocated() {
    for (side, words) in [(100_000, "a map has at most 4,000 million"), (9_000, "cannot hold them")]
    {
        assert_refused(&png_of_size(side, side), "a.png", words);
        assert_refused(format!("ncols {side} nrows {side} 1 2").as_bytes(), "a.asc", words);
        assert_refused(&tiff_of_side(side), "a.tif", words);
        assert_refused(&exr_of_size(side as i32 - 1), "a.exr", words);
    }
    assert_refused(&png_of_size(9, 9), "a.png", "the file is damaged");
    let read = try_read(&[0; 8], "a.r16", "100000x100000").unwrap_err().to_string();
    assert!(read.contains("at most 4,000 million"), "{read}");
}

#[test]
fn a_palette_that_is_cut_off_is_refused() {
    let mut bytes = include_bytes!("palette-cut.png").to_vec();
    fix_checksums(&mut bytes);
    let problem = try_read(&bytes, "a.png", "channel=red").unwrap_err();
    assert!(problem.to_string().contains("its palette is cut"), "{problem}");
}

/// Changes the value of a tag in a little-endian TIFF with a single directory.
fn patch_tiff(bytes: &mut [u8], tag: u16, value: u32) {
    let word = |bytes: &[u8], offset: usize| u16::from_le_bytes([bytes[offset], bytes[offset + 1]]);
    let start = u32::from_le_bytes(*bytes[4..].first_chunk().unwrap()) as usize;
    let entries = usize::from(word(bytes, start));
    let offset = (0..entries)
        .map(|i| start + 2 + 12 * i)
        .find(|offset| word(bytes, *offset) == tag)
        .unwrap();
    // Changes the type to LONG.
    bytes[offset + 2..offset + 4].copy_from_slice(&4u16.to_le_bytes());
    bytes[offset + 8..offset + 12].copy_from_slice(&value.to_le_bytes());
}

/// An EXR with data and display windows up to `last`.
fn exr_of_size(last: i32) -> Vec<u8> {
    let mut bytes = exr_of([4, 4], "R", false);
    for name in [&b"dataWindow\0box2i\0"[..], b"displayWindow\0box2i\0"] {
        let start =
            bytes.windows(name.len()).position(|part| part == name).unwrap() + name.len() + 4;
        for offset in [8, 12] {
            bytes[start + offset..start + offset + 4].copy_from_slice(&last.to_le_bytes());
        }
    }
    bytes
}

#[test]
fn a_png_bomb_ends_with_the_picture() {
    // 16 MiB of zeros, deflated, for a picture of 4 × 4 samples.
    let mut zlib = flate2::write::ZlibEncoder::new(vec![], flate2::Compression::best());
    std::io::Write::write_all(&mut zlib, &vec![0; 16 << 20]).unwrap();
    let data = zlib.finish().unwrap();
    let whole = png16([4, 4]);
    let mut bytes = whole[..33].to_vec();
    for (name, data) in [(b"IDAT", &data[..]), (b"IEND", &[])] {
        bytes.extend((data.len() as u32).to_be_bytes());
        let body = [&name[..], data].concat();
        bytes.extend(&body);
        bytes.extend(crc32fast::hash(&body).to_be_bytes());
    }
    if let Ok(read) = try_read(&bytes, "a.png", "") {
        assert_eq!(read.samples, [0.0; 16]);
    }
}

#[test]
fn other_files_are_refused() {
    assert_refused(b"", "a.png", "it is not a heightmap");
    assert_refused(b"hello", "a.tif", "it is not a heightmap");
    assert_refused(b"hello", "a.txt", "allowed are PNG, TIFF, EXR, HGT, ASC, R16, RAW and R32");
    assert_refused(b"", "a.r16", "at least 2 × 2");
    assert_refused(b"", "a.hgt", "1,201²");
    let missing = read(Path::new("/nowhere/a.png"), &Reading::default()).unwrap_err().to_string();
    assert_eq!(missing, "cannot read `/nowhere/a.png`: no such file or folder");
}
