//! Textures drawn from the command line, and errors.

use super::*;
use crate::cli::error::refusal;
use std::fs;

#[derive(clap::Parser)]
struct Line {
    #[command(flatten)]
    texture: TextureArgs,
}

/// Runs a command line.
fn draw(name: &str, out: &Path, size: &str, set: &[&str], more: &[&str]) -> Result<(), String> {
    let out = out.to_str().unwrap();
    let set = set.iter().flat_map(|set| ["--set", set]);
    let words = ["texture", name, "--out", out, "--size", size].into_iter().chain(set);
    let line = <Line as clap::Parser>::try_parse_from(words.chain(more.iter().copied()));
    let args = line.map_err(|error| refusal(&error).to_string())?.texture;
    run(args).map_err(|error| error.to_string())
}

/// Returns width, height and bytes of a PNG file.
fn decode(path: &Path) -> (u32, u32, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap()))
        .read_info()
        .unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    (info.width, info.height, bytes)
}

#[test]
fn settings_change_the_picture_but_not_its_size() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path();
    let picture = |set: &[&str]| {
        let out = folder.join("a.png");
        draw("map", &out, "20x10", set, &[]).unwrap();
        decode(&out)
    };
    let (width, height, bytes) = picture(&[]);
    assert_eq!((width, height, bytes.len()), (20, 10, 600));
    assert_eq!(picture(&[]).2, bytes);
    assert_ne!(picture(&["level=0.2"]).2, bytes);
    assert_ne!(picture(&["octaves=1"]).2, bytes);
    // The whole map is under water.
    assert!(picture(&["level=2"]).2.chunks(3).all(|pixel| pixel == [74, 130, 158]));
}

#[test]
fn all_writes_every_texture_into_a_folder_that_it_makes() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path();
    let out = folder.join("new");
    draw(ALL, &out, "8x8", &["seed=5", "cover=0.4"], &[]).unwrap();
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
    let settings = folder.join("b");
    for (name, out, size, set, part) in [
        ("maps", &out, "8x8", "", "one of: all value perlin"),
        ("map", &out, "0x0", "", "--size 0x0: give WxH"),
        ("map", &out, "abc", "", "WxH"),
        ("map", &out, "99999x99999", "", "WxH"),
        ("map", &out, "16384x16384", "", "megapixels"),
        ("map", &out, "8x8", "level=9", "-2 to 2"),
        ("map", &out, "8x8", "level", "--set level: there is no `=`"),
        ("map", &out, "8x8", "rings=9", "no such key"),
        ("map", &out, "8x8", "octaves=99", "1 to 32"),
        ("map", &folder.join("no/a.png"), "8x8", "", "no folder"),
        ("map", &folder.to_owned(), "8x8", "", "is a folder"),
        (ALL, &out, "8x8", "", "name a folder"),
        (ALL, &folder.join("no/a"), "8x8", "", "no such"),
        (ALL, &settings, "8x8", "ring=9", "no such key"),
        (ALL, &settings, "8x8", "octaves=99", "1 to 32"),
    ] {
        let set = if set.is_empty() { &[][..] } else { &[set][..] };
        let message = draw(name, out, size, set, &[]).unwrap_err();
        assert!(message.contains(part), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert_eq!(fs::read_dir(folder).unwrap().count(), 0, "{message}");
    }
    for more in [
        ["--scale", "0"],
        ["--scale", "-1"],
        ["--scale", "wide"],
        ["--offset", "0"],
        ["--offset", "a,b"],
        ["--offset", "1e300,0"],
        ["--offset", "nan,0"],
    ] {
        let message = draw("map", &out, "8x8", &[], &more).unwrap_err();
        assert!(message.starts_with(&format!("{}: give ", more.join(" "))), "{message}");
    }
}

#[test]
fn a_plot_has_any_size_and_position() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path();
    let out = folder.join("p.png");
    for size in ["1x1", "300x40", "260x500"] {
        draw(PLOT, &out, size, &["fractal=ridged", "octaves=2"], &[]).unwrap();
    }
    let far =
        |scale: &str| draw(PLOT, &out, "240x240", &[], &["--scale", scale, "--offset", "1e9,0"]);
    assert!(far("2000").is_ok());
    assert!(far("1e-5").unwrap_err().contains("--scale"));
}
