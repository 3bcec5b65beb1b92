//! Selects the chunks to show and to build next, and how each chunk meets its neighbours.

use serde_json::{Value as Json, json};

use crate::chunks::ChunkKeyList;
use crate::instance::Instance;
use orogen_terrain::ChunkKey;
use orogen_terrain::chunk::square;
use orogen_terrain::lod::{BUILD_RANGE_FACTOR, Levels, Selection, Viewer};
use orogen_terrain::view::magnification;

/// The maximum number of chunks of endless land, for memory on phones.
const MAX_CHUNKS: usize = 420;
/// The longest side of a bounded land in chunks.
const MAX_EXTENT: u32 = 16;

/// The levels of a scene's land; `None` if it is bounded.
fn levels(instance: &Instance) -> Option<Levels> {
    let scene = instance.scene();
    let (world, params) = (&scene.recipe.world, &scene.view.params);
    let horizon_m = 1000.0 * params.distance.horizon_km;
    let lens_factor = magnification(params.camera.lens_mm);
    let levels = Levels::magnified(world.spacing_m.metres(), horizon_m, lens_factor);
    (!world.bounded).then(|| levels.limit_chunks(MAX_CHUNKS))
}

/// The distance up to which the land of a scene is shown.
pub fn horizon_m(instance: &Instance) -> f64 {
    levels(instance).map_or(1e9, |levels| levels.horizon_m())
}

fn viewer([x, height_m, z]: [f64; 3]) -> Viewer {
    Viewer { position_m: [x, z], height_m: height_m.max(0.0) }
}

/// Begins a selection with at most `max_chunks` chunks, or with the fewest that reach the horizon.
///
/// A draft leaves out the finest levels, as if the viewer stood higher.
pub fn begin(instance: &mut Instance, place: [f64; 3], max_chunks: usize) -> Json {
    let viewer = viewer(place);
    let Some(levels) = levels(instance) else {
        instance.selection = None;
        let keys = square(instance.scene().recipe.world.extent_chunks.min(MAX_EXTENT));
        let leaves: Vec<_> = keys.into_iter().map(|key| (ChunkKeyList::from(key), 0)).collect();
        return json!({ "leaves": leaves, "missing": [], "needed": [], "morph": [1.0, 2.0, 0.0], "spacing_m": finest_m(instance) });
    };
    let drafts = (0..levels.coarsest()).map(|level| levels.range_m(level));
    let heights = std::iter::once(viewer.height_m).chain(drafts.filter(|m| *m > viewer.height_m));
    let mut chosen = vec![];
    for height_m in heights {
        chosen = levels.ideal(&Viewer { height_m, ..viewer });
        if chosen.len() <= max_chunks {
            break;
        }
    }
    instance.selection = Some(Selection::new(levels, chosen));
    state(instance, &viewer, &[])
}

/// Moves the selection as far as ready chunks allow.
pub fn advance(instance: &mut Instance, place: [f64; 3], ready: &[ChunkKeyList]) -> Json {
    let viewer = viewer(place);
    let ready: std::collections::HashSet<ChunkKey> =
        ready.iter().map(|key| (*key).into()).collect();
    if let Some(selection) = &mut instance.selection {
        selection.advance(&viewer, |key| ready.contains(&key));
    }
    let ready: Vec<_> = ready.into_iter().collect();
    state(instance, &viewer, &ready)
}

fn finest_m(instance: &Instance) -> f64 {
    instance.scene().recipe.world.spacing_m.metres()
}

/// The shown chunks with their mesh tags, and the missing chunks, nearest first.
fn state(instance: &Instance, viewer: &Viewer, ready: &[ChunkKey]) -> Json {
    let Some(selection) = &instance.selection else { return Json::Null };
    let levels = selection.levels();
    let leaf =
        |key: &ChunkKey| (ChunkKeyList::from(*key), selection.neighbours(*key).tag(key.level));
    let leaves: Vec<_> = selection.leaves().iter().map(leaf).collect();
    let needed = selection.needed(viewer);
    let missing = selection.missing(viewer, &needed, MAX_CHUNKS, |key| ready.contains(&key));
    let missing: Vec<ChunkKeyList> = missing.into_iter().map(ChunkKeyList::from).collect();
    let needed: Vec<ChunkKeyList> = needed.into_iter().map(ChunkKeyList::from).collect();
    let [begin_m, end_m] = levels.morph_m(0).unwrap_or([1.0, 2.0]);
    json!({
        "leaves": leaves,
        "missing": missing,
        "needed": needed,
        "morph": [begin_m, end_m, f64::from(levels.coarsest())],
        "spacing_m": levels.finest_m(),
        "horizon_m": levels.horizon_m(),
        "ahead": BUILD_RANGE_FACTOR,
    })
}
