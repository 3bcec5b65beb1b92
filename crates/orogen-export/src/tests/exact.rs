//! Files hold the view's heights: bit for bit at common points, elsewhere within a millionth.

use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use orogen_noise::{BASES, Fade, FractalKind, GradientSet, Normalise};
use orogen_terrain::chunk::{CHUNK_VERTICES, FINE_SAMPLES, square};
use orogen_terrain::heightfield::sample_all;
use orogen_terrain::land::Land;
use orogen_terrain::preset::PRESETS;

fn scenes() -> Vec<Scene> {
    let presets = PRESETS.iter().map(|preset| preset.scene().unwrap());
    [square_scene()].into_iter().chain(presets).collect()
}

/// Returns the heights of the view's finest meshes over the whole land, and the vertices on a side.
fn mesh_heights_m(scene: &Scene) -> (usize, Vec<f32>) {
    let land = Land::new(&scene.recipe).unwrap();
    let chunks = scene.recipe.world.extent_chunks as usize;
    let side = chunks * (CHUNK_VERTICES - 1) + 1;
    let mut heights_m = vec![f32::NAN; side * side];
    let keys = square(chunks as u32);
    for (index, field) in sample_all(&land, &keys).into_iter().enumerate() {
        let fine = &field.heights_m(&land).fine;
        let [first_column, first_row] =
            [index % chunks, index / chunks].map(|c| c * (CHUNK_VERTICES - 1));
        for row in 0..CHUNK_VERTICES {
            // Without the border of one vertex.
            let from = &fine[(row + 1) * FINE_SAMPLES + 1..][..CHUNK_VERTICES];
            heights_m[(first_row + row) * side + first_column..][..CHUNK_VERTICES]
                .copy_from_slice(from);
        }
    }
    (side, heights_m)
}

#[test]
fn samples_have_the_bits_of_the_finest_meshes() {
    let scratch = ScratchFolder::new();
    for mut scene in scenes() {
        scene.recipe.world.bounded = true;
        scene.recipe.world.extent_chunks = 3;
        let (side, meshes) = mesh_heights_m(&scene);
        // The samples are as many as the vertices, half as many, or twice as many.
        for (samples, vertex_step, sample_step) in
            [(side, 1, 1), (side / 2 + 1, 2, 1), (2 * side - 1, 1, 2)]
        {
            let mut options = ExportOptions::new(scratch.file("a.r32"));
            options.samples = Some(samples as u32);
            assert!(plan(&scene, &options).is_exact());
            run(&scene, &options);
            let file = floats(&options.out);
            for row in 0..side.div_ceil(vertex_step) {
                for column in 0..side.div_ceil(vertex_step) {
                    let sample = file[(row * sample_step) * samples + column * sample_step];
                    let vertex = meshes[row * vertex_step * side + column * vertex_step];
                    assert_eq!(
                        sample.to_bits(),
                        vertex.to_bits(),
                        "{samples} samples, ({column}, {row})"
                    );
                }
            }
        }
    }
}

#[test]
fn an_inner_area_has_the_bits_of_the_finest_meshes() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    let (side, meshes) = mesh_heights_m(&scene);
    let mut options = ExportOptions::new(scratch.file("a.r32"));
    // Corner (−412, 100), which is vertex (153, 281).
    (options.area, options.samples) = (area("-252,260,320"), Some(81));
    run(&scene, &options);
    let file = floats(&options.out);
    for (i, sample) in file.iter().enumerate() {
        let vertex = meshes[(281 + i / 81) * side + 153 + i % 81];
        assert_eq!(sample.to_bits(), vertex.to_bits());
    }
}

/// Returns the largest error of a file against the f64 function, relative to the land's range, on a
/// grid without points of the view's grid.
fn max_error(scene: &Scene, samples: u32) -> f64 {
    let scratch = ScratchFolder::new();
    let mut options = ExportOptions::new(scratch.file("a.r32"));
    (options.area, options.samples) = (area("13.3,-21.25,377.7"), Some(samples));
    let plan = plan(scene, &options);
    assert!(!plan.is_exact());
    run(scene, &options);
    let land = Land::new(&scene.recipe).unwrap();
    let [low, high] = range::bounds_m(&scene.recipe).unwrap();
    let errors = floats(&options.out).into_iter().enumerate().map(|(i, sample)| {
        let [x, z] = [
            plan.grid().position_m(0, i as u32 % samples),
            plan.grid().position_m(1, i as u32 / samples),
        ];
        (f64::from(sample) - land.height_m([x, z], land.spacing_m())).abs() / (high - low)
    });
    errors.fold(0.0, f64::max)
}

#[test]
fn other_samples_are_within_a_millionth_of_the_range() {
    let exponents = [0.25, 0.7, 2.0, 4.0].map(|exponent| {
        let mut scene = square_scene();
        scene.recipe.base_mut().shape.exponent = exponent;
        scene
    });
    for scene in scenes().into_iter().chain(exponents) {
        let max_error = max_error(&scene, 150);
        assert!(
            max_error < 1e-6,
            "{:?}, exponent {}: {max_error:.1e}",
            scene.recipe.base().fractal.kind,
            scene.recipe.base().shape.exponent
        );
    }
}

proptest! {
    #[test]
    fn samples_of_random_lands_are_within_a_millionth(
        kind in select(FractalKind::ALL),
        row in select(BASES.iter().filter(|row| row.dimensions.contains(&2)).collect::<Vec<_>>()),
        (seed, octaves, gain, lacunarity) in (any::<u32>(), 1.0..10.0f64, 0.0..1.0f64, 1.0..4.0f64),
        (rotate, octave_seeds, offset) in (any::<bool>(), any::<bool>(), 0.0..2.0f64),
        (fade, gradients) in (select(Fade::ALL), select(GradientSet::ALL)),
        normalise in select(Normalise::ALL),
        (strength, exponent) in (select(vec![0.0, 0.0, 0.5]), select(vec![1.0, 1.0, 0.6, 2.5])),
        frequency in 0.1..20.0f64,
    ) {
        let mut scene = square_scene();
        let recipe = &mut scene.recipe;
        (recipe.world.seed, recipe.base_mut().noise.basis, recipe.base_mut().noise.frequency) =
            (seed.to_string(), row.basis, frequency);
        (recipe.base_mut().noise.fade, recipe.base_mut().noise.gradients) = (fade.value, gradients.value);
        (recipe.base_mut().fractal.kind, recipe.base_mut().fractal.octaves, recipe.base_mut().fractal.gain) =
            (kind.value, octaves, gain);
        (recipe.base_mut().fractal.lacunarity, recipe.base_mut().fractal.offset) = (lacunarity, offset);
        (recipe.base_mut().fractal.rotate, recipe.base_mut().fractal.octave_seeds) = (rotate, octave_seeds);
        recipe.base_mut().fractal.normalise = normalise.value;
        (recipe.base_mut().warp.strength, recipe.base_mut().shape.exponent) = (strength, exponent);
        let max_error = max_error(&scene, 40);
        prop_assert!(max_error < 1e-6, "{:.1e}", max_error);
    }
}

#[test]
fn resolutions_agree_where_their_points_coincide() {
    resolutions_agree(&square_scene());
    // Ridges use the f64 function between the view's points.
    let mut ridged = square_scene();
    (ridged.recipe.base_mut().fractal.kind, ridged.recipe.base_mut().shape.exponent) =
        (FractalKind::Ridged, 1.3);
    resolutions_agree(&ridged);
}

fn resolutions_agree(scene: &Scene) {
    let scratch = ScratchFolder::new();
    let file = |name: &str, samples| {
        let mut options = ExportOptions::new(scratch.file(name));
        (options.area, options.samples) = (area("-100,48,768"), Some(samples));
        run(scene, &options);
        (plan(scene, &options).is_exact(), floats(&options.out))
    };
    // The first is on the view's grid, the other two are not: 768 / 144 m and 768 / 216 m.
    let (exact, a) = file("a.r32", 97);
    let (between, b) = file("b.r32", 145);
    let (_, c) = file("c.r32", 217);
    assert!(exact && !between);
    let agree = |[a, b]: [(&[f32], usize, usize); 2]| {
        for row in 0..49 {
            for column in 0..49 {
                let sample_at = |(file, samples, step): (&[f32], usize, usize)| {
                    file[row * step * samples + column * step]
                };
                assert_eq!(sample_at(a).to_bits(), sample_at(b).to_bits(), "({column}, {row})");
            }
        }
    };
    agree([(&a, 97, 2), (&b, 145, 3)]);
    agree([(&b, 145, 2), (&c, 217, 3)]);
}

#[test]
fn steps_are_within_half_a_step_of_the_heights() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    let mut options = ExportOptions::new(scratch.file("a.r32"));
    options.samples = Some(257);
    run(&scene, &options);
    let heights_m = floats(&options.out);
    for (name, range) in [
        ("a.r16", HeightRange::Recipe),
        ("a.png", HeightRange::Given([-300.0, 250.0])),
        ("b.png", HeightRange::Auto),
    ] {
        (options.out, options.range) = (scratch.file(name), range);
        let report = run(&scene, &options);
        assert_eq!(report.warnings(), [] as [String; 0]);
        let [low, high] = report.files[0].range_m.unwrap();
        let step_m = (high - low) / 65535.0;
        let steps =
            if name.ends_with("png") { png_steps(&options.out).1 } else { steps(&options.out) };
        for (step, height_m) in steps.iter().zip(&heights_m) {
            let error = (low + f64::from(*step) * step_m - f64::from(*height_m)).abs();
            assert!(error <= 0.5 * step_m * (1.0 + 1e-9), "{name}: {error} of {step_m}");
        }
        if range == HeightRange::Auto {
            let extremes = [steps.iter().min(), steps.iter().max()];
            assert_eq!(extremes, [Some(&0), Some(&65535)]);
        }
    }
}

#[test]
fn samples_outside_the_range_are_clamped_and_counted() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    let mut options = ExportOptions::new(scratch.file("a.r32"));
    options.samples = Some(129);
    run(&scene, &options);
    let heights_m = floats(&options.out);
    options.range = HeightRange::Given([-50.0, 60.0]);
    let outside = heights_m.iter().filter(|h| !(-50.0..=60.0).contains(*h)).count() as u64;
    assert!(outside > 1000);
    for name in ["b.r16", "b.r32"] {
        options.out = scratch.file(name);
        let report = run(&scene, &options);
        let file = &report.files[0];
        assert_eq!((file.clamped, file.lowest_m, file.highest_m), (outside, -50.0, 60.0));
        let warning = &report.warnings()[0];
        assert!(warning.contains(&format!("{outside} samples")));
        assert!(warning.contains(&file.land_m[1].to_string()));
        let json = metadata(&options.out);
        assert_eq!(json["clamped"], outside);
        assert_eq!((&json["lowest_m"], &json["highest_m"]), (&(-50.0).into(), &60.0.into()));
        assert_eq!(json["land_highest_m"].as_f64().unwrap() as f32, file.land_m[1]);
    }
    let clamped: Vec<f32> = heights_m.iter().map(|h| h.clamp(-50.0, 60.0)).collect();
    assert_eq!(floats(&scratch.file("b.r32")), clamped);
    let ends =
        steps(&scratch.file("b.r16")).iter().filter(|&&step| step == 0 || step == 65535).count()
            as u64;
    assert!(ends >= outside);
}

#[test]
fn the_sea_is_clamped_and_fine_octaves_are_filtered() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    let mut options = ExportOptions::new(scratch.file("bed.r32"));
    options.samples = Some(65);
    run(&scene, &options);
    let bed = floats(&options.out);
    (options.out, options.sea) = (scratch.file("sea.r32"), Sea::Clamp);
    run(&scene, &options);
    assert_eq!(floats(&options.out), bed.iter().map(|h| h.max(-30.0)).collect::<Vec<_>>());
    assert!(bed.iter().any(|&h| h < -30.0));

    // Samples 32 m apart hold no octave below 64 m.
    (options.out, options.sea, options.filter) = (scratch.file("filtered.r32"), Sea::Bed, true);
    let plan = plan(&scene, &options);
    assert_eq!(plan.band_limit_m(), 32.0);
    run(&scene, &options);
    let land = Land::new(&scene.recipe).unwrap();
    let filtered = floats(&options.out);
    let (mut changed, height_m) = (0, scene.recipe.base().shape.height_m);
    for (i, (&h, &b)) in filtered.iter().zip(&bed).enumerate() {
        let position =
            [plan.grid().position_m(0, i as u32 % 65), plan.grid().position_m(1, i as u32 / 65)];
        assert!((f64::from(h) - land.height_m(position, 32.0)).abs() < 1e-5 * height_m);
        changed += u32::from((h - b).abs() > 0.5);
    }
    assert!(changed > 1000, "{changed}");
    // A file finer than the meshes fades no more than they do.
    options.samples = Some(1025);
    assert_eq!(self::plan(&scene, &options).band_limit_m(), 4.0);
}
