//! Lines of roads.

use super::*;
use crate::marks::profile::profile;
use crate::marks::shape::MarkCurve;
use crate::mask::{Mask, MaskType};
use crate::roads::{ROAD_TOLERANCE_M, Road};

const AROUND_M: [[f64; 2]; 2] = [[-3000.0; 2], [3000.0; 2]];

fn with_road(path: &str, numbers: &[(&str, &str)]) -> Recipe {
    let mut recipe = hills(false);
    add(&mut recipe, numbered(vec![mark(ToolKind::Road, path, numbers)]), false);
    recipe
}

fn roads(recipe: &Recipe) -> Vec<Road> {
    Land::new(recipe).unwrap().roads(AROUND_M)
}

const PATH: &str = "0,0 +200,50 +220,-80 +60,-190 +100,-40";

/// The distance between a place and a line.
fn distance_m(line: &[RoadPoint], place_m: [f64; 2]) -> f64 {
    let of_step = |pair: &[RoadPoint]| {
        let [from, to] = [pair[0].place_m, pair[1].place_m];
        let [along, off] = [to, place_m].map(|p| [p[0] - from[0], p[1] - from[1]]);
        let square = along[0] * along[0] + along[1] * along[1];
        let share = ((along[0] * off[0] + along[1] * off[1]) / square).clamp(0.0, 1.0);
        (off[0] - share * along[0]).hypot(off[1] - share * along[1])
    };
    line.windows(2).map(of_step).fold(f64::INFINITY, f64::min)
}

#[test]
fn lines_follow_curve_and_ground_to_the_tolerance() {
    let recipe = with_road(PATH, &[]);
    let land = Land::new(&recipe).unwrap();
    let shape = MarkCurve::new(&recipe.layers[1].marks()[0]);
    let road = &land.roads(AROUND_M)[0];
    for (point, height_m) in road.line.points.iter().zip(&road.heights_m) {
        assert_eq!(*height_m, land.height_m(point.place_m, land.spacing_m()));
    }
    for (pair, heights) in road.line.points.windows(2).zip(road.heights_m.windows(2)) {
        for share in [0.25, 0.5, 0.75] {
            let mix = |a: f64, b: f64| a + share * (b - a);
            let place_m = [0, 1].map(|i| mix(pair[0].place_m[i], pair[1].place_m[i]));
            let off_m = land.height_m(place_m, land.spacing_m()) - mix(heights[0], heights[1]);
            assert!(off_m.abs() < 2.0 * ROAD_TOLERANCE_M, "{off_m} m at {place_m:?}");
        }
    }
    for span in &shape.spans {
        for t in 0..=16 {
            let place_m = crate::marks::curve::at(span, f64::from(t) / 16.0);
            let off_m = distance_m(&road.line.points, place_m);
            assert!(off_m < ROAD_TOLERANCE_M, "{off_m} m");
        }
    }
    let direct_m = road.line.points.windows(2).map(|pair| {
        let [a, b] = [pair[0].place_m, pair[1].place_m];
        (b[0] - a[0]).hypot(b[1] - a[1])
    });
    let way_m = road.line.points.last().unwrap().way_m;
    assert!((direct_m.sum::<f64>() / way_m - 1.0).abs() < 1e-3);
}

#[test]
fn a_straight_road_on_level_ground_has_two_points_and_a_bend_has_more() {
    let level = |path: &str| {
        let numbers = [("pinned", "on"), ("height_m", "5"), ("reach_m", "4000")];
        let land = alone(numbered(vec![mark(ToolKind::Road, path, &numbers)]));
        land.roads(AROUND_M)[0].line.points.len()
    };
    assert_eq!(level("0,0 +900,0"), 2);
    assert!((6..120).contains(&level("0,0 +300,0 +150,150 +0,300")));
}

#[test]
fn the_profile_of_a_road_keeps_its_grade() {
    for grade in ["0.03", "0.08"] {
        let mark = mark(ToolKind::Road, PATH, &[("grade", grade)]);
        let shape = MarkCurve::new(&mark);
        let land = Land::new(&hills(false)).unwrap();
        let profile = profile(&mark.tool, &shape, |place_m| land.height_m(place_m, 1.0));
        let limit: f64 = grade.parse().unwrap();
        let mut steepest = 0.0f64;
        for (index, span) in shape.spans.iter().enumerate() {
            for t in (0..=20).map(|t| f64::from(t) / 20.0) {
                let [x, z] = crate::marks::curve::slope_at(span, t);
                steepest = steepest.max((profile.at(index, t).1 / x.hypot(z)).abs());
            }
        }
        // A curve is a little shorter than the way from point to point.
        assert!(steepest <= 1.001 * limit, "{steepest} over {limit}");
        assert!(steepest > 0.3 * limit, "the hills are steeper");
    }
}

#[test]
fn hidden_faint_and_moved_layers_have_no_roads() {
    let recipe = with_road(PATH, &[]);
    assert_eq!(roads(&recipe).len(), 1);
    let changed = |change: fn(&mut Recipe)| {
        let mut recipe = recipe.clone();
        change(&mut recipe);
        roads(&recipe).len()
    };
    assert_eq!(changed(|recipe| recipe.layers[1].head.layer.visible = false), 0);
    assert_eq!(changed(|recipe| recipe.layers[1].head.layer.opacity = 0.4), 0);
    assert_eq!(changed(|recipe| recipe.layers[1].head.layer.opacity = 0.6), 1);
    assert_eq!(changed(|recipe| recipe.layers[0].head.layer.solo = true), 0);
    assert_eq!(changed(|recipe| marks_of(recipe, 2).marks_mut()[0].on = false), 0);
    assert_eq!(changed(without_surface), 0);
    let mut without = recipe.clone();
    without_surface(&mut without);
    let heights = [&recipe, &without]
        .map(|recipe| Land::new(recipe).unwrap().height_m([100.0, 30.0], 1.0).to_bits());
    assert_eq!(heights[0], heights[1], "a surface changes no height");
}

fn without_surface(recipe: &mut Recipe) {
    marks_of(recipe, 2).marks_mut()[0].set_text("surface", "none").unwrap();
}

#[test]
fn far_and_long_roads_have_points_in_the_area_alone() {
    let recipe = with_road("1000000000,-1000000000 +200,50 +220,-80", &[]);
    let land = Land::new(&recipe).unwrap();
    let area_m = [[1e9, -1e9 - 500.0], [1e9 + 500.0, -1e9 + 500.0]];
    let road = &land.roads(area_m)[0];
    assert_eq!(road.line.points[0].place_m, [1e9, -1e9]);
    assert!((200.0..600.0).contains(&road.line.points.last().unwrap().way_m));
    let long = with_road("1024m -900000000,0 +1800000000,1", &[]);
    let land = Land::new(&long).unwrap();
    let road = &land.roads(AROUND_M)[0];
    let [first, last] = [0, road.line.points.len() - 1].map(|i| road.line.points[i]);
    assert!((6000.0..6050.0).contains(&(last.way_m - first.way_m)));
    assert!(road.line.points.iter().all(|point| point.place_m[0].abs() < 3050.0));
}

#[test]
fn a_mask_cuts_a_road() {
    let mut recipe = with_road("-2000,0 +4000,10", &[]);
    let whole_m = length_m(&recipe);
    let mask = Mask::new(1, MaskType::HeightBand);
    recipe.layers[1].masks.0.push(mask);
    assert!(length_m(&recipe) < whole_m);
}

fn length_m(recipe: &Recipe) -> f64 {
    let ways = |road: &Road| {
        let points = &road.line.points;
        points[points.len() - 1].way_m - points[0].way_m
    };
    roads(recipe).iter().map(ways).sum()
}
