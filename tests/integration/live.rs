//! Live edits without a window: a change becomes a complete land, in time, and repeats only stale
//! stages.

use std::time::{Duration, Instant};

use bevy::ecs::message::Messages;
use bevy::prelude::*;
use bevy::render::mesh::allocator::MeshAllocator;
use bevy_egui::EguiPrimaryContextPass;
use orogen::headless::capture::Headless;
use orogen::plugin::land::state::{
    BuildPatience, BuiltLand, Chunk, ChunkLayers, NetworkOverride, RenderedRevision, ShownLand,
    WantedScene,
};
use orogen::plugin::land::upload::{ChunkMeshes, LastUpload};
use orogen::studio::panel::draw::UiPlugin;
use orogen::terrain::chunk::CHUNK_VERTICES;
use orogen::terrain::look::Style;
use orogen::terrain::scene::Scene;

use crate::tools::{drawing, settled};

fn small_scene() -> Scene {
    let mut scene = Scene::default();
    scene.recipe.world.bounded = true;
    scene.recipe.world.extent_chunks = 2;
    scene.view.params.look.style = Style::Course;
    scene
}

fn headless(scene: &Scene) -> Headless {
    settled(UVec2::new(64, 36), scene, |_| {})
}

/// Returns the newest revision in the render world.
fn rendered(headless: &Headless) -> u64 {
    let world = headless.render_world().expect("a render world");
    world.get_resource::<RenderedRevision>().map_or(0, |rendered| rendered.0)
}

/// Returns the revision whose vertices are in the render world's buffers.
fn written(headless: &Headless) -> u64 {
    let world = headless.render_world().expect("a render world");
    world.get_resource::<LastUpload>().map_or(0, |written| written.revision)
}

#[test]
fn a_changed_parameter_gives_the_land_of_the_height_function() {
    let _drawing = drawing();
    let mut scene = small_scene();
    let mut headless = headless(&scene);
    for (key, value) in [
        ("noise.frequency", "2.5"),
        ("world.seed", "another"),
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
        let BuiltLand { recipe, surface, .. } = shown.current.clone().expect("land");
        let land = surface.land();
        assert_eq!(recipe, scene.recipe, "{key}");
        let mut chunks = headless.world().query::<(&Chunk, &ChunkLayers, &Transform)>();
        let side = scene.recipe.world.extent_chunks as usize;
        assert_eq!(chunks.iter(headless.world()).count(), side * side, "{key}");
        for (chunk, noise, transform) in chunks.iter(headless.world()) {
            let [x, z] = chunk.0.origin_m(land.spacing_m());
            assert_eq!([transform.translation.x, transform.translation.z], [x as f32, z as f32]);
            let heights = noise.0.heights_m(land);
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
    for (key, value) in [
        ("colour.grass", "#ff0000"),
        ("light.sun_azimuth_deg", "100"),
        ("colour.alpha_scale", "0.1"),
    ] {
        scene.set_text(key, value).unwrap();
        headless.want(scene.clone());
        let changed = headless.picture().unwrap();
        assert!(changed != picture, "{key} is visible");
        assert_eq!(rendered(&headless), before, "{key} builds no revision");
    }
    scene.set_text("world.sea_level_m", "10").unwrap();
    headless.want(scene);
    headless.settle().unwrap();
    headless.update();
    assert_eq!(rendered(&headless), before + 1);
}

#[test]
fn rivers_keep_their_courses_while_a_drag_changes_the_land() {
    let _drawing = drawing();
    let mut scene = small_scene();
    scene.recipe.rivers.on = true;
    let before = scene.recipe.clone();
    let mut headless = headless(&scene);
    let network_recipe = |headless: &mut Headless| {
        headless.settle().unwrap();
        let shown = headless.world().resource::<ShownLand>();
        (shown.current.as_ref().expect("land").network_recipe.clone(), shown.revision)
    };
    headless.world().resource_mut::<NetworkOverride>().0 = Some(before.clone());
    assert_eq!(network_recipe(&mut headless).0, None, "the land has not changed");
    scene.recipe.base_mut().shape.height_m += 40.0;
    headless.want(scene.clone());
    let (network, revision) = network_recipe(&mut headless);
    assert_eq!(network, Some(before.clone()));
    headless.world().resource_mut::<NetworkOverride>().0 = None;
    let settled = network_recipe(&mut headless);
    assert_eq!(settled, (None, revision + 1), "the drag has ended, so the land is built again");
    headless.world().resource_mut::<NetworkOverride>().0 = Some(before);
    scene.recipe.rivers.depth_m *= 2.0;
    headless.want(scene);
    assert_eq!(network_recipe(&mut headless).0, None, "a drag of the rivers shows the new rivers");
}

/// Returns a bounded land, and an app that does not draw it, so that frames measure edits alone.
fn undrawn() -> (Scene, Headless) {
    let mut scene = Scene::default();
    scene.recipe.world.bounded = true;
    scene.set_text("world.spacing_m", "4").unwrap();
    let mut headless = headless(&scene);
    let mut cameras = headless.world().query::<&mut Camera>();
    for mut camera in cameras.iter_mut(headless.world()) {
        camera.is_active = false;
    }
    (scene, headless)
}

#[test]
fn every_edit_is_written_in_its_frame_and_allocates_nothing() {
    let _drawing = drawing();
    let (mut scene, mut headless) = undrawn();
    headless.world().insert_resource(BuildPatience(Duration::from_secs(60)));
    headless.update();
    // Allocations make frames long. So after the first revision there are none: meshes, vertex buffers
    // and staging buffers stay the same.
    let buffers = |h: &Headless| {
        let allocator = h.render_world().expect("a render world").resource::<MeshAllocator>();
        (allocator.slab_count(), allocator.slabs_size(), allocator.index_allocation_count())
    };
    let staging_buffers =
        |h: &mut Headless| h.world().resource::<ChunkMeshes>().staging.buffer_count();
    let (before, staging) = (buffers(&headless), staging_buffers(&mut headless));
    let mut meshes = headless.world().resource::<Messages<AssetEvent<Mesh>>>().get_cursor_current();
    for edit in 1..=120u64 {
        let (key, value) = match edit % 4 {
            0 => ("world.sea_level_m", (-100 + edit as i64).to_string()),
            1 => ("world.seed", format!("edit {edit}")),
            2 => ("shape.height_m", (400 + edit).to_string()),
            _ => ("noise.frequency", (0.5 + 0.01 * edit as f64).to_string()),
        };
        scene.set_text(key, &value).unwrap();
        let revision = written(&headless);
        headless.want(scene.clone());
        headless.update();
        assert_eq!(
            written(&headless),
            revision + 1,
            "{key} is in the render world's buffers in the frame of its edit"
        );
        let events = headless.world().resource::<Messages<AssetEvent<Mesh>>>();
        assert_eq!(meshes.read(events).count(), 0, "no mesh is made, changed or dropped");
    }
    assert_eq!(buffers(&headless), before);
    assert_eq!(staging_buffers(&mut headless), staging);
    assert!(headless.world().resource::<ShownLand>().shows(&scene));
}

/// An edit that a system makes in egui's pass, late in the frame, as the panel does.
#[derive(Resource, Default)]
struct EditInEgui(Option<Scene>);

#[test]
fn an_edit_in_egui_is_written_in_the_same_frame() {
    let _drawing = drawing();
    let mut scene = small_scene();
    let mut headless = settled(UVec2::new(320, 180), &scene, |app| {
        app.add_plugins(UiPlugin).init_resource::<EditInEgui>().add_systems(
            EguiPrimaryContextPass,
            |mut edit: ResMut<EditInEgui>, mut wanted: ResMut<WantedScene>| {
                edit.0.take().into_iter().for_each(|scene| wanted.0 = scene);
            },
        );
    });
    headless.world().insert_resource(BuildPatience(Duration::from_secs(60)));
    for edit in 0..3 {
        scene.recipe.world.seed = format!("egui {edit}");
        let revision = written(&headless);
        headless.world().resource_mut::<EditInEgui>().0 = Some(scene.clone());
        headless.update();
        assert_eq!(headless.world().resource::<WantedScene>().0, scene, "egui's pass has run");
        assert_eq!(written(&headless), revision + 1);
    }
}

#[test]
fn the_last_of_many_changes_wins() {
    let _drawing = drawing();
    let (mut scene, mut headless) = undrawn();
    let (first, start) = (written(&headless), Instant::now());
    let mut last = first;
    for edit in 0..120u32 {
        std::thread::sleep(
            (start + Duration::from_micros(16_667) * edit)
                .saturating_duration_since(Instant::now()),
        );
        scene.recipe.base_mut().noise.frequency = 0.5 + 0.01 * f64::from(edit);
        headless.want(scene.clone());
        headless.update();
        let revision = written(&headless);
        assert!(revision >= last, "revisions only go forward: {last}, {revision}");
        assert_eq!(revision, rendered(&headless));
        last = revision;
    }
    headless.settle().unwrap();
    assert!(written(&headless) > first, "the land follows during the edits");
    assert!(headless.world().resource::<ShownLand>().shows(&scene));
}

#[test]
fn a_slow_build_is_shown_complete_and_the_newest_edit_follows() {
    let _drawing = drawing();
    let mut scene = small_scene();
    let mut headless = headless(&scene);
    // No frame waits: builds end in later frames, while edits continue.
    headless.world().insert_resource(BuildPatience(Duration::ZERO));
    for step in 0..40 {
        scene.recipe.world.seed = step.to_string();
        headless.want(scene.clone());
        headless.update();
        let shown = headless.world().resource::<ShownLand>().current.clone();
        let BuiltLand { recipe, surface, .. } = shown.expect("land is never taken away");
        let land = surface.land();
        let mut chunks = headless.world().query::<(&Chunk, &ChunkLayers)>();
        for (chunk, noise) in chunks.iter(headless.world()) {
            // The north-west sample of every chunk belongs to the shown recipe.
            let [x, z] = chunk.0.origin_m(land.spacing_m()).map(|c| c - land.spacing_m());
            let reference = land.noise([x, z], land.spacing_m());
            assert!(
                (f64::from(noise.0.in_noise_units(land)[0]) - reference).abs() < 1e-4,
                "seed {}",
                recipe.world.seed
            );
        }
    }
    headless.settle().unwrap();
    assert_eq!(headless.world().resource::<WantedScene>().0, scene);
    let shown = headless.world().resource::<ShownLand>().current.clone().expect("land");
    assert_eq!(shown.recipe, scene.recipe);
}

#[test]
fn an_impossible_edit_is_reported_and_the_land_stays() {
    let _drawing = drawing();
    let scene = small_scene();
    let mut headless = headless(&scene);
    let mut bad = scene.clone();
    bad.recipe.base_mut().noise.period = 3;
    bad.recipe.base_mut().fractal.lacunarity = 2.5;
    headless.want(bad);
    assert!(headless.settle().unwrap_err().to_string().contains("lacunarity"));
    assert_eq!(
        headless.world().resource::<ShownLand>().current.clone().expect("land").recipe,
        scene.recipe
    );
    headless.want(scene);
    headless.settle().unwrap();
    assert_eq!(headless.world().resource::<ShownLand>().problem, None);
}
