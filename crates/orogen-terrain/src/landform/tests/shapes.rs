//! The shapes that landforms are known for.

use super::*;
use crate::dual::Bounds;
use crate::landform::wind::LEE_SLOPE;

/// The heights along a line to the east.
fn profile(form: &dyn Landform, from_m: f64, to_m: f64, z_m: f64) -> Vec<f64> {
    let x_m = |i: u32| from_m + (to_m - from_m) * f64::from(i) / 4000.0;
    (0..=4000).map(|i| form.at([x_m(i), z_m], 0.0).height_m).collect()
}

#[test]
fn a_fresh_crater_is_a_fifth_as_deep_as_wide_and_an_old_one_has_a_flat_floor() {
    let group = CratersGroup {
        radius_m: 1000.0,
        sizes: 1,
        jitter: 0.0,
        share: 1.0,
        spacing: 4.0,
        rim: 0.01,
        age: 0.0,
    };
    let [fresh, old] = [0.0, 1.0].map(|age| {
        craters(&CratersDocument { craters: CratersGroup { age, ..group.clone() } }, Seed(3))
    });
    // A crater lies in the middle of each cell of 12 km.
    let (mut widest_m, mut flat_count) = (0.0f64, 0);
    for cell in 0..40 {
        let middle_m = 12_000.0 * f64::from(cell) + 6000.0;
        let line = profile(&fresh, middle_m, middle_m + 3000.0, 6000.0);
        let rim = (0..line.len()).max_by(|a, b| line[*a].total_cmp(&line[*b])).expect("a rim");
        let width_m = 2.0 * 3000.0 * rim as f64 / 4000.0;
        let ratio = (line[rim] - line[0]) / width_m;
        assert!((ratio - 0.2).abs() < 0.003, "depth for width is {ratio}");
        assert!(line[4000].abs() < 1e-9, "the apron ends at {} m", line[4000]);
        widest_m = widest_m.max(width_m);
        let line = profile(&old, middle_m, middle_m + 3000.0, 6000.0);
        flat_count += u32::from(line[..line.len() / 40].iter().all(|h| (h - line[0]).abs() < 1e-9));
    }
    assert!((1800.0..=2020.0).contains(&widest_m), "the widest has {widest_m} m");
    assert!((5..40).contains(&flat_count), "{flat_count} of 40 are flat");
}

#[test]
fn craters_of_half_the_size_are_four_times_as_many() {
    // Radii follow from r = R/√(1 + 3u), so half of the craters have r > R/√2.5.
    let group = CratersGroup {
        sizes: 1,
        jitter: 0.0,
        share: 1.0,
        spacing: 1.0,
        age: 0.0,
        ..CratersGroup::default()
    };
    let radius_m = group.radius_m;
    let form = craters(&CratersDocument { craters: group }, Seed(9));
    let crater_radius_m = |i: u32| {
        let middle_m = |i: u32| 3.0 * radius_m * (f64::from(i) + 0.5);
        -form.at([middle_m(i % 50), middle_m(i / 50)], 0.0).height_m / 0.32
    };
    let wide = (0..2500).filter(|i| crater_radius_m(*i) > radius_m / 2.5f64.sqrt()).count();
    assert!((1150..1350).contains(&wide), "{wide} of 2500 are wide");
}

#[test]
fn the_lee_of_dunes_falls_at_32_degrees() {
    assert!((LEE_SLOPE - 32f64.to_radians().tan()).abs() < 1e-15);
    for wind_deg in [90.0, 200.0] {
        let document = DunesDocument { dunes: DunesGroup { wind_deg, ..straight().dunes } };
        let form = dunes(&document, Seed(1));
        let [wind_x, wind_z] = [wind_deg.to_radians().sin(), -wind_deg.to_radians().cos()];
        let (mut lee, mut high) = (0, 0.0f64);
        let count = 5000;
        for position in positions(0.0, 3000.0, count) {
            let Dual { height_m, gradient: [x, z] } = form.at(position, 0.0);
            let [along, across] = [x * wind_x + z * wind_z, z * wind_x - x * wind_z];
            assert!(across.abs() < 1e-9 && along < 0.2);
            if along < 0.0 {
                assert!((along + LEE_SLOPE).abs() < 1e-9, "{along}");
                lee += 1;
            }
            high = high.max(height_m);
        }
        let share = f64::from(lee) / f64::from(count);
        assert!((share - 0.067 / LEE_SLOPE).abs() < 0.02, "{share} of the land is lee");
        assert!((9.9..10.06).contains(&high), "{high} m of 10.05");
    }
}

#[test]
fn a_barchan_points_its_horns_downwind_and_falls_at_32_degrees() {
    let barchans_group =
        BarchansGroup { wind_deg: 90.0, width_m: 100.0, spacing: 4.0, jitter: 0.0, share: 1.0 };
    let form = barchans(&BarchansDocument { barchans: barchans_group }, Seed(5));
    // The crest's middle lies a quarter of the barchan's width downwind of the middle of its cell, which
    // is 364 m wide.
    let middle_m = 182.0;
    let line = profile(&form, 0.0, 364.0, middle_m);
    let crest = (0..line.len()).max_by(|a, b| line[*a].total_cmp(&line[*b])).expect("a crest");
    let crest_m = 364.0 * crest as f64 / 4000.0;
    let width_m = 10.0 * line[crest];
    assert!((50.0..=100.0).contains(&width_m), "{width_m} m wide");
    // Barchans are turned from the wind by a few degrees.
    assert!((crest_m - middle_m - 0.25 * width_m).abs() < 1.0, "the crest is at {crest_m} m");
    let lee = form.at([crest_m + 2.0, middle_m], 0.0);
    assert!((lee.slope() - LEE_SLOPE).abs() < 0.02, "{lee:?}");
    // Where the lee has ended in the middle, horns go on at both sides.
    let beyond_m = crest_m + 0.25 * width_m;
    assert_eq!(form.at([beyond_m, middle_m], 0.0), Dual::level(0.0));
    for side in [-1.0, 1.0] {
        let is_sand = |i: u32| {
            let across_m = side * width_m * f64::from(i) / 100.0;
            form.at([beyond_m, middle_m + across_m], 0.0).height_m > 0.1
        };
        assert!((10..50).any(is_sand), "no horn at side {side}");
    }
}

#[test]
fn mesas_are_flat_on_top_and_cover_their_share() {
    let share = |cover: f64| {
        let document =
            MesasDocument { mesas: MesasGroup { cover, variety: 0.0, ..MesasGroup::default() } };
        let form = mesas(&document, Seed(2));
        let [mut tops, mut plains] = [0, 0];
        for position in positions(0.0, 100_000.0, 4000) {
            let dual = form.at(position, 0.0);
            tops += u32::from(dual == Dual::level(220.0));
            plains += u32::from(dual == Dual::level(0.0));
        }
        [tops, plains].map(|count| f64::from(count) / 4000.0)
    };
    let [few, middling, many] = [0.0, 0.5, 1.0].map(share);
    assert!(few[0] < 0.1 && few[1] > 0.7, "{few:?}");
    assert!(middling[0] > 0.3 && middling[1] > 0.2, "{middling:?}");
    assert!(many[0] > 0.85 && many[1] < 0.1, "{many:?}");
}

#[test]
fn a_volcano_with_a_caldera_stands_at_its_place() {
    let group =
        VolcanoesGroup { x_m: 5e8, z_m: -3.0, unevenness: 0.0, ..VolcanoesGroup::default() };
    let form = volcanoes(&VolcanoesDocument { volcanoes: group }, Seed(1));
    let line = profile(&form, 5e8, 5e8 + 4000.0, -3.0);
    let rim = (0..line.len()).max_by(|a, b| line[*a].total_cmp(&line[*b])).expect("a rim");
    assert!((500.0..620.0).contains(&(rim as f64)), "the rim is {rim} m from the middle");
    // The rim would be 0.86^1.7 of 1400 m high, were it not round.
    let rim_m = 1400.0 * 0.86f64.powf(1.7);
    assert!((rim_m - line[rim]) > 0.0 && (rim_m - line[rim]) < 0.04 * rim_m, "{}", line[rim]);
    assert!((line[0] - 0.75 * rim_m).abs() < 1e-6, "the caldera's floor is at {}", line[0]);
    assert!(line[4000] < 1e-9);
}

#[test]
fn a_coast_has_a_beach_and_a_cliff_and_keeps_its_bounds() {
    let coast = Coast::new(&CoastDocument::default());
    let land = |height_m: f64| Dual { height_m, gradient: [0.3, -0.4] };
    let bounds = coast.bounds(Bounds { low_m: -90.0, high_m: 120.0, steepest: 0.5 });
    assert_eq!((bounds.low_m, bounds.high_m), (-90.0, 160.0));
    assert_eq!(coast.at(land(0.0)).slope(), 0.0);
    assert_eq!(coast.at(land(-50.0)), land(-50.0));
    let [mut heights, mut east, mut south] = [vec![], vec![], vec![]];
    for i in -9000..12_000 {
        let height_m = 0.01 * f64::from(i);
        let [here, next] = [height_m, height_m + 1e-6].map(|h| coast.at(land(h)));
        let slope = (next.height_m - here.height_m) / 1e-6;
        assert!(slope >= 0.0 && (0.3 * slope - here.gradient[0]).abs() < 1e-4);
        assert!(bounds.contains(here.height_m) && here.slope() <= bounds.steepest);
        heights.push(height_m as f32);
        east.push(0.3);
        south.push(-0.4);
    }
    let below = heights.clone();
    coast.apply(&mut Samples::with_gradients(&mut heights, [&mut east, &mut south]));
    let mut alone = below.clone();
    coast.apply(&mut Samples::heights(&mut alone));
    assert_eq!(alone, heights);
    for (i, below) in below.iter().enumerate() {
        let exact = coast.at(land(f64::from(*below)));
        assert!((f64::from(heights[i]) - exact.height_m).abs() < 250e-5);
        assert!((f64::from(east[i]) - exact.gradient[0]).abs() < 1e-4);
        assert!((f64::from(south[i]) - exact.gradient[1]).abs() < 1e-4);
    }
}
