//! A PNG encoder for rasters in SVG files, so that SVG output needs no optional feature.

use miniz_oxide::deflate::compress_to_vec_zlib;

/// Encodes rows of red, green, blue and opacity as a PNG, compressed at a level from 0 to 10.
pub(super) fn png(columns: usize, pixels: &[[u8; 4]], level: u8) -> Vec<u8> {
    let rows = pixels.len() / columns.max(1);
    let mut raw = Vec::with_capacity(rows * (1 + 4 * columns));
    for row in pixels.chunks_exact(columns.max(1)) {
        // No filter: figures are small.
        raw.push(0);
        raw.extend_from_slice(row.as_flattened());
    }
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = Vec::with_capacity(13);
    header.extend((columns as u32).to_be_bytes());
    header.extend((rows as u32).to_be_bytes());
    // Eight bits, colours with opacity, no interlacing.
    header.extend([8, 6, 0, 0, 0]);
    write_chunk(&mut out, *b"IHDR", &header);
    write_chunk(&mut out, *b"IDAT", &compress_to_vec_zlib(&raw, level));
    write_chunk(&mut out, *b"IEND", &[]);
    out
}

fn write_chunk(out: &mut Vec<u8>, name: [u8; 4], data: &[u8]) {
    out.extend((data.len() as u32).to_be_bytes());
    let start = out.len();
    out.extend(name);
    out.extend(data);
    let sum = crc32fast::hash(&out[start..]);
    out.extend(sum.to_be_bytes());
}
