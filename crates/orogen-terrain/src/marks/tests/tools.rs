//! Each tool does what its name says.

use super::*;
use crate::marks::curve::at;
use crate::marks::shape::MarkCurve;

/// Heights along the curve of a mark, with the places.
fn heights_along(land: &Land, mark: &Mark) -> Vec<([f64; 2], f64)> {
    let shape = MarkCurve::new(mark);
    let places = shape.spans.iter().flat_map(|span| {
        (0..40).map(|i| {
            let point = at(span, f64::from(i) / 40.0);
            [0, 1].map(|axis| shape.anchor_m[axis] + point[axis])
        })
    });
    places.map(|place| (place, land.height_m(place, 1.0))).collect()
}

#[test]
fn a_stroke_raises_its_middle_before_erosion_by_its_height() {
    let (recipe, place) = (alps(), [3100.0, -2300.0]);
    let mut drawn = recipe.clone();
    // The stroke is far finer than the guide of the erosion.
    let path = "3000,-2300 +200,0";
    let stroke = mark(ToolKind::Brush, path, &[("height_m", "100"), ("radius_m", "80")]);
    add(&mut drawn, numbered(vec![stroke]), true);
    let [before, after] = [&recipe, &drawn].map(|recipe| {
        let trace = Land::new(recipe).unwrap().trace(place, 1.0);
        trace.erosion.expect("the Alps are eroded")
    });
    assert!((after.full_m - before.full_m - 100.0).abs() < 1e-9);
    assert!((after.guide_m - before.guide_m - 100.0).abs() < 1e-9);
}

#[test]
fn a_stroke_counts_once_and_two_strokes_add() {
    let path = "0,0 +300,0 -300,0 +300,10 -300,0 +300,10 -300,100 +200,-300";
    let stroke = mark(ToolKind::Brush, path, &[("height_m", "100"), ("radius_m", "120")]);
    let once = alone(numbered(vec![stroke.clone()]));
    let twice = alone(numbered(vec![stroke.clone(), stroke]));
    let mut highest_m = 0.0f64;
    for (x, z) in (-20..50).flat_map(|x| (-40..30).map(move |z| (x, z))) {
        let place = [10.0 * f64::from(x), 10.0 * f64::from(z)];
        let height_m = once.height_m(place, 1.0);
        assert!((0.0..=100.0).contains(&height_m), "{height_m} m at {place:?}");
        assert_eq!(twice.height_m(place, 1.0), 2.0 * height_m);
        highest_m = highest_m.max(height_m);
    }
    assert_eq!(highest_m, 100.0);
    assert_eq!(once.height_m([150.0, 500.0], 1.0).to_bits(), 0.0f64.to_bits());
}

#[test]
fn rough_flanks_vary_along_a_ridge_and_leave_its_crest() {
    let ridge = |roughness: &str| {
        let mut ridge = mark(ToolKind::Ridge, "0,-2000 +0,4000", &[("height_m", "300")]);
        ridge.set_text("roughness", roughness).unwrap();
        alone(numbered(vec![ridge]))
    };
    let [even, rough] = ["0", "1"].map(ridge);
    let heights = |land: &Land, east_m: f64| {
        let along = (-15..15).map(|i| land.height_m([east_m, 100.0 * f64::from(i)], 1.0));
        along.collect::<Vec<_>>()
    };
    let range = |heights: &[f64]| {
        let [low, high] = [f64::min, f64::max].map(|pick| heights.iter().copied().reduce(pick));
        high.unwrap() - low.unwrap()
    };
    assert_eq!(heights(&even, 0.0), heights(&rough, 0.0));
    assert!(range(&heights(&even, 200.0)) < 1e-9);
    assert!(range(&heights(&rough, 200.0)) > 30.0);
    let reach_m = Tool::new(ToolKind::Ridge).reach_m();
    assert_eq!(rough.height_m([reach_m, 0.0], 1.0).to_bits(), 0.0f64.to_bits());
}

#[test]
fn strokes_finer_than_the_samples_fade() {
    let land = alone(numbered(vec![mark(ToolKind::Brush, "0,0", &[("radius_m", "10")])]));
    let heights = [1.0, 5.0, 7.0, 10.0, 40.0].map(|spacing_m| land.height_m([0.0; 2], spacing_m));
    assert_eq!([heights[0], heights[1], heights[3], heights[4]], [50.0, 50.0, 0.0, 0.0]);
    assert!(heights[2] > 0.0 && heights[2] < 50.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn roads_keep_their_grade(
        turns in prop::collection::vec(-0.7..0.7f64, 2..7), grade in 0.03..0.2f64, eroded in any::<bool>(),
    ) {
        let mut points = vec![[0.0, 0.0]];
        let (mut x, mut z, mut along_m) = (0.0, 0.0, 0.0);
        for turn in &turns {
            along_m += 150.0;
            (x, z) = (x + 150.0, z + 150.0 * turn);
            points.push([x, z]);
        }
        let mut road = mark(ToolKind::Road, "0,0", &[("grade", &grade.to_string())]);
        road.path = MarkPath::from_points_m(&points, 4.0).unwrap();
        let mut recipe = hills(eroded);
        add(&mut recipe, numbered(vec![road.clone()]), false);
        let land = Land::new(&recipe).unwrap();
        let heights = heights_along(&land, &road);
        for pair in heights.windows(2) {
            let ([x, z], [a, b]) = ([0, 1].map(|i| pair[1].0[i] - pair[0].0[i]), [pair[0].1, pair[1].1]);
            let slope = (b - a).abs() / (x * x + z * z).sqrt();
            prop_assert!(slope <= 1.01 * grade + 1e-6, "{slope} over {grade}, {along_m} m");
        }
        // The road is level across.
        let (place, height_m) = heights[heights.len() / 2];
        let beside_m = land.height_m([place[0], place[1] + 1.0], 1.0);
        prop_assert!((beside_m - height_m).abs() < 1.3 * grade + 1e-6);
    }

    #[test]
    fn valleys_and_rivers_never_rise(
        points in prop::collection::vec(prop::array::uniform2(-900.0..900.0f64), 2..7), is_river in any::<bool>(),
    ) {
        let kind = if is_river { ToolKind::River } else { ToolKind::Valley };
        let mut valley = mark(kind, "0,0", &[]);
        valley.path = MarkPath::from_points_m(&points, 20.0).unwrap();
        let shape = MarkCurve::new(&valley);
        let land = Land::new(&hills(false)).unwrap();
        let profile = crate::marks::profile::profile(&valley.tool, &shape, |place_m| {
            land.height_m(place_m, 1.0)
        });
        let spans = 0..shape.spans.len();
        let heights: Vec<f64> = spans
            .flat_map(|span| (0..=20).map(move |i| (span, f64::from(i) / 20.0)))
            .map(|(span, t)| profile.at(span, t).0)
            .collect();
        prop_assert!(heights.windows(2).all(|pair| pair[1] <= pair[0] + 1e-9), "{heights:?}");
    }
}

#[test]
fn a_ridge_and_a_pad_have_their_heights_over_the_land_below() {
    for seed in ["1", "valhalla"] {
        let mut recipe = hills(false);
        recipe.world.seed = seed.to_owned();
        let ground_m = Land::new(&recipe).unwrap().height_m([100.0, 50.0], 1.0);
        for (kind, height_m) in [(ToolKind::Ridge, 300.0), (ToolKind::Flatten, 30.0)] {
            let mut drawn = recipe.clone();
            let numbers = [("height_m", &*height_m.to_string())];
            add(&mut drawn, numbered(vec![mark(kind, "100,50", &numbers)]), true);
            let land = Land::new(&drawn).unwrap();
            let is_near = |height_m: f64, expected_m: f64| (height_m - expected_m).abs() < 1e-9;
            assert!(is_near(land.height_m([100.0, 50.0], 1.0), ground_m + height_m));
            let mut pinned = drawn.clone();
            marks_of(&mut pinned, 2).marks_mut()[0].set_text("pinned", "on").unwrap();
            let at_height = Land::new(&pinned).unwrap().height_m([100.0, 50.0], 1.0);
            let expected_m =
                if kind == ToolKind::Ridge { height_m.max(ground_m) } else { height_m };
            assert!(is_near(at_height, expected_m), "{at_height} m");
        }
    }
}

#[test]
fn a_smooth_stroke_removes_detail_and_no_more() {
    let mut recipe = hills(false);
    let rough = |recipe: &Recipe| {
        let land = Land::new(recipe).unwrap();
        let height_m = |i: i32| land.height_m([4.0 * f64::from(i), 0.0], 1.0);
        let bends = (-20..20).map(|i| height_m(i - 1) + height_m(i + 1) - 2.0 * height_m(i));
        (bends.map(f64::abs).sum::<f64>(), height_m(0))
    };
    let (before, before_m) = rough(&recipe);
    add(&mut recipe, numbered(vec![mark(ToolKind::Smooth, "0,0", &[("radius_m", "300")])]), true);
    let (after, after_m) = rough(&recipe);
    assert!(after < 0.5 * before, "{after} and {before}");
    assert!((after_m - before_m).abs() < 60.0);
}

#[test]
fn a_lake_has_a_bed_and_a_closed_rim() {
    let outline = "-200,-150 +400,0 +0,300 -400,0";
    let land = |height_m: &str| {
        let numbers = [("height_m", height_m), ("depth_m", "6"), ("rim_m", "2")];
        let hill = mark(ToolKind::Brush, "0,0", &[("radius_m", "9000"), ("height_m", "40")]);
        alone(numbered(vec![hill, mark(ToolKind::Lake, outline, &numbers)]))
    };
    let ground_m = 40.0;
    // Below the ground, the basin is cut.
    let cut = land("-10").height_m([0.0, 0.0], 1.0);
    assert!((cut - (ground_m - 10.0 - 6.0)).abs() < 0.2, "{cut} m");
    // Above the ground, a dam holds the water, and the bed is the ground.
    let dammed = land("20");
    assert_eq!(dammed.height_m([0.0, 0.0], 1.0), ground_m);
    for i in 0..40 {
        let x = -200.0 + 10.0 * f64::from(i);
        let rim_m = (-60..60).map(|z| dammed.height_m([x, -150.0 + f64::from(z)], 1.0));
        assert!(rim_m.fold(f64::MIN, f64::max) >= ground_m + 20.0 + 1.0, "at {x}");
    }
}
