//! Drawn rivers and lakes with their properties.

use super::clip::clip_line;
use super::lake_features::{LakeFeature, lake_of_grid, sample_positions_m, sample_spacing_m};
use super::rounding::{millionths, thousandths};
use crate::area::Area;
use orogen_terrain::land::Land;
use orogen_terrain::layer::Layer;
use orogen_terrain::marks::{DrawnLake, DrawnRiver, MarkAddress};
use orogen_terrain::recipe::Recipe;

/// A drawn river, or the part of it inside an area. The unit of a property is in its name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DrawnRiverFeature {
    /// Unique in the file.
    pub id: String,
    /// The ids of its layer and its mark.
    pub address: MarkAddress,
    pub width_m: f64,
    /// At the upper and at the lower end.
    pub level_from_m: f64,
    pub level_to_m: f64,
    pub length_m: f64,
    /// The fall per metre of length.
    pub slope: f64,
    /// Metres east and south of the origin, and the level.
    pub points_m: Vec<[f64; 3]>,
}

/// Returns true if a recipe has a drawn river or lake.
pub(super) fn has_drawn_water(recipe: &Recipe) -> bool {
    let mut marks = recipe.layers.iter().flat_map(Layer::marks);
    marks.any(|mark| mark.has_water())
}

/// The drawn rivers of a land inside an area.
pub(super) fn rivers(land: &Land, area: Area) -> Vec<DrawnRiverFeature> {
    let area_m = corners_m(area);
    let mut features: Vec<DrawnRiverFeature> = vec![];
    for river in land.drawn_rivers(area_m) {
        let points = river.points.iter();
        let points: Vec<[f64; 3]> =
            points.map(|p| [p.place_m[0], p.place_m[1], p.level_m]).collect();
        for points_m in clip_line(&points, area_m) {
            let parts = features.iter().filter(|feature| feature.address == river.address);
            let previous_parts = parts.count();
            features.push(river_feature(&river, points_m, previous_parts));
        }
    }
    features
}

fn corners_m(area: Area) -> [[f64; 2]; 2] {
    let low_m = area.corner_m();
    [low_m, low_m.map(|m| m + area.side_m)]
}

fn river_feature(
    river: &DrawnRiver,
    points_m: Vec<[f64; 3]>,
    previous_parts: usize,
) -> DrawnRiverFeature {
    let MarkAddress { layer, mark } = river.address;
    let id = format!("drawn_river_{layer}_{mark}");
    let steps = points_m.windows(2).map(|pair| {
        let [x, z] = [0, 1].map(|axis| pair[1][axis] - pair[0][axis]);
        (x * x + z * z).sqrt()
    });
    let length_m: f64 = steps.sum();
    let [level_from_m, level_to_m] = [points_m[0], points_m[points_m.len() - 1]].map(|p| p[2]);
    DrawnRiverFeature {
        id: if previous_parts == 0 { id } else { format!("{id}_part{}", previous_parts + 1) },
        address: river.address,
        width_m: thousandths(river.points[0].width_m),
        level_from_m,
        level_to_m,
        length_m: thousandths(length_m),
        slope: millionths((level_from_m - level_to_m) / length_m.max(0.001)),
        points_m,
    }
}

/// The water of the drawn lakes of a land inside an area.
pub(super) fn lakes(land: &Land, area: Area) -> Vec<LakeFeature> {
    let lakes = land.drawn_lakes(corners_m(area));
    lakes.iter().filter_map(|lake| lake_feature(lake, land, area)).collect()
}

fn lake_feature(lake: &DrawnLake<'_>, land: &Land, area: Area) -> Option<LakeFeature> {
    let [low_m, high_m] = lake.around_m();
    let radius_m = (0..2).map(|axis| 0.5 * (high_m[axis] - low_m[axis])).fold(0.0, f64::max);
    let [columns_m, rows_m] = [0, 1].map(|axis| {
        let [from_m, to_m] = [corners_m(area)[0][axis], corners_m(area)[1][axis]];
        sample_positions_m(
            [low_m[axis].max(from_m), high_m[axis].min(to_m)],
            sample_spacing_m(radius_m),
        )
    });
    if columns_m.len() < 2 || rows_m.len() < 2 {
        return None;
    }
    let heights_m = land.fill_at([&columns_m, &rows_m], land.spacing_m());
    let places_m = rows_m.iter().flat_map(|z| columns_m.iter().map(|x| [*x, *z]));
    let samples = places_m.zip(&heights_m);
    let values: Vec<f64> =
        samples.map(|(place_m, bed_m)| lake.inside_m(place_m, f64::from(*bed_m))).collect();
    let MarkAddress { layer, mark } = lake.address;
    let id = format!("drawn_lake_{layer}_{mark}");
    let feature = lake_of_grid((&columns_m, &rows_m, &values), lake.level_m, id)?;
    Some(LakeFeature { address: Some(lake.address), ..feature })
}
