//! Edits of marks build only what they reach, and give the same land as a full build.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bevy::prelude::*;
use orogen::headless::capture::Headless;
use orogen::plugin::land::chunk_builder::BuildProbe;
use orogen::plugin::land::state::{Chunk, ChunkIndex, ChunkLayers, NetworkOverride, ShownLand};
use orogen::terrain::chunk::ChunkKey;
use orogen::terrain::heightfield::sample_chunk;
use orogen::terrain::layer::LayerKind;
use orogen::terrain::marks::{MarkPath, Tool, ToolKind};
use orogen::terrain::preset::Preset;
use orogen::terrain::scene::Scene;

use crate::targets::mutate::RandomNumbers;
use crate::tools::{change, drawing, settled};

/// The tools of random strokes.
const TOOLS: [ToolKind; 6] = [
    ToolKind::Brush,
    ToolKind::Smooth,
    ToolKind::Flatten,
    ToolKind::Ridge,
    ToolKind::Valley,
    ToolKind::Road,
];

/// A small eroded land in the style that is drawn in the shortest time.
fn eroded_land() -> Scene {
    let mut scene = Preset::find("alps").unwrap().scene().unwrap();
    change(
        &mut scene,
        &[("look.style", "course"), ("world.spacing_m", "4"), ("distance.horizon_km", "4")],
    );
    scene.view.camera = "30,35,2500".parse().unwrap();
    scene
}

/// Counts the chunks that are built.
fn count_builds(headless: &mut Headless) -> Arc<AtomicUsize> {
    let count = Arc::new(AtomicUsize::new(0));
    let counted = count.clone();
    let probe = move |_: ChunkKey| _ = counted.fetch_add(1, Ordering::Relaxed);
    headless.world().insert_resource(BuildProbe(Some(Arc::new(probe))));
    count
}

/// Checks that every shown chunk has the bits that a build from scratch gives.
fn check_chunks(headless: &mut Headless, what: &str) {
    let land = headless.world().resource::<ShownLand>().current.clone().expect("land").surface;
    let land = land.land();
    let mut chunks = headless.world().query::<(&Chunk, &ChunkLayers)>();
    for (Chunk(key), samples) in chunks.iter(headless.world()) {
        let fresh = sample_chunk(land, *key, None);
        assert!(samples.0.water() == fresh.water(), "{what}: {key:?}, water");
        let [shown, fresh] = [samples.0.heights_m(land), fresh.heights_m(land)];
        let bits = |heights: &[f32]| heights.iter().map(|m| m.to_bits()).collect::<Vec<_>>();
        assert!(bits(&shown.fine) == bits(&fresh.fine), "{what}: {key:?}");
        assert!(bits(&shown.coarse) == bits(&fresh.coarse), "{what}: {key:?}, coarse");
    }
}

/// Edits marks at random, and checks the chunks after each edit. Returns the smallest share of the chunks
/// that an edit has built, in percent.
fn edit_marks(headless: &mut Headless, scene: &mut Scene) -> usize {
    let builds = count_builds(headless);
    let mut random = RandomNumbers(49);
    let mut number = |low: f64, high: f64| {
        let [a, b] = [random.bytes(1)[0], random.bytes(1)[0]].map(f64::from);
        low + (high - low) * (256.0 * a + b) / 65_535.0
    };
    let mut smallest = usize::MAX;
    for edit in 0..14 {
        let marks = scene.recipe.layers.iter().flat_map(|layer| layer.marks()).count();
        if edit % 4 == 3 && marks > 0 {
            // Every fourth edit removes a mark.
            let layer = scene.recipe.layers.iter_mut().find(|layer| !layer.marks().is_empty());
            let layer = layer.expect("a layer of marks");
            let id = layer.marks()[0].id;
            let LayerKind::Marks(list) = &mut layer.kind else { panic!("a layer of marks") };
            list.remove(id).expect("the mark");
        } else {
            let tool = Tool::new(TOOLS[edit % TOOLS.len()]);
            let from = [number(-900.0, 900.0), number(-900.0, 900.0)];
            let to = [from[0] + number(-300.0, 300.0), from[1] + number(-300.0, 300.0)];
            let path = MarkPath::from_points_m(&[from, to], 100.0).unwrap();
            scene.recipe.draw(None, tool, path).unwrap();
        }
        builds.store(0, Ordering::Relaxed);
        headless.want(scene.clone());
        headless.settle().unwrap();
        let count = headless.world().resource::<ChunkIndex>().0.len();
        let built = builds.load(Ordering::Relaxed);
        assert!(built > 0, "edit {edit} changes nothing");
        smallest = smallest.min(built * 100 / count);
        check_chunks(headless, &format!("edit {edit}"));
    }
    smallest
}

#[test]
fn an_edit_of_marks_builds_what_it_reaches_and_gives_the_land_of_a_full_build() {
    let _drawing = drawing();
    let mut scene = eroded_land();
    let mut headless = settled(UVec2::new(64, 36), &scene, |_| {});
    let smallest = edit_marks(&mut headless, &mut scene);
    assert!(smallest < 50, "at least {smallest} of 100 chunks are built");
}

#[test]
fn a_stroke_that_keeps_the_rivers_builds_what_it_reaches() {
    let _drawing = drawing();
    let mut scene = eroded_land();
    change(&mut scene, &[("rivers.on", "on")]);
    let mut headless = settled(UVec2::new(64, 36), &scene, |_| {});
    // In the studio, a pressed button keeps the network from before the stroke.
    headless.world().insert_resource(NetworkOverride(Some(scene.recipe.clone())));
    let smallest = edit_marks(&mut headless, &mut scene);
    assert!(smallest < 50, "at least {smallest} of 100 chunks are built");
}
