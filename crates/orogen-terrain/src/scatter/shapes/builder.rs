//! Helpers that build the shapes of plants from triangles.

use super::triangles::{Part, PlantShape, ShapeVertex};
use orogen_noise::hash::further_word;
use orogen_noise::trig::sin_cos_turns;

pub type Vector = [f32; 3];

/// The vector a + factor·b.
pub fn add(a: Vector, b: Vector, factor: f32) -> Vector {
    [0, 1, 2].map(|i| a[i] + factor * b[i])
}

pub fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The vector v scaled to length 1; straight up if v is nearly 0.
pub fn unit(v: Vector) -> Vector {
    let length = v.iter().map(|c| c * c).sum::<f32>().sqrt();
    if length > 1e-9 { v.map(|c| c / length) } else { [0.0, 1.0, 0.0] }
}

/// The horizontal unit vector at an angle in turns.
pub fn level(turns: f32) -> Vector {
    let (sin, cos) = sin_cos_turns(f64::from(turns));
    [cos as f32, 0.0, sin as f32]
}

/// A shape under construction, and the source of its random numbers.
pub struct ShapeBuilder {
    pub shape: PlantShape,
    seed: u32,
    count: u32,
}

impl ShapeBuilder {
    pub fn new(seed: u32) -> Self {
        Self { shape: PlantShape::default(), seed, count: 0 }
    }

    /// The next random number between `low` and `high`.
    pub fn random(&mut self, low: f32, high: f32) -> f32 {
        self.count += 1;
        let fraction = (further_word(self.seed, self.count) >> 8) as f32 / 16_777_216.0;
        low + (high - low) * fraction
    }

    /// A random direction, uniform over the sphere.
    pub fn direction(&mut self) -> Vector {
        let y = self.random(-1.0, 1.0);
        let around = level(self.random(0.0, 1.0));
        let out = (1.0 - y * y).max(0.0).sqrt();
        [out * around[0], y, out * around[2]]
    }

    pub fn vertex(&mut self, vertex: ShapeVertex) -> u16 {
        self.shape.vertices.push(vertex);
        (self.shape.vertices.len() - 1) as u16
    }

    pub fn triangle(&mut self, corners: [u16; 3]) {
        self.shape.indices.extend(corners);
    }

    /// Adds a quad as two triangles; the corners go around it.
    pub fn add_quad(&mut self, [a, b, c, d]: [u16; 4]) {
        self.triangle([a, b, c]);
        self.triangle([a, c, d]);
    }

    /// Adds a trunk or branch along a line of points, with a radius at each.
    pub fn add_branch<const N: usize>(&mut self, points: [Vector; N], radii: [f32; N], sides: u32) {
        let direction = unit(add(points[N - 1], points[0], -1.0));
        // All cross-sections share this vector, so that the branch is not twisted.
        let helper = if direction[1].abs() > 0.9 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
        let rings: Vec<Vec<u16>> = (0..N)
            .map(|i| {
                let along =
                    unit(add(points[(i + 1).min(N - 1)], points[i.saturating_sub(1)], -1.0));
                let across = unit(cross(along, helper));
                let axes = [across, cross(along, across)];
                self.add_ring(points[i], axes, radii[i], sides, i as f32 / (N - 1) as f32)
            })
            .collect();
        for pair in rings.windows(2) {
            for i in 0..sides as usize {
                self.add_quad([pair[0][i], pair[0][i + 1], pair[1][i + 1], pair[1][i]]);
            }
        }
    }

    /// Adds the corners of a cross-section of a branch. The first and the last corner lie at the same
    /// place, because their texture coordinates differ.
    fn add_ring(
        &mut self,
        middle: Vector,
        [across, other]: [Vector; 2],
        radius: f32,
        sides: u32,
        v: f32,
    ) -> Vec<u16> {
        (0..=sides)
            .map(|i| {
                let turn = i as f32 / sides as f32;
                let [c, _, s] = level(turn);
                let normal = [0, 1, 2].map(|i| c * across[i] + s * other[i]);
                self.vertex(ShapeVertex {
                    position: add(middle, normal, radius),
                    normal,
                    uv: [turn, v],
                    part: Part::Bark,
                    open: 0.65,
                    random: 0.5,
                })
            })
            .collect()
    }
}

/// The corners and triangles of a ball.
///
/// The ball is an icosahedron that is subdivided `subdivisions` times. A subdivision splits each
/// triangle into four.
pub fn ball(subdivisions: u32) -> (Vec<Vector>, Vec<[u16; 3]>) {
    const G: f32 = 1.618_034;
    let mut corners: Vec<Vector> = vec![];
    for [a, b] in [[-1.0, G], [1.0, G], [-1.0, -G], [1.0, -G]] {
        corners.extend([[a, b, 0.0], [0.0, a, b], [b, 0.0, a]]);
    }
    let mut corners: Vec<Vector> = corners.into_iter().map(unit).collect();
    let are_adjacent =
        |a: Vector, b: Vector| (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f32>() < 1.2;
    let mut triangles: Vec<[u16; 3]> = vec![];
    for a in 0..12usize {
        for b in a + 1..12 {
            for c in b + 1..12 {
                let [p, q, r] = [corners[a], corners[b], corners[c]];
                if are_adjacent(p, q) && are_adjacent(q, r) && are_adjacent(p, r) {
                    let normal = cross(add(q, p, -1.0), add(r, p, -1.0));
                    let faces_out = (0..3).map(|i| normal[i] * p[i]).sum::<f32>() > 0.0;
                    let [b, c] = if faces_out { [b, c] } else { [c, b] };
                    triangles.push([a as u16, b as u16, c as u16]);
                }
            }
        }
    }
    for _ in 0..subdivisions {
        let mut middles = std::collections::HashMap::new();
        let mut finer = vec![];
        for [a, b, c] in triangles {
            let mut middle = |a: u16, b: u16| {
                *middles.entry((a.min(b), a.max(b))).or_insert_with(|| {
                    corners.push(unit(add(corners[a as usize], corners[b as usize], 1.0)));
                    (corners.len() - 1) as u16
                })
            };
            let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
            finer.extend([[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]);
        }
        triangles = finer;
    }
    (corners, triangles)
}
