//! Drawn lakes and their rims.

use super::water::{OUTLINE, covering, squares};
use super::*;
use crate::marks::shape::MarkCurve;
use crate::surface::Surface;

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
        let ground_m = Land::new(&hills(eroded)).unwrap().height_m([-200.0, -150.0], 1.0);
        prop_assert!((level_m - ground_m - height_m).abs() < 1e-9);
        let outline: Vec<_> = MarkCurve::new(&mark(ToolKind::Lake, OUTLINE, &[])).points;
        for place in squares(900.0, 60) {
            let covering = covering(&land, place, 1.0);
            let is_inside = crate::marks::banks::is_inside(&outline, [place[0] + 200.0, place[1] + 150.0]);
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
}

/// Places outside of [`OUTLINE`], at a distance from the middles of its sides.
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
    for place in crest(&MarkCurve::new(&lake).points, 6.0 / 0.05) {
        assert!(land.height_m(place, 0.0) > 25.9, "at {place:?}");
    }
    let water = covering(&land, [0.0; 2], 1.0).unwrap();
    assert_eq!(water.level_m, 20.0);
}

#[test]
fn coarse_samples_see_a_dam_around_the_whole_lake() {
    let numbers = [
        ("height_m", "20"),
        ("rim_m", "2"),
        ("fill", "0.5"),
        ("reach_m", "300"),
        ("depth_m", "40"),
    ];
    let leaks = |crest_m: &str, spacing_m: f64| {
        let mut lake = mark(ToolKind::Lake, OUTLINE, &numbers);
        lake.set_text("crest_m", crest_m).unwrap();
        let land = alone(numbered(vec![lake]));
        let column = (900.0 / spacing_m) as i32;
        let place = |[x, z]: [i32; 2]| [x, z].map(|step| f64::from(step) * spacing_m);
        let is_wet = |corner: [i32; 2]| covering(&land, place(corner), spacing_m).is_some();
        // A corner of a wet cell that is dry lies outside, and the land there must hold the water.
        let is_leak = |[x, z]: [i32; 2]| {
            let corners = [[x, z], [x + 1, z], [x, z + 1], [x + 1, z + 1]];
            let has_water = corners.iter().any(|corner| is_wet(*corner));
            let is_low = |corner: &[i32; 2]| {
                !is_wet(*corner) && land.height_m(place(*corner), spacing_m) < 20.0
            };
            has_water && corners.iter().any(is_low)
        };
        let cells = (-column..column).flat_map(|z| (-column..column).map(move |x| [x, z]));
        cells.filter(|cell| is_leak(*cell)).count()
    };
    for spacing_m in [4.0, 9.0, 25.0, 50.0] {
        assert_eq!(leaks("3", spacing_m), 0, "samples {spacing_m} m apart");
    }
    assert!(leaks("0", 25.0) > 0, "coarse samples miss a sharp crest");
}

#[test]
fn a_rounded_shore_keeps_its_level_and_has_no_corner() {
    let numbers = [("height_m", "20"), ("depth_m", "10")];
    let [sharp, mut rounded] = [0, 1].map(|_| mark(ToolKind::Lake, OUTLINE, &numbers));
    rounded.set_text("rounded", "on").unwrap();
    let turn = |lake: &Mark| {
        let outline = MarkCurve::new(lake).points;
        let edge = |i: usize| {
            let [from, to] = [outline[i], outline[(i + 1) % (outline.len() - 1)]];
            (to[1] - from[1]).atan2(to[0] - from[0])
        };
        let turns = (0..outline.len() - 1).map(|i| {
            let by = edge((i + 1) % (outline.len() - 1)) - edge(i);
            let full = std::f64::consts::TAU;
            (by - full * (by / full).round()).abs()
        });
        turns.fold(0.0, f64::max)
    };
    assert!(turn(&sharp) > 1.0 && turn(&rounded) < 0.4, "{} {}", turn(&sharp), turn(&rounded));
    let level = |lake: &Mark| {
        let mut recipe = hills(false);
        add(&mut recipe, numbered(vec![lake.clone()]), false);
        covering(&Land::new(&recipe).unwrap(), [0.0; 2], 1.0).unwrap().level_m
    };
    assert_eq!(level(&sharp).to_bits(), level(&rounded).to_bits());
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
    assert_eq!(surface.footing([0.0; 2]).water_level_m, -2.0);
    assert_eq!(surface.water_level_m([5000.0, 0.0]), -3.0);
    assert_eq!(Surface::new(&lakes(0.0)).unwrap().water_level_m([0.0; 2]), 0.0);
    let edit = lakes(-3.0).rebuild_stage(&lakes(-4.0));
    assert_eq!(edit, Some(crate::param::Stage::Shape), "the sea may drown water");
}
