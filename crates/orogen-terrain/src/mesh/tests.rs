use super::*;
use crate::choices::{LandPermutation, Spacing};
use crate::chunk::ChunkKey;
use crate::chunk::{COARSE_SAMPLES, FINE_SAMPLES};
use crate::heightfield::{ChunkSamples, sample_all};
use crate::land::Land;
use crate::recipe::Recipe;
use orogen_noise::FractalKind;
use proptest::prelude::*;
use proptest::sample::select;

fn meshes(recipe: &Recipe, keys: &[ChunkKey]) -> Vec<MeshData> {
    let land = Land::new(recipe).unwrap();
    let finest_m = land.spacing_m();
    let fields = sample_all(&land, keys);
    let mesh = |(key, samples): (&ChunkKey, ChunkSamples)| {
        let heights = samples.heights_m(&land);
        MeshData::new(&heights, key.spacing_m(finest_m) as f32, recipe.world.sea_level_m as f32)
    };
    keys.iter().zip(fields).map(mesh).collect()
}

#[test]
fn the_coarse_triangles_cover_the_chunk_once_and_keep_every_border_vertex() {
    let indices = coarse_indices();
    assert!(8 * indices.len() < chunk_indices().len());
    let at = |i: u16| [usize::from(i) % CHUNK_VERTICES, usize::from(i) / CHUNK_VERTICES];
    let mut doubled_area = 0;
    let mut edges = std::collections::HashMap::new();
    for triangle in indices.chunks(3) {
        let [a, b, c] = [0, 1, 2].map(|i| at(triangle[i]).map(|c| c as i64));
        let turn = (b[1] - a[1]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[1] - a[1]);
        assert!(turn > 0, "every triangle faces up");
        doubled_area += turn;
        for (from, to) in [(0, 1), (1, 2), (2, 0)] {
            *edges.entry((triangle[from], triangle[to])).or_insert(0) += 1;
        }
    }
    assert_eq!(doubled_area as usize, 2 * CHUNK_CELLS * CHUNK_CELLS);
    // Every edge belongs to two triangles, except the cells' edges on the chunk's sides.
    for ((from, to), times) in &edges {
        assert_eq!(*times, 1);
        if !edges.contains_key(&(*to, *from)) {
            let ([x0, z0], [x1, z1]) = (at(*from), at(*to));
            let on_side = |a: usize, b: usize| a == b && (a == 0 || a == CHUNK_CELLS);
            assert!(on_side(x0, x1) || on_side(z0, z1));
            assert_eq!(x0.abs_diff(x1) + z0.abs_diff(z1), 1);
        }
    }
}

#[test]
fn every_cell_has_two_triangles_that_face_up() {
    let indices = chunk_indices();
    assert_eq!(indices.len(), CHUNK_CELLS * CHUNK_CELLS * 6);
    let at = |i: u16| {
        [usize::from(i) % CHUNK_VERTICES, usize::from(i) / CHUNK_VERTICES].map(|c| c as f64)
    };
    let mut covered = vec![0.0; CHUNK_CELLS * CHUNK_CELLS];
    for triangle in indices.chunks(3) {
        let [a, b, c] = [at(triangle[0]), at(triangle[1]), at(triangle[2])];
        // Twice the area; positive is counter-clockwise seen from above, x east and z south.
        let area = (b[1] - a[1]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[1] - a[1]);
        assert_eq!(area, 1.0);
        let corner = |axis: usize| a[axis].min(b[axis]).min(c[axis]) as usize;
        covered[corner(0) + CHUNK_CELLS * corner(1)] += 0.5 * area;
    }
    assert!(covered.iter().all(|&area| area == 1.0), "every cell is covered once");
}

#[test]
fn a_plane_has_its_own_normal() {
    let plane = |samples: usize, step: f32| {
        (0..samples * samples).map(|i| (i % samples) as f32 * step).collect()
    };
    let field = ChunkField { fine: plane(FINE_SAMPLES, 0.5), coarse: plane(COARSE_SAMPLES, 1.0) };
    let mesh = MeshData::new(&field, 1.0, -10.0);
    let expected = [-0.5 / 1.25f32.sqrt(), 1.0 / 1.25f32.sqrt(), 0.0];
    for Vertex { normals, .. } in &mesh.vertices {
        for n in [[normals[0], normals[1]], [normals[2], normals[3]]].map(from_octahedral) {
            assert!(n.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-4), "{n:?}");
        }
    }
    assert!(
        mesh.vertices.iter().all(|v| v.masks[0] == 128 && v.coarse_masks[0] == 128),
        "a plane is not curved"
    );
}

/// Recipes with many bases, fractal sums, warps, shapes and spacings.
fn recipes() -> impl Strategy<Value = Recipe> {
    let names = [
        "perlin",
        "value",
        "simplex",
        "opensimplex2",
        "opensimplex2s",
        "worley-f1",
        "worley-f2-f1",
        "lattice2",
    ];
    let noise = (0u32..1000, select(names.to_vec()), 0.1..20.0, 0..LandPermutation::ALL.len());
    let fractal = (0..FractalKind::ALL.len(), 1.0..10.0, any::<bool>(), any::<bool>());
    let warp = prop_oneof![3 => Just(0.0), 1 => 0.01..4.0f64];
    let shape = (warp, 0u32..3, 0.25..4.0, 0..Spacing::ALL.len());
    (noise, fractal, shape).prop_map(|((seed, basis, frequency, permutation), fractal, shape)| {
        let (kind, octaves, rotate, octave_seeds) = fractal;
        let (strength, times, exponent, spacing) = shape;
        let mut recipe = Recipe::default();
        recipe.world.seed = seed.to_string();
        recipe.base_mut().noise.basis = basis.parse().unwrap();
        recipe.base_mut().noise.frequency = frequency;
        recipe.base_mut().noise.permutation = LandPermutation::ALL[permutation].value;
        recipe.base_mut().fractal.kind = FractalKind::ALL[kind].value;
        recipe.base_mut().fractal.octaves = octaves;
        recipe.base_mut().fractal.rotate = rotate;
        recipe.base_mut().fractal.octave_seeds = octave_seeds;
        recipe.base_mut().warp.strength = strength;
        recipe.base_mut().warp.times = times;
        recipe.base_mut().shape.exponent = exponent;
        recipe.world.spacing_m = Spacing::ALL[spacing].value;
        recipe
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn chunks_share_their_edges_and_fully_morphed_are_the_coarser_mesh_bit_for_bit(
        recipe in recipes(),
        x in -1_000_000_000i64..1_000_000_000,
        z in -50i64..50,
        level in 0u8..5,
    ) {
        let key = ChunkKey { level, x, z };
        let [east, south] = [[1, 0], [0, 1]].map(|direction| key.neighbour(direction));
        let meshes = meshes(&recipe, &[key, east, south, key.parent()]);
        let [here, east, south, coarse] = &meshes[..] else { unreachable!() };
        let spacing_m = key.spacing_m(recipe.world.spacing_m.metres()) as f32;
        for mesh in [here, east, south] {
            check_integrity(mesh, spacing_m, recipe.world.sea_level_m as f32);
        }
        let bits = |m: &MeshData, i: usize| {
            let vertex = &m.vertices[i];
            (vertex.position_m[1].to_bits(), vertex.coarse_bed_m.to_bits(), vertex.normals)
        };
        for i in 0..CHUNK_VERTICES {
            let (near, far) = (i * CHUNK_VERTICES, i * CHUNK_VERTICES + CHUNK_CELLS);
            prop_assert_eq!(bits(here, far), bits(east, near));
            prop_assert_eq!(bits(here, i + CHUNK_CELLS * CHUNK_VERTICES), bits(south, i));
        }
        // The chunk is a quarter of the coarser one.
        let quarter = [x, z].map(|c| c.rem_euclid(2) as usize * CHUNK_CELLS / 2);
        for z in 0..CHUNK_VERTICES {
            for x in 0..CHUNK_VERTICES {
                let index = (x / 2 + quarter[0]) + CHUNK_VERTICES * (z / 2 + quarter[1]);
                let coarse = &coarse.vertices[index];
                let fine = &here.vertices[x + CHUNK_VERTICES * z];
                prop_assert_eq!(fine.coarse_bed_m.to_bits(), coarse.position_m[1].to_bits());
                prop_assert_eq!(&fine.normals[2..], &coarse.normals[..2]);
                prop_assert_eq!(fine.coarse_masks, coarse.masks);
            }
        }
    }

    #[test]
    fn octahedral_normals_keep_their_direction(
        x in -3.0..3.0f32,
        y in 0.001..3.0f32,
        z in -3.0..3.0f32,
    ) {
        let length = (x * x + y * y + z * z).sqrt();
        let back = from_octahedral(octahedral([x, y, z]));
        let expected = [x / length, y / length, z / length];
        prop_assert!(
            back.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-4),
            "{:?} {:?}",
            back,
            expected
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn every_vector_level_makes_the_reference_mesh(
        fine in prop::collection::vec(-1.0..1.0f32, FINE_SAMPLES * FINE_SAMPLES),
        coarse in prop::collection::vec(-1.0..1.0f32, COARSE_SAMPLES * COARSE_SAMPLES),
        height_m in select(vec![0.0, 0.5, 40.0, 9000.0]),
        spacing_m in select(vec![0.25, 1.0, 8.0, 0.3, 256.0]),
        sea_m in select(vec![-1e4, -0.3, 0.0, 17.0, 1e4]),
    ) {
        // Some beds are exactly as high as the sea.
        let height = |s: f32| if s.abs() < 0.1 { sea_m } else { s * height_m };
        let field = ChunkField {
            fine: fine.into_iter().map(height).collect(),
            coarse: coarse.into_iter().map(height).collect(),
        };
        let reference = reference_mesh(&field, spacing_m, sea_m);
        for level in Level::available() {
            let mesh = MeshData::with_level(&field, spacing_m, sea_m, level);
            // Zeros of both signs are equal here, as for `f32::max`. Other numbers are equal only
            // if their bits are.
            prop_assert!(mesh == reference, "{:?}", level);
        }
    }
}

/// The reference: the mesh vertex by vertex, in its simplest form.
fn reference_mesh(heights_m: &ChunkField, spacing_m: f32, sea_level_m: f32) -> MeshData {
    let mut mesh = MeshData {
        vertices: vec![],
        height_range_m: [f32::INFINITY, f32::NEG_INFINITY],
        sea_level_m,
    };
    let coarse_normals =
        grid_normals(&heights_m.coarse, COARSE_SAMPLES, 2.0 * spacing_m, sea_level_m);
    let fine_normals = grid_normals(&heights_m.fine, FINE_SAMPLES, spacing_m, sea_level_m);
    for z in 0..CHUNK_VERTICES {
        for x in 0..CHUNK_VERTICES {
            let masks = |heights: &[f32], samples, at, spacing_m| {
                [curvature(heights, samples, at, spacing_m), 128, 128, 0]
            };
            let fine = (x + 1) + FINE_SAMPLES * (z + 1);
            let coarse = (x / 2 + 1) + COARSE_SAMPLES * (z / 2 + 1);
            let [bed_m, coarse_bed_m] = [heights_m.fine[fine], heights_m.coarse[coarse]];
            let [y, coarse_y] = [bed_m, coarse_bed_m].map(|bed_m| bed_m.max(sea_level_m));
            let [u, v] = fine_normals[x + CHUNK_VERTICES * z];
            let [cu, cv] = coarse_normals[x / 2 + (CHUNK_CELLS / 2 + 1) * (z / 2)];
            mesh.vertices.push(Vertex {
                position_m: [x as f32 * spacing_m, bed_m, z as f32 * spacing_m],
                coarse_bed_m,
                normals: [u, v, cu, cv],
                masks: masks(&heights_m.fine, FINE_SAMPLES, fine, spacing_m),
                coarse_masks: masks(&heights_m.coarse, COARSE_SAMPLES, coarse, 2.0 * spacing_m),
            });
            let [low, high] = &mut mesh.height_range_m;
            *low = low.min(y).min(coarse_y);
            *high = high.max(y).max(coarse_y);
        }
    }
    mesh
}

/// Normals of a grid with a border of one sample, by central differences; straight up where the bed
/// is at or below the sea.
fn grid_normals(
    heights_m: &[f32],
    samples: usize,
    spacing_m: f32,
    sea_level_m: f32,
) -> Vec<[i16; 2]> {
    let inner = 1..samples - 1;
    let at = |i: usize| {
        if heights_m[i] <= sea_level_m {
            return reference_octahedral([0.0, 1.0, 0.0]);
        }
        let dx = heights_m[i - 1] - heights_m[i + 1];
        let dz = heights_m[i - samples] - heights_m[i + samples];
        reference_octahedral([dx, 2.0 * spacing_m, dz])
    };
    inner.clone().flat_map(|z| inner.clone().map(move |x| at(x + samples * z))).collect()
}

/// The second difference over the spacing (1 is a kink of 45°), compressed into a byte.
fn curvature(heights_m: &[f32], samples: usize, i: usize, spacing_m: f32) -> u8 {
    let neighbours =
        heights_m[i - 1] + heights_m[i + 1] + heights_m[i - samples] + heights_m[i + samples];
    let convex = (heights_m[i] * 4.0 - neighbours) / spacing_m;
    (128.0 + 127.0 * (convex / (1.0 + convex.abs()))) as u8
}

fn reference_octahedral([x, y, z]: [f32; 3]) -> [i16; 2] {
    let scale = 32767.0 / (x.abs() + y + z.abs());
    let round = |v: f32| ((v + 12_582_912.0) - 12_582_912.0) as i16;
    [round(x * scale), round(z * scale)]
}
