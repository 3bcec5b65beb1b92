//! Draws random values for parameters, within ranges that make sensible land.

use crate::address::AddressRow;
use crate::param::{ParamKind, Value};

/// Sensible ranges of parameters whose allowed range is far wider, chosen by eye. An entry applies
/// to all addresses that end with its text.
const SENSIBLE_RANGES: &[(&str, [f64; 2])] = &[
    ("fractal.octaves", [5.0, 9.0]),
    ("fractal.lacunarity", [1.85, 2.2]),
    ("fractal.gain", [0.25, 0.58]),
    ("fractal.offset", [0.7, 1.1]),
    ("warp.strength", [0.0, 0.6]),
    ("warp.frequency", [0.5, 2.0]),
    ("warp.times", [1.0, 2.0]),
    ("shape.exponent", [1.0, 1.7]),
    ("erosion.strength", [0.08, 0.3]),
    ("erosion.branching", [0.2, 0.9]),
    ("erosion.detail", [0.8, 2.2]),
    ("erosion.octaves", [4.0, 9.0]),
    ("erosion.gain", [0.38, 0.58]),
    ("erosion.lacunarity", [1.8, 2.3]),
    ("erosion.ridge_rounding", [0.0, 0.4]),
    ("erosion.crease_rounding", [0.0, 0.4]),
    ("erosion.onset", [0.4, 1.6]),
    ("erosion.branch_onset", [0.4, 1.6]),
    ("erosion.straightness", [0.3, 1.2]),
    ("erosion.offset", [-1.0, 0.2]),
    ("erosion.level", [0.0, 1.0]),
    ("erosion.roughness", [0.1, 0.6]),
    ("talus.fill", [0.0, 0.8]),
    ("strata.strength", [0.0, 0.8]),
    ("strata.sharpness", [1.5, 4.0]),
    ("strata.dip_deg", [0.0, 20.0]),
    ("ground.breakup", [0.6, 1.4]),
    ("ground.bumps", [0.6, 1.5]),
    ("plants.trees", [0.1, 0.7]),
    ("plants.tree_m", [10.0, 26.0]),
    ("lake.clarity_m", [3.0, 20.0]),
    ("lake.waves", [0.2, 0.8]),
    ("opacity", [0.5, 1.0]),
];

/// The ends of the addresses whose values never change.
///
/// Most are scale and extent of the world, positions, the presence of parts, and settings that make
/// the lattice or the table of a noise visible.
const FIXED: &[&str] = &[
    "world.seed",
    "world.spacing_m",
    "world.bounded",
    "world.extent_chunks",
    "noise.permutation",
    "noise.gradients",
    "noise.fade_quarter",
    "noise.fade_half",
    "noise.fade_three_quarters",
    "noise.period",
    "fractal.normalise",
    "fractal.octave_seeds",
    "ground.ripples",
    ".visible",
    ".solo",
    ".on",
    ".blend",
    ".eroded",
    ".combine",
    ".invert",
    ".layer",
    ".east_m",
    ".south_m",
    ".x_m",
    ".z_m",
];

/// The choices from which random values are drawn; each makes sensible land.
const CHOICES: &[(&str, &[&str])] = &[
    ("noise.basis", &["perlin", "simplex", "opensimplex2s", "value"]),
    ("noise.fade", &["quintic", "cubic"]),
    ("fractal.kind", &["fbm", "ridged", "billow", "hybrid"]),
];

/// Returns true if variations never change the parameter.
pub(super) fn is_fixed(address: &str) -> bool {
    FIXED.iter().any(|end| address.ends_with(end))
}

/// Returns a new value for a parameter, or `None` to keep its value.
///
/// `draw` returns random numbers in 0..1; `relief_m` is the height range of the scene's land.
pub(super) fn vary_value(
    address: &str,
    row: &AddressRow,
    value: &Value,
    draw: impl Fn(u64) -> f64,
    strength: f64,
    relief_m: f64,
) -> Option<Value> {
    // The chance that a choice changes: 0 up to a strength of one half, 40 % at strength 1.
    let chance = 0.8 * (strength - 0.5).max(0.0);
    match (row.kind, value) {
        (ParamKind::Number { min, max, log }, Value::Number(x)) => {
            let bounds = [min, max];
            let other = if row.unit == "°" && max - min == 360.0 {
                (x + strength * 360.0 * (draw(0) - 0.5)).rem_euclid(360.0)
            } else {
                let range = sensible_range(address, row, *x, bounds, log, relief_m);
                interpolate(*x, range, log, draw(0), strength)
            };
            Some(Value::Number(round_digits(other).clamp(min, max)))
        }
        (ParamKind::Integer { min, max }, Value::Integer(i)) => {
            let bounds = [min as f64, max as f64];
            let range = sensible_range(address, row, *i as f64, bounds, false, relief_m);
            let other = interpolate(*i as f64, range, false, draw(0), strength);
            Some(Value::Integer((other.round() as i64).clamp(min, max)))
        }
        (ParamKind::Toggle, Value::Toggle(on)) => {
            (draw(0) < 0.5 * chance).then_some(Value::Toggle(!on))
        }
        (ParamKind::Choice(rows), Value::Choice(_)) if draw(0) < chance => {
            let sensible = CHOICES.iter().find(|(end, _)| address.ends_with(end));
            let names: Vec<_> = match sensible {
                Some((_, names)) => names.to_vec(),
                None => rows.iter().map(|row| row.name).collect(),
            };
            let name = names.get((draw(1) * names.len() as f64) as usize)?;
            rows.iter().find(|row| row.name == *name).map(|row| Value::Choice(row.name))
        }
        _ => None,
    }
}

/// The sensible range of a parameter, widened to include its present value `x`.
fn sensible_range(
    address: &str,
    row: &AddressRow,
    x: f64,
    [min, max]: [f64; 2],
    log: bool,
    relief_m: f64,
) -> [f64; 2] {
    let sensible = SENSIBLE_RANGES.iter().find(|(end, _)| address.ends_with(end));
    let [low, high] = match sensible {
        Some((_, range)) => *range,
        None if log => [x / 2.5, x * 2.5],
        None if row.unit == "°" => [x - 15.0, x + 15.0],
        None if row.unit == "m" && min < 0.0 => [x - 0.3 * relief_m, x + 0.3 * relief_m],
        None if row.unit == "m" && x > 0.0 => [0.4 * x, 2.0 * x],
        None if row.unit == "m" => [0.0, 0.05 * relief_m],
        None => [x - 0.3 * (max - min), x + 0.3 * (max - min)],
    };
    [low.max(min).min(x), high.min(max).max(x)]
}

/// Moves a value towards a random value. `position` is the position of the random value in the
/// range, and `strength` is the fraction of the way to go.
fn interpolate(x: f64, [low, high]: [f64; 2], log: bool, position: f64, strength: f64) -> f64 {
    let between = |a: f64, b: f64, t: f64| match log && a > 0.0 && b > 0.0 {
        true => a * (b / a).powf(t),
        false => a + (b - a) * t,
    };
    between(x, between(low, high, position), strength)
}

/// Rounds to three significant digits, so that share codes stay short.
fn round_digits(x: f64) -> f64 {
    format!("{x:.2e}").parse().unwrap_or(x)
}
