//! Drawn rivers and lakes in exported files, compared with the water of the land.

use super::*;
use crate::job::JobFile;
use crate::rivers::{RiverFormat, RiversPlan};
use orogen_terrain::land::Land;
use orogen_terrain::marks::{Tool, ToolKind};

/// A lake, and a river that leaves the area of the tests.
fn watered() -> Scene {
    let mut scene = Scene::default();
    scene.recipe.world.sea_level_m = -900.0;
    for (kind, path) in [
        (ToolKind::Lake, "-150,-120 +160,10 +20,130 -150,40"),
        (ToolKind::River, "-60,-60 +150,90 +400,60"),
    ] {
        scene.recipe.draw(None, Tool::new(kind), path.parse().unwrap()).unwrap();
    }
    scene
}

fn text(scene: &Scene, format: RiverFormat) -> String {
    let scratch = ScratchFolder::new();
    let mut options = ExportOptions::new(scratch.file("water").with_extension(format.extension()));
    options.area = area("0,0,512");
    let plan = RiversPlan::new(scene, &options, format).unwrap();
    let report = plan.run(&Progress::default()).unwrap();
    assert_eq!(report.warnings, [""; 0]);
    assert!(matches!(report.files[0], JobFile::Rivers { reaches: 1, lakes: 1, roads: 0, .. }));
    std::fs::read_to_string(&options.out).unwrap()
}

#[test]
fn drawn_water_is_in_geojson_where_the_land_has_it() {
    let scene = watered();
    let file: serde_json::Value =
        serde_json::from_str(&text(&scene, RiverFormat::GeoJson)).unwrap();
    let [river, lake] = &file["features"].as_array().unwrap()[..] else { panic!("two features") };
    assert_eq!((&river["id"], &lake["id"]), (&"drawn_river_2_2".into(), &"drawn_lake_2_1".into()));
    for (feature, mark) in [(river, 2), (lake, 1)] {
        assert_eq!(
            (&feature["properties"]["layer"], &feature["properties"]["mark"]),
            (&2.into(), &mark.into())
        );
    }
    let land = Land::new(&scene.recipe).unwrap();
    let water_m = |[x, z]: [f64; 2]| {
        let water = land.water([x, z], land.spacing_m(), land.height_m([x, z], land.spacing_m()));
        water.filter(|water| water.distance_m < 0.1).map(|water| water.level_m)
    };
    let level_m = lake["properties"]["level_m"].as_f64().unwrap();
    let mut last_m = f64::INFINITY;
    let points = river["geometry"]["coordinates"].as_array().unwrap();
    for point in points {
        let [east, north, height_m] = [0, 1, 2].map(|i| point[i].as_f64().unwrap());
        assert!(east.abs() <= 256.0 && north.abs() <= 256.0 && height_m <= last_m);
        last_m = height_m;
        let found_m = water_m([east, -north]).expect("water along the river");
        // In the lake the higher water counts.
        assert!((found_m - height_m).abs() < 0.01 || (found_m - level_m).abs() < 0.01, "{found_m}");
    }
    assert_eq!(points[points.len() - 1][0], 256.0, "the river is cut at the edge");
    assert_eq!(river["properties"]["level_to_m"].as_f64().unwrap(), last_m);
    let rings = lake["geometry"]["coordinates"][0].as_array().unwrap();
    for point in rings.iter().flat_map(|ring| ring.as_array().unwrap()) {
        let [east, north] = [0, 1].map(|i| point[i].as_f64().unwrap());
        let towards = [0.97 * east + 0.03 * -60.0, -0.97 * north + 0.03 * -60.0];
        assert!(water_m(towards).is_some(), "no water inside the shore at {towards:?}");
    }
    assert!(lake["properties"]["area_km2"].as_f64().unwrap() > 0.01);
}

#[test]
fn drawn_water_is_in_svg() {
    let svg = text(&watered(), RiverFormat::Svg);
    assert_eq!(svg.matches("class=\"river\"").count(), 1);
    assert_eq!(svg.matches("class=\"lake\"").count(), 1);
    assert!(svg.contains("id=\"drawn_river_2_2\""), "{svg}");
}
