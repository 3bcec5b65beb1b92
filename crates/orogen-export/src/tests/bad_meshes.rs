//! Bad days of meshes and maps: as those of heights.

use std::fs;
use std::io;

use super::bad_days::{FullDisk, on_a_small_disk};
use super::maps::{Map, MapOptions, MapPlan};
use super::meshes_tests::{coast, mesh_plan};
use super::stream::WriteError;
use super::*;
use crate::mesh::{MeshColour, MeshFormat, MeshOptions};

const FORMATS: [&str; 4] = ["a.glb", "a.obj", "a.ply", "a.stl"];

#[test]
fn a_disk_that_fills_up_at_any_byte() {
    let (scratch, scene) = (Scratch::new(), square_scene());
    for name in FORMATS {
        let plan = mesh_plan(&scene, &coast(&scratch, name, 130), &MeshOptions::default());
        let write = |room| {
            let mut disk = FullDisk::of(room);
            let file = &plan.files()[0];
            let result = plan.stream(file, 0.0, &mut disk, &Progress::default());
            (result.map(drop), disk.length())
        };
        let (result, length) = write(u64::MAX);
        assert!(result.is_ok(), "{name}");
        for room in [0, 1, 12, 84, 1000, length / 2, length - 1] {
            match write(room).0 {
                Err(WriteError::Io(e)) => assert_eq!(e.kind(), io::ErrorKind::StorageFull),
                other => panic!("{name}, {room} of {length}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_disk_that_is_full() {
    on_a_small_disk(&Scratch::new(), |disk| {
        fs::write(disk.join("a.glb"), b"old").unwrap();
        let mut options = ExportOptions::new(disk.join("a.glb"));
        (options.samples, options.keep.force) = (Some(513), true);
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

/// Runs an export, and does something once it has begun.
fn interrupted<T: Send>(
    run: impl FnOnce(&Progress) -> Result<T, ExportError> + Send,
    then: impl FnOnce(&Progress),
) -> ExportError {
    let progress = Progress::default();
    std::thread::scope(|scope| {
        let run = scope.spawn(|| run(&progress));
        while progress.done() == 0 && !run.is_finished() {
            std::thread::yield_now();
        }
        then(&progress);
        run.join().unwrap().err().expect("it was interrupted")
    })
}

#[test]
fn cancelled_in_the_middle() {
    let (scratch, scene) = (Scratch::new(), square_scene());
    for name in FORMATS {
        let mut options = coast(&scratch, name, 4097);
        options.keep.force = true;
        fs::write(&options.out, b"old").unwrap();
        let mesh = MeshOptions { colour: MeshColour::None, ..MeshOptions::default() };
        let plan = mesh_plan(&scene, &options, &mesh);
        let error = interrupted(|progress| plan.run(progress), Progress::cancel);
        assert_eq!(error, ExportError::Cancelled { finished: 0 }, "{name}");
        assert_eq!(fs::read(&options.out).unwrap(), b"old");
    }
    assert_eq!(scratch.names(), FORMATS);
    assert_eq!(MeshFormat::ALL.len(), FORMATS.len());
    let maps = MapOptions { maps: vec![Map::Splat, Map::Normal], ..MapOptions::default() };
    let options = coast(&scratch, "a.png", 8193);
    let plan = MapPlan::new(&scene, &options, &maps).unwrap();
    let error = interrupted(|progress| plan.run(progress), Progress::cancel);
    assert_eq!(error, ExportError::Cancelled { finished: 0 });
    assert_eq!(scratch.names(), FORMATS);
}

#[test]
fn a_folder_that_vanishes() {
    let (scratch, scene) = (Scratch::new(), square_scene());
    let folder = scratch.file("folder");
    fs::create_dir(&folder).unwrap();
    let vanish = |_: &Progress| fs::remove_dir_all(&folder).unwrap();
    let options = ExportOptions { out: folder.join("a.stl"), ..coast(&scratch, "a", 2049) };
    let plan = mesh_plan(&scene, &options, &MeshOptions::default());
    let error = interrupted(|progress| plan.run(progress), vanish).to_string();
    assert!(error.contains("no such file or folder"), "{error}");
    fs::create_dir(&folder).unwrap();
    let options = ExportOptions { out: folder.join("a.png"), ..coast(&scratch, "a", 4097) };
    let maps = MapOptions { maps: vec![Map::Normal], ..MapOptions::default() };
    let plan = MapPlan::new(&scene, &options, &maps).unwrap();
    let error = interrupted(|progress| plan.run(progress), vanish).to_string();
    assert!(error.contains("no such file or folder"), "{error}");
    assert!(scratch.names().is_empty());
}
