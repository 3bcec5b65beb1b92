//! Any parameters within their ranges make a sound landform.

use std::fmt::Debug;

use super::*;
use crate::param::{Document, ParamKind};
use crate::wavy::at_share;
use proptest::prelude::*;

/// A document with random values within their ranges, many of them extreme.
fn shuffled<D: Document>(seed: u32) -> D {
    let mut document = D::default();
    for (index, param) in (0..).zip(D::params()) {
        // A random place would lie far from the samples.
        if param.unit == "m" && matches!(param.kind, ParamKind::Number { min: -1e9, .. }) {
            continue;
        }
        let chance = random(seed.wrapping_add(977 * index));
        let share = match (8.0 * chance) as u32 {
            0 => 0.0,
            1 => 1.0,
            _ => (chance - 0.25) / 0.75,
        };
        param.set(&mut document, at_share(param.kind, share)).expect("within its range");
    }
    document
}

fn check_sound<D: Document + Debug, L: Landform>(seed: u32, make: fn(&D, Seed) -> L) {
    let document = shuffled(seed);
    let form = make(&document, Seed(u64::from(seed)));
    let bounds = form.bounds();
    assert!(bounds.low_m <= bounds.high_m && bounds.steepest.is_finite(), "{bounds:?}");
    for spacing_m in [0.5, 37.0, 3000.0] {
        let grid = Grid { origin: [-20, -15], size: [41, 31], spacing_m, band_limit_m: 0.0 };
        for (i, height) in heights(&form, &grid).iter().enumerate() {
            let index = [i as i64 % 41 - 20, i as i64 / 41 - 15];
            let dual = form.at(index.map(|i| i as f64 * spacing_m), 0.0);
            let range_m = bounds.high_m - bounds.low_m;
            // The range may be narrower than the spacing of f32 numbers.
            let slack_m = 1.5e-5 * range_m + 5e-7 * (bounds.low_m.abs() + bounds.high_m.abs());
            let off_m = (dual.height_m - f64::from(*height)).abs();
            assert!(
                off_m <= slack_m,
                "{height} is off by {off_m} of {slack_m} at {index:?} · {spacing_m} m: {dual:?} {bounds:?} {document:?}"
            );
            assert!(bounds.contains(f64::from(*height)), "{height} m is beyond {bounds:?}");
            assert!(dual.slope() <= 1.000_001 * bounds.steepest, "{dual:?} in {bounds:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn any_parameters_make_a_sound_landform(seed: u32) {
        check_sound(seed, craters);
        check_sound(seed, dunes);
        check_sound(seed, barchans);
        check_sound(seed, mesas);
        check_sound(seed, volcanoes);
        check_sound(seed, dolines);
        check_sound(seed, towers);
        check_sound(seed, continents);
    }
}
