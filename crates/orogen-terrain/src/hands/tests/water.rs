//! Drawn lakes and rivers hold water.

use super::*;
use crate::chunk::{CHUNK_CELLS, ChunkKey, FINE_SAMPLES};
use crate::hands::curve::at;
use crate::hands::shape::Shape;
use crate::heightfield::{chunk_grids, sample_chunk};
use crate::mask::{Distance, Mask, MaskKind, MaskType};
use crate::mesh::WaterSample;
use crate::operation::{ListedOperation, Operation, Warp};
use crate::rivers::WaterAt;
use crate::surface::Surface;

const OUTLINE: &str = "-200,-150 +400,0 +60,200 -60,130 -400,0";

/// The water that covers a place, also where it lies below the land.
fn covering(land: &Land, place: [f64; 2], spacing_m: f64) -> Option<WaterAt> {
    let height_m = land.height_m(place, spacing_m);
    land.water(place, spacing_m, height_m).filter(|water| water.distance_m < 0.0)
}

fn squares(side_m: f64, count: i32) -> impl Iterator<Item = [f64; 2]> {
    let line = move |i: i32| side_m * (f64::from(i) / f64::from(count) - 0.5) + 0.3;
    (0..count).flat_map(move |row| (0..count).map(move |column| [line(column), line(row)]))
}

/// Places along the curve of a mark.
fn places_along(mark: &Mark) -> Vec<[f64; 2]> {
    let shape = Shape::new(mark);
    let places = shape.spans.iter().flat_map(|span| {
        (0..25).map(|i| {
            let point = at(span, f64::from(i) / 25.0);
            [0, 1].map(|axis| shape.anchor_m[axis] + point[axis])
        })
    });
    places.collect()
}

fn on_hills(marks: Vec<Mark>, edit: impl FnOnce(&mut Recipe)) -> Land {
    let mut recipe = hills(false);
    edit(&mut recipe);
    add(&mut recipe, numbered(marks), false);
    Land::new(&recipe).unwrap()
}

/// A river down a slope of noise, from a hill towards lower land.
fn river(numbers: &[(&str, &str)]) -> Mark {
    mark(ToolKind::River, "-500,-300 +200,60 +150,120 +160,-20 +200,150", numbers)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn a_lake_is_level_to_the_bit_and_its_rim_holds_it(
        height_m in -30.0..30.0f64, rim_m in 0.0..8.0f64, shore in 0.05..1.0f64, fill in 0.1..2.0f64,
        reach_m in 20.0..400.0f64, eroded in any::<bool>(),
    ) {
        let numbers = [("height_m", height_m), ("rim_m", rim_m), ("shore", shore), ("fill", fill), ("reach_m", reach_m)]
            .map(|(key, number)| (key, number.to_string()));
        let numbers = numbers.each_ref().map(|(key, number)| (*key, &**number));
        let mut recipe = hills(eroded);
        add(&mut recipe, numbered(vec![mark(ToolKind::Lake, OUTLINE, &numbers)]), false);
        let land = Land::new(&recipe).unwrap();
        let level_m = covering(&land, [0.0; 2], 1.0).unwrap().level_m;
        let first = Land::new(&hills(eroded)).unwrap().height_m([-200.0, -150.0], 1.0);
        prop_assert!((level_m - first - height_m).abs() < 1e-9);
        let outline: Vec<_> = Shape::new(&mark(ToolKind::Lake, OUTLINE, &[])).points;
        for place in squares(900.0, 60) {
            let covering = covering(&land, place, 1.0);
            let is_inside = crate::hands::banks::is_inside(&outline, [place[0] + 200.0, place[1] + 150.0]);
            prop_assert!(!is_inside || covering.is_some(), "no water at {place:?}");
            let Some(water) = covering else { continue };
            prop_assert_eq!(water.level_m.to_bits(), level_m.to_bits());
            prop_assert_eq!(water.flow_m_s, [0.0; 2]);
            // At its edge the water meets land that stands above it.
            if water.distance_m > -1e-3 {
                prop_assert!(land.height_m(place, 1.0) > level_m - 0.01);
            }
        }
        // Along the crest of the rim, the land holds the water.
        for place in crest(&outline, rim_m / shore) {
            let height_m = land.height_m(place, 0.0);
            prop_assert!(height_m >= level_m - 1e-3, "{height_m} under {level_m} at {place:?}");
        }
    }

    #[test]
    fn a_river_falls_along_its_path_and_flows_that_way(
        points in prop::collection::vec(prop::array::uniform2(-700.0..700.0f64), 2..6),
        width_m in 3.0..60.0f64, eroded in any::<bool>(),
    ) {
        let mut river = mark(ToolKind::River, "0,0", &[("width_m", &width_m.to_string())]);
        river.path = MarkPath::from_points_m(&points, width_m).unwrap();
        prop_assume!(river.path.len() > 1);
        let mut recipe = hills(eroded);
        let dry = Land::new(&recipe).unwrap();
        add(&mut recipe, numbered(vec![river.clone()]), false);
        let land = Land::new(&recipe).unwrap();
        let shape = Shape::new(&river);
        let mut last_m = f64::INFINITY;
        for (index, place) in places_along(&river).into_iter().enumerate() {
            let water = covering(&land, place, 1.0);
            let Some(water) = water else { return Err(TestCaseError::fail(format!("dry at {place:?}"))) };
            // Where the path crosses itself, the nearest point may belong to a lower part.
            if shape.groups.len() == 1 {
                prop_assert!(water.level_m <= last_m + 1e-9, "{} over {last_m}", water.level_m);
                last_m = water.level_m;
                let along = crate::hands::curve::slope_at(&shape.spans[index / 25], (index % 25) as f64 / 25.0);
                let forward = along[0] * water.flow_m_s[0] + along[1] * water.flow_m_s[1];
                prop_assert!(forward >= 0.0);
                let speed = water.flow_m_s.iter().map(|m| m * m).sum::<f64>().sqrt();
                prop_assert!((0.3..20.0).contains(&speed), "{speed} m/s");
                prop_assert!(land.height_m(place, 1.0) < water.level_m, "the bed lies under the water");
            }
            prop_assert!(water.fall >= 0.0 && water.fall.is_finite());
        }
        for place in squares(3000.0, 30) {
            if covering(&land, place, 1.0).is_some() {
                let near = places_along(&river).into_iter().map(|[x, z]| {
                    ((x - place[0]).powi(2) + (z - place[1]).powi(2)).sqrt()
                });
                prop_assert!(near.fold(f64::MAX, f64::min) < width_m + 40.0, "water far away");
            }
        }
        prop_assert!(!dry.has_water() && dry.water([0.0; 2], 1.0, -1e4).is_none());
    }

    #[test]
    fn points_and_batches_see_the_same_water(
        marks in any_marks(), lake in any::<bool>(), moved in any::<bool>(), level in 0u8..4,
    ) {
        let mut marks: Vec<Mark> = marks.to_vec();
        marks.push(if lake { mark(ToolKind::Lake, OUTLINE, &[]) } else { river(&[]) });
        let warp = Operation::Warp(Warp { wavelength_m: 700.0, strength: 0.1 });
        let land = on_hills(marks, |recipe| {
            if moved {
                recipe.operations.push(ListedOperation::new(1, warp.clone()));
            }
        });
        let spacing_m = f64::from(1 << level);
        let line: Vec<f64> = (-40..40).map(|i| spacing_m * f64::from(9 * i)).collect();
        let heights_m = land.fill_at([&line, &line], spacing_m);
        let waters = land.water_at([&line, &line], spacing_m, &heights_m).unwrap();
        let mut off = 0;
        for (i, sample) in waters.iter().enumerate().step_by(7) {
            let (place, bed_m) = ([line[i % line.len()], line[i / line.len()]], heights_m[i]);
            let water = land.water(place, spacing_m, f64::from(bed_m));
            let water = water.filter(|water| water.distance_m < 0.0 && water.level_m as f32 >= bed_m);
            match water {
                Some(water) => off += usize::from(
                    (f64::from(sample.level_m) - water.level_m).abs() > 0.05 || !sample.is_wet()
                ),
                None => off += usize::from(sample.is_wet()),
            }
        }
        // Rounding moves places of f32 across the edges of water.
        prop_assert!(40 * off <= waters.len() / 7, "{off} samples differ");
    }

    #[test]
    fn water_has_the_same_bits_far_from_the_origin(
        place in [-600i32..600, -600..600], lake in any::<bool>(),
    ) {
        const FAR_M: f64 = 1e9;
        let drawn = if lake { mark(ToolKind::Lake, OUTLINE, &[]) } else { river(&[]) };
        let near = place.map(f64::from);
        let at = |by_m: f64| {
            let points: Vec<_> = drawn.path.points_m().iter().map(|point| point.map(|m| m + by_m)).collect();
            let path = MarkPath::from_points_m(&points, 32.0).unwrap();
            let land = alone(numbered(vec![Mark { path, ..drawn.clone() }]));
            covering(&land, near.map(|m| m + by_m), 1.0)
        };
        prop_assert_eq!(at(0.0), at(FAR_M));
    }

    #[test]
    fn beyond_the_reach_of_an_edit_the_water_stays(
        marks in any_marks(), replacement in any_mark(), which in 0usize..6, level in 0u8..3,
    ) {
        let mut marks: Vec<Mark> = marks.to_vec();
        marks.extend([river(&[]), mark(ToolKind::Lake, "300,300 +200,20 -60,180", &[])]);
        let (mut old, which) = (hills(false), which % marks.len());
        let id = add(&mut old, numbered(marks), false);
        let mut new = old.clone();
        let hands = marks_of(&mut new, id);
        hands.marks_mut()[which] = Mark { id: hands[which].id, ..replacement };
        let [was, now] = [&old, &new].map(|recipe| Land::new(recipe).unwrap());
        for x in -5..5 {
            let key = ChunkKey { level, x, z: -1 };
            let area = reach(&old, &new, 2.0 * key.spacing_m(was.spacing_m())).unwrap();
            let (low, side) = (key.origin_m(was.spacing_m()), key.side_m(was.spacing_m()));
            let border_m = 4.0 * key.spacing_m(was.spacing_m());
            let around = [low.map(|m| m - border_m), low.map(|m| m + side + border_m)];
            if !area.touches(&around) {
                let [a, b] = [&was, &now].map(|land| sample_chunk(land, key, None));
                prop_assert_eq!(a.water(), b.water(), "chunk {}", x);
            }
        }
    }
}

/// Places at a distance outside of an outline of [`OUTLINE`], beside the middles of its sides.
fn crest(outline: &[[f64; 2]], distance_m: f64) -> Vec<[f64; 2]> {
    let place = |pair: &[[f64; 2]]| {
        let [x, z] = [0, 1].map(|axis| pair[1][axis] - pair[0][axis]);
        let length = (x * x + z * z).sqrt();
        // The outline goes round clockwise, seen with south down.
        let outwards = [z / length, -x / length];
        let middle = [0, 1].map(|axis| 0.5 * (pair[0][axis] + pair[1][axis]));
        [middle[0] - 200.0 + outwards[0] * distance_m, middle[1] - 150.0 + outwards[1] * distance_m]
    };
    outline.windows(2).map(place).collect()
}

#[test]
fn a_wide_rim_holds_a_lake_within_a_short_reach() {
    let numbers = [("height_m", "20"), ("rim_m", "6"), ("shore", "0.05"), ("reach_m", "4")];
    let lake = mark(ToolKind::Lake, OUTLINE, &numbers);
    let land = alone(numbered(vec![lake.clone()]));
    for place in crest(&Shape::new(&lake).points, 6.0 / 0.05) {
        assert!(land.height_m(place, 0.0) > 25.9, "at {place:?}");
    }
    let water = covering(&land, [0.0; 2], 1.0).unwrap();
    assert_eq!(water.level_m, 20.0);
}

#[test]
fn land_beside_a_river_belongs_to_its_reach() {
    let hill = mark(ToolKind::Brush, "450,60", &[("radius_m", "60"), ("height_m", "-40")]);
    let brook = mark(ToolKind::River, "0,0 +900,0 +600,0", &[]);
    let mut old = hills(false);
    old.layers[0].head.layer.opacity = 0.0;
    let id = add(&mut old, numbered(vec![hill, brook.clone()]), false);
    let mut new = old.clone();
    marks_of(&mut new, id).marks_mut()[0].on = false;
    let [was, now] = [&old, &new].map(|recipe| Land::new(recipe).unwrap());
    let levels = |land: &Land| -> Vec<_> {
        let places = places_along(&brook).into_iter();
        places.map(|place| covering(land, place, 1.0).map(|water| water.level_m)).collect()
    };
    assert_ne!(levels(&was), levels(&now), "the hollow lets water out of the river");
    // The sheet of the water reaches a few samples beyond the mark.
    for spacing_m in [1.0, 16.0] {
        let area = reach(&old, &new, spacing_m).unwrap();
        let end_m = 1500.0 + 6.0 + 120.0;
        assert!(area.holds([1400.0, 0.0]) && area.holds([end_m + 1.4 * spacing_m, 0.0]));
        assert!(!area.holds([end_m + 1.6 * spacing_m, 0.0]));
    }
}

#[test]
fn the_land_on_both_sides_holds_a_river() {
    // On level ground the banks of the bed hold the water.
    let level = alone(numbered(vec![river(&[])]));
    let bed_m = level.height_m([-500.0, -300.0], 1.0);
    let water = covering(&level, [-500.0, -300.0], 1.0).unwrap();
    assert!((water.level_m - bed_m - 1.12).abs() < 0.02, "{water:?} over {bed_m}");
    for (x, z) in (-60..60).flat_map(|x| (-60..60).map(move |z| (x, z))) {
        let place = [10.0 * f64::from(x), 10.0 * f64::from(z)];
        let Some(water) = level.water(place, 1.0, 0.0) else { continue };
        if water.distance_m > -0.5 && water.distance_m < 0.5 {
            assert!(level.height_m(place, 1.0) > water.level_m - 0.4, "{water:?} at {place:?}");
        }
    }
    // On a dam nothing holds it, so it is shallow.
    let dam = alone(numbered(vec![river(&[("height_m", "5")])]));
    let water = covering(&dam, [-500.0, -300.0], 1.0).unwrap();
    assert!((water.level_m - 5.3).abs() < 1e-9, "{water:?}");
}

#[test]
fn a_river_that_ends_in_a_lake_is_backed_up_to_its_level() {
    let lake = mark(ToolKind::Lake, OUTLINE, &[("height_m", "-6")]);
    let inflow = mark(ToolKind::River, "-700,0 +300,10 +250,-10", &[]);
    let land = alone(numbered(vec![lake, inflow.clone()]));
    let level_m = covering(&land, [0.0, 0.0], 1.0).unwrap().level_m;
    let levels: Vec<f64> = places_along(&inflow)
        .into_iter()
        .map(|place| covering(&land, place, 1.0).expect("water").level_m)
        .collect();
    assert!(levels.is_sorted_by(|a, b| a >= b), "{levels:?}");
    assert_eq!(levels[levels.len() - 1], level_m);
    assert!(levels[0] > level_m + 1.0, "{levels:?}");
}

#[test]
fn the_higher_of_two_lakes_shows_and_the_sea_hides_lower_water() {
    let lakes = |sea_level_m: f64| {
        let pinned = |height_m| [("height_m", height_m), ("pinned", "on"), ("depth_m", "20")];
        let mut recipe = Recipe::default();
        recipe.layers[0].head.layer.opacity = 0.0;
        recipe.world.sea_level_m = sea_level_m;
        let lakes = ["-5", "-2"].map(|height_m| mark(ToolKind::Lake, OUTLINE, &pinned(height_m)));
        add(&mut recipe, numbered(lakes.to_vec()), false);
        recipe
    };
    let [dry, drowned] = [-100.0, 0.0].map(|sea_m| Land::new(&lakes(sea_m)).unwrap());
    assert_eq!(covering(&dry, [0.0; 2], 1.0).unwrap().level_m, -2.0);
    assert_eq!(covering(&drowned, [0.0; 2], 1.0), None);
    let surface = Surface::new(&lakes(-3.0)).unwrap();
    assert_eq!(surface.water_level_m([0.0; 2]), -2.0);
    assert_eq!(surface.footing([0.0; 2]).sea_m, -2.0);
    assert_eq!(surface.water_level_m([5000.0, 0.0]), -3.0);
    assert_eq!(Surface::new(&lakes(0.0)).unwrap().water_level_m([0.0; 2]), 0.0);
    let edit = lakes(-3.0).stage_to(&lakes(-4.0));
    assert_eq!(edit, Some(crate::param::Stage::Shape), "the sea may drown water");
}

#[test]
fn a_layer_has_water_where_its_weight_is_at_least_a_half() {
    let land = |edit: &dyn Fn(&mut Layer)| {
        let mut recipe = hills(false);
        let id = add(&mut recipe, numbered(vec![mark(ToolKind::Lake, OUTLINE, &[])]), false);
        edit(recipe.layers.iter_mut().find(|layer| layer.id == id).unwrap());
        Land::new(&recipe).unwrap()
    };
    let is_wet = |land: &Land| covering(land, [0.0; 2], 1.0).is_some();
    assert!(is_wet(&land(&|_| {})));
    assert!(is_wet(&land(&|layer| layer.head.layer.opacity = 0.5)));
    assert!(!is_wet(&land(&|layer| layer.head.layer.opacity = 0.49)));
    assert!(!is_wet(&land(&|layer| layer.head.layer.visible = false)));
    assert!(!is_wet(&land(&|layer| layer.head.layer.blend = crate::blend::Blend::Add)));
    // A mask shows the lake only near a place: its weight is a half 45 m from there.
    let masked = land(&|layer| {
        let disc = Distance { east_m: -50.0, south_m: 0.0, radius_m: 60.0, edge: 0.5 };
        let kind = MaskKind::Distance(disc);
        layer.masks.0.push(Mask { kind, ..Mask::new(1, MaskType::Distance) });
    });
    let line: Vec<f64> = (-40..40).map(|i| 3.0 * f64::from(i)).collect();
    let heights_m = masked.fill_at([&line, &line], 1.0);
    let batch = masked.water_at([&line, &line], 1.0, &heights_m).unwrap();
    let level_m = covering(&masked, [-50.0, 0.0], 1.0).unwrap().level_m;
    for (i, sample) in batch.iter().enumerate() {
        let place = [line[i % line.len()], line[i / line.len()]];
        let away_m = ((place[0] + 50.0).powi(2) + place[1].powi(2)).sqrt();
        let shows = covering(&masked, place, 1.0).is_some();
        if (away_m - 45.0).abs() > 0.1 {
            assert_eq!(shows, away_m < 45.0, "at {place:?}");
            assert_eq!(sample.level_m == level_m as f32, shows, "at {place:?}");
        }
    }
}

#[test]
fn a_layer_and_its_operations_move_its_water() {
    let stretch = Operation::Warp(Warp { wavelength_m: 900.0, strength: 0.2 });
    for on_layer in [false, true] {
        let mut recipe = hills(false);
        let numbers = [("height_m", "-20"), ("depth_m", "30")];
        let id = add(&mut recipe, numbered(vec![mark(ToolKind::Lake, OUTLINE, &numbers)]), false);
        let listed = ListedOperation::new(1, stretch.clone());
        match on_layer {
            true => recipe.layers.iter_mut().find(|l| l.id == id).unwrap().operations.push(listed),
            false => recipe.operations.push(listed),
        }
        let land = Land::new(&recipe).unwrap();
        let mut dry = recipe.clone();
        marks_of(&mut dry, id).marks_mut()[0].on = false;
        let before = Land::new(&dry).unwrap();
        let mut wet = 0;
        for place in squares(800.0, 50) {
            let Some(water) = covering(&land, place, 1.0) else { continue };
            // Deep in the water, the land is the moved bed.
            if water.distance_m < -60.0 {
                wet += 1;
                let dug_m = land.height_m(place, 1.0);
                assert!(dug_m <= water.level_m, "{dug_m} over {} at {place:?}", water.level_m);
                assert!(before.height_m(place, 1.0) >= dug_m);
            }
        }
        assert!(wet > 50, "{wet}");
    }
}

#[test]
fn distance_hides_narrow_rivers_before_large_lakes() {
    let land = on_hills(
        vec![river(&[]), mark(ToolKind::Lake, "2000,2000 +400,0 +60,400 -500,0", &[])],
        |_| {},
    );
    let shows = |place: [f64; 2], spacing_m: f64| covering(&land, place, spacing_m).is_some();
    let [on_river, in_lake] = [[-500.0, -300.0], [2200.0, 2200.0]];
    assert!(shows(on_river, 6.0) && !shows(on_river, 12.0));
    assert!(shows(in_lake, 200.0) && !shows(in_lake, 400.0));
    // Beyond, lines replace the river, each part once in rectangles side by side.
    let parts = |west: f64, east: f64, spacing_m: f64| {
        let lines = land.distant_rivers([[west, -900.0], [east, 900.0]], spacing_m);
        assert!(lines.iter().all(|line| line.is_sorted_by(|a, b| a.level_m >= b.level_m)));
        lines.iter().map(|line| line.len() - 1).sum::<usize>()
    };
    assert_eq!(parts(-900.0, 900.0, 4.0), 0);
    assert_eq!(parts(-900.0, 900.0, 16.0), 16);
    assert_eq!(parts(-900.0, -190.0, 16.0) + parts(-190.0, 900.0, 16.0), 16);
    assert_eq!(parts(900.0, 1800.0, 16.0), 0);
}

#[test]
fn chunks_have_water_near_marks_and_none_elsewhere() {
    let land = on_hills(vec![river(&[]), mark(ToolKind::Lake, OUTLINE, &[])], |_| {});
    let wet = |key: ChunkKey| sample_chunk(&land, key, None).water().is_some();
    let at = |[x, z]: [f64; 2], level: u8| {
        let side_m = ChunkKey { level, x: 0, z: 0 }.side_m(land.spacing_m());
        ChunkKey { level, x: (x / side_m).floor() as i64, z: (z / side_m).floor() as i64 }
    };
    assert!(wet(at([-490.0, -295.0], 0)) && wet(at([0.0, 0.0], 2)));
    assert!(!wet(at([9000.0, 0.0], 0)));
    // Neighbouring chunks agree on their common edge.
    let key = at([-10.0, 0.0], 0);
    let [west, east] = [key, ChunkKey { x: key.x + 1, ..key }]
        .map(|key| sample_chunk(&land, key, None).water().cloned());
    let (Some(west), Some(east)) = (west, east) else { panic!("both have water") };
    for row in 0..FINE_SAMPLES {
        let [a, b] = [1 + CHUNK_CELLS, 1].map(|column| row * FINE_SAMPLES + column);
        assert_eq!(west.0[0][a], east.0[0][b]);
    }
    // A lake is level to the bit in every sample.
    let grid = &chunk_grids(key, land.spacing_m())[0];
    assert_eq!(grid.size, [FINE_SAMPLES; 2]);
    let is_lake = |water: &&WaterSample| water.is_wet() && water.flow_m_s == [0.0; 2];
    let levels: Vec<u32> =
        west.0[0].iter().filter(is_lake).map(|water| water.level_m.to_bits()).collect();
    assert!(levels.windows(2).all(|pair| pair[0] == pair[1]) && levels.len() > 100);
}

#[test]
fn ground_is_damp_beside_drawn_water() {
    let land = alone(numbered(vec![mark(ToolKind::Lake, OUTLINE, &[("height_m", "-1")])]));
    let line: Vec<f64> = (-50..50).map(|i| 10.0 * f64::from(i)).collect();
    let heights_m = land.fill_at([&line, &line], 1.0);
    let wetness = land.wetness_at([&line, &line], 1.0, &heights_m).unwrap();
    let at = |x: usize, z: usize| wetness[x + z * 100];
    assert_eq!((at(50, 50), at(0, 0)), (1.0, 0.0));
    assert!(wetness.iter().any(|wetness| (0.1..0.9).contains(wetness)), "damp along the shore");
}

#[test]
fn marks_without_water_leave_no_water() {
    let kinds = ToolKind::ALL.iter().map(|row| row.value);
    let dry = kinds.filter(|kind| !matches!(kind, ToolKind::River | ToolKind::Lake));
    let land = alone(numbered(dry.map(|kind| mark(kind, "0,0 +90,10 +50,200", &[])).collect()));
    assert!(!land.has_water());
    assert_eq!(land.water_at([&[0.0], &[0.0]], 1.0, &[-9.0]), None);
    assert_eq!(land.wetness_at([&[0.0], &[0.0]], 1.0, &[-9.0]), None);
}
