//! Films from the command line and from the window.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

use orogen::headless::capture::Headless;
use orogen::terrain::scene::Scene;

#[cfg(unix)]
use crate::tools::send;
use crate::tools::{
    ScratchFolder, change, drawing, expect_refusal, expect_refusals, expect_success, orogen,
    run_ok, scene_in, stderr, wait_for,
};

/// Writes a small land with bookmarks to `land.toml`, and returns it.
fn write_land(folder: &Path) -> Scene {
    write_land_in_style(folder, "natural")
}

/// Writes a land for tests of files and signals, in the style that a software driver draws in the
/// shortest time.
fn write_quick_land(folder: &Path) -> Scene {
    write_land_in_style(folder, "course")
}

fn write_land_in_style(folder: &Path, style: &str) -> Scene {
    let mut scene = orogen::terrain::preset::Preset::find("alps").unwrap().scene().unwrap();
    let changes = [
        ("world.bounded", "on"),
        ("world.extent_chunks", "2"),
        ("world.spacing_m", "8"),
        ("look.style", style),
    ];
    change(&mut scene, &changes);
    scene.view.camera = "20,30,900".parse().unwrap();
    for (number, pose) in [(2, "20,30,900"), (4, "60,20,600"), (9, "120,40,1200")] {
        scene.view.bookmarks.set(number, Some(pose.parse().unwrap()));
    }
    std::fs::write(folder.join("land.toml"), scene.to_toml()).unwrap();
    scene
}

#[test]
fn a_turntable_begins_with_the_picture_of_its_scene() {
    let _drawing = drawing();
    let scratch = ScratchFolder::new("turntable");
    let scene = write_land(&scratch.0);
    let stdout = run_ok(
        &scratch.0,
        "turntable ./land.toml --size 96x64 --seconds 0.2 --fps 20 --out film.webp",
    );
    assert!(stdout.contains("film.webp: 4 frames, 0.20 s"), "{stdout}");
    let file = BufReader::new(File::open(scratch.0.join("film.webp")).unwrap());
    let mut reader = image_webp::WebPDecoder::new(file).unwrap();
    assert_eq!((reader.dimensions(), reader.num_frames()), ((96, 64), 4));
    let mut frames = vec![vec![0; reader.output_buffer_size().unwrap()]; 4];
    for frame in &mut frames {
        assert_eq!(reader.read_frame(frame).unwrap(), 50);
    }
    let size = bevy::math::UVec2::new(96, 64);
    let high =
        orogen::plugin::look::quality::Effects::of(orogen::plugin::look::quality::Tier::High);
    let mut headless = Headless::new(size, Some(2), |app| _ = app.insert_resource(high)).unwrap();
    headless.want(scene);
    let picture = headless.picture().unwrap();
    let colours = picture.pixels().flat_map(|pixel| pixel.0[..3].to_vec());
    let differing = colours.zip(&frames[0]).filter(|(a, b)| a.abs_diff(**b) > 2).count();
    assert!(differing < 96 * 64 / 200, "{differing} samples differ");
    assert!(frames.windows(2).all(|pair| pair[0] != pair[1]), "it turns");
}

#[test]
fn a_flight_passes_the_bookmarks_that_are_named() {
    let _drawing = drawing();
    let scratch = ScratchFolder::new("flight");
    write_quick_land(&scratch.0);
    let line = "flight ./land.toml --size 64x48 --seconds 0.25 --fps 20 --through 9,2 --out a.png";
    run_ok(&scratch.0, line);
    let names = ["a_0001.png", "a_0002.png", "a_0003.png", "a_0004.png", "a_0005.png", "land.toml"];
    assert_eq!(scratch.names(), names);
    let camera =
        |name: &str| Scene::from_toml(&scene_in(&scratch.0.join(name))).unwrap().view.camera;
    let (first, last) = (camera("a_0001.png"), camera("a_0005.png"));
    assert!((first.yaw_deg - 120.0).abs() < 0.1 && (first.distance_m - 1200.0).abs() < 0.1);
    assert!((last.yaw_deg - 20.0).abs() < 0.1 && (last.distance_m - 900.0).abs() < 0.1);
    // The program replaces its own pictures.
    run_ok(&scratch.0, line);
}

#[test]
fn impossible_films_are_refused_in_one_line() {
    let scratch = ScratchFolder::new("refused-films");
    write_land(&scratch.0);
    expect_refusals(
        &scratch,
        &[
            ("turntable --out a", &["--format"]),
            ("turntable --out a.avi", &["allowed are png"]),
            ("turntable --out a.gif --fps 30", &["50, 25 or 20"]),
            ("turntable --out a.gif --transparent", &["no transparency"]),
            ("turntable --out a.webp --fps 0", &["1 to 120"]),
            ("turntable --out a.webp --fps fast", &["--fps"]),
            ("turntable --out a.webp --seconds 0", &["--seconds"]),
            ("turntable --out a.webp --seconds 1e9", &["--seconds"]),
            ("turntable --out a.webp --turns 0", &["--turns"]),
            ("turntable --out a.webp --size 9000x9", &["1 to 8192"]),
            ("turntable --out no/a.webp", &["no folder"]),
            ("flight --out a.webp", &["two bookmarks"]),
            ("flight ./land.toml --through 2,3 --out a.webp", &["no bookmark 3"]),
            ("flight ./land.toml --through 0 --out a.webp", &["1 to 9"]),
            ("flight ./land.toml --out land.toml --format webp", &["land.toml"]),
        ],
    );
    let mut command = orogen();
    command.args(["turntable", "--out", "a.mp4"]).current_dir(&scratch.0);
    let output = command.env("PATH", &scratch.0).output().unwrap();
    expect_refusal(&output, "no ffmpeg", &["ffmpeg"]);
    assert_eq!(scratch.names(), ["land.toml"]);
}

/// Writes a shell script named ffmpeg.
#[cfg(unix)]
fn fake_ffmpeg(folder: &Path, line: &str) {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("ffmpeg");
    let text = format!("#!/bin/sh\n[ \"$1\" = -version ] && exit 0\n{line}\n");
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
}

#[cfg(unix)]
#[test]
fn ffmpeg_gets_every_frame_and_its_errors_are_shown() {
    let _drawing = drawing();
    let scratch = ScratchFolder::new("ffmpeg");
    write_quick_land(&scratch.0);
    let path = format!("{}:{}", scratch.0.display(), std::env::var("PATH").unwrap());
    let film = || {
        let line = "turntable ./land.toml --size 32x16 --seconds 0.1 --fps 30 --out a.mp4 --force";
        let mut command = orogen();
        command.args(line.split(' ')).current_dir(&scratch.0).env("PATH", &path);
        command.output().unwrap()
    };
    fake_ffmpeg(&scratch.0, "for last; do :; done; cat > \"$last\"; echo \"$@\" > words");
    let output = film();
    expect_success(&output, "a film by ffmpeg");
    assert_eq!(std::fs::read(scratch.0.join("a.mp4")).unwrap().len(), 32 * 16 * 3 * 3);
    let words = std::fs::read_to_string(scratch.0.join("words")).unwrap();
    assert!(words.contains("rgb24 -s 32x16 -framerate 30") && words.contains("-f mp4"), "{words}");

    std::fs::write(scratch.0.join("a.mp4"), "older").unwrap();
    fake_ffmpeg(&scratch.0, "cat > /dev/null; echo 'Unknown encoder libx264' >&2; exit 1");
    let output = film();
    let stderr = stderr(&output);
    assert!(stderr.contains("a.mp4") && stderr.contains("Unknown encoder"), "{stderr}");
    assert_eq!(std::fs::read(scratch.0.join("a.mp4")).unwrap(), b"older");
    assert_eq!(scratch.names(), ["a.mp4", "ffmpeg", "land.toml", "words"]);
}

fn start(folder: &Path, line: &str) -> Child {
    let mut command = orogen();
    command.args(line.split(' ')).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

#[test]
fn dropping_a_film_cancels_it() {
    let _drawing = drawing();
    let scratch = ScratchFolder::new("let-go");
    write_quick_land(&scratch.0);
    std::fs::write(scratch.0.join("a.gif"), "").unwrap();
    let line = "turntable ./land.toml --size 64x48 --seconds 4000 --out a.gif --progress-lines";
    let mut child = start(&scratch.0, line);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = || lines.next().unwrap().unwrap();
    assert_eq!([next(), next(), next()], ["0 100000", "1 100000", "2 100000"]);
    drop(child.stdin.take());
    let status = wait_for("the end of the film", 60, || child.try_wait().unwrap());
    assert_eq!(status.code(), Some(130));
    assert_eq!(scratch.names(), ["a.gif", "land.toml"]);
    assert_eq!(std::fs::read(scratch.0.join("a.gif")).unwrap(), b"");
}

#[cfg(unix)]
#[test]
fn an_interrupted_film_leaves_nothing() {
    let _drawing = drawing();
    let scratch = ScratchFolder::new("interrupted-film");
    write_quick_land(&scratch.0);
    let mut child =
        start(&scratch.0, "turntable ./land.toml --size 64x48 --seconds 4000 --out a.apng");
    wait_for("half a file", 120, || {
        assert!(child.try_wait().unwrap().is_none(), "it never wrote");
        scratch.names().iter().any(|name| name.ends_with(".part")).then_some(())
    });
    send(&child, "-INT");
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    assert_eq!(scratch.names(), ["land.toml"]);
}

/// Checks that the command line accepts every choice of the window.
#[test]
fn the_films_of_the_window_are_drawn() {
    use orogen::studio::features::export::film_process::FilmState;
    use orogen::studio::features::export::films::{Content, FilmChoices, FilmFormat, FilmKind};
    let _drawing = drawing();
    let scratch = ScratchFolder::new("window-films");
    let scene = write_land(&scratch.0);
    let content = Content::Depth;
    let small = FilmChoices { size: [48, 32], seconds: 0.1, fps: 20, ..FilmChoices::default() };
    let program = orogen();
    let program = Path::new(program.get_program());
    for (kind, name, format, transparent) in [
        (FilmKind::Picture { content }, "a.exr", FilmFormat::Png, false),
        (FilmKind::Turntable { turns: -0.5 }, "b.apng", FilmFormat::Apng, true),
        (FilmKind::Flight, "c.gif", FilmFormat::Gif, false),
    ] {
        let out = scratch.0.join(name);
        let film = FilmChoices { kind, format, transparent, out: out.clone(), ..small.clone() };
        let mut running = film.start_program(program, &scene).unwrap();
        let ended =
            wait_for(name, 120, || Some(running.poll()).filter(|s| *s != FilmState::Running));
        assert_eq!(ended, FilmState::Done, "{name}");
        assert_eq!(running.fraction_done(), 1.0);
        assert!(out.metadata().unwrap().len() > 100);
    }
    let film = FilmChoices { out: scratch.0.join("land.toml"), ..small };
    let mut running = film.start_program(program, &scene).unwrap();
    let ended =
        wait_for("a refusal", 120, || Some(running.poll()).filter(|s| *s != FilmState::Running));
    assert!(matches!(ended, FilmState::Failed(line) if line.contains("land.toml")));
}
