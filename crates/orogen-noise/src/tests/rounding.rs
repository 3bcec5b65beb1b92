//! Tests of fractals with rounded creases.

use super::*;
use proptest::prelude::*;
use proptest::sample::select;
use rayon::prelude::*;

const KINDS: [FractalKind; 4] =
    [FractalKind::Turbulence, FractalKind::Billow, FractalKind::Ridged, FractalKind::Hybrid];

fn of_kind(fractal: FractalKind, rounding: f64) -> NoiseSpec {
    NoiseSpec { fractal, rounding, octaves: 3.0, octave_seeds: true, ..NoiseSpec::default() }
}

/// |n|, with a parabola where |n| < `width`.
fn rounded(n: f64, width: f64) -> f64 {
    if n.abs() >= width { n.abs() } else { (n * n + width * width) / (2.0 * width) }
}

/// The smaller of x and 1, with a parabola where |x − 1| < `width`.
fn at_most_one(x: f64, width: f64) -> f64 {
    let excess = x - (1.0 - width);
    if excess <= 0.0 {
        x
    } else if excess < 2.0 * width {
        x - excess * excess / (4.0 * width)
    } else {
        1.0
    }
}

#[test]
fn rounded_octaves_follow_their_formulas() {
    let spec = NoiseSpec { gain: 0.9, normalise: Normalise::Off, ..NoiseSpec::default() };
    for (width, kind) in [0.04, 0.2, 0.5].into_iter().flat_map(|w| KINDS.map(|kind| (w, kind))) {
        let spec = NoiseSpec { fractal: kind, rounding: width, octaves: 3.0, ..spec.clone() };
        let noise = spec.build(2).unwrap();
        for index in 0..300 {
            let p = scattered::<2>(index).map(|x| x % 50.0);
            let basis = NoiseSpec { fractal: FractalKind::None, ..spec.clone() }.build(2).unwrap();
            let (mut sum, mut feedback, mut amplitude) = (0.0, 1.0, 1.0);
            for octave in 0..3 {
                let n = basis.sample2(p.map(|x| x * f64::from(1 << octave)), 0.0);
                let r = rounded(n, width);
                let signal = match kind {
                    FractalKind::Turbulence => r,
                    FractalKind::Billow => 2.0 * r - 1.0,
                    FractalKind::Ridged => (1.0 - r) * (1.0 - r) * feedback,
                    _ => (1.0 + n) * amplitude * feedback,
                };
                sum += if kind == FractalKind::Hybrid { signal } else { signal * amplitude };
                feedback = match kind {
                    FractalKind::Ridged => at_most_one(2.0 * signal, width),
                    _ => at_most_one(signal, width),
                };
                amplitude *= 0.9;
            }
            let ours = noise.sample2(p, 0.0);
            assert!((ours - sum).abs() < 1e-12, "{kind} {width}: {ours} for {sum}");
        }
    }
}

/// The x from 0 to 4, on the line at `y`, where an octave's basis is 0 or its feedback is 1.
fn creases(noise: &Noise, y: f64) -> Vec<f64> {
    let signs = |x: f64| {
        let octaves = noise.trace(&[x, y]).octaves;
        let signs = |(i, octave): (usize, &trace::OctaveTrace)| {
            let factor = if noise.spec().fractal == FractalKind::Ridged { 2.0 } else { 1.0 };
            let term = octave.term;
            let divisor = if factor == 2.0 { octave.octave.amplitude } else { 1.0 };
            let fed_back = factor * term.contribution / divisor;
            [(2 * i, term.basis < 0.0), (2 * i + 1, fed_back < 1.0)]
        };
        octaves.iter().enumerate().flat_map(signs).collect::<Vec<_>>()
    };
    let mut found = vec![];
    for i in 0..80 {
        let [from, to] = [i, i + 1].map(|i| 0.05 * f64::from(i));
        let [before, after] = [from, to].map(signs);
        for i in 0..before.len() {
            let (mut low, mut high) = (from, to);
            if before[i] != after[i] {
                while high - low > 1e-12 {
                    let middle = 0.5 * (low + high);
                    let is_low = signs(middle)[i] == before[i];
                    (low, high) = if is_low { (middle, high) } else { (low, middle) };
                }
                found.push(0.5 * (low + high));
            }
        }
    }
    found
}

/// The change of the gradient from `step` before a point to `step` after it, along x.
fn jump(noise: &Noise, [x, y]: [f64; 2], step: f64) -> f64 {
    let [before, after] =
        [-step, step].map(|step| noise.sample2_with_gradient([x + step, y], 0.0).1);
    (after[0] - before[0]).hypot(after[1] - before[1])
}

#[test]
fn gradients_jump_at_creases_unless_they_are_rounded() {
    for kind in KINDS {
        let creased = of_kind(kind, 0.0).build(2).unwrap();
        let places = creases(&creased, 0.3);
        let max_jump = |noise: &Noise, step: f64| {
            places.iter().map(|x| jump(noise, [*x, 0.3], step)).fold(0.0, f64::max)
        };
        assert!(places.len() > 10 && max_jump(&creased, 1e-7) > 0.1, "{kind}");
        for rounding in [0.02, 0.1, 0.5] {
            let smooth = of_kind(kind, rounding).build(2).unwrap();
            // The feedback of the rounded noise reaches 1 at other points.
            let smooth_places = creases(&smooth, 0.3);
            for (step, places) in [(1e-4, &places), (1e-6, &places), (1e-6, &smooth_places)] {
                for x in places {
                    let jump = jump(&smooth, [*x, 0.3], step);
                    // The slope of three octaves is a small number, and it changes its sign over
                    // the width of the rounding.
                    assert!(jump < 60.0 * step / rounding, "{kind} {rounding} {step}: {jump}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn gradients_at_rounded_creases_agree_with_differences(
        kind in select(KINDS.to_vec()),
        basis in select(vec![Basis::Value, Basis::Perlin, Basis::Lattice2, Basis::Simplex]),
        fade in select(vec![Fade::Cubic, Fade::Quintic, Fade::Cosine]),
        normalise in select(Normalise::ALL).prop_map(|choice| choice.value),
        (rounding, offset, seed) in (0.02..=0.5, 0.3..1.5f64, any::<u64>()),
        (rotate, times, y) in (any::<bool>(), 0u32..2, -50.0..50.0f64),
    ) {
        let warp = Warp { strength: 0.2, frequency: 1.0, times };
        let spec = NoiseSpec {
            basis, fade, normalise, offset, seed: Seed(seed), rotate, warp, ..of_kind(kind, rounding)
        };
        let noise = spec.build(2).unwrap();
        let creases = if times == 0 { creases(&noise, y) } else { vec![] };
        let places = creases.iter().copied().chain((0..20).map(|i| 0.37 * f64::from(i)));
        for x in places.take(40) {
            let step = 1e-6;
            let sample = |dx: f64, dy: f64| noise.sample2([x + dx, y + dy], 0.0);
            let differences = [
                (sample(step, 0.0) - sample(-step, 0.0)) / (2.0 * step),
                (sample(0.0, step) - sample(0.0, -step)) / (2.0 * step),
            ];
            let (value, gradient) = noise.sample2_with_gradient([x, y], 0.0);
            prop_assert_eq!(value.to_bits(), sample(0.0, 0.0).to_bits(), "slopes change no value");
            let length = gradient[0].hypot(gradient[1]);
            for axis in 0..2 {
                let error = (gradient[axis] - differences[axis]).abs();
                prop_assert!(error < 2e-3 * (1.0 + length), "{gradient:?} {differences:?} at {x}");
            }
        }
    }
}

#[test]
fn a_rounded_octave_fades_to_its_own_mean() {
    let choices = |row: &'static BasisRow| {
        let fades = if row.uses.fade { Fade::ALL } else { &Fade::ALL[..1] };
        let sets = if row.uses.gradients { GradientSet::ALL } else { &GradientSet::ALL[..1] };
        let metrics = if row.uses.metric { Metric::ALL } else { &Metric::ALL[..1] };
        let mut all = vec![];
        for (fade, set) in fades.iter().flat_map(|fade| sets.iter().map(move |set| (fade, set))) {
            all.extend(metrics.iter().map(|metric| (fade.value, set.value, metric.value)));
        }
        all
    };
    let turbulence = of_kind(FractalKind::Turbulence, 0.0);
    let mut cases = vec![];
    for row in BASES {
        for dimensions in row.dimensions.clone().filter(|n| *n <= 3) {
            for (fade, gradients, metric) in choices(row) {
                let basis = row.basis;
                let plain = NoiseSpec { basis, fade, gradients, metric, ..turbulence.clone() };
                cases.push((plain, dimensions));
            }
        }
    }
    cases.par_iter().for_each(|(plain, dimensions)| {
        let noise = NoiseSpec { fractal: FractalKind::None, ..plain.clone() };
        let values = statistics::sample_values(&noise.build(*dimensions).unwrap(), 1 << 15);
        for normalise in [Normalise::Amplitude, Normalise::Measured] {
            for rounding in [0.15, 0.5] {
                let spec = NoiseSpec { rounding, normalise, ..plain.clone() };
                let error = mean_error(&spec, *dimensions, &values);
                let NoiseSpec { basis, fade, gradients, metric, .. } = spec;
                let name = format!("{basis} {dimensions} {fade} {gradients} {metric} {normalise}");
                assert!(error < 1e-3, "{name} {rounding}: {error}");
            }
        }
    });
}

/// The error of the mean of rounded turbulence's octaves, by comparison with `values` of the basis.
///
/// The mean of these values has an error of its own. A regression on their mean magnitude, whose
/// true value is in the table, removes most of it.
fn mean_error(spec: &NoiseSpec, dimensions: usize, values: &[f64]) -> f64 {
    let noise = spec.build(dimensions).unwrap();
    let creased = NoiseSpec { rounding: 0.0, ..spec.clone() }.build(dimensions).unwrap();
    let (centre, reach) = noise.recentring();
    let magnitudes = values.iter().map(|n| ((n - centre) / reach).abs());
    let pairs: Vec<_> = magnitudes.map(|n| [n, rounded(n, spec.rounding) - n]).collect();
    let mean = |number: &dyn Fn(&[f64; 2]) -> f64| {
        pairs.iter().map(number).sum::<f64>() / pairs.len() as f64
    };
    let [magnitude, added] = [mean(&|pair| pair[0]), mean(&|pair| pair[1])];
    let covariance = mean(&|pair| (pair[0] - magnitude) * (pair[1] - added));
    let variance = mean(&|pair| (pair[0] - magnitude) * (pair[0] - magnitude));
    let slope = covariance / variance;
    let table = creased.fractal().octave_mean;
    (noise.fractal().octave_mean - table - added - slope * (table - magnitude)).abs()
}

#[test]
fn a_rounding_out_of_range_is_refused_and_a_tiny_rounding_changes_little() {
    for rounding in [-0.1, 0.6, f64::NAN, f64::INFINITY] {
        let error = of_kind(FractalKind::Ridged, rounding).build(2).unwrap_err().to_string();
        assert_eq!(error, format!("rounding must be 0 to 0.5, not {rounding}"));
    }
    for kind in KINDS {
        let creased = of_kind(kind, 0.0).build(2).unwrap();
        for rounding in [f64::from_bits(1), 1e-310, 1e-200, 1e-40, 1e-9] {
            let noise = of_kind(kind, rounding).build(2).unwrap();
            for p in [[0.0, 0.0], [3.0, -2.0], [0.3, 0.7], [11.25, 4.5]] {
                let ((value, [x, y]), plain) =
                    (noise.sample2_with_gradient(p, 0.0), creased.sample2(p, 0.0));
                assert!((value - plain).abs() < 1e-8, "{kind} {rounding}: {value} {plain}");
                assert!(x.is_finite() && y.is_finite(), "{kind} {rounding}");
            }
        }
    }
}
