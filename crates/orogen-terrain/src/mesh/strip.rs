//! Strips along lines, cut along the triangles of a grid, so that they lie on its ground without a gap.

use std::ops::Range;

use crate::marks::RoadPoint;

/// A point of a strip on the ground plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StripPoint {
    /// The column and the row of the grid, with fractions.
    pub place: [f64; 2],
    /// The place across the strip: −1 on the left edge, 1 on the right edge.
    pub across: f64,
    /// The way along the line, in metres.
    pub way_m: f64,
}

/// A convex part of a strip in a triangle of the grid.
#[derive(Clone, Copy, Debug)]
pub struct StripPiece<'a> {
    /// The corners, counter-clockwise from above, as in every triangle of the land.
    pub corners: &'a [StripPoint],
    /// The column and row of the cell.
    pub cell: [usize; 2],
    /// True in the south-east triangle of the cell, false in the north-west triangle.
    pub is_south_east: bool,
    /// The index of the step of the line.
    pub step: usize,
}

/// A strip along a line, in the units of a grid.
#[derive(Clone, Debug)]
pub struct Strip {
    quads: Vec<[StripPoint; 4]>,
}

/// The smallest cosine of half the angle of a bend. The corners of sharper bends are cut off.
const MIN_COSINE: f64 = 0.35;

/// Pieces with a smaller area are left out, in squares of cells.
const MIN_AREA: f64 = 1e-9;

impl Strip {
    /// Makes a strip `width_m` wide along a line. The first corner of the grid is `corner_m`, and its
    /// cells are `spacing_m` wide.
    pub fn new(points: &[RoadPoint], width_m: f64, corner_m: [f64; 2], spacing_m: f64) -> Self {
        let place =
            |point: &RoadPoint| [0, 1].map(|i| (point.place_m[i] - corner_m[i]) / spacing_m);
        let places: Vec<[f64; 2]> = points.iter().map(place).collect();
        let half = 0.5 * width_m / spacing_m;
        let directions: Vec<[f64; 2]> = places
            .windows(2)
            .map(|pair| unit([pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]]))
            .collect();
        let edge_offsets: Vec<[f64; 2]> = (0..places.len())
            .map(|index| {
                let before = directions[index.saturating_sub(1)];
                let after = directions[index.min(directions.len() - 1)];
                edge_offset(before, after).map(|c| c * half)
            })
            .collect();
        let quad = |(index, direction): (usize, &[f64; 2])| {
            let edge = |sign: f64| {
                let [from, to] = [index, index + 1]
                    .map(|i| [0, 1].map(|axis| places[i][axis] + sign * edge_offsets[i][axis]));
                let advance = (0..2).map(|i| (to[i] - from[i]) * direction[i]).sum::<f64>();
                // On the inside of a bend that is tight for the strip's width, the edge would run backwards.
                let middle = [0, 1].map(|i| 0.5 * (from[i] + to[i]));
                let ends = if advance > 0.0 { [from, to] } else { [middle; 2] };
                let ways = [points[index].way_m, points[index + 1].way_m];
                [0, 1].map(|i| StripPoint { place: ends[i], across: sign, way_m: ways[i] })
            };
            let [[a, b], [c, d]] = [edge(-1.0), edge(1.0)];
            [a, c, d, b]
        };
        Self { quads: directions.iter().enumerate().map(quad).collect() }
    }

    /// A rectangle around the strip: the lowest and the highest columns and rows of the grid.
    pub fn bounding_box(&self) -> [[f64; 2]; 2] {
        let corners = self.quads.iter().flatten().map(|corner| corner.place);
        corners.fold([[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]], |[low, high], place| {
            [
                [0, 1].map(|axis| low[axis].min(place[axis])),
                [0, 1].map(|axis| high[axis].max(place[axis])),
            ]
        })
    }

    /// Cuts the strip along the triangles of the cells in some columns and rows, and passes each piece
    /// to `put`. Cells are split as in [`super::chunk_indices`].
    pub fn cut(
        &self,
        columns: Range<usize>,
        rows: Range<usize>,
        mut put: impl FnMut(StripPiece<'_>),
    ) {
        let mut cutter = Cutter::default();
        for (step, quad) in self.quads.iter().enumerate() {
            let touched = |axis: usize, cells: &Range<usize>| {
                let coordinates = quad.iter().map(|corner| corner.place[axis]);
                let low = coordinates.clone().fold(f64::INFINITY, f64::min).floor();
                let high = coordinates.fold(f64::NEG_INFINITY, f64::max).ceil();
                // Conversions to whole numbers saturate.
                (low.max(0.0) as usize).max(cells.start)..(high.max(0.0) as usize).min(cells.end)
            };
            for row in touched(1, &rows) {
                let band = cutter.clip_to_band(quad, 1, row);
                for column in touched(0, &columns) {
                    let cell = cutter.clip_to_band(&band, 0, column);
                    let sum = (column + row + 1) as f64;
                    for is_south_east in [false, true] {
                        let piece = cutter
                            .clip_to_half(&cell, is_south_east, |p| p.place[0] + p.place[1] - sum);
                        if let Some(corners) = wind_counter_clockwise(piece) {
                            put(StripPiece {
                                corners: &corners,
                                cell: [column, row],
                                is_south_east,
                                step,
                            });
                        }
                    }
                }
            }
        }
    }
}

fn unit([x, z]: [f64; 2]) -> [f64; 2] {
    let length = (x * x + z * z).sqrt();
    if length > 0.0 { [x / length, z / length] } else { [1.0, 0.0] }
}

/// The vector from a line to its right edge at a bend, for a strip of half width 1.
fn edge_offset(before: [f64; 2], after: [f64; 2]) -> [f64; 2] {
    // To the right of a direction (x, z), with z towards the south, lies (−z, x).
    let right = |[x, z]: [f64; 2]| [-z, x];
    let sum = [before[0] + after[0], before[1] + after[1]];
    let length = (sum[0] * sum[0] + sum[1] * sum[1]).sqrt();
    if length < 1e-6 {
        return right(before);
    }
    let middle = sum.map(|c| c / length);
    let cosine = middle[0] * after[0] + middle[1] * after[1];
    right(middle).map(|c| c / cosine.max(MIN_COSINE))
}

/// Cuts convex polygons by lines (Sutherland and Hodgman 1974).
#[derive(Default)]
struct Cutter {
    distances: Vec<f64>,
}

impl Cutter {
    /// Returns the part of a polygon between two neighbouring lines of the grid.
    fn clip_to_band(
        &mut self,
        polygon: &[StripPoint],
        axis: usize,
        cell: usize,
    ) -> Vec<StripPoint> {
        let (low, high) = (cell as f64, (cell + 1) as f64);
        let mut above = self.clip_to_half(polygon, true, |p| p.place[axis] - low);
        snap(&mut above, axis, low);
        let mut part = self.clip_to_half(&above, false, |p| p.place[axis] - high);
        snap(&mut part, axis, high);
        part
    }

    /// Returns the part of a polygon where `distance` is at least 0, or where it is at most 0.
    fn clip_to_half(
        &mut self,
        polygon: &[StripPoint],
        is_positive: bool,
        distance: impl Fn(&StripPoint) -> f64,
    ) -> Vec<StripPoint> {
        let sign = if is_positive { 1.0 } else { -1.0 };
        self.distances.clear();
        self.distances.extend(polygon.iter().map(|point| sign * distance(point)));
        let mut part = Vec::with_capacity(polygon.len() + 1);
        for index in 0..polygon.len() {
            let next = (index + 1) % polygon.len();
            let [here, there] = [self.distances[index], self.distances[next]];
            if here >= 0.0 {
                part.push(polygon[index]);
            }
            if here * there < 0.0 {
                part.push(interpolate(&polygon[index], &polygon[next], here / (here - there)));
            }
        }
        part
    }
}

/// Moves points that rounding has left next to a line of the grid onto the line.
fn snap(polygon: &mut [StripPoint], axis: usize, line: f64) {
    for point in polygon {
        if (point.place[axis] - line).abs() < 1e-9 {
            point.place[axis] = line;
        }
    }
}

fn interpolate(from: &StripPoint, to: &StripPoint, share: f64) -> StripPoint {
    let mix = |a: f64, b: f64| a + share * (b - a);
    StripPoint {
        place: [0, 1].map(|i| mix(from.place[i], to.place[i])),
        across: mix(from.across, to.across),
        way_m: mix(from.way_m, to.way_m),
    }
}

/// Orders a polygon counter-clockwise from above; `None` if it has hardly any area.
fn wind_counter_clockwise(mut polygon: Vec<StripPoint>) -> Option<Vec<StripPoint>> {
    if polygon.len() < 3 {
        return None;
    }
    let [x, z] = polygon[0].place;
    let edges = polygon.windows(2).map(|pair| {
        let [a, b] = [pair[0].place, pair[1].place];
        (a[0] - x) * (b[1] - z) - (a[1] - z) * (b[0] - x)
    });
    // With x towards the east and z towards the south, the sum is negative for such polygons.
    let twice_area: f64 = edges.sum();
    if twice_area > 0.0 {
        polygon.reverse();
    }
    (twice_area.abs() > MIN_AREA).then_some(polygon)
}
