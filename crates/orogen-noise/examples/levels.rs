//! Prints hashes and speeds of noises at every level of vector instructions:
//! `cargo run --release -p orogen-noise --example levels`.
//!
//! A line has the level, the noise, the hash of its samples' bits and, if `speed` is an argument,
//! millions of octave samples per second. The hashes of a noise are equal at every level and on
//! every processor; `scripts/levels` compares them between x86-64, Arm and WebAssembly.

use orogen_noise::grid::{Grid, GridNoise, Level};
use orogen_noise::{Basis, FractalKind, GradientSet, NoiseSpec, Warp};
use std::time::Instant;

const SIDE: usize = 192;

fn specs() -> Vec<(&'static str, f64, NoiseSpec)> {
    let fbm = NoiseSpec { fractal: FractalKind::Fbm, octaves: 6.0, ..NoiseSpec::default() };
    let basis = |basis| NoiseSpec { basis, ..fbm.clone() };
    let gradients = |gradients| NoiseSpec { gradients, ..fbm.clone() };
    let warp = |strength, times, spec: NoiseSpec| NoiseSpec {
        warp: Warp { strength, frequency: 1.0, times },
        ..spec
    };
    vec![
        ("value", 6.0, basis(Basis::Value)),
        ("Perlin", 6.0, fbm.clone()),
        ("Perlin, 12 gradients", 6.0, gradients(GradientSet::Twelve)),
        ("Perlin, 16 gradients", 6.0, gradients(GradientSet::Sixteen)),
        ("Perlin, continuous gradients", 6.0, gradients(GradientSet::Continuous)),
        ("lattice 2", 6.0, basis(Basis::Lattice2)),
        ("Perlin, warped", 18.0, warp(0.5, 1, fbm.clone())),
        ("Perlin, strongly warped twice", 30.0, warp(2.0, 2, fbm.clone())),
        ("16 gradients, warped twice", 30.0, warp(2.0, 2, gradients(GradientSet::Sixteen))),
        ("continuous, warped twice", 30.0, warp(2.0, 2, gradients(GradientSet::Continuous))),
        ("lattice 2, warped twice", 30.0, warp(2.0, 2, basis(Basis::Lattice2))),
        ("ridged", 6.0, NoiseSpec { fractal: FractalKind::Ridged, ..fbm.clone() }),
        (
            "hybrid, rotated",
            6.0,
            NoiseSpec { fractal: FractalKind::Hybrid, rotate: true, ..fbm.clone() },
        ),
        ("simplex", 6.0, basis(Basis::Simplex)),
        ("OpenSimplex2", 6.0, basis(Basis::OpenSimplex2)),
        ("OpenSimplex2S", 6.0, basis(Basis::OpenSimplex2S)),
        ("Worley F1", 6.0, basis(Basis::WorleyF1)),
        ("Worley F2 − F1", 6.0, basis(Basis::WorleyF2MinusF1)),
    ]
}

/// Large cells, small cells, and cells too far from the origin for 32 bits.
const GRIDS: [(f64, [i64; 2]); 3] =
    [(64.0, [-100, 300]), (1.3, [7, -40]), (0.9, [1 << 40, -(1 << 41)])];

fn hash(hash: u64, bits: u64) -> u64 {
    (hash ^ bits).wrapping_mul(0x0000_0100_0000_01b3)
}

fn main() {
    let is_timed = std::env::args().any(|argument| argument == "speed");
    for level in Level::available() {
        for (name, octaves, spec) in specs() {
            let noise = spec.build(2).expect("a valid spec");
            let mut numbers = [0, 1, 2].map(|_| vec![0.0; SIDE * SIDE]);
            let mut bits = 0xcbf2_9ce4_8422_2325;
            for (cell, origin) in GRIDS {
                let noise = GridNoise::with_level(&noise, 1.0 / cell, level);
                let grid = Grid { origin, size: [SIDE; 2], spacing_m: 1.0, band_limit_m: 0.0 };
                noise
                    .plan(&[grid])
                    .fill_slopes(0, numbers.each_mut().map(|numbers| &mut numbers[..]));
                let samples = numbers.iter().flatten();
                bits = samples.fold(bits, |bits, x: &f32| hash(bits, u64::from(x.to_bits())));
                let line = |first: i64| {
                    (0..64).map(|i| first as f64 + 0.77 * f64::from(i)).collect::<Vec<_>>()
                };
                let places = [line(origin[0]), line(origin[1])];
                let (mut values, mut slopes) = ([0.0; 64], [[0.0; 64]; 2]);
                noise.fill_f64(
                    [&places[0], &places[1]],
                    0.0,
                    &mut values,
                    Some(slopes.each_mut().map(|slope| &mut slope[..])),
                );
                let exact = values.iter().chain(slopes.as_flattened());
                // Zeros may differ in their sign
                bits = exact.fold(bits, |bits, x| hash(bits, (x + 0.0).to_bits()));
            }
            print!("{level:?}\t{name}\t{bits:016x}");
            if is_timed {
                let noise = GridNoise::with_level(&noise, 1.0 / 256.0, level);
                let grid =
                    Grid { origin: [0; 2], size: [SIDE; 2], spacing_m: 1.0, band_limit_m: 0.0 };
                let mut best = f64::INFINITY;
                for _ in 0..20 {
                    let start = Instant::now();
                    noise.fill(&grid, &mut numbers[0]);
                    best = best.min(start.elapsed().as_secs_f64());
                }
                print!("\t{:.0}", octaves * (SIDE * SIDE) as f64 / best / 1e6);
            }
            println!();
        }
    }
}
