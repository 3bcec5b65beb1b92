//! Tests that traces contain all steps, and that the steps add up to the height.

use super::*;
use crate::Surface;
use crate::preset::PRESETS;
use crate::recipe::Recipe;

/// Places near the origin and far from it.
fn places() -> impl Iterator<Item = [f64; 2]> {
    (0..100).map(|i| {
        let turn = f64::from(i) * 0.618_033_988_749_895;
        let [x, z] = [turn.fract(), f64::from(i) / 100.0];
        let extent_m = if i % 10 == 0 { 1e6 } else { 4000.0 };
        [(x - 0.5) * extent_m, (z - 0.5) * extent_m]
    })
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * (1.0 + a.abs() + b.abs())
}

#[test]
fn the_trace_of_every_preset_ends_in_its_height() {
    // Places under water, octaves of gullies, masks of layers, and operations of layers.
    let mut counts = [0; 4];
    for preset in PRESETS {
        let surface = Surface::new(&preset.scene().unwrap().recipe).unwrap();
        for place_m in places() {
            let trace = surface.trace(place_m);
            assert_eq!(trace.height_m, surface.bed_m(place_m), "{} {place_m:?}", preset.slug);
            check(&trace);
            let traced = trace.surface.unwrap();
            assert_eq!((traced.bed_m, traced.mesh_m), (trace.height_m, surface.mesh_m(place_m)));
            assert_eq!(traced.ground_m, traced.bed_m.max(traced.water_level_m));
            counts[0] += usize::from(traced.depth_m > 0.0);
            counts[1] += trace.erosion.iter().map(|erosion| erosion.octaves.len()).sum::<usize>();
            counts[2] += trace.layers.iter().map(|layer| layer.masks.len()).sum::<usize>();
            counts[3] += trace.layers.iter().map(|layer| layer.operations.len()).sum::<usize>();
        }
    }
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

/// Checks that every number follows from the numbers before it.
fn check(trace: &LandTrace) {
    let with_valleys = |land_m: Option<f64>| match &trace.rivers {
        Some(rivers) => {
            assert_eq!(land_m, Some(rivers.valleys_m[0]));
            Some(rivers.valleys_m[1])
        }
        None => land_m,
    };
    let mut land_m = None;
    let mut is_eroded = true;
    for layer in &trace.layers {
        if is_eroded && !layer.is_eroded {
            is_eroded = false;
            land_m = eroded(trace.erosion.as_ref(), with_valleys(land_m));
        }
        assert_eq!(layer.is_eroded, is_eroded, "eroded layers come first");
        match (layer.below_m, land_m) {
            (Some(below_m), land_m) => assert_eq!(below_m, land_m.unwrap_or(0.0)),
            (None, land_m) => assert_eq!((land_m, layer.own_m), (None, Some(layer.height_m))),
        }
        check_layer(layer);
        land_m = Some(layer.height_m);
    }
    if is_eroded {
        land_m = eroded(trace.erosion.as_ref(), with_valleys(land_m));
    }
    let mut end_m = operated(&trace.operations, land_m.unwrap());
    if let Some(rivers) = &trace.rivers {
        assert_eq!(end_m, rivers.channels_m[0]);
        end_m = rivers.channels_m[1];
    }
    assert_eq!(end_m, trace.height_m);
}

fn check_layer(layer: &LayerTrace) {
    let weight = weight(&layer.masks) * layer.opacity;
    assert_eq!(layer.weight, weight);
    let Some(ground) = &layer.ground else {
        assert_eq!((weight, layer.own_m), (0.0, None));
        assert_eq!(layer.below_m, Some(layer.height_m));
        return;
    };
    let ground_m = match ground {
        GroundTrace::Noise(noise) => check_noise(noise),
        GroundTrace::Landform { height_m }
        | GroundTrace::Coast { height_m, .. }
        | GroundTrace::Marks { height_m, .. } => *height_m,
    };
    let own_m = operated(&layer.operations, ground_m);
    assert_eq!(layer.own_m, Some(own_m));
    let below_m = layer.below_m.unwrap_or(0.0);
    let blended_m = match layer.blend {
        "over" => below_m + weight * (own_m - below_m),
        "add" => below_m + weight * own_m,
        "subtract" => below_m - weight * own_m,
        _ => layer.height_m,
    };
    assert!(near(blended_m, layer.height_m), "{layer:?}");
}

fn check_noise(noise: &NoiseTrace) -> f64 {
    let trace = &noise.noise;
    assert!(near(trace.value, noise.value), "{} {}", trace.value, noise.value);
    let mut sum = 0.0;
    for octave in &trace.octaves {
        let weight = octave.octave.band_weight(trace.band_limit);
        assert_eq!(octave.term.band_weight, weight);
        sum += octave.term.contribution;
    }
    assert!(near(sum / trace.divisor, noise.value));
    let power = noise.value.abs().powf(noise.exponent);
    let shaped_m = power.copysign(noise.value) * noise.scale_m;
    assert!((shaped_m - noise.height_m).abs() <= 1e-12 * noise.scale_m, "{noise:?}");
    noise.height_m
}

/// The combined weight of masks.
fn weight(masks: &[MaskTrace]) -> f64 {
    masks.last().map_or(1.0, |mask| mask.joined)
}

/// The height after operations. Operations that move places do not change it.
fn operated(operations: &[OperationTrace], ground_m: f64) -> f64 {
    operations.iter().fold(ground_m, |height_m, operation| {
        assert_eq!(operation.before_m, height_m);
        if operation.moved_m.is_some() {
            assert_eq!(operation.after_m, height_m);
        }
        operation.after_m
    })
}

/// The eroded land.
fn eroded(erosion: Option<&ErosionTrace>, land_m: Option<f64>) -> Option<f64> {
    let Some(erosion) = erosion else { return land_m };
    assert_eq!(Some(erosion.full_m), land_m);
    let river_share = erosion.river_share.unwrap_or(1.0);
    assert!((0.0..=1.0).contains(&river_share));
    assert_eq!(erosion.weight, weight(&erosion.masks) * river_share);
    let mut sum_m = 0.0;
    for octave in &erosion.octaves {
        sum_m += octave.contribution_m;
        assert_eq!(octave.sum_m, sum_m);
        // Level ground has no direction.
        let is_level = erosion.guide_gradient.iter().all(|slope| slope.abs() < 1e-15);
        let [east, south] = octave.direction;
        let length2 = east * east + south * south;
        assert!((length2 - 1.0).abs() < 1e-9 || is_level && length2 < 1.0, "{erosion:?}");
    }
    let (guide_m, gullied_m) = (erosion.guide_m, erosion.gullied_m);
    let change_m = erosion.fade * (sum_m + erosion.offset_m);
    if !erosion.octaves.is_empty() {
        assert!(near(guide_m + change_m, gullied_m), "{erosion:?}");
    } else {
        assert_eq!(guide_m, gullied_m);
    }
    let added_m = erosion.weight * (gullied_m - guide_m + erosion.scree_m);
    let joined_m = erosion.full_m + added_m - erosion.smoothed_m;
    assert!(near(joined_m, erosion.joined_m), "{erosion:?}");
    let strata_m = erosion.strata_m.unwrap_or(erosion.joined_m);
    let stepped_m = erosion.joined_m + erosion.bare * (strata_m - erosion.joined_m);
    assert!(near(stepped_m, erosion.height_m));
    Some(erosion.height_m)
}

#[test]
fn traces_use_the_given_band_limit() {
    for preset in PRESETS {
        let land = Surface::new(&preset.scene().unwrap().recipe).unwrap().land().clone();
        for place_m in places().take(10) {
            for band_limit_m in [0.0, 8.0, 400.0] {
                let trace = land.trace(place_m, band_limit_m);
                assert_eq!(trace.height_m, land.height_m(place_m, band_limit_m), "{}", preset.slug);
                check(&trace);
            }
        }
    }
}

#[test]
fn a_printed_trace_names_every_step() {
    let surface = Surface::new(&Recipe::default()).unwrap();
    let place_m = [1200.0, -340.0];
    let text = surface.trace(place_m).to_string();
    let end = format!("height = {} m", surface.bed_m(place_m));
    assert_eq!(text.lines().last(), Some(&*end));
    for words in
        ["land at (1200, -340) m", "layer 1, noise (noise)", "octave 0", "shape:", "sea at"]
    {
        assert!(text.contains(words), "no `{words}` in\n{text}");
    }
}
