//! Lakes with their outlines.

use super::contour::{ContourGrid, Polygon, area_m2};
use super::reach_features::{lake_id, reach_id};
use super::rounding::{millionths, thousandths};
use crate::area::Area;
use orogen_terrain::land::Land;
use orogen_terrain::marks::MarkAddress;
use orogen_terrain::rivers::{CourseLake, LakeOutlet};
use orogen_terrain::watercourses::Watercourses;

/// The largest distance between the samples of an outline, in radii of the lake's basin. Small lakes
/// have larger distances: see [`sample_spacing_m`].
const SPACING_RADII: f64 = 1.0 / 24.0;

/// The largest distance from the middle of a basin to its outline, in radii.
const OUTLINE_RADII: f64 = 2.0;

/// The largest slope of the lake bed from the outline of the basin inward, in metres per metre. It
/// closes the lake where a river leaves it.
const RIM_SLOPE: f64 = 0.06;

/// A lake, or the part of it inside an area.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LakeFeature {
    /// The id, which is the same in every area.
    pub id: String,
    pub level_m: f64,
    /// The area of its water inside the area of the export.
    pub area_km2: f64,
    /// The id of the reach or the lake that its water runs to.
    pub downstream: Option<String>,
    pub polygons: Vec<Polygon>,
    /// The ids of the layer and the mark of a drawn lake.
    pub address: Option<MarkAddress>,
}

/// Returns the water of a lake inside an area. `None` if there is no water.
///
/// The outline is where the level of the lake meets the ground, within the lake's basin. Between
/// samples it is a straight line.
pub(super) fn feature(
    lake: &CourseLake,
    area: Area,
    land: &Land,
    courses: &Watercourses,
) -> Option<LakeFeature> {
    let basin = &lake.basin;
    let [columns_m, rows_m] = [0, 1].map(|axis| {
        let low_m = area.corner_m()[axis];
        let outline_m = OUTLINE_RADII * basin.radius_m;
        let ends_m = [basin.middle_m[axis] - outline_m, basin.middle_m[axis] + outline_m];
        sample_positions_m(
            [ends_m[0].max(low_m), ends_m[1].min(low_m + area.side_m)],
            sample_spacing_m(basin.radius_m),
        )
    });
    if columns_m.len() < 2 || rows_m.len() < 2 {
        return None;
    }
    let heights_m = land.fill_at([&columns_m, &rows_m], land.spacing_m());
    let places_m: Vec<_> = rows_m.iter().flat_map(|z| columns_m.iter().map(|x| [*x, *z])).collect();
    let distances = courses.basin_distances(basin, &places_m);
    let depths_m = heights_m.iter().zip(distances).map(|(height_m, distance)| {
        let rim_m = (1.0 - distance) * basin.radius_m * RIM_SLOPE;
        rim_m.min(basin.level_m - f64::from(*height_m))
    });
    let mut values: Vec<f64> = depths_m.collect();
    // Masks leave no water where the weight of the rivers is below one half.
    let weights = courses.weights([&columns_m, &rows_m], land.spacing_m());
    for (value, weight) in values.iter_mut().zip(weights.iter().flatten()) {
        *value = value.min((f64::from(*weight) - 0.5) * basin.radius_m * RIM_SLOPE);
    }
    let feature = lake_of_grid((&columns_m, &rows_m, &values), basin.level_m, lake_id(lake.cell))?;
    let downstream = lake.outlet.map(|outlet| match outlet {
        LakeOutlet::Reach(cell) => reach_id(cell),
        LakeOutlet::Lake(cell) => lake_id(cell),
    });
    Some(LakeFeature { downstream, ..feature })
}

/// Returns the lake where the values of a grid are at least 0. `None` if there is no water.
pub(super) fn lake_of_grid(
    (columns_m, rows_m, values): (&[f64], &[f64], &[f64]),
    level_m: f64,
    id: String,
) -> Option<LakeFeature> {
    let polygons = ContourGrid { columns_m, rows_m, values }.polygons();
    let area_m2: f64 = polygons.iter().flatten().map(|ring| area_m2(ring)).sum();
    let polygons = polygons.into_iter().map(|polygon| {
        let rounded = |ring: Vec<[f64; 2]>| ring.into_iter().map(|p| p.map(thousandths)).collect();
        polygon.into_iter().map(rounded).collect()
    });
    let polygons: Vec<Polygon> = polygons.collect();
    (!polygons.is_empty()).then(|| LakeFeature {
        id,
        level_m: thousandths(level_m),
        area_km2: millionths(area_m2 * 1e-6),
        downstream: None,
        polygons,
        address: None,
    })
}

/// Returns the distance between the samples of an outline: a power of two, at least 1 m, so that the
/// samples of all areas coincide.
pub(super) fn sample_spacing_m(radius_m: f64) -> f64 {
    let mut spacing_m = 1.0;
    while 2.0 * spacing_m <= SPACING_RADII * radius_m {
        spacing_m *= 2.0;
    }
    spacing_m
}

/// Returns the multiples of a spacing between two ends, and the ends.
pub(super) fn sample_positions_m([low_m, high_m]: [f64; 2], spacing_m: f64) -> Vec<f64> {
    if low_m >= high_m {
        return vec![];
    }
    let [first, last] =
        [(low_m / spacing_m).floor() as i64 + 1, (high_m / spacing_m).ceil() as i64];
    let between = (first..last).map(|i| i as f64 * spacing_m);
    std::iter::once(low_m).chain(between).chain([high_m]).collect()
}
