//! Exports of the window and of the command line are equal, and open again as their land.

use orogen::export::job::{ExportContent, ExportJob, JobPlan};
use orogen::export::{Area, ExportOptions};
use orogen::studio::features::export::planned::PlannedTask;
use orogen::studio::features::export::queue::ExportQueue;
use orogen::terrain::land::Land;
use orogen::terrain::preset::Preset;
use orogen::terrain::scene::Scene;

use crate::tools::{ScratchFolder, drawing, run_ok, wait_for};

/// Adds an export to the window's queue, and waits for its message.
fn finish(queue: &mut ExportQueue, scene: &Scene, options: ExportOptions, cancels: bool) -> String {
    let plan =
        JobPlan::new(scene, &ExportJob { content: ExportContent::Heights, options }).unwrap();
    let id = queue.add("heights".to_owned(), plan.all_files(), Box::new(PlannedTask(plan)));
    wait_for("the end of the export", 60, || {
        let ended = queue.poll().pop();
        if cancels && ended.is_none() {
            queue.cancel(id);
        }
        ended.map(|(line, _)| line)
    })
}

#[test]
fn the_window_and_the_command_line_write_the_same_bytes() {
    let scratch = ScratchFolder::new("export");
    let scene = Preset::find("mountains").unwrap().scene().unwrap();
    let area = Area { centre_m: [0.0, 64.0], side_m: 512.0 };
    let options = ExportOptions {
        area: Some(area),
        samples: Some(129),
        ..ExportOptions::new(scratch.0.join("window.r32"))
    };
    let line = finish(&mut ExportQueue::default(), &scene, options, false);
    assert!(line.starts_with("exported ") && line.contains("window.r32"), "{line}");

    run_ok(&scratch.0, "export mountains --area 0,64,512 --size 129 --format r32 --out line.r32");
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
fn a_cancelled_export_leaves_nothing() {
    let scratch = ScratchFolder::new("cancel");
    let scene = Preset::find("mountains").unwrap().scene().unwrap();
    let options =
        ExportOptions { samples: Some(8193), ..ExportOptions::new(scratch.0.join("a.r32")) };
    let line = finish(&mut ExportQueue::default(), &scene, options, true);
    assert!(line.contains("cancelled"), "{line}");
    assert!(scratch.names().is_empty(), "{:?}", scratch.names());
}

#[test]
fn pictures_and_heightmaps_open_again_as_their_land() {
    let _drawing = drawing();
    let scratch = ScratchFolder::new("again");
    let render = |recipe: &str, out: &str, more: &str| {
        run_ok(&scratch.0, &format!("render {recipe} --size 160x90 --out {out}{more}"));
        image::open(scratch.0.join(out)).unwrap().to_rgb8()
    };
    let changes = " --seed kept --camera 77,33,900 --set world.extent_chunks=2";
    let first = render("course", "first.png", changes);
    assert_eq!(render("first.png", "second.png", ""), first);
    run_ok(&scratch.0, &format!("export course --size 65 --out heights.png{changes}"));
    assert_eq!(render("heights.png", "third.png", ""), first);
}
