//! Band limits: distance removes detail and never moves the land.

use super::*;

/// The mean and the deviation of a landform over a wide grid.
fn moments(form: &dyn Landform, length_m: f64, band_limit_m: f64) -> [f64; 2] {
    let grid = Grid {
        origin: [-700, 900],
        size: [900, 900],
        // The samples lie in many cells, at varying places in the cells.
        spacing_m: 0.413 * length_m,
        band_limit_m,
    };
    let heights = heights(form, &grid);
    let count = heights.len() as f64;
    let mean = heights.iter().map(|h| f64::from(*h)).sum::<f64>() / count;
    let square = heights.iter().map(|h| (f64::from(*h) - mean).powi(2)).sum::<f64>() / count;
    [mean, square.sqrt()]
}

#[test]
fn the_mean_does_not_depend_on_the_band_limit() {
    for Subject { name, length_m, form, .. } in subjects(8) {
        if name == "volcanoes" {
            continue;
        }
        let bounds = form.bounds();
        let range_m = bounds.high_m - bounds.low_m;
        let [full_mean, deviation] = moments(&*form, length_m, 0.0);
        assert!(deviation > 0.003 * range_m, "{name} is flat");
        let mut before = deviation;
        for limit in [0.2, 0.5, 1.0, 3.0, 1000.0] {
            let [mean, deviation] = moments(&*form, length_m, limit * length_m);
            let change = (mean - full_mean).abs();
            assert!(change < 0.02 * range_m, "{name}: {mean} m at {limit}, {full_mean} m");
            assert!(deviation <= 1.01 * before, "{name} grows with the band limit {limit}");
            before = deviation;
        }
        assert!(before < 1e-6 * range_m, "{name}: {before} m are left of all");
        let mean_m = form.mean_m();
        let [faded, _] = moments(&*form, length_m, 1000.0 * length_m);
        assert!(
            (faded - mean_m).abs() < 1e-5 * range_m,
            "{name}: {faded} m for the mean {mean_m} m"
        );
    }
}

#[test]
fn detail_coarse_enough_for_a_spacing_does_not_fade() {
    for (form, radius_m) in [
        (Box::new(dolines(&Default::default(), Seed(2))) as Box<dyn Landform>, 45.0),
        (Box::new(towers(&Default::default(), Seed(2))), 60.0),
        (Box::new(mesas(&Default::default(), Seed(2))), 900.0),
        (Box::new(dunes(&Default::default(), Seed(2))), 150.0),
    ] {
        let (mut faded, mut gone) = (0, 0);
        for position in positions(0.0, 2000.0, 300) {
            let all = form.at(position, 0.0);
            assert_eq!(form.at(position, radius_m / 4.0), all);
            faded += u32::from(form.at(position, radius_m / 3.0) != all);
            gone += u32::from(form.at(position, radius_m / 2.0) == Dual::level(form.mean_m()));
        }
        assert!(faded > 100 && gone == 300, "{faded} fade, {gone} are gone");
    }
}

#[test]
fn a_single_volcano_fades_to_0_and_is_0_beyond_its_foot() {
    let form = volcanoes(&Default::default(), Seed(1));
    assert_eq!(form.mean_m(), 0.0);
    assert!(form.at([900.0, 0.0], 0.0).height_m > 500.0);
    assert_eq!(form.at([900.0, 0.0], 2000.0), Dual::level(0.0));
    for far in [[4000.1, 0.0], [-5e8, 3.0]] {
        assert_eq!(form.at(far, 0.0), Dual::level(0.0));
    }
}
