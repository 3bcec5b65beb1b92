//! Every format, read by an independent decoder.

use super::*;

/// Exports every format. Returns the scene and the heights.
fn all_formats(scratch: &ScratchFolder, samples: u32) -> (Scene, Vec<f32>) {
    let scene = square_scene();
    for name in ["a.png", "a.r16", "a.r32", "a.exr", "a.tif"] {
        let mut options = ExportOptions::new(scratch.file(name));
        options.samples = Some(samples);
        run(&scene, &options);
    }
    let heights_m = floats(&scratch.file("a.r32"));
    assert_eq!(heights_m.len(), (samples * samples) as usize);
    (scene, heights_m)
}

#[test]
fn the_image_crate_reads_the_png() {
    let scratch = ScratchFolder::new();
    all_formats(&scratch, 301);
    let (size, png) = png_steps(&scratch.file("a.png"));
    assert_eq!(size, [301; 2]);
    assert_eq!(png, steps(&scratch.file("a.r16")));
}

#[test]
fn the_tiff_crate_reads_samples_and_tags() {
    use tiff::decoder::{Decoder, DecodingResult};
    use tiff::tags::Tag;
    let scratch = ScratchFolder::new();
    let (_, heights_m) = all_formats(&scratch, 601);
    let mut decoder = Decoder::new(std::fs::File::open(scratch.file("a.tif")).unwrap()).unwrap();
    assert_eq!(decoder.dimensions().unwrap(), (601, 601));
    assert_eq!(decoder.colortype().unwrap(), tiff::ColorType::Gray(32));
    let DecodingResult::F32(read) = decoder.read_image().unwrap() else { panic!("no floats") };
    assert_eq!(read, heights_m);
    let spacing_m = 2048.0 / 600.0;
    assert_eq!(
        decoder.get_tag_f64_vec(Tag::ModelPixelScaleTag).unwrap(),
        [spacing_m, spacing_m, 0.0]
    );
    assert_eq!(
        decoder.get_tag_f64_vec(Tag::ModelTiepointTag).unwrap(),
        [0.0, 0.0, 0.0, -1024.0, 1024.0, 0.0]
    );
    let keys = decoder.get_tag_u16_vec(Tag::GeoKeyDirectoryTag).unwrap();
    assert_eq!(keys[..4], [1, 1, 1, (keys.len() / 4 - 1) as u16]);
    assert!(keys.chunks(4).any(|key| key == [1025, 0, 1, 2]), "samples are points");
    assert_eq!(decoder.get_tag_ascii_string(Tag::Software).unwrap(), PROGRAM);
}

#[test]
fn the_exr_crate_reads_samples_and_scene() {
    use exr::prelude::*;
    let scratch = ScratchFolder::new();
    let (scene, heights_m) = all_formats(&scratch, 301);
    let image = read_first_flat_layer_from_file(scratch.file("a.exr")).unwrap();
    assert_eq!(image.layer_data.size, Vec2(301, 301));
    let [channel] = &image.layer_data.channel_data.list[..] else {
        panic!("more than one channel")
    };
    assert!(channel.name == *"R");
    let FlatSamples::F32(read) = &channel.sample_data else { panic!("no floats") };
    assert_eq!(read, &heights_m);
    let scenes = &image.layer_data.attributes.other;
    assert_eq!(scenes.len(), 1);
    assert!(scenes.iter().all(|(key, value)| *key == *embed::SCENE_KEY
        && matches!(value, AttributeValue::Text(text) if text.to_string() == embed::with_checksum(&scene.to_plain_toml()))));
}

#[test]
fn the_png_crate_reads_the_texts() {
    let scratch = ScratchFolder::new();
    let (scene, _) = all_formats(&scratch, 33);
    let file = std::io::BufReader::new(std::fs::File::open(scratch.file("a.png")).unwrap());
    let reader = png::Decoder::new(file).read_info().unwrap();
    let texts: Vec<_> = reader
        .info()
        .utf8_text
        .iter()
        .map(|t| (t.keyword.clone(), t.get_text().unwrap()))
        .collect();
    assert_eq!(texts, embed::png_text(&scene));
    assert_eq!(reader.info().gama_chunk, None, "heights have no gamma");
}

/// Returns what `read.py` prints about a file, and the bytes of its samples. `None` without Python
/// 3.
fn read_by_python(path: &Path) -> Option<(serde_json::Value, Vec<u8>)> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests/read.py");
    if !std::process::Command::new("python3")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
    {
        skip_without("Python 3");
        return None;
    }
    let output = std::process::Command::new("python3").arg(script).arg(path).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let end = output.stdout.iter().position(|byte| *byte == b'\n').unwrap();
    Some((
        serde_json::from_slice(&output.stdout[..end]).unwrap(),
        output.stdout[end + 1..].to_vec(),
    ))
}

#[test]
fn python_reads_the_pictures() {
    let scratch = ScratchFolder::new();
    let (scene, _) = all_formats(&scratch, 301);
    let raw = |name| std::fs::read(scratch.file(name)).unwrap();
    for (name, samples) in
        [("a.png", raw("a.r16")), ("a.exr", raw("a.r32")), ("a.tif", raw("a.r32"))]
    {
        let Some((printed, read)) = read_by_python(&scratch.file(name)) else { return };
        assert_eq!(printed["size"], serde_json::json!([301, 301]), "{name}");
        assert!(read == samples, "{name}: other samples");
        let facts = &printed["facts"];
        if name == "a.tif" {
            let spacing_m = 2048.0 / 300.0;
            assert_eq!(facts["scale"], serde_json::json!([spacing_m, spacing_m, 0.0]));
            assert_eq!(facts["tiepoint"], serde_json::json!([0.0, 0.0, 0.0, -1024.0, 1024.0, 0.0]));
        } else {
            let text = scene.to_plain_toml();
            let text = if name == "a.exr" { embed::with_checksum(&text) } else { text };
            assert_eq!(facts[embed::SCENE_KEY], text, "{name}");
        }
    }
}

#[test]
fn the_json_describes_the_samples() {
    let scratch = ScratchFolder::new();
    let (scene, heights_m) = all_formats(&scratch, 65);
    let json = metadata(&scratch.file("a.r16"));
    assert_eq!(json["size"], serde_json::json!([65, 65]));
    assert_eq!(json["spacing_m"], 32.0);
    assert_eq!(json["north_west_m"], serde_json::json!([-1024.0, -1024.0]));
    assert_eq!(json["first_row"], "north");
    assert_eq!(json["exact"], true);
    assert_eq!(json["program"], PROGRAM);
    assert_eq!(json["scene"], embed::with_checksum(&scene.to_plain_toml()));
    assert_eq!(json["formula"], "height_m = -630 + sample × 1260 / 65535");
    let data = std::fs::read(scratch.file("a.r16")).unwrap();
    assert_eq!(json["checksum"]["value"], format!("{:08x}", crc32fast::hash(&data)));
    let lowest = heights_m.iter().copied().fold(f32::MAX, f32::min);
    assert_eq!(json["lowest_m"].as_f64().map(|h| h as f32), Some(lowest));

    // The PNG has the samples of the r16 with swapped bytes.
    let swapped: Vec<u8> = data.as_chunks::<2>().0.iter().flat_map(|[a, b]| [*b, *a]).collect();
    assert_eq!(
        metadata(&scratch.file("a.png"))["checksum"]["value"],
        format!("{:08x}", crc32fast::hash(&swapped))
    );
    for name in ["a.r32", "a.exr", "a.tif"] {
        let json = metadata(&scratch.file(name));
        assert_eq!(json["range_m"], serde_json::Value::Null);
        assert_eq!(json["formula"], "height_m = sample");
        let checksum =
            format!("{:08x}", crc32fast::hash(&std::fs::read(scratch.file("a.r32")).unwrap()));
        assert_eq!(json["checksum"]["value"], checksum, "{name}");
    }
    for name in ["a.png", "a.r16", "a.r32", "a.exr", "a.tif"] {
        let (json, data) =
            (metadata(&scratch.file(name)), std::fs::read(scratch.file(name)).unwrap());
        assert_eq!(json["bytes"], data.len(), "{name}");
        assert_eq!(
            json["file_checksum"]["value"],
            format!("{:08x}", crc32fast::hash(&data)),
            "{name}"
        );
    }
}

#[test]
fn the_reported_bytes_match_the_files() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    for format in Format::ALL.iter().map(|row| row.value) {
        let mut options =
            ExportOptions::new(scratch.file(&format!("a.{}", format.extensions()[0])));
        options.samples = Some(129);
        let (plan, report) = (plan(&scene, &options), run(&scene, &options));
        let bytes = std::fs::metadata(&options.out).unwrap().len();
        assert_eq!(report.files[0].bytes, bytes);
        if format.is_raw() {
            assert_eq!(plan.bytes(), bytes, "{format}");
        } else if format.is_compressed() {
            // Few and rough samples hardly compress, and the file also holds the scene.
            assert!(bytes < plan.bytes() + 4000, "{format}: {bytes}");
        } else {
            assert!((plan.bytes()..plan.bytes() + 2000).contains(&bytes), "{format}: {bytes}");
        }
    }
}
