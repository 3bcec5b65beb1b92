//! Exports from the window and from the command line are one; what was written opens again as the
//! land it came from.

use std::time::{Duration, Instant};

use orogen::export::{Area, ExportOptions};
use orogen::studio::export::Exporter;
use orogen::terrain::land::Land;
use orogen::terrain::preset::Preset;

use crate::tools::{Scratch, drawing, run};

fn finish(exporter: &mut Exporter) -> String {
    let start = Instant::now();
    loop {
        if let Some(line) = exporter.poll() {
            return line;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "the export does not end");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_window_writes_the_bytes_that_the_command_line_writes() {
    let scratch = Scratch::new("export");
    let scene = Preset::find("mountains").unwrap().scene().unwrap();
    let area = Area { centre_m: [0.0, 64.0], side_m: 512.0 };
    let options = ExportOptions {
        area: Some(area),
        samples: Some(129),
        ..ExportOptions::new(scratch.0.join("window.r32"))
    };
    let mut exporter = Exporter::default();
    exporter.start(&scene, &options);
    assert!(exporter.progress().is_some());
    let line = finish(&mut exporter);
    assert!(line.contains("window.r32") && matches!(exporter.outcome, Some(Ok(_))), "{line}");

    let arguments = [
        "export",
        "mountains",
        "--area",
        "0,64,512",
        "--size",
        "129",
        "--format",
        "r32",
        "--out",
        "line.r32",
    ];
    let output = run(&scratch.0, &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let [window, line] =
        ["window.r32", "line.r32"].map(|name| std::fs::read(scratch.0.join(name)).unwrap());
    assert_eq!(window.len(), 129 * 129 * 4);
    assert_eq!(window, line);

    // Row 0 is the north edge: its first sample is the land's north-west corner.
    let height = f32::from_le_bytes(window[..4].try_into().unwrap());
    let land = Land::new(&scene.recipe).unwrap();
    let reference = land.height_m([-256.0, -192.0], land.spacing_m());
    assert!((f64::from(height) - reference).abs() < 0.01, "{height} {reference}");
}

#[test]
fn a_cancelled_or_refused_export_leaves_nothing() {
    let scratch = Scratch::new("cancel");
    let scene = Preset::find("mountains").unwrap().scene().unwrap();
    let mut exporter = Exporter::default();
    exporter.start(
        &scene,
        &ExportOptions { samples: Some(8193), ..ExportOptions::new(scratch.0.join("a.r32")) },
    );
    exporter.cancel();
    assert!(finish(&mut exporter).contains("cancelled"));
    exporter.start(
        &scene,
        &ExportOptions { samples: Some(1), ..ExportOptions::new(scratch.0.join("a.r32")) },
    );
    assert!(
        matches!(&exporter.outcome, Some(Err(error)) if error.to_string().contains("2 to 65537")),
        "{:?}",
        exporter.outcome
    );
    assert!(scratch.names().is_empty(), "{:?}", scratch.names());
}

#[test]
fn pictures_and_heightmaps_open_again_as_their_land() {
    let _drawing = drawing();
    let scratch = Scratch::new("again");
    let render = |recipe: &str, out: &str, more: &[&str]| {
        let mut arguments = vec!["render", recipe, "--size", "160x90", "--out", out];
        arguments.extend(more);
        let output = run(&scratch.0, &arguments);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        image::open(scratch.0.join(out)).unwrap().to_rgb8()
    };
    let changes = ["--seed", "kept", "--camera", "77,33,900", "--set", "world.extent_chunks=2"];
    let first = render("course", "first.png", &changes);
    assert_eq!(render("first.png", "second.png", &[]), first);

    let mut arguments = vec!["export", "course", "--size", "65", "--out", "heights.png"];
    arguments.extend(changes);
    let output = run(&scratch.0, &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(render("heights.png", "third.png", &[]), first);
}
