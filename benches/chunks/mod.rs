//! Builds the chunks of a view, as the program does.

use std::hint::black_box;
use std::sync::Arc;

use orogen::noise::grid::Level;
use orogen::terrain::chunk::ChunkKey;
use orogen::terrain::heightfield::{ChunkSampler, ChunkSamples, sample_chunks};
use orogen::terrain::mesh::{ChunkRoads, Fields, RiverRibbons, put_rows};
use orogen::terrain::{Land, Recipe};
use rayon::prelude::*;

/// A chunk, with its samples of the land before an edit if they are kept.
pub type CachedChunk = (ChunkKey, Option<Arc<ChunkSamples>>);

/// Builds chunks, from the recipe to their vertices, with the network of another recipe if there is one.
pub fn build(recipe: &Recipe, network_of: Option<&Recipe>, chunks: &[CachedChunk]) {
    let land = Land::with_network_of(recipe, network_of).expect("a valid recipe");
    let sampler = ChunkSampler::new(&land, chunks.iter().map(|(key, _)| *key));
    chunks.par_iter().enumerate().for_each(|(index, (key, known))| {
        let samples = sampler.sample(index, *key, known.as_deref());
        let heights_m = samples.heights_m(&land);
        let spacing_m = key.spacing_m(land.spacing_m()) as f32;
        let fields = Fields::of_samples(&samples, &heights_m);
        put_rows(fields, spacing_m, f32::NEG_INFINITY, Level::best(), |row| _ = black_box(row));
        black_box(RiverRibbons::new(&land, *key, &heights_m));
        black_box(ChunkRoads::new(&land, *key, &heights_m));
    });
}

/// The chunks with their samples of a land, whose rivers have the network of another recipe if there is one.
pub fn sampled(
    recipe: &Recipe,
    network_of: Option<&Recipe>,
    keys: &[ChunkKey],
) -> Vec<CachedChunk> {
    let land = Land::with_network_of(recipe, network_of).expect("a valid recipe");
    let chunks: Vec<CachedChunk> = keys.iter().map(|key| (*key, None)).collect();
    let samples = sample_chunks(&land, &chunks).into_iter().map(|samples| Some(Arc::new(samples)));
    keys.iter().copied().zip(samples).collect()
}
