//! The endless world, rendered: no hole, no crack, whatever is late; far away as good as home.

use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;
use image::RgbaImage;
use orogen::app::build::BuildProbe;
use orogen::app::camera::LandCamera;
use orogen::app::capture::Headless;
use orogen::app::land::{RenderedRevision, ShownLand, WantedScene};
use orogen::app::origin::WorldOrigin;
use orogen::app::stream::Streaming;
use orogen::terrain::chunk::ChunkKey;
use orogen::terrain::scene::Scene;

use crate::tools::drawing;

const SIZE: UVec2 = UVec2::new(160, 90);

/// A colour that no land has.
const SIGNAL: Color = Color::srgb(1.0, 0.0, 1.0);

fn scene(camera: &str, changes: &[(&str, &str)]) -> Scene {
    let mut scene = Scene::default();
    for (key, value) in
        [("world.spacing_m", "2"), ("distance.horizon_km", "3"), ("look.style", "course")].iter().chain(changes)
    {
        scene.set_text(key, value).unwrap();
    }
    scene.view.camera = camera.parse().unwrap();
    scene
}

fn headless(scene: &Scene) -> Headless {
    let mut headless = Headless::new(SIZE, Some(2), |_| {}).expect("a driver to draw with");
    headless.world().insert_resource(ClearColor(SIGNAL));
    headless.want(scene.clone());
    headless
}

fn is_signal(pixel: &image::Rgba<u8>) -> bool {
    pixel.0[0] > 250 && pixel.0[1] < 5 && pixel.0[2] > 250
}

/// No background below the topmost land of a column.
fn check_no_holes(picture: &RgbaImage, what: &str) {
    let mut land = 0;
    for x in 0..picture.width() {
        let top = (0..picture.height()).find(|&y| !is_signal(picture.get_pixel(x, y)));
        let Some(top) = top else { continue };
        for y in top..picture.height() {
            assert!(!is_signal(picture.get_pixel(x, y)), "{what}: a hole at {x}, {y}");
            land += 1;
        }
    }
    assert!(land > picture.width() * picture.height() / 3, "{what}: only {land} pixels of land");
}

fn levels_in_view(headless: &mut Headless) -> usize {
    let streaming = headless.world().resource::<Streaming>();
    let levels: std::collections::HashSet<u8> =
        streaming.selection.as_ref().expect("endless").leaves().iter().map(|key| key.level).collect();
    levels.len()
}

fn move_camera(headless: &mut Headless, by: Vec3) {
    let mut cameras = headless.world().query_filtered::<&mut Transform, With<LandCamera>>();
    for mut camera in cameras.iter_mut(headless.world()) {
        camera.translation += by;
    }
}

#[test]
fn late_chunks_make_no_hole() {
    let _drawing = drawing();
    let recipes: [&[(&str, &str)]; 5] = [
        &[],
        &[("fractal.kind", "ridged"), ("shape.height_m", "900"), ("noise.frequency", "1.5")],
        &[("noise.basis", "simplex"), ("noise.seed", "7")],
        &[("fractal.kind", "turbulence"), ("world.sea_level_m", "200")],
        &[("shape.exponent", "2"), ("shape.height_m", "1500"), ("noise.frequency", "2")],
    ];
    for (i, recipe) in recipes.into_iter().enumerate() {
        // From above, and at a grazing angle.
        let camera = if i % 2 == 0 { "30,25,500" } else { "200,6,260" };
        let scene = scene(camera, recipe);
        let mut headless = headless(&scene);
        let slow = |_: ChunkKey| std::thread::sleep(Duration::from_millis(50));
        headless.picture().expect("a picture");
        headless.world().insert_resource(BuildProbe(Some(Arc::new(slow))));
        // The probe goes with a revision: any edit takes it up.
        let mut edited = scene.clone();
        edited.recipe.noise.seed.push('b');
        headless.want(edited);
        headless.picture().expect("a picture");
        assert!(levels_in_view(&mut headless) >= 4, "{} levels", levels_in_view(&mut headless));
        for frame in 0..8 {
            // 300 m/s at ten frames a second, which is harder than at sixty.
            move_camera(&mut headless, Vec3::new(24.0, 0.0, -18.0));
            let picture = headless.frame().expect("a picture");
            check_no_holes(&picture, &format!("recipe {i}, frame {frame}"));
        }
    }
}

#[test]
fn a_jump_of_a_thousand_kilometres_shows_land_in_its_first_frame() {
    let _drawing = drawing();
    let scene = scene("30,25,500", &[]);
    let mut headless = headless(&scene);
    check_no_holes(&headless.picture().unwrap(), "at home");
    let mut there = scene.clone();
    there.view.camera = "30,25,500,1000000,100,-1000000".parse().unwrap();
    headless.want(there.clone());
    headless.place_camera();
    check_no_holes(&headless.frame().unwrap(), "after the jump");
    // And it ends as if it had started there.
    let jumped = headless.picture().unwrap();
    assert_eq!(jumped, self::headless(&there).picture().unwrap());
}

fn mean_difference(a: &RgbaImage, b: &RgbaImage) -> f64 {
    let sum: u64 = a.as_raw().iter().zip(b.as_raw()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    sum as f64 / a.as_raw().len() as f64
}

#[test]
fn a_land_with_a_period_looks_the_same_at_10_to_the_9_and_10_to_the_12_metres() {
    let _drawing = drawing();
    // A period of 1024 cells of 1 km (frequency 1): 1 024 000 m, a multiple of every chunk's side.
    let changes = [("noise.frequency", "1"), ("noise.period", "1024"), ("fractal.octaves", "6")];
    let period_m = 1_024_000.0f64;
    let mut headless = headless(&scene("30,25,500,0,100,0", &changes));
    let home = headless.picture().unwrap();
    for periods in [1000.0f64, 1_000_000.0] {
        let at = periods * period_m;
        headless.want(scene(&format!("30,25,500,{at},100,{}", -at), &changes));
        let there = headless.picture().unwrap();
        let difference = mean_difference(&home, &there);
        assert!(difference <= 1.0, "{at} m away: {difference}");
        let shown = headless.world().resource::<ShownLand>().current.clone().expect("land");
        for i in 0..200 {
            let [x, z] = [f64::from(i) * 13.0 - 900.0, f64::from(i) * 7.0 - 400.0];
            let difference = shown.1.height_m([x, z], 2.0) - shown.1.height_m([x + at, z - at], 2.0);
            assert!(difference.abs() < 1e-3, "{difference} m at {x}, {z} and {at} m further");
        }
    }
}

#[test]
fn the_origin_follows_unseen() {
    let _drawing = drawing();
    // The eye stands a little before the reach of the origin.
    let scene = scene("90,30,300,4300,60,0", &[]);
    let mut headless = headless(&scene);
    headless.world().insert_resource(WorldOrigin([0.0, 0.0]));
    let before = headless.picture().unwrap();
    let origin = *headless.world().resource::<WorldOrigin>();
    assert_eq!(origin, WorldOrigin([0.0, 0.0]));
    let still = headless.frame().unwrap();
    // The same place, seen from another origin.
    orogen::app::origin::move_to(headless.world(), WorldOrigin([4096.0, 0.0]));
    let after = headless.frame().unwrap();
    assert_ne!(*headless.world().resource::<WorldOrigin>(), origin);
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
    let revision = |h: &Headless| h.render_world().and_then(|w| w.get_resource::<RenderedRevision>()).map(|r| r.0);
    let before = revision(&headless).expect("a revision");
    for edit in 1..=3 {
        scene.recipe.noise.seed = format!("edit {edit}");
        headless.want(scene.clone());
        headless.settle().unwrap();
        assert_eq!(revision(&headless), Some(before + edit));
        assert_eq!(headless.world().resource::<WantedScene>().0, scene);
    }
    // Flying builds no revision.
    for _ in 0..5 {
        move_camera(&mut headless, Vec3::X * 60.0);
        headless.settle().unwrap();
    }
    assert_eq!(revision(&headless), Some(before + 3));
    // Standing still builds nothing at all.
    let chunks = headless.world().resource::<orogen::app::land::ChunkIndex>().0.clone();
    headless.update();
    assert_eq!(headless.world().resource::<orogen::app::land::ChunkIndex>().0, chunks);
}

#[test]
fn a_build_that_panics_is_tried_again_and_the_land_comes() {
    let _drawing = drawing();
    let mut scene = scene("30,25,500", &[]);
    let mut headless = headless(&scene);
    headless.settle().unwrap();
    let left = std::sync::atomic::AtomicU32::new(1);
    let once = move |_: ChunkKey| {
        use std::sync::atomic::Ordering::SeqCst;
        assert!(left.fetch_update(SeqCst, SeqCst, |n| n.checked_sub(1)).is_err(), "a test makes this build panic");
    };
    headless.world().insert_resource(BuildProbe(Some(Arc::new(once))));
    scene.recipe.noise.seed = "panics once".to_owned();
    headless.want(scene.clone());
    headless.settle().expect("the second try succeeds");
    // Always panicking is told, and the land stays.
    headless
        .world()
        .insert_resource(BuildProbe(Some(Arc::new(|_: ChunkKey| panic!("a test makes every build panic")))));
    let shown = scene.clone();
    scene.recipe.noise.seed = "panics".to_owned();
    headless.want(scene);
    assert!(headless.settle().unwrap_err().contains("bug"));
    assert_eq!(headless.world().resource::<ShownLand>().current.clone().expect("land").0, shown.recipe);
}
