//! Tests that traces agree with the computation.

use super::lookup::{Lookup, Pick};
use super::trace::{CellTrace, CornerTrace, OctaveTrace};
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
            let filtered = noise.trace_filtered(&p, 0.2);
            assert_eq!(filtered.value, noise.sample_filtered(&p, 0.2), "{spec:?}");
            for OctaveTrace { octave, position, term, .. } in &filtered.octaves {
                assert_eq!(term.band_weight, octave.band_weight(0.2));
                assert_eq!(position.is_empty(), term.band_weight == 0.0);
            }
            let trace = noise.trace(&p);
            assert_eq!(trace.value, noise.sample(&p), "{spec:?}");
            assert_eq!(trace.warps.len(), 2 * spec.warp.times as usize);
            let count = if spec.fractal == FractalKind::None { 1 } else { spec.octaves as usize };
            assert_eq!(trace.octaves.len(), count);
            let sum = trace.octaves.iter().fold(0.0, |sum, octave| sum + octave.term.contribution);
            assert_eq!(sum, trace.octaves[count - 1].term.sum);
            assert_eq!(sum / trace.divisor, trace.value);
            let bent = [trace.bent[0], trace.bent[1]];
            for OctaveTrace { octave, position, .. } in &trace.octaves {
                assert_eq!(octave.frequency, f64::powi(2.0, octave.index as i32));
                assert_eq!(position[..], octave.place(&bent));
            }
        }
    }
}

#[test]
fn a_trace_has_every_step_of_perlin_noise() {
    let noise = NoiseSpec::default().build(2).unwrap();
    for index in 0..100 {
        let p = scattered::<2>(index);
        let trace = noise.trace(&p);
        let [CellTrace { cell, fraction, corners, fades, blends, scale, copy_weight, .. }] =
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
            let dot = corner.gradient[0] * corner.offset[0] + corner.gradient[1] * corner.offset[1];
            assert_eq!(corner.influence, dot);
            assert_eq!(corner.cell[0] as f64 + corner.offset[0], p[0]);
            assert_eq!(corner.hash, hash::hash_cell(Seed(0), &corner.cell));
        }
        // Two blends of neighbours along x, then a blend of their results along y.
        assert_eq!([blends[0].a, blends[0].b], [corners[0].influence, corners[1].influence]);
        assert_eq!([blends[1].a, blends[1].b], [corners[2].influence, corners[3].influence]);
        assert_eq!([blends[2].a, blends[2].b], [blends[0].result, blends[1].result]);
        let axes: Vec<usize> = blends.iter().map(|blend| blend.axis).collect();
        assert_eq!(axes, [0, 0, 1]);
        assert_eq!(blends[2].result, trace.value);
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

/// The traced cells of one octave of a basis, and its value, without normalisation.
fn cells(spec: NoiseSpec, p: &[f64]) -> (Vec<CellTrace>, f64) {
    let spec = NoiseSpec { normalise: Normalise::Off, ..spec };
    let mut trace = spec.build(p.len()).unwrap().trace(p);
    assert_eq!(trace.octaves.len(), 1);
    (trace.octaves.remove(0).cells, trace.value)
}

#[test]
fn the_last_look_up_of_a_corner_gives_its_number() {
    for kind in PermutationKind::NAMED.iter().map(|(_, kind, _)| kind) {
        for period in [None, Some([5, 7])] {
            let bases = every_basis().filter(|(row, _)| row.uses.permutation);
            for (row, dimensions) in bases {
                let tiles = row.tiling == Tiling::Lattice || period.is_none();
                for index in 0..if tiles { 40 } else { 0 } {
                    let p = &scattered::<4>(index)[..dimensions];
                    let permutation = kind.clone();
                    let spec = NoiseSpec { basis: row.basis, permutation, period, ..plain(index) };
                    let (cells, _) = cells(spec, p);
                    for corner in cells.iter().flat_map(|cell| &cell.corners) {
                        check_look_ups(corner, row.name, period.is_some());
                    }
                }
            }
        }
    }
}

fn plain(seed: u32) -> NoiseSpec {
    NoiseSpec { seed: Seed(u64::from(seed) << 20), ..NoiseSpec::default() }
}

/// Asserts that each step follows from the previous step.
fn check_look_ups(corner: &CornerTrace, basis: &str, is_periodic: bool) {
    let wraps = |lookup: &&Lookup| matches!(lookup, Lookup::Wrap { .. });
    let count = corner.lookups.iter().filter(wraps).count();
    assert_eq!(count > 0, is_periodic, "{basis}: {corner:?}");
    let mut number = 0;
    let mut keys = 0u32;
    for lookup in &corner.lookups {
        match *lookup {
            Lookup::Wrap { coordinate, period, value, .. } => {
                assert_eq!(coordinate.rem_euclid(period), value);
                continue;
            }
            Lookup::Table { coordinate, from, index, .. } => {
                assert_eq!((from, index), (number, number + (coordinate & 255) as u32));
            }
            Lookup::P289 { coordinate, from, index, product, value, .. } => {
                assert_eq!((from, index), (number, number + coordinate.rem_euclid(289) as u32));
                assert_eq!((product, value), (34 * index * index + index, product % 289));
            }
            Lookup::Key { coordinate, axis_word, middle, value, .. } => {
                let [low, high] = hash::words(coordinate as u64);
                assert_eq!(middle, hash::avalanche(axis_word ^ low));
                assert_eq!(value, hash::avalanche(middle ^ high));
                keys = keys.wrapping_add(value);
            }
            Lookup::Avalanche { sum, value } => {
                assert_eq!((sum, hash::avalanche(sum)), (keys, value));
            }
            other => panic!("{basis}: {other:?}"),
        }
        number = lookup.value() as u32;
    }
    assert_eq!(number, corner.hash, "{basis}: {corner:?}");
}

/// The numbers and influences of the corners around `p`, and the value.
fn hashes_and_influences(spec: NoiseSpec, p: &[f64]) -> (Vec<u32>, Vec<f64>, f64) {
    let (cells, value) = cells(spec, p);
    let corners = &cells[0].corners;
    let hashes = corners.iter().map(|corner| corner.hash).collect();
    (hashes, corners.iter().map(|corner| corner.influence).collect(), value)
}

#[test]
fn corners_have_the_published_numbers_and_influences() {
    let p = [1.7, 2.3];
    let near = |given: &[f64], wanted: &[f64]| {
        assert!(given.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-12), "{given:?}");
    };
    // Perlin's table, his eight gradients, and the chain p[p[x] + y].
    let table = || NoiseSpec { permutation: PermutationKind::Reference, ..plain(0) };
    let (hashes, influences, value) = hashes_and_influences(table(), &p);
    assert_eq!(hashes, [152, 126, 2, 255]);
    near(&influences, &[1.0, 0.3, 1.4, 0.7]);
    assert!((value - 0.479388).abs() < 1e-6);
    let (traced_cells, _) = cells(table(), &p);
    let first = Lookup::Table { axis: 0, coordinate: 1, from: 0, index: 1, value: 160 };
    let second = Lookup::Table { axis: 1, coordinate: 2, from: 160, index: 162, value: 152 };
    assert_eq!(traced_cells[0].corners[0].lookups, [first, second]);
    assert_eq!(traced_cells[0].corners[0].pick, Pick::Index { of: 8, index: 0 });

    // The permutation by arithmetic, and the twelve edges' x and y.
    let (permutation, gradients) = (PermutationKind::P289, GradientSet::Twelve);
    let spec = NoiseSpec { permutation, gradients, ..plain(0) };
    let (hashes, influences, value) = hashes_and_influences(spec, &p);
    assert_eq!(hashes, [54, 106, 4, 124]);
    near(&influences, &[0.7, 0.3, 0.7, -0.3]);
    near(&[value], &[0.28334105184]);

    // Simplex noise by the table, from the last coordinate to the first.
    let spec = NoiseSpec { basis: Basis::Simplex, ..table() };
    let (traced_cells, value) = cells(spec, &p);
    let corners: Vec<_> = traced_cells[0].corners.iter().map(|corner| &corner.cell[..]).collect();
    assert_eq!(corners, [[3, 3], [3, 4], [4, 4]]);
    assert!((value - 0.34898640812).abs() < 1e-11);
    let axes = traced_cells[0].corners[1].lookups.iter().map(|lookup| match lookup {
        Lookup::Table { axis, coordinate, .. } => (*axis, *coordinate),
        other => panic!("{other:?}"),
    });
    assert_eq!(axes.collect::<Vec<_>>(), [(1, 4), (0, 3)]);
}

#[test]
fn weighted_influences_add_up_to_the_basis_value() {
    for (row, dimensions) in every_basis().chain([5, 6, 8].map(|n| (Basis::PerlinNd.row(), n))) {
        for index in 0..100 {
            let p = &scattered::<8>(index)[..dimensions];
            let (cells, value) = cells(NoiseSpec { basis: row.basis, ..plain(index) }, p);
            let reports_sums = row.uses.fade || row.uses.radius2 || row.name.starts_with("opens");
            if !reports_sums || row.name == "opensimplex" {
                continue;
            }
            let [cell] = &cells[..] else { panic!("{}: one cell", row.name) };
            let is_exact = cell.single_precision || row.basis == Basis::PerlinNd;
            let error = (cell.sum() - value).abs();
            assert!(error <= if is_exact { 0.0 } else { 1e-12 }, "{} {p:?}: {error}", row.name);
            if row.uses.fade {
                let sum: f64 = cell.corners.iter().map(|corner| corner.weight).sum();
                assert!((sum - 1.0).abs() < 1e-12, "{}: weights {sum}", row.name);
            }
        }
    }
}

#[test]
fn a_trace_has_the_skewed_coordinates_of_simplex_noise() {
    for dimensions in 2..=4usize {
        let n = dimensions as f64;
        for index in 0..200 {
            let p = &scattered::<4>(index)[..dimensions];
            let (cells, _) = cells(NoiseSpec { basis: Basis::Simplex, ..plain(index) }, p);
            let (cell, skewed) = (&cells[0], cells[0].skewed.as_ref().unwrap());
            let root = (n + 1.0).sqrt();
            assert!((skewed.skew - (root - 1.0) / n).abs() < 1e-15);
            assert!((skewed.unskew - (1.0 - 1.0 / root) / n).abs() < 1e-15);
            assert_eq!(skewed.radius2, if dimensions == 2 { 0.5 } else { 0.6 });
            let shift = skewed.skew * p.iter().sum::<f64>();
            let back = skewed.unskew * cell.cell.iter().sum::<i64>() as f64;
            // Rounding errors grow with the distance from the origin.
            let error_bound = 1e-15 * (1.0 + p.iter().map(|x| x.abs()).sum::<f64>());
            for (axis, x) in p.iter().enumerate() {
                assert!((skewed.skewed[axis] - x - shift).abs() < 8.0 * error_bound);
                assert_eq!(skewed.skewed[axis].floor() as i64, cell.cell[axis]);
                let origin = cell.cell[axis] as f64 - back;
                assert!((skewed.origin[axis] - origin).abs() < 8.0 * error_bound);
                assert_eq!(x - skewed.origin[axis], cell.fraction[axis]);
            }
            // The walk takes one axis per step; the axis with the largest offset comes first.
            let mut order: Vec<_> = (0..dimensions).collect();
            order.sort_by_key(|axis| skewed.ranks[*axis]);
            assert!(order.is_sorted_by(|a, b| cell.fraction[*a] >= cell.fraction[*b]));
            for (step, corner) in cell.corners.iter().enumerate() {
                for axis in 0..dimensions {
                    let is_taken = order[..step].contains(&axis);
                    assert_eq!(corner.cell[axis], cell.cell[axis] + i64::from(is_taken));
                }
                let squares: f64 = corner.offset.iter().map(|d| d * d).sum();
                let falloff = corner.falloff.unwrap();
                assert!((falloff - (skewed.radius2 - squares)).abs() < 1e-12);
                assert!((corner.kernel - falloff.max(0.0).powi(4)).abs() < 1e-15);
            }
        }
    }
}
