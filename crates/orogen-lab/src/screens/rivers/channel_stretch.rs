//! A stretch of a river: a place on a course, the course around it, and the near map of both.

use super::channel_course::{Curves, Vertex, natural_m, nearest_mouth, nearest_vertex};
use super::near::RiverLand;
use super::plan::SquareMap;
use crate::screens::prelude::*;
use orogen_terrain::rivers::{CurveKey, RiverSettings};

/// The top left corner and the side of the map in the figure.
pub(super) const MAP: (Place, f64) = ([16.0, 16.0], 406.0);
/// The side of the near maps of steps 2 and 3 and of step 4, in widths that the catchment gives.
const NEAR_WIDTHS: f64 = 20.0;
const MOUTH_WIDTHS: f64 = 32.0;
/// The height of a river above the sea at its mouth, in metres.
const MOUTH_M: f64 = 2.0;
/// The range of that side in metres.
const NEAR_M: [f64; 2] = [100.0, 2000.0];

/// A place on a course with its surroundings.
pub(super) struct Stretch<'a> {
    pub rivers: &'a RiverLand,
    /// The curves with the land's own settings.
    pub curves: Curves<'a>,
    /// The curve that the place lies on.
    key: CurveKey,
    /// The course around the place, and the index of the vertex at the place.
    pub course: Vec<Vertex>,
    pub here: usize,
    /// The near map.
    pub map: SquareMap,
}

impl<'a> Stretch<'a> {
    /// The river nearest to p.
    pub fn near_p(c: &Context, rivers: &'a RiverLand) -> Option<Self> {
        let mut curves = Curves::new(rivers, *rivers.settings());
        let found = curves.nearest_river(c.position_m(), rivers.cell(c))?;
        let width_m = natural_m(rivers, found.interpolate(found.segment.areas_km2));
        let map = near_map(found.place_m, NEAR_WIDTHS * width_m);
        let course = curves.course(found.curve, reaches(map));
        let here = nearest_vertex(&course, found.place_m)?;
        Some(Self { rivers, curves, key: found.curve, course, here, map })
    }

    /// The mouth nearest to p, where the river has nearly the level of the sea.
    pub fn at_mouth(c: &Context, rivers: &'a RiverLand) -> Option<Self> {
        let key = nearest_mouth(rivers, rivers.cell(c))?;
        let mut curves = Curves::new(rivers, *rivers.settings());
        let low_m = rivers.settings().sea_level_m + MOUTH_M;
        let last = curves.course(key, |_| false);
        let shore = last.iter().find(|vertex| vertex.level_m < low_m).or(last.last())?;
        let width_m = natural_m(rivers, shore.area_km2);
        let map = near_map(shore.place_m, MOUTH_WIDTHS * width_m);
        let course = curves.course(key, reaches(map));
        let here = nearest_vertex(&course, shore.place_m)?;
        Some(Self { rivers, curves, key, course, here, map })
    }

    /// The vertex at the place.
    pub fn vertex(&self) -> &Vertex {
        &self.course[self.here]
    }

    /// The course with variety 0 and with that of the recipe, both without bars.
    pub fn varied_courses(&self) -> [Vec<Vertex>; 2] {
        let own = RiverSettings { braids: 0.0, deltas: 0.0, ..*self.rivers.settings() };
        let is_own = own == *self.rivers.settings();
        let course = |settings: RiverSettings| {
            Curves::new(self.rivers, settings).course(self.key, reaches(self.map))
        };
        let varied = if is_own { self.course.clone() } else { course(own) };
        let even = match own.variety {
            0.0 => varied.clone(),
            _ => course(RiverSettings { variety: 0.0, ..own }),
        };
        [even, varied]
    }

    /// The ends of a line across the river at the place, as long as the river with its bars is wide.
    pub fn across_m(&self) -> [[f64; 2]; 2] {
        let [right, vertex] = [sideways(&self.course, self.here), self.vertex().place_m];
        let half_m = 0.5 * self.vertex().width_m;
        [-half_m, half_m].map(|by_m| [0, 1].map(|axis| vertex[axis] + by_m * right[axis]))
    }
}

/// The map of a place.
fn near_map(middle_m: [f64; 2], side_m: f64) -> SquareMap {
    let side_m = side_m.clamp(NEAR_M[0], NEAR_M[1]);
    let corner_m = middle_m.map(|m| m - 0.5 * side_m);
    SquareMap { at: MAP.0, side: MAP.1, corner_m, side_m }
}

/// Tests if a course that ends at a place must go on, so that it leaves the map.
fn reaches(map: SquareMap) -> impl Fn([f64; 2]) -> bool {
    move |place_m| {
        let is_near = |axis: usize| {
            let from_m = (place_m[axis] - map.corner_m[axis]) / map.side_m;
            (-0.25..1.25).contains(&from_m)
        };
        is_near(0) && is_near(1)
    }
}

/// The direction to the right bank at a vertex, of unit length.
pub(super) fn sideways(course: &[Vertex], index: usize) -> [f64; 2] {
    let before = course[index.saturating_sub(1)].place_m;
    let after = course[(index + 1).min(course.len() - 1)].place_m;
    let [x, z] = [0, 1].map(|axis| after[axis] - before[axis]);
    let length_m = x.hypot(z).max(1e-9);
    [-z / length_m, x / length_m]
}

/// The left and the right bank of a course.
pub(super) fn banks(map: &SquareMap, course: &[Vertex]) -> [Vec<Place>; 2] {
    [-0.5, 0.5].map(|side| {
        let bank = |index: usize| {
            let (Vertex { place_m, width_m, .. }, right) = (course[index], sideways(course, index));
            map.place([0, 1].map(|axis| place_m[axis] + side * width_m * right[axis]))
        };
        (0..course.len()).map(bank).collect()
    })
}
