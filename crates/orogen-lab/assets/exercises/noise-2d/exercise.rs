/// Gradient noise in the plane: every lattice point (i, j) has the gradient `gradient(i, j)`.
pub fn noise2d([x, y]: [f64; 2]) -> f64 {
    todo!("yours")
}
