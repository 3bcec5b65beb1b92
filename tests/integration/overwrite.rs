//! What an output never replaces without `--force`: what it reads, and what another program wrote.

use crate::tools::{Scratch, run};

const TABLE: &str = "p.csv";

fn scratch() -> Scratch {
    let scratch = Scratch::new("overwrite");
    let write = |name: &str, text: &str| std::fs::write(scratch.0.join(name), text).unwrap();
    write("my.toml", "[noise]\nseed = 5\n");
    write(TABLE, &(0..256).map(|n| n.to_string()).collect::<Vec<_>>().join(","));
    write("mine.json", "{\"mine\": true}");
    write("mine.png", "mine");
    scratch
}

/// Runs the program, which must refuse and leave all as it was.
fn refuse(scratch: &Scratch, arguments: &[&str], words: &[&str]) {
    let contents = || {
        scratch
            .names()
            .iter()
            .map(|name| std::fs::read(scratch.0.join(name)).unwrap())
            .collect::<Vec<_>>()
    };
    let before = (scratch.names(), contents());
    let output = run(&scratch.0, arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(said.lines().count() == 1 && said.contains("--force"), "{arguments:?}: {said}");
    assert!(
        words.iter().all(|word| said.contains(word)),
        "{arguments:?} should say {words:?}: {said}"
    );
    assert!(output.stdout.is_empty(), "{arguments:?}");
    assert!((scratch.names(), contents()) == before, "{arguments:?} changed something");
}

fn succeed(scratch: &Scratch, arguments: &[&str]) {
    let output = run(&scratch.0, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

const READ: &str = "it is the file that is read";
const FOREIGN: &str = "Orogen did not write";

#[test]
fn exports_and_textures_spare_what_they_read() {
    let scratch = scratch();
    let table = format!("permutation=file:{TABLE}");
    refuse(
        &scratch,
        &["export", "my.toml", "--format", "r16", "--out", "my.toml"],
        &["`my.toml`", READ],
    );
    refuse(
        &scratch,
        &["export", "my.toml", "--format", "r16", "--out", "./my.toml"],
        &["my.toml", READ],
    );
    refuse(
        &scratch,
        &["texture", "perlin", "--size", "8x8", "--set", &table, "--out", TABLE],
        &[TABLE, READ],
    );
    refuse(
        &scratch,
        &["texture", "perlin", "--size", "8x8", "--out", "my.toml"],
        &["my.toml", FOREIGN],
    );
    refuse(&scratch, &["export", "--size", "33", "--out", "mine.png"], &["mine.png", FOREIGN]);
    succeed(&scratch, &["export", "my.toml", "--size", "33", "--out", "a.png"]);
    refuse(&scratch, &["export", "a.png", "--size", "33", "--out", "a.png"], &["a.png", READ]);
    refuse(
        &scratch,
        &["export", "a.png.json", "--size", "33", "--out", "a.png"],
        &["a.png.json", READ],
    );
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("my.toml", scratch.0.join("link.png")).unwrap();
        refuse(
            &scratch,
            &["texture", "map", "--size", "8x8", "--out", "link.png"],
            &["link.png", FOREIGN],
        );
        refuse(&scratch, &["export", "./my.toml", "--out", "link.png"], &["link.png", READ]);
    }
}

#[test]
fn a_recipe_spares_whatever_is_there() {
    let scratch = scratch();
    const THERE: &str = "there is a file already";
    refuse(&scratch, &["recipe", "alps", "--out", "my.toml"], &["my.toml", THERE]);
    refuse(&scratch, &["recipe", "alps", "--out", "mine.png"], &["mine.png", THERE]);
    refuse(&scratch, &["recipe", "my.toml", "--out", "./my.toml"], &["my.toml", READ]);
    // One's own, too: somebody may have worked on it.
    succeed(&scratch, &["recipe", "alps", "--out", "new.toml"]);
    refuse(&scratch, &["recipe", "alps", "--out", "new.toml"], &["new.toml", THERE]);
    succeed(&scratch, &["recipe", "my.toml", "--out", "my.toml", "--force"]);
    let text = std::fs::read_to_string(scratch.0.join("my.toml")).unwrap();
    assert!(text.starts_with("# Orogen recipe\n") && text.contains("\nseed = \"5\""), "{text}");
    std::fs::write(scratch.0.join("empty.toml"), "").unwrap();
    succeed(&scratch, &["recipe", "alps", "--out", "empty.toml"]);
}

#[test]
fn force_replaces_and_ones_own_needs_none() {
    let scratch = scratch();
    for name in ["mine.png", "own.png"] {
        let force = if name == "mine.png" { &["--force"][..] } else { &[] };
        succeed(&scratch, &[&["texture", "map", "--size", "8x8", "--out", name], force].concat());
        succeed(&scratch, &["texture", "plot1d", "--size", "80x80", "--out", name]);
        succeed(&scratch, &["export", "--size", "33", "--out", name]);
        succeed(&scratch, &["export", "--size", "65", "--out", name]);
    }
    succeed(&scratch, &["texture", "all", "--size", "8x8", "--out", "all"]);
    succeed(&scratch, &["texture", "all", "--size", "8x8", "--out", "all"]);
    std::fs::write(scratch.0.join("all/wood.png"), "mine").unwrap();
    let output = run(&scratch.0, &["texture", "all", "--size", "8x8", "--out", "all"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("wood.png"));
    assert_eq!(std::fs::read(scratch.0.join("all/wood.png")).unwrap(), b"mine");
    succeed(
        &scratch,
        &["export", "my.toml", "--format", "r16", "--size", "33", "--out", "my.toml", "--force"],
    );
    assert_eq!(std::fs::metadata(scratch.0.join("my.toml")).unwrap().len(), 33 * 33 * 2);
}

#[test]
fn endings_are_understood_however_they_are_written() {
    let scratch = scratch();
    for out in ["a.PNG", "a.TIF", "a.Exr", "a.Raw", "MY.TIFF"] {
        succeed(&scratch, &["export", "my.toml", "--size", "33", "--out", out]);
        succeed(&scratch, &["export", out, "--dry-run", "--out", "b.png"]);
    }
    std::fs::rename(scratch.0.join("my.toml"), scratch.0.join("my.TOML")).unwrap();
    succeed(&scratch, &["export", "my.TOML", "--dry-run", "--out", "b.png"]);
    succeed(&scratch, &["texture", "map", "--size", "8x8", "--out", "t.PNG"]);
}

#[cfg(feature = "studio")]
#[test]
fn pictures_and_figures_spare_what_is_there() {
    let scratch = scratch();
    refuse(&scratch, &["render", "./my.toml", "--out", "my.toml"], &["my.toml", READ]);
    refuse(&scratch, &["render", "my.toml", "--out", "mine.png"], &["mine.png", FOREIGN]);
    refuse(&scratch, &["bench", "--out", "mine.json"], &["mine.json", FOREIGN]);
    refuse(&scratch, &["bench", "--styles", "--out", "mine.json"], &["mine.json", FOREIGN]);
    succeed(&scratch, &["export", "--size", "33", "--out", "a.r16"]);
    refuse(&scratch, &["bench", "--out", "a.r16.json"], &["a.r16.json", FOREIGN]);
}

#[cfg(feature = "studio")]
#[test]
fn a_picture_that_nobody_named_takes_a_free_name() {
    let _drawing = crate::tools::drawing();
    let scratch = Scratch::new("free");
    std::fs::write(scratch.0.join("orogen.png"), "mine").unwrap();
    let mut command = crate::tools::orogen();
    command.args(["course", "--set", "world.extent_chunks=2"]).current_dir(&scratch.0);
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).trim_end().ends_with("orogen-2.png"));
    assert_eq!(scratch.names(), ["orogen-2.png", "orogen.png"]);
    assert_eq!(std::fs::read(scratch.0.join("orogen.png")).unwrap(), b"mine");
}
