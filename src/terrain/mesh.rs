//! From a chunk's heights to its mesh: positions clamped to the sea, both beds, both normals, masks; 32 bytes a vertex.
//!
//! Vertex (x, z) of a chunk has the number `x + 65·z`; two triangles a cell, wound counter-clockwise from above, all cells
//! split along the same diagonal. Every vertex also knows the height and the normal of the even neighbour that it slides onto
//! when the chunk morphs to the next coarser grid, so that the fully morphed chunk is the coarser mesh.

use crate::terrain::chunk::{CHUNK_CELLS, CHUNK_VERTICES, COARSE_SAMPLES, FINE_SAMPLES};
use crate::terrain::heightfield::ChunkField;

/// A chunk's mesh, one array an attribute, in metres from the chunk's north-west corner at height 0.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshData {
    /// x, y, z; y is clamped to the sea.
    pub positions_m: Vec<[f32; 3]>,
    /// The unclamped bed, and the bed of the next coarser grid.
    pub beds_m: Vec<[f32; 2]>,
    /// Octahedral normals as 16-bit signed fractions: the fine one (2 numbers) and the coarser one (2 numbers).
    pub normals: Vec<[i16; 4]>,
    /// Curvature (128 is flat, above is convex), and three that are kept for layers to come and are 0.
    pub masks: Vec<[u8; 4]>,
    /// The lowest and the highest y over fine and coarse, clamped to the sea.
    pub height_range_m: [f32; 2],
}

/// The triangles of every chunk: 64 × 64 × 6 numbers of vertices.
pub fn chunk_indices() -> Vec<u16> {
    let width = CHUNK_VERTICES as u16;
    let cell = |x: u16, z: u16| {
        let i = x + width * z;
        [i, i + width, i + 1, i + 1, i + width, i + width + 1]
    };
    let cells = CHUNK_CELLS as u16;
    (0..cells).flat_map(|z| (0..cells).flat_map(move |x| cell(x, z))).collect()
}

impl MeshData {
    /// The mesh of a chunk whose heights are given, at a vertex spacing, clamped to the sea.
    pub fn new(heights_m: &ChunkField, spacing_m: f32, sea_level_m: f32) -> Self {
        let count = CHUNK_VERTICES * CHUNK_VERTICES;
        let mut mesh = Self {
            positions_m: Vec::with_capacity(count),
            beds_m: Vec::with_capacity(count),
            normals: Vec::with_capacity(count),
            masks: Vec::with_capacity(count),
            height_range_m: [f32::INFINITY, f32::NEG_INFINITY],
        };
        let coarse_normals = grid_normals(&heights_m.coarse, COARSE_SAMPLES, 2.0 * spacing_m, sea_level_m);
        let fine_normals = grid_normals(&heights_m.fine, FINE_SAMPLES, spacing_m, sea_level_m);
        for z in 0..CHUNK_VERTICES {
            for x in 0..CHUNK_VERTICES {
                let fine = (x + 1) + FINE_SAMPLES * (z + 1);
                let coarse = (x / 2 + 1) + COARSE_SAMPLES * (z / 2 + 1);
                let beds = [heights_m.fine[fine], heights_m.coarse[coarse]];
                let y = beds[0].max(sea_level_m);
                mesh.positions_m.push([x as f32 * spacing_m, y, z as f32 * spacing_m]);
                mesh.beds_m.push(beds);
                let [u, v] = fine_normals[x + CHUNK_VERTICES * z];
                let [cu, cv] = coarse_normals[x / 2 + (CHUNK_CELLS / 2 + 1) * (z / 2)];
                mesh.normals.push([u, v, cu, cv]);
                mesh.masks.push([curvature(&heights_m.fine, fine, spacing_m), 0, 0, 0]);
                let [low, high] = &mut mesh.height_range_m;
                *low = low.min(y).min(beds[1].max(sea_level_m));
                *high = high.max(y).max(beds[1].max(sea_level_m));
            }
        }
        mesh
    }
}

/// Normals of a grid with a border of one, by central differences; straight up where the bed is at or below the sea.
fn grid_normals(heights_m: &[f32], samples: usize, spacing_m: f32, sea_level_m: f32) -> Vec<[i16; 2]> {
    let inner = 1..samples - 1;
    let at = |i: usize| {
        if heights_m[i] <= sea_level_m {
            return octahedral([0.0, 1.0, 0.0]);
        }
        let dx = heights_m[i - 1] - heights_m[i + 1];
        let dz = heights_m[i - samples] - heights_m[i + samples];
        octahedral([dx, 2.0 * spacing_m, dz])
    };
    inner.clone().flat_map(|z| inner.clone().map(move |x| at(x + samples * z))).collect()
}

/// The second difference over the spacing, ±1 (a kink of 45°) becoming 0 and 255.
fn curvature(heights_m: &[f32], i: usize, spacing_m: f32) -> u8 {
    let neighbours = heights_m[i - 1] + heights_m[i + 1] + heights_m[i - FINE_SAMPLES] + heights_m[i + FINE_SAMPLES];
    let convex = (heights_m[i] * 4.0 - neighbours) / spacing_m;
    (128.0 + 127.0 * convex.clamp(-1.0, 1.0)) as u8
}

/// The octahedral encoding (Cigolle et al. 2014) of a direction of any length with y ≥ 0, folded about the y axis: two
/// signed fractions of 32767. Straight up is exactly (0, 0).
#[inline]
pub fn octahedral([x, y, z]: [f32; 3]) -> [i16; 2] {
    let scale = 32767.0 / (x.abs() + y + z.abs());
    // Adding and subtracting 1.5·2²³ rounds to the nearest whole number without a call.
    let round = |v: f32| ((v + 12_582_912.0) - 12_582_912.0) as i16;
    [round(x * scale), round(z * scale)]
}

/// The unit vector of an octahedral encoding, as the shader decodes it.
pub fn from_octahedral([u, v]: [i16; 2]) -> [f32; 3] {
    let [x, z] = [u, v].map(|c| f32::from(c) / 32767.0);
    let y = 1.0 - x.abs() - z.abs();
    let length = (x * x + y * y + z * z).sqrt();
    [x / length, y / length, z / length]
}

/// What every chunk's mesh must be; tests of all that makes meshes call it.
#[cfg(test)]
pub(crate) fn check_integrity(mesh: &MeshData, spacing_m: f32, sea_level_m: f32) {
    let count = CHUNK_VERTICES * CHUNK_VERTICES;
    assert_eq!([mesh.positions_m.len(), mesh.beds_m.len(), mesh.normals.len(), mesh.masks.len()], [count; 4]);
    for (i, &[x, y, z]) in mesh.positions_m.iter().enumerate() {
        let [bed, coarse_bed] = mesh.beds_m[i];
        assert!(x.is_finite() && y.is_finite() && z.is_finite() && bed.is_finite() && coarse_bed.is_finite());
        assert_eq!([x, z], [(i % CHUNK_VERTICES) as f32, (i / CHUNK_VERTICES) as f32].map(|c| c * spacing_m));
        assert_eq!(y, bed.max(sea_level_m), "land is where its bed is, water is flat");
        for normal in [[mesh.normals[i][0], mesh.normals[i][1]], [mesh.normals[i][2], mesh.normals[i][3]]] {
            let n = from_octahedral(normal);
            assert!((n.iter().map(|c| c * c).sum::<f32>() - 1.0).abs() < 1e-5 && n[1] >= 0.0, "{n:?}");
        }
        if bed <= sea_level_m {
            assert_eq!(mesh.normals[i][..2], [0, 0], "water is level");
        }
        let [low, high] = mesh.height_range_m;
        assert!((low..=high).contains(&y) && (low..=high).contains(&coarse_bed.max(sea_level_m)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::chunk::ChunkKey;
    use crate::terrain::heightfield::sample_chunks;
    use crate::terrain::land::Land;
    use crate::terrain::recipe::Recipe;
    use proptest::prelude::*;

    fn meshes(recipe: &Recipe, keys: &[ChunkKey]) -> Vec<MeshData> {
        let land = Land::new(recipe).unwrap();
        let finest_m = land.spacing_m();
        let fields = sample_chunks(&land, keys);
        let mesh = |(key, field): (&ChunkKey, _)| {
            let heights: ChunkField = ChunkField::shaped(&field, land.shape());
            MeshData::new(&heights, key.spacing_m(finest_m) as f32, recipe.world.sea_level_m as f32)
        };
        keys.iter().zip(fields).map(mesh).collect()
    }

    #[test]
    fn two_triangles_a_cell_wound_from_above() {
        let indices = chunk_indices();
        assert_eq!(indices.len(), CHUNK_CELLS * CHUNK_CELLS * 6);
        let at = |i: u16| [usize::from(i) % CHUNK_VERTICES, usize::from(i) / CHUNK_VERTICES].map(|c| c as f64);
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
        let plane = |samples: usize, step: f32| (0..samples * samples).map(|i| (i % samples) as f32 * step).collect();
        let field = ChunkField { fine: plane(FINE_SAMPLES, 0.5), coarse: plane(COARSE_SAMPLES, 1.0) };
        let mesh = MeshData::new(&field, 1.0, -10.0);
        let expected = [-0.5 / 1.25f32.sqrt(), 1.0 / 1.25f32.sqrt(), 0.0];
        for normals in &mesh.normals {
            for n in [[normals[0], normals[1]], [normals[2], normals[3]]].map(from_octahedral) {
                assert!(n.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-4), "{n:?}");
            }
        }
        assert!(mesh.masks.iter().all(|m| m[0] == 128), "a plane is not curved");
    }

    #[test]
    fn a_fully_morphed_chunk_is_the_coarser_mesh() {
        let recipe = Recipe::default();
        let keys = [ChunkKey { level: 0, x: 2, z: -1 }, ChunkKey { level: 1, x: 1, z: -1 }];
        let [fine, coarse] = &meshes(&recipe, &keys)[..] else { unreachable!() };
        // The fine chunk is the south-west quarter of the coarse one: its x is even, its z odd.
        for z in 0..CHUNK_VERTICES {
            for x in 0..CHUNK_VERTICES {
                let there = (x / 2) + CHUNK_VERTICES * (z / 2 + CHUNK_CELLS / 2);
                let here = x + CHUNK_VERTICES * z;
                assert_eq!(fine.beds_m[here][1].to_bits(), coarse.beds_m[there][0].to_bits());
                assert_eq!(fine.normals[here][2..], coarse.normals[there][..2]);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn neighbours_share_their_edges_bit_for_bit(
            x in -1_000_000_000i64..1_000_000_000, z in -50i64..50, level in 0u8..5, seed in 0u32..1000,
            octaves in 1.0..10.0, frequency in 0.1..20.0, exponent in 0.25..4.0, kind in 0usize..4,
        ) {
            let mut recipe = Recipe::default();
            recipe.noise.seed = seed.to_string();
            recipe.noise.frequency = frequency;
            recipe.fractal.octaves = octaves;
            recipe.fractal.kind = crate::noise::FractalKind::ALL[kind].value;
            recipe.shape.exponent = exponent;
            let key = |dx, dz| ChunkKey { level, x: x + dx, z: z + dz };
            let meshes = meshes(&recipe, &[key(0, 0), key(1, 0), key(0, 1)]);
            let [here, east, south] = &meshes[..] else { unreachable!() };
            let spacing_m = key(0, 0).spacing_m(recipe.world.spacing_m.metres()) as f32;
            meshes.iter().for_each(|m| check_integrity(m, spacing_m, recipe.world.sea_level_m as f32));
            let bits = |m: &MeshData, i: usize| {
                (m.positions_m[i][1].to_bits(), m.beds_m[i].map(f32::to_bits), m.normals[i])
            };
            for i in 0..CHUNK_VERTICES {
                let (near, far) = (i * CHUNK_VERTICES, i * CHUNK_VERTICES + CHUNK_CELLS);
                prop_assert_eq!(bits(here, far), bits(east, near));
                prop_assert_eq!(bits(here, i + CHUNK_CELLS * CHUNK_VERTICES), bits(south, i));
            }
            // The same point of the world, from either chunk.
            prop_assert_eq!(key(0, 0).origin_cell()[0] + 64, key(1, 0).origin_cell()[0]);
        }

        #[test]
        fn octahedral_normals_keep_their_direction(x in -3.0..3.0f32, y in 0.001..3.0f32, z in -3.0..3.0f32) {
            let length = (x * x + y * y + z * z).sqrt();
            let back = from_octahedral(octahedral([x, y, z]));
            let expected = [x / length, y / length, z / length];
            prop_assert!(back.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-4), "{:?} {:?}", back, expected);
        }
    }
}
