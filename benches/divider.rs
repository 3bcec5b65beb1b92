//! Times the divider, which compares the land with and without a part: `cargo bench --bench
//! divider`.
//!
//! The land is endless and has four layers of noise. Each figure is measured with the divider
//! closed, then open. For edits it is the median time from the change to the vertices, in
//! milliseconds and without drawing. For memory it is the size of the process at rest, including
//! the driver's part.

use bevy::prelude::*;
use orogen::headless::capture::Headless;
use orogen::headless::machine::memory_mib;
use orogen::plugin::land::state::{BuildPatience, SecondLand, ShownLand, WantedScene};
use orogen::terrain::layer::{LayerKind, RecipePart};
use orogen::terrain::scene::Scene;
use std::time::{Duration, Instant};

const EDITS: u32 = 40;
const ROUNDS: usize = 3;
/// The layer that the divider's second land leaves out, as if selected in the panel.
const PART: RecipePart = RecipePart::Layer(4);

/// A key, and its value in the n-th edit.
type EditKind = (&'static str, fn(u32) -> String);

const KINDS: [EditKind; 4] = [
    ("world.seed", |n| format!("bench {n}")),
    ("layer.1.shape.height_m", |n| (300 + n).to_string()),
    ("layer.4.fractal.octaves", |n| (4 + n % 4).to_string()),
    ("world.sea_level_m", |n| (-60.0 + f64::from(n)).to_string()),
];

fn scene() -> Scene {
    let mut scene = Scene::default();
    for index in 0..3 {
        let kind = LayerKind::named("noise").expect("a kind");
        scene.recipe.layers.add(index, kind).expect("room for a layer");
    }
    scene
}

/// Requests a land, and if the divider is open also the second land.
fn request(headless: &mut Headless, scene: &Scene, is_open: bool) {
    headless.want(scene.clone());
    let second = is_open.then(|| scene.recipe.without(PART));
    headless.world().resource_mut::<SecondLand>().0 = second;
}

/// Returns the median time of an edit, in milliseconds.
fn time_edits(headless: &mut Headless, (key, value): EditKind, is_open: bool) -> f64 {
    let before = scene();
    let mut times: Vec<f64> = (0..EDITS)
        .map(|n| {
            let mut edited = before.clone();
            edited.set_text(key, &value(n)).expect("a value in range");
            let start = Instant::now();
            request(headless, &edited, is_open);
            headless.update();
            let time = start.elapsed().as_secs_f64() * 1e3;
            let world = headless.world();
            assert!(world.resource::<ShownLand>().shows(&world.resource::<WantedScene>().0));
            headless.settle().expect("land");
            time
        })
        .collect();
    request(headless, &before, is_open);
    headless.settle().expect("land");
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    let mut headless = Headless::new(UVec2::new(320, 180), None, |_| {}).expect("a driver");
    let scene = scene();
    request(&mut headless, &scene, false);
    headless.place_camera();
    headless.settle().expect("land");
    // A frame without an active camera does everything but drawing, so only the edit is timed.
    let mut cameras = headless.world().query::<&mut Camera>();
    cameras.iter_mut(headless.world()).for_each(|mut camera| camera.is_active = false);
    headless.world().insert_resource(BuildPatience(Duration::from_secs(60)));
    // The first edits do one-time work, which the figures must not include.
    KINDS.iter().for_each(|kind| _ = time_edits(&mut headless, *kind, false));
    let process_mib = || memory_mib().map_or(f64::NAN, |[process_mib, _]| process_mib);
    let closed_mib = process_mib();
    let mut best = [[f64::INFINITY; 2]; KINDS.len()];
    let mut open_mib = 0.0;
    for _ in 0..ROUNDS {
        for is_open in [false, true] {
            request(&mut headless, &scene, is_open);
            headless.settle().expect("land");
            for (kind, best) in KINDS.iter().zip(&mut best) {
                let best = &mut best[usize::from(is_open)];
                *best = best.min(time_edits(&mut headless, *kind, is_open));
            }
            open_mib = process_mib();
        }
    }
    println!("{:24} {:>10} {:>10} {:>6}", "edit", "closed", "open", "times");
    for ((key, _), [closed, open]) in KINDS.iter().zip(best) {
        println!("{key:24} {closed:7.2} ms {open:7.2} ms {:6.2}", open / closed);
    }
    let ratio = open_mib / closed_mib;
    println!("{:24} {closed_mib:6.0} MiB {open_mib:6.0} MiB {ratio:6.2}", "memory");
}
