//! The reference: bounds, seams, waves.

use super::super::stripes::{LENGTHS, jitter_of, stripes, wave_vector};
use super::*;
use crate::wavy::wavy;
use orogen_noise::cell::cell_and_fraction;

proptest! {
    #[test]
    fn bounds_are_never_exceeded(
        document in documents(|_| ()),
        height_m in -9000.0..9000.0,
        gradient in [-30.0..30.0, -30.0..30.0],
        is_level in prop::bool::weighted(0.1),
        place_m in [-1e9..1e9, -1e9..1e9],
        spacing_m in prop_oneof![Just(0.0), 0.1..1e5],
    ) {
        let gradient = if is_level { [0.0; 2] } else { gradient };
        let erosion = Erosion::new(&document.erosion, Seed(2), -500.0);
        let guide = Dual { height_m, gradient };
        let bounds = erosion.bounds(Bounds { steepest: 50.0, ..Bounds::level(height_m) });
        let reference = erosion.at(guide, place_m, spacing_m);
        let column = SampleColumns::of(&[guide]);
        let made = Filled::best(&erosion, [&place_m[..1], &place_m[1..]], &column, spacing_m).at(0);
        for eroded in [reference, made] {
            prop_assert!(bounds.contains(eroded.height_m), "{eroded:?} in {bounds:?}");
            prop_assert!(eroded.occlusion.abs() <= 1.0 + 1e-5, "{eroded:?}");
            prop_assert!(eroded.ridge.abs() <= 1.0 + 1e-5, "{eroded:?}");
        }
        // A loose bound: the gullies change the height by the occlusion, the offset by at most
        // one strength.
        let change = erosion.strength_m() * (reference.occlusion.abs() + 2.0);
        prop_assert!((reference.height_m - height_m).abs() <= 1.0001 * change);
    }

    #[test]
    fn erosion_without_strength_or_under_water_changes_nothing(
        document in documents(|_| ()),
        wavy in wavy(0.0, 80.0),
        place_m in [-1e6..1e6, -1e6..1e6],
    ) {
        let guide = wavy.at(place_m);
        let untouched = Eroded { height_m: guide.height_m, ..Eroded::default() };
        let mut weak = document.clone();
        weak.erosion.strength = 0.0;
        let weak = Erosion::new(&weak.erosion, Seed(2), -1e6);
        let deep = Erosion::new(&document.erosion, Seed(2), 100.0);
        prop_assert!(weak.is_neutral());
        for erosion in [weak, deep] {
            prop_assert_eq!(erosion.at(guide, place_m, 1.0), untouched);
            let column = SampleColumns::of(&[guide]);
            let made = Filled::best(&erosion, [&place_m[..1], &place_m[1..]], &column, 1.0);
            prop_assert_eq!(&made.heights_m, &column.heights_m);
            prop_assert_eq!((made.ridge[0], made.occlusion[0]), (0.0, 0.0));
            let bounds = Bounds::level(guide.height_m);
            prop_assert_eq!(erosion.bounds(bounds), bounds);
        }
    }

    /// The waves of an octave end at sides of its cells, so a jump would lie there.
    #[test]
    fn there_are_no_jumps(
        document in documents(|group| {
            scale_to_test_land(group);
            group.strength = group.strength.max(0.05);
        }),
        wavy in wavy(20.0, 80.0),
        cell in [-1000..1000i32, -1000..1000i32],
        along in 0.0..1.0,
        octave in 0..10usize,
        is_row in any::<bool>(),
    ) {
        let erosion = Erosion::new(&document.erosion, Seed(4), -1e6);
        let cell_m = erosion.octaves[octave % erosion.octaves.len()].cell_m;
        let [x, z] = cell.map(f64::from);
        let tiny = 1e-9;
        let side = |step: f64| {
            let place = if is_row { [x + along, z + step] } else { [x + step, z + along] };
            let place_m = place.map(|x| x * cell_m);
            erosion.at(wavy.at(place_m), place_m, 0.0)
        };
        let (before, behind) = (side(-tiny), side(tiny));
        let jump = (behind.height_m - before.height_m).abs() / erosion.strength_m();
        prop_assert!(jump < 1e-4, "{before:?} {behind:?}");
        prop_assert!((behind.ridge - before.ridge).abs() < 1e-3, "{before:?} {behind:?}");
    }
}

/// Lengths of waves before normalisation, at places all over the plane.
fn lengths() -> Vec<f64> {
    let points = jitter_of::<f64>(Seed(77));
    let mut lengths: Vec<f64> = (0..40_000)
        .map(|i| {
            let (x, z) = (0.377 * f64::from(i % 200), 0.377 * f64::from(i / 200));
            let places = [x, z].map(cell_and_fraction);
            let [sin, cos, weight] = stripes(places, wave_vector([0.8, 0.6], 1.4), &points);
            (cos * cos + sin * sin).sqrt() / weight
        })
        .collect();
    lengths.sort_by(f64::total_cmp);
    lengths
}

#[test]
fn wave_lengths_match_the_constants() {
    let lengths = lengths();
    let eighth = lengths.len() / 8;
    let medians: Vec<f64> = (0..8).map(|i| lengths[i * eighth + eighth / 2]).collect();
    for (length, median) in LENGTHS.iter().zip(&medians) {
        assert!((length - median).abs() < 0.02, "{medians:.3?}");
    }
}

#[test]
fn looks_are_within_the_ranges_of_their_parameters() {
    for look in ErosionLook::ALL {
        for (width_m, reach_m) in [(500.0, 50.0), (4000.0, 900.0), (50_000.0, 5000.0)] {
            let document =
                Recipe { erosion: look.value.parameters(width_m, reach_m), ..Recipe::default() };
            for param in params() {
                let value = (param.get)(&document);
                assert_eq!(param.kind.check(value.clone()), Ok(value), "{} of {look:?}", param.key);
            }
        }
    }
}

/// Level ground keeps its height, or moves by its position between valley and peak.
#[test]
fn level_ground_is_not_cut() {
    let mut document = Recipe::default();
    let relative_change = |document: &Recipe, height_m: f64| {
        let erosion = Erosion::new(&document.erosion, Seed(1), -1e6);
        let change_m = erosion.at(Dual::level(height_m), [12.0, 34.0], 0.0).height_m - height_m;
        change_m / erosion.strength_m()
    };
    for height_m in [-600.0, -100.0, 0.0, 250.0, 900.0] {
        assert!(relative_change(&document, height_m).abs() < 1e-8);
    }
    (document.erosion.level, document.erosion.offset) = (0.0, 0.25);
    for (height_m, change) in [(-600.0, -0.75), (0.0, 0.25), (900.0, 1.25)] {
        assert!((relative_change(&document, height_m) - change).abs() < 1e-8);
    }
}
