//! Maps side by side.

use super::*;

/// The land from which neighbours are cut, in samples 50 m apart.
fn land_m(column: usize, row: usize) -> f32 {
    let (x, z) = (column as f32, row as f32);
    300.0 + 9.0 * x - 4.0 * z + 30.0 * (0.45 * x).sin() * (0.35 * z).cos()
}

/// Cuts a layer from the land: the columns and rows in two ranges, at their place.
fn cut(id: u32, columns: [usize; 2], rows: [usize; 2], edges: Edges) -> Layer {
    let size = [columns[1] - columns[0] + 1, rows[1] - rows[0] + 1];
    let sample_at = |i: usize| land_m(columns[0] + i % size[0], rows[0] + i / size[0]);
    let raster =
        keep(Raster::new(size, (0..size[0] * size[1]).map(sample_at).collect()).unwrap(), None);
    let [low, high] = raster.range().map(f64::from);
    let middle_m = |ends: [usize; 2]| 25.0 * (ends[0] + ends[1]) as f64;
    let heightmap = HeightmapGroup {
        hash: raster.hash().to_owned(),
        file: format!("{id}.png"),
        width_m: 50.0 * (size[0] - 1) as f64,
        depth_m: 50.0 * (size[1] - 1) as f64,
        low_m: low,
        high_m: high,
        east_m: middle_m(columns),
        south_m: middle_m(rows),
        fade_m: 400.0,
        outside_m: 250.0,
        edges,
        ..HeightmapGroup::default()
    };
    Layer::new(id, LayerKind::Heightmap(HeightmapLayer { heightmap }))
}

fn land(layers: Vec<Layer>) -> Land {
    Land::new(&Recipe { layers: Layers::new(layers).unwrap(), ..Recipe::default() }).unwrap()
}

/// Four neighbouring maps, and a small map that lies over two of them. Between two of the maps is a
/// gap of two cells; the others share a row or a column.
fn neighbours(edges: Edges) -> Vec<Layer> {
    vec![
        cut(1, [0, 20], [0, 16], edges),
        cut(2, [20, 40], [0, 16], edges),
        cut(3, [0, 20], [16, 30], edges),
        cut(4, [22, 40], [16, 30], edges),
        cut(5, [14, 26], [4, 9], edges),
    ]
}

#[test]
fn heights_of_neighbours_meet() {
    let (parts, single) =
        (land(neighbours(Edges::Join)), land(vec![cut(1, [0, 40], [0, 30], Edges::Fade)]));
    for row in 0..=30 {
        for column in (0..=40).filter(|column| *column != 21 || row <= 16) {
            let height_m = parts.height_m([50.0 * column as f64, 50.0 * row as f64], 1.0);
            let expected_m = f64::from(land_m(column, row));
            assert!(
                (height_m - expected_m).abs() < 1e-3,
                "{column} {row}: {height_m} {expected_m}"
            );
        }
    }
    // Between the samples, at the seams too, and a step to either side of them.
    for i in 0..4000u32 {
        let share = |word: u32| f64::from(avalanche(word)) / f64::from(u32::MAX);
        let place = match i % 4 {
            0 => [1000.0 + 0.002 * (share(2 * i) - 0.5), 1500.0 * share(2 * i + 1)],
            _ => [2000.0 * share(2 * i), 1500.0 * share(2 * i + 1)],
        };
        let is_gap = (950.0..1150.0).contains(&place[0]) && place[1] > 750.0;
        let [parts_m, one_m] = [&parts, &single].map(|land| land.height_m(place, 1.0));
        let max_m = if is_gap { 30.0 } else { 2.5 };
        assert!((parts_m - one_m).abs() < max_m, "{place:?}: {parts_m} {one_m}");
    }
    // Beyond the maps, the land fades without a step.
    for south_m in [-40.0, -150.0, -380.0, 1_520.0] {
        let heights: Vec<f64> =
            (0..4200).map(|i| parts.height_m([0.5 * f64::from(i), south_m], 1.0)).collect();
        let steepest = heights.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f64::max);
        assert!(steepest < 2.0, "{south_m}: {steepest}");
    }
    assert!((parts.height_m([900.0, -5000.0], 1.0) - 250.0).abs() < 1e-9);
    assert!((parts.height_m([-9e6, 70.0], 1.0) - 250.0).abs() < 1e-9);
}

#[test]
fn neighbours_have_the_same_heights_on_grids_and_at_points() {
    let layers = neighbours(Edges::Join);
    let recipe = Recipe { layers: Layers::new(layers).unwrap(), ..Recipe::default() };
    let (land, bounds) = (Land::new(&recipe).unwrap(), crate::bounds::of_recipe(&recipe).unwrap());
    for limit_m in [1.0, 130.0] {
        let [columns, rows] = [-700.0, -600.0]
            .map(|start| -> Vec<f64> { (0..90).map(|i| start + 33.0 * f64::from(i)).collect() });
        let filled = land.fill_at([&columns, &rows], limit_m);
        for (i, height_m) in filled.iter().enumerate() {
            let place = [columns[i % 90], rows[i / 90]];
            let one_m = land.height_m(place, limit_m);
            assert!((f64::from(*height_m) - one_m).abs() < 0.01, "{place:?}: {height_m} {one_m}");
            assert!(bounds.contains(one_m), "{place:?}: {one_m} {bounds:?}");
        }
    }
}

#[test]
fn fading_maps_add_up_and_a_single_joining_map_fades() {
    let sum = land(neighbours(Edges::Fade)[..2].to_vec());
    let alone: Vec<Land> =
        neighbours(Edges::Fade)[..2].iter().map(|layer| land(vec![layer.clone()])).collect();
    let joined = land(neighbours(Edges::Join)[..1].to_vec());
    // A hidden or transparent map joins no others.
    let mut hidden = neighbours(Edges::Join);
    hidden.truncate(3);
    hidden[1].head.layer.visible = false;
    hidden[2].head.layer.opacity = 0.0;
    let hidden = land(hidden);
    for place in [[300.0, 200.0], [1000.0, 400.0], [1200.0, 100.0], [-150.0, 900.0]] {
        let height_m = |land: &Land| land.height_m(place, 1.0);
        assert_eq!(height_m(&sum), height_m(&alone[0]) + height_m(&alone[1]), "{place:?}");
        assert_eq!(height_m(&joined).to_bits(), height_m(&alone[0]).to_bits(), "{place:?}");
        assert_eq!(height_m(&hidden).to_bits(), height_m(&alone[0]).to_bits(), "{place:?}");
    }
}
