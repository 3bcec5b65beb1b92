//! Every evaluator gives the same land.

use super::*;
use crate::chunk::{CHUNK_CELLS, ChunkKey, FINE_SAMPLES};
use crate::dual::Dual;
use crate::heightfield::sample_chunk;
use orogen_noise::hash::further_word;

fn heights_m(land: &Land, key: ChunkKey) -> Vec<f32> {
    sample_chunk(land, key, None).heights_m(land).fine.clone()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn chunks_points_and_many_points_agree_within_the_bounds(
        shapes in any_marks(), works in any_marks(), eroded in any::<bool>(), level in 0u8..4,
        x in -4i64..4, z in -4i64..4,
    ) {
        let mut recipe = hills(eroded);
        add(&mut recipe, shapes, true);
        add(&mut recipe, works, false);
        let land = Land::new(&recipe).unwrap();
        let bounds = crate::bounds::of_recipe(&recipe).unwrap();
        let key = ChunkKey { level, x: x >> level, z: z >> level };
        let [x0, z0] = key.origin_m(land.spacing_m());
        let spacing_m = key.spacing_m(land.spacing_m());
        let line = |corner: f64| -> Vec<f64> {
            (0..FINE_SAMPLES).map(|i| corner + (i as f64 - 1.0) * spacing_m).collect()
        };
        let [columns, rows] = [line(x0), line(z0)];
        let chunk = heights_m(&land, key);
        let [sloped, ..] = land.fill_slopes_at([&columns, &rows], spacing_m);
        let mut many = vec![0.0; chunk.len()];
        land.heights_m([&columns, &rows], spacing_m, &mut many);
        let mut off = 0;
        for (i, height_m) in chunk.iter().enumerate() {
            prop_assert_eq!(height_m.to_bits(), sloped[i].to_bits(), "with slopes");
            // Erosion and banks may turn the rounding of f32 into another side of a gully.
            off += usize::from((f64::from(*height_m) - many[i]).abs() > 0.05);
            if i % 97 == 0 {
                let place = [columns[i % FINE_SAMPLES], rows[i / FINE_SAMPLES]];
                prop_assert_eq!(many[i].to_bits(), land.height_m(place, spacing_m).to_bits());
                prop_assert!(bounds.contains(many[i]), "{} outside {:?}", many[i], bounds);
            }
        }
        prop_assert!(100 * off <= chunk.len(), "{off} samples are off");
        let east = heights_m(&land, ChunkKey { x: key.x + 1, ..key });
        for row in 0..FINE_SAMPLES {
            let [a, b] = [chunk[row * FINE_SAMPLES + 1 + CHUNK_CELLS], east[row * FINE_SAMPLES + 1]];
            prop_assert_eq!(a.to_bits(), b.to_bits(), "at the edge of two chunks");
        }
    }

    #[test]
    fn gradients_of_smooth_marks_match_differences(
        marks in any_marks(), x in -900.0..900.0, z in -900.0..900.0
    ) {
        let smooth = marks.iter().filter(|mark| !mark.tool.is_creased()).cloned().collect();
        let mut recipe = hills(false);
        add(&mut recipe, numbered(smooth), true);
        let land = Land::new(&recipe).unwrap();
        let gradient_by = |step_m: f64| {
            let height_m = |dx: f64, dz: f64| land.height_m([x + dx, z + dz], 1.0);
            [
                (height_m(step_m, 0.0) - height_m(-step_m, 0.0)) / (2.0 * step_m),
                (height_m(0.0, step_m) - height_m(0.0, -step_m)) / (2.0 * step_m),
            ]
        };
        let [fine, coarse] = [gradient_by(1e-3), gradient_by(8e-3)];
        let dual = land.dual([x, z], 1.0);
        prop_assert_eq!(dual.height_m.to_bits(), land.height_m([x, z], 1.0).to_bits());
        for axis in 0..2 {
            // Where the slope changes within the step, differences are unreliable.
            prop_assume!((fine[axis] - coarse[axis]).abs() < 1e-3 * (1.0 + dual.slope()));
            let off = (dual.gradient[axis] - fine[axis]).abs();
            prop_assert!(off < 2e-3 * (1.0 + dual.slope()), "{:?} {:?}", dual.gradient, fine);
        }
    }

    #[test]
    fn any_split_of_places_gives_the_same_bits(
        marks in any_marks(), eroded in any::<bool>(), columns in 1usize..40, rows in 1usize..40,
    ) {
        let mut recipe = hills(eroded);
        add(&mut recipe, marks, eroded);
        let land = Land::new(&recipe).unwrap();
        let line: Vec<f64> = (0..40).map(|i| 41.0 * f64::from(i) - 800.0).collect();
        let whole = land.fill_at([&line, &line], 2.0);
        for (first, xs) in [(0, &line[..columns]), (columns, &line[columns..])] {
            for (top, zs) in [(0, &line[..rows]), (rows, &line[rows..])] {
                if xs.is_empty() || zs.is_empty() {
                    continue;
                }
                for (i, height_m) in land.fill_at([xs, zs], 2.0).iter().enumerate() {
                    let (x, z) = (first + i % xs.len(), top + i / xs.len());
                    prop_assert_eq!(height_m.to_bits(), whole[x + 40 * z].to_bits());
                }
            }
        }
    }

    #[test]
    fn beyond_its_reach_a_mark_keeps_the_bits_of_the_land(
        mark in any_mark(), eroded in any::<bool>(), x in -3000.0..3000.0, z in -3000.0..3000.0,
    ) {
        let mut recipe = hills(eroded);
        let bare = Land::new(&recipe).unwrap();
        let around = numbered(vec![mark.clone()]).around_m();
        add(&mut recipe, numbered(vec![mark]), false);
        let is_inside = around.is_some_and(|[low, high]| {
            (low[0]..=high[0]).contains(&x) && (low[1]..=high[1]).contains(&z)
        });
        let [before, after] = [&bare, &Land::new(&recipe).unwrap()].map(|land| land.dual([x, z], 1.0));
        prop_assert!(is_inside || before == after, "{before:?} becomes {after:?}");
    }

    #[test]
    fn marks_have_the_same_bits_far_from_the_origin(
        marks in any_marks(), place in [-900i32..900, -900..900],
    ) {
        const FAR_M: f64 = 1e9;
        let moved = marks.iter().map(|mark| {
            let points: Vec<_> =
                mark.path.points_m().iter().map(|point| point.map(|m| m + FAR_M)).collect();
            Mark { path: MarkPath::from_points_m(&points, 250.0).unwrap(), ..mark.clone() }
        });
        let moved = numbered(moved.collect());
        let near = place.map(f64::from);
        let far = near.map(|m| m + FAR_M);
        let [near, far] = [(marks, near), (moved, far)].map(|(m, p)| alone(m).dual(p, 1.0));
        prop_assert_eq!(near, far);
    }
}

#[test]
fn thousands_of_marks_are_finite() {
    let marks = (0..MAX_MARKS as i64).map(|i| {
        let kind = ToolKind::ALL[i as usize % ToolKind::ALL.len()].value;
        let path = format!("{},{} +{},{}", i * 37 % 9000, i * 91 % 9000, i % 300, -(i % 170));
        mark(kind, &path, &[])
    });
    let mut recipe = hills(false);
    add(&mut recipe, numbered(marks.collect()), false);
    let land = Land::new(&recipe).unwrap();
    assert!(land.dual([4500.0, 4500.0], 1.0).height_m.is_finite());
    assert!(crate::bounds::of_recipe(&recipe).unwrap().high_m.is_finite());
}

#[test]
fn ten_thousand_random_marks_are_finite() {
    let random = |i: u32, n: u32| f64::from(further_word(i, n)) / f64::from(u32::MAX);
    let marks = (0..10_000u32).map(|i| {
        let kind = ToolKind::ALL[i as usize % ToolKind::ALL.len()].value;
        let first = [0, 1].map(|axis| 60_000.0 * (random(i, axis) - 0.5));
        let points: Vec<_> = (0..1 + i % 5)
            .map(|n| [0, 1].map(|axis| first[axis as usize] + 900.0 * random(i, 2 + 2 * n + axis)))
            .collect();
        let mut mark = Mark::new(1, kind, MarkPath::from_points_m(&points, 64.0).unwrap());
        let factors: Vec<f64> = (0..8).map(|n| 2.0 * random(i, 20 + n)).collect();
        scale_numbers(&mut mark.tool, &factors);
        mark
    });
    let marks: Vec<Mark> = marks.collect();
    let mut recipe = hills(false);
    for layer in marks.chunks(MAX_MARKS) {
        add(&mut recipe, numbered(layer.to_vec()), false);
    }
    let land = Land::new(&recipe).unwrap();
    let line: Vec<f64> = (0..30).map(|i| 1900.7 * f64::from(i) - 28_000.0).collect();
    let bare = Land::new(&hills(false)).unwrap();
    let mut changed = 0;
    // Point by point: places in a grid this wide would share thousands of marks.
    for [x, z] in line.iter().flat_map(|z| line.iter().map(|x| [*x, *z])) {
        let Dual { height_m, gradient } = land.dual([x, z], 2.0);
        assert!(height_m.is_finite() && gradient.iter().all(|slope| slope.is_finite()));
        changed += usize::from(height_m != bare.height_m([x, z], 2.0));
    }
    assert!(changed > 300, "{changed} places are changed");
}

#[test]
fn a_long_chain_of_marks_that_follow_each_other_is_followed() {
    // Each pad lies on the edge of the pad before.
    let numbers = [("radius_m", "8"), ("reach_m", "1"), ("round_m", "0"), ("height_m", "1")];
    let pads = (0..MAX_MARKS).map(|i| mark(ToolKind::Flatten, &format!("{},0", 8 * i), &numbers));
    let land = alone(numbered(pads.collect()));
    let last_m = 8.0 * (MAX_MARKS - 1) as f64;
    assert_eq!(land.height_m([last_m, 0.0], 1.0), MAX_MARKS as f64);
}
