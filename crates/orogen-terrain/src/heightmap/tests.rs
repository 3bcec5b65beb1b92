//! Maps at random places, with every kind of edge.

mod neighbours;

use super::*;
use crate::Land;
use crate::chunk::ChunkKey;
use crate::dual::Samples;
use crate::heightfield::sample_chunk;
use crate::landform::Landform;
use crate::layer::{HEIGHTMAP, Layer, LayerKind, Layers};
use crate::recipe::Recipe;
use crate::scene::Scene;
use orogen_noise::grid::{Level, Moves};
use orogen_noise::hash::avalanche;
use proptest::prelude::*;
use std::sync::Arc;

/// Whole numbers, smooth in the west and rough in the east.
fn raster([columns, rows]: [usize; 2], seed: u32) -> Raster {
    let rough = |i: usize| (avalanche(i as u32 ^ seed) >> 20) as f32;
    let smooth = |i: usize| ((i % columns) * 7 + (i / columns) * 3) as f32;
    let sample_at = |i: usize| if i % columns > columns / 2 { rough(i) } else { smooth(i) };
    Raster::new([columns, rows], (0..columns * rows).map(sample_at).collect()).unwrap()
}

fn layer(edges: Edges) -> HeightmapLayer {
    let mut layer = HeightmapLayer::default();
    layer.heightmap = HeightmapGroup {
        width_m: 1700.0,
        depth_m: 900.0,
        low_m: -60.0,
        high_m: 440.0,
        east_m: 310.0,
        south_m: -120.0,
        fade_m: 350.0,
        outside_m: 25.0,
        edges,
        ..layer.heightmap
    };
    layer
}

fn map(edges: Edges) -> Heightmap {
    Heightmap::new(&layer(edges), Arc::new(raster([37, 22], 7)))
}

const ALL: [Edges; 5] = [Edges::Clamp, Edges::Mirror, Edges::Repeat, Edges::Fade, Edges::Join];

/// A recipe of one map alone, whose samples are known.
fn recipe(edges: Edges) -> Recipe {
    let raster = keep(raster([37, 22], 7), None);
    let mut map = layer(edges);
    map.heightmap.hash = raster.hash().to_owned();
    map.heightmap.file = "map.png".to_owned();
    let layers = Layers::new(vec![Layer::new(1, LayerKind::Heightmap(map))]).unwrap();
    Recipe { layers, ..Recipe::default() }
}

#[test]
fn a_map_goes_through_its_samples() {
    for edges in ALL {
        let map = map(edges);
        let [columns, rows] = map.raster.size();
        for (i, sample) in map.raster.samples().iter().enumerate() {
            let share = |i: usize, count: usize| i as f64 / (count - 1) as f64 - 0.5;
            let east_m = 310.0 + 1700.0 * share(i % columns, columns);
            let south_m = -120.0 + 900.0 * share(i / columns, rows);
            let height_m = map.at([east_m, south_m], 0.0).height_m;
            let expected_m = f64::from(*sample) * map.scale + map.offset_m;
            assert!((height_m - expected_m).abs() < 1e-6, "{edges:?} {height_m} {expected_m}");
        }
    }
    // The north-west is the first sample.
    let map = map(Edges::Clamp);
    assert!((map.at([-1e9, -1e9], 0.0).height_m - map.at([-540.0, -570.0], 0.0).height_m) == 0.0);
}

#[test]
fn heights_in_metres_stay_exact() {
    let raster = Arc::new(raster([9, 9], 3));
    let mut layer = HeightmapLayer::default();
    let [low, high] = raster.range().map(f64::from);
    (layer.heightmap.low_m, layer.heightmap.high_m) = (low, high);
    let map = Heightmap::new(&layer, raster.clone());
    assert_eq!(map.at([-2000.0, -2000.0], 0.0).height_m, f64::from(raster.samples()[0]));
    let flat = Raster::new([3, 2], vec![41.5; 6]).unwrap();
    let map = Heightmap::new(&layer, Arc::new(flat));
    assert_eq!(map.at([12.3, 4.5], 7.0).height_m, low, "a level map lies at its lowest height");
}

fn fill_planes(map: &Heightmap, level: Level, lines_m: [&[f64]; 2], limit_m: f64) -> [Vec<f32>; 3] {
    let mut planes = [0; 3].map(|_| vec![0.0; lines_m[0].len() * lines_m[1].len()]);
    let [heights, east, south] = &mut planes;
    let mut out = Samples::with_gradients(heights, [east, south]);
    map.fill(level, lines_m, limit_m, &mut out);
    planes
}

fn bits(planes: &[Vec<f32>]) -> Vec<u32> {
    planes.iter().flatten().map(|x| x.to_bits()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_way_to_sample_has_the_same_bits(
        edges in 0..5usize, far in 0..3usize, x in -4000.0..4000.0, z in -4000.0..4000.0,
        step in 0.3..90.0, limit in 0.0..400.0
    ) {
        let map = map(ALL[edges]);
        let home = [0.0, 1e5, 1e9][far];
        let line = |start: f64| -> Vec<f64> { (0..19).map(|i| start + step * f64::from(i)).collect() };
        let [columns, rows] = [line(home + x), line(z - home)];
        let lines_m: [&[f64]; 2] = [&columns, &rows];
        let best = fill_planes(&map, Level::best(), lines_m, limit);
        for level in Level::available() {
            prop_assert_eq!(bits(&fill_planes(&map, level, lines_m, limit)), bits(&best));
        }
        let mut alone = vec![0.0; best[0].len()];
        map.fill(Level::best(), lines_m, limit, &mut Samples::heights(&mut alone));
        prop_assert_eq!(bits(&[alone]), bits(&best[..1]), "without slopes");
        let unmoved = Moves { map: [[1.0, 0.0], [0.0, 1.0]], offsets_m: None };
        let mut moved = [0; 3].map(|_| vec![0.0; best[0].len()]);
        let [heights, east, south] = &mut moved;
        let mut out = Samples::with_gradients(heights, [east, south]);
        map.fill_moved(Level::best(), lines_m, unmoved, limit, &mut out);
        prop_assert_eq!(bits(&moved), bits(&best), "at moved places");

        let places: Vec<[f64; 2]> =
            rows.iter().flat_map(|z| columns.iter().map(|x| [*x, *z])).collect();
        let axis = |axis: usize| -> Vec<f64> { places.iter().map(|place| place[axis]).collect() };
        let (mut heights, mut slopes) = (vec![0.0; places.len()], [0; 2].map(|_| vec![0.0; places.len()]));
        let [by_east, by_south] = &mut slopes;
        map.fill_f64(
            Level::best(), [&axis(0), &axis(1)], limit, &mut heights, Some([by_east, by_south]),
        );
        let bounds = map.bounds();
        for (i, place) in places.iter().enumerate() {
            let one = map.at(*place, limit);
            prop_assert_eq!(one.height_m.to_bits(), heights[i].to_bits());
            prop_assert_eq!(one.gradient, [slopes[0][i], slopes[1][i]]);
            prop_assert!(bounds.contains(one.height_m) && one.slope() <= bounds.steepest, "{:?}", one);
            prop_assert!((f64::from(best[0][i]) - one.height_m).abs() < 4e-3);
            for axis in 0..2 {
                let slope = f64::from(best[1 + axis][i]);
                prop_assert!((slope - one.gradient[axis]).abs() < 1e-4 * (1.0 + bounds.steepest));
            }
        }
    }

    #[test]
    fn slopes_match_finite_differences_and_never_jump(
        edges in 0..5usize, x in -3000.0..3000.0, z in -2000.0..2000.0, limit in 0.0..200.0
    ) {
        let map = map(ALL[edges]);
        let step_m = 1e-4;
        let steepest = map.bounds().steepest;
        for axis in 0..2 {
            let moved = |m: f64| [[x + m, z], [x, z + m]][axis];
            let [before, after] = [map.at(moved(-step_m), limit), map.at(moved(step_m), limit)];
            let difference = (after.height_m - before.height_m) / (2.0 * step_m);
            let slope = map.at([x, z], limit).gradient[axis];
            prop_assert!((slope - difference).abs() < 1e-3 * (1.0 + steepest), "{} {}", slope, difference);
            prop_assert!((after.gradient[axis] - before.gradient[axis]).abs() < 1e-3 * (1.0 + steepest));
        }
    }

    #[test]
    fn any_raster_survives_its_text(
        columns in 2usize..40, rows in 2usize..40, seed: u32, is_whole: bool
    ) {
        let sample_at = |i: usize| match (is_whole, avalanche(i as u32 ^ seed)) {
            (true, word) => (word >> 8) as f32 - 8e6,
            (false, word) => f32::from_bits(word & 0xbfff_ffff),
        };
        let raster = Raster::new([columns, rows], (0..columns * rows).map(sample_at).collect()).unwrap();
        let text = pack(&raster).unwrap();
        let back = unpack(&text, raster.hash()).unwrap();
        prop_assert_eq!(back.samples(), raster.samples());
        prop_assert_eq!(unpack(&text, "0"), Err(PackedError::OtherHash));
        let half = &text[..text.len() / 2];
        prop_assert!(unpack(half, "").is_err());
    }

    #[test]
    fn any_text_is_unpacked_or_refused(text in "[A-Za-z0-9+/]{0,64}", bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        use base64::Engine as _;
        let _ = unpack(&text, "");
        let deflated = miniz_oxide::deflate::compress_to_vec(&bytes, 6);
        let _ = unpack(&base64::engine::general_purpose::STANDARD.encode(deflated), "");
    }
}

#[test]
fn slopes_are_continuous_at_samples() {
    for edges in ALL {
        let map = map(edges);
        let steepest = map.bounds().steepest;
        for i in -200..200 {
            let [x, z] = [310.0 - 850.0 + 1700.0 / 36.0 * f64::from(i), 77.0];
            let [before, after] = [x - 1e-7, x + 1e-7].map(|x| map.at([x, z], 0.0));
            for axis in 0..2 {
                let jump = (after.gradient[axis] - before.gradient[axis]).abs();
                assert!(jump < 1e-5 * steepest, "{edges:?} at sample {i}: {jump}");
            }
        }
    }
}

#[test]
fn coarser_band_limits_lose_detail_and_keep_the_mean() {
    let map_with = |edges: Edges| {
        let mut layer = layer(edges);
        (layer.heightmap.width_m, layer.heightmap.depth_m) = (63.0, 63.0);
        Heightmap::new(&layer, Arc::new(raster([64, 64], 9)))
    };
    let map = map_with(Edges::Repeat);
    let line: Vec<f64> = (0..128).map(|i| 0.5 * f64::from(i)).collect();
    let spread = |limit_m: f64| {
        let [heights, ..] = fill_planes(&map, Level::best(), [&line, &line], limit_m);
        let mean = heights.iter().map(|h| f64::from(*h)).sum::<f64>() / heights.len() as f64;
        let square = heights.iter().map(|h| (f64::from(*h) - mean).powi(2)).sum::<f64>();
        (mean, (square / heights.len() as f64).sqrt())
    };
    let mut last = f64::INFINITY;
    for limit_m in [0.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 16.0] {
        let (mean, spread) = spread(limit_m);
        assert!((mean - map.mean_m()).abs() < 0.5, "{limit_m}: {mean} {}", map.mean_m());
        assert!(spread < last, "{limit_m}: {spread}");
        last = spread;
    }
    assert_eq!(
        spread(0.0),
        spread(1.0),
        "a band limit as wide as the map's cells removes no detail"
    );
}

#[test]
fn the_land_beyond_a_map_follows_its_edges() {
    let height_m = |edges: Edges, east_m: f64| map(edges).at([east_m, -120.0], 0.0).height_m;
    let east_edge_m = 310.0 + 850.0;
    let cell_m = 1700.0 / 36.0;
    assert_eq!(height_m(Edges::Clamp, 1e7), height_m(Edges::Clamp, 5e8));
    assert!((height_m(Edges::Clamp, 1e7) - height_m(Edges::Clamp, east_edge_m)).abs() < 60.0);
    let mirror = |by_m: f64| height_m(Edges::Mirror, east_edge_m + 0.5 * cell_m + by_m);
    assert!((mirror(100.0) - mirror(-100.0)).abs() < 1e-6);
    let period_m = 37.0 * cell_m;
    let repeat = |periods: f64| height_m(Edges::Repeat, 41.0 + periods * period_m);
    assert!((repeat(0.0) - repeat(-3.0)).abs() < 1e-6);
    assert_eq!(height_m(Edges::Fade, 310.0 + 850.0 + 351.0), 25.0);
    assert_eq!(height_m(Edges::Fade, 900.0), height_m(Edges::Clamp, 900.0));
}

#[test]
fn shared_edges_of_chunks_are_equal_near_and_far() {
    use crate::chunk::{CHUNK_CELLS, FINE_SAMPLES};
    for edges in ALL {
        let land = Land::new(&recipe(edges)).unwrap();
        for (level, x) in [(0, 3), (3, -2), (5, 1), (0, 15_000_000)] {
            let keys = [0, 1].map(|dx| ChunkKey { level, x: x + dx, z: -3 });
            let [west, east] =
                keys.map(|key| sample_chunk(&land, key, None).heights_m(&land).fine.clone());
            for row in 0..FINE_SAMPLES {
                let a = west[row * FINE_SAMPLES + 1 + CHUNK_CELLS];
                assert_eq!(a.to_bits(), east[row * FINE_SAMPLES + 1].to_bits());
                assert!(a.is_finite());
            }
        }
    }
}

#[test]
fn noise_and_erosion_act_on_a_map() {
    let mut recipe = recipe(Edges::Fade);
    let land = |recipe: &Recipe| Land::new(recipe).unwrap();
    let line: Vec<f64> = (0..40).map(|i| 17.0 * f64::from(i)).collect();
    let heights = |recipe: &Recipe| land(recipe).fill_at([&line, &line], 1.0);
    // All land lies above the sea, because erosion does not act under water.
    recipe.world.sea_level_m = -1000.0;
    let plain = heights(&recipe);
    recipe.layers.add(0, LayerKind::named("noise").unwrap()).unwrap();
    let noisy = heights(&recipe);
    assert_ne!(plain, noisy);
    recipe.erosion.on = true;
    assert!(recipe.layers[0].is_guide(), "erosion cuts into a map");
    let bounds = crate::bounds::of_recipe(&recipe).unwrap();
    let eroded = heights(&recipe);
    assert!(eroded.iter().all(|height_m| bounds.contains(f64::from(*height_m))));
    assert_ne!(eroded, noisy);
}

#[test]
fn a_missing_map_is_reported_and_has_no_effect() {
    let mut recipe = recipe(Edges::Clamp);
    assert_eq!(missing(&recipe), []);
    recipe.layers.add(0, LayerKind::named("noise").unwrap()).unwrap();
    let mut map = layer(Edges::Clamp);
    (map.heightmap.hash, map.heightmap.file) = ("0123".to_owned(), "gone.tif".to_owned());
    recipe.layers[0].kind = LayerKind::Heightmap(map);
    let message = missing(&recipe)[0].to_string();
    assert_eq!(message, "layer 1 (heightmap) is ignored: its heightmap `gone.tif` cannot be found");
    let noise = Layers::new(vec![recipe.layers[1].clone()]).unwrap();
    let only = Recipe { layers: noise, ..recipe.clone() };
    let height = |recipe: &Recipe| Land::new(recipe).unwrap().height_m([5.0, 6.0], 1.0);
    assert_eq!(height(&recipe), height(&only));
    recipe.layers.remove(1);
    assert_eq!(height(&recipe), 0.0, "an empty land is level");
}

#[test]
fn a_recipe_embeds_samples_only_if_embedding_is_on() {
    let mut scene = Scene { recipe: recipe(Edges::Repeat), ..Scene::default() };
    assert!(!scene.to_toml().contains("samples ="));
    scene.set_text("layer.1.heightmap.embedded", "on").unwrap();
    for text in [scene.to_toml(), scene.to_plain_toml()] {
        assert_eq!(Scene::from_toml(&text).unwrap(), scene);
        let other = text.replace("kind = \"heightmap\"", "kind = \"mesas\"");
        assert!(Scene::from_toml(&other).is_err());
        let start = text.find("samples = \"").unwrap();
        // Samples are read if the store lacks their hash.
        let layer = scene.recipe.layers[0].clone();
        let LayerKind::Heightmap(map) = &layer.kind else { panic!("a map") };
        let wrong = text.replace(&map.heightmap.hash, "77");
        let message = Scene::from_toml(&wrong).unwrap_err().to_string();
        assert!(message.contains("layer 1: its samples do not match its hash"), "{message}");
        let mut damaged = wrong.clone();
        damaged.replace_range(start + 60..start + 80, "*");
        let message = Scene::from_toml(&damaged).unwrap_err().to_string();
        assert!(message.contains("samples") && message.starts_with("line "), "{message}");
    }
    // Codes contain only the hash and the name.
    let code = crate::share::encode(&scene);
    assert!(code.len() < 400, "{}", code.len());
    assert_eq!(crate::share::decode(&code).unwrap(), scene);
}

#[test]
fn invalid_samples_are_refused() {
    assert_eq!(Raster::new([1, 9], vec![0.0; 9]), Err(RasterError::TooSmall(1, 9)));
    assert_eq!(Raster::check_size([100_000; 2]), Err(RasterError::TooLarge(100_000, 100_000)));
    assert_eq!(Raster::new([3, 3], vec![0.0; 8]), Err(RasterError::Count(3, 3, 8)));
    assert_eq!(Raster::new([2, 2], vec![f32::NAN; 4]), Err(RasterError::NotFinite));
    let zeros = [0.0, -0.0].map(|zero| Raster::new([2, 2], vec![zero; 4]).unwrap());
    assert_eq!(zeros[0].hash(), zeros[1].hash());
    assert_eq!(LayerKind::named(HEIGHTMAP).unwrap().name(), HEIGHTMAP);
}
