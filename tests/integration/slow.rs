//! Land that is slow to build appears coarse first and complete later; an edit cancels the rest.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use orogen::headless::capture::Headless;
use orogen::plugin::land::chunk_builder::BuildProbe;
use orogen::plugin::land::pool::BuilderPool;
use orogen::plugin::land::state::{BuildPatience, CoarseFirst, ShownLand};
use orogen::plugin::land::stream::Streaming;
use orogen::terrain::chunk::ChunkKey;
use orogen::terrain::scene::Scene;

use crate::tools::{BUILDERS, drawing, plain_scene, scene_with, settled};

fn scene() -> Scene {
    plain_scene("30,25,500")
}

fn headless(scene: &Scene) -> Headless {
    settled(UVec2::new(64, 36), scene, |_| {})
}

fn leaves(headless: &mut Headless) -> HashSet<ChunkKey> {
    let streaming = headless.world().resource::<Streaming>();
    streaming.selection.as_ref().expect("endless").leaves().clone()
}

/// Runs frames until a newer revision is shown.
fn wait_for_revision(headless: &mut Headless) -> u64 {
    let before = headless.world().resource::<ShownLand>().revision;
    for _ in 0..20_000 {
        headless.update();
        let revision = headless.world().resource::<ShownLand>().revision;
        if revision > before {
            return revision;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("no land comes");
}

#[test]
fn slow_land_appears_coarse_and_an_edit_cancels_its_refinement() {
    let _drawing = drawing();
    let mut scene = scene();
    let mut headless = headless(&scene);
    let complete = leaves(&mut headless);
    // The probe makes the land as slow as a slow basis with ten octaves and strong warps.
    let built = Arc::new(AtomicUsize::new(0));
    let count = built.clone();
    let probe = move |_: ChunkKey| {
        count.fetch_add(1, Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(20));
    };
    headless.world().insert_resource(BuildProbe(Some(Arc::new(probe))));
    headless.world().insert_resource(CoarseFirst(Some(Duration::from_millis(100))));
    headless.world().insert_resource(BuildPatience(Duration::ZERO));

    let roots = |leaves: &HashSet<ChunkKey>| leaves.iter().map(|key| key.level).max();
    for edit in 0..3 {
        built.store(0, Ordering::SeqCst);
        scene.recipe.world.seed = format!("slow {edit}");
        headless.want(scene.clone());
        wait_for_revision(&mut headless);
        let shown = headless.world().resource::<ShownLand>();
        assert!(shown.shows(&scene), "the newest edit is shown");
        let coarse = leaves(&mut headless);
        // The probes for the estimate, and the coarse chunks.
        let built = built.load(Ordering::SeqCst);
        assert!(coarse.len() < complete.len() / 2, "{} of {}", coarse.len(), complete.len());
        assert!(built <= coarse.len() + 3 * BUILDERS, "{built} built for {}", coarse.len());
        assert_eq!(roots(&coarse), roots(&complete), "out to the same horizon");
        assert!(!headless.world().resource::<Streaming>().is_settled());
        // The refinement has begun when the next edit comes.
        (0..3).for_each(|_| headless.update());
    }
    headless.settle().expect("land");
    assert_eq!(leaves(&mut headless), complete, "in the end it is complete");
}

#[test]
fn very_slow_land_is_sketched_and_an_edit_cancels_its_replacement() {
    let _drawing = drawing();
    let mut scene = scene();
    let mut headless = headless(&scene);
    let complete = leaves(&mut headless);
    let probe = |_: ChunkKey| std::thread::sleep(Duration::from_millis(20));
    headless.world().insert_resource(BuildProbe(Some(Arc::new(probe))));
    // Everything is too slow.
    headless.world().insert_resource(CoarseFirst(Some(Duration::ZERO)));
    headless.world().insert_resource(BuildPatience(Duration::ZERO));
    for edit in 0..3 {
        scene.recipe.world.seed = format!("sketch {edit}");
        headless.want(scene.clone());
        wait_for_revision(&mut headless);
        let shown = headless.world().resource::<ShownLand>();
        assert!(shown.is_sketch && shown.shows(&scene), "edit {edit}");
        assert!(!headless.world().resource::<Streaming>().is_settled());
        // Its replacement has begun when the next edit comes.
        let deadline = Instant::now() + Duration::from_secs(60);
        while !headless.world().resource::<BuilderPool>().is_running() {
            assert!(Instant::now() < deadline, "the sketch is never replaced");
            headless.update();
        }
    }
    wait_for_revision(&mut headless);
    let shown = headless.world().resource::<ShownLand>();
    assert!(!shown.is_sketch && shown.shows(&scene), "the exact land replaces the sketch");
    headless.settle().expect("land");
    assert_eq!(leaves(&mut headless), complete, "in the end it is complete");
}

#[test]
fn a_sketch_stays_if_its_replacement_panics() {
    let _drawing = drawing();
    let mut scene = scene();
    let mut headless = headless(&scene);
    headless.world().insert_resource(CoarseFirst(Some(Duration::ZERO)));
    headless.world().insert_resource(BuildPatience(Duration::ZERO));
    scene.recipe.world.seed = "sketch".to_owned();
    headless.want(scene.clone());
    let revision = wait_for_revision(&mut headless);
    assert!(headless.world().resource::<ShownLand>().is_sketch);
    let probe = |_: ChunkKey| panic!("a test makes every build panic");
    headless.world().insert_resource(BuildProbe(Some(Arc::new(probe))));
    let problem = headless.settle().unwrap_err().to_string();
    assert!(problem.contains("bug"), "{problem}");
    let shown = headless.world().resource::<ShownLand>();
    assert!(shown.is_sketch && shown.shows(&scene) && shown.revision == revision);
    assert!(headless.world().resource::<Streaming>().is_settled(), "a window would keep drawing");
    assert!(!headless.world().resource::<BuilderPool>().is_running());
}

#[test]
fn a_picture_waits_until_slow_land_is_complete() {
    let _drawing = drawing();
    let scene = scene();
    let complete = headless(&scene).picture().expect("a picture");
    let mut other = scene.clone();
    other.recipe.world.seed = "another".to_owned();
    let mut headless = headless(&other);
    // Everything is too slow.
    headless.world().insert_resource(CoarseFirst(Some(Duration::ZERO)));
    headless.want(scene);
    assert!(headless.picture().expect("a picture") == complete);
}

#[test]
fn quick_land_is_complete_at_once() {
    let _drawing = drawing();
    let mut scene = scene();
    let mut headless = headless(&scene);
    let complete = leaves(&mut headless);
    headless.world().insert_resource(CoarseFirst(Some(Duration::from_secs(600))));
    scene.recipe.world.seed = "quick".to_owned();
    headless.want(scene);
    wait_for_revision(&mut headless);
    assert_eq!(leaves(&mut headless), complete);
}

/// Measures the slowest basis with the maximum number of octaves and strong warps, edited as fast as
/// possible and every half second.
#[test]
#[ignore = "it measures; scripts/trust slow runs it"]
fn measure_the_time_until_slow_land_is_visible() {
    let _drawing = drawing();
    let changes = [
        ("look.style", "course"),
        ("noise.basis", "perlin-nd"),
        ("fractal.octaves", "10"),
        ("warp.strength", "4"),
        ("warp.times", "3"),
        ("distance.horizon_km", "16"),
    ];
    let mut scene = scene_with(&changes, "30,25,500");
    let mut headless = Headless::new(UVec2::new(64, 36), None, |_| {}).expect("a driver");
    headless.want(scene.clone());
    headless.place_camera();
    headless.settle().expect("land");
    headless.world().insert_resource(CoarseFirst::default());
    headless.world().insert_resource(BuildPatience(Duration::from_millis(25)));
    for pause in [Duration::ZERO, Duration::from_millis(500)] {
        let (mut landed_ms, mut frames_ms) = (vec![], vec![]);
        for edit in 0..20 {
            scene.recipe.world.seed = format!("slow {edit}, {} ms", pause.as_millis());
            headless.want(scene.clone());
            let requested_at = Instant::now();
            let before = headless.world().resource::<ShownLand>().revision;
            let mut is_shown = false;
            while requested_at.elapsed() < pause || !is_shown {
                let begun = Instant::now();
                headless.update();
                frames_ms.push(1000.0 * begun.elapsed().as_secs_f64());
                let shown = headless.world().resource::<ShownLand>();
                if !is_shown && shown.revision > before && shown.shows(&scene) {
                    is_shown = true;
                    landed_ms.push(1000.0 * requested_at.elapsed().as_secs_f64());
                }
                assert!(requested_at.elapsed() < Duration::from_secs(60), "no land comes");
            }
        }
        let chunks = leaves(&mut headless).len();
        println!("an edit every {} ms or later, {chunks} chunks:", pause.as_millis());
        for (name, mut found_ms) in [("until the land is shown", landed_ms), ("a frame", frames_ms)]
        {
            found_ms.sort_by(f64::total_cmp);
            let (middle, longest) = (found_ms[found_ms.len() / 2], found_ms[found_ms.len() - 1]);
            println!("  {name}: median {middle:.1} ms, longest {longest:.1} ms");
        }
    }
}
