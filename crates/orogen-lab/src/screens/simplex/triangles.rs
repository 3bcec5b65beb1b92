//! The triangle grid in the plane, at any stage between triangles and squares.

use crate::figure::Item;
use crate::screens::prelude::*;
use orogen_noise::simplex::skew_factors;
use orogen_noise::trace::CellTrace;

/// The grid's place in a figure, given by the lowest corner of p's cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triangles {
    /// The place of the cell's lowest corner.
    pub at: Place,
    /// Points of the figure per unit of the plane.
    pub unit: f64,
    /// The skew: 0 shows triangles, 1 squares.
    pub skewed: f64,
}

impl Triangles {
    /// The place of a point in skewed coordinates, in which the lattice is square. Coordinates
    /// count from the lowest corner of p's cell.
    pub fn place(&self, [i, j]: [f64; 2]) -> Place {
        let (_, unskew) = skew_factors(2);
        let shift = unskew * (i + j) * (1.0 - self.skewed);
        [self.at[0] + self.unit * (i - shift), self.at[1] - self.unit * (j - shift)]
    }

    /// The place of an offset from the lowest corner of p's cell, in the noise's plane.
    pub fn place_of_offset(&self, [x, y]: [f64; 2]) -> Place {
        let (skew, _) = skew_factors(2);
        let shift = skew * (x + y);
        self.place([x + shift, y + shift])
    }

    /// The place of a lattice point.
    pub fn place_of_corner(&self, cell: &CellTrace, lattice_point: &[i64]) -> Place {
        self.place([0, 1].map(|axis| (lattice_point[axis].wrapping_sub(cell.cell[axis])) as f64))
    }

    /// Draws the grid lines of a rectangle in skewed coordinates.
    pub fn draw_grid(&self, d: &mut Drawing, ink: Ink, [low, high]: [[i32; 2]; 2]) {
        let place = |i: i32, j: i32| self.place([f64::from(i), f64::from(j)]);
        for i in low[0]..=high[0] {
            d.line("grid", ink, 1.0, vec![place(i, low[1]), place(i, high[1])]);
        }
        for j in low[1]..=high[1] {
            d.line("grid", ink, 1.0, vec![place(low[0], j), place(high[0], j)]);
        }
        for start in (low[0] - high[1])..=(high[0] - low[1]) {
            // The part of the diagonal i − j = start inside the rectangle.
            let from = low[0].max(low[1] + start);
            let to = high[0].min(high[1] + start);
            if from < to {
                d.line("grid", ink, 1.0, vec![place(from, from - start), place(to, to - start)]);
            }
        }
    }

    /// Draws the triangle of a cell.
    pub fn draw_triangle<'a>(
        &self,
        d: &'a mut Drawing,
        cell: &CellTrace,
        ink: Ink,
    ) -> &'a mut Item {
        let corners =
            cell.corners.iter().map(|corner| self.place_of_corner(cell, &corner.cell)).collect();
        d.polygon("triangle", ink, corners)
    }
}

/// The trace of p's cell and the value there, with kernels of radius² ½.
pub(super) fn cell(c: &Context) -> (CellTrace, f64) {
    super::noise::cell::<2>(c, 0.5, c.cell_p())
}
