//! Times edits of lands with rivers, and the network of rivers around a new place:
//! `cargo bench --no-default-features --bench rivers`.
//!
//! Each preset is seen from its own view. *Edit of the ground* changes the height of the base layer: the
//! network of rivers is computed again. *Drag* makes the same edit with the network of the land before it, as
//! the program does while a slider moves. *Edit above the ground* changes the depth of the erosion's finer
//! gullies, so the network is kept; without erosion there is no row. Each row has the processor time of
//! building all chunks in view, from the recipe to their vertices, with and without rivers, and their ratio.
//! Chunks start with the samples of the land before the edit, as in the program. Calls of all cases of a
//! preset alternate; times are the best of several medians.
//!
//! *First network*: the samples of all chunks in view at a place that was never seen, less the same samples
//! computed again; so it contains everything that rivers cache. The last number of the row is the memory of
//! this network, which the program keeps.

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use cpu_time::ProcessTime;
use orogen::terrain::chunk::ChunkKey;
use orogen::terrain::heightfield::sample_chunks;
use orogen::terrain::lod::{Levels, Viewer};
use orogen::terrain::preset::Preset;
use orogen::terrain::{Land, Recipe};

mod chunks;
mod timing;

use chunks::{CachedChunk, build, sampled};

const MEDIANS: usize = 3;
const CALLS: usize = 5;

/// The number of networks that the program keeps.
const KEPT_NETWORKS: usize = 3;

/// The presets with a network of rivers that are measured.
const PRESETS: [&str; 4] = ["alpine-valley", "river-country", "brooks", "loess-valleys"];

/// Counts the bytes that the program has allocated.
struct CountingAllocator;

static ALLOCATED: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        ALLOCATED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The keys of the chunks in view from a place.
fn view(recipe: &Recipe, position_m: [f64; 2]) -> Vec<ChunkKey> {
    let levels = Levels::new(recipe.world.spacing_m.metres(), 40_000.0);
    levels.ideal(&Viewer { position_m, height_m: 600.0 })
}

/// The recipe after an edit of the ground that rivers run over. Each round has another height.
fn with_other_height(recipe: &Recipe, round: usize) -> Recipe {
    let mut edited = recipe.clone();
    edited.base_mut().shape.height_m *= 1.0 + 0.001 * (round % 32 + 1) as f64;
    edited
}

/// The recipe after an edit of the erosion. Each round has another depth of the finer gullies.
fn with_other_erosion(recipe: &Recipe, round: usize) -> Recipe {
    let mut edited = recipe.clone();
    edited.erosion.gain *= 1.0 - 0.001 * (round % 32 + 1) as f64;
    edited
}

fn without_rivers(recipe: &Recipe) -> Recipe {
    let mut dry = recipe.clone();
    dry.rivers.on = false;
    dry
}

/// Times the edits of a preset.
fn time_edits(name: &str, wet: &Recipe, keys: &[ChunkKey]) {
    let dry = without_rivers(wet);
    let [wet_chunks, dry_chunks] = [wet, &dry].map(|recipe| sampled(recipe, None, keys));
    let erosion = if wet.erosion.on { "eroded" } else { "not eroded" };
    println!("{name}, {erosion}: {} chunks, {} vertices", keys.len(), keys.len() * 65 * 65);
    let mut rounds = [0; 5];
    let [round_0, round_1, round_2, round_3, round_4] = &mut rounds;
    let next = |round: &mut usize| {
        *round += 1;
        *round
    };
    let mut dry_ground = || build(&with_other_height(&dry, next(round_0)), None, &dry_chunks);
    let mut wet_ground = || build(&with_other_height(wet, next(round_1)), None, &wet_chunks);
    let mut drag = || build(&with_other_height(wet, next(round_2)), Some(wet), &wet_chunks);
    let mut dry_above = || build(&with_other_erosion(&dry, next(round_3)), None, &dry_chunks);
    let mut wet_above = || build(&with_other_erosion(wet, next(round_4)), None, &wet_chunks);
    let mut cases: Vec<&mut dyn FnMut()> = vec![&mut dry_ground, &mut wet_ground, &mut drag];
    if wet.erosion.on {
        cases.extend([&mut dry_above as &mut dyn FnMut(), &mut wet_above]);
    }
    let now = || ProcessTime::now().as_duration();
    let seconds = timing::best_medians(now, [MEDIANS, CALLS], &mut cases);
    let print = |case: &str, [dry, wet]: [f64; 2]| {
        let [dry_ms, wet_ms] = [dry, wet].map(|seconds| 1e3 * seconds);
        println!("{name:<16}{case:<24}{dry_ms:>8.1} ms {wet_ms:>8.1} ms {:>6.2} times", wet / dry);
    };
    print("edit of the ground", [seconds[0], seconds[1]]);
    print("drag", [seconds[0], seconds[2]]);
    if let [_, _, _, dry, wet] = seconds[..] {
        print("edit above the ground", [dry, wet]);
    }
}

/// The mean memory of the last networks, which the program keeps. Networks without samples replace them.
fn cached_bytes(recipe: &Recipe) -> f64 {
    let full = ALLOCATED.load(Ordering::Relaxed);
    for round in 0..KEPT_NETWORKS {
        Land::new(&with_other_height(recipe, MEDIANS * CALLS + round)).expect("a valid recipe");
    }
    full.saturating_sub(ALLOCATED.load(Ordering::Relaxed)) as f64 / KEPT_NETWORKS as f64
}

/// Times the first network around new places, and prints the memory that it takes.
fn time_first_network(name: &str, recipe: &Recipe) {
    let mut taken = vec![];
    for place in 0..MEDIANS * CALLS {
        // A new height makes a new network, so no block of it is cached.
        let recipe = with_other_height(recipe, place);
        let keys = view(&recipe, [1e5 * (place + 1) as f64, 3e4]);
        let chunks: Vec<CachedChunk> = keys.iter().map(|key| (*key, None)).collect();
        let land = Land::new(&recipe).expect("a valid recipe");
        let [first, again] = [0, 1].map(|_| {
            let (processor, clock) = (ProcessTime::now(), Instant::now());
            black_box(sample_chunks(&land, &chunks));
            [processor.elapsed(), clock.elapsed()].map(|time| 1e3 * time.as_secs_f64())
        });
        taken.push([first[0] - again[0], first[1] - again[1]]);
    }
    let median = |index: usize| {
        let mut times: Vec<f64> = taken.iter().map(|times| times[index]).collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let mebibytes = cached_bytes(recipe) / f64::from(1 << 20);
    println!(
        "{name:<16}first network           {:>8.1} ms of processors, {:.1} ms of the clock, {mebibytes:.1} MiB",
        median(0),
        median(1)
    );
}

fn main() {
    println!("{:<40}{:>8}    {:>8}", "processor time", "dry", "rivers");
    for name in PRESETS {
        let scene = Preset::find(name).expect("a preset").scene().expect("its scene");
        let [x, _, z] = scene.view.camera.focus_m.unwrap_or_default();
        let keys = view(&scene.recipe, [x, z]);
        time_edits(name, &scene.recipe, &keys);
        time_first_network(name, &scene.recipe);
    }
}
