//! Many places in f64 against single points.

use super::*;

const COUNT: u32 = 333;

#[test]
fn many_places_have_the_bits_of_single_points() {
    for Subject { name, length_m, form, .. } in subjects(8) {
        for (around_m, reach, band) in [
            (0.0, 3.0, 0.0),
            (FAR_M, 3.0, 0.2),
            (-7.7e5, 200.0, 0.6),
            (12.3, 0.02, 0.0),
            (0.0, 1.0, 9.0),
        ] {
            let places: Vec<_> = positions(around_m, reach * length_m, COUNT).collect();
            let [east_m, south_m] = [0, 1].map(|axis| places.iter().map(|p| p[axis]).collect());
            check(name, &*form, [east_m, south_m], band * length_m);
        }
        // A straight line
        let distance_m = |i: u32| 40.0 + f64::from(i) * 0.013 * length_m;
        let [east_m, south_m] =
            [1, 3].map(|part| (0..COUNT).map(|i| distance_m(i) / f64::from(part)).collect());
        check(name, &*form, [east_m, south_m], 0.0);
    }
}

#[test]
fn places_around_the_foot_of_a_single_volcano_have_the_bits_of_single_points() {
    let form = volcanoes(&Default::default(), Seed(8));
    let foot_m = VolcanoesGroup::default().radius_m;
    let mut highest_m: f64 = 0.0;
    for turn in 0..16 {
        let (sin, cos) = (f64::from(turn) * 0.4).sin_cos();
        // Squares that the foot crosses, and squares outside it
        for (distance_m, side_m) in
            [(foot_m, 20.0), (0.9 * foot_m, 0.5 * foot_m), (1.1 * foot_m, 20.0)]
        {
            let line = |middle_m: f64, salt: u32| -> Vec<f64> {
                (0..40).map(|i| distance_m * middle_m + side_m * (random(i + salt) - 0.5)).collect()
            };
            let [east_m, south_m] = [line(cos, 0), line(sin, 99)];
            let places = east_m.iter().zip(&south_m);
            highest_m = places
                .fold(highest_m, |high_m, (x, z)| high_m.max(form.at([*x, *z], 0.0).height_m));
            check("a single volcano", &form, [east_m, south_m], 0.0);
        }
    }
    assert!(highest_m > 0.0);
}

fn check(name: &str, form: &dyn Landform, [east_m, south_m]: [Vec<f64>; 2], band_limit_m: f64) {
    for level in Level::available() {
        let mut planes = [const { vec![] }; 4].map(|_: Vec<f64>| vec![f64::NAN; east_m.len()]);
        let [alone, heights_m, east, south] = &mut planes;
        let places_m = [&*east_m, &*south_m];
        form.fill_f64(level, places_m, band_limit_m, alone, None);
        let slopes = Some([&mut **east, &mut **south]);
        form.fill_f64(level, places_m, band_limit_m, heights_m, slopes);
        for (i, place_m) in east_m.iter().zip(&south_m).map(|(x, z)| [*x, *z]).enumerate() {
            let Dual { height_m, gradient } = form.at(place_m, band_limit_m);
            let got = [alone[i], heights_m[i], east[i], south[i]];
            let wanted = [height_m, height_m, gradient[0], gradient[1]];
            assert_eq!(got, wanted, "{name}, {level:?}, {place_m:?}");
        }
    }
}
