//! The maps of wetness and catchments, compared with exported rivers and heights.

use super::courses::{features, line, number, options, rivers, scene_of};
use super::*;
use crate::maps::{Map, MapOptions, MapPlan};

/// The samples of two 16-bit maps of an area.
fn masks(scene: &Scene, options: &ExportOptions) -> [Vec<u16>; 2] {
    let maps = MapOptions { maps: vec![Map::Wetness, Map::Catchment], ..MapOptions::default() };
    let plan = MapPlan::new(scene, options, &maps).unwrap();
    plan.run(&Progress::default()).unwrap();
    let read = |path: &Path| match image::open(path).unwrap() {
        image::DynamicImage::ImageLuma16(picture) => picture.into_raw(),
        other => panic!("{:?}", other.color()),
    };
    let files: Vec<_> = plan.files().map(|file| read(&file.path)).collect();
    files.try_into().unwrap()
}

#[test]
fn masks_are_high_in_rivers_and_low_on_ridges() {
    let scratch = ScratchFolder::new();
    let scene = scene_of("brooks");
    let (side, spacing_m) = (501, 4.0);
    let mut options = options(scratch.file("a.png"), "-450,-800,2000");
    options.samples = Some(side);
    let [wetness, catchment] = masks(&scene, &options);
    let index = |x: f64, z: f64| {
        let [column, row] = [x + 1450.0, z + 1800.0].map(|m| (m / spacing_m).round() as usize);
        row * side as usize + column
    };
    let all = features(&scene, "-450,-800,2000");
    let (mut points, mut wet, mut plausible) = (0, 0, 0);
    let mut is_near_water = vec![false; wetness.len()];
    for river in rivers(&all).iter().filter(|river| number(river, "dry_share") == 0.0) {
        for [x, north, _] in line(river) {
            let sample = index(x, -north);
            points += 1;
            wet += usize::from(wetness[sample] > 40_000);
            let km2 = (f64::powf(2.0, 16.0 * f64::from(catchment[sample]) / 65535.0) - 1.0) / 16.0;
            plausible +=
                usize::from(km2 >= 0.69 && km2 < 1.05 * number(river, "catchment_km2") + 0.1);
        }
    }
    assert!(points > 100, "{points}");
    assert!(
        wet * 100 > 95 * points && plausible * 100 > 80 * points,
        "{wet} {plausible} of {points}"
    );
    // Most land is dry, and no place far from water is wet.
    let dry = wetness.iter().filter(|wetness| **wetness == 0).count();
    assert!(dry * 2 > wetness.len(), "{dry} of {}", wetness.len());
    for feature in all.values() {
        let text = feature["geometry"]["coordinates"].to_string();
        let numbers: Vec<f64> =
            text.split(['[', ']', ',']).filter_map(|part| part.parse().ok()).collect();
        for point in numbers.as_chunks::<3>().0 {
            let [column, row] = [point[0] + 1450.0, 1800.0 - point[1]].map(|m| m / spacing_m);
            let span = |middle: f64| {
                let radius = 120.0 / spacing_m;
                ((middle - radius).max(0.0) as usize)
                    ..((middle + radius).max(0.0) as usize + 1).min(side as usize)
            };
            for row in span(row) {
                span(column).for_each(|column| is_near_water[row * side as usize + column] = true);
            }
        }
    }
    let is_damp = |(wetness, is_near): &(&u16, &bool)| !**is_near && (1..65535).contains(*wetness);
    let damp_far_from_water = wetness.iter().zip(&is_near_water).filter(is_damp).count();
    // Rivers beyond the border are not in the file.
    assert!(damp_far_from_water * 100 < wetness.len(), "{damp_far_from_water}");
}

#[test]
fn masks_are_the_same_in_tiles_and_with_any_number_of_threads() {
    let scratch = ScratchFolder::new();
    let scene = scene_of("brooks");
    let mut options = options(scratch.file("a.png"), "-450,-800,1024");
    options.samples = Some(129);
    let whole = masks(&scene, &options);
    for threads in [1, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(pool.install(|| masks(&scene, &options)), whole);
    }
    options.tiles = Some(Tiles { counts: [2, 2], share_border: true });
    for [x, z] in [[0, 0], [1, 0], [0, 1], [1, 1]] {
        options.part = TileSelection::Only([x, z]);
        for (tile, whole) in masks(&scene, &options).iter().zip(&whole) {
            for (row, line) in tile.chunks(65).enumerate() {
                let first = (z as usize * 64 + row) * 129 + x as usize * 64;
                assert_eq!(line, &whole[first..first + 65], "{x}, {z}, row {row}");
            }
        }
    }
}

#[test]
fn land_without_rivers_has_masks_of_its_sea_alone() {
    let scratch = ScratchFolder::new();
    let scene = square_scene();
    let mut options = options(scratch.file("a.png"), "0,0,2048");
    options.samples = Some(65);
    let [wetness, catchment] = masks(&scene, &options);
    assert!(catchment.iter().all(|sample| *sample == 0));
    let heights_m = super::meshes_tests::heights(&scratch, &scene, &options);
    let sea_m = scene.recipe.world.sea_level_m as f32;
    for (wetness, height_m) in wetness.iter().zip(&heights_m) {
        let expected = if *height_m <= sea_m { 65535 } else { 0 };
        assert!(*wetness == expected || (*height_m > sea_m && *height_m < sea_m + 2.0));
    }
}
