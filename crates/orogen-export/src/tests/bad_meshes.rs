//! Failures of exports of meshes and maps: the same as for heights.

use std::fs;

use super::failures::{check_full_disk, interrupt, on_a_small_disk};
use super::maps::{Map, MapOptions, MapPlan};
use super::meshes_tests::{coast, mesh_plan};
use super::*;
use crate::mesh::{MeshColour, MeshFormat, MeshOptions};

const FORMATS: [&str; 4] = ["a.glb", "a.obj", "a.ply", "a.stl"];

#[test]
fn a_disk_that_fills_up_is_an_error() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    for name in FORMATS {
        let plan = mesh_plan(&scene, &coast(&scratch, name, 130), &MeshOptions::default());
        check_full_disk(name, |disk| {
            let file = &plan.files()[0];
            plan.stream(file, 0.0, disk, &Progress::default()).map(drop)
        });
    }
}

#[test]
fn a_full_disk_keeps_the_old_file() {
    on_a_small_disk(&ScratchFolder::new(), |disk| {
        fs::write(disk.join("a.glb"), b"old").unwrap();
        let mut options = ExportOptions::new(disk.join("a.glb"));
        (options.samples, options.protected_files.force) = (Some(513), true);
        let error = mesh_plan(&square_scene(), &options, &MeshOptions::default())
            .run(&Progress::default())
            .unwrap_err()
            .to_string();
        assert!(error.contains("a.glb") && error.contains("the disk is full"), "{error}");
        assert_eq!(fs::read(disk.join("a.glb")).unwrap(), b"old");
        let maps = MapOptions { maps: vec![Map::Water, Map::Albedo], ..MapOptions::default() };
        options.out = disk.join("a.png");
        let plan = MapPlan::new(&square_scene(), &options, &maps).unwrap();
        let error = plan.run(&Progress::default()).unwrap_err().to_string();
        assert!(error.contains(".png") && error.contains("the disk is full"), "{error}");
        assert_eq!(fs::read_dir(disk).unwrap().count(), 1);
    });
}

#[test]
fn a_cancelled_run_keeps_the_old_file() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    for name in FORMATS {
        let mut options = coast(&scratch, name, 4097);
        options.protected_files.force = true;
        fs::write(&options.out, b"old").unwrap();
        let mesh = MeshOptions { colour: MeshColour::None, ..MeshOptions::default() };
        let plan = mesh_plan(&scene, &options, &mesh);
        let error = interrupt(|progress| plan.run(progress), Progress::cancel);
        assert_eq!(error, ExportError::Cancelled { finished: 0 }, "{name}");
        assert_eq!(fs::read(&options.out).unwrap(), b"old");
    }
    assert_eq!(scratch.names(), FORMATS);
    assert_eq!(MeshFormat::ALL.len(), FORMATS.len());
    let maps = MapOptions { maps: vec![Map::Splat, Map::Normal], ..MapOptions::default() };
    let options = coast(&scratch, "a.png", 8193);
    let plan = MapPlan::new(&scene, &options, &maps).unwrap();
    let error = interrupt(|progress| plan.run(progress), Progress::cancel);
    assert_eq!(error, ExportError::Cancelled { finished: 0 });
    assert_eq!(scratch.names(), FORMATS);
}

#[test]
fn a_deleted_folder_is_an_error() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    let folder = scratch.file("folder");
    fs::create_dir(&folder).unwrap();
    let vanish = |_: &Progress| fs::remove_dir_all(&folder).unwrap();
    let options = ExportOptions { out: folder.join("a.stl"), ..coast(&scratch, "a", 2049) };
    let plan = mesh_plan(&scene, &options, &MeshOptions::default());
    let error = interrupt(|progress| plan.run(progress), vanish).to_string();
    assert!(error.contains("no such file or folder"), "{error}");
    fs::create_dir(&folder).unwrap();
    let options = ExportOptions { out: folder.join("a.png"), ..coast(&scratch, "a", 4097) };
    let maps = MapOptions { maps: vec![Map::Normal], ..MapOptions::default() };
    let plan = MapPlan::new(&scene, &options, &maps).unwrap();
    let error = interrupt(|progress| plan.run(progress), vanish).to_string();
    assert!(error.contains("no such file or folder"), "{error}");
    fs::create_dir(&folder).unwrap();
    let options = ExportOptions { out: folder.join("a.r32"), ..coast(&scratch, "a", 4097) };
    let plan = super::plan(&scene, &options);
    let error = interrupt(|progress| plan.run(progress), vanish).to_string();
    assert!(error.contains("no such file or folder"), "{error}");
    assert!(scratch.names().is_empty());
}
