//! Draws a heightfield over a square of ground, face by face from back to front.
//!
//! Faces are [`Shape::Band`]s, which are drawn without antialiasing: antialiased edges would show
//! gaps between neighbours.

use super::figure::{Drawing, Place, Shape};
use super::ink::Ink;

/// An orthographic view of a solid from above.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReliefView {
    /// The place of the ground's centre in the picture.
    pub middle: Place,
    /// Points per unit of the ground.
    pub scale: f64,
    /// Points per unit of height, before the tilt shortens it.
    pub rise: f64,
    /// The rotation of the ground, anticlockwise, in degrees.
    pub turn_deg: f64,
    /// The elevation of the eye above the horizon, in degrees.
    pub tilt_deg: f64,
}

/// A heightfield over a square of ground whose centre is at (0, 0).
///
/// ```
/// use orogen_lab::relief::Solid;
///
/// let cone = Solid::of(4, 2.0, |[x, y]| 1.0 - x.hypot(y));
/// assert_eq!(cone.corner([2, 2]), [0.0, 0.0, 1.0]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// Cells on a side.
    pub cells: usize,
    /// The length of a side, in units of the ground.
    pub side: f64,
    /// The heights at (cells + 1)² corners, row by row from the front.
    pub heights: Vec<f64>,
}

/// The grid lines on a solid.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Net {
    /// Cells between lines; 0 for no lines.
    pub spacing: usize,
    /// True if a diagonal cuts each cell.
    pub diagonals: bool,
}

/// A cell of a solid, as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Its column and row, from 0.
    pub cell: [usize; 2],
    /// The mean of its four heights.
    pub height: f64,
    /// The unit normal of the face as drawn, z up: heights and ground have the same scale.
    pub normal: [f64; 3],
}

impl ReliefView {
    /// The place of a point in the picture.
    ///
    /// x goes right, y away and z up before the ground is turned.
    pub fn place(&self, [x, y, z]: [f64; 3]) -> Place {
        let (sin, cos) = self.turn_deg.to_radians().sin_cos();
        let (right, depth) = (cos * x - sin * y, sin * x + cos * y);
        let up = self.scale * depth * self.tilt_deg.to_radians().sin() + self.height_scale() * z;
        [self.middle[0] + self.scale * right, self.middle[1] - up]
    }

    /// Points of the picture per unit of height, after the tilt.
    pub fn height_scale(&self) -> f64 {
        self.rise * self.tilt_deg.to_radians().cos()
    }

    /// The distance of a point of the ground behind the centre, along the viewing direction.
    fn depth(&self, [x, y]: [f64; 2]) -> f64 {
        let (sin, cos) = self.turn_deg.to_radians().sin_cos();
        sin * x + cos * y
    }

    /// Draws the outline of a centred square of ground, at height 0.
    pub fn draw_ground(&self, d: &mut Drawing, side: f64) {
        let h = 0.5 * side;
        let corners = [[-h, -h], [h, -h], [h, h], [-h, h], [-h, -h]];
        let outline = corners.map(|[x, y]| self.place([x, y, 0.0])).to_vec();
        d.line("", Ink::Grid, 1.0, outline);
    }
}

impl Solid {
    /// The solid whose heights are a function of the ground.
    pub fn of(cells: usize, side: f64, height: impl Fn([f64; 2]) -> f64) -> Self {
        let at = |i: usize| side * (i as f64 / cells as f64 - 0.5);
        let heights = (0..=cells).flat_map(|j| (0..=cells).map(move |i| [i, j]));
        let heights = heights.map(|[i, j]| height([at(i), at(j)])).collect();
        Self { cells, side, heights }
    }

    /// A corner's ground coordinates and height.
    pub fn corner(&self, [i, j]: [usize; 2]) -> [f64; 3] {
        let at = |i: usize| self.side * (i as f64 / self.cells as f64 - 0.5);
        [at(i), at(j), self.heights[j * (self.cells + 1) + i]]
    }

    fn face(&self, eye: &ReliefView, [i, j]: [usize; 2]) -> Face {
        let [sw, se, nw, ne] =
            [[i, j], [i + 1, j], [i, j + 1], [i + 1, j + 1]].map(|at| self.corner(at)[2]);
        let per_unit = 0.5 * self.cells as f64 / self.side * eye.rise / eye.scale;
        let slope = [(se + ne - sw - nw) * per_unit, (nw + ne - sw - se) * per_unit];
        let length = (slope[0] * slope[0] + slope[1] * slope[1] + 1.0).sqrt();
        let normal = [-slope[0] / length, -slope[1] / length, 1.0 / length];
        Face { cell: [i, j], height: 0.25 * (sw + se + nw + ne), normal }
    }

    /// Draws all faces with the ink of each, and lines between them.
    pub fn draw(
        &self,
        d: &mut Drawing,
        (eye, id): (&ReliefView, &str),
        net: Net,
        ink: impl Fn(&Face) -> Ink,
    ) {
        let cells = (0..self.cells).flat_map(|j| (0..self.cells).map(move |i| [i, j]));
        let mut cells: Vec<_> = cells.collect();
        let depth = |[i, j]: [usize; 2]| eye.depth([i as f64, j as f64]);
        cells.sort_by(|a, b| depth(*b).total_cmp(&depth(*a)));
        let is_line = |i: usize| net.spacing > 0 && i.is_multiple_of(net.spacing);
        for [i, j] in cells {
            let face = self.face(eye, [i, j]);
            let corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
            let places = corners.map(|at| eye.place(self.corner(at)));
            let [sw, se, ne, nw] = enlarge(&places);
            d.add(id, ink(&face), Shape::Band { upper: vec![nw, ne], lower: vec![sw, se] });
            let sides = [(is_line(j), 0, 1), (is_line(i + 1), 1, 2), (is_line(j + 1), 2, 3)];
            let others = [(is_line(i), 3, 0), (net.diagonals, 1, 3)];
            for (_, a, b) in sides.into_iter().chain(others).filter(|side| side.0) {
                let line = vec![places[a], places[b]];
                d.line(id, Ink::Rgb([20, 24, 32]), 0.6, line).scale_opacity(0.4);
            }
        }
    }
}

/// Enlarges a face slightly, so that no gap shows between neighbours.
fn enlarge(corners: &[Place; 4]) -> [Place; 4] {
    const MARGIN: f64 = 0.25;
    let middle = [0, 1].map(|axis| 0.25 * corners.iter().map(|at| at[axis]).sum::<f64>());
    let move_outwards = |at: &Place| {
        let direction = [at[0] - middle[0], at[1] - middle[1]];
        let length = direction[0].hypot(direction[1]).max(1e-9);
        [at[0] + MARGIN * direction[0] / length, at[1] + MARGIN * direction[1] / length]
    };
    corners.each_ref().map(move_outwards)
}

/// The colour of a face by its height, in light from the left of the unturned ground.
///
/// Heights above 0 are blue, heights below 0 orange. The colour is strongest where the magnitude of
/// the height reaches `full_height`.
pub fn colour_by_sign(face: &Face, full_height: f64) -> Ink {
    const LEVEL: [f64; 3] = [0.80, 0.80, 0.78];
    const ABOVE: [f64; 3] = [0.24, 0.52, 0.93];
    const BELOW: [f64; 3] = [0.93, 0.55, 0.17];
    let full_colour = if face.height < 0.0 { BELOW } else { ABOVE };
    let fraction = (face.height.abs() / full_height).min(1.0).powf(0.75);
    shade_face(face, std::array::from_fn(|i| LEVEL[i] + fraction * (full_colour[i] - LEVEL[i])))
}

/// The colour of a face in light from the left of the unturned ground.
pub fn shade_face(face: &Face, colour: [f64; 3]) -> Ink {
    const LIGHT: [f64; 3] = [-0.55, -0.25, 0.80];
    let cosine: f64 = (0..3).map(|i| LIGHT[i] * face.normal[i]).sum();
    let light = 0.35 + 0.75 * cosine.max(0.0);
    Ink::Rgb(colour.map(|c| (255.0 * (c * light).clamp(0.0, 1.0)).round() as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    const EYE: ReliefView = ReliefView {
        middle: [100.0, 100.0],
        scale: 40.0,
        rise: 20.0,
        turn_deg: 30.0,
        tilt_deg: 35.0,
    };

    #[test]
    fn higher_points_are_drawn_higher_and_the_centre_in_the_centre() {
        assert_eq!(EYE.place([0.0; 3]), [100.0, 100.0]);
        let [x, y] = EYE.place([0.0, 0.0, 1.0]);
        assert!(x == 100.0 && (y - (100.0 - EYE.height_scale())).abs() < 1e-12);
    }

    #[test]
    fn faces_come_from_the_back_to_the_front() {
        let solid = Solid::of(6, 2.0, |[x, y]| x * y);
        let mut d = Drawing::new(200.0, 200.0);
        let drawn = std::cell::RefCell::new(vec![]);
        solid.draw(&mut d, (&EYE, "hill"), Net::default(), |face| {
            drawn.borrow_mut().push(EYE.depth(face.cell.map(|i| i as f64)));
            Ink::Text
        });
        assert_eq!(drawn.borrow().len(), 36);
        assert!(drawn.borrow().is_sorted_by(|a, b| a >= b));
        assert!(d.items.iter().all(|item| matches!(item.shape, Shape::Band { .. })));
    }

    #[test]
    fn a_face_leans_against_its_slope() {
        let solid = Solid::of(4, 2.0, |[x, _]| x);
        let face = solid.face(&ReliefView { rise: 40.0, ..EYE }, [1, 2]);
        let root = std::f64::consts::FRAC_1_SQRT_2;
        for (got, wanted) in face.normal.into_iter().zip([-root, 0.0, root]) {
            assert!((got - wanted).abs() < 1e-12, "{:?}", face.normal);
        }
        assert_eq!(face.height, -0.25);
    }
}
