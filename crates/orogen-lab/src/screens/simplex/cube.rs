//! Draws a cube that is cut into six tetrahedra, from any direction.

use crate::screens::prelude::*;
use orogen_noise::simplex::skew_factors;

/// The six orders of three axes, one for each tetrahedron. The offsets of a point in a tetrahedron,
/// sorted by size, give the order of its axes. The list goes around the cube's diagonal.
pub(super) const ORDERS: [[usize; 3]; 6] =
    [[0, 1, 2], [1, 0, 2], [1, 2, 0], [2, 1, 0], [2, 0, 1], [0, 2, 1]];

/// The colours of the six tetrahedra.
pub(super) const INKS: [Ink; 6] =
    [Ink::Corner(0), Ink::Corner(1), Ink::Corner(2), Ink::Corner(3), Ink::Accent, Ink::Noise];

/// An orthographic view of the cube, z up.
#[derive(Clone, Copy, Debug)]
pub(super) struct CubeView {
    /// The place of the cube's centre in the figure.
    pub centre: Place,
    /// Points of the figure per unit of the noise.
    pub unit: f64,
    /// The azimuth of the viewer in degrees, from +x to +y.
    pub azimuth: f64,
    /// The elevation of the viewer in degrees.
    pub elevation: f64,
    /// The squash along the cube's diagonal: 0 for a cube, 1 for the shape in the noise's space.
    pub squash: f64,
    /// The distance between the tetrahedra; 0 joins them.
    pub separation: f64,
}

/// The azimuth and elevation of a view along the diagonal, which shows the cube as a hexagon.
pub(super) const ALONG_DIAGONAL: [f64; 2] = [45.0, 35.264_389_682_754_654];

impl CubeView {
    /// Maps skewed lattice coordinates to the noise's space, relative to the cube's centre.
    fn in_noise_space(&self, s: [f64; 3]) -> [f64; 3] {
        let (_, unskew) = skew_factors(3);
        let centred = s.map(|x| x - 0.5);
        let shift = self.squash * unskew * centred.iter().sum::<f64>();
        centred.map(|x| x - shift)
    }

    /// The unit vectors to the right, up and towards the viewer.
    fn axes(&self) -> [[f64; 3]; 3] {
        let (sa, ca) = self.azimuth.to_radians().sin_cos();
        let (se, ce) = self.elevation.to_radians().sin_cos();
        [[-sa, ca, 0.0], [-se * ca, -se * sa, ce], [ce * ca, ce * sa, se]]
    }

    fn project(&self, v: [f64; 3]) -> (Place, f64) {
        let [x, y, nearness] = self.axes().map(|axis| (0..3).map(|i| axis[i] * v[i]).sum::<f64>());
        ([self.centre[0] + self.unit * x, self.centre[1] - self.unit * y], nearness)
    }

    /// The place in the figure of a point in skewed lattice coordinates. With an order of axes, the
    /// point moves with that tetrahedron when it is pulled apart.
    pub fn place(&self, s: [f64; 3], order: Option<&[usize]>) -> Place {
        self.project_lattice_point(s, order).0
    }

    fn project_lattice_point(&self, s: [f64; 3], order: Option<&[usize]>) -> (Place, f64) {
        let mut v = self.in_noise_space(s);
        if let Some(order) = order {
            let corners = corners(order).map(|corner| self.in_noise_space(corner));
            for axis in 0..3 {
                let middle = corners.iter().map(|corner| corner[axis]).sum::<f64>() / 4.0;
                v[axis] += 1.6 * self.separation * middle;
            }
        }
        self.project(v)
    }

    /// Draws the six tetrahedra, far faces first. If `highlight` is the order of a tetrahedron, the
    /// others are fainter.
    pub fn draw(&self, d: &mut Drawing, highlight: Option<&[usize]>) {
        let mut faces = Vec::new();
        for (order, ink) in ORDERS.iter().zip(INKS) {
            let corners =
                corners(order).map(|corner| self.project_lattice_point(corner, Some(order)));
            for omitted_corner in 0..4 {
                let face: Vec<_> =
                    (0..4).filter(|k| *k != omitted_corner).map(|k| corners[k]).collect();
                let nearness = face.iter().map(|(_, nearness)| nearness).sum::<f64>();
                let places: Vec<Place> = face.into_iter().map(|(place, _)| place).collect();
                faces.push((nearness, places, order, ink));
            }
        }
        faces.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, mut places, order, ink) in faces {
            let is_bright = highlight.is_none_or(|highlight| highlight == order);
            let id = order_name(order);
            d.polygon(&id, ink, places.clone()).scale_opacity(if is_bright { 0.28 } else { 0.06 });
            places.push(places[0]);
            let line = d.line(&id, ink, if is_bright { 1.4 } else { 1.0 }, places);
            line.scale_opacity(if is_bright { 0.9 } else { 0.35 });
        }
    }
}

/// The corners of a tetrahedron: the walk from (0, 0, 0) to (1, 1, 1) along the axes in its order.
pub(super) fn corners(order: &[usize]) -> [[f64; 3]; 4] {
    let mut corner = [0.0; 3];
    let mut corners = [corner; 4];
    for (axis, slot) in order.iter().zip(&mut corners[1..]) {
        corner[*axis] = 1.0;
        *slot = corner;
    }
    corners
}

/// The name of an order of axes, such as `x>y>z`.
pub(super) fn order_name(order: &[usize]) -> String {
    order.iter().map(|axis| ["x", "y", "z", "w"][*axis]).collect::<Vec<_>>().join(">")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn along_the_diagonal_the_cube_is_a_hexagon_with_both_ends_in_its_middle() {
        let [azimuth, elevation] = ALONG_DIAGONAL;
        let view = CubeView {
            centre: [0.0; 2],
            unit: 100.0,
            azimuth,
            elevation,
            squash: 0.0,
            separation: 0.0,
        };
        for end in [[0.0; 3], [1.0; 3]] {
            assert!(view.place(end, None).iter().all(|x| x.abs() < 1e-9));
        }
        let mut angles = Vec::new();
        for order in ORDERS {
            let [x, y] = view.place(corners(&order)[1], None);
            assert!((x.hypot(y) - 100.0 * (2.0f64 / 3.0).sqrt()).abs() < 1e-9);
            // The direction of the sector lies between its two outer corners.
            let [x2, y2] = view.place(corners(&order)[2], None);
            angles.push((y + y2).atan2(x + x2).to_degrees().rem_euclid(360.0));
        }
        for pair in angles.windows(2) {
            let turn = (pair[1] - pair[0]).rem_euclid(360.0);
            let is_next = (turn - 60.0).abs() < 1e-6 || (turn - 300.0).abs() < 1e-6;
            assert!(is_next, "sectors lie side by side: {angles:?}");
        }
    }
}
