//! Targets that read files: pictures and JSON with an embedded scene, and heightmaps to import.

use std::io::Cursor;
use std::path::Path;

use orogen::export::embed::load_scene;
use orogen::export::read::read_from;

use super::assert_readable;

/// Reads a file in which a scene may be embedded.
pub fn scene(data: &[u8]) {
    match load_scene(Cursor::new(data)) {
        Ok(scene) => super::texts::assert_round_trips(&scene),
        Err(error) => assert_readable(&error.to_string()),
    }
}

/// Reads a heightmap with each of several options. Its name tells the reader the format.
fn read_map(data: &[u8], name: &str, readings: &[&str]) {
    for reading in readings {
        let reading = reading.parse().expect("valid options for reading");
        match read_from(Cursor::new(data), Path::new(name), &reading) {
            Ok(mut found) => {
                assert_eq!(found.samples.len(), found.size[0] * found.size[1]);
                if let Err(error) = found.fill_voids() {
                    assert_readable(&error.to_string());
                } else {
                    assert!(
                        found.samples.iter().all(|sample| sample.is_finite()),
                        "a void is left"
                    );
                }
            }
            Err(error) => assert_readable(&error.to_string()),
        }
    }
}

/// Reads a PNG, once as it is, and once with the checksums of its chunks corrected.
pub fn png(data: &[u8]) {
    read_map(data, "a.png", &["", "channel=red", "encoding=terrarium"]);
    let mut corrected = data.to_vec();
    correct_checksums(&mut corrected);
    read_map(&corrected, "a.png", &["", "south-first", "channel=1"]);
}

/// Corrects the checksums of a PNG's chunks. If a checksum is wrong, the reader does not parse the
/// chunk.
fn correct_checksums(bytes: &mut [u8]) {
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

/// Reads a TIFF or GeoTIFF.
pub fn tiff(data: &[u8]) {
    read_map(data, "a.tif", &["", "channel=1", "channel=2"]);
}

/// Reads an OpenEXR picture.
pub fn exr(data: &[u8]) {
    read_map(data, "a.exr", &["", "channel=R"]);
}

/// Reads a heightmap inside a ZIP archive, or compressed with gzip.
pub fn archive(data: &[u8]) {
    read_map(data, "a.zip", &["", "south-first"]);
}

/// Reads an ASCII grid.
pub fn asc(data: &[u8]) {
    read_map(data, "a.asc", &["", "south-first"]);
}

/// Reads raw samples.
pub fn raw(data: &[u8]) {
    read_map(data, "a.r16", &["", "big", "i16", "9x9", "f32"]);
    read_map(data, "a.r32", &["", "big", "8x8"]);
}

/// Reads an HGT, a tile of SRTM heights. A tile has 2.9 MB, so the input gives only its beginning,
/// and zeros follow. The last two bytes set the error of the tile's length. Reading takes long, so
/// each input is read once, under a fixed name or a name from its first bytes.
pub fn hgt(data: &[u8]) {
    let (start, last) = data.split_at(data.len().saturating_sub(2));
    let difference = last.iter().fold(0, |word, byte| word << 8 | isize::from(*byte));
    let mut bytes = start.to_vec();
    bytes.resize((2 * 1201 * 1201_usize).wrapping_add_signed(difference >> 12), 0);
    let drawn = String::from_utf8_lossy(&start[..start.len().min(8)]).replace('/', "");
    let name = match data.len() % 4 {
        0 => "N46E011.hgt",
        1 => "S01W180.hgt",
        2 => "x.hgt",
        _ => &format!("{drawn}.hgt"),
    };
    let reading = if last.iter().any(|byte| byte & 1 == 1) { "south-first" } else { "" };
    read_map(&bytes, name, &[reading]);
}
