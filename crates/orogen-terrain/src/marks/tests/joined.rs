//! Drawn rivers and lakes that are a part of the network of rivers.

use super::water::{covering, squares};
use super::*;
use crate::rivers::FixedNode;

/// A long river in the hills of [`river_hills`], and a lake.
const BROOK: &str = "-2400,-1300 +700,100 +600,300 +700,-150 +800,250 +700,300";
const OUTLINE: &str = "900,1500 +900,-150 +300,800 -700,500 -700,-450";

fn joined(kind: ToolKind, path: &str, numbers: &[(&str, &str)]) -> Mark {
    let mut mark = mark(kind, path, &[("joins", "on")]);
    numbers.iter().for_each(|(key, value)| mark.set_text(key, value).unwrap());
    mark
}

/// The land of hills with rivers and marks.
fn with_marks(is_eroded: bool, marks: Vec<Mark>) -> Recipe {
    let mut recipe = river_hills(is_eroded);
    add(&mut recipe, numbered(marks), false);
    recipe
}

/// Places along the path of a mark, which is nearly its curve where it bends little.
fn along(mark: &Mark) -> Vec<[f64; 2]> {
    let shape = crate::marks::shape::MarkCurve::new(mark);
    let places = shape.spans.iter().flat_map(|span| {
        (0..40).map(|i| {
            let point = crate::marks::curve::at(span, f64::from(i) / 40.0);
            [0, 1].map(|axis| shape.anchor_m[axis] + point[axis])
        })
    });
    places.collect()
}

#[test]
fn a_joined_river_falls_along_its_path_over_its_bed() {
    for is_eroded in [false, true] {
        let brook = joined(ToolKind::River, BROOK, &[]);
        let land = Land::new(&with_marks(is_eroded, vec![brook.clone()])).unwrap();
        let mut last_m = f64::INFINITY;
        for place in along(&brook) {
            let water = covering(&land, place, 1.0);
            let water = water.unwrap_or_else(|| panic!("dry at {place:?}"));
            // Rivers that meet share their levels within a few metres.
            assert!(water.level_m <= last_m + 0.05, "{} over {last_m}", water.level_m);
            assert!(land.height_m(place, 1.0) < water.level_m, "{water:?} at {place:?}");
            last_m = water.level_m;
        }
        // The network makes the river, so it is not listed as a mark that holds its own water.
        assert!(land.drawn_rivers([[-9e3; 2], [9e3; 2]]).is_empty());
        // Its water goes on below its end.
        let end = along(&brook).pop().unwrap();
        let network = land.river_network().unwrap();
        let cell = network.drainage().cell_at(end);
        let next = network.drainage().next(cell).expect("the river goes on");
        assert!(network.water().level_m(next) <= last_m);
        assert!(network.drainage().river(next).width_m > 11.9);
    }
}

#[test]
fn tributaries_of_a_joined_river_end_at_its_level() {
    let brook = joined(ToolKind::River, BROOK, &[("width_m", "30")]);
    let land = Land::new(&with_marks(false, vec![brook.clone()])).unwrap();
    let network = land.river_network().unwrap();
    let drainage = network.drainage();
    let mut inflows = 0;
    let cells: std::collections::BTreeSet<_> =
        along(&brook).into_iter().map(|place| drainage.cell_at(place)).collect();
    for cell in &cells {
        for from in drainage.inflows(*cell).filter(|from| !cells.contains(from)) {
            inflows += 1;
            assert!(network.water().level_m(from) >= network.water().level_m(*cell));
        }
    }
    assert!(inflows > 3, "{inflows}");
    // Side by side, water has one level: in a joined river there is no other water.
    for place in along(&brook) {
        let Some(middle) = covering(&land, place, 1.0) else { continue };
        for by in [[4.0, 0.0], [-4.0, 0.0], [0.0, 4.0], [0.0, -4.0]] {
            let beside = covering(&land, [place[0] + by[0], place[1] + by[1]], 1.0);
            let beside = beside.expect("the river is 30 m wide");
            assert!((beside.level_m - middle.level_m).abs() < 3.0, "{beside:?} {middle:?}");
        }
    }
}

#[test]
fn a_joined_lake_has_the_level_of_the_network_and_no_river_stands_on_it() {
    for is_eroded in [false, true] {
        let lake = joined(ToolKind::Lake, OUTLINE, &[("height_m", "5"), ("rim_m", "6")]);
        let land = Land::new(&with_marks(is_eroded, vec![lake])).unwrap();
        let network = land.river_network().unwrap();
        let level_m = network.water().fixed_lake_level_m(0).unwrap();
        let is_in_lake = |cell| matches!(network.drainage().node(cell).fixed, FixedNode::Lake(_));
        let mut wet = 0;
        for place in squares(3000.0, 60).map(|[x, z]| [x + 1500.0, z + 2000.0]) {
            let height_m = land.height_m(place, 1.0);
            let Some(water) = land.water(place, 1.0, height_m) else { continue };
            if is_in_lake(network.drainage().cell_at(place))
                && water.distance_m < -30.0
                && water.flow_m_s == [0.0; 2]
            {
                wet += 1;
                assert_eq!(water.level_m.to_bits(), level_m.to_bits(), "{water:?} at {place:?}");
            }
        }
        assert!(wet > 100, "{wet}");
        let [inside, lakes] = [[1500.0, 2100.0]; 2];
        let water = covering(&land, inside, 1.0).expect("the lake has water");
        assert_eq!(water.level_m, level_m);
        assert_eq!(land.drawn_lakes([lakes; 2]).len(), 1);
        let mut inflows = 0;
        for (x, z) in (-3..8).flat_map(|x| (-1..9).map(move |z| (x, z))) {
            let next = network.drainage().next([x, z]);
            if !is_in_lake([x, z]) && next.is_some_and(is_in_lake) {
                inflows += 1;
                assert!(network.water().level_m([x, z]) >= level_m);
            }
        }
        assert!(inflows > 0);
    }
}

#[test]
fn marks_join_only_where_the_rivers_are_on_and_the_layer_shows_in_full() {
    let (brook, lake) = (joined(ToolKind::River, BROOK, &[]), joined(ToolKind::Lake, OUTLINE, &[]));
    let recipe = with_marks(false, vec![brook, lake]);
    let apart = |recipe: &Recipe| {
        let mut apart = recipe.clone();
        let id = apart.layers[1].id;
        for mark in marks_of(&mut apart, id).marks_mut() {
            mark.set_text("joins", "off").unwrap();
        }
        apart
    };
    let line: Vec<f64> = (-30..30).map(|i| 90.0 * f64::from(i)).collect();
    let bits = |recipe: &Recipe| {
        let land = Land::new(recipe).unwrap();
        let heights_m = land.fill_at([&line, &line], 4.0);
        let water = land.water_at([&line, &line], 4.0, &heights_m);
        (heights_m.into_iter().map(f32::to_bits).collect::<Vec<_>>(), water)
    };
    assert_ne!(bits(&recipe), bits(&apart(&recipe)));
    assert!(!recipe.has_same_network(&apart(&recipe)));
    let edits: [&dyn Fn(&mut Recipe); 4] = [
        &|recipe| recipe.rivers.on = false,
        &|recipe| recipe.layers[1].head.layer.opacity = 0.8,
        &|recipe| recipe.layers[1].head.layer.blend = crate::blend::Blend::Max,
        &|recipe| {
            let id = recipe.layers[1].id;
            for mark in marks_of(recipe, id).marks_mut() {
                mark.set_text("pinned", "on").unwrap();
            }
        },
    ];
    for (index, edit) in edits.iter().enumerate() {
        let mut edited = recipe.clone();
        edit(&mut edited);
        assert_eq!(bits(&edited), bits(&apart(&edited)), "edit {index}");
        assert!(edited.has_same_network(&apart(&edited)));
    }
}

#[test]
fn a_mark_makes_its_own_river_until_the_network_has_it() {
    let brook = joined(ToolKind::River, BROOK, &[]);
    let (before, after) = (with_marks(true, vec![]), with_marks(true, vec![brook.clone()]));
    let mut apart = after.clone();
    let id = apart.layers[1].id;
    marks_of(&mut apart, id).marks_mut()[0].set_text("joins", "off").unwrap();
    let kept = Land::with_network_of(&after, Some(&before)).unwrap();
    let alone = Land::new(&apart).unwrap();
    let place = along(&brook)[60];
    assert_eq!(kept.height_m(place, 1.0), alone.height_m(place, 1.0));
    assert_eq!(covering(&kept, place, 1.0), covering(&alone, place, 1.0));
    // While another mark changes, the network keeps the river, which is not made twice.
    let mut moved = after.clone();
    let other = joined(ToolKind::River, "5000,5000 +600,0", &[]);
    marks_of(&mut moved, id).push(Mark { id: 2, ..other }).unwrap();
    let [held, whole] =
        [Land::with_network_of(&moved, Some(&after)).unwrap(), Land::new(&after).unwrap()];
    assert_eq!(held.height_m(place, 1.0), whole.height_m(place, 1.0));
    assert_eq!(covering(&held, place, 1.0), covering(&whole, place, 1.0));
    assert_eq!(held.drawn_rivers([[-9e3; 2], [9e3; 2]]).len(), 1);
    // The network does not depend on how a mark shapes the land around it.
    let mut steeper = after.clone();
    marks_of(&mut steeper, id).marks_mut()[0].set_text("cut", "1.5").unwrap();
    assert!(after.has_same_network(&steeper));
    assert_eq!(reach(&after, &moved, 1.0), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn joined_marks_have_equal_points_batches_and_many(
        marks in any_marks(), eroded in any::<bool>(), level in 0u8..3,
    ) {
        let mut all: Vec<Mark> = marks.to_vec();
        all.extend([joined(ToolKind::Lake, OUTLINE, &[]), joined(ToolKind::River, BROOK, &[])]);
        let recipe = with_marks(eroded, all);
        let land = Land::new(&recipe).unwrap();
        let spacing_m = f64::from(1 << level);
        let line: Vec<f64> = (-20..20).map(|i| 110.0 * f64::from(i)).collect();
        let batch = land.fill_at([&line, &line], spacing_m);
        let mut many = vec![0.0; batch.len()];
        land.heights_m([&line, &line], spacing_m, &mut many);
        let bounds = crate::bounds::of_recipe(&recipe).unwrap();
        let mut off = 0;
        for (index, many) in many.iter().enumerate().step_by(13) {
            let place = [line[index % line.len()], line[index / line.len()]];
            let height_m = land.height_m(place, spacing_m);
            prop_assert_eq!(*many, height_m, "{:?}", place);
            off += usize::from((f64::from(batch[index]) - height_m).abs() > 0.05);
            prop_assert!(bounds.contains(height_m), "{height_m} outside {bounds:?}");
        }
        // Rounding moves places of f32 across the edges of marks.
        prop_assert!(off <= 2, "{off} samples are off");
    }
}
