//! Code for the exercise: random numbers at lattice points, and solutions of earlier exercises.
#![allow(dead_code)]

/// The permutation (34x² + x) mod 289: maps a whole number to one from 0 to 288.
pub fn permute(x: i64) -> i64 {
    let x = x.rem_euclid(289);
    (34 * x * x + x) % 289
}

/// The random number of the lattice point (i, j).
pub fn hash(i: i64, j: i64) -> i64 {
    permute(permute(i) + j)
}

/// The gradient of the lattice point (i, j): one of twelve.
pub fn gradient(i: i64, j: i64) -> [f64; 2] {
    const GRADIENTS: [[f64; 2]; 12] = [
        [1.0, 1.0],
        [-1.0, 1.0],
        [1.0, -1.0],
        [-1.0, -1.0],
        [1.0, 0.0],
        [-1.0, 0.0],
        [1.0, 0.0],
        [-1.0, 0.0],
        [0.0, 1.0],
        [0.0, -1.0],
        [0.0, 1.0],
        [0.0, -1.0],
    ];
    GRADIENTS[(hash(i, j) % 12) as usize]
}

/// The slope of 1D noise at the whole number i.
pub fn slope(i: i64) -> f64 {
    gradient(i, 0)[0]
}

/// How frequency and amplitude change from one octave to the next, and how many octaves there are.
pub const LACUNARITY: f64 = 2.17;
pub const GAIN: f64 = 0.5;
pub const OCTAVES: usize = 4;

/// A colour: red, green and blue from 0 to 1.
pub type Colour = [f64; 3];
