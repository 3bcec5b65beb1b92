//! The filter against the filter of the crate `bevy_erosion_filter`, and its smooth target, which
//! differs on purpose.

use super::super::formula::OctaveState;
use super::*;
use bevy_erosion_filter::cpu::{ErosionFilterParams, erosion_filter, hash2};

const POINTS: usize = 10_000;

/// A point with parameters.
#[derive(Clone, Debug)]
struct Case {
    params: ErosionFilterParams,
    place: [f32; 2],
    gradient: [f32; 2],
    target: f32,
}

/// Numbers from 0 to 1, the same every time.
fn numbers(seed: usize) -> impl FnMut() -> f64 {
    let mut index = 0;
    move || {
        index += 1;
        let bytes = ((seed as u64) << 32 | index).to_le_bytes();
        orogen_noise::hash::fnv1a(&bytes) as f64 / 2f64.powi(64)
    }
}

impl Case {
    fn new(index: usize) -> Self {
        let mut number = numbers(index);
        let mut within = |low: f64, high: f64| (low + number() * (high - low)) as f32;
        let mut steep = || within(-1.5, 1.5) * within(0.0, 1.0);
        let (gradient, place) = ([steep(), steep()], [within(-20.0, 20.0), within(-20.0, 20.0)]);
        let params = ErosionFilterParams {
            scale: within(0.1, 2.0),
            strength: within(0.01, 0.6),
            gully_weight: within(0.0, 1.0),
            detail: within(0.5, 4.0),
            rounding: [within(0.0, 1.0), within(0.0, 1.0), within(0.0, 0.5), within(1.0, 3.0)]
                .into(),
            onset: [(); 4].map(|()| within(0.2, 5.0)).into(),
            assumed_slope: [within(0.1, 3.0), within(0.0, 1.0)].into(),
            cell_scale: within(0.5, 1.5),
            normalization: within(0.0, 1.0),
            octaves: within(1.0, 8.99) as i32,
            lacunarity: within(1.5, 3.0),
            gain: within(0.2, 0.8),
        };
        let place = place.map(|x| x * params.scale);
        Self { params, place, gradient, target: within(-1.2, 1.2) }
    }

    /// The other crate's change of the height, strength and ridge.
    fn other_change(&self) -> [f64; 3] {
        let land = [0.0, self.gradient[0], self.gradient[1]].into();
        let made = erosion_filter(self.place.into(), land, self.target, &self.params);
        [made.delta.x, made.magnitude, made.ridge_map].map(f64::from)
    }

    fn numbers(&self) -> FilterConstants {
        let p = &self.params;
        let [ridge, crease, input_rounding, octave_rounding] = p.rounding.to_array().map(f64::from);
        FilterConstants {
            wavelength_m: f64::from(p.scale),
            strength: f64::from(p.strength),
            cell: f64::from(p.cell_scale),
            normalisation: f64::from(p.normalization),
            branching: f64::from(p.gully_weight),
            detail: f64::from(p.detail),
            octaves: p.octaves as u32,
            gain: f64::from(p.gain),
            lacunarity: f64::from(p.lacunarity),
            ridge,
            crease,
            input_rounding,
            octave_rounding,
            onsets: p.onset.to_array().map(f64::from),
            assumed_slope: f64::from(p.assumed_slope.x),
            assumed_share: f64::from(p.assumed_slope.y),
            ..FilterConstants::new(&Recipe::default().erosion, -1e6)
        }
    }

    fn erosion(&self) -> Erosion {
        let numbers = self.numbers();
        Erosion { octaves: numbers.octaves(Seed(0)), numbers }
    }

    /// This crate's change of the height, strength and ridge, with the given lattice points and target.
    fn run_octaves<J: Fn([i64; 2]) -> [f64; 2]>(
        &self,
        place: [f64; 2],
        target: f64,
        jitter: impl Fn(Seed) -> J,
    ) -> [f64; 3] {
        let erosion = self.erosion();
        let c = erosion.numbers.constants();
        let state = OctaveState::new(&c, target, self.gradient.map(f64::from));
        let state = erosion.run_octaves(&c, state, (place, 0.0), jitter, |_| {});
        [state.sum_m, c.total_m, c.ridge_map(&state)]
    }

    /// This crate's change with the other crate's lattice points and target. `factor` stretches the
    /// place.
    fn own_change(&self, factor: f64) -> [f64; 3] {
        let target = f64::from(self.target).clamp(-1.0, 1.0);
        self.run_octaves(self.place.map(|x| f64::from(x) * factor), target, |_| other_jitter)
    }
}

fn other_jitter(cell: [i64; 2]) -> [f64; 2] {
    (0.5 * hash2(cell.map(|x| x as f32).into())).to_array().map(f64::from)
}

/// Compares the filters with the other crate's lattice points and its target: the distance of a
/// height from the middle, clamped.
///
/// Measured over 10,000 points and parameters, in strengths: half of the points are less than
/// 3·10⁻⁷ apart, 99.9 % less than 6·10⁻⁵. Two are farther apart than 10⁻⁴: number 8687 by 2.0·10⁻⁴
/// and number 8762 by 1.7·10⁻⁴. Both lie 12,000 cells or more from the origin in the last of eight
/// octaves, where the error of an f32 is a thousandth of a cell. Their normalisation of 0.95
/// magnifies that error up to twenty times. This crate's filter changes by the same amount if the
/// place is moved by that error. The ridge maps are less than 0.031 apart at 99.9 % of the points,
/// and 0.10 at most: they turn over where flanks are steep.
#[test]
fn with_the_same_points_the_filter_agrees_with_the_other_crate() {
    let (mut outliers, mut ridges) = (vec![], vec![]);
    for index in 0..POINTS {
        let case = Case::new(index);
        let ([height, strength, ridge], [our_height, total, our_ridge]) =
            (case.other_change(), case.own_change(1.0));
        assert!((strength / total - 1.0).abs() < 1e-5, "{index}: {strength} for {total}");
        let error = (our_height - height).abs() / total;
        ridges.push((our_ridge - ridge).abs());
        if error > 1e-4 || error.is_nan() {
            let moved =
                [-1.0, 1.0].map(|sign| case.own_change(1.0 + sign * 2.5e-7)[0] - our_height);
            let by_moving = moved[0].abs().max(moved[1].abs()) / total;
            assert!(error < 3.0 * by_moving, "{error} {by_moving} at {index}: {case:?}");
            outliers.push((index, error));
        }
    }
    assert!(outliers.len() <= POINTS / 1000, "{outliers:?}");
    ridges.sort_by(f64::total_cmp);
    assert!(ridges[POINTS - 1 - POINTS / 1000] < 0.035, "{:?}", ridges.last());
}

/// This crate's target is smooth where the other crate's has a crease. Measured: this moves the land
/// by 0.018 strengths on average and by 0.19 at most.
#[test]
fn a_smooth_target_moves_the_land_by_a_fifth_of_the_strength_at_most() {
    let errors: Vec<f64> = (0..POINTS)
        .map(|index| {
            let case = Case::new(index);
            let mut numbers = case.numbers();
            (numbers.middle_m, numbers.reach_m) = (0.0, 1.0);
            let target = numbers.constants().target(f64::from(case.target));
            let place = case.place.map(f64::from);
            let [smooth, total, _] = case.run_octaves(place, target, |_| other_jitter);
            (smooth - case.own_change(1.0)[0]).abs() / total
        })
        .collect();
    let largest = errors.iter().copied().fold(0.0, f64::max);
    let mean = errors.iter().sum::<f64>() / POINTS as f64;
    assert!((0.15..0.193).contains(&largest) && mean < 0.025, "{largest} {mean}");
}
