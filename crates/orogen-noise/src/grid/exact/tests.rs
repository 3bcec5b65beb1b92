use super::super::simd::Level;
use super::*;
use crate::edit::can_edit;
use crate::hash::{Seed, hash_cell};
use crate::spec::PermutationKind;
use crate::{
    self as noise, BASES, Edit, Edits, Fade, FadeCurve, FractalKind, GradientSet, NoiseSpec,
    Normalise, Warp,
};
use proptest::prelude::*;
use proptest::sample::select;

const COUNT: usize = 75;
const FREQUENCY_PER_M: f64 = 0.003;

/// Places in metres: some along a way, some anywhere around.
fn places(start: [f64; 2], step_m: f64) -> [Vec<f64>; 2] {
    [0, 1].map(|axis| {
        let anywhere = |i: usize| {
            let word = hash_cell(Seed(9), &[i as i64, axis as i64]);
            2e4 * (f64::from(word) / 4_294_967_296.0 - 0.5)
        };
        let at = |i: usize| {
            let way = if i < 50 { step_m * (i * (1 + axis)) as f64 } else { anywhere(i) };
            start[axis] + way
        };
        (0..COUNT).map(at).collect()
    })
}

fn bases() -> Vec<noise::Basis> {
    use noise::Basis::{Lattice0, Lattice1, Lattice2, Perlin, Simplex, Value};
    vec![Perlin, Value, Lattice0, Lattice1, Lattice2, Simplex]
}

/// Edits of the first octave's lattice points around the origin.
fn edits() -> Edits {
    let gradient = |x: i64, y: i64| [0.5 * x as f64 + 0.3, 1.5 - 0.4 * y as f64];
    let edit = |x, y| Edit { octave: 0, cell: [x, y], gradient: gradient(x, y) };
    let points = (-4..4).flat_map(|y| (-4..4).map(move |x| edit(x, y)));
    points.collect::<Vec<_>>().into()
}

fn check(spec: &NoiseSpec, places_m: &[Vec<f64>; 2], band_limit_m: f64) {
    let noise = spec.build(2).unwrap();
    let [east_m, south_m] = places_m;
    let limit = band_limit_m * FREQUENCY_PER_M;
    let at = |i: usize| [east_m[i] * FREQUENCY_PER_M, south_m[i] * FREQUENCY_PER_M];
    for level in Level::available() {
        let grid = GridNoise::with_level(&noise, FREQUENCY_PER_M, level);
        let mut planes = [const { vec![] }; 4].map(|_: Vec<f64>| vec![f64::NAN; COUNT]);
        let [alone, values, east, south] = &mut planes;
        grid.fill_f64([east_m, south_m], band_limit_m, alone, None);
        grid.fill_f64([east_m, south_m], band_limit_m, values, Some([east, south]));
        for i in 0..COUNT {
            assert_eq!(alone[i], noise.sample2(at(i), limit), "{level:?}, sample {i}");
            let (value, gradient) = noise.sample2_with_gradient(at(i), limit);
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
        is_edited in prop::bool::weighted(0.25),
        (times, strength) in (0u32..3, select(vec![0.0, 0.2])),
        (period, rounding) in (select(vec![None, Some([4, 6])]), select(vec![0.0, 0.2])),
        (start, step_m) in (prop::array::uniform2(-1e7..1e7f64), -40.0..40.0f64),
        band_limit_m in select(vec![0.0, 15.0, 100.0]),
    ) {
        let warp = Warp { strength, frequency: 1.0, times };
        let rotate = rotate && period.is_none();
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
            edits: if is_edited && can_edit(basis, 2) { edits() } else { Edits::default() },
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
fn edited_lattice_points_and_sharp_fades_have_the_bits_of_single_points() {
    let own = Fade::Custom(FadeCurve::through([0.3, 0.2, 0.9]));
    for (basis, fade) in bases().into_iter().flat_map(|of| [(of, Fade::Step), (of, own)]) {
        for times in 0..3 {
            let warp = Warp { strength: 0.2, frequency: 1.5, times };
            let fractal = FractalKind::Fbm;
            let plain =
                NoiseSpec { basis, fade, fractal, octaves: 2.5, warp, ..NoiseSpec::default() };
            let edited = NoiseSpec { edits: edits(), ..plain.clone() };
            let places = places([77.0, -33.0], 3.0);
            for band_limit_m in [0.0, 20.0] {
                check(&plain, &places, band_limit_m);
                check(&edited, &places, band_limit_m);
            }
            let [before, after] = [&plain, &edited].map(|spec| {
                let mut values = vec![0.0; COUNT];
                let grid = GridNoise::new(&spec.build(2).unwrap(), FREQUENCY_PER_M);
                grid.fill_f64([&places[0], &places[1]], 0.0, &mut values, None);
                values
            });
            let felt = before.iter().zip(&after).filter(|(before, after)| before != after).count();
            assert!(felt >= 50, "{basis:?} feels {felt}");
        }
    }
}

#[test]
fn cells_far_away_have_the_bits_of_single_points() {
    let spec = NoiseSpec { fractal: FractalKind::Fbm, octaves: 4.0, ..NoiseSpec::default() };
    check(&spec, &places([1e13, -3e14], 1e4), 0.0);
}

#[test]
fn nothing_is_filled_where_there_is_nothing() {
    let noise = NoiseSpec::default().build(2).unwrap();
    let mut planes = [const { vec![] }; 3];
    let [values, east, south] = &mut planes;
    GridNoise::new(&noise, 1.0).fill_f64([&[], &[]], 0.0, values, Some([east, south]));
}
