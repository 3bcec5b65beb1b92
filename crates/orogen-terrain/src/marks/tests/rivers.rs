//! Drawn rivers fall, and the land holds their water.

use super::water::{OUTLINE, covering, river, squares};
use super::*;
use crate::marks::curve::at;
use crate::marks::shape::MarkCurve;

/// Places along the curve of a mark.
fn places_along(mark: &Mark) -> Vec<[f64; 2]> {
    let shape = MarkCurve::new(mark);
    let places = shape.spans.iter().flat_map(|span| {
        (0..25).map(|i| {
            let point = at(span, f64::from(i) / 25.0);
            [0, 1].map(|axis| shape.anchor_m[axis] + point[axis])
        })
    });
    places.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

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
        let shape = MarkCurve::new(&river);
        let mut last_m = f64::INFINITY;
        for (index, place) in places_along(&river).into_iter().enumerate() {
            let water = covering(&land, place, 1.0);
            let Some(water) = water else { return Err(TestCaseError::fail(format!("dry at {place:?}"))) };
            // Where the path crosses itself, the nearest point may belong to a lower part.
            if shape.groups.len() == 1 {
                prop_assert!(water.level_m <= last_m + 1e-9, "{} over {last_m}", water.level_m);
                last_m = water.level_m;
                let along = crate::marks::curve::slope_at(&shape.spans[index / 25], (index % 25) as f64 / 25.0);
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
        assert!(area.contains([1400.0, 0.0]) && area.contains([end_m + 1.4 * spacing_m, 0.0]));
        assert!(!area.contains([end_m + 1.6 * spacing_m, 0.0]));
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
fn a_river_out_of_a_lake_begins_at_its_surface_and_keeps_its_bed() {
    let numbers = [("height_m", "-6"), ("depth_m", "9")];
    for (pinned, depth_m) in [("off", "9"), ("on", "9"), ("off", "1")] {
        let numbers = [numbers[0], ("depth_m", depth_m), ("pinned", pinned)];
        let lake = mark(ToolKind::Lake, OUTLINE, &numbers);
        let outflow = mark(ToolKind::River, "0,0 +250,10 +450,-10", &[("height_m", "-3")]);
        let [calm, land] =
            [vec![lake.clone()], vec![lake, outflow]].map(|marks| alone(numbered(marks)));
        let level_m = covering(&calm, [0.0; 2], 1.0).unwrap().level_m;
        for x in -20..20 {
            let place = [5.0 * f64::from(x), 3.0 * f64::from(x % 7)];
            let [before_m, after_m] = [&calm, &land].map(|land| land.height_m(place, 1.0));
            assert_eq!(before_m, after_m, "the river changes the bed at {place:?}");
        }
        // The bed of the river lies 3 m below the water of the lake, or below the land.
        let bed_m = land.height_m([350.0, 10.0], 1.0);
        assert!((-9.0 - 1e-9..-2.0).contains(&bed_m), "{bed_m}");
        let rim_m = land.height_m([256.0, 10.0], 1.0);
        assert!(rim_m < level_m - 2.0, "the rim at {rim_m} is closed");
        // The water leaves the lake at the depth that its width has on land.
        let leaving = covering(&land, [280.0, 10.0], 1.0).unwrap();
        assert!(leaving.level_m > rim_m + 0.8 && leaving.level_m <= level_m, "{leaving:?}");
    }
}
