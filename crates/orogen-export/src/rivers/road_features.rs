//! Roads with their properties.

use super::clip::clip_line;
use super::rounding::{millionths, thousandths};
use crate::area::Area;
use orogen_terrain::choices::RoadSurface;
use orogen_terrain::land::Land;
use orogen_terrain::layer::Layer;
use orogen_terrain::marks::{MarkAddress, Tool};
use orogen_terrain::recipe::Recipe;
use orogen_terrain::roads::Road;

/// A road, or the part of it inside an area. The unit of a property is in its name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RoadFeature {
    /// Unique in the file.
    pub id: String,
    /// The ids of its layer and its mark.
    pub address: MarkAddress,
    /// gravel, asphalt or track.
    pub surface: &'static str,
    pub width_m: f64,
    /// The steepest slope that the mark allows.
    pub grade: f64,
    /// The steepest slope between two points of the line.
    pub steepest: f64,
    pub length_m: f64,
    /// Metres east and south of the origin, and the height of the ground.
    pub points_m: Vec<[f64; 3]>,
}

/// Returns true if a recipe has a road with a surface.
pub(super) fn has_roads(recipe: &Recipe) -> bool {
    let mut marks = recipe.layers.iter().flat_map(Layer::marks);
    marks.any(|mark| {
        let is_road = matches!(&mark.tool, Tool::Road(road) if road.surface != RoadSurface::None);
        is_road && mark.has_effect()
    })
}

/// The roads of a land inside an area.
pub(super) fn features(land: &Land, area: Area) -> Vec<RoadFeature> {
    let low_m = area.corner_m();
    let area_m = [low_m, low_m.map(|m| m + area.side_m)];
    let mut features: Vec<RoadFeature> = vec![];
    for road in land.roads(area_m) {
        let points = road.line.points.iter().zip(&road.heights_m);
        let points: Vec<[f64; 3]> = points
            .map(|(point, height_m)| [point.place_m[0], point.place_m[1], *height_m])
            .collect();
        for points_m in clip_line(&points, area_m) {
            let address = road.line.address;
            let previous_parts =
                features.iter().filter(|feature| feature.address == address).count();
            features.push(feature(&road, points_m, previous_parts));
        }
    }
    features
}

fn feature(road: &Road, points_m: Vec<[f64; 3]>, previous_parts: usize) -> RoadFeature {
    let MarkAddress { layer, mark } = road.line.address;
    let id = format!("road_{layer}_{mark}");
    let (mut length_m, mut steepest) = (0.0, 0.0f64);
    for pair in points_m.windows(2) {
        let [x, z, rise_m] = [0, 1, 2].map(|i| pair[1][i] - pair[0][i]);
        let step_m = (x * x + z * z).sqrt();
        length_m += step_m;
        // Rounding to millimetres would make short steps steep.
        if step_m > SHORTEST_STEP_M {
            steepest = steepest.max(rise_m.abs() / step_m);
        }
    }
    RoadFeature {
        id: if previous_parts == 0 { id } else { format!("{id}_part{}", previous_parts + 1) },
        address: road.line.address,
        surface: road.line.surface.name(),
        width_m: thousandths(road.line.width_m),
        grade: millionths(road.line.grade),
        steepest: millionths(steepest),
        length_m: thousandths(length_m),
        points_m,
    }
}

/// Steps shorter than this, in metres, do not count for `steepest`.
const SHORTEST_STEP_M: f64 = 0.1;
