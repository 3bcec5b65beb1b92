//! Engine profiles: orientation on an asymmetric land, names, sizes and import numbers.

use super::*;
use orogen_terrain::land::Land;

/// An area whose four corners have very different heights.
const LOPSIDED: &str = "-32,96,1024";

fn options(scratch: &ScratchFolder, engine: Engine, name: &str) -> ExportOptions {
    let mut options = ExportOptions::new(scratch.file(name));
    (options.engine, options.area) = (Some(engine), area(LOPSIDED));
    options
}

/// Heights of the corners: north-west, north-east, south-west, south-east.
fn corners_m(scene: &Scene) -> [f64; 4] {
    let land = Land::new(&scene.recipe).unwrap();
    let Area { centre_m: [x, z], side_m } = area(LOPSIDED).unwrap();
    let half = 0.5 * side_m;
    [[-half, -half], [half, -half], [-half, half], [half, half]]
        .map(|[dx, dz]| land.height_m([x + dx, z + dz], 4.0))
}

/// The heights of a file, row by row, in metres.
fn heights_m(path: &Path) -> Vec<f64> {
    let json = metadata(path);
    let [low, high] = [0, 1].map(|i| json["range_m"][i].as_f64().unwrap_or_default());
    let of_steps = |steps: Vec<u16>| {
        steps.into_iter().map(|s| low + f64::from(s) * (high - low) / 65535.0).collect()
    };
    match json["format"].as_str() {
        Some("png16") => of_steps(png_steps(path).1),
        Some("r16") => of_steps(steps(path)),
        Some("exr") => {
            let image = exr::prelude::read_first_flat_layer_from_file(path).unwrap();
            image.layer_data.channel_data.list[0]
                .sample_data
                .values_as_f32()
                .map(f64::from)
                .collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_corners_of_the_area_differ_in_height() {
    let mut corners = corners_m(&square_scene());
    corners.sort_by(f64::total_cmp);
    assert!(corners.windows(2).all(|pair| pair[1] - pair[0] > 5.0), "{corners:?}");
}

/// The first and last sample of the first row, and of the last row.
fn corners_of_file(heights_m: &[f64], side: usize) -> [f64; 4] {
    [0, side - 1, side * (side - 1), side * side - 1].map(|i| heights_m[i])
}

#[test]
fn rows_run_as_the_engine_expects() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    let [nw, ne, sw, se] = corners_m(&scene);
    for engine in Engine::ALL.iter().map(|row| row.value) {
        // Unity counts rows northward, so the first is the southern edge. All others count
        // southward.
        let expected = if engine == Engine::Unity { [sw, se, nw, ne] } else { [nw, ne, sw, se] };
        let format = engine.formats()[0];
        let mut options =
            options(&scratch, engine, &format!("{engine}.{}", format.extensions()[0]));
        options.samples = Some(engine.side_for(257));
        run(&scene, &options);
        let read = corners_of_file(&heights_m(&options.out), engine.side_for(257) as usize);
        for (read, expected) in read.into_iter().zip(expected) {
            assert!((read - expected).abs() < 0.05, "{engine}: {read} for {expected}");
        }
        let first_row = if engine == Engine::Unity { "south" } else { "north" };
        assert_eq!(metadata(&options.out)["first_row"], first_row);
    }
}

#[test]
fn tiles_are_named_as_the_engine_counts_them() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    let [nw, ne, sw, se] = corners_m(&scene);
    for (engine, side, outer) in [
        // The outer corner of each tile is a corner of the area.
        (
            Engine::Unity,
            129,
            [("_x0_y0", 0, sw), ("_x1_y0", 1, se), ("_x0_y1", 2, nw), ("_x1_y1", 3, ne)],
        ),
        (
            Engine::Unreal,
            127,
            [("_x0_y0", 0, nw), ("_x1_y0", 1, ne), ("_x0_y1", 2, sw), ("_x1_y1", 3, se)],
        ),
    ] {
        let extension = engine.formats()[0].extensions()[0];
        let mut options = options(&scratch, engine, &format!("{engine}.{extension}"));
        options.tiles = Some(Tiles { counts: [2, 2], share_border: true });
        options.samples = Some(2 * (side - 1) + 1);
        run(&scene, &options);
        for (tile, corner, expected) in outer {
            let path = scratch.file(&format!("{engine}{tile}.{extension}"));
            let read = corners_of_file(&heights_m(&path), side as usize)[corner];
            assert!((read - expected).abs() < 0.05, "{engine}{tile}: {read} for {expected}");
        }
    }
}

#[test]
fn formats_and_sizes_are_chosen_to_fit() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    for (engine, name, format, samples) in [
        (Engine::Unity, "a.raw", Format::R16, 257),
        (Engine::Unity, "a", Format::R16, 257),
        (Engine::Unreal, "a", Format::Png16, 505),
        (Engine::Unreal, "a.png", Format::Png16, 505),
        (Engine::Unreal, "a.r16", Format::R16, 505),
        (Engine::GodotTerrain3d, "a", Format::Exr, 257),
        (Engine::Bevy, "a.r32", Format::R32, 257),
        (Engine::Blender, "a.tif", Format::Tiff, 257),
    ] {
        let plan = plan(&scene, &options(&scratch, engine, name));
        assert_eq!((plan.format(), plan.grid().samples()), (format, samples), "{engine}");
    }
    for (engine, file) in
        [(Engine::Unity, "a.raw"), (Engine::Unreal, "a.png"), (Engine::Blender, "a.exr")]
    {
        assert_eq!(
            plan(&scene, &options(&scratch, engine, "a")).files()[0].path,
            scratch.file(file)
        );
    }
    // Without a shared border, all tiles form one landscape.
    let mut joined = options(&scratch, Engine::Unreal, "a");
    joined.tiles = Some(Tiles { counts: [2, 2], share_border: false });
    assert_eq!(plan(&scene, &joined).grid().samples(), 256);
    let mut tiled = options(&scratch, Engine::Unity, "a.raw");
    tiled.tiles = Some(Tiles { counts: [4, 4], share_border: true });
    assert_eq!(plan(&scene, &tiled).files()[0].size(), [65; 2]);
    let wrong = ExportPlan::new(&scene, &options(&scratch, Engine::GodotTerrain3d, "a.png"));
    assert!(
        wrong
            .err()
            .unwrap()
            .to_string()
            .contains("reads no heights from png16; allowed are exr, r16")
    );
}

#[test]
fn cards_state_the_numbers_to_type() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    let card = |engine, change: &dyn Fn(&mut ExportOptions)| {
        let mut options = options(&scratch, engine, "a");
        options.range = HeightRange::Given([-200.0, 824.0]);
        change(&mut options);
        plan(&scene, &options).card(None).unwrap().join("\n")
    };
    let expect_lines = |card: String, lines: &[(&str, &str)]| {
        for (label, value) in lines {
            let found = card.lines().find(|line| line.trim_start().starts_with(label));
            assert!(
                found.is_some_and(|line| line.ends_with(&format!(" {value}"))),
                "{label} {value}: {card}"
            );
        }
    };
    // Range 1024 m: Z scale 1024 × 100 / 512. The middle of the range is the actor's height.
    // Samples are 1024 m / 504 apart.
    expect_lines(
        card(Engine::Unreal, &|_| ()),
        &[
            ("Scale", "203.174603, 203.174603, 200"),
            ("Location", "-54400, -41600, 31200"),
            ("Sea at z", "-3000 cm"),
        ],
    );
    // North is +z: the south-west corner (−544, 608) is at z −608.
    expect_lines(
        card(Engine::Unity, &|_| ()),
        &[
            ("Resolution", "257"),
            ("Terrain Width", "1024"),
            ("Terrain Length", "1024"),
            ("Terrain Height", "1024"),
            ("Position", "-544, -200, -608"),
            ("Sea at y", "-30"),
        ],
    );
    expect_lines(
        card(Engine::GodotTerrain3d, &|_| ()),
        &[
            ("Vertex Spacing", "4"),
            ("Import Position", "-544, -416"),
            ("Import Scale", "1"),
            ("Sea at y", "-30"),
        ],
    );
    expect_lines(
        card(Engine::GodotTerrain3d, &|o| o.format = Some(Format::R16)),
        &[("R16 Range", "-200, 824")],
    );
    expect_lines(
        card(Engine::Blender, &|_| ()),
        &[("Strength", "1"), ("Midlevel", "0"), ("Location", "-32, -96, 0")],
    );
    expect_lines(
        card(Engine::Blender, &|o| o.format = Some(Format::Png16)),
        &[("Strength", "1024"), ("Midlevel", "0.1953125")],
    );
    expect_lines(card(Engine::Bevy, &|_| ()), &[("y", "-200 + sample × 1024 / 65535")]);
    // A measured range is known only after the run.
    let mut options = options(&scratch, Engine::Unity, "a.raw");
    options.range = HeightRange::Auto;
    assert!(plan(&scene, &options).card(None).unwrap()[1].contains("the export measures"));
    let measured = plan(&scene, &options).card(Some([-100.0, 100.0])).unwrap().join("\n");
    expect_lines(measured, &[("Terrain Height", "200"), ("Position", "-544, -100, -608")]);
}
