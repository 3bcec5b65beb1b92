use super::*;

/// The weight of a mask where the land, the noise and the other layer have this height and slope.
fn weight(kind: &MaskKind, height: f64, slope: f64) -> f64 {
    let below = Dual { height_m: height, gradient: [0.6 * slope, -0.8 * slope] };
    let level = Some(Dual::level(height));
    let point = MaskPoint {
        below,
        noise: level,
        layer: level,
        curvature: Some(height),
        ..Default::default()
    };
    Mask { kind: kind.clone(), ..Mask::new(1, MaskType::HeightBand) }.at(&point).height_m
}

fn height_band(low_m: f64, high_m: f64, fade_m: f64) -> MaskKind {
    MaskKind::HeightBand(HeightBand { low_m, high_m, fade_m })
}

fn slope(from_deg: f64, to_deg: f64, fade_deg: f64) -> MaskKind {
    MaskKind::Slope(Slope { from_deg, to_deg, fade_deg })
}

/// A list of two masks, the second combined with the first by `combine`.
fn pair(first: &Mask, combine: Combine, second: &Mask) -> Masks {
    Masks(vec![first.clone(), Mask { combine, ..second.clone() }])
}

/// A mask of a noise: a cover of 1 selects everything, a cover of 0 nothing.
fn cover(cover: f64) -> Mask {
    let kind = MaskKind::Noise(Noise { cover, ..Default::default() });
    Mask { kind, ..Mask::new(2, MaskType::Noise) }
}

proptest! {
    #[test]
    fn fades_are_monotone(
        low in -500.0..500.0, width in 0.0..400.0, fade in prop_oneof![Just(0.0), 0.0..300.0],
        x in -1000.0..1500.0, step in 0.0..200.0
    ) {
        let high = low + width;
        let band = |x| weight(&height_band(low, high, fade), x, 0.0);
        if x + step <= high {
            prop_assert!(band(x) <= band(x + step) + 1e-12);
        } else if x >= low {
            prop_assert!(band(x) >= band(x + step) - 1e-12);
        }
        prop_assert_eq!(band(low + 0.5 * width), 1.0);
        prop_assert!(fade == 0.0 || band(low - 0.5 * fade) > 0.49 && band(high + 0.5 * fade) > 0.49);
        prop_assert_eq!([band(low - fade - 0.01), band(high + fade + 0.01)], [0.0; 2]);
        let layer = MaskKind::OtherLayer(OtherLayer { layer: 3, low_m: low, high_m: high });
        let layer = |x| weight(&layer, x, 0.0);
        prop_assert!(layer(x) <= layer(x + step) + 1e-12);
        prop_assert_eq!([layer(low - 0.01), layer(high + 0.01)], [0.0, 1.0]);
    }

    #[test]
    fn slope_masks_compare_degrees(
        from in 1.0..80.0, width in 0.1..40.0, fade in 0.1..20.0, share in 0.01..0.99
    ) {
        let to: f64 = f64::min(from + width, 89.0);
        let weight_at = |deg: f64| weight(&slope(from, to, fade), 0.0, deg.to_radians().tan());
        prop_assert!(weight_at(from + share * (to - from)) > 1.0 - 1e-12);
        if from > fade {
            prop_assert_eq!(weight_at((from - fade) * share), 0.0);
            let faint = weight_at(from - share * fade);
            prop_assert!(faint > 0.0 && faint < 1.0);
        }
        if to + fade < 89.8 {
            prop_assert_eq!(weight_at(to + fade + (89.9 - to - fade) * share), 0.0);
        }
        // A band up to the vertical has no end, so it contains a wall.
        prop_assert_eq!(weight(&slope(from, 90.0, fade), 0.0, 1e30), 1.0);
        prop_assert_eq!(weight(&slope(0.0, 90.0, fade), 0.0, share), 1.0);
    }

    #[test]
    fn curvature_masks_are_the_same_at_every_scale(
        metres in 0.2..5.0, scale in 1.0..1000.0, share in 0.0..1.0
    ) {
        // A bump on a plane, and the same bump `scale` times larger.
        let curve = |r: f64| MaskKind::Curvature(Curvature { radius_m: r, ..Default::default() });
        let c = |h: f64, r: f64| h * 4.0 / (r * r);
        let [small, large] = [
            weight(&curve(4.0), c(metres * share, 4.0), 0.0),
            weight(&curve(4.0 * scale), c(metres * share * scale, 4.0 * scale), 0.0),
        ];
        prop_assert!((small - large).abs() < 1e-9, "{small} {large}");
        // 4 m deeper than a radius of 100 m away is 4 %: within the fade from 1 to 5 %.
        let [none, some, full] = [0.9, 4.0, 5.1].map(|h| weight(&curve(100.0), c(h, 100.0), 0.0));
        prop_assert!(none == 0.0 && (some - 0.84375).abs() < 1e-9 && full == 1.0);
        let ridges = Curvature { side: Bend::Ridges, radius_m: 100.0, ..Default::default() };
        let ridges = |h| weight(&MaskKind::Curvature(ridges.clone()), c(h, 100.0), 0.0);
        prop_assert!(ridges(5.1) == 0.0 && ridges(-5.1) == 1.0 && ridges(0.0) == 0.0);
    }

    #[test]
    fn combinations_with_full_and_empty_masks_are_exact(
        mask in masks(), world in worlds(), place in any_place()
    ) {
        let grid = Grid::of(world, place);
        let (all, none) = (cover(1.0), cover(0.0));
        let bits = |masks: &Masks| grid.weights(masks, Level::best()).heights_m;
        let [alone, ones, zeros] = [&mask, &all, &none].map(|m| bits(&single(m)));
        prop_assert!(ones.iter().all(|w| *w == 1.0) && zeros.iter().all(|w| *w == 0.0));
        use Combine::*;
        for combine in [Add, Max, Subtract] {
            prop_assert_eq!(&bits(&pair(&mask, combine, &none)), &alone, "{} empty", combine);
        }
        for combine in [Multiply, Min] {
            prop_assert_eq!(&bits(&pair(&mask, combine, &all)), &alone, "{} full", combine);
            prop_assert_eq!(&bits(&pair(&mask, combine, &none)), &zeros, "{} empty", combine);
        }
        for combine in [Add, Max] {
            prop_assert_eq!(&bits(&pair(&mask, combine, &all)), &ones, "{} full", combine);
        }
        prop_assert_eq!(&bits(&pair(&mask, Subtract, &mask)), &zeros);
        let off = Masks(vec![Mask { on: false, ..cover(0.0) }, mask.clone()]);
        prop_assert_eq!(&bits(&off), &alone, "a mask that is off has no effect");
        prop_assert_eq!(&bits(&Masks(vec![Mask { on: false, ..mask }])), &ones);
    }

    #[test]
    fn discs_are_the_same_far_away(
        world in worlds(), place in any_place(), far in -900_000_000..900_000_000i64,
        radius_m in 10.0..2000.0, edge in 0.01..1.0
    ) {
        let far = far as f64;
        // Multiples of 1/16 m stay exact when a billion metres are added.
        let place = place.map(|x| (16.0 * x).round() / 16.0);
        let mut near = Grid::of(world, place);
        for x in near.lines_m.iter_mut().flatten() {
            // Adding 0 removes the sign of a negative zero.
            *x = (16.0 * *x).round() / 16.0 + 0.0;
        }
        let disc = |at: f64| {
            let kind = Distance { east_m: at, south_m: -at, radius_m, edge };
            single(&Mask { kind: MaskKind::Distance(kind), ..Mask::new(1, MaskType::Distance) })
        };
        let here = near.weights(&disc(0.0), Level::best()).bits();
        for (line, sign) in near.lines_m.iter_mut().zip([1.0, -1.0]) {
            line.iter_mut().for_each(|x| *x += sign * far);
        }
        prop_assert_eq!(near.weights(&disc(far), Level::best()).bits(), here);
    }
}

#[test]
fn bands_that_end_before_they_begin_select_nothing() {
    let layer = |low_m, high_m| MaskKind::OtherLayer(OtherLayer { layer: 1, low_m, high_m });
    for fade in [0.0, 50.0] {
        for x in [-1000.0, 0.0, 1.0, 1000.0] {
            assert_eq!(weight(&height_band(1.0, 0.0, fade), x, 0.0), 0.0);
            assert_eq!(weight(&slope(20.0, 10.0, fade), 0.0, x.abs()), 0.0);
            assert_eq!(weight(&layer(1.0, 0.0), x, 0.0), 0.0);
        }
    }
    // A band of a single height selects it.
    assert_eq!(weight(&height_band(7.0, 7.0, 0.0), 7.0, 0.0), 1.0);
    assert_eq!(weight(&slope(0.0, 0.0, 0.0), 0.0, 0.0), 1.0);
    let missing = Mask::new(1, MaskType::OtherLayer);
    assert_eq!(missing.at(&MaskPoint::default()), Dual::level(0.0));
}

#[test]
fn noise_covers_about_its_share() {
    let spec = NoiseSpec { basis: Basis::OpenSimplex2S, ..NoiseSpec::default() };
    let noise = spec.build(2).expect("a noise");
    let values = statistics::sample_values(&noise, 20_000);
    for softness in [0.0, 0.2, 0.5] {
        for cover in [0.05, 0.25, 0.5, 0.75, 0.95] {
            let kind = MaskKind::Noise(Noise { cover, softness, ..Default::default() });
            let sum: f64 = values.iter().map(|n| weight(&kind, *n, 0.0)).sum();
            let mean = sum / values.len() as f64;
            assert!((mean - cover).abs() < 0.05, "{cover} {softness}: {mean}");
        }
    }
}

#[test]
fn creases_are_detected() {
    let mask = |kind| Mask { kind, ..Mask::new(1, MaskType::HeightBand) };
    let (soft, hard) = (mask(height_band(0.0, 9.0, 5.0)), mask(height_band(0.0, 9.0, 0.0)));
    assert!(!soft.is_creased() && hard.is_creased());
    assert!(!mask(slope(0.0, 90.0, 5.0)).is_creased() && mask(slope(9.0, 90.0, 0.0)).is_creased());
    assert!(!cover(0.0).is_creased() && !cover(1.0).is_creased());
    for combine in Combine::ALL.iter().map(|row| row.value) {
        let list = |first: &Mask| Masks(vec![Mask { combine, ..first.clone() }]);
        assert!(!list(&soft).is_creased(), "the first mask is not combined");
        assert!(list(&hard).is_creased());
        // Each of the two weights is the greater one somewhere, and their sum crosses 1.
        let fall = Mask { invert: true, ..soft.clone() };
        let both = pair(&soft, combine, &Mask { kind: height_band(-2.0, 9.0, 2.0), ..fall });
        let slope = |h: f64| {
            let below = Dual { height_m: h, gradient: [1.0, 0.0] };
            let point = MaskPoint { below, ..Default::default() };
            both.at(&[point; 2]).gradient[0]
        };
        let jumps = (-700..100).any(|h| {
            let h = 0.01 * f64::from(h);
            (slope(h + 0.01) - slope(h)).abs() > 0.05
        });
        assert_eq!(both.is_creased(), jumps, "{combine}");
    }
    assert!(!Masks(vec![Mask { on: false, ..hard }]).is_creased());
}
