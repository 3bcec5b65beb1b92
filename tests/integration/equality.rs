//! Heights of random recipes have the same bits on every path and are close to the reference. Each
//! noise is within its bound of the reference.

use orogen::noise::grid::{Grid, GridNoise};
use orogen::noise::{BASES, Basis, Fade, FractalKind, Noise, NoiseSpec, Seed, Warp};

use crate::targets::mutate::RandomNumbers;
use crate::targets::{Draws, heights_agree, noise_of, recipe_of};

/// The number of random cases; `scripts/trust` sets more.
fn count(variable: &str, default: u64) -> u64 {
    let text = std::env::var(variable).ok();
    text.map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{variable} is a number")))
}

#[test]
fn heights_of_random_recipes_have_the_same_bits_on_every_path() {
    let (start, count) = (count("OROGEN_RECIPES_FROM", 0), count("OROGEN_RECIPES", 300));
    let (mut compared, mut off, mut worst) = (0, 0, 0.0_f64);
    for number in start..start + count {
        let mut random = RandomNumbers(number);
        let [place, bytes] = [16, 900].map(|length| random.bytes(length));
        let agreement = heights_agree(&recipe_of(&bytes), &mut Draws::new(&place));
        compared += agreement.compared;
        off += agreement.off;
        worst = worst.max(agreement.worst);
        if number % 1000 == 999 {
            eprintln!("{} recipes", number + 1 - start);
        }
    }
    eprintln!(
        "{count} recipes, {compared} samples compared with the reference: {off} on an edge, the \
         others within {:.0} % of the bound",
        100.0 * worst
    );
    assert!(off * 500 <= compared, "{off} of {compared} samples are off");
}

/// The largest allowed differences of samples in f32 from the reference in f64, as a share of the
/// noise's range: without and with warp. A strong warp magnifies differences. (Kernels use f64 for
/// the strongest warps.)
const MAX_DIFFERENCE: f64 = 1e-5;
const MAX_WARPED_DIFFERENCE: f64 = 3e-5;

/// Returns the range of the noise if its basis has the range ±1.
fn range(noise: &Noise) -> f64 {
    let fractal = noise.fractal();
    let amplitudes: f64 = fractal.octaves.iter().map(|octave| octave.amplitude).sum();
    2.0 * amplitudes.max(fractal.divisor) / fractal.divisor
}

/// Returns the rounding error of the reference itself: its positions are rounded to f64, and every
/// warp magnifies that error by the steepest slope.
fn rounding(noise: &Noise, p: [f64; 2]) -> f64 {
    let fractal = noise.fractal();
    let Warp { strength, frequency, times } = noise.spec().warp;
    let slopes = fractal.octaves.iter().map(|octave| octave.amplitude * octave.frequency);
    let slope = slopes.sum::<f64>() / fractal.divisor * 20.0;
    let growth = (0..times).fold(1.0, |growth, _| 1.0 + growth * strength * frequency * slope);
    2.0 * f64::EPSILON * (p[0].abs() + p[1].abs()) * slope * growth
}

/// Returns the largest difference of samples from the reference, as a share of the range.
fn max_difference(spec: &NoiseSpec, random: &mut RandomNumbers) -> f64 {
    const SIDE: usize = 24;
    let noise = spec.build(2).unwrap();
    // A cell has 5 to 500 samples; the grid is within a thousand cells of the origin.
    let frequency = 1.0 / (5.0 * 100.0_f64.powf(random.below(1001) as f64 / 1000.0));
    let origin = [0; 2].map(|_| random.below(10_000) as i64 - 5_000);
    let grid = Grid { origin, size: [SIDE; 2], spacing_m: 1.0, band_limit_m: 0.0 };
    let mut samples = vec![0.0; SIDE * SIDE];
    GridNoise::new(&noise, frequency).fill(&grid, &mut samples);
    let range = range(&noise);
    let difference_share = |(i, sample): (usize, &f32)| {
        let index = [i % SIDE, i / SIDE];
        let p = [0, 1].map(|axis| (origin[axis] + index[axis] as i64) as f64 * frequency);
        let difference = (f64::from(*sample) - noise.sample2(p, 0.0)).abs();
        (difference - rounding(&noise, p)).max(0.0) / range
    };
    samples.iter().enumerate().map(difference_share).fold(0.0, f64::max)
}

/// Returns a random noise of a basis and a kind, with a gentle or a strong warp; `None` if its
/// choices exclude each other.
fn spec_of(basis: Basis, kind: FractalKind, number: u64, is_gentle: bool) -> Option<NoiseSpec> {
    let mut layer = noise_of(&RandomNumbers(number << 16 | kind as u64).bytes(200));
    layer.noise.basis = basis;
    layer.fractal.kind = kind;
    if is_gentle {
        layer.warp.strength = layer.warp.strength.min(0.3);
    } else {
        layer.warp.strength = layer.warp.strength.max(0.1 + (number % 40) as f64 / 10.0);
        layer.warp.times = 1 + (number % 3) as u32;
    }
    let mut spec = layer.spec(Seed(number)).ok()?;
    // The step fade jumps, and rounding decides on which side a sample lies. Unit tests count the jumps.
    if spec.fade == Fade::Step {
        spec.fade = Fade::Quintic;
    }
    Some(spec)
}

#[test]
fn each_noise_is_within_its_bound_of_the_reference() {
    let count = count("OROGEN_SPECS", 5);
    let kinds = FractalKind::ALL;
    let heading: String = kinds.iter().map(|row| format!(" {} |", row.name)).collect();
    eprintln!("| basis |{heading} strongly warped, any of them |");
    let mut beyond = vec![];
    let bases = BASES.iter().map(|row| row.name.parse::<Basis>().unwrap());
    let has_two_dimensions = |basis: &Basis| basis.row().dimensions.contains(&2);
    for basis in bases.filter(has_two_dimensions).filter(|basis| *basis != Basis::WorleyCell) {
        let mut worst_of = |kind: FractalKind, is_gentle: bool| {
            let max = if is_gentle { MAX_DIFFERENCE } else { MAX_WARPED_DIFFERENCE };
            let specs = (0..count).filter_map(|number| {
                Some((spec_of(basis, kind, number, is_gentle)?, RandomNumbers(number << 20 | 77)))
            });
            specs.fold(0.0_f64, |worst, (spec, mut random)| {
                let share = max_difference(&spec, &mut random);
                if share > max {
                    beyond.push(format!("{share:.2e} from the reference: {spec:?}"));
                }
                worst.max(share)
            })
        };
        let gentle: String =
            kinds.iter().map(|row| format!(" {:.1e} |", worst_of(row.value, true))).collect();
        let warped = kinds.iter().map(|row| worst_of(row.value, false)).fold(0.0, f64::max);
        eprintln!("| `{}` |{gentle} {warped:.1e} |", basis.name());
    }
    let first_five = beyond[..beyond.len().min(5)].join("\n");
    assert!(beyond.is_empty(), "{} beyond the bound:\n{first_five}", beyond.len());
}
