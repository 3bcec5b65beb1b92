use super::*;
use crate::dual::Samples;
use crate::param::Value;
use crate::wavy::{SampleColumns, Wavy, at_share, differences, near, wavy};
use orogen_noise::grid::Level;
use orogen_noise::{Basis, NoiseSpec, statistics};
use proptest::prelude::*;

/// How the parameters of a random mask are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Choose {
    /// Parameters that select about half of the test's land.
    Fitting,
    /// Anywhere in their ranges, often at an end.
    Extreme,
}

fn masks_of(choose: Choose) -> impl Strategy<Value = Mask> {
    let share = move || match choose {
        Choose::Fitting => prop_oneof![1 => Just(0.0).boxed(), 9 => (0.05..1.0).boxed()].boxed(),
        Choose::Extreme => {
            prop_oneof![Just(0.0).boxed(), Just(1.0).boxed(), (0.0..=1.0).boxed()].boxed()
        }
    };
    let shares = prop::collection::vec(share(), 5);
    let combine = (0..Combine::ALL.len()).prop_map(|i| Combine::ALL[i].value);
    (0..MaskType::ALL.len(), shares, combine, any::<bool>()).prop_map(
        move |(kind, shares, combine, invert)| {
            let mut mask = Mask::new(1, MaskType::ALL[kind].value);
            (mask.combine, mask.invert) = (combine, invert);
            for (param, share) in mask.kind.params().iter().zip(shares) {
                param
                    .set(&mut mask.kind, choose_value(param, share, choose))
                    .expect("in its range");
            }
            if let (Choose::Fitting, MaskKind::HeightBand(p)) = (choose, &mut mask.kind) {
                (p.high_m, p.fade_m) = (p.low_m + p.high_m.abs(), 0.05 * p.fade_m);
            }
            mask
        },
    )
}

fn masks() -> impl Strategy<Value = Mask> {
    masks_of(Choose::Fitting)
}

fn lists() -> impl Strategy<Value = Masks> {
    (prop::collection::vec(masks(), 0..5), prop::collection::vec(any::<bool>(), 5)).prop_map(
        |(mut masks, on)| {
            for (mask, on) in masks.iter_mut().zip(on) {
                mask.on = on;
            }
            Masks(masks)
        },
    )
}

fn choose_value(param: &Param<MaskKind>, share: f64, choose: Choose) -> Value {
    match param.kind {
        ParamKind::Number { min, max, log: false } if choose == Choose::Fitting && min < 0.0 => {
            Value::Number((share - 0.4) * 800.0_f64.min(max - min))
        }
        kind => at_share(kind, share),
    }
}

/// A land, a noise and another layer.
#[derive(Clone, Copy, Debug)]
struct World {
    land: Wavy,
    noise: Wavy,
    layer: Wavy,
}

fn worlds() -> impl Strategy<Value = World> {
    (wavy(40.0, 300.0), wavy(0.0, 1.0), wavy(20.0, 200.0)).prop_map(|(land, noise, layer)| World {
        land,
        noise,
        layer,
    })
}

impl World {
    fn point(&self, mask: &Mask, place_m: [f64; 2]) -> MaskPoint {
        MaskPoint {
            below: self.land.at(place_m),
            place_m,
            noise: Some(self.noise.at(place_m)),
            curvature: mask.needs().curvature_radius_m.map(|r| self.curvature(place_m, r)),
            layer: Some(self.layer.at(place_m)),
        }
    }

    fn curvature(&self, [x, z]: [f64; 2], r: f64) -> f64 {
        let around = [[x - r, z], [x + r, z], [x, z - r], [x, z + r]];
        let mean = 0.25 * around.iter().map(|p| self.land.at(*p).height_m).sum::<f64>();
        (mean - self.land.at([x, z]).height_m) * 4.0 / (r * r)
    }

    fn points(&self, masks: &Masks, place_m: [f64; 2]) -> Vec<MaskPoint> {
        masks.enabled().map(|mask| self.point(mask, place_m)).collect()
    }
}

/// A grid of a world in f32, whose blocks are not rows.
struct Grid {
    lines_m: [Vec<f64>; 2],
    places: Vec<[f64; 2]>,
    world: World,
    columns: [SampleColumns; 3],
}

impl Grid {
    fn of(world: World, [x, z]: [f64; 2]) -> Self {
        let line = |from: f64, step: f64, n: i32| (0..n).map(move |i| from + step * f64::from(i));
        let lines_m = [line(x, 23.7, 13).collect(), line(z, 31.3, 11).collect::<Vec<_>>()];
        let east: &Vec<f64> = &lines_m[0];
        let places: Vec<_> =
            lines_m[1].iter().flat_map(|z| east.iter().map(|x| [*x, *z])).collect();
        let columns = [world.land, world.noise, world.layer].map(|w| w.columns(&places));
        Self { lines_m, places, world, columns }
    }

    fn curvature(&self, mask: &Mask) -> Vec<f32> {
        let Some(r) = mask.needs().curvature_radius_m else { return vec![] };
        self.places.iter().map(|p| self.world.curvature(*p, r) as f32).collect()
    }

    fn with<T>(&self, masks: &Masks, act: impl FnOnce(&[MaskInputs<'_>]) -> T) -> T {
        let curvatures: Vec<_> = masks.enabled().map(|mask| self.curvature(mask)).collect();
        let [below, noise, layer] = self.columns.each_ref().map(SampleColumns::samples_ref);
        let lines_m = self.lines_m.each_ref().map(|line| &line[..]);
        let inputs = curvatures.iter().map(|curvature| MaskInputs {
            below,
            lines_m,
            places_m: None,
            noise: Some(noise),
            curvature: Some(curvature),
            layer: Some(layer),
        });
        act(&inputs.collect::<Vec<_>>())
    }

    fn weights(&self, masks: &Masks, level: Level) -> SampleColumns {
        // The previous contents must not matter.
        let mut out = self.columns[0].clone();
        self.with(masks, |inputs| masks.apply(level, &mut out.samples(), inputs));
        out
    }

    fn weights_alone(&self, masks: &Masks) -> Vec<f32> {
        let mut out = vec![f32::NAN; self.places.len()];
        self.with(masks, |inputs| {
            let inputs: Vec<_> = masks
                .enabled()
                .zip(inputs)
                .map(|(mask, given)| {
                    let mut given = *given;
                    if !mask.needs().gradient_below {
                        given.below.gradients = None;
                    }
                    given.noise.as_mut().expect("given").gradients = None;
                    given.layer.as_mut().expect("given").gradients = None;
                    given
                })
                .collect();
            masks.apply(Level::best(), &mut Samples::heights(&mut out), &inputs);
        });
        out
    }

    /// The tightest bounds of the inputs.
    fn bounds(&self, masks: &Masks) -> Vec<MaskBounds> {
        let bounds_of = |wavy: &Wavy| {
            let all = || self.places.iter().map(|p| wavy.at(*p));
            Bounds {
                low_m: all().map(|d| d.height_m).fold(f64::INFINITY, f64::min),
                high_m: all().map(|d| d.height_m).fold(f64::NEG_INFINITY, f64::max),
                steepest: all().map(Dual::slope).fold(0.0, f64::max),
            }
        };
        let is_curved = |mask: &Mask| mask.needs().curvature_radius_m.is_some();
        let land = |mask: &Mask| match is_curved(mask) {
            true => self.world.land.bounds(),
            false => bounds_of(&self.world.land),
        };
        let area_m = Some([self.places[0], self.places[self.places.len() - 1]]);
        let bounds = |mask: &Mask| MaskBounds {
            below: land(mask),
            area_m,
            noise: Some(bounds_of(&self.world.noise)),
            layer: Some(bounds_of(&self.world.layer)),
        };
        masks.enabled().map(bounds).collect()
    }
}

/// A point whose inputs differ a little, as those in f32 may.
fn nudge(point: &MaskPoint, by: f64, direction: [f64; 2]) -> MaskPoint {
    let nudge = |dual: Dual, by: f64| Dual {
        height_m: dual.height_m + by,
        gradient: dual.gradient.map(|g| g * (1.0 + 1e-6 * by.signum())),
    };
    MaskPoint {
        below: nudge(point.below, 5e-4 * by),
        place_m: [0, 1].map(|axis| point.place_m[axis] + 5e-4 * by * direction[axis]),
        noise: point.noise.map(|n| nudge(n, 2e-6 * by)),
        curvature: point.curvature.map(|c| c * (1.0 + 1e-6 * by) + 1e-12 * by),
        layer: point.layer.map(|l| nudge(l, 5e-4 * by)),
    }
}

fn single(mask: &Mask) -> Masks {
    Masks(vec![Mask { on: true, ..mask.clone() }])
}

fn any_place() -> impl Strategy<Value = [f64; 2]> {
    [-500.0..500.0, -500.0..500.0]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn gradients_match_finite_differences(
        masks in lists(), world in worlds(), place in any_place()
    ) {
        let mut exact = masks.clone();
        let is_frozen = |mask: &Mask| matches!(mask.kind, MaskKind::Slope(_) | MaskKind::Curvature(_));
        for mask in masks.0.iter().filter(|mask| is_frozen(mask)) {
            prop_assert_eq!(mask.at(&world.point(mask, place)).gradient.map(f64::abs), [0.0; 2]);
        }
        exact.0.retain(|mask| !is_frozen(mask));
        let at = |place| exact.at(&world.points(&exact, place));
        let differences = differences(|p| at(p).height_m, place);
        prop_assume!(differences.is_some());
        let gradient = at(place).gradient;
        prop_assert!(near(gradient, differences.unwrap(), 2e-3), "{gradient:?} {differences:?}");
    }

    #[test]
    fn batches_match_the_reference(mask in masks(), world in worlds(), place in any_place()) {
        let grid = Grid::of(world, place);
        let out = grid.weights(&single(&mask), Level::best());
        for (i, place) in grid.places.iter().enumerate() {
            let (dual, point) = (out.dual(i), world.point(&mask, *place));
            // The place moves along both diagonals, because a mask may be constant along one.
            let diagonals = [[1.0, 1.0], [1.0, -1.0]];
            let weights = |by: f64| diagonals.map(|diagonal| mask.at(&nudge(&point, by, diagonal)));
            let near_by = [-1.0, 0.0, 1.0].map(weights);
            let near_by = near_by.as_flattened();
            let lowest = near_by.iter().map(|d| d.height_m).fold(1.0, f64::min);
            let highest = near_by.iter().map(|d| d.height_m).fold(0.0, f64::max);
            let range = lowest - 1e-6..=highest + 1e-6;
            prop_assert!(range.contains(&dual.height_m), "{dual:?} {range:?} {point:?}");
            if highest - lowest < 1e-3 {
                prop_assert!(near(dual.gradient, near_by[2].gradient, 5e-3), "{dual:?} {near_by:?}");
            }
        }
    }

    #[test]
    fn a_list_combines_the_weights_of_its_masks(masks in lists(), world in worlds(), place in any_place()) {
        let grid = Grid::of(world, place);
        let out = grid.weights(&masks, Level::best());
        let each: Vec<_> = masks
            .enabled()
            .map(|mask| (mask.combine, grid.weights(&single(mask), Level::best())))
            .collect();
        for i in 0..grid.places.len() {
            let combined = each.iter().map(|(combine, w)| (*combine, w.dual(i))).reduce(
                |(_, a), (combine, b)| {
                    let (x, y) = (a.height_m, b.height_m);
                    let weight = match combine {
                        Combine::Multiply => x * y,
                        Combine::Add => (x + y).min(1.0),
                        Combine::Min => x.min(y),
                        Combine::Max => x.max(y),
                        Combine::Subtract => (x - y).max(0.0),
                    };
                    (combine, Dual::level(weight))
                },
            );
            let expected = combined.map_or(1.0, |(_, dual)| dual.height_m);
            prop_assert!((out.dual(i).height_m - expected).abs() < 1e-6, "{i} {expected} {out:?}");
        }
        prop_assert_eq!(&grid.weights_alone(&masks), &out.heights_m, "gradients change no weight");
    }

    #[test]
    fn bounds_are_never_exceeded(masks in lists(), world in worlds(), place in any_place()) {
        let grid = Grid::of(world, place);
        let bounds = masks.bounds(&grid.bounds(&masks));
        let within = |w: f64| match [bounds.low_m, bounds.high_m] {
            [low, high] if low == high => w == low,
            [low, high] => (low - 1e-6..=high + 1e-6).contains(&w),
        };
        prop_assert!(bounds.low_m >= 0.0 && bounds.high_m <= 1.0 && bounds.low_m <= bounds.high_m);
        let out = grid.weights(&masks, Level::best());
        for (i, place) in grid.places.iter().enumerate() {
            let reference = masks.at(&world.points(&masks, *place));
            prop_assert!(within(out.dual(i).height_m), "{:?} {bounds:?}", out.dual(i));
            prop_assert!(within(reference.height_m), "{reference:?} {bounds:?}");
            let max_slope = bounds.steepest * (1.0 + 1e-9);
            prop_assert!(reference.slope() <= max_slope, "{reference:?} {bounds:?}");
        }
    }

    #[test]
    fn every_level_has_the_same_bits(masks in lists(), world in worlds(), place in any_place()) {
        let grid = Grid::of(world, place);
        let scalar = grid.weights(&masks, Level::lowest()).bits();
        for level in Level::available() {
            prop_assert_eq!(&grid.weights(&masks, level).bits(), &scalar, "{:?}", level);
        }
    }

    #[test]
    fn extreme_parameters_give_weights_from_0_to_1(
        mask in masks_of(Choose::Extreme), world in worlds(), place in any_place()
    ) {
        let (grid, masks) = (Grid::of(world, place), single(&mask));
        let out = grid.weights(&masks, Level::best());
        let bounds = masks.bounds(&grid.bounds(&masks));
        prop_assert!(bounds.low_m >= 0.0 && bounds.low_m <= bounds.high_m && bounds.high_m <= 1.0);
        prop_assert!(bounds.steepest >= 0.0);
        for (i, place) in grid.places.iter().enumerate() {
            for dual in [out.dual(i), masks.at(&world.points(&masks, *place))] {
                prop_assert!((0.0..=1.0).contains(&dual.height_m), "{dual:?}");
                prop_assert!(dual.gradient.iter().all(|g| g.is_finite()), "{dual:?}");
            }
        }
    }

    #[test]
    fn inverted_weights_are_one_minus_the_weight(mask in masks(), world in worlds(), place in any_place()) {
        let grid = Grid::of(world, place);
        let inverse = Mask { invert: !mask.invert, ..mask.clone() };
        let [weights, inverses] = [&mask, &inverse].map(|m| grid.weights(&single(m), Level::best()));
        for i in 0..grid.places.len() {
            let sum = weights.dual(i) + inverses.dual(i);
            prop_assert!((sum.height_m - 1.0).abs() < 1e-6 && sum.gradient == [0.0; 2], "{sum:?}");
        }
    }
}

mod identities;
