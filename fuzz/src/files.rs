//! Files: scenes embedded in pictures and JSON, and imported heightmaps.

use std::io::Cursor;
use std::path::Path;

use orogen::export::embed::load_scene;
use orogen::export::read::read_from;

use super::readable;

/// A file that may hold a scene.
pub fn scene(data: &[u8]) {
    match load_scene(Cursor::new(data)) {
        Ok(scene) => super::texts::survives(&scene),
        Err(error) => readable(&error.to_string()),
    }
}

/// Reads a heightmap under a file name in each of several ways.
fn map(data: &[u8], name: &str, readings: &[&str]) {
    for reading in readings {
        let reading = reading.parse().expect("a way to read");
        match read_from(Cursor::new(data), Path::new(name), &reading) {
            Ok(mut found) => {
                assert_eq!(found.samples.len(), found.size[0] * found.size[1]);
                if let Err(error) = found.fill_voids() {
                    readable(&error.to_string());
                } else {
                    assert!(
                        found.samples.iter().all(|sample| sample.is_finite()),
                        "a void is left"
                    );
                }
            }
            Err(error) => readable(&error.to_string()),
        }
    }
}

/// A PNG, as it is and with corrected checksums.
pub fn png(data: &[u8]) {
    map(data, "a.png", &["", "channel=red", "encoding=terrarium"]);
    let mut whole = data.to_vec();
    with_checksums(&mut whole);
    map(&whole, "a.png", &["", "south-first", "channel=1"]);
}

/// Corrects the checksums of a PNG's chunks, so that their content is parsed.
fn with_checksums(bytes: &mut [u8]) {
    let mut at = 8;
    while let Some(head) = bytes.get(at..at + 8) {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let end = at.saturating_add(8).saturating_add(length);
        let Some(body) = bytes.get(at + 4..end) else { return };
        let checksum = crc32fast::hash(body).to_be_bytes();
        let Some(place) = bytes.get_mut(end..end + 4) else { return };
        place.copy_from_slice(&checksum);
        at = end + 4;
    }
}

/// A TIFF or GeoTIFF.
pub fn tiff(data: &[u8]) {
    map(data, "a.tif", &["", "channel=1", "channel=2"]);
}

/// An OpenEXR picture.
pub fn exr(data: &[u8]) {
    map(data, "a.exr", &["", "channel=R"]);
}

/// A map in a ZIP archive or in gzip.
pub fn archive(data: &[u8]) {
    map(data, "a.zip", &["", "south-first"]);
}

/// An ASCII grid.
pub fn asc(data: &[u8]) {
    map(data, "a.asc", &["", "south-first"]);
}

/// Raw samples.
pub fn raw(data: &[u8]) {
    map(data, "a.r16", &["", "big", "i16", "9x9", "f32"]);
    map(data, "a.r32", &["", "big", "8x8"]);
}

/// An HGT. A real one has 2.9 MB of mostly flat land, so the bytes are only its beginning, and the
/// last two say how wrong its length is. Reading one takes long, so each is read in one way only,
/// under a fixed name or one from its first bytes.
pub fn hgt(data: &[u8]) {
    let (start, last) = data.split_at(data.len().saturating_sub(2));
    let off = last.iter().fold(0, |off, byte| off << 8 | isize::from(*byte));
    let mut bytes = start.to_vec();
    bytes.resize((2 * 1201 * 1201_usize).wrapping_add_signed(off >> 12), 0);
    let drawn = String::from_utf8_lossy(&start[..start.len().min(8)]).replace('/', "");
    let name = match data.len() % 4 {
        0 => "N46E011.hgt",
        1 => "S01W180.hgt",
        2 => "x.hgt",
        _ => &format!("{drawn}.hgt"),
    };
    let reading = if last.iter().any(|byte| byte & 1 == 1) { "south-first" } else { "" };
    map(&bytes, name, &[reading]);
}
