//! Tests of samples near edited lattice points.

use super::*;
use crate::edit::{Edit, Edits, MAX_EDITS, can_edit};
use crate::spec::NoiseError;
use std::collections::HashSet;

/// Noises with a kernel and with lattice points that can be edited.
fn editable() -> impl Strategy<Value = NoiseSpec> {
    let names = vec!["value", "perlin", "lattice0", "lattice1", "lattice2", "simplex"];
    (specs(), select(names)).prop_map(|(mut spec, name)| {
        spec.basis = name.parse().unwrap();
        spec.octaves = spec.octaves.min(5.0);
        spec.warp.strength = spec.warp.strength.min(0.3);
        spec
    })
}

/// Random choices from which [`edits`] makes edits: an octave, the index of a sample, the index of
/// one of the sample's corners, and a gradient.
type Chosen = Vec<(u32, usize, usize, [f64; 2])>;

fn chosen(max_count: usize) -> impl Strategy<Value = Chosen> {
    let gradient = [-4.0..=4.0f64, -4.0..=4.0f64];
    prop::collection::vec((0u32..6, any::<usize>(), any::<usize>(), gradient), 1..=max_count)
}

/// The lattice points on which a sample depends, with their octaves. Those of its warp are
/// included.
fn corners(noise: &Noise, p: [f64; 2]) -> HashSet<(u32, [i64; 2])> {
    let trace = noise.trace(&p);
    let displaced = trace.warps.iter().flat_map(|warp| &warp.octaves);
    let octaves = displaced.chain(&trace.octaves);
    let corners = octaves.flat_map(|octave| {
        let cells = octave.cells.iter().flat_map(|cell| &cell.corners);
        cells.map(|corner| (octave.octave.index, [corner.cell[0], corner.cell[1]]))
    });
    let wrapped = |(octave, cell): (u32, [i64; 2])| {
        let frequency = noise.fractal().octaves[octave as usize].frequency;
        let wraps = noise.spec().period.filter(|_| noise.spec().basis != Basis::Simplex);
        let cell = match wraps {
            Some(period) => [0, 1]
                .map(|axis| cell[axis].rem_euclid((f64::from(period[axis]) * frequency) as i64)),
            None => cell,
        };
        (octave, cell)
    };
    corners.map(wrapped).collect()
}

fn edits(noise: &Noise, places: &[[f64; 2]], chosen: &Chosen) -> Edits {
    let edit = |&(octave, place, corner, gradient): &(u32, usize, usize, [f64; 2])| {
        let corners = corners(noise, places[place % places.len()]);
        let in_octave = |corner: &(u32, [i64; 2])| corner.0 == octave;
        let mut corners: Vec<_> = corners.into_iter().filter(in_octave).collect();
        corners.sort();
        let cell = corners.get(corner % corners.len().max(1)).map_or([5, 7], |(_, cell)| *cell);
        Edit { octave, cell, gradient }
    };
    chosen.iter().map(edit).collect::<Vec<_>>().into()
}

/// The noise with edits, and a function that tells whether a sample depends on an edited point.
fn edited(
    spec: &NoiseSpec,
    places: &[[f64; 2]],
    chosen: &Chosen,
) -> (Noise, impl Fn([f64; 2]) -> bool) {
    let plain = spec.build(2).unwrap();
    let edits = edits(&plain, places, chosen);
    let points: HashSet<_> = edits.iter().map(|edit| (edit.octave, edit.cell)).collect();
    let noise = NoiseSpec { edits, ..spec.clone() }.build(2).unwrap();
    let traced = noise.clone();
    (noise, move |p| corners(&traced, p).iter().any(|corner| points.contains(corner)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn an_edit_changes_only_the_cells_around_its_lattice_point(
        spec in editable(),
        (mut grid, frequency) in grids(),
        chosen in chosen(6),
    ) {
        grid.band_limit_m = 0.0;
        grid.size = grid.size.map(|side| side.min(30));
        let places = places(&grid, frequency);
        let (noise, is_affected) = edited(&spec, &places, &chosen);
        let plain = GridNoise::new(&spec.build(2).unwrap(), frequency);
        let fast = GridNoise::new(&noise, frequency);
        let (before, after) = (filled(&plain, &grid), filled(&fast, &grid));
        let lines = lines_of(&grid);
        let mut slopes = [0; 3].map(|_| vec![f32::NAN; after.len()]);
        let [values, east, south] = &mut slopes;
        fast.fill_slopes_at([&lines[0], &lines[1]], 0.0, [values, east, south]);
        prop_assert_eq!(bits(&slopes[0]), bits(&after));
        let mut walker = noise.walk();
        for (i, p) in places.iter().enumerate() {
            let reference = noise.sample2(*p, 0.0);
            prop_assert_eq!(walker.sample2(*p, 0.0), reference);
            if is_affected(*p) {
                prop_assert_eq!(after[i], reference as f32, "{:?}", p);
                let (_, slope) = noise.sample2_with_gradient(*p, 0.0);
                let slope = slope.map(|slope| (slope * frequency) as f32);
                prop_assert_eq!([slopes[1][i], slopes[2][i]], slope);
            } else {
                prop_assert_eq!(after[i].to_bits(), before[i].to_bits(), "{:?}", p);
                prop_assert_eq!(reference, spec.build(2).unwrap().sample2(*p, 0.0));
            }
        }
    }

    #[test]
    fn edited_grids_agree_with_the_reference_in_all_pieces_and_at_every_level(
        spec in editable(),
        (mut grid, frequency) in grids(),
        chosen in chosen(MAX_EDITS),
        piece in [1usize..40, 1..40],
    ) {
        grid.size = grid.size.map(|side| side.min(60));
        let places = places(&grid, frequency);
        let (noise, _) = edited(&spec, &places, &chosen);
        let limit = grid.band_limit_m * frequency;
        let scalar = filled(&GridNoise::with_level(&noise, frequency, Level::lowest()), &grid);
        for level in Level::available() {
            let other = GridNoise::with_level(&noise, frequency, level);
            prop_assert_eq!(bits(&scalar), bits(&filled(&other, &grid)), "{:?}", level);
            prop_assert_eq!(bits(&scalar), bits(&in_pieces(&other, &grid, piece)), "{:?}", level);
        }
        if spec.fade != Fade::Step {
            for (p, sample) in places.iter().zip(&scalar) {
                let error = (f64::from(*sample) - noise.sample2(*p, limit)).abs();
                prop_assert!(
                    error < allowed_error(&noise, *p),
                    "{sample} is off by {error} at {p:?}"
                );
            }
        }
        // Samples that are moved by the identity
        let lines = lines_of(&grid);
        let moves = Moves { map: [[1.0, 0.0], [0.0, 1.0]], offsets_m: None };
        let mut moved = vec![f32::NAN; scalar.len()];
        GridNoise::new(&noise, frequency).fill_moved_at(
            [&lines[0], &lines[1]], moves, grid.band_limit_m, &mut moved, None,
        );
        if spec.fade != Fade::Step {
            for (p, (sample, moved)) in places.iter().zip(scalar.iter().zip(&moved)) {
                let error = f64::from((sample - moved).abs());
                prop_assert!(error < 2.0 * allowed_error(&noise, *p), "{error}");
            }
        }
    }
}

#[test]
fn an_edited_gradient_is_the_slope_at_its_lattice_point() {
    for basis in [Basis::Perlin, Basis::Lattice1, Basis::Lattice2] {
        let edit = Edit { octave: 0, cell: [3, -2], gradient: [2.5, -0.75] };
        let edits = vec![edit].into();
        let noise = NoiseSpec { basis, edits, ..NoiseSpec::default() }.build(2).unwrap();
        assert_eq!(noise.sample2_with_gradient([3.0, -2.0], 0.0), (0.0, [2.5, -0.75]));
        let trace = noise.trace(&[3.2, -1.9]);
        let corner = &trace.octaves[0].cells[0].corners[0];
        assert_eq!((&corner.cell[..], &corner.gradient[..2]), (&[3, -2][..], &[2.5, -0.75][..]));
    }
    let edit = Edit { octave: 0, cell: [3, -2], gradient: [-3.5, 1.0] };
    for basis in [Basis::Value, Basis::Lattice0] {
        let edits = vec![edit].into();
        let noise = NoiseSpec { basis, edits, ..NoiseSpec::default() }.build(2).unwrap();
        assert_eq!(noise.sample2([3.0, -2.0], 0.0), -3.5);
    }
}

#[test]
fn one_dimensional_noises_can_be_edited() {
    let edit = |cell| Edit { octave: 0, cell, gradient: [3.0, 1.0] };
    for basis in [Basis::Perlin, Basis::Value] {
        let plain = NoiseSpec { basis, ..NoiseSpec::default() };
        let with_edit = |cell| NoiseSpec { edits: vec![edit(cell)].into(), ..plain.clone() };
        let [line, plane] = [1, 2].map(|n| with_edit([5, 0]).build(n).unwrap());
        let [unedited, edited_aside] =
            [&plain, &with_edit([5, 1])].map(|spec| spec.build(1).unwrap());
        for i in 0..100 {
            let x = 3.01 + 0.04 * f64::from(i);
            if basis == Basis::Perlin {
                assert_eq!(line.sample(&[x]), plane.sample2([x, 0.0], 0.0), "{x}");
            }
            assert_eq!(edited_aside.sample(&[x]), unedited.sample(&[x]));
            assert_eq!(
                line.sample(&[x]) == unedited.sample(&[x]),
                x <= 4.0 || x >= 6.0,
                "{basis} {x}"
            );
        }
    }
}

#[test]
fn octave_positions_are_those_of_a_trace() {
    let warp = Warp { strength: 0.4, frequency: 1.5, times: 2 };
    let fractal = FractalKind::Fbm;
    let spec =
        NoiseSpec { warp, fractal, rotate: true, octave_seeds: true, ..NoiseSpec::default() };
    let tiled = NoiseSpec { period: Some([3, 5]), ..NoiseSpec::default() };
    for spec in [spec, tiled, NoiseSpec::default()] {
        let noise = spec.build(2).unwrap();
        for i in 0..50 {
            let p = [0.37 * f64::from(i) - 7.0, 4.0 - 0.29 * f64::from(i)];
            for octave in noise.trace(&p).octaves {
                let index = octave.octave.index;
                let position = noise.octave_position(p, index).unwrap();
                assert_eq!(position[..], octave.position[..]);
                let (same, slopes) = noise.octave_position_with_slopes(p, index).unwrap();
                assert_eq!(same, position);
                for axis in 0..2 {
                    let step = 1e-6;
                    let position_at = |step: f64| {
                        let mut p = p;
                        p[axis] += step;
                        noise.octave_position(p, index).unwrap()
                    };
                    let [before, after] = [position_at(-step), position_at(step)];
                    for i in 0..2 {
                        let difference = (after[i] - before[i]) / (2.0 * step);
                        let error = (slopes[i][axis] - difference).abs();
                        assert!(error < 1e-3 * octave.octave.frequency, "{slopes:?} {difference}");
                    }
                }
            }
        }
        assert_eq!(noise.octave_position([0.0; 2], 32), None);
    }
}

#[test]
fn invalid_edits_are_refused() {
    let edit = Edit { octave: 0, cell: [0, 0], gradient: [1.0, 0.0] };
    let error = |basis: Basis, dimensions, edits: Vec<Edit>| {
        let spec = NoiseSpec { basis, edits: edits.into(), ..NoiseSpec::default() };
        spec.build(dimensions).err()
    };
    for (basis, dimensions) in [
        (Basis::WorleyF1, 2),
        (Basis::OpenSimplex2, 2),
        (Basis::PerlinSurflet, 2),
        (Basis::PerlinNd, 2),
        (Basis::Perlin, 3),
        (Basis::Simplex, 3),
    ] {
        let refused = NoiseError::NoEdits { basis: basis.name(), dimensions };
        assert_eq!(error(basis, dimensions, vec![edit]), Some(refused));
        assert!(!can_edit(basis, dimensions));
    }
    assert_eq!(error(Basis::Perlin, 2, vec![edit; 64]), None);
    assert_eq!(error(Basis::Perlin, 2, vec![edit; 65]), Some(NoiseError::EditCount(65)));
    let steep = Edit { gradient: [0.0, -4.5], ..edit };
    let fine = Edit { octave: 32, ..edit };
    for (edit, wrong) in [(steep, -4.5), (fine, 32.0)] {
        let refused = error(Basis::Perlin, 2, vec![edit]);
        assert!(matches!(refused, Some(NoiseError::Range { given, .. }) if given == wrong));
    }
}
