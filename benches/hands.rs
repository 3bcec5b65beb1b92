//! Times edits of marks: `cargo bench --no-default-features --bench hands`.
//!
//! The land is the eroded Alps, seen from 5,000 m, where a new brush has a radius of 300 m. A row has
//! the number of built chunks and the time of building them in milliseconds, from the changed recipe to
//! vertices: processor time on all threads and time of the clock, each the best of several medians.
//! Calls of a case and of the case that it is compared with alternate. Chunks start with the samples of
//! the land before the edit, as in the program. A stroke builds the chunks that
//! [`ChangedChunks`] finds, as the program does; the other edits build all. With rivers, a stroke keeps
//! the network of the land before it. When it ends, the rivers of the land before it and of the new land are
//! compared, and the chunks that differ are built with the new network.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use orogen::noise::hash::avalanche;
use orogen::terrain::chunk::ChunkKey;
use orogen::terrain::heightfield::sample_chunks;
use orogen::terrain::layer::LayerKind;
use orogen::terrain::lod::{Levels, Viewer};
use orogen::terrain::marks::{Brush, ChangedChunks, Mark, MarkPath, MarksLayer, Tool, ToolKind};
use orogen::terrain::preset::Preset;
use orogen::terrain::{Land, Recipe, Scene};
use rayon::prelude::*;

mod chunks;
mod timing;

use chunks::{CachedChunk, build, sampled};

const MEDIANS: usize = 3;
const CALLS: usize = 5;

fn alps() -> Scene {
    Preset::find("alps").expect("a preset").scene().expect("its scene")
}

/// The chunks in view.
fn view(scene: &Scene) -> Vec<ChunkKey> {
    let levels = Levels::new(scene.recipe.world.spacing_m.metres(), 40_000.0);
    levels.ideal(&Viewer { position_m: [0.0, 4100.0], height_m: 2900.0 })
}

/// The chunks that an edit from one recipe to another may change.
fn changed(old: &Recipe, new: &Recipe, chunks: &[CachedChunk]) -> Vec<CachedChunk> {
    let finest_m = old.world.spacing_m.metres();
    let levels = chunks.iter().map(|(key, _)| key.level);
    let changed = ChangedChunks::new(old, new, levels, finest_m).expect("only marks differ");
    chunks.iter().filter(|(key, _)| changed.may_contain(*key)).cloned().collect()
}

/// Times two cases whose calls alternate, and prints a row for each: the name, the chunks of the last
/// call, processor time and clock.
fn compare(cases: [(&str, &dyn Fn(usize) -> usize); 2]) {
    let start = Instant::now();
    // `best_medians` takes a function, so the start of the clock is a static.
    CLOCK.get_or_init(|| start);
    let clock = || CLOCK.get().map_or(Duration::ZERO, Instant::elapsed);
    let count = [const { AtomicUsize::new(0) }; 2];
    let round = AtomicUsize::new(0);
    let mut best = vec![];
    for now in [|| ProcessTime::now().as_duration(), clock] {
        let mut calls = [0, 1].map(|case| {
            let (count, round, call) = (&count[case], &round, cases[case].1);
            move || {
                let chunks = call(round.fetch_add(1, Ordering::Relaxed));
                count.store(chunks, Ordering::Relaxed);
            }
        });
        let [a, b] = &mut calls;
        best.push(timing::best_medians(now, [MEDIANS, CALLS], &mut [a, b]));
    }
    for (case, (name, _)) in cases.iter().enumerate() {
        let chunks = count[case].load(Ordering::Relaxed);
        let [processor, clock] = [best[0][case], best[1][case]].map(|seconds| 1e3 * seconds);
        println!("{name:<50}{chunks:>6} chunks {processor:>8.1} ms {clock:>8.1} ms");
    }
}

static CLOCK: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();

/// Returns the recipe with a stroke of 8 points under the view, at one of several places.
fn with_stroke(recipe: &Recipe, round: usize) -> Recipe {
    let mut drawn = recipe.clone();
    let shift_m = 10.0 * (round % 16) as f64;
    let points: Vec<_> =
        (0..8).map(|i| [f64::from(i) * 90.0 - 300.0 + shift_m, f64::from(i * i) * 6.0]).collect();
    let path = MarkPath::from_points_m(&points, 300.0).expect("few points");
    let brush = Brush { height_m: 100.0, radius_m: 300.0, ..Brush::default() };
    drawn.draw(None, Tool::Brush(brush), path).expect("few marks");
    drawn
}

/// A number from −½ to ½.
fn random(index: usize) -> f64 {
    f64::from(avalanche(index as u32)) / f64::from(u32::MAX) - 0.5
}

/// Returns the recipe with layers of marks over a square around the origin, at least `hole_m` away from
/// it to the east, west, north or south; every layer has at most 4,096.
fn with_marks(recipe: &Recipe, kind: ToolKind, count: usize, [hole_m, side_m]: [f64; 2]) -> Recipe {
    let mut drawn = recipe.clone();
    let places = (0..).map(|i| [2 * i, 2 * i + 1].map(|i| side_m * random(i)));
    let outside = places.filter(|place| place.iter().any(|m| m.abs() >= hole_m));
    let mark = |(i, first): (usize, [f64; 2])| {
        let points = [[0.0; 2], [700.0, 200.0], [1300.0, -100.0], [1900.0, 300.0]]
            .map(|[x, z]| [first[0] + x, first[1] + z]);
        let path = MarkPath::from_points_m(&points, 300.0).expect("few points");
        Mark::new((i % 4096) as u32 + 1, kind, path)
    };
    let marks: Vec<Mark> = outside.take(count).enumerate().map(mark).collect();
    for marks in marks.chunks(4096) {
        let top = drawn.layers.len() - 1;
        let kind = LayerKind::Marks(MarksLayer::new(marks.to_vec()).expect("few marks"));
        drawn.layers.add(top, kind).expect("few layers");
    }
    drawn
}

/// Returns the recipe with 100 strokes of this radius in front of the viewer.
fn with_strokes(recipe: &Recipe, radius_m: f64) -> Recipe {
    let mut drawn = recipe.clone();
    for i in 0..100 {
        let first = [2 * i, 2 * i + 1].map(|i| 3000.0 * random(i));
        let points: Vec<_> = (0..8)
            .map(|step| [first[0] + 0.2 * radius_m * f64::from(step), first[1] + 1500.0])
            .collect();
        let path = MarkPath::from_points_m(&points, radius_m).expect("few points");
        let brush = Brush { height_m: 2.0, radius_m, ..Brush::default() };
        drawn.draw(None, Tool::Brush(brush), path).expect("few marks");
    }
    drawn
}

/// Prints the share of the samples in view that the strokes of a recipe change, and the share that one
/// of them changes on average.
fn print_shares(recipe: &Recipe, drawn: &Recipe, keys: &[ChunkKey]) {
    let all = changed_share(recipe, drawn, keys);
    let single = |i: usize| {
        let mut single = drawn.clone();
        let kind = single.layers.iter_mut().map(|layer| &mut layer.kind).last();
        let Some(LayerKind::Marks(marks)) = kind else { panic!("the last layer has the strokes") };
        *marks = MarksLayer::new(vec![marks[i].clone()]).expect("a mark");
        changed_share(recipe, &single, keys)
    };
    let mean = (0..100).step_by(20).map(single).sum::<f64>() / 5.0;
    println!("100 strokes change {all:.3} of the samples, each of them {mean:.3}");
}

/// The share of the samples in view that strokes change.
fn changed_share(recipe: &Recipe, marked: &Recipe, keys: &[ChunkKey]) -> f64 {
    let [before, after] = [recipe, marked].map(|recipe| {
        let land = Land::new(recipe).expect("a valid recipe");
        let samples =
            sample_chunks(&land, &keys.iter().map(|key| (*key, None)).collect::<Vec<_>>());
        samples.iter().flat_map(|samples| samples.heights_m(&land).fine.clone()).collect::<Vec<_>>()
    });
    let changed = before.iter().zip(&after).filter(|(a, b)| a != b).count();
    changed as f64 / before.len() as f64
}

/// The recipe after an edit of a slider.
fn edited(recipe: &Recipe, round: usize) -> Recipe {
    let mut edited = recipe.clone();
    edited.base_mut().shape.height_m *= 1.0 + 0.001 * (round % 16) as f64;
    edited
}

/// Times strokes on the same land with rivers.
fn time_strokes_on_river_land(dry: &Recipe, keys: &[ChunkKey]) {
    let mut recipe = dry.clone();
    recipe.rivers.on = true;
    let network_of = Some(&recipe);
    let marked = sampled(&with_stroke(&recipe, 0), network_of, keys);
    let in_reach = |round: usize| {
        let [old, new] = [round + 1, round].map(|round| with_stroke(&recipe, round));
        let chunks = changed(&old, &new, &marked);
        build(&new, network_of, &chunks);
        chunks.len()
    };
    let all_chunks = |round: usize| {
        build(&with_stroke(&recipe, round), network_of, &marked);
        marked.len()
    };
    compare([
        ("a stroke beside rivers, chunks within its reach", &in_reach),
        ("a stroke beside rivers, all chunks", &all_chunks),
    ]);
    let with_network = |round: usize| {
        let new = with_stroke(&recipe, round);
        let lands = [&recipe, &new].map(|recipe| Land::new(recipe).expect("a valid recipe"));
        let (finest_m, levels) = (lands[0].spacing_m(), keys.iter().map(|key| key.level));
        let changed = ChangedChunks::new(&recipe, &new, levels, finest_m).expect("a stroke");
        let changed = changed.with_rivers(lands, &new);
        let chunks = marked.par_iter().filter(|(key, _)| changed.may_contain(*key));
        let chunks: Vec<CachedChunk> = chunks.cloned().collect();
        build(&new, None, &chunks);
        chunks.len()
    };
    let all_with_network = |round: usize| {
        build(&with_stroke(&recipe, round), None, &marked);
        marked.len()
    };
    compare([
        ("the end of a stroke beside rivers, changed chunks", &with_network),
        ("the end of a stroke beside rivers, all chunks", &all_with_network),
    ]);
}

fn main() {
    let scene = alps();
    let recipe = &scene.recipe;
    let keys = view(&scene);
    let chunks = sampled(recipe, None, &keys);

    let marked = sampled(&with_stroke(recipe, 0), None, &keys);
    let in_reach = |round: usize| {
        let [old, new] = [round + 1, round].map(|round| with_stroke(recipe, round));
        let chunks = changed(&old, &new, &marked);
        build(&new, None, &chunks);
        chunks.len()
    };
    let all_chunks = |round: usize| {
        build(&with_stroke(recipe, round), None, &marked);
        marked.len()
    };
    compare([
        ("a stroke, chunks within its reach", &in_reach),
        ("a stroke, all chunks", &all_chunks),
    ]);

    time_strokes_on_river_land(recipe, &keys);

    let edit = |recipe: &Recipe, chunks: &[CachedChunk], round: usize| {
        build(&edited(recipe, round), None, chunks);
        chunks.len()
    };
    let plain = |round: usize| edit(recipe, &chunks, round);
    // Strokes that together cover an eighth of the view, then strokes that each cover an eighth.
    for (name, first_name, radius_m) in [
        (
            "an edit, 100 strokes, an eighth together",
            "the first build, 100 strokes, an eighth together",
            2500.0,
        ),
        (
            "an edit, 100 strokes, an eighth each",
            "the first build, 100 strokes, an eighth each",
            4600.0,
        ),
    ] {
        let drawn = with_strokes(recipe, radius_m);
        print_shares(recipe, &drawn, &keys);
        let drawn_chunks = sampled(&drawn, None, &keys);
        let with_drawn = |round: usize| edit(&drawn, &drawn_chunks, round);
        compare([("an edit, no marks", &plain), (name, &with_drawn)]);
        let first_build = |round: usize| edit(&drawn, &chunks, round);
        compare([("an edit, no marks", &plain), (first_name, &first_build)]);
    }

    let outside = with_marks(recipe, ToolKind::Ridge, 10_000, [60e3, 1e6]);
    let outside_chunks = sampled(&outside, None, &keys);
    let with_outside = |round: usize| edit(&outside, &outside_chunks, round);
    compare([
        ("an edit, no marks", &plain),
        ("an edit, 10,000 ridges around the view", &with_outside),
    ]);

    let with_ridges = with_marks(recipe, ToolKind::Ridge, 4096, [0.0, 60e3]);
    let text = Scene { recipe: with_ridges, ..scene.clone() }.to_toml();
    let plain_text = scene.to_toml();
    let open = |text: &str| {
        let scene = Scene::from_toml(text).expect("the text of a scene");
        let chunks: Vec<CachedChunk> = keys.iter().map(|key| (*key, None)).collect();
        build(&scene.recipe, None, &chunks);
        chunks.len()
    };
    let read = |text: &str| {
        let scene = Scene::from_toml(text).expect("the text of a scene");
        black_box(Land::new(&scene.recipe).expect("a valid recipe"));
        0
    };
    compare([
        ("reading a text without marks", &|_| read(&plain_text)),
        ("reading a text of 4,096 ridges", &|_| read(&text)),
    ]);
    compare([
        ("reading and building without marks", &|_| open(&plain_text)),
        ("reading and building 4,096 ridges", &|_| open(&text)),
    ]);
}
