use super::*;
use crate::dual::Bounds;
use crate::wavy::{SampleColumns, Wavy, differences, near, places, wavy};
use proptest::prelude::*;

/// Any blend, hard or rounded.
fn blendings() -> impl Strategy<Value = Blending> {
    let blend = (0..Blend::ALL.len()).prop_map(|i| Blend::ALL[i].value);
    let radius_m = prop_oneof![Just(0.0), 5.0..200.0];
    (blend, radius_m, 50.0..1000.0).prop_map(|(blend, radius_m, reference_m)| Blending {
        blend,
        radius_m,
        reference_m,
    })
}

/// Two lands that cross each other, and a weight.
fn lands() -> impl Strategy<Value = [Wavy; 3]> {
    (wavy(40.0, 300.0), wavy(0.0, 200.0), wavy(0.5, 0.49)).prop_map(|(a, b, w)| [a, b, w])
}

fn any_place() -> impl Strategy<Value = [f64; 2]> {
    [-500.0..500.0, -500.0..500.0]
}

fn all_columns(lands: &[Wavy; 3], places: &[[f64; 2]]) -> [SampleColumns; 3] {
    lands.each_ref().map(|land| land.columns(places))
}

proptest! {
    #[test]
    fn gradients_match_finite_differences(
        blending in blendings(), lands in lands(), place in any_place()
    ) {
        let blended = |p| blending.at(lands[0].at(p), lands[1].at(p), lands[2].at(p));
        let differences = differences(|p| blended(p).height_m, place);
        prop_assume!(differences.is_some());
        let gradient = blended(place).gradient;
        prop_assert!(near(gradient, differences.unwrap(), 2e-3), "{gradient:?} {differences:?}");
    }

    #[test]
    fn batches_agree_with_the_reference_and_stay_within_bounds(
        blending in blendings(), lands in lands(), place in any_place()
    ) {
        let places = places(place);
        let [below, layer, weight] = all_columns(&lands, &places);
        let bounds = blending.bounds(lands[0].bounds(), lands[1].bounds(), lands[2].bounds());
        let mut out = below.clone();
        let each = Weight::Each(weight.samples_ref());
        blending.apply(Level::best(), &mut out.samples(), layer.samples_ref(), each);
        let mut heights_m = below.heights_m.clone();
        let mut plain = Samples::heights(&mut heights_m);
        blending.apply(Level::best(), &mut plain, layer.samples_ref(), each);
        prop_assert_eq!(&heights_m, &out.heights_m, "gradients change no height");
        let range_m = bounds.high_m - bounds.low_m;
        for i in 0..places.len() {
            let reference = blending.at(below.dual(i), layer.dual(i), weight.dual(i));
            let dual = out.dual(i);
            prop_assert!((dual.height_m - reference.height_m).abs() <= 1e-5 * range_m);
            prop_assert!(
                near(dual.gradient, reference.gradient, 1e-3), "{dual:?} {reference:?}"
            );
            prop_assert!(bounds.contains(reference.height_m), "{reference:?} {bounds:?}");
            prop_assert!(
                reference.slope() <= bounds.steepest * (1.0 + 1e-5), "{reference:?} {bounds:?}"
            );
        }
    }

    #[test]
    fn every_level_has_the_same_bits(
        blending in blendings(), lands in lands(), place in any_place()
    ) {
        let [below, layer, weight] = all_columns(&lands, &places(place));
        let bits_at = |level| {
            let mut out = below.clone();
            blending.apply(level, &mut out.samples(), layer.samples_ref(), Weight::Each(weight.samples_ref()));
            out.bits()
        };
        for level in Level::available() {
            prop_assert_eq!(bits_at(level), bits_at(Level::lowest()), "{:?}", level);
        }
    }

    #[test]
    fn weight_0_keeps_the_land_and_weight_1_covers_it(
        blending in blendings(), lands in lands(), place in any_place()
    ) {
        let [below, layer, mut weight] = all_columns(&lands, &places(place));
        let (a, b) = (lands[0].at(place), lands[1].at(place));
        // Set the weight to 0 and 1 at some points and keep its slope.
        weight.heights_m.iter_mut().step_by(3).for_each(|w| *w = 0.0);
        weight.heights_m.iter_mut().skip(1).step_by(3).for_each(|w| *w = 1.0);
        let mut out = below.clone();
        blending.apply(
            Level::best(), &mut out.samples(), layer.samples_ref(), Weight::Each(weight.samples_ref())
        );
        let bits = |c: &SampleColumns, i: usize| [c.heights_m[i], c.east[i], c.south[i]].map(f32::to_bits);
        for i in (0..99).step_by(3) {
            prop_assert_eq!(bits(&out, i), bits(&below, i));
            if blending.blend.covers() {
                prop_assert_eq!(bits(&out, i + 1), bits(&layer, i + 1));
            }
        }
        let mut out = below.clone();
        blending.apply(Level::best(), &mut out.samples(), layer.samples_ref(), Weight::Constant(0.0));
        prop_assert_eq!(out.bits(), below.bits());
        prop_assert_eq!(blending.at(a, b, Dual::level(0.0)), a);
        let unchanged = blending.bounds(lands[0].bounds(), lands[1].bounds(), Bounds::level(0.0));
        prop_assert_eq!(unchanged, lands[0].bounds());
        if blending.blend.covers() {
            prop_assert_eq!(blending.at(a, b, Dual::level(1.0)), b);
        }
    }

    #[test]
    fn a_constant_weight_equals_the_same_weight_at_each_point(
        blending in blendings(), lands in lands(), place in any_place(), weight in 0.0..=1.0f32
    ) {
        let [below, layer, _] = all_columns(&lands, &places(place));
        let each = SampleColumns::of(&[Dual::level(f64::from(weight)); 99]);
        let bits_with = |weight| {
            let mut out = below.clone();
            blending.apply(Level::best(), &mut out.samples(), layer.samples_ref(), weight);
            out.bits()
        };
        prop_assert_eq!(bits_with(Weight::Constant(weight)), bits_with(Weight::Each(each.samples_ref())));
    }

    #[test]
    fn raising_never_lowers_and_carving_never_raises(
        radius_m in 0.0..200.0, a in -500.0..500.0, b in -500.0..500.0, w in 0.0..1.0
    ) {
        let blended = |blend| {
            let blending = Blending { blend, radius_m, reference_m: 1.0 };
            blending.at(Dual::level(a), Dual::level(b), Dual::level(w)).height_m
        };
        prop_assert!(blended(Blend::Raise) >= a && blended(Blend::Carve) <= a);
        prop_assert!(blended(Blend::Max) >= a && blended(Blend::Min) <= a);
        // The result is exact if the blend has no effect, and beyond the radius.
        let without_effect = if b <= 0.0 { Blend::Raise } else { Blend::Carve };
        prop_assert_eq!(blended(without_effect), a);
        if b.abs() >= radius_m {
            prop_assert!((blended(Blend::Raise) + blended(Blend::Carve) - (2.0 * a + w * b)).abs() < 1e-9);
        }
    }

    #[test]
    fn a_blend_is_creased_if_its_slope_jumps(a in -300.0..300.0) {
        for row in Blend::ALL {
            for radius_m in [0.0, 40.0] {
                let blending = Blending { blend: row.value, radius_m, reference_m: 100.0 };
                let slope = |b: f64| {
                    let layer = Dual { height_m: b, gradient: [1.0, 0.0] };
                    blending.at(Dual::level(a), layer, Dual::level(0.5)).gradient[0]
                };
                let jump = |b: f64| (slope(b + 1e-9) - slope(b - 1e-9)).abs();
                let is_creased = [0.0, a, a - radius_m, a + radius_m, radius_m, -radius_m]
                    .into_iter()
                    .any(|b| jump(b) > 1e-3);
                prop_assert_eq!(blending.is_creased(), is_creased, "{} {}", row.name, radius_m);
            }
        }
    }
}
