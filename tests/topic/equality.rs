//! The same heights everywhere: of random recipes, bit for bit, and near the reference; and how far
//! each noise is from it.

use orogen::noise::grid::{Grid, GridNoise};
use orogen::noise::{BASES, Basis, Fade, FractalKind, Noise, NoiseSpec, Warp};

use crate::targets::mutate::Chance;
use crate::targets::{Draws, heights_agree, noise_of, recipe_of};

/// How many random recipes there are: `scripts/trust` asks for more.
fn count(variable: &str, usual: u64) -> u64 {
    let asked = std::env::var(variable).ok();
    asked.map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{variable} is a number")))
}

#[test]
fn heights_of_random_recipes_have_the_same_bits_however_they_are_computed() {
    let (start, count) = (count("OROGEN_RECIPES_FROM", 0), count("OROGEN_RECIPES", 1000));
    let (mut compared, mut off, mut worst) = (0, 0, 0.0_f64);
    for number in start..start + count {
        let mut chance = Chance(number);
        let [place, bytes] = [16, 900].map(|length| chance.bytes(length));
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

/// How far samples in f32 may be from the reference in f64, in shares of the noise's range.
fn most(basis: Basis, kind: FractalKind) -> f64 {
    let _ = (basis, kind);
    1e-5
}

/// What a normalised noise of ±1 would have as its range.
fn range(noise: &Noise) -> f64 {
    let fractal = noise.fractal();
    let amplitudes: f64 = fractal.octaves.iter().map(|octave| octave.amplitude).sum();
    2.0 * amplitudes.max(fractal.divisor) / fractal.divisor
}

/// The worst distance of samples from the reference, in shares of the range, and how many samples
/// are farther than the bound.
fn distance(spec: &NoiseSpec, chance: &mut Chance) -> (f64, usize) {
    const SIDE: usize = 24;
    let noise = spec.build(2).unwrap();
    // A cell has 5 to 500 samples; within a thousand cells of home, where the reference's own
    // rounding counts for nothing.
    let frequency = 1.0 / (5.0 * 100.0_f64.powf(chance.below(1001) as f64 / 1000.0));
    let origin = [0; 2].map(|_| chance.below(10_000) as i64 - 5_000);
    let grid = Grid { origin, size: [SIDE; 2], spacing_m: 1.0, band_limit_m: 0.0 };
    let mut samples = vec![0.0; SIDE * SIDE];
    GridNoise::new(&noise, frequency).fill(&grid, &mut samples);
    let range = range(&noise);
    let (mut worst, mut off) = (0.0_f64, 0);
    for (i, sample) in samples.iter().enumerate() {
        let index = [i % SIDE, i / SIDE];
        let p = [0, 1].map(|axis| (origin[axis] + index[axis] as i64) as f64 * frequency);
        let share = (f64::from(*sample) - noise.sample2(p, 0.0)).abs() / range;
        worst = worst.max(share);
        off += usize::from(share > most(spec.basis, spec.fractal));
    }
    (worst, off)
}

#[test]
fn each_noise_is_within_its_bound_of_the_reference() {
    let count = count("OROGEN_SPECS", 20);
    let kinds = FractalKind::ALL;
    let heading: String = kinds.iter().map(|row| format!(" {:>11} |", row.name)).collect();
    eprintln!("| {:19} |{heading}", "basis");
    let mut beyond = vec![];
    for basis in BASES.iter().map(|row| row.name.parse::<Basis>().unwrap()) {
        if !basis.row().dimensions.contains(&2) {
            continue;
        }
        // What jumps is tested elsewhere: there any rounding decides.
        if basis == Basis::WorleyCell {
            continue;
        }
        let mut line = format!("| {:19} |", basis.name());
        for kind in kinds {
            let mut worst = 0.0_f64;
            for number in 0..count {
                let mut chance = Chance(number << 16 | kind.value as u64);
                let bytes = chance.bytes(200);
                let mut layer = noise_of(&bytes);
                layer.noise.basis = basis;
                layer.fractal.kind = kind.value;
                let Ok(mut spec) = layer.spec(orogen::noise::Seed(number)) else { continue };
                if spec.fade == Fade::Step {
                    spec.fade = Fade::Quintic;
                }
                // A strong warp makes more of the smallest difference than there is bound.
                spec.warp = Warp { strength: spec.warp.strength.min(0.3), ..spec.warp };
                let (share, off) = distance(&spec, &mut chance);
                worst = worst.max(share);
                if off > 0 {
                    beyond.push(format!("{share:.2e} from the reference: {spec:?}"));
                }
            }
            line += &format!(" {worst:11.1e} |");
        }
        eprintln!("{line}");
    }
    assert!(
        beyond.is_empty(),
        "{} beyond the bound:\n{}",
        beyond.len(),
        beyond[..beyond.len().min(5)].join("\n")
    );
}
