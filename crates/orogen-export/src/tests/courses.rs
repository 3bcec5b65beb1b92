//! Exported rivers, read back by other readers and compared with the land.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::*;
use crate::job::{JobFile, JobReport};
use crate::rivers::{RiverFormat, RiversError, RiversPlan};
use orogen_terrain::land::Land;
use orogen_terrain::operation::{ListedOperation, Operation, Warp};
use orogen_terrain::preset::Preset;
use orogen_terrain::watercourses::WatercoursesError;

pub(super) fn scene_of(preset: &str) -> Scene {
    Preset::find(preset).unwrap().scene().unwrap()
}

pub(super) fn options(out: PathBuf, place: &str) -> ExportOptions {
    ExportOptions { area: area(place), ..ExportOptions::new(out) }
}

fn run_rivers(scene: &Scene, options: &ExportOptions, format: RiverFormat) -> JobReport {
    let plan = RiversPlan::new(scene, options, format).unwrap();
    plan.run(&Progress::default()).unwrap()
}

/// The features of an exported GeoJSON by their ids.
pub(super) fn features(scene: &Scene, place: &str) -> HashMap<String, Value> {
    let scratch = ScratchFolder::new();
    let options = options(scratch.file("a.geojson"), place);
    let report = run_rivers(scene, &options, RiverFormat::GeoJson);
    let json: Value = serde_json::from_slice(&std::fs::read(&options.out).unwrap()).unwrap();
    assert_eq!(json["type"], "FeatureCollection");
    let all = json["features"].as_array().unwrap();
    let by_id: HashMap<_, _> = all
        .iter()
        .map(|feature| (feature["id"].as_str().unwrap().to_owned(), feature.clone()))
        .collect();
    assert_eq!(by_id.len(), all.len(), "ids are unique");
    let count =
        |kind: &str| all.iter().filter(|feature| feature["properties"]["kind"] == kind).count();
    let JobFile::Rivers { reaches, lakes, .. } = report.files[0] else { panic!("{report:?}") };
    assert_eq!([reaches, lakes], [count("river"), count("lake")]);
    by_id
}

fn is_river(feature: &Value) -> bool {
    feature["properties"]["kind"] == "river"
}

pub(super) fn rivers(features: &HashMap<String, Value>) -> Vec<&Value> {
    let mut rivers: Vec<_> = features.values().filter(|feature| is_river(feature)).collect();
    rivers.sort_by_key(|feature| feature["id"].as_str());
    rivers
}

/// East, north and level of the points of a line.
pub(super) fn line(feature: &Value) -> Vec<[f64; 3]> {
    serde_json::from_value(feature["geometry"]["coordinates"].clone()).unwrap()
}

pub(super) fn number(feature: &Value, property: &str) -> f64 {
    feature["properties"][property].as_f64().unwrap_or_else(|| panic!("{property} of {feature}"))
}

const PLACES: [(&str, &str, f64); 3] = [
    ("brooks", "-450,-800,6000", 3000.0),
    ("glen", "3700,2560,20000", 10000.0),
    ("river-country", "-3850,6500,30000", 15000.0),
];

#[test]
fn reaches_are_a_graph_that_falls_and_ends() {
    for (preset, place, half_m) in PLACES {
        let scene = scene_of(preset);
        let all = features(&scene, place);
        let centre_m = area(place).unwrap().centre_m;
        let mut ends = HashSet::new();
        assert!(rivers(&all).len() > 10, "{preset}: {} reaches", rivers(&all).len());
        for river in rivers(&all) {
            let points = line(river);
            assert!(points.len() >= 2);
            let is_inside = |[x, north, _]: &[f64; 3]| {
                (x - centre_m[0]).abs() <= half_m && (-north - centre_m[1]).abs() <= half_m
            };
            assert!(points.iter().all(is_inside), "{river}");
            assert!(points.is_sorted_by(|a, b| a[2] >= b[2]), "levels rise along {river}");
            assert_eq!(number(river, "level_from_m"), points[0][2]);
            assert_eq!(number(river, "level_to_m"), points[points.len() - 1][2]);
            for property in ["width_m", "discharge_m3_s", "catchment_km2", "length_m"] {
                assert!(number(river, property) > 0.0, "{property} of {river}");
            }
            assert!((0.0..=1.0).contains(&number(river, "dry_share")), "{river}");
            let fall_m = number(river, "level_from_m") - number(river, "level_to_m");
            let slope = fall_m / number(river, "length_m");
            let rounding = 0.003 / number(river, "length_m") + 1e-5;
            assert!((number(river, "slope") - slope).abs() < rounding, "{river}");
            ends.insert(river["properties"]["ends_at"].as_str().unwrap());
        }
        assert!(ends.contains("confluence") && ends.contains("edge"), "{preset}: {ends:?}");
        for start in all.values() {
            let mut feature = start;
            for _ in 0..=all.len() {
                let Some(id) = feature["properties"]["downstream"].as_str() else { break };
                let next = &all[id];
                if is_river(feature) && is_river(next) {
                    assert_eq!(
                        line(feature).last(),
                        line(next).first(),
                        "{feature} does not meet {next}"
                    );
                    assert!(number(feature, "order") <= number(next, "order"), "{feature} {next}");
                }
                feature = next;
            }
            assert_eq!(feature["properties"]["downstream"], Value::Null, "a loop from {start}");
        }
    }
}

#[test]
fn the_order_grows_where_rivers_of_one_order_meet() {
    let all = features(&scene_of("brooks"), "-450,-800,6000");
    let mut meetings: HashMap<&str, Vec<u64>> = HashMap::new();
    let order = |river: &Value| river["properties"]["order"].as_u64().unwrap();
    for river in rivers(&all) {
        if let Some(id) = river["properties"]["downstream"].as_str() {
            meetings.entry(id).or_default().push(order(river));
        }
    }
    let mut grown = 0;
    for river in rivers(&all) {
        match river["properties"]["begins_at"].as_str().unwrap() {
            "spring" => assert_eq!(order(river), 1),
            "confluence" => {
                // An inflow from outside the area is not in the file.
                let Some(inflows) = meetings.get(river["id"].as_str().unwrap()) else { continue };
                let highest = *inflows.iter().max().unwrap();
                let equal = inflows.iter().filter(|order| **order == highest).count();
                assert!(order(river) >= highest + u64::from(equal > 1), "{river} {inflows:?}");
                grown += usize::from(order(river) > highest);
            }
            _ => {}
        }
    }
    assert!(grown > 3, "{grown}");
}

#[test]
fn lines_follow_the_water_of_the_land_and_outlines_its_lakes() {
    let scene = scene_of("brooks");
    let land = Land::new(&scene.recipe).unwrap();
    let water = |x: f64, z: f64| {
        let height_m = land.height_m([x, z], land.spacing_m());
        (height_m, land.water([x, z], land.spacing_m(), height_m))
    };
    let all = features(&scene, "-450,-800,6000");
    let (mut points, mut wet) = (0, 0);
    for river in rivers(&all).iter().filter(|river| number(river, "dry_share") == 0.0) {
        for [x, north, level_m] in line(river) {
            points += 1;
            let (height_m, water) = water(x, -north);
            let is_there = water.is_some_and(|water| {
                water.distance_m <= 0.0 && (water.level_m - level_m).abs() < 1.0
            });
            wet += usize::from(is_there && height_m < level_m);
        }
    }
    assert!(points > 300 && wet * 100 > 97 * points, "{wet} of {points} are in the water");

    let (mut samples, mut equal, mut islands) = (0, 0, 0);
    let wide = features(&scene, "-450,-800,12000");
    for lake in wide.values().filter(|feature| !is_river(feature)) {
        let polygons: Vec<Vec<Vec<[f64; 3]>>> =
            serde_json::from_value(lake["geometry"]["coordinates"].clone()).unwrap();
        for rings in &polygons {
            islands += rings.len() - 1;
            for (index, ring) in rings.iter().enumerate() {
                assert_eq!(ring.first(), ring.last());
                let doubled: f64 =
                    ring.windows(2).map(|p| p[0][0] * p[1][1] - p[1][0] * p[0][1]).sum();
                assert_eq!(doubled > 0.0, index == 0, "outer rings run anticlockwise");
            }
        }
        let level_m = number(lake, "level_m");
        let bound = |pick: fn(f64, f64) -> f64, start: f64, axis: usize| {
            polygons.iter().flatten().flatten().map(|p| p[axis]).fold(start, pick)
        };
        let low = [0, 1].map(|axis| bound(f64::min, f64::INFINITY, axis));
        let high = [0, 1].map(|axis| bound(f64::max, f64::NEG_INFINITY, axis));
        for i in 0..400 {
            let share = [(i % 20) as f64, (i / 20) as f64].map(|i| (i + 0.5) / 20.0);
            let place = [0, 1].map(|axis| low[axis] + share[axis] * (high[axis] - low[axis]));
            let (height_m, water) = water(place[0], -place[1]);
            let is_wet = height_m < level_m
                && water.is_some_and(|water| (water.level_m - level_m).abs() < 0.01);
            let rings = polygons.iter().flatten();
            let crossed = rings.filter(|ring| winds_around(ring, place)).count() % 2 == 1;
            samples += 1;
            equal += usize::from(crossed == is_wet);
        }
    }
    assert!(samples >= 400, "{samples} samples in lakes with {islands} islands");
    assert!(equal * 100 > 95 * samples, "{equal} of {samples}");
}

fn winds_around(ring: &[[f64; 3]], [x, y]: [f64; 2]) -> bool {
    let crossed = ring.windows(2).filter(|pair| {
        let [a, b] = [pair[0], pair[1]];
        (a[1] > y) != (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]
    });
    crossed.count() % 2 == 1
}

#[test]
fn bytes_depend_neither_on_threads_nor_on_earlier_exports() {
    let scratch = ScratchFolder::new();
    let scene = scene_of("brooks");
    let place = "-450,-800,5000";
    let bytes = |format: RiverFormat, threads: usize, earlier_places: &[&str]| {
        // Other lands push the network out of the cache.
        for seed in ["a", "b", "c"] {
            let mut other = scene.clone();
            other.recipe.world.seed = format!("{seed}{threads}{}", earlier_places.len());
            Land::new(&other.recipe).unwrap();
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let out = scratch.file(&format!("a.{}", format.extension()));
        pool.install(|| {
            for place in earlier_places {
                let options = options(out.clone(), place);
                RiversPlan::new(&scene, &options, format)
                    .unwrap()
                    .text(&Progress::default())
                    .unwrap();
            }
            run_rivers(&scene, &options(out.clone(), place), format);
        });
        std::fs::read(&out).unwrap()
    };
    for format in RiverFormat::ALL.iter().map(|row| row.value) {
        let first = bytes(format, 1, &[]);
        assert_eq!(first, bytes(format, 2, &["-1700,450,2500", "800,-2050,2500"]));
        assert_eq!(first, bytes(format, 7, &["800,450,2500"]));
    }
}

#[test]
fn a_whole_reach_is_the_same_in_every_area() {
    let scene = scene_of("brooks");
    let whole = features(&scene, "-450,-800,6000");
    let mut same = 0;
    for place in ["-1950,-2300,3000", "1050,700,3000", "-450,-800,3000"] {
        for (id, part) in features(&scene, place) {
            let is_cut = |feature: &Value| {
                ["begins_at", "ends_at"].iter().any(|end| feature["properties"][end] == "edge")
            };
            if is_river(&part) && !is_cut(&part) {
                let mut expected = whole[&id].clone();
                // A lake may lie outside the smaller area.
                if part["properties"]["downstream"] == Value::Null {
                    expected["properties"]["downstream"] = Value::Null;
                }
                assert_eq!(part, expected);
                same += 1;
            }
        }
    }
    assert!(same > 4, "{same}");
}

#[test]
fn an_svg_has_a_path_with_the_numbers_of_each_reach_and_lake() {
    let scratch = ScratchFolder::new();
    let scene = scene_of("brooks");
    let place = "-450,-800,6000";
    let all = features(&scene, place);
    let options = options(scratch.file("a.svg"), place);
    run_rivers(&scene, &options, RiverFormat::Svg);
    let text = std::fs::read_to_string(&options.out).unwrap();
    let svg = roxmltree::Document::parse(&text).unwrap();
    let root = svg.root_element();
    assert_eq!(root.attribute("viewBox"), Some("0 0 6000 6000"));
    let names: Vec<_> = root
        .children()
        .filter(|node| node.is_element())
        .map(|node| node.tag_name().name())
        .collect();
    assert_eq!(names[..4], ["title", "desc", "style", "rect"]);
    let paths: Vec<_> = root.children().filter(|node| node.has_tag_name("path")).collect();
    assert_eq!(paths.len(), all.len());
    let mut narrow = 0;
    for path in paths {
        let feature = &all[path.attribute("id").unwrap()];
        let properties = feature["properties"].as_object().unwrap();
        for (name, value) in properties.iter().filter(|(name, _)| *name != "kind") {
            let read = path.attribute(&*format!("data-{}", name.replace('_', "-")));
            match value {
                Value::Number(number) => {
                    assert_eq!(read.unwrap().parse::<f64>().unwrap(), number.as_f64().unwrap());
                }
                other => assert_eq!(read, other.as_str(), "{name}"),
            }
        }
        if is_river(feature) {
            let width_m: f64 = path.attribute("stroke-width").unwrap().parse().unwrap();
            assert_eq!(width_m, number(feature, "width_m").max(6.0));
            narrow += usize::from(width_m == 6.0);
            // The north-west corner is the origin, and north is at the top.
            let [x, north, _] = line(feature)[0];
            let start = format!("M{:.1} {:.1}L", x + 3450.0, -north + 3800.0);
            assert!(path.attribute("d").unwrap().starts_with(&start), "{start}");
        }
    }
    assert!(narrow > 0);
}

#[test]
fn an_area_without_rivers_has_a_valid_empty_file_and_a_warning() {
    let scratch = ScratchFolder::new();
    let scene = scene_of("brooks");
    let all = features(&scene, "-450,-800,6000");
    // The place furthest from all rivers.
    let points: Vec<[f64; 3]> = rivers(&all).into_iter().flat_map(line).collect();
    let away_m = |place_m: [f64; 2]| {
        let squared_distance =
            |p: &[f64; 3]| (p[0] - place_m[0]).powi(2) + (-p[1] - place_m[1]).powi(2);
        points.iter().map(squared_distance).fold(f64::INFINITY, f64::min).sqrt()
    };
    let rings: Vec<Vec<[f64; 3]>> = all
        .values()
        .filter(|feature| !is_river(feature))
        .flat_map(|lake| lake["geometry"]["coordinates"].as_array().unwrap().clone())
        .flat_map(|polygon| serde_json::from_value::<Vec<_>>(polygon).unwrap())
        .collect();
    let is_dry = |[x, z]: &[f64; 2]| !rings.iter().any(|ring| winds_around(ring, [*x, -z]));
    let places = (0..900)
        .map(|i| [-1950.0 + 100.0 * f64::from(i % 30), -2300.0 + 100.0 * f64::from(i / 30)]);
    let places = places.filter(is_dry);
    let [x, z] = places.max_by(|a, b| away_m(*a).total_cmp(&away_m(*b))).unwrap();
    assert!(away_m([x, z]) > 100.0);
    for format in RiverFormat::ALL.iter().map(|row| row.value) {
        let out = scratch.file(&format!("a.{}", format.extension()));
        let options = options(out, &format!("{x},{z},60"));
        let report = run_rivers(&scene, &options, format);
        assert!(report.warnings[0].starts_with("no river"), "{:?}", report.warnings);
        let text = std::fs::read_to_string(&options.out).unwrap();
        match format {
            RiverFormat::GeoJson => {
                let json: Value = serde_json::from_str(&text).unwrap();
                assert_eq!(json["features"], serde_json::json!([]));
            }
            RiverFormat::Svg => assert!(!text.contains("<path") && text.ends_with("</svg>\n")),
        }
    }
}

#[test]
fn impossible_exports_of_rivers_are_refused_in_one_line() {
    let scratch = ScratchFolder::new();
    let refused = |scene: &Scene, name: &str, place: &str| {
        let options = options(scratch.file(name), place);
        let error = RiversPlan::new(scene, &options, RiverFormat::GeoJson).err().unwrap();
        assert!(!error.to_string().contains('\n'));
        error
    };
    let brooks = scene_of("brooks");
    let land = |error| ExportError::Rivers(RiversError::Land(error));
    let off = refused(&scene_of("alps"), "a.geojson", "0,0,2000");
    assert_eq!(off, land(WatercoursesError::Off));
    assert!(off.to_string().contains("rivers.on"));
    let mut bare = brooks.clone();
    bare.recipe.layers.iter_mut().for_each(|layer| layer.head.layer.eroded = false);
    let no_ground = refused(&bare, "a.geojson", "0,0,2000");
    assert_eq!(no_ground, land(WatercoursesError::NoGround));
    let mut moved = brooks.clone();
    let warp = Warp { wavelength_m: 900.0, strength: 0.1 };
    moved.recipe.operations.push(ListedOperation::new(1, Operation::Warp(warp)));
    let moved = refused(&moved, "a.geojson", "0,0,2000");
    assert_eq!(moved, land(WatercoursesError::Moved("warp")));
    let large = refused(&brooks, "a.geojson", "0,0,1e6").to_string();
    assert!(large.contains("a side of at most 122880 m"), "{large}");
    RiversPlan::new(&brooks, &options(scratch.file("a"), "0,0,122880"), RiverFormat::Svg).unwrap();
    assert!(refused(&brooks, "a.svg", "0,0,2000").to_string().ends_with("end it in .geojson"));

    let place = options(scratch.file("a.geojson"), "0,0,1000");
    std::fs::write(&place.out, "{\"type\":\"FeatureCollection\",\"features\":[]}").unwrap();
    let plan = RiversPlan::new(&brooks, &place, RiverFormat::GeoJson).unwrap();
    assert!(matches!(plan.run(&Progress::default()), Err(ExportError::Protected(_))));
    std::fs::remove_file(&place.out).unwrap();
    plan.run(&Progress::default()).unwrap();
    plan.run(&Progress::default()).expect("the program may replace its own file");
    let progress = Progress::default();
    progress.cancel();
    assert!(matches!(plan.run(&progress), Err(ExportError::Cancelled { .. })));
}
