//! The app without a window: a change becomes land, whole, in time, and only as far as it must.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use orogen::app::capture::Headless;
use orogen::app::land::{BuildPatience, Chunk, ChunkNoise, RenderedRevision, ShownLand, WantedScene};
use orogen::terrain::chunk::CHUNK_VERTICES;
use orogen::terrain::scene::Scene;

use crate::tools::drawing;

fn small_scene() -> Scene {
    let mut scene = Scene::default();
    scene.recipe.world.bounded = true;
    scene.recipe.world.extent_chunks = 2;
    scene
}

fn headless(scene: &Scene) -> Headless {
    let mut headless = Headless::new(UVec2::new(64, 36), Some(2), |_| {}).expect("a driver to draw with");
    headless.want(scene.clone());
    headless.place_camera();
    headless.settle().expect("the land is built");
    headless
}

fn rendered(headless: &Headless) -> u64 {
    headless.render_world().expect("a render world").get_resource::<RenderedRevision>().map_or(0, |r| r.0)
}

#[test]
fn a_changed_parameter_becomes_the_land_that_the_height_function_says() {
    let _drawing = drawing();
    let mut scene = small_scene();
    let mut headless = headless(&scene);
    for (key, value) in [
        ("noise.frequency", "2.5"),
        ("noise.seed", "another"),
        ("shape.height_m", "300"),
        ("shape.exponent", "1.5"),
        ("world.extent_chunks", "3"),
        ("world.spacing_m", "2"),
        ("fractal.kind", "ridged"),
    ] {
        scene.set_text(key, value).unwrap();
        headless.want(scene.clone());
        headless.settle().unwrap();
        let shown = headless.world().resource::<ShownLand>();
        let (recipe, land) = shown.current.clone().expect("land");
        assert_eq!(recipe, scene.recipe, "{key}");
        let mut chunks = headless.world().query::<(&Chunk, &ChunkNoise, &Transform)>();
        let side = scene.recipe.world.extent_chunks as usize;
        assert_eq!(chunks.iter(headless.world()).count(), side * side, "{key}");
        for (chunk, noise, transform) in chunks.iter(headless.world()) {
            let [x, z] = chunk.0.origin_m(land.spacing_m());
            assert_eq!([transform.translation.x, transform.translation.z], [x as f32, z as f32]);
            let heights = noise.0.shaped(land.shape());
            let middle = CHUNK_VERTICES / 2;
            let height = heights.fine[(middle + 1) * (CHUNK_VERTICES + 2) + middle + 1];
            let offset = middle as f64 * land.spacing_m();
            let reference = land.height_m([x + offset, z + offset], land.spacing_m());
            assert!((f64::from(height) - reference).abs() < 0.01, "{key}: {height} {reference}");
        }
    }
}

#[test]
fn colours_and_sun_build_nothing() {
    let _drawing = drawing();
    let mut scene = small_scene();
    scene.set_text("look.style", "course").unwrap();
    let mut headless = headless(&scene);
    let before = rendered(&headless);
    let picture = headless.picture().unwrap();
    for (key, value) in [("colour.grass", "#ff0000"), ("light.sun_azimuth_deg", "100"), ("colour.alpha_scale", "0.1")] {
        scene.set_text(key, value).unwrap();
        headless.want(scene.clone());
        let changed = headless.picture().unwrap();
        assert_ne!(changed, picture, "{key} is seen");
        assert_eq!(rendered(&headless), before, "{key} builds no revision");
    }
    scene.set_text("world.sea_level_m", "10").unwrap();
    headless.want(scene);
    headless.settle().unwrap();
    headless.update();
    assert_eq!(rendered(&headless), before + 1);
}

/// Cameras off, so that frames cost what edits cost.
fn stop_drawing(headless: &mut Headless) {
    let mut cameras = headless.world().query::<&mut Camera>();
    for mut camera in cameras.iter_mut(headless.world()) {
        camera.is_active = false;
    }
}

/// Edits at 60 Hz for two seconds: how many revisions landed, the longest gap between two, the median update.
fn edit_at_60_hz(headless: &mut Headless, scene: &mut Scene) -> (usize, Duration, Duration) {
    let (mut last_revision, mut last_landed) = (rendered(headless), Instant::now());
    let (mut longest_gap, mut updates, mut landed) = (Duration::ZERO, vec![], 0);
    let start = Instant::now();
    for edit in 0u32.. {
        let due = start + Duration::from_micros(16_667) * edit;
        if due > start + Duration::from_secs(2) {
            break;
        }
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        scene.recipe.noise.frequency = 0.5 + 0.01 * f64::from(edit);
        headless.want(scene.clone());
        let update = Instant::now();
        headless.update();
        updates.push(update.elapsed());
        let revision = rendered(headless);
        if revision != last_revision {
            assert!(revision > last_revision, "revisions only go forward");
            longest_gap = longest_gap.max(last_landed.elapsed());
            (last_revision, last_landed) = (revision, Instant::now());
            landed += 1;
        }
    }
    updates.sort();
    let (median, longest) = (updates[updates.len() / 2], updates[updates.len() - 1]);
    println!("{landed} revisions, longest gap {longest_gap:?}, updates: median {median:?}, longest {longest:?}");
    (landed, longest_gap, median)
}

#[test]
fn changes_at_60_hz_land_in_time_and_the_last_one_wins() {
    let _drawing = drawing();
    let mut scene = Scene::default();
    scene.recipe.world.bounded = true;
    scene.set_text("world.spacing_m", "4").unwrap();
    let mut headless = headless(&scene);
    stop_drawing(&mut headless);
    headless.update();
    // A machine that does other things too may stall once for longer than any gap allowed: the best of five rounds counts.
    let in_time = |(landed, gap, median): &(usize, Duration, Duration)| {
        *landed >= 8 && *gap < Duration::from_millis(250) && *median < Duration::from_millis(50)
    };
    let rounds: Vec<_> = (0..5).map(|_| edit_at_60_hz(&mut headless, &mut scene)).collect();
    assert!(rounds.iter().any(in_time), "revisions, longest gap, median update of each round: {rounds:?}");
    headless.settle().unwrap();
    let shown = headless.world().resource::<ShownLand>();
    assert_eq!(shown.current.as_ref().map(|(recipe, _)| recipe), Some(&scene.recipe));
}

#[test]
fn a_slow_build_lands_whole_and_the_newest_wish_follows() {
    let _drawing = drawing();
    let mut scene = small_scene();
    let mut headless = headless(&scene);
    // No frame waits: builds end in later frames, while the wishes go on.
    headless.world().insert_resource(BuildPatience(Duration::ZERO));
    for step in 0..40 {
        scene.recipe.noise.seed = step.to_string();
        headless.want(scene.clone());
        headless.update();
        let shown = headless.world().resource::<ShownLand>().current.clone();
        let (recipe, land) = shown.expect("land is never taken away");
        let mut chunks = headless.world().query::<(&Chunk, &ChunkNoise)>();
        for (chunk, noise) in chunks.iter(headless.world()) {
            // The north-west sample of every chunk is of the recipe that is said to be shown.
            let [x, z] = chunk.0.origin_m(land.spacing_m()).map(|c| c - land.spacing_m());
            let reference = land.noise([x, z], land.spacing_m());
            assert!((f64::from(noise.0.fine[0]) - reference).abs() < 1e-4, "seed {}", recipe.noise.seed);
        }
    }
    headless.settle().unwrap();
    assert_eq!(headless.world().resource::<WantedScene>().0, scene);
    let shown = headless.world().resource::<ShownLand>().current.clone().expect("land");
    assert_eq!(shown.0, scene.recipe);
}

#[test]
fn a_wish_that_cannot_be_built_is_told_and_the_land_stays() {
    let _drawing = drawing();
    let scene = small_scene();
    let mut headless = headless(&scene);
    let mut bad = scene.clone();
    bad.recipe.noise.period = 3;
    bad.recipe.fractal.lacunarity = 2.5;
    headless.want(bad);
    assert!(headless.settle().unwrap_err().contains("lacunarity"));
    assert_eq!(headless.world().resource::<ShownLand>().current.clone().expect("land").0, scene.recipe);
    headless.want(scene);
    headless.settle().unwrap();
    assert_eq!(headless.world().resource::<ShownLand>().problem, None);
}
