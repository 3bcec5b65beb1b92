//! Animated WebP: lossless pictures in the container of RFC 9649.

use std::io::{Seek, SeekFrom, Write};

use image_webp::{ColorType, WebPEncoder};

use super::plan::{FilmPlan, Frames, Problem, program, rgb};

// Flags of the container: animation, alpha, XMP metadata.
const ANIMATION: u8 = 0x02;
const XMP: u8 = 0x04;
const ALPHA: u8 = 0x10;
/// A frame replaces the previous one instead of blending over it.
const DO_NOT_BLEND: u8 = 0x02;
/// The bytes of a still WebP before its picture: the file header and the chunk header.
const STILL_HEADER: usize = 20;

/// The film exceeds the size limit of the container.
#[derive(Debug, thiserror::Error)]
#[error("it exceeds 4 GB, the limit of WebP; make the film shorter or smaller")]
struct TooLarge;

pub fn write(
    plan: &FilmPlan,
    file: &mut (impl Write + Seek),
    frames: Frames,
) -> Result<(), Problem> {
    // The end of this function fills in the length.
    file.write_all(b"RIFF\0\0\0\0WEBP")?;
    let mut length = 4 + chunk(file, b"VP8X", &[&container_header(plan)])?;
    // A transparent background, which the frames cover. The film loops forever.
    length += chunk(file, b"ANIM", &[&[0; 4], &[0; 2]])?;
    for number in 0..plan.frames {
        let (rgba, rgb_only);
        let frame = frames(number)?;
        let (bytes, colour) = match plan.has_alpha {
            true => {
                rgba = frame.rgba;
                (&rgba, ColorType::Rgba8)
            }
            false => {
                rgb_only = rgb(&frame.rgba);
                (&rgb_only, ColorType::Rgb8)
            }
        };
        let mut still = Vec::new();
        WebPEncoder::new(&mut still).encode(bytes, plan.size[0], plan.size[1], colour)?;
        // The rest of the still is its picture chunk, already padded to an even length.
        let header = frame_header(plan, number);
        length += chunk(file, b"ANMF", &[&header, &still[STILL_HEADER - 8..]])?;
        if length > u64::from(u32::MAX) - 4096 {
            return Err(TooLarge.into());
        }
    }
    length += chunk(file, b"XMP ", &[xmp(program(plan)).as_bytes()])?;
    file.seek(SeekFrom::Start(4))?;
    file.write_all(&(length as u32).to_le_bytes())?;
    file.seek(SeekFrom::End(0))?;
    Ok(())
}

/// Writes a chunk. Returns its length in bytes, with header and padding.
fn chunk(file: &mut impl Write, name: &[u8; 4], parts: &[&[u8]]) -> Result<u64, Problem> {
    let length = parts.iter().map(|part| part.len()).sum::<usize>();
    file.write_all(name)?;
    file.write_all(&(length as u32).to_le_bytes())?;
    parts.iter().try_for_each(|part| file.write_all(part))?;
    if length % 2 == 1 {
        file.write_all(&[0])?;
    }
    Ok(8 + length.next_multiple_of(2) as u64)
}

/// The data of the container's first chunk: the flags, and the size minus one.
fn container_header(plan: &FilmPlan) -> [u8; 10] {
    let [width, height] = plan.size.map(|side| three_bytes(side - 1));
    let alpha = if plan.has_alpha { ALPHA } else { 0 };
    let flags = [ANIMATION | XMP | alpha, 0, 0, 0];
    let mut bytes = [0; 10];
    bytes[..4].copy_from_slice(&flags);
    bytes[4..7].copy_from_slice(&width);
    bytes[7..].copy_from_slice(&height);
    bytes
}

/// A frame's header: position, size minus one, and duration in milliseconds. Each start time is
/// rounded by itself, so rounding errors do not add up.
fn frame_header(plan: &FilmPlan, number: u32) -> [u8; 16] {
    let [width, height] = plan.size.map(|side| three_bytes(side - 1));
    let start_ms =
        |frame: u32| (u64::from(frame) * 1000 + u64::from(plan.fps) / 2) / u64::from(plan.fps);
    let duration_ms = three_bytes((start_ms(number + 1) - start_ms(number)) as u32);
    let mut bytes = [0; 16];
    bytes[6..9].copy_from_slice(&width);
    bytes[9..12].copy_from_slice(&height);
    bytes[12..15].copy_from_slice(&duration_ms);
    bytes[15] = DO_NOT_BLEND;
    bytes
}

fn three_bytes(number: u32) -> [u8; 3] {
    let [a, b, c, _] = number.to_le_bytes();
    [a, b, c]
}

fn xmp(program: &str) -> String {
    format!(
        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF \
         xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\" \
         xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\"><xmp:CreatorTool>{program}</xmp:CreatorTool>\
         </rdf:Description></rdf:RDF></x:xmpmeta>"
    )
}
