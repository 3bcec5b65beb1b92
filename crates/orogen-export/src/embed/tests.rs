//! Scenes are restored from files, and damage is reported.

use super::*;
use proptest::prelude::*;
use std::io::Cursor;

fn scene() -> Scene {
    let mut scene = Scene::default();
    scene.set_text("world.seed", "Żółw 龍").unwrap();
    scene.view.camera.focus_m = Some([1.0, 2.0, 3.0]);
    scene
}

/// A PNG written by another encoder than the exports', like the screenshots.
fn png(add: impl FnOnce(&mut png::Encoder<&mut Vec<u8>>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 2, 2);
    add(&mut encoder);
    encoder.write_header().unwrap().write_image_data(&[1, 2, 3, 4]).unwrap();
    bytes
}

fn with_text() -> Vec<u8> {
    png(|encoder| {
        for (keyword, text) in png_text(&scene()) {
            encoder.add_itxt_chunk(keyword, text).unwrap();
        }
    })
}

fn exr() -> Vec<u8> {
    use crate::stream::Encoder;
    let mut bytes = Cursor::new(Vec::new());
    let exr = crate::write::exr::Exr::new(
        [1, 1],
        PROGRAM,
        "",
        SCENE_KEY,
        &with_checksum(&scene().to_plain_toml()),
    );
    let band =
        crate::stream::FileBand { bytes: &mut vec![0; 4], above: &[], first_row: 0, is_last: true };
    let packed = exr.pack(band).unwrap();
    exr.write(&mut bytes, &mut [packed].into_iter(), &drop).unwrap();
    bytes.into_inner()
}

fn json() -> Vec<u8> {
    serde_json::json!({ "program": PROGRAM, "scene": with_checksum(&scene().to_plain_toml()) })
        .to_string()
        .into_bytes()
}

#[test]
fn scenes_are_read_back() {
    let compressed = png(|encoder| {
        let mut text = png::text_metadata::ITXtChunk::new(SCENE_KEY, scene().to_plain_toml());
        text.compress_text().unwrap();
        encoder.add_text_chunk("Comment".into(), "none".into()).unwrap();
        encoder.add_itxt_chunk("Title".into(), "none".into()).unwrap();
        drop(text);
        encoder.add_ztxt_chunk(SCENE_KEY.into(), Scene::default().to_plain_toml()).unwrap();
    });
    assert_eq!(load_scene(Cursor::new(compressed)).unwrap(), Scene::default());
    for file in [with_text(), exr(), json()] {
        assert_eq!(load_scene(Cursor::new(file)).unwrap(), scene());
    }
}

#[test]
fn scenes_of_version_0_1_0_are_read_back() {
    let json = serde_json::json!({ "program": "Orogen 0.1.0", "scene": scene().to_plain_toml() })
        .to_string();
    assert_eq!(load_scene(Cursor::new(json)).unwrap(), scene());
}

#[test]
fn a_scene_with_a_changed_digit_is_refused() {
    for mut file in [with_text(), exr(), json()] {
        let index = file.windows(14).position(|bytes| bytes == b"height_m = 600").unwrap() + 11;
        file[index] = b'7';
        let error = load_scene(Cursor::new(file)).unwrap_err();
        assert!(error.to_string().contains("wrong checksum"), "{error}");
    }
}

#[test]
fn files_without_a_scene_are_refused() {
    let problem = |bytes: &[u8]| load_scene(Cursor::new(bytes)).unwrap_err().to_string();
    assert!(problem(&png(|_| ())).contains("no Orogen scene"));
    assert!(problem(b"{\"scene\": 5}").contains("no Orogen scene"));
    assert!(problem(b"{").contains("not valid JSON"));
    assert!(problem(b"").contains("not a PNG"));
    assert!(problem(b"GIF89a").contains("not a PNG"));
    assert!(
        problem(&with_text()[..60]).contains("no Orogen scene")
            || problem(&with_text()[..60]).contains("ends early")
    );
    assert!(problem(b"{\"scene\": \"[noise]\\nsead = 1\"}").contains("did you mean `noise.seed`"));
}

#[test]
fn embedded_text_beyond_the_limit_is_refused() {
    let bomb = png(|encoder| {
        encoder.add_ztxt_chunk(SCENE_KEY.into(), " ".repeat(MAX_SCENE_BYTES + 1)).unwrap()
    });
    // The compressed size depends on the compressor, which chooses its method by the processor.
    assert!(bomb.len() < MAX_SCENE_BYTES / 100);
    assert!(load_scene(Cursor::new(bomb)).unwrap_err().to_string().contains("over 16 MiB"));
}

proptest! {
    #[test]
    fn damaged_files_give_an_error_or_a_scene(
        kind in 0..3,
        flips in prop::collection::vec((0usize..4000, any::<u8>()), 1..6),
        cut in 0usize..4000,
        cuts: bool,
    ) {
        let mut bytes = [with_text(), exr(), json()][kind as usize].clone();
        for (index, value) in flips {
            let index = index % bytes.len();
            bytes[index] = value;
        }
        if cuts {
            bytes.truncate(cut);
        }
        match load_scene(Cursor::new(bytes)) {
            Ok(scene) => prop_assert!(scene.validate().is_ok()),
            Err(e) => prop_assert_eq!(e.to_string().lines().count(), 1),
        }
    }

    #[test]
    fn a_damaged_byte_gives_an_error_or_the_same_scene(
        kind in 0..3,
        index in 0usize..6000,
        value: u8,
    ) {
        let mut bytes = [with_text(), exr(), json()][kind as usize].clone();
        let index = index % bytes.len();
        bytes[index] = value;
        if let Ok(read) = load_scene(Cursor::new(bytes)) {
            prop_assert_eq!(read, scene());
        }
    }

    #[test]
    fn random_bytes_after_a_magic_number_are_refused(
        kind in 0..3,
        bytes in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        let magic: [&[u8]; 3] = [b"\x89PNG\r\n\x1a\n", &[0x76, 0x2f, 0x31, 0x01, 2, 0, 0, 0], b"{"];
        let bytes = [magic[kind as usize], &bytes].concat();
        prop_assert!(load_scene(Cursor::new(bytes)).is_err());
    }
}
