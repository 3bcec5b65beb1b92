use super::*;
use crate::noise::fractal::FractalKind;
use crate::noise::spec::NoiseSpec;

#[test]
fn first() {
    for fractal in FractalKind::ALL {
        for basis in [Basis::Value, Basis::Perlin] {
            let spec = NoiseSpec { fractal: fractal.value, basis, octaves: 8.0, ..Default::default() };
            let noise = spec.build(2).unwrap();
            for spacing in [1.0, 0.37] {
                let grid = Grid { origin: [-70, 123], size: [131, 97], spacing_m: spacing, band_limit_m: 0.0 };
                let mut first: Vec<f32> = vec![];
                for level in Level::available() {
                    let fast = GridNoise::with_level(&noise, 1.0 / 40.0, level);
                    let mut out = vec![0.0; grid.size[0] * grid.size[1]];
                    fast.fill(&grid, &mut out);
                    if first.is_empty() {
                        first = out.clone();
                        for r in 0..grid.size[1] {
                            for c in 0..grid.size[0] {
                                let p =
                                    [(c as i64 - 70) as f64 * spacing / 40.0, (r as i64 + 123) as f64 * spacing / 40.0];
                                let want = noise.sample2(p, 0.0);
                                let got = out[r * grid.size[0] + c];
                                assert!(
                                    (want - got as f64).abs() < 1e-5,
                                    "{fractal:?} {basis} {spacing} {c} {r}: {want} {got}"
                                );
                            }
                        }
                    }
                    for i in 0..out.len() {
                        assert_eq!(first[i].to_bits(), out[i].to_bits(), "{level:?} {} {}", i % 131, i / 131);
                    }
                }
            }
        }
    }
}
