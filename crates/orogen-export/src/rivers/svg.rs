//! Rivers, lakes and roads as a map in SVG.
//!
//! A unit of the picture is a metre, north is at the top, and the origin is the north-west corner of
//! the area.

use std::fmt::Write as _;

use super::drawn_features::DrawnRiverFeature;
use super::lake_features::LakeFeature;
use super::reach_features::ReachFeature;
use super::river_map::RiverMap;
use super::road_features::RoadFeature;
use crate::program::PROGRAM;
use orogen_noise::text;

/// The width of the narrowest line, as a fraction of the side of the area. It keeps brooks visible.
const THINNEST: f64 = 1.0 / 1000.0;

/// The width and height at which a viewer first shows the map, in pixels.
const PIXELS: u32 = 1000;

const STYLE: &str = "\
.paper{fill:#f6f4ee}\
.lake{fill:#5b93c7;fill-rule:evenodd}\
.river{fill:none;stroke:#5b93c7;stroke-linecap:round;stroke-linejoin:round}";

const ROAD_STYLE: &str = "\
.road{fill:none;stroke:#8a7f70;stroke-linecap:butt;stroke-linejoin:round}";

/// Formats the file.
pub(super) fn text(map: &RiverMap) -> String {
    let side_m = text::number(map.area.side_m);
    let corner_m = map.area.corner_m();
    let [west_m, south_m] = corner_m.map(text::number);
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side_m} {side_m}\" \
            width=\"{PIXELS}\" height=\"{PIXELS}\" role=\"img\" data-west-m=\"{west_m}\" \
            data-north-edge-south-m=\"{south_m}\">"
    );
    let (reaches, lakes) = (map.reaches.len() + map.drawn_rivers.len(), map.lakes.len());
    let _ = writeln!(svg, "<title>Rivers and lakes</title>");
    let _ = writeln!(
        svg,
        "<desc>{PROGRAM}. Reaches of rivers: {reaches}; lakes: {lakes}; area: {side_m} × {side_m} m. \
            A unit is a metre, and north is at the top.</desc>"
    );
    let road_style = if map.roads.is_empty() { "" } else { ROAD_STYLE };
    let _ = writeln!(svg, "<style>{STYLE}{road_style}</style>");
    let _ = writeln!(svg, "<rect class=\"paper\" width=\"{side_m}\" height=\"{side_m}\"/>");
    // Draw lakes after rivers, so that lakes cover the ends of rivers.
    let thinnest_m = THINNEST * map.area.side_m;
    map.reaches.iter().for_each(|reach| write_reach(&mut svg, reach, corner_m, thinnest_m));
    let drawn = map.drawn_rivers.iter();
    drawn.for_each(|river| write_drawn_river(&mut svg, river, corner_m, thinnest_m));
    map.lakes.iter().for_each(|lake| write_lake(&mut svg, lake, corner_m));
    map.roads.iter().for_each(|road| write_road(&mut svg, road, corner_m, thinnest_m));
    svg.push_str("</svg>\n");
    svg
}

fn write_reach(svg: &mut String, reach: &ReachFeature, corner_m: [f64; 2], thinnest_m: f64) {
    let line = line(reach.points_m.iter().map(|[x, z, _]| [*x, *z]), corner_m);
    let width_m = reach.width_m.max(thinnest_m);
    let _ = write!(
        svg,
        "<path id=\"{}\" class=\"river\" d=\"{line}\" stroke-width=\"{}\"",
        reach.id,
        text::number(width_m)
    );
    if reach.is_dry() {
        // Maps draw a course without water as a broken line.
        let dash_m = text::number(4.0 * width_m);
        let _ = write!(svg, " stroke-dasharray=\"{dash_m} {dash_m}\"");
    }
    let numbers = [
        ("order", f64::from(reach.order)),
        ("width-m", reach.width_m),
        ("discharge-m3-s", reach.discharge_m3_s),
        ("catchment-km2", reach.catchment_km2),
        ("level-from-m", reach.level_from_m),
        ("level-to-m", reach.level_to_m),
        ("length-m", reach.length_m),
        ("slope", reach.slope),
        ("dry-share", reach.dry_share),
    ];
    for (name, number) in numbers {
        let _ = write!(svg, " data-{name}=\"{number}\"");
    }
    let words = [("begins-at", reach.begins_at), ("ends-at", reach.ends_at)];
    let words = words.into_iter().chain(reach.downstream.as_deref().map(|id| ("downstream", id)));
    for (name, word) in words {
        let _ = write!(svg, " data-{name}=\"{word}\"");
    }
    svg.push_str("/>\n");
}

fn write_drawn_river(
    svg: &mut String,
    river: &DrawnRiverFeature,
    corner_m: [f64; 2],
    thinnest_m: f64,
) {
    let line = line(river.points_m.iter().map(|[x, z, _]| [*x, *z]), corner_m);
    let _ = write!(
        svg,
        "<path id=\"{}\" class=\"river\" d=\"{line}\" stroke-width=\"{}\"",
        river.id,
        text::number(river.width_m.max(thinnest_m)),
    );
    let numbers = [
        ("width-m", river.width_m),
        ("level-from-m", river.level_from_m),
        ("level-to-m", river.level_to_m),
        ("length-m", river.length_m),
        ("slope", river.slope),
    ];
    for (name, number) in numbers {
        let _ = write!(svg, " data-{name}=\"{number}\"");
    }
    svg.push_str("/>\n");
}

fn write_lake(svg: &mut String, lake: &LakeFeature, corner_m: [f64; 2]) {
    let rings = lake.polygons.iter().flatten();
    let rings: Vec<_> = rings.map(|ring| line(ring.iter().copied(), corner_m) + "Z").collect();
    let _ = write!(
        svg,
        "<path id=\"{}\" class=\"lake\" d=\"{}\" data-level-m=\"{}\" data-area-km2=\"{}\"",
        lake.id,
        rings.concat(),
        lake.level_m,
        lake.area_km2,
    );
    if let Some(id) = &lake.downstream {
        let _ = write!(svg, " data-downstream=\"{id}\"");
    }
    svg.push_str("/>\n");
}

fn write_road(svg: &mut String, road: &RoadFeature, corner_m: [f64; 2], thinnest_m: f64) {
    let line = line(road.points_m.iter().map(|[x, z, _]| [*x, *z]), corner_m);
    let _ = write!(
        svg,
        "<path id=\"{}\" class=\"road\" d=\"{line}\" stroke-width=\"{}\" data-surface=\"{}\"",
        road.id,
        text::number(road.width_m.max(thinnest_m)),
        road.surface,
    );
    let numbers = [
        ("width-m", road.width_m),
        ("grade", road.grade),
        ("steepest", road.steepest),
        ("length-m", road.length_m),
    ];
    for (name, number) in numbers {
        let _ = write!(svg, " data-{name}=\"{number}\"");
    }
    svg.push_str("/>\n");
}

/// Formats a line with one decimal place, in metres from the north-west corner of the area.
fn line(points_m: impl Iterator<Item = [f64; 2]>, corner_m: [f64; 2]) -> String {
    let mut line = String::new();
    for (index, place_m) in points_m.enumerate() {
        let [x, z] = [0, 1].map(|axis| place_m[axis] - corner_m[axis]);
        let _ = write!(line, "{}{x:.1} {z:.1}", if index == 0 { "M" } else { "L" });
    }
    line
}
