//! All exports through one interface: the result matches the plan and roughly the preview.

use super::*;
use crate::code::Language;
use crate::maps::{Map, MapOptions};
use crate::mesh::{MeshFormat, MeshOptions};
use crate::{ExportError, ExportOptions, Format, Progress, Tiles};
use orogen_terrain::Scene;

fn jobs(folder: &std::path::Path) -> Vec<(ExportJob, f64)> {
    let options = |name: &str, samples| ExportOptions {
        samples: Some(samples),
        ..ExportOptions::new(folder.join(name))
    };
    let maps = MapOptions { maps: vec![Map::Normal, Map::Splat], ..MapOptions::default() };
    let glb = MeshOptions { texels: Some(300), ..MeshOptions::default() };
    let stl = MeshOptions { format: Some(MeshFormat::Stl), ..MeshOptions::default() };
    let tiles = Some(Tiles { counts: [2, 2], share_border: true });
    let tiled = ExportOptions { tiles, ..options("tiles.png", 1025) };
    let job = |content, options| ExportJob { content, options };
    vec![
        (job(ExportContent::Heights, options("a.r16", 400)), 0.0),
        (job(ExportContent::Heights, options("a.png", 700)), 0.1),
        (job(ExportContent::Heights, tiled), 0.1),
        (job(ExportContent::Heights, options("small.exr", 65)), 0.1),
        (job(ExportContent::Mesh(glb), options("a.glb", 513)), 0.1),
        (job(ExportContent::Mesh(stl), options("a.stl", 301)), 0.0),
        (job(ExportContent::Mesh(MeshOptions::default()), options("a.obj", 513)), 0.1),
        (job(ExportContent::Maps(maps), options("a.png", 513)), 0.1),
        (job(ExportContent::Code(Language::C), ExportOptions::new(folder.join("a"))), 0.0),
    ]
}

#[test]
fn a_preview_estimates_the_written_size() {
    let folder = tempfile::tempdir().unwrap();
    let scene = Scene::default();
    for (job, tolerance) in jobs(folder.path()) {
        let plan = JobPlan::new(&scene, &job).unwrap();
        let preview = plan.preview(2, &Progress::default()).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written yet");
        let report = plan.run(&Progress::default()).unwrap();
        let paths: Vec<_> = report.files.iter().map(|file| file.path().to_owned()).collect();
        assert_eq!(paths, plan.files());
        assert!(plan.all_files().iter().all(|file| file.is_file()));
        match preview.bytes {
            ExportSize::Exact(bytes) => assert_eq!((bytes, tolerance), (report.bytes, 0.0)),
            ExportSize::About(bytes) => {
                let ratio = bytes as f64 / report.bytes as f64;
                let name = plan.files()[0].display().to_string();
                assert!((ratio - 1.0).abs() <= tolerance, "{name}: {ratio}");
            }
        }
        for file in plan.all_files() {
            std::fs::remove_file(file).unwrap();
        }
    }
}

#[test]
fn a_preview_can_be_cancelled_and_names_impossible_options() {
    let folder = tempfile::tempdir().unwrap();
    let (job, _) = jobs(folder.path()).remove(1);
    let plan = JobPlan::new(&Scene::default(), &job).unwrap();
    let progress = Progress::default();
    progress.cancel();
    assert!(matches!(plan.preview(1, &progress), Err(ExportError::Cancelled { .. })));
    let named = |name: &str| ExportJob {
        content: ExportContent::Code(Language::Wgsl),
        options: ExportOptions::new(folder.path().join(name)),
    };
    let error = JobPlan::new(&Scene::default(), &named("land.c")).err().unwrap().to_string();
    assert!(error.ends_with("is not a WGSL file name; end it in .wgsl"), "{error}");
    let plan = JobPlan::new(&Scene::default(), &named("land")).unwrap();
    assert_eq!(plan.files(), [folder.path().join("land.wgsl")]);
    std::fs::write(folder.path().join("land.wgsl"), "mine").unwrap();
    assert!(matches!(plan.run(&Progress::default()), Err(ExportError::Protected(_))));
    let heights =
        ExportJob { content: ExportContent::Heights, options: ExportOptions::new("a.glb") };
    assert!(JobPlan::new(&Scene::default(), &heights).is_err());
    let r32 = ExportJob {
        content: ExportContent::Heights,
        options: ExportOptions { format: Some(Format::R32), ..ExportOptions::new("a.r16") },
    };
    assert!(JobPlan::new(&Scene::default(), &r32).is_err());
}
