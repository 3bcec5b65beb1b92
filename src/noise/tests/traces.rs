//! Traces tell what was computed.

use super::trace::{CellTrace, OctaveTrace};
use super::*;

fn specs() -> Vec<NoiseSpec> {
    let mut specs = Vec::new();
    for basis in [
        Basis::Value,
        Basis::Perlin,
        Basis::Simplex,
        Basis::Lattice2,
        Basis::WorleyF1,
        Basis::OpenSimplex2,
    ] {
        let plain = NoiseSpec { basis, octaves: 3.0, ..NoiseSpec::default() };
        specs.extend(every_fractal(&plain));
        let warp = Warp { strength: 0.4, frequency: 2.0, times: 2 };
        specs.push(NoiseSpec {
            warp,
            period: Some([5, 7]),
            fractal: FractalKind::Fbm,
            ..plain.clone()
        });
        specs.push(NoiseSpec {
            normalise: Normalise::Measured,
            rotate: true,
            octave_seeds: true,
            ..plain
        });
    }
    specs
}

#[test]
fn a_trace_ends_in_the_value_and_its_octaves_add_up() {
    for spec in specs() {
        let noise = spec.build(2).unwrap();
        for index in 0..20 {
            let p = scattered::<2>(index);
            let trace = noise.trace(&p);
            assert_eq!(trace.value, noise.sample(&p), "{spec:?}");
            assert_eq!(trace.warps.len(), 2 * spec.warp.times as usize);
            let count = if spec.fractal == FractalKind::None { 1 } else { spec.octaves as usize };
            assert_eq!(trace.octaves.len(), count);
            let sum = trace.octaves.iter().fold(0.0, |sum, octave| sum + octave.term.contribution);
            assert_eq!(sum, trace.octaves[count - 1].term.sum);
            assert_eq!(sum / trace.divisor, trace.value);
            for OctaveTrace { octave, .. } in &trace.octaves {
                assert_eq!(octave.frequency, f64::powi(2.0, octave.index as i32));
            }
        }
    }
}

#[test]
fn the_steps_of_perlin_noise_can_be_followed() {
    let noise = NoiseSpec::default().build(2).unwrap();
    for index in 0..100 {
        let p = scattered::<2>(index);
        let trace = noise.trace(&p);
        let [CellTrace { cell, fraction, corners, fades, blends, scale, copy_weight }] =
            &trace.octaves[0].cells[..]
        else {
            panic!("one cell")
        };
        assert_eq!((corners.len(), fades.len(), blends.len()), (4, 2, 3));
        assert_eq!((*scale, *copy_weight), (None, None));
        for (axis, x) in p.iter().enumerate() {
            assert_eq!(cell[axis] as f64 + fraction[axis], *x);
            assert_eq!(fades[axis], Fade::Quintic.value(fraction[axis]));
        }
        for corner in corners {
            let dot =
                corner.gradient[0] * corner.distance[0] + corner.gradient[1] * corner.distance[1];
            assert_eq!(corner.influence, dot);
            assert_eq!(corner.cell[0] as f64 + corner.distance[0], p[0]);
            assert_eq!(corner.hash, hash::hash_cell(Seed(0), &corner.cell));
        }
        // Two blends along x, of neighbours, then one along y of what they gave.
        assert_eq!([blends[0].a, blends[0].b], [corners[0].influence, corners[1].influence]);
        assert_eq!([blends[1].a, blends[1].b], [corners[2].influence, corners[3].influence]);
        assert_eq!([blends[2].a, blends[2].b], [blends[0].result, blends[1].result]);
        assert_eq!(blends.each_axis(), [0, 0, 1]);
        assert_eq!(blends[2].result, trace.value);
    }
}

trait EachAxis {
    fn each_axis(&self) -> Vec<usize>;
}

impl EachAxis for [trace::BlendTrace] {
    fn each_axis(&self) -> Vec<usize> {
        self.iter().map(|blend| blend.axis).collect()
    }
}

#[test]
fn simplex_corners_and_copies_add_up() {
    let spec = NoiseSpec { basis: Basis::Simplex, period: Some([6, 6]), ..NoiseSpec::default() };
    let trace = spec.build(2).unwrap().trace(&[1.3, 4.6]);
    let cells = &trace.octaves[0].cells;
    assert_eq!(cells.len(), 4);
    let copy = |cell: &CellTrace| {
        assert_eq!(cell.corners.len(), 3);
        let sum: f64 = cell.corners.iter().map(|corner| corner.influence).sum();
        cell.copy_weight.unwrap() * cell.scale.unwrap() * sum
    };
    assert!((cells.iter().map(copy).sum::<f64>() - trace.value).abs() < 1e-12);
    let weights: f64 = cells.iter().map(|cell| cell.copy_weight.unwrap().powi(2)).sum();
    assert!((weights - 1.0).abs() < 1e-12);
}

#[test]
fn a_printed_trace_names_every_step() {
    let spec = NoiseSpec {
        fractal: FractalKind::Ridged,
        octaves: 2.0,
        warp: Warp { strength: 1.0, frequency: 1.0, times: 1 },
        ..NoiseSpec::default()
    };
    let printed = spec.build(2).unwrap().trace(&[1.5, -2.25]).to_string();
    for part in [
        "perlin at (1.5, -2.25)",
        "warp 0, axis 1",
        "octave 1: frequency 2",
        "cell (",
        "gradient (",
        "fades (",
    ] {
        assert!(printed.contains(part), "no `{part}` in\n{printed}");
    }
    let last = printed.lines().last().unwrap();
    assert!(last.starts_with("value = "), "{last}");
}
