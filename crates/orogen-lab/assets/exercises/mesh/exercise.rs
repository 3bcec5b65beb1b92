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
    todo!("yours")
}
