use std::sync::Arc;

use super::*;
use crate::heightfield::sample_chunk;
use crate::marks::{Tool, ToolKind};
use crate::mesh::{MeshData, chunk_indices};
use crate::recipe::Recipe;

/// A land with a road of a width, whose first point lies at a place.
fn road_at(start_m: [i64; 2], width_m: f64) -> Land {
    let mut recipe = Recipe::default();
    let mut tool = Tool::new(ToolKind::Road);
    if let Tool::Road(road) = &mut tool {
        (road.width_m, road.surface) = (width_m, RoadSurface::Asphalt);
    }
    let [x, z] = start_m;
    recipe.draw(None, tool, format!("{x},{z} +90,20 +80,-40 +50,-90").parse().unwrap()).unwrap();
    Land::new(&recipe).unwrap()
}

fn roads_of(land: &Land, key: ChunkKey) -> (Option<ChunkRoads>, Arc<ChunkField>) {
    let heights_m = sample_chunk(land, key, None).heights_m(land);
    (ChunkRoads::new(land, key, &heights_m), heights_m)
}

/// The keys of the chunks of a level around a place.
fn keys_around(land: &Land, place_m: [f64; 2], level: u8) -> Vec<ChunkKey> {
    let side_m = ChunkKey { level, x: 0, z: 0 }.side_m(land.spacing_m());
    let [x, z] = place_m.map(|m| (m / side_m).floor() as i64);
    let range = -4..=4;
    let keys = range.clone().flat_map(|dx| range.clone().map(move |dz| [x + dx, z + dz]));
    keys.map(|[x, z]| ChunkKey { level, x, z }).collect()
}

fn corners(roads: &ChunkRoads) -> impl Iterator<Item = [Vertex; 3]> {
    let (triangles, _) = roads.indices.as_chunks::<3>();
    triangles.iter().map(|triangle| triangle.map(|i| roads.vertices[i as usize]))
}

/// Twice the area of a triangle seen from above; positive if it faces up.
fn doubled_area([a, b, c]: [[f32; 3]; 3]) -> f64 {
    let at = |p: [f32; 3]| [f64::from(p[0]), f64::from(p[2])];
    let [a, b, c] = [at(a), at(b), at(c)];
    (b[1] - a[1]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[1] - a[1])
}

/// The height of the land's mesh at a place in the chunk.
fn drawn_m(mesh: &MeshData, place: [f32; 3]) -> Option<f64> {
    let indices = chunk_indices();
    indices.as_chunks::<3>().0.iter().find_map(|triangle| {
        let [a, b, c] = triangle.map(|i| mesh.vertices[usize::from(i)].position_m);
        let whole = doubled_area([a, b, c]);
        let parts = [[place, b, c], [a, place, c], [a, b, place]];
        let shares = parts.map(|part| doubled_area(part) / whole);
        let height_m = || shares.iter().zip([a, b, c]).map(|(s, p)| s * f64::from(p[1])).sum();
        shares.iter().all(|share| *share >= -1e-6).then(height_m)
    })
}

#[test]
fn roads_lie_on_the_drawn_ground_face_up_and_cover_their_width() {
    for (start_m, level) in [([0, 0], 0), ([0, 0], 2), ([1_000_000_000, -1_000_000_000], 1)] {
        let land = road_at(start_m, 8.0);
        let place_m = start_m.map(|m| m as f64);
        let mut area = 0.0;
        for key in keys_around(&land, place_m, level) {
            let (Some(roads), heights_m) = roads_of(&land, key) else { continue };
            let mesh = MeshData::new(&heights_m, key.spacing_m(land.spacing_m()) as f32, -1e6);
            for (index, triangle) in corners(&roads).enumerate() {
                let positions = triangle.map(|vertex| vertex.position_m);
                let here = doubled_area(positions);
                // A corner of a piece may lie on an edge.
                assert!(here > -1e-3, "{here}");
                area += 0.5 * here;
                if index % 17 == 0 {
                    let [a, b, c] = positions;
                    let middle = [0, 1, 2].map(|i| (a[i] + b[i] + c[i]) / 3.0);
                    let ground_m = drawn_m(&mesh, middle).expect("a triangle of the land");
                    assert!(
                        (f64::from(middle[1]) - ground_m).abs() < 0.01,
                        "{middle:?} {ground_m}"
                    );
                }
            }
        }
        let spacing_m = ChunkKey { level, x: 0, z: 0 }.spacing_m(land.spacing_m());
        let lines =
            land.road_lines([place_m.map(|m| m - 500.0), place_m.map(|m| m + 500.0)], |_| {
                LineDetail { tolerance_m: 0.1, shortest_m: 0.0, longest_m: 9.0, margin_m: 0.0 }
            });
        let length_m = lines[0].points.last().unwrap().way_m;
        let wanted = length_m * strip_width_m(8.0, spacing_m);
        assert!((area / wanted - 1.0).abs() < 0.02, "{area} m² of {wanted} m²");
    }
}

#[test]
fn roads_join_at_the_borders_of_chunks() {
    let land = road_at([3, 5], 8.0);
    let level = 0;
    let border = |key: ChunkKey, at: f32| {
        let roads = roads_of(&land, key).0.unwrap_or_default();
        let vertices = roads.vertices.iter().filter(|vertex| vertex.position_m[0] == at);
        let mut places: Vec<[f32; 3]> = vertices
            .map(|vertex| [vertex.position_m[2], vertex.position_m[1], vertex.coarse_bed_m])
            .collect();
        places.sort_by(|a, b| a[0].total_cmp(&b[0]));
        places.dedup_by(|a, b| (a[0] - b[0]).abs() < 1e-4);
        places
    };
    let mut crossings = 0;
    for key in keys_around(&land, [60.0, 0.0], level) {
        let side_m = key.side_m(land.spacing_m()) as f32;
        let [here, there] = [border(key, side_m), border(key.neighbour([1, 0]), 0.0)];
        assert_eq!(here.len(), there.len(), "{key:?}");
        crossings += usize::from(!here.is_empty());
        for (here, there) in here.iter().zip(&there) {
            assert!((0..3).all(|i| (here[i] - there[i]).abs() < 1e-3), "{here:?} {there:?}");
        }
    }
    assert!(crossings > 0, "the road crosses a border");
}

#[test]
fn vertices_hold_the_place_on_the_road() {
    let land = road_at([0, 0], 6.0);
    let number = |high: u8, low: u8| f64::from(u16::from_be_bytes([high, low]));
    let mut seen = [f64::INFINITY, f64::NEG_INFINITY];
    for key in keys_around(&land, [0.0, 0.0], 0) {
        for vertex in roads_of(&land, key).0.unwrap_or_default().vertices {
            let [across, _, way, low] = vertex.masks;
            let across = number(across, vertex.masks[1]) / 65_535.0 * 2.0 - 1.0;
            seen = [seen[0].min(across), seen[1].max(across)];
            assert!((0.0..600.0).contains(&(number(way, low) * UNIT_M)));
            let [width, low, surface, _] = vertex.coarse_masks;
            assert_eq!((number(width, low) * UNIT_M, surface), (6.0, 1));
        }
    }
    assert_eq!(seen, [-1.0, 1.0]);
}

#[test]
fn a_chunk_without_a_road_or_too_far_for_it_has_no_mesh() {
    let land = road_at([0, 0], 8.0);
    let has_road = |key| roads_of(&land, key).0.is_some();
    assert!(has_road(ChunkKey { level: 3, x: 0, z: 0 }));
    assert!(!has_road(ChunkKey { level: 0, x: 900, z: 0 }));
    let level = (8.0 / MIN_ROAD_WIDTH / land.spacing_m()).log2().ceil() as u8;
    assert!(!has_road(ChunkKey { level, x: 0, z: 0 }));
}
