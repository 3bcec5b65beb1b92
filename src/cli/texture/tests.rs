//! Textures as a person asks for them, and what is refused.

use super::*;
use std::fs;

fn args(name: &str, out: PathBuf, size: &str, set: &[&str]) -> TextureArgs {
    let set = set.iter().map(|text| (*text).to_owned()).collect();
    let (name, size, offset) = (name.to_owned(), size.to_owned(), "0,0".to_owned());
    TextureArgs { name, out, size, scale: None, offset, set, overwrite: OverwriteArgs::default() }
}

/// Width, height and bytes of a PNG file.
fn decode(path: &Path) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap()))
        .read_info()
        .unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    (info.width, info.height, bytes)
}

#[test]
fn a_picture_has_its_size_and_heeds_its_settings() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path();
    let picture = |set: &[&str]| {
        let out = folder.join("a.png");
        run(args("map", out.clone(), "20x10", set)).unwrap();
        decode(&out)
    };
    let (width, height, bytes) = picture(&[]);
    assert_eq!((width, height, bytes.len()), (20, 10, 600));
    assert_eq!(picture(&[]).2, bytes);
    assert_ne!(picture(&["level=0.2"]).2, bytes);
    assert_ne!(picture(&["octaves=1"]).2, bytes);
    // All water.
    assert!(picture(&["level=2"]).2.chunks(3).all(|pixel| pixel == [74, 130, 158]));
}

#[test]
fn all_writes_every_texture_into_a_folder_that_it_makes() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path();
    let out = folder.join("new");
    run(args(ALL, out.clone(), "8x8", &["seed=5", "cover=0.4"])).unwrap();
    for name in names() {
        let (width, height, _) = decode(&out.join(format!("{name}.png")));
        assert_eq!((width, height), (8, 8), "{name}");
    }
    assert_eq!(fs::read_dir(&out).unwrap().count(), names().count());
}

#[test]
fn errors_say_what_is_allowed_and_write_nothing() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path();
    let out = folder.join("a.png");
    for (bad, part) in [
        (args("maps", out.clone(), "8x8", &[]), "one of: all value perlin"),
        (args("map", out.clone(), "0x0", &[]), "WxH"),
        (args("map", out.clone(), "abc", &[]), "WxH"),
        (args("map", out.clone(), "99999x99999", &[]), "WxH"),
        (args("map", out.clone(), "16384x16384", &[]), "megapixels"),
        (args("map", out.clone(), "8x8", &["level=9"]), "-2 to 2"),
        (args("map", out.clone(), "8x8", &["level"]), "KEY=VALUE"),
        (args("map", out.clone(), "8x8", &["rings=9"]), "no such key"),
        (args("map", out.clone(), "8x8", &["octaves=99"]), "1 to 32"),
        (args("map", folder.join("no/a.png"), "8x8", &[]), "no folder"),
        (args("map", folder.to_owned(), "8x8", &[]), "is a folder"),
        (args(ALL, out.clone(), "8x8", &[]), "name a folder"),
        (args(ALL, folder.join("no/a"), "8x8", &[]), "no such"),
        (args(ALL, folder.join("b"), "8x8", &["ring=9"]), "no such key"),
        (args(ALL, folder.join("b"), "8x8", &["octaves=99"]), "1 to 32"),
    ] {
        let message = run(bad).unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert_eq!(fs::read_dir(folder).unwrap().count(), 0, "{message}");
    }
    for (scale, offset) in
        [("0", "0,0"), ("-1", "0,0"), ("wide", "0,0"), ("1", "0"), ("1", "a,b"), ("1", "1e300,0")]
    {
        let bad = TextureArgs {
            scale: Some(scale.into()),
            offset: offset.into(),
            ..args("map", out.clone(), "8x8", &[])
        };
        assert!(run(bad).is_err(), "{scale} {offset}");
    }
}

#[test]
fn plots_of_any_size_and_place() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path();
    let out = folder.join("p.png");
    for size in ["1x1", "300x40", "260x500"] {
        run(args(PLOT, out.clone(), size, &["fractal=ridged", "octaves=2"])).unwrap();
    }
    let far = |scale: &str| {
        let far = args(PLOT, out.clone(), "240x240", &[]);
        run(TextureArgs { scale: Some(scale.into()), offset: "1e9,0".into(), ..far })
    };
    assert!(far("2000").is_ok());
    assert!(far("1e-5").unwrap_err().to_string().contains("--scale"));
}
