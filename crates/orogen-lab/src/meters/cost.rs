//! The time per sample of a noise, and the lattice points that a sample visits.

use std::hint::black_box;

use super::clock::time;
use orogen_noise::grid::{Grid, GridNoise};
use orogen_noise::statistics::sample_point;
use orogen_noise::{Basis, Noise, NoiseSpec};

/// The cost of one sample of a noise on this machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Nanoseconds per sample of the reference evaluator, which samples one point at a time in f64.
    pub reference_ns: f64,
    /// Nanoseconds per sample of the grid evaluator.
    ///
    /// `None` unless the noise has two dimensions.
    pub grid_ns: Option<f64>,
    /// Corners (lattice or feature points) per sample over all octaves and warps.
    ///
    /// `None` if the trace does not list them.
    pub corners: Option<usize>,
}

impl Cost {
    /// Times `points` samples in each round and keeps the shortest round.
    ///
    /// Other work of the machine only adds time. 4000 points and 5 rounds take a few milliseconds.
    pub fn of(noise: &Noise, points: u32, rounds: u32) -> Self {
        let dimensions = noise.dimensions();
        let places: Vec<Vec<f64>> = (0..points)
            .map(|index| {
                let mut p = vec![0.0; dimensions];
                sample_point(index, &mut p);
                p
            })
            .collect();
        let shortest = |work: &mut dyn FnMut()| {
            let round = |_| time(&mut *work).as_secs_f64();
            (0..rounds.max(1)).map(round).fold(f64::INFINITY, f64::min)
        };
        let reference = shortest(&mut || {
            black_box(places.iter().map(|p| noise.sample(p)).sum::<f64>());
        });
        let grid_ns = (dimensions == 2).then(|| {
            let side = f64::from(points).sqrt().ceil() as usize;
            let noise = GridNoise::new(noise, 1.0);
            let grid =
                Grid { origin: [0; 2], size: [side; 2], spacing_m: 0.0625, band_limit_m: 0.0 };
            let mut values = vec![0.0; side * side];
            let seconds = shortest(&mut || noise.fill(&grid, black_box(&mut values)));
            1e9 * seconds / (side * side).max(1) as f64
        });
        let reference_ns = 1e9 * reference / f64::from(points.max(1));
        Self { reference_ns, grid_ns, corners: corners(noise) }
    }
}

/// The number of corners that a sample visits, counted in a trace.
///
/// `None` if the trace does not list them.
pub fn corners(noise: &Noise) -> Option<usize> {
    let mut p = vec![0.0; noise.dimensions()];
    sample_point(0, &mut p);
    let trace = noise.trace(&p);
    let octaves = trace.warps.iter().flat_map(|warp| &warp.octaves).chain(&trace.octaves);
    let count = octaves.flat_map(|octave| &octave.cells).map(|cell| cell.corners.len()).sum();
    (count > 0).then_some(count)
}

/// The expected corners of one octave: 2ⁿ for a cell, n + 1 for a simplex.
///
/// `None` for noises without a formula.
pub fn predicted_corners(spec: &NoiseSpec, dimensions: usize) -> Option<usize> {
    match spec.basis {
        Basis::Value
        | Basis::Perlin
        | Basis::ImprovedPerlin
        | Basis::Lattice0
        | Basis::Lattice1
        | Basis::Lattice2
        | Basis::PerlinNd
        | Basis::PerlinNdRejection => Some(1 << dimensions),
        Basis::Simplex => Some(dimensions + 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_noise::{FractalKind, Warp};

    #[test]
    fn corners_are_counted_in_the_trace() {
        for (basis, dimensions) in [
            (Basis::Perlin, 2),
            (Basis::Value, 3),
            (Basis::Simplex, 2),
            (Basis::Simplex, 3),
            (Basis::Simplex, 4),
            (Basis::PerlinNd, 4),
        ] {
            let spec = NoiseSpec { basis, ..NoiseSpec::default() };
            let noise = spec.build(dimensions).unwrap();
            assert_eq!(corners(&noise), predicted_corners(&spec, dimensions), "{basis}");
        }
        let warp = Warp { strength: 0.5, frequency: 1.0, times: 1 };
        let spec =
            NoiseSpec { warp, fractal: FractalKind::Fbm, octaves: 3.0, ..NoiseSpec::default() };
        assert_eq!(corners(&spec.build(2).unwrap()), Some(3 * 3 * 4));
    }

    #[test]
    fn a_sample_takes_time() {
        let noise = NoiseSpec::default().build(2).unwrap();
        let cost = Cost::of(&noise, 2000, 2);
        assert!(cost.reference_ns > 0.0 && cost.grid_ns.unwrap() > 0.0, "{cost:?}");
        let solid = NoiseSpec::default().build(3);
        assert!(solid.is_err() || Cost::of(&solid.unwrap(), 10, 1).grid_ns.is_none());
    }
}
