use super::super::simd::Level;
use super::*;
use crate::edit::can_edit;
use crate::hash::{Seed, hash_cell};
use crate::spec::PermutationKind;
use crate::{
    self as noise, BASES, Edit, Edits, Fade, FractalKind, GradientSet, NoiseSpec, Normalise, Warp,
};
use proptest::prelude::*;
use proptest::sample::select;

const COUNT: usize = 75;
/// The number of samples in a row. The last row is shorter.
const ROW_WIDTH: usize = 21;
const FREQUENCY_PER_M: f64 = 0.003;

/// Places in metres: 50 along a line from `start`, the others anywhere around it.
fn places(start: [f64; 2], step_m: f64) -> [Vec<f64>; 2] {
    [0, 1].map(|axis| {
        let anywhere = |i: usize| {
            let word = hash_cell(Seed(9), &[i as i64, axis as i64]);
            2e4 * (f64::from(word) / 4_294_967_296.0 - 0.5)
        };
        let coordinate = |i: usize| {
            let distance = if i < 50 { step_m * (i * (1 + axis)) as f64 } else { anywhere(i) };
            start[axis] + distance
        };
        (0..COUNT).map(coordinate).collect()
    })
}

fn bases() -> Vec<noise::Basis> {
    use noise::Basis::{Lattice0, Lattice1, Lattice2, Perlin, Simplex, Value};
    vec![Perlin, Value, Lattice0, Lattice1, Lattice2, Simplex]
}

/// Edits of lattice points around a place in metres. `around` has the octave of each edit and the
/// steps from the cell of the place.
fn edits(start_m: [f64; 2], around: &[(u32, i64, i64)]) -> Edits {
    let edit = |&(octave, x, y): &(u32, i64, i64)| {
        let scale = FREQUENCY_PER_M * f64::from(1 << octave);
        let near = start_m.map(|m| (m * scale).floor() as i64);
        Edit { octave, cell: [near[0] + x, near[1] + y], gradient: [x as f64, 1.5] }
    };
    around.iter().map(edit).collect::<Vec<_>>().into()
}

fn check(spec: &NoiseSpec, places_m: &[Vec<f64>; 2], band_limit_m: f64) {
    let noise = spec.build(2).unwrap();
    let [east_m, south_m] = places_m;
    let limit = band_limit_m * FREQUENCY_PER_M;
    let place = |i: usize| [east_m[i] * FREQUENCY_PER_M, south_m[i] * FREQUENCY_PER_M];
    let mut walker = noise.walk();
    for i in 0..COUNT {
        assert_eq!(walker.sample2(place(i), limit), noise.sample2(place(i), limit), "sample {i}");
    }
    for level in Level::available() {
        let grid = GridNoise::with_level(&noise, FREQUENCY_PER_M, level);
        let mut planes = [const { vec![] }; 4].map(|_: Vec<f64>| vec![f64::NAN; COUNT]);
        let [alone, values, east, south] = &mut planes;
        grid.fill_f64([east_m, south_m], band_limit_m, alone, None);
        let slopes = Some([&mut east[..], &mut south[..]]);
        grid.fill_rows_f64([east_m, south_m], ROW_WIDTH, band_limit_m, values, slopes);
        for i in 0..COUNT {
            assert_eq!(alone[i], noise.sample2(place(i), limit), "{level:?}, sample {i}");
            let (value, gradient) = noise.sample2_with_gradient(place(i), limit);
            let slopes = gradient.map(|slope| slope * FREQUENCY_PER_M);
            let got = [values[i], east[i], south[i]];
            assert_eq!(got, [value, slopes[0], slopes[1]], "{level:?}, sample {i}");
        }
    }
}

proptest! {
    #[test]
    fn samples_have_the_bits_of_single_points(
        basis in select(bases()),
        kind in select(FractalKind::ALL).prop_map(|choice| choice.value),
        fade in select(Fade::ALL).prop_map(|choice| choice.value),
        gradients in select(GradientSet::ALL).prop_map(|choice| choice.value),
        normalise in select(Normalise::ALL).prop_map(|choice| choice.value),
        permutation in select(vec![
            PermutationKind::Hash,
            PermutationKind::Table,
            PermutationKind::P289,
        ]),
        (rotate, octave_seeds) in (any::<bool>(), any::<bool>()),
        around in prop::collection::vec((0u32..4, -3..3i64, -3..3i64), 0..20),
        is_edited in prop::bool::weighted(0.25),
        (times, strength) in (0u32..3, select(vec![0.0, 0.2])),
        (period, rounding) in (select(vec![None, Some([4, 6])]), select(vec![0.0, 0.2])),
        (start, step_m) in (prop::array::uniform2(-1e7..1e7f64), -40.0..40.0f64),
        band_limit_m in select(vec![0.0, 15.0, 100.0]),
    ) {
        let warp = Warp { strength, frequency: 1.0, times };
        let rotate = rotate && period.is_none();
        let is_edited = is_edited && can_edit(basis, 2);
        let edits = if is_edited { edits(start, &around) } else { Edits::default() };
        let spec = NoiseSpec {
            basis,
            fractal: kind,
            fade,
            gradients,
            normalise,
            permutation,
            rotate,
            octave_seeds,
            warp,
            period,
            rounding,
            edits,
            octaves: 3.5,
            ..NoiseSpec::default()
        };
        check(&spec, &places(start, step_m), band_limit_m);
    }
}

#[test]
fn every_basis_has_the_bits_of_single_points() {
    for row in BASES.iter().filter(|row| row.dimensions.contains(&2)) {
        let warp = Warp { strength: 0.2, frequency: 1.5, times: 1 };
        let fractal = FractalKind::Fbm;
        let spec =
            NoiseSpec { basis: row.basis, fractal, octaves: 2.5, warp, ..NoiseSpec::default() };
        check(&spec, &places([77.0, -33.0], 3.0), 20.0);
    }
}

#[test]
fn cells_far_away_have_the_bits_of_single_points() {
    let spec = NoiseSpec { fractal: FractalKind::Fbm, octaves: 4.0, ..NoiseSpec::default() };
    check(&spec, &places([1e13, -3e14], 1e4), 0.0);
}

#[test]
fn an_empty_list_of_positions_is_accepted() {
    let noise = NoiseSpec::default().build(2).unwrap();
    let mut planes = [const { vec![] }; 3];
    let [values, east, south] = &mut planes;
    GridNoise::new(&noise, 1.0).fill_f64([&[], &[]], 0.0, values, Some([east, south]));
}
