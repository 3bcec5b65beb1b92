//! Tests that the figures of rivers show the network's own numbers, on any land and anywhere.

use super::near::RiverLand;
use super::profile::{NodeCourse, PROFILE};
use super::sinks::SINKS;
use super::valley::VALLEY;
use super::{ROWS, nodes, nodes::NODES, orders, orders::FLOW, sink_way, valley_cut};
use crate::figure::{Drawing, Shape};
use crate::{Context, FigureRow, State};
use orogen_terrain::Scene;
use orogen_terrain::preset::{PRESETS, Preset};
use orogen_terrain::rivers::{Block, Downstream};

pub(super) fn preset(name: &str) -> Scene {
    Preset::find(name).expect("a preset").scene().expect("a scene")
}

/// A point p, in cells of the first octave, at a place in metres.
pub(super) fn point_at(scene: &Scene, place_m: [f64; 2]) -> [f64; 2] {
    place_m.map(|m| m * scene.recipe.base().frequency_per_m())
}

/// Places around the middle of the land, by their number.
pub(super) fn place_m(index: u32) -> [f64; 2] {
    [f64::from(index) * 2711.0 - 9000.0, f64::from(index * index % 13) * 1777.0 - 9500.0]
}

pub(super) fn drawn(
    scene: &Scene,
    row: &'static FigureRow,
    step: usize,
    place_m: [f64; 2],
) -> Drawing {
    let point = point_at(scene, place_m);
    let state = State { step, point, ..State::of(row) };
    Context::new(scene, &state, row).unwrap().draw()
}

/// Runs a check at `count` places of each land with rivers.
fn check_places(count: u32, check: impl Fn(&Context, &RiverLand)) {
    for name in ["brooks", "glen", "river-country", "alpine-valley", "lake-land"] {
        let scene = preset(name);
        for index in 0..count {
            let state = State { point: point_at(&scene, place_m(index)), ..State::default() };
            let c = Context::new(&scene, &state, &FLOW).unwrap();
            check(&c, &RiverLand::of(&c).unwrap());
        }
    }
}

/// Fails if a shape leaves the picture, or a number is not finite.
fn check_picture(what: &str, d: &Drawing) {
    let is_inside = |at: &[f64; 2]| (0..2).all(|i| (-0.01..=d.size[i] + 0.01).contains(&at[i]));
    assert!(!d.caption.is_empty() && d.numbers().all(|n| n.value.is_finite()), "{what}");
    assert!(d.handles.iter().all(|handle| is_inside(&handle.at)), "{what}");
    for item in &d.items {
        let is_shape_inside = match &item.shape {
            Shape::Line { points, .. } | Shape::Polygon { points } => points.iter().all(is_inside),
            Shape::Band { upper, lower } => upper.iter().chain(lower).all(is_inside),
            Shape::Arrow { from, to, .. } => is_inside(from) && is_inside(to),
            Shape::Disc { centre, .. } => is_inside(centre),
            Shape::Raster { at, .. } | Shape::Text { at, .. } => is_inside(at),
        };
        assert!(is_shape_inside, "{what}: {item:?}");
    }
}

#[test]
fn every_figure_draws_every_preset_with_rivers_or_without() {
    for preset in PRESETS {
        let scene = preset.scene().unwrap();
        for row in ROWS {
            for step in 0..row.steps.len() {
                let d = drawn(&scene, row, step, place_m(step as u32));
                check_picture(&format!("{} of {}, step {step}", row.name, preset.slug), &d);
                let has_note = d.items.iter().any(|item| item.id == "off");
                assert!(!(has_note && scene.recipe.rivers.on), "{} {}", row.name, preset.slug);
            }
        }
    }
}

#[test]
fn lands_whose_rivers_are_off_show_hypothetical_rivers() {
    let mut scene = preset("glen");
    let with_rivers = drawn(&scene, &FLOW, 3, place_m(2));
    scene.recipe.rivers.on = false;
    let without = drawn(&scene, &FLOW, 3, place_m(2));
    assert_eq!(with_rivers.value("width_m"), without.value("width_m"));
    assert!(without.items.iter().any(|item| item.id == "off"));
    for layer in scene.recipe.layers.iter_mut() {
        layer.head.layer.eroded = false;
    }
    for row in ROWS {
        let d = drawn(&scene, row, 0, place_m(2));
        assert!(d.items.len() == 1 && d.caption.contains("layer"), "{}: {}", row.name, d.caption);
    }
}

#[test]
fn the_wide_sea_has_no_river() {
    let mut scene = preset("brooks");
    scene.recipe.world.sea_level_m = 3000.0;
    for row in ROWS {
        for step in 0..row.steps.len() {
            check_picture(row.name, &drawn(&scene, row, step, place_m(1)));
        }
    }
    let d = drawn(&scene, &PROFILE, 2, place_m(1));
    assert!(d.caption.contains("land"), "{}", d.caption);
}

#[test]
fn the_receiver_is_the_neighbour_with_the_highest_score() {
    let counts = std::cell::Cell::new([0; 2]);
    check_places(6, |c, rivers| {
        let (drainage, cell) = (rivers.drainage(), rivers.cell(c));
        let state = State { step: 1, ..c.state.clone() };
        let d = Context::new(c.scene, &state, &NODES).unwrap().draw();
        assert_eq!(d.value("height_m"), Some(drainage.node(cell).height_m));
        if drainage.receiver(cell).next == Downstream::Sea {
            return;
        }
        for candidate in drainage.candidates(cell) {
            let value = |what: &str| d.value(&format!("{what}{}", candidate.to)).unwrap();
            assert_eq!(value("score"), 100.0 * candidate.score);
            assert!((value("slope") * value("chance") - value("score")).abs() < 1e-9);
        }
        // Ways out of sinks and crossings change few receivers.
        for cell in Block::of(cell).cells() {
            let receiver = drainage.receiver(cell);
            let free = receiver.cells_from_sink.is_none() && receiver.next != Downstream::Sea;
            if let (true, Some(best)) = (free, nodes::best_candidate(&drainage.candidates(cell))) {
                let is_same = receiver.next == Downstream::To(best.to);
                counts.set([counts.get()[0] + u32::from(is_same), counts.get()[1] + 1]);
            }
        }
    });
    let [same, all] = counts.get();
    assert!(all > 1000 && same * 100 > all * 98, "{same} of {all}");
}

#[test]
fn numbers_of_a_river_match_the_network() {
    check_places(6, |c, rivers| {
        let drainage = rivers.drainage();
        let Some(cell) = rivers.land_cell(c) else { return };
        let d = Context::new(c.scene, c.state, &FLOW).unwrap().draw();
        let river = drainage.river(cell);
        let wanted = [
            ("nodes", f64::from(drainage.flow(cell).nodes)),
            ("area_km2", drainage.catchment_km2(cell)),
            ("discharge", river.discharge),
            ("width_m", river.width_m),
            ("depth_m", river.depth_m),
            ("order", f64::from(drainage.order(cell))),
            ("level_m", rivers.network().water().level_m(cell)),
        ];
        for (name, value) in wanted {
            assert_eq!(d.value(name), Some(value), "{name}");
        }
        let catchment = orders::catchment(rivers, cell);
        assert_eq!(catchment.len(), drainage.flow(cell).nodes as usize);
    });
}

#[test]
fn the_level_of_a_drawn_course_never_rises() {
    let mut ends = [0; 2];
    for name in ["brooks", "glen", "river-country", "alpine-valley", "lake-land"] {
        let scene = preset(name);
        for index in 0..6 {
            let d = drawn(&scene, &PROFILE, 2, place_m(index));
            if let Some(rises) = d.value("rises") {
                assert_eq!(rises, 0.0);
            }
            let lines = d.items.iter().filter(|item| item.id == "level");
            for line in lines {
                let Shape::Line { points, .. } = &line.shape else { continue };
                assert!(points.windows(2).all(|pair| pair[1][1] >= pair[0][1] - 1e-9), "{name}");
            }
            let state = State { point: point_at(&scene, place_m(index)), ..State::default() };
            let c = Context::new(&scene, &state, &PROFILE).unwrap();
            let rivers = RiverLand::of(&c).unwrap();
            let Some(course) = NodeCourse::of(&rivers, &c) else { continue };
            let last_m = course.levels_m[course.levels_m.len() - 1];
            if course.end == Downstream::Sea {
                assert_eq!(last_m, rivers.settings().sea_level_m);
            }
            ends[usize::from(course.end == Downstream::Sea)] += 1;
        }
    }
    assert!(ends[0] + ends[1] > 15, "{ends:?}");
}

#[test]
fn a_way_out_of_a_hollow_passes_ground_above_its_sink() {
    let found = std::cell::Cell::new(0);
    check_places(6, |c, rivers| {
        let Some(way) = sink_way::find(rivers, rivers.cell(c), 10) else { return };
        let drainage = rivers.drainage();
        let height_m = |cell| drainage.node(cell).height_m;
        let sink_m = height_m(way.sink);
        assert!(drainage.candidates(way.sink).is_empty());
        for cell in &way.cells[way.start..way.end] {
            assert!(height_m(*cell) >= sink_m);
            assert!(drainage.receiver(*cell).level_m <= sink_m);
        }
        let state = State { step: 3, ..c.state.clone() };
        let d = Context::new(c.scene, &state, &SINKS).unwrap().draw();
        assert_eq!(d.value("sink_m"), Some(sink_m));
        if let Some(pass) = way.pass(rivers) {
            assert_eq!(d.value("cut_m"), Some(height_m(way.cells[pass]) - sink_m));
            found.set(found.get() + 1);
        }
        if let Some(lake) = &way.lake {
            assert_eq!(d.value("radius_m"), Some(lake.radius_m));
        }
    });
    assert!(found.get() > 5, "{}", found.get());
}

#[test]
fn the_water_of_a_valley_stands_above_its_bed() {
    let wet = std::cell::Cell::new(0);
    check_places(6, |c, rivers| {
        let Some(cell) = rivers.land_cell(c) else { return };
        let nearest = valley_cut::nearest(rivers, c.position_m(), cell).expect("a course");
        let cut = nearest.cut(rivers, 0.5 * rivers.settings().spacing_m);
        assert!(cut.is_sorted_by(|a, b| a.across_m < b.across_m));
        assert_eq!(cut[cut.len() / 2].across_m, 0.0);
        for point in &cut {
            let limit_m = rivers.land.spacing_m();
            if point.across_m == 0.0 {
                assert_eq!(point.land_m, rivers.land.height_m(nearest.place_m, limit_m));
            }
            assert!(point.water_m.is_none_or(|level_m| level_m > point.land_m));
        }
        wet.set(wet.get() + usize::from(cut.iter().any(|point| point.water_m.is_some())));
        let d = Context::new(c.scene, c.state, &VALLEY).unwrap().draw();
        assert_eq!(d.value("area_km2"), Some(nearest.interpolate(nearest.segment.areas_km2)));
    });
    assert!(wet.get() > 3, "{}", wet.get());
}
