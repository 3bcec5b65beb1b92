//! Tests of whole noises: published values, formulas, statistics.

mod continuity;
mod derivatives;
mod fractals;
mod golden;
mod isotropy;
mod periods;
mod rounding;
mod table;
mod traces;
mod vectors;

use super::field::Jet;
use super::statistics::sample_point;
use super::*;

/// Point `index` of the sample set.
fn scattered<const N: usize>(index: u32) -> [f64; N] {
    let mut p = [0.0; N];
    sample_point(index, &mut p);
    p
}

/// Point `index`, rounded down to multiples of 1/64, so that adding whole periods is exact.
fn dyadic<const N: usize>(index: u32) -> [f64; N] {
    scattered::<N>(index).map(|x| (x * 64.0).floor() / 64.0)
}

/// Every basis with each number of dimensions in which it exists, up to four.
fn every_basis() -> impl Iterator<Item = (&'static BasisRow, usize)> {
    BASES
        .iter()
        .flat_map(|row| (1..=4).filter(|n| row.dimensions.contains(n)).map(move |n| (row, n)))
}

/// The spec with each kind of fractal, of four octaves.
fn every_fractal(spec: &NoiseSpec) -> Vec<NoiseSpec> {
    let with_kind = |fractal| NoiseSpec { fractal, octaves: 4.0, ..spec.clone() };
    FractalKind::ALL.iter().map(|kind| with_kind(kind.value)).collect()
}
