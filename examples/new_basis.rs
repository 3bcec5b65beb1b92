//! Defines a noise basis and sums its octaves with the library's fractals: `cargo run --release
//! --no-default-features --example new_basis`.

use orogen::noise::sampler::Sampler;
use orogen::noise::{Basis, BasisRow, FractalKind, NoiseSpec, Tiling, Uses};

/// A basis with a round bump in each cell of a square lattice.
struct Bumps;

impl Sampler for Bumps {
    fn value(&self, p: &[f64]) -> f64 {
        let bump = |c: &f64| {
            let u = c - c.floor();
            4.0 * u * (1.0 - u)
        };
        2.0 * p.iter().map(bump).product::<f64>() - 1.0
    }
}

static BUMPS: BasisRow = BasisRow {
    basis: Basis::Custom(&BUMPS),
    name: "bumps",
    doc: "Round bumps on a square lattice.",
    dimensions: 1..=16,
    uses: Uses::NONE,
    tiling: Tiling::Blend,
    make: |_| Box::new(Bumps),
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spec = NoiseSpec {
        basis: BUMPS.basis,
        fractal: FractalKind::Fbm,
        rotate: true,
        ..NoiseSpec::default()
    };
    let noise = spec.build(2)?;
    const SHADES: &[u8] = b" .:-=+*#%@";
    for row in 0..24 {
        let shade = |column: i32| {
            let value = noise.sample(&[f64::from(column) / 24.0, f64::from(row) / 12.0]);
            char::from(
                SHADES[((value * 0.5 + 0.5).clamp(0.0, 0.999) * SHADES.len() as f64) as usize],
            )
        };
        println!("{}", (0..72).map(shade).collect::<String>());
    }
    Ok(())
}
