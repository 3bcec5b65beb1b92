//! Endless land has no holes even if chunks are late, and looks the same far from the world's origin.
//! Also tests revisions, and builds that fail or take too long.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bevy::prelude::*;
use image::RgbaImage;
use orogen::headless::capture::Headless;
use orogen::plugin::camera::LandCamera;
use orogen::plugin::land::chunk_builder::BuildProbe;
use orogen::plugin::land::origin::RenderOrigin;
use orogen::plugin::land::state::{ChunkIndex, RenderedRevision, ShownLand, WantedScene};
use orogen::plugin::land::stream::{MAX_CHUNKS, Streaming};
use orogen::terrain::chunk::ChunkKey;
use orogen::terrain::scene::Scene;

use crate::tools::{drawing, mean_difference, scene_with};

const SIZE: UVec2 = UVec2::new(160, 90);

/// The size of the pictures in a test that draws a hundred of them.
const SMALL: UVec2 = UVec2::new(96, 54);

/// The colour of the background. No land has it, so holes show.
const BACKGROUND: Color = Color::srgb(1.0, 0.0, 1.0);

fn scene(camera: &str, changes: &[(&str, &str)]) -> Scene {
    let near = [("look.style", "course"), ("world.spacing_m", "2"), ("distance.horizon_km", "3")];
    scene_with(&[&near, changes].concat(), camera)
}

fn headless(scene: &Scene) -> Headless {
    headless_of(SIZE, scene)
}

fn headless_of(size: UVec2, scene: &Scene) -> Headless {
    let mut headless = Headless::new(size, Some(2), |_| {}).expect("a driver to draw with");
    headless.world().insert_resource(ClearColor(BACKGROUND));
    headless.want(scene.clone());
    headless
}

fn is_background(pixel: &image::Rgba<u8>) -> bool {
    pixel.0[0] > 250 && pixel.0[1] < 5 && pixel.0[2] > 250
}

/// Checks that no background is visible below the topmost land of each column.
fn check_no_holes(picture: &RgbaImage, what: &str) {
    let mut land = 0;
    for x in 0..picture.width() {
        let top = (0..picture.height()).find(|&y| !is_background(picture.get_pixel(x, y)));
        let Some(top) = top else { continue };
        for y in top..picture.height() {
            assert!(!is_background(picture.get_pixel(x, y)), "{what}: a hole at {x}, {y}");
            land += 1;
        }
    }
    assert!(land > picture.width() * picture.height() / 3, "{what}: only {land} pixels of land");
}

fn levels_in_view(headless: &mut Headless) -> usize {
    let streaming = headless.world().resource::<Streaming>();
    let leaves = streaming.selection.as_ref().expect("endless").leaves();
    let levels: std::collections::HashSet<u8> = leaves.iter().map(|key| key.level).collect();
    levels.len()
}

fn move_camera(headless: &mut Headless, by: Vec3) {
    let mut cameras = headless.world().query_filtered::<&mut Transform, With<LandCamera>>();
    cameras.single_mut(headless.world()).expect("one camera").translation += by;
}

/// Puts the camera above the shown land. It looks in the direction of the flight, and down.
fn look_from(headless: &mut Headless, [x, z]: [f64; 2], above_m: f64, down: f32) {
    let land = headless.world().resource::<ShownLand>().current.clone().expect("land");
    // The eye is above all ground nearby, including hills on both sides.
    let around =
        (0..25).map(|i| [x + f64::from(i % 5 - 2) * 30.0, z + f64::from(i / 5 - 2) * 30.0]);
    let ground = around.map(|p| land.surface.ground_m(p)).fold(f64::MIN, f64::max);
    let eye = headless.world().resource::<RenderOrigin>().local([x, ground + above_m, z]);
    let mut cameras = headless.world().query_filtered::<&mut Transform, With<LandCamera>>();
    *cameras.single_mut(headless.world()).expect("one camera") =
        Transform::from_translation(eye).looking_to(Vec3::new(0.8, -down, -0.6), Vec3::Y);
}

#[test]
fn late_chunks_make_no_hole() {
    let _drawing = drawing();
    let recipes: [&[(&str, &str)]; 3] = [
        &[("fractal.kind", "ridged"), ("shape.height_m", "900"), ("noise.frequency", "1.5")],
        &[("fractal.kind", "turbulence"), ("world.sea_level_m", "200")],
        &[("shape.exponent", "2"), ("shape.height_m", "1500"), ("noise.frequency", "2")],
    ];
    let is_late = Arc::new(AtomicBool::new(false));
    let is_late_in_probe = is_late.clone();
    let probe = move |_: ChunkKey| {
        if is_late_in_probe.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    let mut headless = headless_of(SMALL, &scene("30,25,500", &[]));
    headless.world().insert_resource(BuildProbe(Some(Arc::new(probe))));
    for (i, recipe) in recipes.into_iter().enumerate() {
        is_late.store(false, Ordering::Relaxed);
        headless.want(scene("30,25,500", recipe));
        headless.place_camera();
        headless.settle().expect("land");
        is_late.store(true, Ordering::Relaxed);
        // 300 m/s at ten frames a second: first from above, then at a grazing angle.
        let mut max_levels = levels_in_view(&mut headless);
        for frame in 0..40 {
            let at = [0.8, -0.6].map(|c| c * 30.0 * f64::from(frame));
            let (above_m, down) = if frame < 20 { (180.0, 0.6) } else { (25.0, 0.04) };
            look_from(&mut headless, at, above_m, down);
            let picture = headless.frame().expect("a picture");
            check_no_holes(&picture, &format!("recipe {i}, frame {frame}"));
            max_levels = max_levels.max(levels_in_view(&mut headless));
        }
        // The number of levels in a single frame depends on how late the chunks are.
        assert!(max_levels >= 4, "recipe {i}: {max_levels} levels");
    }
}

#[test]
fn flights_and_zooms_stay_within_the_limit_of_chunks() {
    let _drawing = drawing();
    let changes = [("world.spacing_m", "0.25"), ("distance.horizon_km", "64")];
    let mut headless = headless(&scene("30,25,500", &changes));
    headless.place_camera();
    headless.settle().unwrap();
    let mut cameras = headless.world().query::<&mut Camera>();
    cameras.iter_mut(headless.world()).for_each(|mut camera| camera.is_active = false);
    let mut max_chunks = 0;
    for frame in 0..300i32 {
        // The camera flies to and fro, up and down, faster and faster, with jumps.
        let x = f64::from(frame * frame) * if frame % 40 < 20 { 3.0 } else { -2.0 };
        look_from(
            &mut headless,
            [x, f64::from(frame) * 40.0],
            f64::from(2 + (frame % 50).pow(2) * 8),
            0.5,
        );
        headless.update();
        let chunks = headless.world().resource::<ChunkIndex>().0.len();
        assert!(chunks <= MAX_CHUNKS, "{chunks} chunks in frame {frame}");
        max_chunks = max_chunks.max(chunks);
    }
    assert!(max_chunks > 300, "the flight asks for many chunks: {max_chunks}");
    headless.settle().expect("the land is complete at the end");
}

#[test]
fn a_jump_of_a_thousand_kilometres_shows_land_in_its_first_frame() {
    let _drawing = drawing();
    let scene = scene("30,25,500", &[]);
    let mut headless = headless(&scene);
    check_no_holes(&headless.picture().unwrap(), "at home");
    let mut far_scene = scene.clone();
    far_scene.view.camera = "30,25,500,1000000,100,-1000000".parse().unwrap();
    headless.want(far_scene.clone());
    headless.place_camera();
    check_no_holes(&headless.frame().unwrap(), "after the jump");
    // The picture equals that of a program that starts at this place.
    let jumped = headless.picture().unwrap();
    assert!(jumped == self::headless(&far_scene).picture().unwrap());
}

#[test]
fn a_land_with_a_period_looks_the_same_at_10_to_the_9_and_10_to_the_12_metres() {
    let _drawing = drawing();
    // A period of 128 cells of 1024 m. The detail of the style repeats after 2²⁰ cells, of up to
    // 128 m. Plants and clouds differ everywhere.
    let changes = [
        ("noise.frequency", "0.9765625"),
        ("noise.period", "128"),
        ("fractal.octaves", "6"),
        ("plants.trees", "0"),
        ("plants.boulders", "0"),
        ("plants.grass", "0"),
        ("clouds.low", "0"),
        ("clouds.high", "0"),
    ];
    let both_repeat_m = 134_217_728.0f64;
    let scene_at =
        |camera: &str, style| scene(camera, &[&changes[..], &[("look.style", style)]].concat());
    let mut headless = headless(&scene_at("30,25,500,0,100,0", "course"));
    let styles = ["course", "natural"];
    let homes = styles.map(|style| {
        headless.want(scene_at("30,25,500,0,100,0", style));
        headless.picture().unwrap()
    });
    for repeats in [8.0f64, 7451.0] {
        let at = repeats * both_repeat_m;
        for (style, home) in styles.into_iter().zip(&homes) {
            headless.want(scene_at(&format!("30,25,500,{at},100,{}", -at), style));
            let difference = mean_difference(home, &headless.picture().unwrap());
            assert!(difference <= 1.0, "{style}, {at} m away: {difference}");
        }
        let shown = headless.world().resource::<ShownLand>().current.clone().expect("land");
        let land = shown.surface.land();
        for i in 0..200 {
            let [x, z] = [f64::from(i) * 13.0 - 900.0, f64::from(i) * 7.0 - 400.0];
            let difference = land.height_m([x, z], 2.0) - land.height_m([x + at, z - at], 2.0);
            assert!(difference.abs() < 1e-3, "{difference} m at {x}, {z} and {at} m further");
        }
    }
}

#[test]
fn moving_the_origin_does_not_change_the_picture() {
    let _drawing = drawing();
    // The eye is a little nearer to the origin than the distance at which the origin moves to the
    // viewer.
    let scene = scene("90,30,300,4300,60,0", &[]);
    let mut headless = headless(&scene);
    headless.picture().unwrap();
    orogen::plugin::land::origin::move_to(headless.world(), RenderOrigin([0.0, 0.0]));
    let before = headless.frame().unwrap();
    let origin = *headless.world().resource::<RenderOrigin>();
    assert_eq!(origin, RenderOrigin([0.0, 0.0]));
    let still = headless.frame().unwrap();
    // The same view, relative to another origin.
    orogen::plugin::land::origin::move_to(headless.world(), RenderOrigin([4096.0, 0.0]));
    let after = headless.frame().unwrap();
    assert_ne!(*headless.world().resource::<RenderOrigin>(), origin);
    let noise = mean_difference(&before, &still);
    let change = mean_difference(&still, &after);
    assert!(change <= noise + 0.02, "{change} of 255 on average, {noise} without a shift");
}

#[test]
fn an_edit_of_everything_visible_is_one_revision() {
    let _drawing = drawing();
    let mut scene = scene("30,25,500", &[]);
    let mut headless = headless(&scene);
    headless.settle().unwrap();
    let revision = |h: &Headless| {
        h.render_world().and_then(|w| w.get_resource::<RenderedRevision>()).map(|r| r.0)
    };
    let before = revision(&headless).expect("a revision");
    for edit in 1..=3 {
        scene.recipe.world.seed = format!("edit {edit}");
        headless.want(scene.clone());
        headless.settle().unwrap();
        assert_eq!(revision(&headless), Some(before + edit));
        assert_eq!(headless.world().resource::<WantedScene>().0, scene);
    }
    // A flight builds no revision.
    for _ in 0..5 {
        move_camera(&mut headless, Vec3::X * 60.0);
        headless.settle().unwrap();
    }
    assert_eq!(revision(&headless), Some(before + 3));
    // Without movement nothing is built.
    let chunks = headless.world().resource::<ChunkIndex>().0.clone();
    headless.update();
    assert_eq!(headless.world().resource::<ChunkIndex>().0, chunks);
}

#[test]
fn a_build_that_panics_is_tried_again() {
    let _drawing = drawing();
    let mut scene = scene("30,25,500", &[]);
    let mut headless = headless(&scene);
    headless.settle().unwrap();
    let remaining_panics = std::sync::atomic::AtomicU32::new(1);
    let once = move |_: ChunkKey| {
        use std::sync::atomic::Ordering::SeqCst;
        assert!(
            remaining_panics.fetch_update(SeqCst, SeqCst, |n| n.checked_sub(1)).is_err(),
            "a test makes this build panic"
        );
    };
    headless.world().insert_resource(BuildProbe(Some(Arc::new(once))));
    scene.recipe.world.seed = "panics once".to_owned();
    headless.want(scene.clone());
    headless.settle().expect("the second try succeeds");
    // If a build always panics, the program reports an error and keeps the old land.
    headless.world().insert_resource(BuildProbe(Some(Arc::new(|_: ChunkKey| {
        panic!("a test makes every build panic")
    }))));
    let shown = scene.clone();
    scene.recipe.world.seed = "panics".to_owned();
    headless.want(scene);
    assert!(headless.settle().unwrap_err().to_string().contains("bug"));
    assert_eq!(
        headless.world().resource::<ShownLand>().current.clone().expect("land").recipe,
        shown.recipe
    );
}

#[test]
fn waiting_for_land_ends_after_a_time_limit() {
    let _drawing = drawing();
    let mut headless =
        Headless::new(UVec2::new(64, 36), Some(1), |_| {}).expect("a driver to draw with");
    let (open, gate) = std::sync::mpsc::channel::<()>();
    let gate = std::sync::Mutex::new(gate);
    let wait = move |_: ChunkKey| _ = gate.lock().expect("no panic").recv();
    headless.world().insert_resource(BuildProbe(Some(Arc::new(wait))));
    headless.want(Scene::default());
    let problem = headless.settle_within(Duration::from_millis(50)).unwrap_err().to_string();
    assert!(problem.contains("no progress"), "{problem}");
    // Once the gate is open, the land is built.
    drop(open);
    headless.settle().expect("land");
}
