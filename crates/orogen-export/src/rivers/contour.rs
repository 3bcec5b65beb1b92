//! Outlines of regions on a grid, by marching squares (Lorensen and Cline 1987, in two dimensions).

use std::collections::BTreeMap;

/// A closed line. Its last point does not repeat the first.
pub(super) type Ring = Vec<[f64; 2]>;

/// A region: its outer ring, then its holes.
pub(super) type Polygon = Vec<Ring>;

/// Values on a grid: columns from west to east, rows from north to south.
pub(super) struct ContourGrid<'a> {
    pub columns_m: &'a [f64],
    pub rows_m: &'a [f64],
    /// Row by row; the region has values of at least 0.
    pub values: &'a [f64],
}

/// An edge between two samples: column and row of the western or northern sample, and true if the
/// other sample lies south.
type Edge = (usize, usize, bool);

impl ContourGrid<'_> {
    /// Returns the value of a sample. Columns and rows count from 1. Samples beyond the grid lie
    /// outside the region.
    fn value(&self, column: usize, row: usize) -> f64 {
        let (width, height) = (self.columns_m.len(), self.rows_m.len());
        let is_inside = (1..=width).contains(&column) && (1..=height).contains(&row);
        if is_inside { self.values[(row - 1) * width + column - 1] } else { f64::NEG_INFINITY }
    }

    fn place_m(&self, column: usize, row: usize) -> [f64; 2] {
        let coordinate_m = |line: &[f64], index: usize| line[index.max(1).min(line.len()) - 1];
        [coordinate_m(self.columns_m, column), coordinate_m(self.rows_m, row)]
    }

    /// Returns the point on an edge where the region ends.
    fn crossing_m(&self, (column, row, is_south): Edge) -> [f64; 2] {
        let (next_column, next_row) = if is_south { (column, row + 1) } else { (column + 1, row) };
        let [a, b] = [self.value(column, row), self.value(next_column, next_row)];
        let [from, to] = [self.place_m(column, row), self.place_m(next_column, next_row)];
        // A sample beyond the grid is infinitely low, so the region ends at its neighbour.
        let t = if a.is_infinite() { 1.0 } else { a / (a - b) };
        [0, 1].map(|axis| from[axis] + t * (to[axis] - from[axis]))
    }

    /// Returns the segments of the outlines, from edge to edge, with the region on the left.
    fn segments(&self) -> BTreeMap<Edge, Edge> {
        let mut segments = BTreeMap::new();
        for row in 0..=self.rows_m.len() {
            for column in 0..=self.columns_m.len() {
                let corners = [[0, 0], [1, 0], [1, 1], [0, 1]]
                    .map(|[x, z]| self.value(column + x, row + z) >= 0.0);
                let edges = [
                    (column, row, false),
                    (column + 1, row, true),
                    (column, row + 1, false),
                    (column, row, true),
                ];
                for entry in 0..4 {
                    let (before, after) = (corners[entry], corners[(entry + 1) % 4]);
                    if before || !after {
                        continue;
                    }
                    // The outline passes the corners inside, up to the next corner outside.
                    let exit =
                        (1..4).map(|steps| (entry + steps) % 4).find(|i| !corners[(i + 1) % 4]);
                    if let Some(exit) = exit {
                        segments.insert(edges[entry], edges[exit]);
                    }
                }
            }
        }
        segments
    }

    /// Returns the outlines of the region. Outer rings run anticlockwise with north up, holes
    /// clockwise.
    fn rings(&self) -> Vec<Ring> {
        let mut segments = self.segments();
        let mut rings = vec![];
        while let Some((first, mut next)) = segments.pop_first() {
            let mut ring = vec![self.crossing_m(first)];
            while next != first {
                ring.push(self.crossing_m(next));
                let Some(after) = segments.remove(&next) else { break };
                next = after;
            }
            let ring = remove_straight_points(ring);
            if ring.len() >= 3 && area_m2(&ring) != 0.0 {
                rings.push(ring);
            }
        }
        rings
    }

    /// The polygons of the region, the largest first.
    pub fn polygons(&self) -> Vec<Polygon> {
        let (mut outer, holes): (Vec<_>, Vec<_>) =
            self.rings().into_iter().partition(|ring| area_m2(ring) > 0.0);
        outer.sort_by(|a, b| area_m2(b).total_cmp(&area_m2(a)));
        let mut polygons: Vec<Polygon> = outer.into_iter().map(|ring| vec![ring]).collect();
        for hole in holes {
            // A hole belongs to the smallest ring around it.
            let owner = polygons.iter_mut().rev().find(|polygon| contains(&polygon[0], hole[0]));
            if let Some(polygon) = owner {
                polygon.push(hole);
            }
        }
        polygons
    }
}

/// Returns the area of a ring. It is positive if the ring runs anticlockwise with north up.
pub(super) fn area_m2(ring: &[[f64; 2]]) -> f64 {
    let [x0, z0] = ring[0];
    let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
    // z points south, which reverses the sign.
    -0.5 * pairs.map(|(a, b)| (a[0] - x0) * (b[1] - z0) - (b[0] - x0) * (a[1] - z0)).sum::<f64>()
}

/// Returns true if a place lies in a ring.
fn contains(ring: &[[f64; 2]], [x, z]: [f64; 2]) -> bool {
    let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
    let crossed = pairs.filter(|(a, b)| {
        (a[1] > z) != (b[1] > z) && x < (b[0] - a[0]) * (z - a[1]) / (b[1] - a[1]) + a[0]
    });
    crossed.count() % 2 == 1
}

/// Removes points that repeat their neighbour or lie on the line between their neighbours.
fn remove_straight_points(mut ring: Ring) -> Ring {
    ring.dedup();
    while ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    let count = ring.len();
    let is_corner = |i: usize| {
        let [a, b, c] = [ring[(i + count - 1) % count], ring[i], ring[(i + 1) % count]];
        let cross = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]);
        cross.abs() > 1e-9
    };
    (0..count).filter(|i| is_corner(*i)).map(|i| ring[i]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygons(side: usize, value: impl Fn([f64; 2]) -> f64) -> Vec<Polygon> {
        let line: Vec<f64> = (0..side).map(|i| i as f64).collect();
        let values: Vec<f64> =
            line.iter().flat_map(|z| line.iter().map(|x| value([*x, *z]))).collect();
        ContourGrid { columns_m: &line, rows_m: &line, values: &values }.polygons()
    }

    fn distance(x: f64, z: f64) -> f64 {
        (x * x + z * z).sqrt()
    }

    #[test]
    fn a_ring_of_water_is_a_polygon_with_a_hole() {
        let found = polygons(64, |[x, z]| 8.0 - (distance(x - 30.0, z - 31.0) - 17.0).abs());
        assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [2]);
        let [outer, hole] = [0, 1].map(|i| area_m2(&found[0][i]) / std::f64::consts::PI);
        assert!((outer - 625.0).abs() < 6.0 && (hole + 81.0).abs() < 3.0, "{outer} {hole}");
    }

    #[test]
    fn a_region_is_closed_along_the_border_of_the_grid() {
        let found = polygons(11, |[x, _]| x - 4.0);
        assert_eq!(found.len(), 1);
        let mut corners = found[0][0].clone();
        corners.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
        assert_eq!(corners, [[4.0, 0.0], [4.0, 10.0], [10.0, 0.0], [10.0, 10.0]]);
        assert_eq!(area_m2(&found[0][0]), 60.0);
    }

    #[test]
    fn corners_that_touch_are_two_regions() {
        let found = polygons(2, |[x, z]| if x == z { 1.0 } else { -1.0 });
        assert_eq!(found.len(), 2);
        assert!(polygons(5, |_| -1.0).is_empty());
    }
}
