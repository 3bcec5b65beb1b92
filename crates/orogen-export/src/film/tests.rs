//! Films read back by independent decoders.

use std::convert::Infallible;
use std::io::Cursor;
use std::path::Path;

use super::plan::rgb;
use super::*;
use crate::overwrite::{ProtectedFiles, TargetError};

const SIZE: [u32; 2] = [7, 5];

/// A frame in which every pixel encodes its position and the frame number.
fn frame(number: u32) -> Vec<u8> {
    let pixel = |i: u32| {
        let (x, y) = (i % SIZE[0], i / SIZE[0]);
        let opacity = if (x + y + number).is_multiple_of(3) { 0 } else { 255 };
        [(40 * x) as u8, (50 * y) as u8, (60 * number) as u8, opacity]
    };
    (0..SIZE[0] * SIZE[1]).flat_map(pixel).collect()
}

fn plan(out: &Path, format: FilmFormat, fps: u32, has_alpha: bool) -> FilmPlan {
    let texts = vec![("Software".to_owned(), crate::PROGRAM.to_owned())];
    FilmPlan { out: out.to_owned(), format, size: SIZE, frames: 4, fps, has_alpha, texts }
}

fn write(plan: &FilmPlan) {
    let written = plan.write(|number| {
        Ok::<_, Infallible>(Frame { rgba: frame(number), texts: plan.texts.clone() })
    });
    written.unwrap();
}

/// Writes a film into a folder of its own and returns its bytes.
fn bytes_of(format: FilmFormat, fps: u32, has_alpha: bool) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join(format!("a.{}", format.name()));
    write(&plan(&out, format, fps, has_alpha));
    std::fs::read(out).unwrap()
}

#[test]
fn a_reader_of_webp_sees_every_frame_and_its_time() {
    for has_alpha in [false, true] {
        let bytes = bytes_of(FilmFormat::Webp, 30, has_alpha);
        let mut reader = image_webp::WebPDecoder::new(Cursor::new(&bytes)).unwrap();
        assert!(reader.is_animated() && !reader.is_lossy());
        assert_eq!((reader.dimensions(), reader.num_frames()), ((SIZE[0], SIZE[1]), 4));
        assert_eq!((reader.has_alpha(), reader.loop_duration()), (has_alpha, 133));
        assert!(matches!(reader.loop_count(), image_webp::LoopCount::Forever));
        let xmp = String::from_utf8(reader.xmp_metadata().unwrap().unwrap()).unwrap();
        assert!(xmp.contains(crate::PROGRAM), "{xmp}");
        let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
        let durations: Vec<_> = (0..4)
            .map(|number| {
                let duration = reader.read_frame(&mut buffer).unwrap();
                let drawn = if has_alpha { frame(number) } else { rgb(&frame(number)) };
                // The colour of transparent pixels does not matter.
                let visible = |pixels: &[u8]| -> Vec<Vec<u8>> {
                    let pixels = pixels.chunks(if has_alpha { 4 } else { 3 });
                    pixels.map(|p| if p.get(3) == Some(&0) { vec![] } else { p.to_vec() }).collect()
                };
                assert_eq!(visible(&buffer), visible(&drawn), "frame {number}");
                duration
            })
            .collect();
        assert_eq!(durations, [33, 34, 33, 33], "thirtieths of a second do not drift");
        assert_eq!(bytes.len(), 8 + u32::from_le_bytes(bytes[4..8].try_into().unwrap()) as usize);
    }
}

#[test]
fn a_reader_of_gif_sees_every_frame_and_its_time() {
    for (fps, hundredths) in [(50, 2), (25, 4), (20, 5)] {
        let bytes = bytes_of(FilmFormat::Gif, fps, false);
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut reader = options.read_info(Cursor::new(&bytes)).unwrap();
        assert_eq!([reader.width(), reader.height()].map(u32::from), SIZE);
        let mut number = 0;
        while let Some(read) = reader.read_next_frame().unwrap() {
            assert_eq!(read.delay, hundredths);
            // The 35 colours of a frame fit into 256.
            let drawn = frame(number);
            let colours = read.buffer.iter().zip(&drawn).enumerate().filter(|(i, _)| i % 4 < 3);
            let max_error = colours.map(|(_, (a, b))| a.abs_diff(*b)).max().unwrap();
            assert!(max_error <= 8, "frame {number}: {max_error}");
            number += 1;
        }
        assert_eq!(number, 4);
        assert_eq!(reader.repeat(), gif::Repeat::Infinite);
    }
}

#[test]
fn a_reader_of_apng_sees_every_frame_and_its_time() {
    for has_alpha in [false, true] {
        let bytes = bytes_of(FilmFormat::Apng, 24, has_alpha);
        let mut reader = png::Decoder::new(Cursor::new(&bytes)).read_info().unwrap();
        let control = reader.info().animation_control.unwrap();
        assert_eq!((control.num_frames, control.num_plays), (4, 0));
        let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
        for number in 0..4 {
            reader.next_frame(&mut buffer).unwrap();
            let duration = reader.info().frame_control.unwrap();
            assert_eq!((duration.delay_num, duration.delay_den), (1, 24));
            let drawn = if has_alpha { frame(number) } else { rgb(&frame(number)) };
            assert_eq!(buffer, drawn, "frame {number}");
        }
    }
}

#[test]
fn a_sequence_has_a_numbered_picture_per_frame() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(&folder.path().join("land.png"), FilmFormat::Png, 25, true);
    write(&plan);
    let mut names: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["land_0001.png", "land_0002.png", "land_0003.png", "land_0004.png"]);
    for (number, path) in (0..).zip(plan.files()) {
        assert_eq!(image::open(path).unwrap().to_rgba8().into_raw(), frame(number));
    }
    assert_eq!(frame_path(Path::new("a/b.png"), 99_999, 100_000), Path::new("a/b_100000.png"));
}

#[test]
fn a_film_that_fails_keeps_the_older_file() {
    #[derive(Debug, PartialEq, thiserror::Error)]
    #[error("the third frame is missing")]
    struct Missing;
    for format in [FilmFormat::Apng, FilmFormat::Gif, FilmFormat::Webp] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("a");
        std::fs::write(&out, "older").unwrap();
        let failed = plan(&out, format, 25, false).write(|number| match number {
            2 => Err(Missing),
            _ => Ok(Frame { rgba: frame(number), texts: vec![] }),
        });
        assert!(matches!(failed, Err(FilmError::Frame(Missing))), "{failed:?}");
        assert_eq!(std::fs::read(&out).unwrap(), b"older");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "{format:?}");
    }
}

#[test]
fn own_films_are_replaced_and_foreign_ones_kept() {
    let keep = ProtectedFiles::default();
    let folder = tempfile::tempdir().unwrap();
    for format in [FilmFormat::Apng, FilmFormat::Gif, FilmFormat::Webp, FilmFormat::Png] {
        let plan = plan(&folder.path().join("a.film"), format, 25, false);
        write(&plan);
        assert_eq!(plan.check_targets(&keep), Ok(()), "{format:?}");
        let last = plan.files().last().unwrap();
        std::fs::write(&last, b"RIFF\x04\0\0\0WEBP and of another program").unwrap();
        let refused = plan.check_targets(&keep).unwrap_err();
        assert!(matches!(refused, TargetError::Protected(_)), "{format:?}");
        assert_eq!(
            plan.check_targets(&ProtectedFiles { force: true, ..ProtectedFiles::default() }),
            Ok(())
        );
        std::fs::remove_file(last).unwrap();
    }
}

#[test]
fn impossible_options_are_refused_in_one_line() {
    let usual = plan(Path::new("a"), FilmFormat::Webp, 25, false);
    let refused = [
        (FilmPlan { size: [0, 5], ..usual.clone() }, "0x5"),
        (FilmPlan { size: [5, 8193], ..usual.clone() }, "1 to 8192"),
        (FilmPlan { frames: 0, ..usual.clone() }, "1 to 108000"),
        (FilmPlan { fps: 0, ..usual.clone() }, "1 to 120"),
        (FilmPlan { fps: 30, format: FilmFormat::Gif, ..usual.clone() }, "50, 25 or 20"),
        (FilmPlan { has_alpha: true, format: FilmFormat::Gif, ..usual.clone() }, "transparency"),
        (FilmPlan { format: FilmFormat::Mp4, ..usual.clone() }, "choose 8x6"),
    ];
    for (plan, words) in refused {
        let line = plan.check().unwrap_err().to_string();
        assert!(line.contains(words) && !line.contains('\n'), "{line}");
    }
    assert_eq!(usual.check(), Ok(()));
    assert_eq!(FilmFormat::of_path(Path::new("x.WebP")), Some(FilmFormat::Webp));
    assert_eq!(FilmFormat::of_path(Path::new("x.avi")), None);
}
