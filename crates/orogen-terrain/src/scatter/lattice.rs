//! Interpolates height, normal and curvature of the ground between samples of the land.

use crate::fields::PlantFields;
use crate::ground::GroundPlace;
use crate::land::Land;

/// A square of land with sides along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LandSquare {
    /// The north-west corner: metres east and south of the origin.
    pub corner_m: [f64; 2],
    /// The side, in metres.
    pub side_m: f64,
}

/// Samples of the land in and around a square.
///
/// The samples lie at whole multiples of their spacing, so adjacent squares see the same ground.
pub(super) struct LandLattice {
    /// The positions of the first column and the first row, in spacings from the origin.
    first: [i64; 2],
    /// The positions of the columns and of the rows, in metres.
    lines_m: [Vec<f64>; 2],
    columns: usize,
    spacing_m: f64,
    heights_m: Vec<f32>,
    ridges: Option<Vec<f32>>,
    /// The weight of the plants' masks at each sample; `None` if plants have no masks.
    plant_weights: Option<Vec<f32>>,
}

impl LandLattice {
    pub fn new(land: &Land, square: LandSquare, min_spacing_m: f64) -> Self {
        let spacing_m = land.spacing_m().max(min_spacing_m);
        let low = square.corner_m.map(|c| (c / spacing_m).floor() as i64 - 1);
        let high = square.corner_m.map(|c| ((c + square.side_m) / spacing_m).floor() as i64 + 2);
        let lines_m = [0, 1].map(|axis| -> Vec<f64> {
            (low[axis]..=high[axis]).map(|i| i as f64 * spacing_m).collect()
        });
        let lines = lines_m.each_ref().map(|line| &**line);
        let PlantFields { heights_m, ridges, plant_weights } =
            land.plant_fields_at(lines, land.spacing_m());
        let columns = lines_m[0].len();
        Self { first: low, lines_m, columns, spacing_m, heights_m, ridges, plant_weights }
    }

    /// The depths of the water of rivers and lakes over the samples, negative above the water. `None` if
    /// the land has no rivers and no lakes.
    pub fn depths_m(&self, land: &Land) -> Option<Vec<f32>> {
        let lines = self.lines_m.each_ref().map(|line| &**line);
        let water = land.water_at(lines, land.spacing_m(), &self.heights_m)?;
        Some(water.into_iter().map(|sample| sample.depth_m).collect())
    }

    /// The values of a field at the four samples around a place in the square.
    pub fn around(&self, field: &[f32], place_m: [f64; 2]) -> [f32; 4] {
        self.cell(place_m).0.map(|i| field[i])
    }

    /// The ground at a place in the square.
    ///
    /// The height is taken from the mesh triangle at the place. Everything else is interpolated
    /// bilinearly between the four samples around it.
    pub fn at(&self, place_m: [f64; 2]) -> GroundPlace {
        let (corners, [u, v]) = self.cell(place_m);
        let weights = [(1.0 - u) * (1.0 - v), u * (1.0 - v), (1.0 - u) * v, u * v];
        let mean = |value: &dyn Fn(usize) -> f32| -> f32 {
            (0..4).map(|i| weights[i] * value(corners[i])).sum()
        };
        let h = |i: usize| self.heights_m[i];
        let spacing_m = self.spacing_m as f32;
        let [east, south] =
            [mean(&|i| h(i + 1) - h(i - 1)), mean(&|i| h(i + self.columns) - h(i - self.columns))];
        let around = |i: usize| h(i - 1) + h(i + 1) + h(i - self.columns) + h(i + self.columns);
        let curvature = mean(&|i| ((4.0 * h(i) - around(i)) / spacing_m).clamp(-1.0, 1.0));
        let ridge = self.ridges.as_ref().map_or(0.0, |ridges| mean(&|i| ridges[i]));
        let up = 2.0 * spacing_m;
        let length = (east * east + up * up + south * south).sqrt();
        let normal = [-east / length, up / length, -south / length];
        GroundPlace { bed_m: self.triangle_m(corners, [u, v]), normal, curvature, ridge }
    }

    /// The weight of the plants' masks at a place in the square, from 0 to 1.
    ///
    /// If all four samples around it are 0 or all are 1, the result is exactly that value.
    pub fn plant_weight(&self, place_m: [f64; 2]) -> f32 {
        let Some(plant_weights) = &self.plant_weights else { return 1.0 };
        let (corners, [u, v]) = self.cell(place_m);
        let [nw, ne, sw, se] = corners.map(|i| plant_weights[i]);
        let (north, south) = (nw + u * (ne - nw), sw + u * (se - sw));
        north + v * (south - north)
    }

    /// The indices of the four samples around a place (north-west, north-east, south-west,
    /// south-east), and the offset of the place from the north-west sample, in spacings.
    fn cell(&self, place_m: [f64; 2]) -> ([usize; 4], [f32; 2]) {
        let cell = place_m.map(|c| (c / self.spacing_m).floor());
        let within = [0, 1].map(|i| (place_m[i] / self.spacing_m - cell[i]) as f32);
        let [column, row] = [0, 1].map(|i| (cell[i] as i64 - self.first[i]) as usize);
        let index = |dx: usize, dz: usize| (row + dz) * self.columns + column + dx;
        ([[0, 0], [1, 0], [0, 1], [1, 1]].map(|[dx, dz]| index(dx, dz)), within)
    }

    /// The height on the mesh, which splits each cell from its north-east to its south-west corner.
    fn triangle_m(&self, corners: [usize; 4], [u, v]: [f32; 2]) -> f32 {
        let [nw, ne, sw, se] = corners.map(|i| self.heights_m[i]);
        if u + v <= 1.0 {
            nw + u * (ne - nw) + v * (sw - nw)
        } else {
            se + (1.0 - u) * (sw - se) + (1.0 - v) * (ne - se)
        }
    }
}
