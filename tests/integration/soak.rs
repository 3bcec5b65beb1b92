//! Stress: a thousand edits and jumps, lost devices, windows without a size, and idling.

use std::time::Duration;

use bevy::camera::RenderTarget;
use bevy::ecs::message::Messages;
use bevy::prelude::*;
use bevy::render::mesh::allocator::MeshAllocator;
use bevy::render::render_resource::PollType;
use bevy::render::renderer::RenderDevice;
use bevy::window::{PrimaryWindow, RequestRedraw, WindowRef, WindowResolution};
use orogen::headless::capture::Headless;
use orogen::noise::hash::avalanche;
use orogen::plugin::camera::LandCamera;
use orogen::plugin::land::state::{ChunkIndex, ShownLand};
use orogen::plugin::land::stream::{MAX_CHUNKS, Streaming};
use orogen::plugin::land::upload::ChunkMeshes;
use orogen::plugin::recovery::LossLimit;
use orogen::studio::app::idle::{self, DrawContinuously};
use orogen::studio::panel::draw::UiPlugin;
use orogen::studio::panel::state::UiState;
use orogen::terrain::scene::Scene;

use crate::tools::{drawing, plain_scene, settled, wait_for};

const SIZE: UVec2 = UVec2::new(128, 72);

fn scene() -> Scene {
    plain_scene("40,25,900")
}

fn headless(scene: &Scene) -> Headless {
    headless_with(SIZE, scene, |_| {})
}

fn headless_with(size: UVec2, scene: &Scene, extend: impl FnOnce(&mut App)) -> Headless {
    settled(size, scene, |app| {
        app.add_plugins(idle::plugin);
        extend(app);
    })
}

fn draw_frames(headless: &mut Headless, draw: bool) {
    let mut cameras = headless.world().query::<&mut Camera>();
    cameras.iter_mut(headless.world()).for_each(|mut camera| camera.is_active = draw);
}

/// Makes one random edit or jump.
fn change_randomly(headless: &mut Headless, scene: &mut Scene, n: u32) {
    let random = |salt: u32| {
        f64::from(avalanche(n.wrapping_mul(31) ^ salt.wrapping_mul(0x9e37_79b9)))
            / f64::from(u32::MAX)
    };
    let (key, value) = match avalanche(n) % 9 {
        0 => ("world.seed", format!("soak {n}")),
        1 => ("shape.height_m", format!("{:.0}", 100.0 + 1500.0 * random(1))),
        2 => ("world.sea_level_m", format!("{:.0}", 400.0 * random(2) - 200.0)),
        3 => ("noise.frequency", format!("{:.2}", 0.2 + 3.0 * random(3))),
        4 => ("colour.grass", format!("#{:06x}", (16_777_215.0 * random(4)) as u32)),
        5 => ("distance.horizon_km", format!("{:.1}", 1.0 + 5.0 * random(5))),
        6 => ("world.bounded", if random(6) < 0.3 { "on" } else { "off" }.to_owned()),
        7 => ("fractal.kind", ["fbm", "ridged", "billow"][(2.99 * random(7)) as usize].to_owned()),
        _ => {
            let [x, z] =
                [8, 9].map(|salt| (random(salt) - 0.5) * 10f64.powf(7.0 * random(salt + 2)));
            let pose = format!(
                "{:.0},{:.0},{:.0},{x:.0},100,{z:.0}",
                360.0 * random(12),
                80.0 * random(13),
                50.0 + 3000.0 * random(14)
            );
            scene.view.camera = pose.parse().unwrap();
            headless.want(scene.clone());
            return headless.place_camera();
        }
    };
    scene.set_text(key, &value).unwrap();
    headless.want(scene.clone());
}

/// Returns counts that must not grow: the entities of both worlds, and the chunks.
fn count_entities_and_chunks(headless: &mut Headless) -> [usize; 3] {
    for _ in 0..5 {
        headless.update();
    }
    let entities = headless.world().entities().count_spawned() as usize;
    let rendered =
        headless.render_world().expect("a render world").entities().count_spawned() as usize;
    [entities, rendered, headless.world().resource::<ChunkIndex>().0.len()]
}

#[test]
fn a_thousand_edits_and_jumps_leave_nothing_behind() {
    let _drawing = drawing();
    let home = scene();
    let mut headless = headless(&home);
    let mut pictures = vec![];
    let mut counts = vec![];
    for half in 0..2 {
        let mut changed = home.clone();
        draw_frames(&mut headless, false);
        for n in 0..500 {
            change_randomly(&mut headless, &mut changed, half * 500 + n);
            headless.update();
            assert_eq!(headless.world().resource::<ShownLand>().problem, None, "step {n}");
            assert!(headless.world().resource::<ChunkIndex>().0.len() <= MAX_CHUNKS);
        }
        draw_frames(&mut headless, true);
        headless.want(home.clone());
        pictures.push(headless.picture().expect("a picture"));
        counts.push(count_entities_and_chunks(&mut headless));
    }
    assert_eq!(counts[0], counts[1], "entities, rendered entities, chunks");
    wait_until_spare_meshes_are_freed(&mut headless);
    pictures.push(headless.picture().expect("a picture"));
    let allocator = headless.render_world().expect("a render world").resource::<MeshAllocator>();
    let allocations = allocator.index_allocation_count();
    assert!(allocations <= MAX_CHUNKS + 64, "{allocations}");
    let fresh = self::headless(&home).picture().expect("a picture");
    let is_fresh = pictures.iter().all(|picture| *picture == fresh);
    assert!(is_fresh, "the picture is that of a fresh start");
}

/// Waits until the meshes of larger lands are freed.
fn wait_until_spare_meshes_are_freed(headless: &mut Headless) {
    wait_for("fewer meshes and buffers", 60, || {
        headless.update();
        let meshes = headless.world().resource::<ChunkMeshes>();
        let (pool, buffers) = (meshes.pool(), meshes.staging.buffer_count());
        let max = pool.used() + pool.reserve_count();
        (pool.all().count() <= max && buffers <= max).then_some(())
    });
}

#[test]
fn the_land_returns_after_a_lost_device() {
    let _drawing = drawing();
    lose_devices(scene(), SIZE, |_| {});
    // With more resources on the device: the sky's table, the panel's textures and pipelines.
    let mut scene = scene();
    scene.set_text("look.style", "natural").unwrap();
    lose_devices(scene, UVec2::new(640, 360), |app| _ = app.add_plugins(UiPlugin));
}

fn lose_devices(mut scene: Scene, size: UVec2, extend: impl FnOnce(&mut App)) {
    let mut headless = headless_with(size, &scene, extend);
    // The status bar shows the time of an edit, so it is cut off.
    let picture = |headless: &mut Headless| {
        let picture = headless.picture().expect("a picture");
        image::imageops::crop_imm(&picture, 0, 0, size.x, size.y - 24).to_image()
    };
    for loss in 1..=2 {
        let before = picture(&mut headless);
        let lost = headless.world().resource::<RenderDevice>().clone();
        lost.wgpu_device().destroy();
        // Polling reports the loss, here between two frames.
        let _ = lost.wgpu_device().poll(PollType::Wait { submission_index: None, timeout: None });
        let revision = headless.world().resource::<ShownLand>().revision;
        for _ in 0..1000 {
            headless.update();
            if headless.world().resource::<ShownLand>().revision > revision {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let revision = headless.world().resource::<ShownLand>().revision;
        assert!(picture(&mut headless) == before, "loss {loss}");
        // Edits still work.
        scene.recipe.world.seed = format!("after loss {loss}");
        headless.want(scene.clone());
        assert!(picture(&mut headless) != before, "loss {loss}");
        assert!(headless.world().resource::<ShownLand>().revision > revision);
    }
}

/// Returns the number of devices to lose; `scripts/trust` sets more.
fn losses() -> u32 {
    let text = std::env::var("OROGEN_LOSSES").ok();
    text.map_or(4, |text| text.parse().expect("OROGEN_LOSSES is a number"))
}

#[test]
fn devices_lost_at_random_moments_do_no_harm() {
    let _drawing = drawing();
    let home = scene();
    let fresh = headless(&home).picture().expect("a picture");
    let mut headless = headless(&home);
    // By default the program gives up after some losses.
    headless.world().insert_resource(LossLimit { losses: usize::MAX, ..default() });
    let mut changed = home.clone();
    let mut first_counts = None;
    for loss in 0..losses() {
        // During a build, a swap or a refinement, or at rest.
        let frames = avalanche(loss.wrapping_mul(7) ^ 0x5eed) % 9;
        for frame in 0..frames {
            if frame < 4 {
                change_randomly(&mut headless, &mut changed, 5000 + 10 * loss + frame);
            }
            headless.update();
        }
        let lost = headless.world().resource::<RenderDevice>().clone();
        lost.wgpu_device().destroy();
        if loss % 2 == 0 {
            let wait = PollType::Wait { submission_index: None, timeout: None };
            let _ = lost.wgpu_device().poll(wait);
        }
        drop(lost);
        headless.want(home.clone());
        headless.place_camera();
        (0..10).for_each(|_| headless.update());
        headless.settle().unwrap_or_else(|problem| panic!("loss {loss}: {problem}"));
        if loss % 10 == 3 {
            assert!(headless.picture().expect("a picture") == fresh, "loss {loss}");
            let counts = count_entities_and_chunks(&mut headless);
            assert_eq!(
                *first_counts.get_or_insert(counts),
                counts,
                "loss {loss}: entities, chunks"
            );
        }
    }
    let picture = headless.picture().expect("a picture");
    assert!(picture == fresh, "the picture is that of a fresh start");
}

#[test]
fn a_window_may_change_its_scale_and_size_at_once() {
    let _drawing = drawing();
    let extend = |app: &mut App| _ = app.add_plugins(UiPlugin);
    let mut scene = scene();
    let mut headless = headless_with(SIZE, &scene, extend);
    let window = Window { resolution: WindowResolution::new(200, 120), ..default() };
    let window = headless.world().spawn((window, PrimaryWindow)).id();
    let scales = [Some(2.0), Some(0.5), Some(3.75), None, Some(1.25), Some(1.0)];
    for (n, scale) in scales.into_iter().enumerate() {
        {
            let mut window = headless.world().get_mut::<Window>(window).expect("a window");
            window.resolution.set_scale_factor_override(scale);
            let side = 40 * (n as u32 + 1) % 170;
            window.resolution.set_physical_resolution(side, 2 * side);
            window.set_minimized(n % 2 == 0);
        }
        scene.recipe.world.seed = format!("scale {n}");
        headless.want(scene.clone());
        headless.settle().expect("land, even if it is not visible");
        (0..3).for_each(|_| headless.update());
    }
}

#[test]
fn a_window_may_have_no_size() {
    let _drawing = drawing();
    let mut scene = scene();
    scene.set_text("look.style", "natural").unwrap();
    // The view with most screen-space elements: lines, labels, a legend.
    scene.set_text("look.overlay", "contours").unwrap();
    let state = UiState { hidden_for_picture: true, ..default() };
    let extend = |app: &mut App| _ = app.add_plugins(UiPlugin).insert_resource(state);
    let mut headless = headless_with(SIZE, &scene, extend);
    let before = headless.picture().expect("a picture");
    let draw_to = |headless: &mut Headless, target: RenderTarget| {
        let mut cameras = headless.world().query_filtered::<&mut RenderTarget, With<LandCamera>>();
        std::mem::replace(&mut *cameras.single_mut(headless.world()).expect("one camera"), target)
    };
    for size in [[0, 0], [0, 40], [1, 1]] {
        let window = Window { resolution: WindowResolution::new(size[0], size[1]), ..default() };
        let window = headless.world().spawn((window, PrimaryWindow)).id();
        let picture = draw_to(&mut headless, RenderTarget::Window(WindowRef::Primary));
        scene.recipe.world.seed = format!("in a window of {size:?}");
        headless.want(scene.clone());
        headless.settle().expect("land, even if it is not visible");
        (0..5).for_each(|_| headless.update());
        headless.world().despawn(window);
        draw_to(&mut headless, picture);
        assert!(headless.picture().expect("a picture") != before, "another land");
    }
    scene.recipe.world.seed = Scene::default().recipe.world.seed;
    headless.want(scene);
    assert!(headless.picture().expect("a picture") == before, "the first land again");
}

#[test]
fn nothing_is_created_at_rest() {
    let _drawing = drawing();
    let mut scene = scene();
    let mut headless = headless(&scene);
    draw_frames(&mut headless, false);
    let mut cursor = headless.world().resource::<Messages<RequestRedraw>>().get_cursor();
    let mut requests = |headless: &mut Headless, frames: usize| {
        let mut requests = 0;
        for _ in 0..frames {
            headless.update();
            requests += usize::from(
                cursor.read(headless.world().resource::<Messages<RequestRedraw>>()).count() > 0,
            );
        }
        requests
    };
    requests(&mut headless, 20);
    let built = |headless: &mut Headless| {
        (
            headless.world().resource::<ShownLand>().revision,
            headless.world().resource::<Streaming>().streamed_count,
        )
    };
    let before = built(&mut headless);
    assert_eq!(requests(&mut headless, 30), 0, "no frame is requested");
    assert_eq!(built(&mut headless), before, "nothing is built");
    // An assignment of the same value is no change.
    headless.want(scene.clone());
    assert_eq!(requests(&mut headless, 10), 0);
    assert_eq!(built(&mut headless), before);
    scene.recipe.world.seed = "another".to_owned();
    headless.want(scene);
    assert!(requests(&mut headless, 1) > 0, "an edit requests frames");
    headless.settle().unwrap();
    requests(&mut headless, 20);
    assert_eq!(requests(&mut headless, 10), 0);
    headless.world().insert_resource(DrawContinuously(true));
    assert_eq!(requests(&mut headless, 10), 10);
}
