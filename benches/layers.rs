//! Stacks of layers: `cargo bench --bench layers`.
//!
//! 121 chunks on three levels of an endless land (662,000 samples), on all threads: the time from a
//! changed recipe to heights, in milliseconds, the best of several medians; and how it compares
//! with one layer. *All* is with nothing known; the edits know what was there before.

use orogen::terrain::chunk::ChunkKey;
use orogen::terrain::heightfield::{ChunkSamples, sample_chunks};
use orogen::terrain::layer::{Layer, LayerKind, Layers};
use orogen::terrain::mask::{Mask, MaskType};
use orogen::terrain::operation::{ListedOperation, Operation, OperationKind};
use orogen::terrain::{Land, Recipe};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

const MEDIANS: usize = 5;
const CALLS: usize = 9;

type Known = Vec<(ChunkKey, Option<Arc<ChunkSamples>>)>;

/// The best of several medians, in milliseconds.
fn time(mut call: impl FnMut()) -> f64 {
    let median = |_| {
        let mut times: Vec<f64> = (0..CALLS)
            .map(|_| {
                let start = Instant::now();
                call();
                start.elapsed().as_secs_f64() * 1e3
            })
            .collect();
        times.sort_by(f64::total_cmp);
        times[CALLS / 2]
    };
    (0..MEDIANS).map(median).fold(f64::INFINITY, f64::min)
}

fn chunks() -> Known {
    let square = |level: u8, side: i64| {
        let at = move |i: i64| ChunkKey { level, x: i % side - side / 2, z: i / side - side / 2 };
        (0..side * side).map(at)
    };
    square(0, 7).chain(square(2, 6)).chain(square(4, 6)).map(|key| (key, None)).collect()
}

/// The heights of all chunks, and what is known then.
fn heights(recipe: &Recipe, chunks: &Known) -> Known {
    let land = Land::new(recipe).expect("choices that go together");
    let samples = sample_chunks(&land, chunks);
    for of_chunk in &samples {
        black_box(of_chunk.heights_m(&land));
    }
    chunks.iter().zip(samples).map(|((key, _), samples)| (*key, Some(Arc::new(samples)))).collect()
}

/// Layers of 6 to 8 octaves, each on half of the land below.
fn stack(count: u32) -> Recipe {
    let layer = |id: u32| {
        let mut layer = Layer::new(id, LayerKind::named("noise").expect("a kind"));
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

fn main() {
    let chunks = chunks();
    let one = stack(1);
    let alone = time(|| _ = heights(&one, &chunks));
    println!("{:<34}{alone:>8.2} ms   1.00", "one layer, all");
    let row = |name: &str, ms: f64| println!("{name:<34}{ms:>8.2} ms {:>6.2}", ms / alone);

    let four = stack(4);
    row("four layers, all", time(|| _ = heights(&four, &chunks)));
    let known = heights(&four, &chunks);
    let edit = |change: &dyn Fn(&mut Recipe)| {
        let mut edited = four.clone();
        change(&mut edited);
        time(|| _ = heights(&edited, &known))
    };
    row("four layers, opacity", edit(&|recipe| recipe.layers[2].head.layer.opacity = 0.5));
    row(
        "four layers, one layer's frequency",
        edit(&|recipe| {
            if let LayerKind::Noise(noise) = &mut recipe.layers[2].kind {
                noise.noise.frequency *= 1.01;
            }
        }),
    );
    let mut sloped = four.clone();
    sloped.layers[3].masks.0[0] = Mask::new(1, MaskType::Slope);
    row("four layers, a slope mask, all", time(|| _ = heights(&sloped, &chunks)));
    let mut curved = four.clone();
    curved.layers[3].masks.0[0] = Mask::new(1, MaskType::Curvature);
    row("four layers, a curvature mask, all", time(|| _ = heights(&curved, &chunks)));
    for kind in OperationKind::ALL {
        let mut recipe = stack(1);
        recipe.operations = vec![ListedOperation::new(1, Operation::new(kind.value))];
        row(&format!("one layer, {}, all", kind.name), time(|| _ = heights(&recipe, &chunks)));
    }
}
