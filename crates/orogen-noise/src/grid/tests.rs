mod edits;
mod hostile;
mod slopes;

use super::*;
use crate::{
    FadeCurve, FractalKind, GradientSet, NoiseSpec, Normalise, PermutationKind, Seed, Warp,
};
use proptest::prelude::*;
use proptest::sample::select;
use rayon::prelude::*;

/// Noises of every kind that has a kernel.
fn specs() -> impl Strategy<Value = NoiseSpec> {
    let names = vec![
        "value",
        "perlin",
        "lattice0",
        "lattice1",
        "lattice2",
        "simplex",
        "opensimplex2",
        "opensimplex2s",
        "worley-f1",
        "worley-f2",
        "worley-f2-f1",
    ];
    let basis = (
        select(names),
        permutations(),
        any::<u64>(),
        0..GradientSet::ALL.len(),
        prop_oneof![
            4 => select(Fade::ALL).prop_map(|fade| fade.value),
            1 => prop::array::uniform3(0.0..=1.0).prop_map(|knots| Fade::Custom(FadeCurve::through(knots))),
        ],
    );
    let fractal = (
        0..FractalKind::ALL.len(),
        1.0..8.0f64,
        select(vec![1.7, 2.0, 2.17, 3.0]),
        0.2..0.7f64,
        0.5..1.5f64,
        prop_oneof![Just(0.0), 0.005..=0.5],
    );
    let period = prop::option::of([1u32..40, 1..40]);
    let choices = (
        0..Normalise::ALL.len(),
        any::<bool>(),
        any::<bool>(),
        warps(),
        period,
        0..Metric::ALL.len(),
    );
    (basis, fractal, choices).prop_map(
        |(
            (name, permutation, seed, gradients, fade),
            (fractal, octaves, lacunarity, gain, offset, rounding),
            choices,
        )| {
            let (normalise, rotate, octave_seeds, warp, period, metric) = choices;
            let mut spec = NoiseSpec {
                basis: name.parse().unwrap(),
                permutation,
                seed: Seed(seed),
                gradients: GradientSet::ALL[gradients].value,
                fade,
                fractal: FractalKind::ALL[fractal].value,
                octaves,
                lacunarity,
                gain,
                offset,
                rounding,
                normalise: Normalise::ALL[normalise].value,
                metric: Metric::ALL[metric].value,
                rotate,
                octave_seeds,
                warp,
                period,
                ..NoiseSpec::default()
            };
            if period.is_some() {
                spec.warp.frequency = spec.warp.frequency.ceil();
                spec.rotate = false;
                spec.lacunarity = lacunarity.floor();
            }
            spec
        },
    )
}

fn permutations() -> impl Strategy<Value = PermutationKind> {
    let kinds = PermutationKind::NAMED.iter().map(|(_, kind, _)| kind.clone()).collect::<Vec<_>>();
    prop_oneof![3 => Just(PermutationKind::Hash), 2 => select(kinds)]
}

fn warps() -> impl Strategy<Value = Warp> {
    let warp = (0.01..3.0f64, select(vec![1.0, 2.0, 0.7]), 1u32..4);
    let warp = warp.prop_map(|(strength, frequency, times)| Warp { strength, frequency, times });
    prop_oneof![2 => Just(Warp::default()), 1 => warp]
}

/// Grids near and far, with cells of many samples and of less than one sample.
fn grids() -> impl Strategy<Value = (Grid, f64)> {
    let origin = prop_oneof![2 => -200..200i64, 1 => -4_000_000_000_000..4_000_000_000_000i64];
    let spacing = select(vec![0.25, 0.5, 1.0, 2.0, 8.0, 0.3]);
    let size = prop_oneof![4 => [1usize..40, 1..40], 1 => [60usize..100, 60..100]];
    (origin.clone(), origin, size, spacing, prop_oneof![Just(0.0), 0.1..4.0f64], 0.002..0.2f64)
        .prop_map(|(x, y, size, spacing_m, limit, frequency)| {
            let grid = Grid { origin: [x, y], size, spacing_m, band_limit_m: limit * spacing_m };
            (grid, frequency / spacing_m)
        })
}

fn filled(noise: &GridNoise, grid: &Grid) -> Vec<f32> {
    let mut out = vec![f32::NAN; grid.size[0] * grid.size[1]];
    noise.fill(grid, &mut out);
    out
}

/// The columns and rows of a grid, in metres.
fn lines_of(grid: &Grid) -> [Vec<f64>; 2] {
    [0, 1].map(|axis| {
        let metres = |i| (grid.origin[axis] + i as i64) as f64 * grid.spacing_m;
        (0..grid.size[axis]).map(metres).collect()
    })
}

/// The positions of the samples of a grid, in units of the noise.
fn places(grid: &Grid, frequency: f64) -> Vec<[f64; 2]> {
    let [columns, rows] = lines_of(grid);
    let places = rows.iter().flat_map(|y| columns.iter().map(move |x| [*x, *y]));
    places.map(|place_m| place_m.map(|m| m * frequency)).collect()
}

fn bits(samples: &[f32]) -> Vec<u32> {
    samples.iter().map(|sample| sample.to_bits()).collect()
}

/// The width of the range of a normalised noise whose octaves lie in ±1.
fn range(noise: &Noise) -> f64 {
    let fractal = noise.fractal();
    let amplitudes: f64 = fractal.octaves.iter().map(|octave| octave.amplitude).sum();
    2.0 * amplitudes.max(fractal.divisor) / fractal.divisor
}

/// The allowed difference between a sample and the reference: 10⁻⁵ of the range.
///
/// Under a warp of more than 0.3 cells, which magnifies differences, it is three times as large. In
/// a run of 43,000 random noises, a third of them warped, one noise exceeded the limit, by 1.04 ·
/// 10⁻⁵.
fn allowed_error(noise: &Noise, p: [f64; 2]) -> f64 {
    let warp = noise.spec().warp;
    let share = if warp.times > 0 && warp.strength > 0.3 { 3e-5 } else { 1e-5 };
    share * range(noise) + rounding_error(noise, p)
}

/// Far from the origin, the reference loses the last bits of positions that it displaces, rotates
/// or skews. This is the effect of that loss at the noise's steepest slope. (The kernels lose
/// less.)
fn rounding_error(noise: &Noise, p: [f64; 2]) -> f64 {
    let fractal = noise.fractal();
    let Warp { strength, frequency, times } = noise.spec().warp;
    let skewed =
        [Basis::Simplex, Basis::OpenSimplex2, Basis::OpenSimplex2S].contains(&noise.spec().basis);
    if times == 0 && !noise.spec().rotate && !skewed {
        return 0.0;
    }
    // The steepest slope of any basis, times the fractal's factor
    let steepest = match fractal.kind {
        FractalKind::Billow => 10.0,
        FractalKind::Ridged => 20.0,
        FractalKind::Hybrid => 10.0,
        _ => 5.0,
    };
    let slopes = fractal.octaves.iter().map(|octave| octave.amplitude * octave.frequency);
    let slope = slopes.sum::<f64>() / fractal.divisor * steepest;
    let growth = (0..times).fold(1.0, |growth, _| 1.0 + growth * strength * frequency * slope);
    2.0 * f64::EPSILON * (p[0].abs() + p[1].abs()) * slope * growth
}

proptest! {
    #[test]
    fn grid_samples_agree_with_the_reference(spec in specs(), (grid, frequency) in grids()) {
        // The step fade jumps. Another test checks it.
        prop_assume!(spec.fade != Fade::Step);
        let noise = spec.build(2).unwrap();
        let samples = filled(&GridNoise::new(&noise, frequency), &grid);
        for (p, &sample) in places(&grid, frequency).into_iter().zip(&samples) {
            let reference = noise.sample2(p, grid.band_limit_m * frequency);
            prop_assert!(
                (f64::from(sample) - reference).abs() < allowed_error(&noise, p),
                "{sample} for {reference} at {p:?}"
            );
        }
    }
}

/// Fills a grid in pieces, which are the grids of one plan.
fn in_pieces(noise: &GridNoise, grid: &Grid, piece: [usize; 2]) -> Vec<f32> {
    let starts = |axis: usize| (0..grid.size[axis]).step_by(piece[axis]);
    let places: Vec<[usize; 2]> = starts(1).flat_map(|y| starts(0).map(move |x| [x, y])).collect();
    let pieces: Vec<Grid> = places
        .iter()
        .map(|&place| Grid {
            origin: [0, 1].map(|axis| grid.origin[axis] + place[axis] as i64),
            size: [0, 1].map(|axis| piece[axis].min(grid.size[axis] - place[axis])),
            ..*grid
        })
        .collect();
    let plan = noise.plan(&pieces);
    let mut out = vec![f32::NAN; grid.size[0] * grid.size[1]];
    for (index, ([x, y], piece)) in places.iter().zip(&pieces).enumerate() {
        let mut samples = vec![f32::NAN; piece.size[0] * piece.size[1]];
        plan.fill(index, &mut samples);
        for (row, samples) in samples.chunks(piece.size[0]).enumerate() {
            out[(y + row) * grid.size[0] + x..][..samples.len()].copy_from_slice(samples);
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_sample_is_the_same_in_every_grid(
        spec in specs(),
        (grid, frequency) in grids(),
        piece in [1usize..40, 1..40],
    ) {
        let noise = GridNoise::new(&spec.build(2).unwrap(), frequency);
        let at_once = bits(&filled(&noise, &grid));
        prop_assert_eq!(&at_once, &bits(&in_pieces(&noise, &grid, piece)));
    }

    #[test]
    fn levels_of_detail_share_their_samples(spec in specs(), (grid, frequency) in grids()) {
        // Spacings of powers of two, as the land has them, and the same band limit.
        let noise = GridNoise::new(&spec.build(2).unwrap(), frequency);
        let fine = Grid { spacing_m: 0.5, origin: grid.origin.map(|index| 2 * index), ..grid };
        let coarse = Grid { spacing_m: 1.0, size: grid.size.map(|side| side.div_ceil(2)), ..grid };
        let (fine_samples, coarse_samples) = (filled(&noise, &fine), filled(&noise, &coarse));
        for (i, sample) in coarse_samples.iter().enumerate() {
            let [x, y] = [i % coarse.size[0], i / coarse.size[0]];
            let same = fine_samples[2 * y * fine.size[0] + 2 * x];
            prop_assert_eq!(
                sample.to_bits(),
                same.to_bits(),
                "{} and {} at {}, {}",
                sample,
                same,
                x,
                y
            );
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for basis in [Basis::Perlin, Basis::Simplex] {
        let warp = Warp { strength: 0.3, frequency: 1.0, times: 1 };
        let spec = NoiseSpec { basis, fractal: FractalKind::Ridged, warp, ..NoiseSpec::default() };
        let noise = GridNoise::new(&spec.build(2).unwrap(), 1.0 / 50.0);
        let chunk = |i: i64| Grid {
            origin: [i % 4 * 64, i / 4 * 64],
            size: [67; 2],
            spacing_m: 1.0,
            band_limit_m: 1.0,
        };
        let grids: Vec<Grid> = (0..16).map(chunk).collect();
        let with_threads = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let plan = noise.plan(&grids);
            let fill = |index: usize| {
                let mut out = vec![0.0; 67 * 67];
                plan.fill(index, &mut out);
                bits(&out)
            };
            pool.install(|| (0..grids.len()).into_par_iter().map(fill).collect::<Vec<_>>())
        };
        let single_threaded = with_threads(1);
        assert_eq!(single_threaded, with_threads(2), "{basis}");
        assert_eq!(single_threaded, with_threads(7), "{basis}");
    }
}

/// Some noises jump where two feature points are equally near, or halfway between lattice points.
/// Only the few samples that lie there may differ.
#[test]
fn noises_that_jump_differ_from_the_reference_only_at_their_jumps() {
    let plain = NoiseSpec::default();
    let cells = Metric::ALL.iter().map(|metric| {
        let spec = NoiseSpec { basis: Basis::WorleyCell, metric: metric.value, ..plain.clone() };
        (spec, 2)
    });
    let steps = [
        (Basis::Value, false, 0),
        (Basis::Perlin, false, 0),
        (Basis::Perlin, true, 0),
        (Basis::Perlin, true, 2),
        (Basis::Lattice2, false, 1),
    ];
    let steps = steps.iter().flat_map(|step| [0.1, 20.0].map(|strength| (*step, strength)));
    let steps = steps.map(|((basis, rotate, times), strength)| {
        let (fade, fractal) = (Fade::Step, FractalKind::Fbm);
        let warp = Warp { strength, frequency: 1.0, times };
        let octaves = 3.0;
        (NoiseSpec { basis, fade, fractal, octaves, rotate, warp, ..plain.clone() }, 4)
    });
    for (spec, max_jumps) in cells.chain(steps) {
        let noise = spec.build(2).unwrap();
        let grid = Grid { origin: [-70, 33], size: [150; 2], spacing_m: 1.0, band_limit_m: 0.0 };
        let samples = filled(&GridNoise::new(&noise, 0.0717), &grid);
        let place =
            |i: usize| [(i % 150) as f64 - 70.0, (i / 150) as f64 + 33.0].map(|x| x * 0.0717);
        let differ = |&(i, &sample): &(usize, &f32)| {
            (f64::from(sample) - noise.sample2(place(i), 0.0)).abs() > 1e-5
        };
        let jumps = samples.iter().enumerate().filter(differ).count();
        assert!(jumps <= max_jumps, "{jumps} samples differ: {spec:?}");
    }
}

#[test]
fn samples_far_from_the_origin_are_as_precise_as_near_it() {
    // Spacing and frequency are powers of two, so positions are exact, and the reference is precise
    // far from the origin, too.
    let bases = [
        Basis::Value,
        Basis::Perlin,
        Basis::Lattice2,
        Basis::Simplex,
        Basis::OpenSimplex2S,
        Basis::WorleyF1,
    ];
    for basis in bases {
        let spec =
            NoiseSpec { basis, fractal: FractalKind::Fbm, octaves: 8.0, ..NoiseSpec::default() };
        let noise = spec.build(2).unwrap();
        let fast = GridNoise::new(&noise, 1.0 / 512.0);
        for distance_m in [0, 1_000_000_000, 1_000_000_000_000] {
            let origin = [distance_m * 4, -distance_m * 4 - 77];
            let grid = Grid { origin, size: [67; 2], spacing_m: 0.25, band_limit_m: 0.25 };
            let samples = filled(&fast, &grid);
            let mut largest_step: f64 = 0.0;
            for (i, &sample) in samples.iter().enumerate() {
                let index = [origin[0] + i as i64 % 67, origin[1] + i as i64 / 67];
                let reference = noise.sample2(index.map(|x| x as f64 * 0.25 / 512.0), 0.25 / 512.0);
                assert!(
                    (f64::from(sample) - reference).abs() < 1e-5,
                    "{basis} {distance_m} m away: {sample} {reference}"
                );
                if i % 67 > 0 {
                    largest_step = largest_step.max(f64::from(sample - samples[i - 1]).abs());
                }
            }
            assert!(largest_step < 0.03, "{basis} {distance_m} m away: a step of {largest_step}");
        }
    }
}

#[test]
fn octaves_beyond_the_band_limit_fade_to_their_mean() {
    for fractal in FractalKind::ALL {
        let spec = NoiseSpec { fractal: fractal.value, octaves: 4.0, ..NoiseSpec::default() };
        let noise = spec.build(2).unwrap();
        let grid = Grid { origin: [5, 9], size: [20, 3], spacing_m: 1.0, band_limit_m: 1e6 };
        let samples = filled(&GridNoise::new(&noise, 0.1), &grid);
        let mean = noise.sample2([0.3, 0.4], 1e5);
        assert!(
            samples.iter().all(|&sample| (f64::from(sample) - mean).abs() < 1e-6),
            "{}",
            fractal.value
        );
    }
}
