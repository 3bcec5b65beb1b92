//! The roads of a land as lines, to draw and to export.

use rayon::prelude::*;

use crate::choices::RoadSurface;
use crate::land::Land;
use crate::marks::{LineDetail, MarkAddress, Road as RoadTool, RoadPoint};
use crate::stack::LayerRoad;

/// A part of the centre line of a road. It follows the curve of its mark on the ground plane.
#[derive(Clone, Debug, PartialEq)]
pub struct RoadLine {
    /// The ids of the layer and of the mark.
    pub address: MarkAddress,
    /// The surface, which is never [`RoadSurface::None`].
    pub surface: RoadSurface,
    /// The width in metres.
    pub width_m: f64,
    /// The steepest slope that the mark allows.
    pub grade: f64,
    /// At least two points, in the order in which the road was drawn.
    pub points: Vec<RoadPoint>,
}

/// A part of a road, with the heights of the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Road {
    /// The line on the ground plane.
    pub line: RoadLine,
    /// The height of the finished land at each point of the line, in metres.
    pub heights_m: Vec<f64>,
}

/// The largest distance between the line of a [`Road`] and its curve on the ground, in metres.
pub const ROAD_TOLERANCE_M: f64 = 0.05;

/// The ground below a road is sampled at steps of a quarter of its width, but within this range.
const SAMPLE_STEPS_M: [f64; 2] = [0.5, 4.0];

/// The smallest step, as a fraction of the longer side of the area.
const MIN_STEP_PER_SIDE: f64 = 1.0 / 16_384.0;

impl Road {
    /// The steepest slope between two neighbouring points.
    pub fn steepest(&self) -> f64 {
        let heights = self.heights_m.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        let ways = self.line.points.windows(2).map(|pair| pair[1].way_m - pair[0].way_m);
        let slopes = heights.zip(ways).filter(|(_, way)| *way > 0.0).map(|(rise, way)| rise / way);
        slopes.fold(0.0, f64::max)
    }
}

impl Land {
    /// The roads near a rectangle, as lines on the ground plane.
    ///
    /// `area_m` has the north-west and the south-east corner of the rectangle. `detail` gives the
    /// detail of a road by its width. A road is left out where its layer is hidden or has a weight
    /// (opacity times masks) below one half, and where an operation moves the places of its layer.
    pub fn road_lines(
        &self,
        area_m: [[f64; 2]; 2],
        detail: impl Fn(f64) -> LineDetail,
    ) -> Vec<RoadLine> {
        let detail = |road: &RoadTool| detail(road.width_m);
        let roads = self.stack().roads(&area_m, self.spacing_m(), detail);
        let lines = roads.into_iter().flat_map(|LayerRoad { layer, road }| {
            let address = MarkAddress { layer, mark: road.id };
            let RoadTool { width_m, grade, surface, .. } = *road.road;
            let line = move |points| RoadLine { address, surface, width_m, grade, points };
            road.parts.into_iter().map(line)
        });
        lines.collect()
    }

    /// The roads near a rectangle, as lines on the ground.
    ///
    /// `area_m` has the north-west and the south-east corner of the rectangle.
    ///
    /// A line stays within [`ROAD_TOLERANCE_M`] of the curve and of the sampled ground. The samples are
    /// a quarter of the road's width apart, from 0.5 m to 4 m, and at least 1/16384 of the rectangle's
    /// longer side. A straight road on even ground has few points. A line may leave the rectangle by
    /// one step. [`Land::road_lines`] tells which roads are left out.
    ///
    /// ```
    /// use orogen_terrain::marks::{Tool, ToolKind};
    /// use orogen_terrain::{Land, Recipe};
    ///
    /// let mut recipe = Recipe::default();
    /// recipe.draw(None, Tool::new(ToolKind::Road), "0,0 +300,0 +200,150".parse()?)?;
    /// let land = Land::new(&recipe)?;
    /// let roads = land.roads([[-1000.0; 2], [1000.0; 2]]);
    /// let place_m = roads[0].line.points[0].place_m;
    /// assert_eq!(roads[0].heights_m[0], land.height_m(place_m, land.spacing_m()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn roads(&self, area_m: [[f64; 2]; 2]) -> Vec<Road> {
        let [low_m, high_m] = area_m;
        let side_m = (high_m[0] - low_m[0]).max(high_m[1] - low_m[1]);
        let lines = self.road_lines(area_m, |width_m| {
            let [min_m, max_m] = SAMPLE_STEPS_M;
            let step_m = (0.25 * width_m).clamp(min_m, max_m).max(MIN_STEP_PER_SIDE * side_m);
            let tolerance_m = 0.5 * ROAD_TOLERANCE_M;
            LineDetail { tolerance_m, shortest_m: 0.0, longest_m: step_m, margin_m: 0.0 }
        });
        lines.into_iter().map(|line| self.on_ground(line)).collect()
    }

    /// Adds heights to a line, and removes the points that it does not need.
    fn on_ground(&self, line: RoadLine) -> Road {
        let height_m = |point: &RoadPoint| self.height_m(point.place_m, self.spacing_m());
        let heights_m: Vec<f64> = line.points.par_iter().map(height_m).collect();
        let kept = needed_points(&line.points, &heights_m);
        let points = kept.iter().map(|index| line.points[*index]).collect();
        let heights_m = kept.iter().map(|index| heights_m[*index]).collect();
        Road { line: RoadLine { points, ..line }, heights_m }
    }
}

/// The indices of the points without which a line would deviate by more than half of
/// [`ROAD_TOLERANCE_M`] (Douglas and Peucker 1973). The other half is the curve's own tolerance.
fn needed_points(points: &[RoadPoint], heights_m: &[f64]) -> Vec<usize> {
    let last = points.len() - 1;
    let mut is_needed = vec![false; points.len()];
    (is_needed[0], is_needed[last]) = (true, true);
    let mut pending = vec![[0, last]];
    while let Some([from, to]) = pending.pop() {
        let square_of_distance = |index: usize| {
            let way_m = points[to].way_m - points[from].way_m;
            let fraction = (points[index].way_m - points[from].way_m) / way_m.max(1e-9);
            let square = |[a, here, b]: [f64; 3]| {
                let offset = here - a - fraction * (b - a);
                offset * offset
            };
            let ground = [0, 1].map(|axis| [from, index, to].map(|i| points[i].place_m[axis]));
            square(ground[0]) + square(ground[1]) + square([from, index, to].map(|i| heights_m[i]))
        };
        let farthest = (from + 1..to).map(|index| (square_of_distance(index), index));
        let farthest = farthest.max_by(|a, b| a.0.total_cmp(&b.0));
        let max_square = 0.25 * ROAD_TOLERANCE_M * ROAD_TOLERANCE_M;
        if let Some((_, index)) = farthest.filter(|(square, _)| *square > max_square) {
            is_needed[index] = true;
            pending.extend([[from, index], [index, to]]);
        }
    }
    (0..points.len()).filter(|index| is_needed[*index]).collect()
}
