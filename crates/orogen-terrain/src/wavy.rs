//! A smooth land of two sine waves for tests, with exact height, gradient and bounds.

use proptest::prelude::*;

use super::dual::{Bounds, Dual, Samples, SamplesRef};
use super::param::{ParamKind, Value};

/// A land whose height is `middle` plus two sine waves.
#[derive(Clone, Copy, Debug)]
pub struct Wavy {
    pub middle: f64,
    /// For each wave: amplitude in metres, radians per metre to the east and to the south, and phase.
    pub waves: [[f64; 4]; 2],
}

/// Generates lands whose heights differ from `middle` by at most `amplitude`. The waves are at
/// least 44 m long.
pub fn wavy(middle: f64, amplitude: f64) -> impl Strategy<Value = Wavy> {
    let wave = (0.05..0.5, -0.1..0.1, -0.1..0.1, 0.0..6.3);
    let wave = wave.prop_map(move |(a, x, z, phase)| [a * amplitude, x, z, phase]);
    [wave.clone(), wave].prop_map(move |waves| Wavy { middle, waves })
}

impl Wavy {
    pub fn at(&self, [x, z]: [f64; 2]) -> Dual {
        let wave = |[a, kx, kz, phase]: [f64; 4]| {
            let (sin, cos) = (kx * x + kz * z + phase).sin_cos();
            Dual { height_m: a * sin, gradient: [a * kx * cos, a * kz * cos] }
        };
        Dual::level(self.middle) + wave(self.waves[0]) + wave(self.waves[1])
    }

    pub fn bounds(&self) -> Bounds {
        let amplitude: f64 = self.waves.iter().map(|w| w[0].abs()).sum();
        let steepest = self.waves.iter().map(|w| w[0].abs() * w[1].hypot(w[2])).sum();
        Bounds { low_m: self.middle - amplitude, high_m: self.middle + amplitude, steepest }
    }

    /// Heights and gradients at each place, in f32.
    pub fn columns(&self, places: &[[f64; 2]]) -> SampleColumns {
        let duals: Vec<_> = places.iter().map(|p| self.at(*p)).collect();
        SampleColumns::of(&duals)
    }
}

/// Heights and gradients of many places, in f32.
#[derive(Clone, Debug, PartialEq)]
pub struct SampleColumns {
    pub heights_m: Vec<f32>,
    pub east: Vec<f32>,
    pub south: Vec<f32>,
}

impl SampleColumns {
    pub fn of(duals: &[Dual]) -> Self {
        Self {
            heights_m: duals.iter().map(|d| d.height_m as f32).collect(),
            east: duals.iter().map(|d| d.gradient[0] as f32).collect(),
            south: duals.iter().map(|d| d.gradient[1] as f32).collect(),
        }
    }

    pub fn samples_ref(&self) -> SamplesRef<'_> {
        let gradients = Some([&self.east[..], &self.south[..]]);
        SamplesRef { heights_m: &self.heights_m, gradients }
    }

    pub fn samples(&mut self) -> Samples<'_> {
        Samples::with_gradients(&mut self.heights_m, [&mut self.east, &mut self.south])
    }

    /// The height and gradient of place `i`, in f64.
    pub fn dual(&self, i: usize) -> Dual {
        let gradient = [f64::from(self.east[i]), f64::from(self.south[i])];
        Dual { height_m: f64::from(self.heights_m[i]), gradient }
    }

    pub fn bits(&self) -> Vec<u32> {
        let all = self.heights_m.iter().chain(&self.east).chain(&self.south);
        all.map(|x| x.to_bits()).collect()
    }
}

/// A line of 99 places, so that the last block of a vectorised loop is not full.
pub fn places([x, z]: [f64; 2]) -> Vec<[f64; 2]> {
    (0..99).map(|i| [x + 3.7 * f64::from(i), z - 1.9 * f64::from(i)]).collect()
}

/// The gradient of a function by central differences.
///
/// Returns `None` at a crease, where half the step gives another result.
pub fn differences(f: impl Fn([f64; 2]) -> f64, [x, z]: [f64; 2]) -> Option<[f64; 2]> {
    let by = |d: f64| {
        let east = (f([x + d, z]) - f([x - d, z])) / (2.0 * d);
        [east, (f([x, z + d]) - f([x, z - d])) / (2.0 * d)]
    };
    let (coarse, fine) = (by(2e-3), by(1e-3));
    let is_smooth = (0..2).all(|i| (coarse[i] - fine[i]).abs() < 1e-3 * (1.0 + fine[i].abs()));
    is_smooth.then_some(fine)
}

/// Returns true if two gradients are nearly equal.
///
/// Their components may differ by `tolerance` times (1 + the larger magnitude).
pub fn near(a: [f64; 2], b: [f64; 2], tolerance: f64) -> bool {
    (0..2).all(|i| (a[i] - b[i]).abs() <= tolerance * (1.0 + a[i].abs().max(b[i].abs())))
}

/// The largest jump of a slope between two places.
///
/// The way is divided into `steps`. The 50 steps with the largest changes are bisected until they are
/// 10⁻⁸ m long. The remaining change is a jump.
pub fn jump(slope: impl Fn(f64) -> f64, [from, to]: [f64; 2], steps: usize) -> f64 {
    let place = |i: usize| from + (to - from) * i as f64 / steps as f64;
    let change = |[a, b]: [f64; 2]| (slope(b) - slope(a)).abs();
    let slopes: Vec<f64> = (0..=steps).map(|i| slope(place(i))).collect();
    let mut all: Vec<usize> = (0..steps).collect();
    let changes: Vec<f64> = slopes.windows(2).map(|pair| (pair[1] - pair[0]).abs()).collect();
    all.sort_by(|a, b| changes[*b].total_cmp(&changes[*a]));
    let remaining_change = |i: usize| {
        let mut place = [place(i), place(i + 1)];
        while place[1] - place[0] > 1e-8 {
            let middle = 0.5 * (place[0] + place[1]);
            let halves = [[place[0], middle], [middle, place[1]]];
            place = if change(halves[0]) > change(halves[1]) { halves[0] } else { halves[1] };
        }
        change(place)
    };
    all.into_iter().take(50).map(remaining_change).fold(0.0, f64::max)
}

/// The value of a parameter at a fraction, from 0 to 1, of its range.
pub fn at_share(kind: ParamKind, fraction: f64) -> Value {
    match kind {
        ParamKind::Number { min, max, log: true } => {
            Value::Number((min * (max / min).powf(fraction)).clamp(min, max))
        }
        ParamKind::Number { min, max, .. } => {
            Value::Number((min + fraction * (max - min)).min(max))
        }
        ParamKind::Integer { min, max } => {
            Value::Integer(min + (fraction * (max - min) as f64) as i64)
        }
        ParamKind::Toggle => Value::Toggle(fraction < 0.5),
        ParamKind::Choice(rows) => {
            Value::Choice(rows[(fraction * (rows.len() as f64 - 0.01)) as usize].name)
        }
        ParamKind::Curve { .. } => Value::Curve(vec![[0.0, fraction], [0.5, 1.0 - fraction]]),
        ParamKind::Colour | ParamKind::Text { .. } => {
            unreachable!("no layer, mask or operation has a parameter of type {kind:?}")
        }
    }
}
