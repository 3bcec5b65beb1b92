//! The edges between chunks: equal vertices, and vertices that move slowly.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::*;
use crate::chunk::CHUNK_VERTICES;
use crate::erosion::ErosionLook;
use crate::heightfield::sample_chunk;
use crate::land::Land;
use crate::mesh::MeshData;
use crate::recipe::Recipe;

type Bits = ([u32; 3], u32, [u32; 3]);

fn bits(vertex: &MorphedVertex) -> Bits {
    (vertex.position.map(f32::to_bits), vertex.bed_m.to_bits(), vertex.normal.map(f32::to_bits))
}

/// A vertex of a chunk's border: its unmorphed position, and the vertex as drawn.
type BorderVertex = ([f32; 2], MorphedVertex);

/// The vertices on the edge or corner that two chunks share, sorted. Vertices that the morph has
/// moved to the same place count once.
fn polyline(border: &[BorderVertex], low: [f32; 2], high: [f32; 2]) -> Vec<Bits> {
    let belongs =
        |[x, z]: [f32; 2]| (low[0]..=high[0]).contains(&x) && (low[1]..=high[1]).contains(&z);
    let mut line: Vec<_> = border.iter().filter(|(at, _)| belongs(*at)).map(|(_, v)| *v).collect();
    line.sort_by(|a, b| {
        a.position[0].total_cmp(&b.position[0]).then(a.position[2].total_cmp(&b.position[2]))
    });
    let mut line: Vec<_> = line.iter().map(bits).collect();
    line.dedup();
    line
}

#[test]
fn shared_edges_and_corners_are_equal_as_bits() {
    // Over all cases: the touching pairs of chunks, and the pairs of two different levels.
    let counts = Cell::new([0; 2]);
    proptest!(ProptestConfig::with_cases(12), |(
        far in prop::sample::select(vec![0.0, 3e7, -1e9]),
        x in -3000.0..3000.0f64,
        z in -3000.0..3000.0f64,
        height_m in prop::sample::select(vec![0.0, 80.0]),
        spacing in 0usize..6,
        seed in 0u32..1000,
        kind in 0usize..4,
        exponent in 0.5..2.0f64,
        offset in -0.5..0.5f64,
        late in any::<bool>(),
    )| {
        let mut recipe = Recipe::default();
        recipe.world.seed = seed.to_string();
        recipe.base_mut().noise.frequency = 3.0;
        recipe.world.spacing_m = crate::choices::Spacing::ALL[spacing].value;
        recipe.base_mut().fractal.kind = orogen_noise::FractalKind::ALL[kind].value;
        recipe.base_mut().shape.exponent = exponent;
        let land = Land::new(&recipe).unwrap();
        let finest_m = land.spacing_m();
        let levels = Levels::new(finest_m, 1200.0 * finest_m);
        let mut eye = viewer(far + x, z - far, height_m);
        let origin_m = eye.position_m.map(|c| (c / 2048.0).round() * 2048.0);
        let mut selection = settled_selection(levels, &eye);
        if late {
            // The viewer moves before new chunks are ready, so all distances change.
            eye.position_m[0] += offset * levels.range_m(1);
            let ready = selection.leaves().clone();
            selection.advance(&eye, |key| ready.contains(&key));
        }
        let morphing = Morphing::new(&levels, &eye, origin_m);
        let sea_level_m = recipe.world.sea_level_m as f32;
        // The nearest chunks of each level are enough.
        let mut keys: Vec<_> = selection.leaves().iter().copied().collect();
        levels.sort_nearest_first(&eye, &mut keys);
        let keys: Vec<_> = keys.into_iter().take(70).collect();
        let drawn = |&key: &ChunkKey| {
            let heights = sample_chunk(&land, key, None).heights_m(&land);
            let mesh = MeshData::new(&heights, key.spacing_m(finest_m) as f32, sea_level_m);
            let tag = selection.neighbours(key).tag(key.level);
            let corner = corner_m(key, finest_m, origin_m);
            let border = |i: &usize| {
                [i % CHUNK_VERTICES, i / CHUNK_VERTICES].iter().any(|c| [0, 64].contains(c))
            };
            let vertices = (0..CHUNK_VERTICES * CHUNK_VERTICES).filter(border);
            let vertex_m = |i: usize| {
                let [x, _, z] = mesh.vertices[i].position_m;
                [corner[0] + x, corner[1] + z]
            };
            vertices
                .map(|i| (vertex_m(i), morphing.vertex(&mesh.vertices[i], tag, corner, i, sea_level_m)))
                .collect::<Vec<_>>()
        };
        let borders: Vec<_> = keys.iter().map(drawn).collect();
        for (i, &a) in keys.iter().enumerate() {
            for (j, &b) in keys.iter().enumerate().skip(i + 1) {
                if !touch(a, b) {
                    continue;
                }
                let (ca, cb) = (corner_m(a, finest_m, origin_m), corner_m(b, finest_m, origin_m));
                let end = |key: ChunkKey, c: f32| c + key.side_m(finest_m) as f32;
                let low = [0, 1].map(|k| ca[k].max(cb[k]));
                let high = [0, 1].map(|k| end(a, ca[k]).min(end(b, cb[k])));
                let [line_a, line_b] = [i, j].map(|chunk| polyline(&borders[chunk], low, high));
                prop_assert!(!line_a.is_empty());
                prop_assert!(line_a == line_b, "{a:?} and {b:?}");
                let [pairs, mixed] = counts.get();
                counts.set([pairs + 1, mixed + usize::from(a.level != b.level)]);
            }
        }
    });
    let [pairs, mixed] = counts.get();
    assert!(pairs > 1200 && mixed > 120, "{pairs} pairs, {mixed} of them of two levels");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn no_vertex_moves_faster_than_the_morph_allows(
        seed in 0u32..1000,
        heading in 0.0..std::f64::consts::TAU,
        x in -500.0..500.0f64,
        is_eroded in any::<bool>(),
    ) {
        let mut recipe = Recipe::default();
        recipe.world.seed = seed.to_string();
        if is_eroded {
            recipe.erode(ErosionLook::Alpine);
        }
        let land = Land::new(&recipe).unwrap();
        let levels = Levels::new(1.0, 700.0);
        let sea_level_m = recipe.world.sea_level_m as f32;
        let mut meshes: HashMap<ChunkKey, MeshData> = HashMap::new();
        // Steps of 1 m; every chunk is ready in time.
        let step_m = 1.0;
        let mut last: BTreeMap<[i64; 2], f32> = BTreeMap::new();
        let mut selection: Option<Selection> = None;
        for step in 0..60 {
            let way_m = f64::from(step) * step_m;
            let eye = viewer(x + heading.cos() * way_m, heading.sin() * way_m, 0.0);
            let selection = selection.get_or_insert_with(|| settled_selection(levels, &eye));
            while selection.advance(&eye, |_| true) {}
            let morphing = Morphing::new(&levels, &eye, [0.0; 2]);
            let mut now = BTreeMap::new();
            for &key in selection.leaves().iter().filter(|key| key.level <= 2) {
                let mesh = meshes.entry(key).or_insert_with(|| {
                    let heights = sample_chunk(&land, key, None).heights_m(&land);
                    MeshData::new(&heights, key.spacing_m(1.0) as f32, sea_level_m)
                });
                let tag = selection.neighbours(key).tag(key.level);
                let corner = corner_m(key, 1.0, [0.0; 2]);
                // Even vertices keep their ground position on every level, so their heights are
                // comparable.
                for i in (0..CHUNK_VERTICES * CHUNK_VERTICES)
                    .filter(|i| (i % 65) % 16 == 0 && (i / 65) % 16 == 0)
                {
                    let vertex = morphing.vertex(&mesh.vertices[i], tag, corner, i, sea_level_m);
                    let place = [vertex.position[0], vertex.position[2]].map(|c| c as i64);
                    now.insert(place, vertex.position[1]);
                }
            }
            for (place, height) in &now {
                let Some(before) = last.get(place) else { continue };
                // The difference of fine and coarse heights of this land, over the morph's width.
                let [begin, end] = levels.morph_m(0).unwrap();
                let allowed = 30.0 * step_m / (end - begin);
                prop_assert!(
                    f64::from((height - before).abs()) <= allowed,
                    "{:?}: {} to {}",
                    place,
                    before,
                    height
                );
            }
            last = now;
        }
    }
}

/// The position of a chunk in metres from the rendering origin. It is exact, because both are
/// multiples of the spacing.
fn corner_m(key: ChunkKey, finest_m: f64, origin_m: [f64; 2]) -> [f32; 2] {
    let corner_m = key.origin_m(finest_m);
    [0, 1].map(|i| (corner_m[i] - origin_m[i]) as f32)
}
