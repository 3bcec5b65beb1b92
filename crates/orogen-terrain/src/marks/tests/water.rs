//! The water of marks, in points, batches and chunks.

use super::*;
use crate::chunk::{CHUNK_CELLS, ChunkKey, FINE_SAMPLES};
use crate::heightfield::{chunk_grids, sample_chunk};
use crate::mask::{Distance, Mask, MaskKind, MaskType};
use crate::mesh::WaterSample;
use crate::operation::{ListedOperation, Operation, Warp};
use crate::rivers::WaterAt;

pub(super) const OUTLINE: &str = "-200,-150 +400,0 +60,200 -60,130 -400,0";

/// The water that covers a place, also where it lies below the land.
pub(super) fn covering(land: &Land, place: [f64; 2], spacing_m: f64) -> Option<WaterAt> {
    let height_m = land.height_m(place, spacing_m);
    land.water(place, spacing_m, height_m).filter(|water| water.distance_m < 0.0)
}

pub(super) fn squares(side_m: f64, count: i32) -> impl Iterator<Item = [f64; 2]> {
    let line = move |i: i32| side_m * (f64::from(i) / f64::from(count) - 0.5) + 0.3;
    (0..count).flat_map(move |row| (0..count).map(move |column| [line(column), line(row)]))
}

pub(super) fn on_hills(marks: Vec<Mark>, edit: impl FnOnce(&mut Recipe)) -> Land {
    let mut recipe = hills(false);
    edit(&mut recipe);
    add(&mut recipe, numbered(marks), false);
    Land::new(&recipe).unwrap()
}

/// A river down a slope of noise, from a hill towards lower land.
pub(super) fn river(numbers: &[(&str, &str)]) -> Mark {
    mark(ToolKind::River, "-500,-300 +200,60 +150,120 +160,-20 +200,150", numbers)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

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
        let layer = marks_of(&mut new, id);
        layer.marks_mut()[which] = Mark { id: layer[which].id, ..replacement };
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
fn operations_on_a_layer_and_on_the_whole_land_move_drawn_water() {
    let warp = Operation::Warp(Warp { wavelength_m: 900.0, strength: 0.2 });
    for on_layer in [false, true] {
        let mut recipe = hills(false);
        let numbers = [("height_m", "-20"), ("depth_m", "30")];
        let id = add(&mut recipe, numbered(vec![mark(ToolKind::Lake, OUTLINE, &numbers)]), false);
        let listed = ListedOperation::new(1, warp.clone());
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
