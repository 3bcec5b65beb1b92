//! Slopes in two directions, and what is round about a middle.

use crate::terrain::real::Real;

/// A value and its slopes to the east and to the south.
pub type Slopes<R> = [R; 3];

/// A function of the distance `r` from the middle, whose slope is `slope`, as slopes to the east
/// and to the south of the middle. In the middle it must be level or has none.
#[inline(always)]
pub fn around<R: Real>([dx, dz]: [R; 2], r: R, value: R, slope: R) -> Slopes<R> {
    let along = slope / r.greater(R::of(1e-20));
    [value, along * dx, along * dz]
}

/// The distance of a way from the middle.
#[inline(always)]
pub fn length<R: Real>([dx, dz]: [R; 2]) -> R {
    (dx * dx + dz * dz).sqrt()
}
