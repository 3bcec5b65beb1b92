//! Tests that the figure of a channel shows the land's own courses, bars and mouths.

use super::channel::CHANNEL;
use super::channel_course::{along_m, distance_m};
use super::channel_map::ChannelMap;
use super::channel_stretch::Stretch;
use super::near::RiverLand;
use super::tests::{drawn, place_m, point_at, preset};
use crate::figure::Drawing;
use crate::{Context, State};
use orogen_terrain::Scene;

/// The first `count` places near which a land has a river, or a mouth at step 3.
fn river_places(scene: &Scene, step: usize, count: usize) -> Vec<[f64; 2]> {
    let has_river = |at_m: &[f64; 2]| drawn(scene, &CHANNEL, step, *at_m).items.len() > 1;
    (0..40).map(place_m).filter(has_river).take(count).collect()
}

/// Runs a check at some rivers of a land.
fn check_rivers(scene: &Scene, check: impl Fn(&Context, &Stretch)) {
    let places = river_places(scene, 0, 3);
    assert_eq!(places.len(), 3);
    for at_m in places {
        let state = State { point: point_at(scene, at_m), ..State::default() };
        let c = Context::new(scene, &state, &CHANNEL).unwrap();
        let rivers = RiverLand::of(&c).unwrap();
        check(&c, &Stretch::near_p(&c, &rivers).unwrap());
    }
}

fn count(d: &Drawing, id: &str) -> usize {
    d.items.iter().filter(|item| item.id == id).count()
}

#[test]
fn a_course_runs_downhill_over_the_whole_map_in_small_steps() {
    for name in ["brooks", "glen", "river-country", "washes"] {
        check_rivers(&preset(name), |_, stretch| {
            let course = &stretch.course;
            let pairs = || course.windows(2);
            assert!(pairs().all(|pair| pair[0].level_m >= pair[1].level_m), "{name}");
            let spacing_m = stretch.rivers.settings().spacing_m;
            let longest_m = pairs()
                .map(|pair| distance_m(pair[0].place_m, pair[1].place_m))
                .fold(0.0, f64::max);
            assert!(longest_m < 0.25 * spacing_m, "{name}: {longest_m}");
            let along_m = along_m(course, stretch.here);
            assert_eq!(along_m[stretch.here], 0.0);
            assert!(along_m.is_sorted());
            let middle = stretch.map.place(stretch.vertex().place_m);
            assert!(stretch.map.is_inside(middle), "{name}");
        });
    }
}

#[test]
fn courses_differ_by_variety_alone() {
    for name in ["brooks", "glen"] {
        let mut scene = preset(name);
        check_rivers(&scene, |_, stretch| {
            let [even, varied] = stretch.varied_courses();
            assert!(even != varied, "{name}");
            assert!(even.iter().chain(&varied).all(|vertex| vertex.braided == 0.0));
            // The catchment alone gives the width of a river without variety.
            let natural_m = |area_km2| super::channel_course::natural_m(stretch.rivers, area_km2);
            assert!(even.iter().all(|it| (it.width_m - natural_m(it.area_km2)).abs() < 1e-9));
            let has_swells = varied.iter().any(|it| it.width_m > 1.1 * natural_m(it.area_km2));
            assert!(has_swells, "{name}");
        });
        scene.recipe.rivers.variety = 0.0;
        check_rivers(&scene, |c, stretch| {
            let [even, varied] = stretch.varied_courses();
            assert_eq!(even, varied, "{name}");
            let d = drawn(c.scene, &CHANNEL, 1, c.position_m());
            assert!(count(&d, "note") > 0, "{name}");
        });
    }
}

#[test]
fn braids_and_nothing_else_raise_bars_and_part_the_water() {
    let mut scene = preset("glen");
    // Along the wide river of the valley.
    let places_m: Vec<_> = (0..8).map(|i| [1200.0 + 150.0 * f64::from(i), 3237.0]).collect();
    let numbers = |scene: &Scene| {
        let drawings: Vec<_> =
            places_m.iter().map(|at_m| drawn(scene, &CHANNEL, 2, *at_m)).collect();
        ["bars_percent", "threads", "braided"].map(|name| {
            let values = drawings.iter().map(|d| d.value(name).unwrap());
            values.fold(0.0, f64::max)
        })
    };
    let [bars, threads, braided] = numbers(&scene);
    assert!(bars > 20.0 && threads >= 3.0 && braided > 0.5, "{bars} {threads} {braided}");
    scene.recipe.rivers.braids = 0.0;
    let [bars, threads, braided] = numbers(&scene);
    assert_eq!([bars, braided], [0.0; 2]);
    assert!(threads <= 1.0, "{threads}");
    let d = drawn(&scene, &CHANNEL, 2, places_m[0]);
    assert!(count(&d, "note") > 0 && count(&d, "plain_edge") == 0);
}

#[test]
fn the_map_has_the_water_of_the_land() {
    for name in ["brooks", "glen"] {
        let scene = preset(name);
        check_rivers(&scene, |_, stretch| {
            let (rivers, land) = (stretch.rivers, &stretch.rivers.land);
            let map = ChannelMap::new(rivers, stretch.map, &[]);
            for (sample, is_drawn_wet) in map.are_wet().step_by(97) {
                let (at_m, sample_m) = (map.place_m(sample), map.sample_m());
                let height_m = land.height_m(at_m, sample_m);
                let water = land.water(at_m, sample_m, height_m);
                let level_m = water.map_or(f64::NEG_INFINITY, |water| water.level_m);
                let level_m = level_m.max(rivers.settings().sea_level_m);
                // Single precision rounds heights to a few millimetres.
                let is_near_edge = (level_m - height_m).abs() < 0.02;
                let is_wet = level_m > height_m && water.is_none_or(|it| it.distance_m < sample_m);
                assert!(is_near_edge || is_wet == is_drawn_wet, "{name}: {at_m:?}");
            }
        });
    }
}

#[test]
fn deltas_part_the_river_at_the_mouth_nearest_to_p() {
    let mut scene = preset("river-country");
    let places = river_places(&scene, 3, 4);
    assert_eq!(places.len(), 4);
    for at_m in &places {
        let d = drawn(&scene, &CHANNEL, 3, *at_m);
        assert!(d.value("above_sea_m").unwrap() < 2.0);
        assert!(d.value("braided").unwrap() > 0.9 && d.value("bars_percent").unwrap() > 0.0);
    }
    scene.recipe.rivers.deltas = 0.0;
    for at_m in &places {
        let d = drawn(&scene, &CHANNEL, 3, *at_m);
        assert_eq!(d.value("braided"), Some(0.0));
        assert!(count(&d, "note") > 0);
    }
    scene.recipe.world.sea_level_m = -5000.0;
    let d = drawn(&scene, &CHANNEL, 3, places[0]);
    assert!(d.items.len() == 1 && d.caption.contains("coast"), "{}", d.caption);
}
