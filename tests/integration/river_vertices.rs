//! Vertices hold the weight of a part and the wetness beside rivers in the same byte.

use orogen::noise::grid::Level;
use orogen::terrain::Land;
use orogen::terrain::chunk::ChunkKey;
use orogen::terrain::heightfield::sample_all;
use orogen::terrain::mesh::{Fields, put_rows};
use orogen::terrain::preset::PRESETS;

/// The weights and the wetness of all vertices of the chunks around the view of a preset.
fn weights_and_wetness(slug: &str, has_rivers: bool) -> Vec<[u8; 2]> {
    let preset = PRESETS.iter().find(|preset| preset.slug == slug).unwrap();
    let mut scene = preset.scene().unwrap();
    scene.recipe.rivers.on &= has_rivers;
    let land = Land::new(&scene.recipe).unwrap();
    let [x, _, z] = scene.view.camera.focus_m.unwrap();
    let side_m = ChunkKey { level: 0, x: 0, z: 0 }.side_m(land.spacing_m());
    let middle = [x, z].map(|m| (m / side_m).floor() as i64);
    let around = (-3..=3).flat_map(|z| (-3..=3).map(move |x| [x, z]));
    let keys: Vec<_> =
        around.map(|[x, z]| ChunkKey { level: 0, x: middle[0] + x, z: middle[1] + z }).collect();
    let mut all = vec![];
    for samples in sample_all(&land, &keys) {
        let heights_m = samples.heights_m(&land);
        let fields = Fields::of_samples(&samples, &heights_m);
        put_rows(fields, land.spacing_m() as f32, f32::NEG_INFINITY, Level::best(), |row| {
            all.extend(row.iter().map(|vertex| [vertex.masks[3] & 31, vertex.masks[3] >> 5]));
        });
    }
    all
}

#[test]
fn vertices_are_wet_beside_rivers_alone() {
    for slug in ["glen", "brooks"] {
        let all = weights_and_wetness(slug, true);
        assert!(all.iter().all(|[weight, _]| *weight == 0), "{slug}: nothing requests weights");
        let count = |wetness: u8| all.iter().filter(|it| it[1] == wetness).count();
        // In the water, on its banks, and on the land around.
        let [dry, damp, wet] = [count(0), count(3), count(7)];
        assert!(wet > 100 && damp > 50 && dry > all.len() / 2, "{slug}: {wet} {damp} {dry}");
        let dry = weights_and_wetness(slug, false);
        assert!(dry.iter().all(|it| *it == [0, 0]), "{slug} without rivers");
    }
}
