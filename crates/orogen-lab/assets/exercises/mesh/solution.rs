/// A triangle mesh.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    /// x, y and z (up) of each vertex.
    pub positions: Vec<[f64; 3]>,
    /// A unit vector for each vertex.
    pub normals: Vec<[f64; 3]>,
    /// The indices of each triangle's three vertices.
    pub indices: Vec<usize>,
}

/// The water level.
pub const WATER: f64 = -0.03125;

/// A mesh of land over the square [−½, ½]², with `side` × `side` vertices. Vertex gx + side·gy lies
/// at x = gx ÷ (side − 1) − ½ and y = gy ÷ (side − 1) − ½. Its height z is ½·fbm2d([x, y]), or WATER
/// if that is higher.
///
/// A cell has the vertices a = (gx, gy), b = (gx + 1, gy), c = (gx, gy + 1) and d = (gx + 1, gy + 1).
/// It consists of the triangles (a, b, c) and (b, d, c), which turn anticlockwise seen from above.
/// Cells come row by row. A vertex's normal is the sum of (q − p) × (r − p) over all triangles
/// (p, q, r) at the vertex, divided by its length.
pub fn mesh(side: usize) -> Mesh {
    let mut mesh = Mesh::default();
    for gy in 0..side {
        for gx in 0..side {
            let [x, y] = [gx, gy].map(|g| g as f64 / (side - 1) as f64 - 0.5);
            mesh.positions.push([x, y, (0.5 * fbm2d([x, y])).max(WATER)]);
        }
    }
    for gy in 0..side - 1 {
        for gx in 0..side - 1 {
            let a = gx + side * gy;
            let (b, c, d) = (a + 1, a + side, a + side + 1);
            mesh.indices.extend([a, b, c, b, d, c]);
        }
    }
    mesh.normals = vec![[0.0; 3]; mesh.positions.len()];
    for corners in mesh.indices.chunks(3) {
        let [p, q, r] = [0, 1, 2].map(|i| mesh.positions[corners[i]]);
        let (e, f) = ([0, 1, 2].map(|i| q[i] - p[i]), [0, 1, 2].map(|i| r[i] - p[i]));
        let cross = [0, 1, 2].map(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            e[j] * f[k] - e[k] * f[j]
        });
        for &corner in corners {
            (0..3).for_each(|i| mesh.normals[corner][i] += cross[i]);
        }
    }
    for normal in &mut mesh.normals {
        let length = normal.iter().map(|x| x * x).sum::<f64>().sqrt();
        *normal = normal.map(|x| x / length);
    }
    mesh
}
