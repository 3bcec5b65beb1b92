//! A PNG encoder for rasters in SVG files, so that SVG output needs no optional feature.

use miniz_oxide::deflate::compress_to_vec_zlib;

/// The largest number of colours of a palette.
const COLOURS: usize = 256;
/// The number of places for colours that are being counted, a power of two.
const PLACES: usize = 1024;

/// Encodes rows of red, green, blue and opacity as a PNG, compressed at a level from 0 to 10.
///
/// Pictures in greys or other few colours have one byte per pixel and a palette: compression takes
/// most of the time, in proportion to the bytes. Other opaque pictures have three bytes.
pub(super) fn png(columns: usize, pixels: &[[u8; 4]], level: u8) -> Vec<u8> {
    let columns = columns.max(1);
    let palette = Palette::of(pixels);
    let is_opaque = pixels.iter().all(|pixel| pixel[3] == 255);
    // The colour types of the PNG specification, and their bytes per pixel.
    let (colour_type, pixel_bytes) = match (&palette, is_opaque) {
        (Some(_), _) => (3, 1),
        (None, true) => (2, 3),
        (None, false) => (6, 4),
    };
    let rows = pixels.len() / columns;
    let mut raw = Vec::with_capacity(rows * (1 + pixel_bytes * columns));
    for (index, row) in pixels.chunks_exact(columns).enumerate() {
        // No filter: figures are small.
        raw.push(0);
        match &palette {
            Some(palette) => raw.extend_from_slice(&palette.indices[index * columns..][..columns]),
            None if is_opaque => row.iter().for_each(|pixel| raw.extend_from_slice(&pixel[..3])),
            None => raw.extend_from_slice(row.as_flattened()),
        }
    }
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = Vec::with_capacity(13);
    header.extend((columns as u32).to_be_bytes());
    header.extend((rows as u32).to_be_bytes());
    // Eight bits, and no interlacing.
    header.extend([8, colour_type, 0, 0, 0]);
    write_chunk(&mut out, *b"IHDR", &header);
    if let Some(Palette { colours, .. }) = &palette {
        let rgb: Vec<u8> = colours.iter().flat_map(|[rgb @ .., _]| *rgb).collect();
        write_chunk(&mut out, *b"PLTE", &rgb);
        if !is_opaque {
            let opacities: Vec<u8> = colours.iter().map(|colour| colour[3]).collect();
            write_chunk(&mut out, *b"tRNS", &opacities);
        }
    }
    write_chunk(&mut out, *b"IDAT", &compress_to_vec_zlib(&raw, level));
    write_chunk(&mut out, *b"IEND", &[]);
    out
}

/// The colours of a picture, and the index of each pixel's colour.
struct Palette {
    colours: Vec<[u8; 4]>,
    indices: Vec<u8>,
}

impl Palette {
    /// Counts the colours; `None` if there are too many for a palette, or no pixels.
    fn of(pixels: &[[u8; 4]]) -> Option<Self> {
        let mut colours: Vec<[u8; 4]> = Vec::with_capacity(COLOURS);
        // A hash table: each place has a colour and its index plus one, or 0.
        let (mut keys, mut numbers) = ([0u32; PLACES], [0u16; PLACES]);
        let mut indices = Vec::with_capacity(pixels.len());
        for pixel in pixels {
            let key = u32::from_le_bytes(*pixel);
            // The highest bits of a product depend on all bits (Knuth's multiplicative hash).
            let mut place =
                (key.wrapping_mul(0x9e37_79b1) >> (u32::BITS - PLACES.ilog2())) as usize;
            while numbers[place] > 0 && keys[place] != key {
                place = (place + 1) % PLACES;
            }
            if numbers[place] == 0 {
                if colours.len() == COLOURS {
                    return None;
                }
                colours.push(*pixel);
                (keys[place], numbers[place]) = (key, colours.len() as u16);
            }
            indices.push((numbers[place] - 1) as u8);
        }
        (!colours.is_empty()).then_some(Self { colours, indices })
    }
}

fn write_chunk(out: &mut Vec<u8>, name: [u8; 4], data: &[u8]) {
    out.extend((data.len() as u32).to_be_bytes());
    let start = out.len();
    out.extend(name);
    out.extend(data);
    let sum = crc32fast::hash(&out[start..]);
    out.extend(sum.to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use miniz_oxide::inflate::decompress_to_vec_zlib;

    /// The names and the contents of a file's chunks.
    fn chunks(mut file: &[u8]) -> Vec<([u8; 4], &[u8])> {
        let mut chunks = vec![];
        file = &file[8..];
        while let [a, b, c, d, rest @ ..] = file {
            let (chunk, after) = rest.split_at(8 + u32::from_be_bytes([*a, *b, *c, *d]) as usize);
            let (content, sum) = chunk.split_at(chunk.len() - 4);
            assert_eq!(sum, crc32fast::hash(content).to_be_bytes());
            chunks.push((*content.first_chunk().unwrap(), &content[4..]));
            file = after;
        }
        chunks
    }

    /// The colour type and the pixels of a file.
    fn decoded(file: &[u8], columns: usize) -> (u8, Vec<[u8; 4]>) {
        let chunks = chunks(file);
        let find =
            |name: &[u8; 4]| chunks.iter().find(|chunk| chunk.0 == *name).map(|chunk| chunk.1);
        let colour_type = find(b"IHDR").unwrap()[9];
        let raw = decompress_to_vec_zlib(find(b"IDAT").unwrap()).unwrap();
        let pixel_bytes = [0, 0, 3, 1, 0, 0, 4][usize::from(colour_type)];
        let rows = raw.chunks_exact(1 + columns * pixel_bytes);
        let pixels = rows.flat_map(|row| row[1..].chunks_exact(pixel_bytes));
        let pixel = |pixel: &[u8]| match *pixel {
            [index] => {
                let [r, g, b] = find(b"PLTE").unwrap().as_chunks().0[usize::from(index)];
                [r, g, b, find(b"tRNS").map_or(255, |opacities| opacities[usize::from(index)])]
            }
            [r, g, b] => [r, g, b, 255],
            _ => pixel.try_into().unwrap(),
        };
        (colour_type, pixels.map(pixel).collect())
    }

    #[test]
    fn every_picture_keeps_its_pixels() {
        let picture = |count: u32, opacity: fn(u32) -> u8| -> Vec<[u8; 4]> {
            let colour = |i: u32| [i as u8, (i >> 8) as u8, (7 * i) as u8, opacity(i)];
            (0..1024).map(|i| colour(i * i % count)).collect()
        };
        for (pixels, colour_type) in [
            (picture(256, |_| 255), 3),
            (picture(200, |i| i as u8), 3),
            (picture(9973, |_| 255), 2),
            (picture(9973, |i| i as u8), 6),
            (vec![], 2),
        ] {
            for level in [0, 1, 6] {
                assert_eq!(decoded(&png(32, &pixels, level), 32), (colour_type, pixels.clone()));
            }
        }
    }

    #[test]
    fn a_palette_holds_up_to_256_colours() {
        let greys = |count: u32| -> Vec<[u8; 4]> {
            (0..2 * count).map(|i| [i % count, i % count / 256, 0, 255].map(|c| c as u8)).collect()
        };
        let palette = Palette::of(&greys(256)).unwrap();
        assert_eq!((palette.colours.len(), palette.indices[300]), (256, 44));
        assert!(Palette::of(&greys(257)).is_none() && Palette::of(&[]).is_none());
    }
}
