//! Rivers, lakes and roads as GeoJSON.
//!
//! RFC 7946 requires longitudes and latitudes. This land has no place on the globe, so coordinates are
//! metres east and north of the origin, and then the height. The file says that in its description.

use serde::Serialize;
use serde_json::{Value, json};

use super::drawn_features::DrawnRiverFeature;
use super::lake_features::LakeFeature;
use super::reach_features::ReachFeature;
use super::river_map::RiverMap;
use super::road_features::RoadFeature;
use super::rounding::thousandths;
use crate::program::PROGRAM;

/// The start of every GeoJSON of this program. The program's name follows.
pub(crate) const BEGINNING: &str = "{\"type\":\"FeatureCollection\",\"program\":\"";

const DESCRIPTION: &str = "Rivers and lakes of procedural land. Coordinates are metres, not longitude \
    and latitude: [east, north, water level], from the land's origin. Assign a local metric coordinate \
    reference system. Lines run downstream.";

const WITH_ROADS: &str = "Rivers, lakes and roads of procedural land. Coordinates are metres, not \
    longitude and latitude: [east, north, height], from the land's origin. The height is that of the water, \
    or of the road. Assign a local metric coordinate reference system. Lines of rivers run downstream.";

/// The members of the file before its features.
#[derive(Serialize)]
struct GeojsonHead {
    #[serde(rename = "type")]
    kind: &'static str,
    program: &'static str,
    description: &'static str,
    units: Value,
    /// The square of the export.
    area: Value,
}

/// Formats the file. Each feature has its own line.
pub(super) fn text(map: &RiverMap) -> String {
    let [x, z] = map.area.centre_m;
    let head = GeojsonHead {
        kind: "FeatureCollection",
        program: PROGRAM,
        description: if map.roads.is_empty() { DESCRIPTION } else { WITH_ROADS },
        units: json!({ "coordinates": "m", "discharge": "m3/s", "catchment": "km2" }),
        area: json!({ "centre_m": [x, north(z)], "side_m": map.area.side_m }),
    };
    let reaches = map.reaches.iter().map(|reach| reach_json(reach).to_string());
    let drawn = map.drawn_rivers.iter().map(|river| drawn_river_json(river).to_string());
    let lakes = map.lakes.iter().map(|lake| lake_json(lake).to_string());
    let roads = map.roads.iter().map(|road| road_json(road).to_string());
    let features = reaches.chain(drawn).chain(lakes).chain(roads).collect::<Vec<_>>().join(",\n");
    let head = serde_json::to_string(&head).unwrap_or_default();
    let head = head.strip_suffix('}').unwrap_or_default();
    format!("{head},\"features\":[\n{features}\n]}}\n")
}

/// Converts metres south, as in the land, to metres north, as in a file.
fn north(south_m: f64) -> f64 {
    // Adding 0 turns −0 into 0.
    0.0 - south_m
}

fn reach_json(reach: &ReachFeature) -> Value {
    let points = reach.points_m.iter().map(|[x, z, level_m]| json!([x, north(*z), level_m]));
    json!({
        "type": "Feature",
        "id": reach.id,
        "properties": {
            "kind": "river",
            "order": reach.order,
            "width_m": reach.width_m,
            "discharge_m3_s": reach.discharge_m3_s,
            "catchment_km2": reach.catchment_km2,
            "level_from_m": reach.level_from_m,
            "level_to_m": reach.level_to_m,
            "length_m": reach.length_m,
            "slope": reach.slope,
            "dry_share": reach.dry_share,
            "begins_at": reach.begins_at,
            "ends_at": reach.ends_at,
            "downstream": reach.downstream,
        },
        "geometry": { "type": "LineString", "coordinates": points.collect::<Value>() },
    })
}

fn drawn_river_json(river: &DrawnRiverFeature) -> Value {
    let points = river.points_m.iter().map(|[x, z, level_m]| json!([x, north(*z), level_m]));
    json!({
        "type": "Feature",
        "id": river.id,
        "properties": {
            "kind": "river",
            "layer": river.address.layer,
            "mark": river.address.mark,
            "width_m": river.width_m,
            "level_from_m": river.level_from_m,
            "level_to_m": river.level_to_m,
            "length_m": river.length_m,
            "slope": river.slope,
        },
        "geometry": { "type": "LineString", "coordinates": points.collect::<Value>() },
    })
}

fn road_json(road: &RoadFeature) -> Value {
    let points = road.points_m.iter().map(|[x, z, height_m]| json!([x, north(*z), height_m]));
    json!({
        "type": "Feature",
        "id": road.id,
        "properties": {
            "kind": "road",
            "layer": road.address.layer,
            "mark": road.address.mark,
            "surface": road.surface,
            "width_m": road.width_m,
            "grade": road.grade,
            "steepest": road.steepest,
            "length_m": road.length_m,
        },
        "geometry": { "type": "LineString", "coordinates": points.collect::<Value>() },
    })
}

fn lake_json(lake: &LakeFeature) -> Value {
    let ring = |ring: &Vec<[f64; 2]>| {
        // The first point closes the ring.
        let points = ring.iter().chain(ring.first());
        points.map(|[x, z]| json!([thousandths(*x), north(*z), lake.level_m])).collect::<Value>()
    };
    let polygons = lake.polygons.iter().map(|rings| rings.iter().map(ring).collect::<Value>());
    let mut properties = json!({
        "kind": "lake",
        "level_m": lake.level_m,
        "area_km2": lake.area_km2,
        "downstream": lake.downstream,
    });
    if let Some(address) = lake.address {
        properties["layer"] = address.layer.into();
        properties["mark"] = address.mark.into();
    }
    json!({
        "type": "Feature",
        "id": lake.id,
        "properties": properties,
        "geometry": { "type": "MultiPolygon", "coordinates": polygons.collect::<Value>() },
    })
}
