//! Exports read back by independent readers, and compared with the land.

mod arrays_tests;
mod bad_meshes;
mod courses;
mod drawn;
mod engines;
mod exact;
mod failures;
mod formats;
mod maps_tests;
mod meshes_glb;
mod meshes_tests;
mod pairs;
mod river_masks;
mod rivers;
mod roads;
mod seams;
mod targets;
mod tiles;
mod verify_tests;

use std::path::{Path, PathBuf};

use super::*;
use orogen_terrain::choices::Spacing;
use orogen_terrain::scene::Scene;

/// A temporary folder, removed when dropped.
struct ScratchFolder(
    PathBuf,
    #[allow(dead_code, reason = "removes the folder with its value")] tempfile::TempDir,
);

impl ScratchFolder {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self(folder.path().to_owned(), folder)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The names in the folder, including hidden names.
    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<_> =
            entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// The default scene with a bounded land: a square of 2,048 m with samples every 4 m.
fn square_scene() -> Scene {
    let mut scene = Scene::default();
    scene.recipe.world.bounded = true;
    scene.recipe.world.spacing_m = Spacing::Four;
    scene
}

fn plan(scene: &Scene, options: &ExportOptions) -> ExportPlan {
    ExportPlan::new(scene, options).unwrap_or_else(|e| panic!("{options:?}: {e}"))
}

fn run(scene: &Scene, options: &ExportOptions) -> ExportReport {
    plan(scene, options).run(&Progress::default()).unwrap_or_else(|e| panic!("{options:?}: {e}"))
}

fn area(text: &str) -> Option<Area> {
    Some(text.parse().unwrap())
}

/// Reads the floats of a raw file.
fn floats(path: &Path) -> Vec<f32> {
    std::fs::read(path)
        .unwrap()
        .as_chunks()
        .0
        .iter()
        .map(|bytes| f32::from_le_bytes(*bytes))
        .collect()
}

/// Reads the steps of a raw file.
fn steps(path: &Path) -> Vec<u16> {
    std::fs::read(path)
        .unwrap()
        .as_chunks()
        .0
        .iter()
        .map(|bytes| u16::from_le_bytes(*bytes))
        .collect()
}

/// Reads the size and the steps of a PNG.
fn png_steps(path: &Path) -> ([u32; 2], Vec<u16>) {
    match image::open(path).unwrap() {
        image::DynamicImage::ImageLuma16(picture) => {
            ([picture.width(), picture.height()], picture.into_raw())
        }
        other => panic!("{:?} is no 16-bit grey", other.color()),
    }
}

fn metadata(path: &Path) -> serde_json::Value {
    let mut name = path.as_os_str().to_owned();
    name.push(".json");
    serde_json::from_slice(&std::fs::read(name).unwrap()).unwrap()
}

/// Skips a test on a machine that lacks something, but not in CI.
fn skip_without(what: &str) {
    assert!(std::env::var_os("CI").is_none(), "this test needs {what}");
    eprintln!("skipped: this test needs {what}");
}
