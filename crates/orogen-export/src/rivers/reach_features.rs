//! Reaches with their properties.

use std::collections::HashSet;

use super::clip::{ClippedCourse, clip_course, distance_m};
use super::rounding::{millionths, thousandths};
use crate::area::Area;
use orogen_terrain::rivers::{Cell, CoursePoint, Reach, ReachEnd, ReachStart};

/// A reach, or the part of it inside an area. The unit of a property is in its name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ReachFeature {
    /// Unique in the file. A whole reach has the same id in every area.
    pub id: String,
    /// Strahler's order.
    pub order: u32,
    /// spring, confluence, lake or edge.
    pub begins_at: &'static str,
    /// confluence, lake, sea, edge, or dry where the catchment becomes too small.
    pub ends_at: &'static str,
    /// The id of the reach or the lake that the water runs to.
    pub downstream: Option<String>,
    /// Means over the length.
    pub width_m: f64,
    pub discharge_m3_s: f64,
    /// At the lower end.
    pub catchment_km2: f64,
    /// At the upper and at the lower end.
    pub level_from_m: f64,
    pub level_to_m: f64,
    pub length_m: f64,
    /// The fall per metre of length.
    pub slope: f64,
    /// The share of the length that is a gully too steep to hold water.
    pub dry_share: f64,
    /// Metres east and south of the origin, and the level.
    pub points_m: Vec<[f64; 3]>,
}

/// The id of the reach of a cell.
pub(super) fn reach_id([x, z]: Cell) -> String {
    format!("reach_{x}_{z}")
}

/// The id of the lake in a cell.
pub(super) fn lake_id([x, z]: Cell) -> String {
    format!("lake_{x}_{z}")
}

/// Returns the parts of a reach inside an area, from upstream. `courses` are the pieces of the
/// reach.
pub(super) fn features(courses: &[Reach], area: Area) -> Vec<ReachFeature> {
    let parts = courses.iter().flat_map(|reach| {
        clip_course(&reach.points, area).into_iter().map(move |part| (reach, part))
    });
    let parts = parts.enumerate();
    parts.map(|(index, (reach, part))| feature(reach, area, index, &part)).collect()
}

fn feature(reach: &Reach, area: Area, index: usize, part: &ClippedCourse) -> ReachFeature {
    let begins_at = match reach.start {
        _ if part.enters => EDGE,
        ReachStart::Spring => "spring",
        ReachStart::Confluence => "confluence",
        ReachStart::Lake => "lake",
        ReachStart::Cut => EDGE,
    };
    let (ends_at, downstream) = match reach.end {
        _ if part.leaves => (EDGE, None),
        ReachEnd::Confluence(cell) => ("confluence", Some(reach_id(cell))),
        ReachEnd::Lake(cell) => ("lake", Some(lake_id(cell))),
        ReachEnd::FixedLake => ("lake", None),
        ReachEnd::Sea => ("sea", None),
        ReachEnd::Dry => ("dry", None),
        ReachEnd::Cut => (EDGE, None),
    };
    let points = &part.points;
    let (first, last) = (points[0], points[points.len() - 1]);
    let pairs = || points.windows(2).map(|pair| (&pair[0], &pair[1]));
    let length_m: f64 = pairs().map(|(from, to)| distance_m(from, to)).sum();
    let mean = |value: fn(&CoursePoint) -> f64| {
        let parts =
            pairs().map(|(from, to)| 0.5 * (value(from) + value(to)) * distance_m(from, to));
        parts.sum::<f64>() / length_m
    };
    // An empty sum would be −0.
    let dry = pairs().filter(|(from, _)| !from.is_wet).map(|(from, to)| distance_m(from, to));
    let dry_m = dry.fold(0.0, |sum, m| sum + m);
    let [level_from_m, level_to_m] = [first, last].map(|point| thousandths(point.level_m));
    let id = reach_id(reach.cell);
    ReachFeature {
        id: if index == 0 { id } else { format!("{id}_part{}", index + 1) },
        order: reach.order,
        begins_at,
        ends_at,
        downstream,
        width_m: thousandths(mean(|point| point.width_m)),
        discharge_m3_s: thousandths(mean(|point| point.discharge_m3_s)),
        catchment_km2: thousandths(last.catchment_km2),
        level_from_m,
        level_to_m,
        length_m: thousandths(length_m),
        slope: millionths((first.level_m - last.level_m) / length_m),
        dry_share: thousandths(dry_m / length_m),
        points_m: round_points(points, area),
    }
}

const EDGE: &str = "edge";

/// Rounds the places and levels of points to millimetres, and keeps them inside the area.
fn round_points(points: &[CoursePoint], area: Area) -> Vec<[f64; 3]> {
    let low_m = area.corner_m();
    let mut rounded: Vec<_> = points
        .iter()
        .map(|point| {
            let [x, z] = [0, 1].map(|axis| {
                thousandths(point.place_m[axis]).clamp(low_m[axis], low_m[axis] + area.side_m)
            });
            [x, z, thousandths(point.level_m)]
        })
        .collect();
    rounded.dedup();
    rounded
}

impl ReachFeature {
    /// Removes the link to the feature downstream if `ids` does not contain it. A reach that ends
    /// at a confluence then ends at the edge. (The lake at an end may be too small for an outline.)
    pub fn remove_broken_link(&mut self, ids: &HashSet<String>) {
        if self.downstream.as_ref().is_some_and(|id| !ids.contains(id)) {
            self.downstream = None;
            if self.ends_at == "confluence" {
                self.ends_at = EDGE;
            }
        }
    }

    /// Returns true if most of the reach is a gully without water.
    pub fn is_dry(&self) -> bool {
        self.dry_share > 0.5
    }
}
