//! Times stacks of layers: `cargo bench --bench layers`.
//!
//! Computes the heights of 121 chunks on three levels of an endless land (691,000 samples), on all
//! threads. A row shows the processor time from a changed recipe to its heights, in milliseconds
//! (the best of several medians), and the ratio to the time of one layer. A row of a mask also shows
//! the ratio to the time of the same land without this mask. Calls of the cases alternate. *All*
//! starts without cached samples; the edits start with the samples of the unedited land.

use cpu_time::ProcessTime;
use orogen::noise::hash::avalanche;
use orogen::terrain::chunk::ChunkKey;
use orogen::terrain::heightfield::{ChunkSamples, sample_chunks};
use orogen::terrain::layer::{Layer, LayerKind, Layers};
use orogen::terrain::marks::{Brush, MarkPath, Tool};
use orogen::terrain::mask::{Mask, MaskType};
use orogen::terrain::operation::{ListedOperation, Operation, OperationKind};
use orogen::terrain::{Land, Recipe};
use std::hint::black_box;
use std::sync::Arc;

mod timing;

const MEDIANS: usize = 5;
const CALLS: usize = 9;

type CachedChunks = Vec<(ChunkKey, Option<Arc<ChunkSamples>>)>;

fn chunks() -> CachedChunks {
    let square = |level: u8, side: i64| {
        let key = move |i: i64| ChunkKey { level, x: i % side - side / 2, z: i / side - side / 2 };
        (0..side * side).map(key)
    };
    square(0, 7).chain(square(2, 6)).chain(square(4, 6)).map(|key| (key, None)).collect()
}

/// Computes the heights of all chunks. Returns the samples for the next call to reuse.
fn heights(recipe: &Recipe, chunks: &CachedChunks) -> CachedChunks {
    let land = Land::new(recipe).expect("a valid recipe");
    let samples = sample_chunks(&land, chunks);
    for samples_of_chunk in &samples {
        black_box(samples_of_chunk.heights_m(&land));
    }
    chunks.iter().zip(samples).map(|((key, _), samples)| (*key, Some(Arc::new(samples)))).collect()
}

/// Returns a stack of layers with 6 to 8 octaves. A height mask limits each upper layer to about
/// half of the land below.
fn stack(count: u32) -> Recipe {
    let layer = |id: u32| {
        let mut layer =
            Layer::new(id, LayerKind::named("noise").expect("noise is a kind of layer"));
        if let LayerKind::Noise(noise) = &mut layer.kind {
            noise.fractal.octaves = [8.0, 7.0, 6.0][id as usize % 3];
            noise.noise.frequency *= f64::from(id);
        }
        if id > 1 {
            layer.masks.0 = vec![Mask::new(1, MaskType::HeightBand)];
            layer.masks.0[0].invert = true;
        }
        layer
    };
    let layers = Layers::new((1..=count).map(layer).collect()).expect("few layers");
    Recipe { layers, ..Recipe::default() }
}

/// Returns a layer of noise under strokes of 8 points, scattered over a square around the origin. A
/// stroke is about 28 radii long.
fn strokes(count: usize, radius_m: f64, square_m: f64) -> Recipe {
    let mut recipe = stack(1);
    let random = |i: usize| avalanche(i as u32) as f64 / u32::MAX as f64 - 0.5;
    for i in 0..count {
        let mut place = [2 * i, 2 * i + 1].map(|i| square_m * random(i));
        let turn = random(2 * count + i);
        let mut points = vec![];
        for step in 0..8 {
            points.push(place);
            let bend = turn * f64::from(step) / 3.0;
            let [east, south] = [1.0 - bend * bend, bend];
            place = [place[0] + 4.0 * radius_m * east, place[1] + 4.0 * radius_m * south];
        }
        let path = MarkPath::from_points_m(&points, radius_m).expect("few points");
        let brush = Brush { height_m: 10.0, radius_m, ..Brush::default() };
        recipe.draw(None, Tool::Brush(brush), path).expect("few marks");
    }
    recipe
}

fn main() {
    let chunks = chunks();
    let single = stack(1);
    let now = || ProcessTime::now().as_duration();
    let row = |name: &str, call: &mut dyn FnMut()| {
        let mut alone = || _ = heights(&single, &chunks);
        let best = timing::best_medians(now, [MEDIANS, CALLS], &mut [&mut alone, call]);
        let (alone, ms) = (1e3 * best[0], 1e3 * best[1]);
        println!("{name:<36}{ms:>8.2} ms {:>6.2}", ms / alone);
    };
    row("one layer, all", &mut || _ = heights(&single, &chunks));

    let four = stack(4);
    row("four layers, all", &mut || _ = heights(&four, &chunks));
    let cached = heights(&four, &chunks);
    let edit = |name: &str, change: &dyn Fn(&mut Recipe)| {
        let mut edited = four.clone();
        change(&mut edited);
        row(name, &mut || _ = heights(&edited, &cached));
    };
    edit("four layers, opacity", &|recipe| recipe.layers[2].head.layer.opacity = 0.5);
    edit("four layers, one layer's frequency", &|recipe| {
        if let LayerKind::Noise(noise) = &mut recipe.layers[2].kind {
            noise.noise.frequency *= 1.01;
        }
    });
    let mut unmasked = four.clone();
    unmasked.layers[3].masks.0.clear();
    for (name, mask) in [("slope", MaskType::Slope), ("curvature", MaskType::Curvature)] {
        let mut masked = unmasked.clone();
        masked.layers[3].masks.0.push(Mask::new(1, mask));
        let mut calls = [&single, &unmasked, &masked].map(|recipe| || _ = heights(recipe, &chunks));
        let [single, unmasked, masked] = calls.each_mut().map(|call| call as &mut dyn FnMut());
        let best = timing::best_medians(now, [MEDIANS, CALLS], &mut [single, unmasked, masked]);
        let [of_single, of_unmasked] = [0, 1].map(|i| best[2] / best[i]);
        let name = format!("four layers, a {name} mask, all");
        println!("{name:<36}{:>8.2} ms {of_single:>6.2} {of_unmasked:>6.2}", 1e3 * best[2]);
    }
    for (name, count, radius_m, square_m) in [
        ("one layer, 1 stroke, all", 1, 400.0, 1.0),
        ("one layer, 100 strokes nearby, all", 100, 20.0, 600.0),
        ("one layer, 4096 strokes afar, all", 4096, 4.0, 1e6),
    ] {
        let recipe = strokes(count, radius_m, square_m);
        row(name, &mut || _ = heights(&recipe, &chunks));
    }
    for kind in OperationKind::ALL {
        let mut recipe = stack(1);
        recipe.operations = vec![ListedOperation::new(1, Operation::new(kind.value))];
        let name = format!("one layer, {}, all", kind.name);
        row(&name, &mut || _ = heights(&recipe, &chunks));
    }
}
