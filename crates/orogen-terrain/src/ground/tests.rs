use super::*;
use crate::materials::{self, SurfacePoint};
use proptest::prelude::*;

#[test]
fn angles_match_the_arc_cosine() {
    for i in 0..=1000 {
        let y = i as f32 / 1000.0;
        assert!((angle_rad(y) - y.acos()).abs() < 1e-6, "{y}");
    }
}

fn place(
    bed_m: f64,
    slope_deg: f64,
    azimuth_deg: f64,
    curvature: f64,
) -> (GroundPlace, SurfacePoint) {
    let (slope, azimuth) = (slope_deg.to_radians(), azimuth_deg.to_radians());
    let normal = [slope.sin() * azimuth.sin(), slope.cos(), -slope.sin() * azimuth.cos()];
    let ours = GroundPlace {
        bed_m: bed_m as f32,
        normal: normal.map(|c| c as f32),
        curvature: curvature as f32,
        ridge: 0.0,
    };
    (ours, SurfacePoint { bed_m, normal, curvature })
}

proptest! {
    #[test]
    fn without_noise_and_erosion_shares_match_the_reference(
        bed_m in -29.0..900.0,
        slope_deg in 0.0..89.0,
        azimuth in 0.0..360.0,
        curvature in -1.0..1.0,
    ) {
        let recipe = Recipe::default();
        let ground = Ground::new(&recipe, 1.0);
        let (ours, reference) = place(bed_m, slope_deg, azimuth, curvature);
        let shares = ground.shares(&ours, [0.0; 5]);
        let expected = materials::MaterialShares::at(&recipe, &reference).in_order();
        for (share, expected) in shares.parts.iter().zip(&expected[1..]) {
            prop_assert!((f64::from(*share) - expected).abs() < 1e-3, "{shares:?} {expected:?}");
        }
        prop_assert!((shares.parts.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    }

    #[test]
    fn colours_are_between_black_and_twice_the_brightest(
        bed_m in -200.0..900.0,
        slope_deg in 0.0..89.0,
        noise in prop::array::uniform5(-1.5f32..1.5),
    ) {
        let recipe = Recipe::default();
        let ground = Ground::new(&recipe, 1.0);
        let (place, _) = place(bed_m, slope_deg, 10.0, 0.0);
        let shares = ground.shares(&place, noise);
        let albedo = ground.albedo(&place, &shares, noise);
        prop_assert!(albedo.iter().all(|c| (0.0..=2.0).contains(c)), "{albedo:?}");
        let wet = ground.under_water(albedo, place.bed_m);
        prop_assert_eq!(wet == albedo, place.bed_m >= ground.sea_level_m || wet == albedo);
    }
}

#[test]
fn noise_frays_borders_and_does_not_depend_on_the_other_columns() {
    let recipe = Recipe::default();
    let ground = Ground::new(&recipe, 1.0);
    let columns_m: Vec<f64> = (0..300).map(f64::from).collect();
    let (mut all, mut some) = (vec![], vec![]);
    ground.noises_along_row(&columns_m, 40.0, &mut all);
    ground.noises_along_row(&columns_m[100..], 40.0, &mut some);
    assert_eq!(all[100..], some);
    for slot in 0..3 {
        assert!(all.iter().any(|noises| (noises[slot] - all[0][slot]).abs() > 0.05), "{slot}");
    }
}
