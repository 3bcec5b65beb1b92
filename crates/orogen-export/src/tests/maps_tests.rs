//! Maps read back with the crates image and exr, and compared with the land.

use std::collections::HashMap;

use image::DynamicImage;

use super::meshes_tests::{coast, coastal_scene, heights};
use super::*;
use crate::maps::{Map, MapError, MapOptions, MapPlan, MapReport, Registration};
use orogen_terrain::preset::PRESETS;

fn all() -> MapOptions {
    MapOptions { maps: Map::ALL.iter().map(|row| row.value).collect(), ..MapOptions::default() }
}

fn options_of(maps: &[Map]) -> MapOptions {
    MapOptions { maps: maps.to_vec(), ..MapOptions::default() }
}

fn run_maps(scene: &Scene, options: &ExportOptions, maps: &MapOptions) -> MapReport {
    let plan = MapPlan::new(scene, options, maps).unwrap_or_else(|e| panic!("{maps:?}: {e}"));
    plan.run(&Progress::default()).unwrap_or_else(|e| panic!("{maps:?}: {e}"))
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

fn grey16(path: &Path) -> Vec<u16> {
    match image::open(path).unwrap() {
        DynamicImage::ImageLuma16(picture) => picture.into_raw(),
        other => panic!("{} is {:?}", path.display(), other.color()),
    }
}

/// A land with erosion and more than one layer.
fn layered() -> Scene {
    let is_layered = |scene: &Scene| {
        let land = orogen_terrain::Land::new(&scene.recipe).unwrap();
        scene.recipe.layers.visible().count() > 1 && land.is_eroded()
    };
    let scenes = PRESETS.iter().map(|preset| preset.scene().unwrap());
    scenes.into_iter().find(is_layered).expect("a preset has both")
}

#[test]
fn maps_match_the_heights() {
    let scratch = ScratchFolder::new();
    let scene = coastal_scene(&scratch);
    let options = coast(&scratch, "a.png", 129);
    let maps = options_of(&[Map::Normal, Map::Slope, Map::Curvature, Map::Occlusion, Map::Water]);
    let report = run_maps(&scene, &options, &maps);
    let names: Vec<_> = report.files.iter().map(|file| name(&file.path)).collect();
    assert_eq!(
        names,
        ["a_normal.png", "a_slope.png", "a_curvature.png", "a_occlusion.png", "a_water.png"]
    );
    let beds_m = heights(&scratch, &scene, &options);
    let normals = image::open(scratch.file("a_normal.png")).unwrap().into_rgb8().into_raw();
    let [slopes, curvatures, skies] = ["slope", "curvature", "occlusion"]
        .map(|map| grey16(&scratch.file(&format!("a_{map}.png"))));
    let water = image::open(scratch.file("a_water.png")).unwrap().into_luma8().into_raw();
    let mut hidden = 0;
    for row in 1..128 {
        for column in 1..128 {
            let i = row * 129 + column;
            let [east, south] = [(i + 1, i - 1), (i + 129, i - 129)]
                .map(|(ahead, behind)| f64::from(beds_m[ahead] - beds_m[behind]) / 8.0);
            let length = (east * east + south * south + 1.0).sqrt();
            // Red east, green north, blue up.
            for (c, expected) in [-east, south, 1.0].iter().enumerate() {
                let read = f64::from(normals[3 * i + c]) * 2.0 / 255.0 - 1.0;
                assert!((read - expected / length).abs() < 0.009, "{c}, {row}, {column}");
            }
            let degrees = f64::from(slopes[i]) * 90.0 / 65535.0;
            assert!((degrees - (1.0 / length).acos().to_degrees()).abs() < 0.02);
            let neighbours_m = beds_m[i - 1] + beds_m[i + 1] + beds_m[i - 129] + beds_m[i + 129];
            let curvature = (4.0 * beds_m[i] - neighbours_m) / 4.0;
            let read = (f32::from(curvatures[i]) - 32768.0) / 32767.0;
            assert!((read - curvature / (1.0 + curvature.abs())).abs() < 1e-4);
            let is_water = f64::from(beds_m[i]) <= scene.recipe.world.sea_level_m;
            assert_eq!(water[i], if is_water { 255 } else { 0 });
            hidden += u32::from(skies[i] < 60_000);
        }
    }
    assert!(skies.iter().all(|sky| *sky > 10_000) && hidden > 100, "{hidden}");
}

#[test]
fn splat_weights_add_up_in_every_file_layout() {
    let scratch = ScratchFolder::new();
    let scene = coastal_scene(&scratch);
    let options = coast(&scratch, "a.png", 65);
    run_maps(&scene, &options, &options_of(&[Map::Splat, Map::Albedo]));
    let [first, second] = [0, 1].map(|i| {
        image::open(scratch.file(&format!("a_splat{i}.png"))).unwrap().into_rgba8().into_raw()
    });
    let mut kinds = [0_u32; 6];
    for (a, b) in first.as_chunks::<4>().0.iter().zip(second.as_chunks::<4>().0) {
        let weights: Vec<u32> = a.iter().chain(&b[..2]).map(|w| u32::from(*w)).collect();
        assert_eq!(weights.iter().sum::<u32>(), 255);
        assert_eq!(b[2..], [0, 0]);
        weights.iter().zip(&mut kinds).for_each(|(w, sum)| *sum += w);
    }
    assert!(kinds.iter().filter(|sum| **sum > 0).count() >= 3, "{kinds:?}");
    // Colours are tagged, data is not.
    let bytes_of = |file: &str| std::fs::read(scratch.file(file)).unwrap();
    let has = |bytes: &[u8], chunk: &[u8]| bytes.windows(4).any(|four| four == chunk);
    assert!(has(&bytes_of("a_albedo.png"), b"sRGB"));
    for chunk in [b"sRGB", b"gAMA", b"iCCP"] {
        assert!(!has(&bytes_of("a_splat0.png"), chunk));
    }
    // Unreal imports each material separately, Terrain3D the two strongest.
    let mut unreal = coast(&scratch, "u.png", 127);
    unreal.engine = Some(Engine::Unreal);
    let report = run_maps(&scene, &unreal, &options_of(&[Map::Splat, Map::Normal]));
    let names: Vec<_> = report.files.iter().map(|file| name(&file.path)).collect();
    assert_eq!(
        names,
        [
            "u_sand.png",
            "u_meadow.png",
            "u_dark_grass.png",
            "u_scree.png",
            "u_rock.png",
            "u_snow.png",
            "u_normal.png"
        ]
    );
    let mut sums = vec![0_u32; 127 * 127];
    for file in &report.files[..6] {
        let picture = image::open(&file.path).unwrap();
        assert_eq!(picture.color(), image::ColorType::L8);
        picture.into_luma8().iter().zip(&mut sums).for_each(|(w, sum)| *sum += u32::from(*w));
    }
    assert!(sums.iter().all(|sum| *sum == 255));
    // Unreal's green points south.
    let plain = coast(&scratch, "p.png", 127);
    run_maps(&scene, &plain, &options_of(&[Map::Normal]));
    let [ours, theirs] = ["p_normal.png", "u_normal.png"]
        .map(|file| image::open(scratch.file(file)).unwrap().into_rgb8().into_raw());
    for (ours, theirs) in ours.as_chunks::<3>().0.iter().zip(theirs.as_chunks::<3>().0) {
        assert!((i32::from(ours[1]) + i32::from(theirs[1]) - 256).abs() <= 1);
        assert_eq!([ours[0], ours[2]], [theirs[0], theirs[2]]);
    }
    let mut godot = coast(&scratch, "g.png", 65);
    godot.engine = Some(Engine::GodotTerrain3d);
    run_maps(&scene, &godot, &options_of(&[Map::Splat, Map::Albedo]));
    let bits = super::tiles::exr_floats(&scratch.file("g_control.exr"));
    for (i, float) in bits.iter().enumerate() {
        let bits = float.to_bits();
        let [base, overlay] = [bits >> 27, bits >> 22 & 31].map(|id| id as usize);
        let weight = |id: usize| match id {
            0..4 => first[4 * i + id],
            _ => second[4 * i + id - 4],
        };
        assert!(base < 6 && overlay < 6 && base != overlay && bits & 0x3fff == 0);
        assert!((0..6).all(|id| id == base || weight(id) <= weight(base)));
    }
    let colours = image::open(scratch.file("g_albedo.png")).unwrap();
    assert_eq!(colours.color(), image::ColorType::Rgba8);
    assert!(colours.into_rgba8().pixels().all(|pixel| pixel.0[3] == 128));
}

#[test]
fn tiles_have_the_samples_of_the_untiled_maps() {
    let scratch = ScratchFolder::new();
    let scene = layered();
    let mut options = coast(&scratch, "a.png", 65);
    options.area = area("0,0,2048");
    run_maps(&scene, &options, &all());
    let untiled_plan = MapPlan::new(&scene, &options, &all()).unwrap();
    let read = |path: &Path| match path.extension().unwrap().to_str() {
        Some("png") => {
            let picture = image::open(path).unwrap();
            let bytes = usize::from(picture.color().bytes_per_pixel());
            picture.as_bytes().chunks(bytes).map(<[u8]>::to_vec).collect::<Vec<_>>()
        }
        _ => unreachable!("maps without an engine are PNGs"),
    };
    let untiled: HashMap<String, Vec<Vec<u8>>> = untiled_plan
        .files()
        .zip(untiled_plan.pictures())
        .map(|(file, picture)| (picture.suffix.clone(), read(&file.path)))
        .collect();
    assert!(untiled.len() > 9 && untiled.contains_key("ridge"), "{:?}", untiled.keys());
    assert!(untiled["ridge"].iter().any(|sample| *sample != untiled["ridge"][0]));
    for index in 1..=3 {
        let mut tiled = options.clone();
        tiled.out = scratch.file("t.png");
        tiled.tiles = Some(Tiles { counts: [2, 2], share_border: true });
        tiled.part = TileSelection::Shard { index, count: 3 };
        let plan = MapPlan::new(&scene, &tiled, &all()).unwrap();
        plan.run(&Progress::default()).unwrap();
        for tile in plan.samples().files() {
            let [x, y] = tile.tile.unwrap().map(|i| i as usize * 32);
            for picture in plan.pictures() {
                let samples = read(&plan.file(tile, picture).path);
                let expected = &untiled[&picture.suffix];
                for (row, line) in samples.chunks(33).enumerate() {
                    let first = (y + row) * 65 + x;
                    assert_eq!(line, &expected[first..first + 33], "{}, {x}, {y}", picture.suffix);
                }
            }
        }
    }
    let verified = verify::verify(&scratch.0).unwrap();
    let tiled = verified.jobs.iter().filter(|job| job.files == 4);
    assert!(tiled.clone().all(|job| job.borders == 4));
    assert_eq!(tiled.count(), untiled.len());
}

#[test]
fn threads_change_no_byte() {
    let scratch = ScratchFolder::new();
    let scene = layered();
    let bytes = |threads: usize| {
        let options = coast(&scratch, &format!("t{threads}.png"), 97);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let report = pool.install(|| run_maps(&scene, &options, &all()));
        report.files.iter().map(|file| std::fs::read(&file.path).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(bytes(1), bytes(3));
}

#[test]
fn texels_lie_inside_the_border_and_grids_on_it() {
    let scratch = ScratchFolder::new();
    let scene = square_scene();
    for (registration, side, first_m, spacing_m) in
        [(Registration::Texel, 64, -252.0, 8.0), (Registration::Grid, 65, -256.0, 8.0)]
    {
        let options = ExportOptions { area: area("0,0,512"), ..coast(&scratch, "a.png", side) };
        let maps = MapOptions { registration, ..options_of(&[Map::Slope]) };
        let report = run_maps(&scene, &options, &maps);
        let json = metadata(&report.files[0].path);
        assert_eq!(json["registration"], registration.name());
        assert_eq!(json["north_west_m"], serde_json::json!([first_m, first_m]));
        assert_eq!(json["spacing_m"], spacing_m);
        assert_eq!(json["area"]["side_m"], 512.0);
        assert_eq!(scene_file::load(&report.files[0].path).unwrap(), scene);
    }
}

#[test]
fn sizes_and_names_suit_the_engine() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    let plan = |engine, change: &dyn Fn(&mut ExportOptions)| {
        let mut options = ExportOptions::new(scratch.file("a.png"));
        (options.engine, options.area) = (Some(engine), area("0,0,1024"));
        change(&mut options);
        MapPlan::new(&scene, &options, &options_of(&[Map::Splat]))
    };
    // Heights have 257 samples, splat maps one fewer.
    let unity = plan(Engine::Unity, &|_| ()).unwrap();
    assert_eq!(unity.samples().grid().samples(), 256);
    assert!(unity.card().unwrap().join("\n").contains("sand, meadow, dark_grass, scree"));
    let tiled = plan(Engine::Unity, &|o| {
        o.tiles = Some(Tiles { counts: [2, 2], share_border: true });
    });
    let tiled = tiled.unwrap();
    let names: Vec<_> = tiled.files().map(|file| name(&file.path)).collect();
    assert_eq!(tiled.samples().files()[0].size(), [128; 2]);
    // The plan starts in the north, but names count northward.
    assert_eq!(names[..2], ["a_splat0_0_1.png", "a_splat1_0_1.png"]);
    assert_eq!(plan(Engine::Unreal, &|_| ()).unwrap().samples().grid().samples(), 505);
    let wrong = plan(Engine::Unity, &|o| o.samples = Some(257)).err().unwrap().to_string();
    assert!(
        wrong.contains("257 samples a side do not fit Unity") && wrong.contains("512"),
        "{wrong}"
    );
    let none = MapPlan::new(&scene, &ExportOptions::new(scratch.file("a.png")), &options_of(&[]));
    assert_eq!(none.err(), Some(ExportError::Map(MapError::None)));
    let named = MapPlan::new(&scene, &ExportOptions::new(scratch.file("a.glb")), &all());
    assert!(named.err().unwrap().to_string().contains("end it in .png"));
    let layers = MapPlan::new(
        &scene,
        &ExportOptions::new(scratch.file("a.png")),
        &options_of(&[Map::Layers]),
    );
    assert!(layers.err().unwrap().to_string().contains("a single layer"));
    for engine in Engine::ALL.iter().map(|row| row.value) {
        assert!(plan(engine, &|_| ()).unwrap().card().unwrap().len() >= 3, "{engine}");
    }
}

#[test]
fn houdini_takes_shares_as_floats() {
    let scratch = ScratchFolder::new();
    let scene = coastal_scene(&scratch);
    let mut options = coast(&scratch, "a.exr", 33);
    options.engine = Some(Engine::Houdini);
    let report = run_maps(&scene, &options, &options_of(&[Map::Splat, Map::Slope]));
    let mut sums = vec![0.0; 33 * 33];
    for file in &report.files[..6] {
        let shares = super::tiles::exr_floats(&file.path);
        shares.iter().zip(&mut sums).for_each(|(share, sum)| *sum += share);
    }
    assert!(sums.iter().all(|sum| (sum - 1.0).abs() < 1e-5));
    let slopes = super::tiles::exr_floats(&report.files[6].path);
    assert!(slopes.iter().all(|degrees| (0.0..90.0).contains(degrees)));
    assert!(slopes.iter().any(|degrees| *degrees > 5.0), "degrees, not shares");
}
