//! Stripes across a direction: waves from points scattered over cells, each with its own phase.
//!
//! Each lattice point has one of these points, displaced by up to half a cell on each axis. At a
//! distance of r cells, its waves have the weight exp(−2r²) − exp(−4.5), which ends at 1½ cells.

use super::functions::Wide;
use orogen_noise::Seed;
use orogen_noise::hash::{avalanche, axis_key};

/// The amount subtracted from weights: exp(−4.5), rounded up, so that they end at 1½ cells.
pub(super) const CUT: f64 = 0.01111;

/// The reach of a point in cells: a little more than 1½, to allow for rounding.
pub(super) const REACH: f64 = 1.501;

/// The steps, on each axis, from a cell to the lattice points whose waves can reach into it.
pub(super) const CELL_OFFSETS: [i64; 4] = [-1, 0, 1, 2];

/// Typical lengths of the weighted mean of all waves at a place, before normalisation. Places were
/// sorted by length into eight equal groups, with cells of 0.7 wavelengths; these are the groups'
/// medians.
pub(super) const LENGTHS: [f64; 8] = [0.16, 0.28, 0.375, 0.455, 0.535, 0.615, 0.705, 0.83];

/// A cell's coordinate on an axis, and the fraction within it.
pub(super) type CellPlace<R> = (i64, R);

/// The offset of a point from its lattice point, up to half a cell per axis. It is exact in f32.
#[inline(always)]
pub(super) fn jitter([x, z]: [u32; 2]) -> [f32; 2] {
    let hash = avalanche(x.wrapping_add(z));
    [hash & 0xffff, hash >> 16].map(|half| (half as i32 as f32 + 0.5) / 65_536.0 - 0.5)
}

/// Returns the function from lattice points to their offsets, for a seed.
pub(super) fn jitter_of<R: Wide>(seed: Seed) -> impl Fn([i64; 2]) -> [R; 2] {
    let words = [seed.axis_word(0), seed.axis_word(1)];
    move |cell| jitter([0, 1].map(|axis| axis_key(words[axis], cell[axis]))).map(R::of_f32)
}

/// The distance of a place from a lattice point along an axis, in cells.
#[inline(always)]
pub(super) fn distance<R: Wide>((place_cell, fraction): CellPlace<R>, cell: i64) -> R {
    fraction - R::of(cell.wrapping_sub(place_cell) as f64)
}

/// The wave vector of waves across a direction: half turns per cell, to the east and to the south.
#[inline(always)]
pub(super) fn wave_vector<R: Wide>([east, south]: [R; 2], half_turns: R) -> [R; 2] {
    [-half_turns * south, half_turns * east]
}

/// Adds a point to the sums of sines, cosines and weights, from its distance and falloff along each
/// axis.
///
/// The product of the two falloffs gives the point's weight.
#[inline(always)]
pub(super) fn add_point<R: Wide>(
    sums: [R; 3],
    [vector_x, vector_z]: [R; 2],
    [distance_x, distance_z]: [R; 2],
    [falloff_x, falloff_z]: [R; 2],
) -> [R; 3] {
    let [sin, cos] = R::sin_cos_half_turns(vector_x * distance_x + vector_z * distance_z);
    let weight = (falloff_x * falloff_z - R::of(CUT)).greater(R::of(0.0));
    [sums[0] + weight * sin, sums[1] + weight * cos, sums[2] + weight]
}

/// The sums of sines, of cosines and of weights at a place: the reference.
pub(super) fn stripes<R: Wide>(
    [x, z]: [CellPlace<R>; 2],
    wave_vector: [R; 2],
    jitter: impl Fn([i64; 2]) -> [R; 2],
) -> [R; 3] {
    let mut sums = [R::of(0.0); 3];
    for cell_z in CELL_OFFSETS.map(|step| z.0.wrapping_add(step)) {
        for cell_x in CELL_OFFSETS.map(|step| x.0.wrapping_add(step)) {
            let [jitter_x, jitter_z] = jitter([cell_x, cell_z]);
            let distances = [distance(x, cell_x) - jitter_x, distance(z, cell_z) - jitter_z];
            // Beyond its reach, a point adds exactly 0.
            if distances[0] * distances[0] + distances[1] * distances[1] < R::of(REACH * REACH) {
                sums = add_point(sums, wave_vector, distances, distances.map(R::falloff));
            }
        }
    }
    sums
}
