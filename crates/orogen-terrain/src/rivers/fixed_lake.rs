//! The cells of a fixed lake, and its shore.

use std::collections::BTreeMap;

use super::cells::Cell;
use super::fixed::{FixedLine, LineFrame};
use super::fixed_course::length_m;

/// Places along a side of a cell at which the outline is tested.
const TESTS: i64 = 8;

/// The steps by which the crossing of a shore is searched.
const STEPS: u32 = 64;

/// The outline of a fixed lake.
pub(super) struct Shore {
    pub frame: LineFrame,
    /// The closed outline, relative to the anchor.
    points: Vec<[f64; 2]>,
    crest_m: f64,
    /// The lowest and the highest coordinates of the water, in metres from the origin.
    pub around_m: [[f64; 2]; 2],
}

/// A fixed lake: its shore, and the cells that it covers at least in part, each with places inside the
/// outline relative to the cell's north-west corner.
pub(super) struct FixedLake {
    pub shore: Shore,
    pub cells: BTreeMap<Cell, Vec<[f64; 2]>>,
}

impl Shore {
    fn new(line: FixedLine, crest_m: f64, spacing_m: f64) -> Self {
        let frame = LineFrame::new(line.anchor_m, spacing_m);
        let [mut low, mut high] = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
        for point in &line.points {
            let place_m = frame.place_m(*point);
            low = [0, 1].map(|axis| low[axis].min(place_m[axis] - crest_m));
            high = [0, 1].map(|axis| high[axis].max(place_m[axis] + crest_m));
        }
        Self { frame, points: line.points, crest_m, around_m: [low, high] }
    }

    /// The points of the outline, relative to the anchor.
    pub fn points(&self) -> &[[f64; 2]] {
        &self.points
    }

    /// The distance of a place from the edge of the water; negative in the water. The place is relative to
    /// the north-west corner of a cell.
    pub fn beyond_m(&self, cell: Cell, within_m: [f64; 2]) -> f64 {
        let anchor = self.frame.within(cell, [0.0; 2]);
        let [x, z] = [0, 1].map(|axis| within_m[axis] - anchor[axis]);
        let (mut square, mut is_inside) = (f64::INFINITY, false);
        for pair in self.points.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            let side = [to[0] - from[0], to[1] - from[1]];
            let away = [x - from[0], z - from[1]];
            let length = side[0] * side[0] + side[1] * side[1];
            let t = match length > 0.0 {
                true => ((away[0] * side[0] + away[1] * side[1]) / length).clamp(0.0, 1.0),
                false => 0.0,
            };
            let [dx, dz] = [away[0] - t * side[0], away[1] - t * side[1]];
            square = square.min(dx * dx + dz * dz);
            is_inside ^= crosses(pair, [x, z]);
        }
        let distance_m = square.sqrt();
        (if is_inside { -distance_m } else { distance_m }) - self.crest_m
    }

    /// Returns true for a place in the water, in metres from the origin.
    pub fn has_water_at(&self, place_m: [f64; 2]) -> bool {
        let cell = place_m.map(|m| (m / self.frame.spacing_m).floor() as i64);
        let corner_m = cell.map(|c| c as f64 * self.frame.spacing_m);
        self.beyond_m(cell, [0, 1].map(|axis| place_m[axis] - corner_m[axis])) < 0.0
    }

    /// The share of a straight way at which it enters the water for the first time. Both ends are relative
    /// to the corner of a cell. 1 if it stays outside.
    pub fn entry(&self, cell: Cell, [from, to]: [[f64; 2]; 2]) -> f64 {
        let at = |t: f64| [0, 1].map(|axis| from[axis] + t * (to[axis] - from[axis]));
        let mut shares = (0..=STEPS).map(|step| f64::from(step) / f64::from(STEPS));
        shares.find(|t| self.beyond_m(cell, at(*t)) < 0.0).unwrap_or(1.0)
    }
}

/// Returns true if a ray from a place to the west crosses a side.
fn crosses(pair: &[[f64; 2]], [x, z]: [f64; 2]) -> bool {
    let [from, to] = [pair[0], pair[1]];
    (from[1] > z) != (to[1] > z)
        && x < from[0] + (z - from[1]) / (to[1] - from[1]) * (to[0] - from[0])
}

impl FixedLake {
    pub fn new(line: FixedLine, crest_m: f64, spacing_m: f64) -> Self {
        let shore = Shore::new(line, crest_m, spacing_m);
        let cells = cells_of(&shore);
        Self { shore, cells }
    }

    /// The place of a cell that is nearest to another place. Both are relative to the cell's corner.
    pub fn place_near(&self, cell: Cell, near: [f64; 2]) -> Option<[f64; 2]> {
        let places = self.cells.get(&cell)?.iter().copied();
        places.min_by(|a, b| length_m(*a, near).total_cmp(&length_m(*b, near)))
    }

    /// The place of a cell in the middle of its places.
    pub fn middle_of(&self, cell: Cell) -> Option<[f64; 2]> {
        let places = self.cells.get(&cell)?;
        let sum = places.iter().fold([0.0; 2], |sum, [x, z]| [sum[0] + x, sum[1] + z]);
        self.place_near(cell, sum.map(|m| m / places.len() as f64))
    }
}

/// The cells inside an outline, each with its places inside.
fn cells_of(shore: &Shore) -> BTreeMap<Cell, Vec<[f64; 2]>> {
    let frame = &shore.frame;
    let step_m = frame.spacing_m / TESTS as f64;
    let row_of = |z: f64| ((frame.within_m[1] + z) / step_m - 0.5).ceil() as i64;
    let ends = |axis: usize| {
        shore.points.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], point| {
            [low.min(point[axis]), high.max(point[axis])]
        })
    };
    let mut cells: BTreeMap<Cell, Vec<[f64; 2]>> = BTreeMap::new();
    let [low, high] = ends(1);
    if low > high {
        return cells;
    }
    for row in row_of(low)..row_of(high) {
        let z = (row as f64 + 0.5) * step_m - frame.within_m[1];
        for [west, east] in spans(&shore.points, z) {
            let column_of = |x: f64| ((frame.within_m[0] + x) / step_m - 0.5).ceil() as i64;
            for column in column_of(west)..column_of(east) {
                let index = [column, row];
                let cell = [0, 1].map(|axis| frame.cell[axis] + index[axis].div_euclid(TESTS));
                let within = index.map(|index| (index.rem_euclid(TESTS) as f64 + 0.5) * step_m);
                cells.entry(cell).or_default().push(within);
            }
        }
    }
    if cells.is_empty()
        && let Some([west, east]) = spans(&shore.points, 0.5 * (low + high)).first().copied()
    {
        // A small lake between the tested places.
        let middle = [0.5 * (west + east), 0.5 * (low + high)];
        let cell = frame.cell_of(middle);
        cells.insert(cell, vec![frame.within(cell, middle)]);
    }
    cells
}

/// The parts of a row that lie inside an outline.
fn spans(points: &[[f64; 2]], z: f64) -> Vec<[f64; 2]> {
    let sides = points.windows(2).filter(|pair| (pair[0][1] > z) != (pair[1][1] > z));
    let mut crossings: Vec<f64> = sides
        .map(|pair| {
            let [from, to] = [pair[0], pair[1]];
            from[0] + (z - from[1]) / (to[1] - from[1]) * (to[0] - from[0])
        })
        .collect();
    crossings.sort_by(f64::total_cmp);
    crossings.as_chunks().0.to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn places_of_cells_lie_inside(
            points in prop::collection::vec(prop::array::uniform2(-1500.0..1500.0f64), 3..9),
            anchor in prop::array::uniform2(-9000i32..9000),
        ) {
            let mut points = points;
            points.push(points[0]);
            let line = FixedLine { anchor_m: anchor.map(f64::from), points };
            let lake = FixedLake::new(line, 0.0, 512.0);
            for (cell, places) in &lake.cells {
                for place in places {
                    prop_assert!(lake.shore.beyond_m(*cell, *place) < 1e-6);
                    prop_assert!(place.iter().all(|m| (0.0..=512.0).contains(m)));
                }
                let middle = lake.middle_of(*cell).unwrap();
                prop_assert!(places.contains(&middle));
            }
            let outside = [-4000.0, 100.0];
            let beyond_m = lake.shore.beyond_m(lake.shore.frame.cell, outside);
            prop_assert!(beyond_m > 1000.0);
            if let Some((cell, places)) = lake.cells.iter().next() {
                let from = [places[0][0] - 20_000.0, places[0][1]];
                let t = lake.shore.entry(*cell, [from, places[0]]);
                prop_assert!(t > 0.8 && t <= 1.0);
            }
        }
    }

    #[test]
    fn a_tiny_lake_covers_a_cell() {
        let points = vec![[3.0, 3.0], [9.0, 3.0], [6.0, 9.0], [3.0, 3.0]];
        let lake = FixedLake::new(FixedLine { anchor_m: [5000.0, 64.0], points }, 2.0, 512.0);
        assert_eq!(lake.cells.len(), 1);
        assert!(lake.shore.beyond_m([9, 0], [5006.0 - 9.0 * 512.0, 68.0]) < -2.9);
    }
}
