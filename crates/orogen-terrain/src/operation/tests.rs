use super::*;
use crate::param::{ParamKind, Value};
use crate::wavy::{SampleColumns, Wavy, at_share, differences, jump, near, places, wavy};
use proptest::prelude::*;

/// The largest number of noises that an operation needs.
const MAX_NOISES: usize = 8;

/// An operation of any kind with any parameters.
fn operations() -> impl Strategy<Value = Operation> {
    let kind = (0..OperationKind::ALL.len()).prop_map(|i| OperationKind::ALL[i].value);
    // A share of each parameter's range; 0 is the lowest end.
    let shares = prop::collection::vec(prop_oneof![Just(0.0), 0.0..1.0, 0.0..1.0], 8);
    let curve = (2..=16usize).prop_flat_map(|n| prop::collection::vec((0.1..1.0, 0.0..1.0), n));
    (kind, shares, curve).prop_map(|(kind, shares, curve)| with_parameters(kind, &shares, &curve))
}

fn with_parameters(kind: OperationKind, shares: &[f64], curve: &[(f64, f64)]) -> Operation {
    let mut operation = Operation::new(kind);
    for (param, share) in kind.params().iter().zip(shares) {
        let value = match param.kind {
            // Ranges and heights are similar to those of the test's land.
            ParamKind::Number { .. } if param.name() == "range_m" => {
                Value::Number(100.0 + 1400.0 * share)
            }
            ParamKind::Number { min, max, log } if !log && max >= 4000.0 => {
                Value::Number((share - 0.5) * 800.0_f64.min(max - min))
            }
            ParamKind::Curve { .. } => Value::Curve(rising_points(curve)),
            kind => at_share(kind, *share),
        };
        param.set(&mut operation, value).expect("in its range");
    }
    operation
}

/// Points with rising x in the unit square.
fn rising_points(steps: &[(f64, f64)]) -> Vec<[f64; 2]> {
    let total: f64 = steps.iter().map(|(dx, _)| dx).sum();
    let mut x: f64 = 0.0;
    let point = |(dx, y): &(f64, f64)| {
        x += dx / total;
        [x.min(1.0), *y]
    };
    steps.iter().map(point).collect()
}

/// A land and noises.
#[derive(Clone, Debug)]
struct World {
    land: Wavy,
    noises: Vec<Wavy>,
}

fn worlds() -> impl Strategy<Value = World> {
    let noises = prop::collection::vec(wavy(0.0, 1.0), MAX_NOISES);
    (wavy(40.0, 300.0), noises).prop_map(|(land, noises)| World { land, noises })
}

impl World {
    /// The noises that an operation needs.
    fn noises(&self, operation: &Operation) -> &[Wavy] {
        &self.noises[..operation.noise_wavelengths_m().len()]
    }

    /// The land with an operation, at a place.
    fn at(&self, operation: &Operation, place: [f64; 2]) -> Dual {
        let noises: Vec<_> = self.noises(operation).iter().map(|n| n.at(place)).collect();
        let moved = operation.moved(place, &noises);
        let land = moved.pull_back(self.land.at(moved.place_m));
        if operation.is_neutral() { land } else { operation.at(land, place, &noises) }
    }

    fn bounds(&self, operation: &Operation) -> Bounds {
        let noises: Vec<_> = self.noises(operation).iter().map(Wavy::bounds).collect();
        operation.bounds(self.land.bounds(), &noises)
    }
}

/// Many points of a world in f32: land at the places themselves, and the noises.
struct Many {
    east_m: Vec<f64>,
    south_m: Vec<f64>,
    land: SampleColumns,
    noises: Vec<SampleColumns>,
}

impl Many {
    fn of(world: &World, operation: &Operation, place: [f64; 2]) -> Self {
        let places = places(place);
        Self {
            east_m: places.iter().map(|p| p[0]).collect(),
            south_m: places.iter().map(|p| p[1]).collect(),
            land: world.land.columns(&places),
            noises: world.noises(operation).iter().map(|n| n.columns(&places)).collect(),
        }
    }

    fn with(&self, act: impl FnOnce(&mut Samples<'_>, Inputs<'_>)) -> SampleColumns {
        let noises: Vec<_> = self.noises.iter().map(SampleColumns::samples_ref).collect();
        let mut out = self.land.clone();
        let inputs = Inputs { east_m: &self.east_m, south_m: &self.south_m, noises: &noises };
        act(&mut out.samples(), inputs);
        out
    }

    /// The land with an operation, its gradients pulled back first.
    fn applied(&self, operation: &Operation, level: Level) -> SampleColumns {
        self.with(|samples, inputs| {
            operation.pull_gradients(level, samples, inputs);
            operation.apply(level, samples, inputs);
        })
    }

    /// One point of [`Many::applied`], in f64.
    fn reference(&self, operation: &Operation, i: usize) -> Dual {
        let place = [self.east_m[i], self.south_m[i]];
        let noises: Vec<_> = self.noises.iter().map(|n| n.dual(i)).collect();
        let land = operation.moved(place, &noises).pull_back(self.land.dual(i));
        operation.at(land, place, &noises)
    }
}

fn any_place() -> impl Strategy<Value = [f64; 2]> {
    [-500.0..500.0, -500.0..500.0]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn gradients_match_finite_differences(
        operation in operations(), world in worlds(), place in any_place()
    ) {
        // The gradient of damped detail leaves out the slopes of its weights; differences do not.
        if matches!(operation, Operation::DampedDetail(_)) {
            return Ok(());
        }
        let differences = differences(|p| world.at(&operation, p).height_m, place);
        prop_assume!(differences.is_some());
        let gradient = world.at(&operation, place).gradient;
        prop_assert!(near(gradient, differences.unwrap(), 5e-3), "{gradient:?} {differences:?}");
    }

    #[test]
    fn batches_match_the_reference(
        operation in operations(), world in worlds(), place in any_place()
    ) {
        let many = Many::of(&world, &operation, place);
        let out = many.applied(&operation, Level::best());
        let bounds = world.bounds(&operation);
        // A few units in the last place of f32, where the range is far from zero.
        let largest_m = bounds.high_m.abs().max(bounds.low_m.abs());
        let slack_m = 1e-5 * (bounds.high_m - bounds.low_m).max(100.0) + 5e-7 * largest_m;
        for i in 0..99 {
            let (dual, reference) = (out.dual(i), many.reference(&operation, i));
            prop_assert!(
                (dual.height_m - reference.height_m).abs() <= slack_m,
                "{dual:?} {reference:?}"
            );
            prop_assert!(near(dual.gradient, reference.gradient, 5e-3), "{dual:?} {reference:?}");
        }
        if !operation.needs_gradients() {
            let mut heights_m = many.land.heights_m.clone();
            many.with(|_, inputs| {
                operation.apply(Level::best(), &mut Samples::heights(&mut heights_m), inputs);
            });
            prop_assert_eq!(&heights_m, &out.heights_m, "gradients change no height");
        }
    }

    #[test]
    fn bounds_are_never_exceeded(
        operation in operations(), world in worlds(), place in any_place()
    ) {
        let bounds = world.bounds(&operation);
        for place in places(place) {
            let land = world.at(&operation, place);
            prop_assert!(bounds.contains(land.height_m), "{land:?} {bounds:?}");
            prop_assert!(land.slope() <= bounds.steepest * (1.0 + 1e-9), "{land:?} {bounds:?}");
        }
    }

    #[test]
    fn every_level_has_the_same_bits(
        operation in operations(), world in worlds(), place in any_place()
    ) {
        let many = Many::of(&world, &operation, place);
        let scalar = many.applied(&operation, Level::lowest()).bits();
        for level in Level::available() {
            prop_assert_eq!(&many.applied(&operation, level).bits(), &scalar, "{:?}", level);
        }
    }

    #[test]
    fn rising_land_stays_rising(
        operation in operations(), place in any_place(), h in -500.0..500.0, rise in 0.0..300.0
    ) {
        // Curves rise only if their points do.
        let curved = matches!(operation, Operation::HeightCurve(_) | Operation::Continents(_));
        let rises = !curved && !matches!(operation, Operation::Fold(_));
        if !rises || operation.moves_places() {
            return Ok(());
        }
        let noise = vec![Dual::level(0.3); operation.noise_wavelengths_m().len()];
        let height_m = |h| operation.at(Dual::level(h), place, &noise).height_m;
        let [low_m, high_m] = [h, h + rise].map(height_m);
        prop_assert!(high_m >= low_m - 1e-9, "{} {}", low_m, high_m);
    }
}

/// Operations with the parameters at which they change nothing.
fn neutral_operations() -> Vec<Operation> {
    let set = |kind, keys: &[(&str, &str)]| {
        let mut operation = Operation::new(kind);
        for (key, text) in keys {
            let row = OperationKind::params(kind).iter().find(|p| p.name() == *key);
            row.expect("a row").set_text(&mut operation, text).expect("in range");
        }
        operation
    };
    use OperationKind::*;
    vec![
        set(Levels, &[]),
        set(HeightCurve, &[("points", "0.1:0.1,0.4:0.4,0.9:0.9")]),
        set(BiasGain, &[]),
        set(Terraces, &[("strength", "0")]),
        set(Terraces, &[("sharpness", "1")]),
        set(Canyon, &[("sharpness", "1")]),
        set(Cliff, &[("drop_m", "0")]),
        set(Warp, &[("strength", "0")]),
        set(Stretch, &[("factor", "1")]),
        set(DampedDetail, &[("amplitude_m", "0")]),
    ]
}

proptest! {
    #[test]
    fn neutral_parameters_change_no_bit(world in worlds(), place in any_place()) {
        for operation in neutral_operations() {
            prop_assert!(operation.is_neutral(), "{operation:?}");
            let many = Many::of(&world, &operation, place);
            let out = many.applied(&operation, Level::best());
            prop_assert_eq!(out.bits(), many.land.bits(), "{:?}", operation);
            prop_assert_eq!(world.at(&operation, place), world.land.at(place));
            prop_assert_eq!(world.bounds(&operation), world.land.bounds());
        }
    }

    #[test]
    fn near_neutral_parameters_change_little(h in -500.0..500.0) {
        // Near neutral parameters the formula must approach the shortcut for neutral ones.
        let tiny = 1e-9;
        let near = [
            Operation::Levels(Levels { scale: 1.0 + tiny, offset_m: tiny }),
            Operation::BiasGain(BiasGain { bias: 0.5 + tiny, gain: 0.5 - tiny, ..Default::default() }),
            Operation::Terraces(Terraces { strength: tiny, ..Default::default() }),
            Operation::Terraces(Terraces { sharpness: 1.0 + tiny, ..Default::default() }),
            Operation::Canyon(Canyon { sharpness: 1.0 + tiny, ..Default::default() }),
            Operation::Cliff(Cliff { drop_m: tiny, ..Default::default() }),
            Operation::HeightCurve(HeightCurve {
                points: vec![[0.0, 0.0], [0.3, 0.3 + tiny], [1.0, 1.0]], ..Default::default()
            }),
        ];
        for operation in near {
            let noises = vec![Dual::level(0.2); operation.noise_wavelengths_m().len()];
            let land = operation.at(Dual::level(h), [20.0, 30.0], &noises);
            prop_assert!((land.height_m - h).abs() < 1e-4, "{operation:?} {land:?}");
        }
    }

    #[test]
    fn damped_detail_is_the_sum_of_its_octaves(world in worlds(), place in any_place()) {
        let p = DampedDetail { octaves: 3, amplitude_m: 20.0, damping: 0.5, ..Default::default() };
        let mut land = world.land.at(place);
        for (noise, amplitude) in world.noises.iter().zip([20.0, 10.0, 5.0]) {
            let [x, z] = land.gradient;
            land = land + noise.at(place) * (amplitude / (1.0 + 0.5 * (x * x + z * z)));
        }
        let sum = world.at(&Operation::DampedDetail(p), place);
        prop_assert!((sum.height_m - land.height_m).abs() < 1e-9 && near(sum.gradient, land.gradient, 1e-9));
    }

    #[test]
    fn terraces_are_as_precise_far_away_as_near_the_origin(h in -500.0..500.0, far in -1e9..1e9f64) {
        let strata = Terraces { jitter_m: 0.0, dip_azimuth_deg: 90.0, ..Default::default() };
        // Tilted strata repeat at the distance over which they sink by one step.
        let terraces = Operation::Terraces(strata.clone());
        let period_m = strata.step_m / 2f64.to_radians().tan();
        let away_m: f64 = (far / period_m).round() * period_m;
        let noises = [Dual::level(0.0)];
        let height_m = |east_m: f64| terraces.at(Dual::level(h), [east_m, 0.0], &noises).height_m;
        let [away, near] = [away_m, 0.0].map(height_m);
        prop_assert!((away - near).abs() < 1e-3, "{} {}", away, near);
    }
}

#[test]
fn creased_operations_are_those_whose_slope_jumps() {
    let jumps = |operation: &Operation| {
        let noises = vec![Dual::level(0.0); operation.noise_wavelengths_m().len()];
        let slope = |h: f64| {
            let land = Dual { height_m: h, gradient: [1.0, 0.0] };
            operation.at(land, [700.0, 0.0], &noises).gradient[0]
        };
        (-1000..1000).any(|h| {
            let h = f64::from(h);
            (slope(h + 1e-7) - slope(h - 1e-7)).abs() > 1e-3
        })
    };
    for row in OperationKind::ALL {
        let soft = Operation::new(row.value);
        assert_eq!(soft.is_creased(), jumps(&soft), "{}", row.name);
        let mut hard = soft.clone();
        let radius = |name: &str| ["rounding", "radius_m", "rounding_m"].contains(&name);
        let rows = row.value.params();
        if row.value != OperationKind::Island
            && let Some(param) = rows.iter().find(|p| radius(p.name()))
        {
            param.set_text(&mut hard, "0").expect("hard");
            assert!(hard.is_creased() && jumps(&hard), "{}", row.name);
        }
    }
}

proptest! {
    #[test]
    fn operations_without_creases_jump_nowhere(
        operation in operations(), noise in -1.0..1.0, place in any_place()
    ) {
        prop_assume!(!operation.is_creased());
        // The slope of terraces is a power of the distance to an edge. With a small exponent it
        // does not jump, but it changes too fast for the smallest step of this test.
        let is_nearly_linear =
            matches!(&operation, Operation::Terraces(p) if (1.0..1.4).contains(&p.sharpness));
        prop_assume!(!is_nearly_linear);
        // A land that rises by one metre per metre, and noises that rise too.
        let slope = |east: f64| {
            let rising = |height_m, rise| Dual { height_m, gradient: [rise, 0.0] };
            let count = operation.noise_wavelengths_m().len();
            let noises = vec![rising(noise + 1e-4 * east, 1e-4); count];
            operation.at(rising(east, 1.0), [place[0] + east, place[1]], &noises).gradient[0]
        };
        let jump = jump(slope, [-600.0, 1600.0], 4000);
        prop_assert!(jump < 1e-3, "{operation:?} {jump}");
    }
}
