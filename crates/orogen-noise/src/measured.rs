//! Measured ranges and moments of the bases.
//!
//! A basis rarely reaches its theoretical range, so its usual values are measured. Each measurement
//! uses the hash permutation and 2²² points of [`super::statistics::sample_point`] (2¹⁸ for Perlin
//! noise in five and six dimensions). More samples would exceed the extremes by a few per cent.
//! Means that are zero by symmetry are given as zero. A test measures again and compares.
//!
//! Heights depend on the table through measured normalisation and through the means to which
//! octaves fade, so a published row must not change.

use super::basis::Basis;
use super::fade::Fade;
use super::measured_custom::custom_fade_moments;
use super::measured_table::TABLE;
use super::moments::Moments;
use super::spec::NoiseSpec;

/// The largest number of dimensions in which `perlin-nd` was measured.
pub(super) const MEASURED_ND: usize = 6;

/// The values of radius² at which simplex noise was measured in three and four dimensions.
pub(super) const RADII2: [f64; 5] = [0.3, 0.5, 0.6, 0.8, 1.0];

/// The measured moments of one octave of a spec's basis, without normalisation.
///
/// Between the measured values of radius² the moments are interpolated. For more than six
/// dimensions they are extrapolated: each further dimension divides the deviation by the same
/// factor and hardly changes the shape of the distribution. A custom basis is assumed to be uniform
/// on [−1, 1].
///
/// ```
/// let moments = orogen_noise::measured::moments(&orogen_noise::NoiseSpec::default(), 2);
/// assert!(moments.mean == 0.0 && (0.9..=1.0).contains(&moments.max));
/// ```
pub fn moments(spec: &NoiseSpec, dimensions: usize) -> Moments {
    let row = spec.basis.row();
    if row.uses.fade && matches!(spec.fade, Fade::Custom(_)) {
        let key = format!("{} {dimensions} {}", spec.basis.name(), choices(spec, dimensions));
        return custom_fade_moments(spec, dimensions, key, |quintic| moments(quintic, dimensions));
    }
    let name = equivalent_basis(row.basis).name();
    let find = |dimensions, choices: &str| look_up(name, dimensions, choices).unwrap_or(UNIFORM);
    if equivalent_basis(row.basis) == Basis::PerlinNd && dimensions > MEASURED_ND {
        let [five, six] = [MEASURED_ND - 1, MEASURED_ND].map(|n| find(n, spec.fade.name()));
        let factor = (six.mean_square / five.mean_square).sqrt();
        return (MEASURED_ND..dimensions).fold(six, |moments, _| scaled(&moments, factor));
    }
    if row.uses.radius2 && dimensions > 2 {
        return interpolate_at_radius2(spec.radius2, |radius2| {
            find(dimensions, &radius2.to_string())
        });
    }
    find(dimensions, &choices(spec, dimensions))
}

/// The basis in the table that has the same distribution of values.
fn equivalent_basis(basis: Basis) -> Basis {
    match basis {
        Basis::Lattice0 => Basis::Value,
        Basis::Lattice1 => Basis::Perlin,
        Basis::PerlinNdRejection => Basis::PerlinNd,
        _ => basis,
    }
}

/// The moments that are assumed for a basis that is not in the table.
const UNIFORM: Moments = Moments {
    mean: 0.0,
    mean_abs: 0.5,
    mean_square: 1.0 / 3.0,
    mean_abs_deviation: 0.5,
    min: -1.0,
    max: 1.0,
};

/// The choices on which a spec's basis depends, written as in the table.
pub(super) fn choices(spec: &NoiseSpec, dimensions: usize) -> String {
    let uses = spec.basis.row().uses;
    let mut names = Vec::new();
    if uses.gradients && dimensions <= 2 {
        names.push(spec.gradients.name().to_owned());
    }
    if uses.fade {
        names.push(match spec.fade {
            Fade::Custom(curve) => format!("custom {:?}", curve.knots()),
            fade => fade.name().to_owned(),
        });
    }
    if uses.metric {
        names.push(spec.metric.name().to_owned());
    }
    if uses.radius2 && dimensions > 2 {
        names.push(spec.radius2.to_string());
    }
    names.join(" ")
}

fn look_up(name: &str, dimensions: usize, choices: &str) -> Option<Moments> {
    let found = TABLE.iter().find(|row| row.0 == name && row.1 == dimensions && row.2 == choices);
    found.map(|&(.., [mean, mean_abs, mean_square, mean_abs_deviation, min, max])| Moments {
        mean,
        mean_abs,
        mean_square,
        mean_abs_deviation,
        min,
        max,
    })
}

/// The moments of a noise that is multiplied by `factor`.
fn scaled(moments: &Moments, factor: f64) -> Moments {
    Moments {
        mean: moments.mean * factor,
        mean_abs: moments.mean_abs * factor,
        mean_square: moments.mean_square * factor * factor,
        mean_abs_deviation: moments.mean_abs_deviation * factor,
        min: moments.min * factor,
        max: moments.max * factor,
    }
}

/// Interpolates moments over the kernel's radius², r².
///
/// Simplex noise grows about as (r²)⁵. The moments are divided by this before they are
/// interpolated, because the quotients change slowly.
fn interpolate_at_radius2(radius2: f64, measured: impl Fn(f64) -> Moments) -> Moments {
    let growth = |r2: f64| r2 * r2 * r2 * r2 * r2;
    let above = RADII2.iter().position(|&r2| r2 >= radius2).unwrap_or(RADII2.len() - 1).max(1);
    let [low, high] = [RADII2[above - 1], RADII2[above]];
    let t = ((radius2 - low) / (high - low)).clamp(0.0, 1.0);
    let [a, b] = [low, high].map(|r2| scaled(&measured(r2), 1.0 / growth(r2)));
    let mix = |a: f64, b: f64| a + t * (b - a);
    let between = Moments {
        mean: mix(a.mean, b.mean),
        mean_abs: mix(a.mean_abs, b.mean_abs),
        mean_square: mix(a.mean_square, b.mean_square),
        mean_abs_deviation: mix(a.mean_abs_deviation, b.mean_abs_deviation),
        min: mix(a.min, b.min),
        max: mix(a.max, b.max),
    };
    scaled(&between, growth(radius2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::measure;
    use crate::{BASES, FadeCurve, FractalKind, GradientSet, Metric, Normalise};
    use rayon::prelude::*;

    /// Every basis in every measured dimension with every combination of the choices in its row.
    fn cases() -> Vec<(NoiseSpec, usize)> {
        let plain = NoiseSpec {
            normalise: Normalise::Off,
            fractal: FractalKind::None,
            ..NoiseSpec::default()
        };
        let mut cases = Vec::new();
        for row in BASES.iter().filter(|row| equivalent_basis(row.basis) == row.basis) {
            let max_dimensions =
                if row.basis == Basis::PerlinNd { MEASURED_ND } else { *row.dimensions.end() };
            for dimensions in *row.dimensions.start()..=max_dimensions {
                let mut specs = vec![NoiseSpec { basis: row.basis, ..plain.clone() }];
                if row.uses.gradients && dimensions <= 2 {
                    specs = vary(&specs, GradientSet::ALL, |spec, set| spec.gradients = set.value);
                }
                if row.uses.fade {
                    let fades: Vec<_> = Fade::ALL.iter().map(|fade| fade.value).collect();
                    let listed: Vec<_> =
                        fades.into_iter().filter(|fade| !is_custom(*fade)).collect();
                    specs = vary(&specs, &listed, |spec, fade| spec.fade = *fade);
                }
                if row.uses.metric {
                    specs = vary(&specs, Metric::ALL, |spec, metric| spec.metric = metric.value);
                }
                if row.uses.radius2 && dimensions > 2 {
                    specs = vary(&specs, &RADII2, |spec, radius2| spec.radius2 = *radius2);
                }
                cases.extend(specs.into_iter().map(|spec| (spec, dimensions)));
            }
        }
        cases
    }

    fn is_custom(fade: Fade) -> bool {
        matches!(fade, Fade::Custom(_))
    }

    fn vary<T>(
        specs: &[NoiseSpec],
        values: &[T],
        set: impl Fn(&mut NoiseSpec, &T),
    ) -> Vec<NoiseSpec> {
        let varied = |spec: &NoiseSpec, value: &T| {
            let mut spec = spec.clone();
            set(&mut spec, value);
            spec
        };
        specs
            .iter()
            .flat_map(|spec| values.iter().map(move |value| (spec, value)))
            .map(|(s, v)| varied(s, v))
            .collect()
    }

    /// Asserts that moments measured at `count` points agree with the stated moments, within the
    /// error of sampling.
    fn check(spec: &NoiseSpec, dimensions: usize, count: u32) {
        let stated = moments(spec, dimensions);
        let measured = measure(&spec.build(dimensions).unwrap(), count).unwrap();
        let name = format!("{} {dimensions} {}", spec.basis, choices(spec, dimensions));
        let error = |spread: f64| 5.0 * spread / f64::from(count).sqrt();
        let close = |a: f64, b: f64, tolerance: f64| {
            assert!((a - b).abs() < tolerance, "{name}: {measured:?} for {stated:?}")
        };
        close(measured.mean, stated.mean, error(stated.deviation()));
        close(measured.mean_abs, stated.mean_abs, error(stated.deviation()));
        close(measured.mean_abs_deviation, stated.mean_abs_deviation, error(stated.deviation()));
        // The deviation of n² is at most about 2.5 times its mean for all of these distributions.
        close(measured.mean_square, stated.mean_square, error(2.5 * stated.mean_square));
        let reach = measured.reach() / stated.reach();
        assert!((0.6..1.01).contains(&reach), "{name}: {measured:?} for {stated:?}");
    }

    #[test]
    fn the_tabulated_moments_agree_with_new_measurements() {
        let cases = cases();
        assert_eq!(cases.len(), TABLE.len());
        cases.par_iter().for_each(|(spec, dimensions)| {
            assert!(look_up(spec.basis.name(), *dimensions, &choices(spec, *dimensions)).is_some());
            check(spec, *dimensions, if *dimensions > 4 { 1 << 10 } else { 1 << 14 });
        });
    }

    #[test]
    fn equivalent_interpolated_and_extrapolated_moments_agree_with_measurements() {
        let spec = |basis| NoiseSpec { basis, ..NoiseSpec::default() };
        for basis in [Basis::Lattice0, Basis::Lattice1, Basis::PerlinNdRejection] {
            check(&spec(basis), 2, 1 << 14);
        }
        for (dimensions, radius2) in [(3, 0.4), (3, 0.55), (4, 0.7), (4, 0.55)] {
            let spec = NoiseSpec { radius2, ..spec(Basis::Simplex) };
            let stated = moments(&spec, dimensions);
            let measured = measure(&spec.build(dimensions).unwrap(), 1 << 16).unwrap();
            for ratio in
                [measured.mean_abs / stated.mean_abs, measured.deviation() / stated.deviation()]
            {
                assert!(
                    (ratio - 1.0).abs() < 0.04,
                    "{dimensions} {radius2}: {measured:?} for {stated:?}"
                );
            }
        }
        let (stated, measured) = (
            moments(&spec(Basis::PerlinNd), 9),
            measure(&spec(Basis::PerlinNd).build(9).unwrap(), 1 << 9).unwrap(),
        );
        let ratio = measured.deviation() / stated.deviation();
        assert!((ratio - 1.0).abs() < 0.15, "{measured:?} for {stated:?}");
    }

    #[test]
    fn moments_of_custom_fades_agree_with_measurements() {
        let knots = [[0.1, 0.5, 0.9], [0.4, 0.5, 0.6], [1.0, 0.0, 1.0], [0.0, 0.0, 0.0]];
        for knots in knots {
            let fade = Fade::Custom(FadeCurve::through(knots));
            for (basis, dimensions) in
                [(Basis::Value, 2), (Basis::Perlin, 1), (Basis::Perlin, 2), (Basis::Lattice2, 2)]
            {
                let spec = NoiseSpec { basis, fade, ..NoiseSpec::default() };
                check(&spec, dimensions, 1 << 16);
            }
            let spec = NoiseSpec { basis: Basis::PerlinNd, fade, ..NoiseSpec::default() };
            for dimensions in [4, 6] {
                check(&spec, dimensions, 1 << 10);
            }
        }
    }

    /// Prints the rows that the table lacks, or the whole table if it is empty:
    /// `cargo test --release -p orogen-noise --lib print_missing_rows -- --ignored --nocapture`.
    #[test]
    #[ignore = "prints rows for a new basis"]
    fn print_missing_rows() {
        let rows: Vec<String> = cases()
            .par_iter()
            .filter(|(spec, n)| look_up(spec.basis.name(), *n, &choices(spec, *n)).is_none())
            .map(|(spec, dimensions)| {
                let count = if *dimensions > 4 { 1 << 18 } else { 1 << 22 };
                let mut m = measure(&spec.build(*dimensions).unwrap(), count).unwrap();
                if m.mean.abs() < 4.0 * m.deviation() / f64::from(count).sqrt() {
                    m.mean = 0.0;
                    m.mean_abs_deviation = m.mean_abs;
                    m.max = m.max.max(-m.min);
                    m.min = -m.max;
                }
                let numbers =
                    [m.mean, m.mean_abs, m.mean_square, m.mean_abs_deviation, m.min, m.max];
                let numbers = numbers
                    .map(|x| format!("{:?}", format!("{x:.4e}").parse::<f64>().unwrap()))
                    .join(", ");
                format!(
                    "    ({:?}, {dimensions}, {:?}, [{numbers}]),",
                    spec.basis.name(),
                    choices(spec, *dimensions)
                )
            })
            .collect();
        println!("{}", rows.join("\n"));
    }
}
