//! `orogen import`: from heightmap files to heights.

use std::path::Path;

use crate::tools::{ScratchFolder, expect_refusals, expect_success, run_line, run_ok, stderr};

/// An ASCII grid of 5 × 4 cells of 100 m that rises by 10 m a cell east and by 1 m a cell south,
/// with a void.
const GRID: &str = "ncols 5\nnrows 4\nxllcorner 2000\nyllcorner 3000\ncellsize 100\nNODATA_value -9999\n\
    100 110 120 130 140\n101 111 -9999 131 141\n102 112 122 132 142\n103 113 123 133 143\n";

fn scratch(name: &str) -> ScratchFolder {
    let scratch = ScratchFolder::new(name);
    std::fs::create_dir(scratch.0.join("maps")).unwrap();
    std::fs::create_dir(scratch.0.join("lands")).unwrap();
    std::fs::write(scratch.0.join("maps/hill.asc"), GRID).unwrap();
    scratch
}

/// Runs a command line that must succeed; returns its standard error.
fn notes(folder: &Path, line: &str) -> String {
    let output = run_line(folder, line);
    expect_success(&output, line);
    stderr(&output)
}

fn height_m(folder: &Path, recipe: &str, at: &str) -> f64 {
    let stdout = run_ok(folder, &format!("sample --recipe {recipe} --at {at}"));
    let height_m = stdout.trim().rsplit([' ', ',', '\t']).next().unwrap();
    height_m.parse().unwrap_or_else(|_| panic!("{stdout}"))
}

#[test]
fn the_facts_of_a_file_are_printed() {
    let scratch = scratch("import-info");
    let stdout = run_ok(&scratch.0, "import maps/hill.asc --info");
    for words in [
        "5 × 4, from 100 to 143",
        "voids     1, filled",
        "400.0 × 300.0 m; 100.000 × 100.000 m",
        "middle is 2250 m east and 3200 m north",
    ] {
        assert!(stdout.contains(words), "{words}: {stdout}");
    }
    assert_eq!(scratch.names(), ["lands", "maps"], "nothing is written");
}

#[test]
fn an_imported_map_has_its_heights_and_a_copy_of_its_file() {
    let scratch = scratch("import-recipe");
    let folder = &*scratch.0;
    let import = "import maps/hill.asc --out lands/hill.toml --at 0,0";
    run_ok(folder, import);
    let copied = std::fs::read_to_string(folder.join("lands/hill.asc")).unwrap();
    assert_eq!(copied, GRID);
    // The samples of the north-west and the south-east.
    assert!((height_m(folder, "lands/hill.toml", "-200,-150") - 100.0).abs() < 1e-3);
    assert!((height_m(folder, "lands/hill.toml", "200,150") - 143.0).abs() < 1e-3);
    expect_refusals(&scratch, &[(import, &["the file already exists"])]);
    run_ok(folder, "export lands/hill.toml --area 0,0,256 --out hill.tif");

    // With another range, and the samples embedded in the recipe.
    let embedded = "--embed --at 0,0 --height-range 0,430 --edges clamp";
    run_ok(folder, &format!("import maps/hill.asc --out alone.toml {embedded}"));
    assert!((height_m(folder, "alone.toml", "9000,9000") - 430.0).abs() < 20.0);
    assert!(!folder.join("hill.asc").exists());
}

#[test]
fn a_missing_map_is_reported_and_the_rest_opens() {
    let scratch = scratch("import-missing");
    let folder = &*scratch.0;
    let notes = |line: &str| notes(folder, line);
    let message = notes("import maps/hill.asc --into alps --out lands/both.toml");
    assert!(
        message.contains("lie over the map") || message.contains("lies over the map"),
        "{message}"
    );
    std::fs::remove_file(folder.join("lands/hill.asc")).unwrap();
    let message = notes("sample --recipe lands/both.toml --at 0,0");
    let missing = "is ignored: its heightmap `hill.asc` is not in the recipe's folder";
    assert!(message.contains(missing), "{message}");
    let height_m = |recipe: &str| height_m(folder, recipe, "0,0");
    assert_eq!(height_m("lands/both.toml"), height_m("alps"));
}

#[test]
fn impossible_imports_are_refused_in_one_line() {
    let scratch = scratch("import-refused");
    let folder = &*scratch.0;
    std::fs::write(folder.join("odd.r16"), [0; 10]).unwrap();
    std::fs::write(folder.join("none.png"), "hello").unwrap();
    expect_refusals(
        &scratch,
        &[
            ("import maps/hill.asc", &["--out"]),
            ("import no.asc --info", &["no such file"]),
            ("import none.png --info", &["it is not a heightmap"]),
            ("import odd.r16 --info", &["not a square"]),
            ("import maps/hill.asc --info --reading sideways", &["--reading sideways: `sideways`"]),
            ("import maps/hill.asc --out a.toml --size 0", &["width_m"]),
            ("import maps/hill.asc --out a.toml --size axb", &["--size axb"]),
            ("import maps/hill.asc --out a.toml --height-range 5", &["--height-range 5"]),
            ("import maps/hill.asc --out a.toml --edges torn", &["--edges"]),
            ("import maps/hill.asc --out no/a.toml", &["no folder"]),
            ("import maps/hill.asc --out maps/hill.asc", &["maps/hill.asc"]),
        ],
    );
}

/// Writes a map in degrees with its `.prj`: 9 × 9 samples, 0.01° apart, with the heights of
/// [`height_of`].
fn write_map_in_degrees(folder: &Path, name: &str, [west, south]: [f64; 2]) {
    let mut text = format!(
        "ncols 9\nnrows 9\nxllcenter {west}\nyllcenter {south}\ncellsize 0.01\nNODATA_value -1\n"
    );
    for i in 0..81 {
        let [east, north] = [f64::from(i % 9), f64::from(8 - i / 9)].map(|step| 0.01 * step);
        text += &format!("{:.3}\n", height_of([west + east, south + north]));
    }
    std::fs::write(folder.join(format!("{name}.asc")), text).unwrap();
    let prj = "GEOGCS[\"WGS 84\",UNIT[\"degree\",0.0174532925199433]]";
    std::fs::write(folder.join(format!("{name}.prj")), prj).unwrap();
}

fn height_of([east, north]: [f64; 2]) -> f64 {
    500.0 + 4000.0 * (east - 11.0) + 9000.0 * (north - 46.0) + 100.0 * (90.0 * east).sin()
}

#[test]
fn maps_in_degrees_fit_their_neighbours_in_all_directions() {
    let scratch = ScratchFolder::new("import-degrees");
    let folder = &*scratch.0;
    // Meridians are closer together further north.
    for (name, at) in
        [("sw", [11.0, 46.0]), ("se", [11.08, 46.0]), ("nw", [11.0, 46.08]), ("ne", [11.08, 46.08])]
    {
        write_map_in_degrees(folder, name, at);
    }
    let import = |line: &str| run_ok(folder, &format!("import {line} --origin 11.08,46.08"));
    import("sw.asc --out 1.toml");
    import("se.asc --into ./1.toml --out 2.toml");
    import("nw.asc --into ./2.toml --out 3.toml");
    import("ne.asc --into ./3.toml --out 4.toml");
    // Metres per degree of longitude and latitude at the origin, after Snyder.
    let phi = 46.08f64.to_radians();
    let metres_per_degree = [
        111_412.84 * phi.cos() - 93.5 * (3.0 * phi).cos() + 0.118 * (5.0 * phi).cos(),
        111_132.92 - 559.82 * (2.0 * phi).cos() + 1.175 * (4.0 * phi).cos(),
    ];
    for [column, row] in [[0, 0], [3, 8], [8, 8], [8, 3], [12, 8], [8, 14], [16, 16], [15, 1]] {
        let place = [11.0 + 0.01 * f64::from(column), 46.0 + 0.01 * f64::from(row)];
        let [east_m, south_m] =
            [(place[0] - 11.08) * metres_per_degree[0], (46.08 - place[1]) * metres_per_degree[1]];
        let (height_m, expected_m) =
            (height_m(folder, "./4.toml", &format!("{east_m},{south_m}")), height_of(place));
        assert!((height_m - expected_m).abs() < 0.01, "{place:?}: {height_m} for {expected_m}");
    }
}

#[test]
fn a_map_with_faded_edges_joins_its_new_neighbour() {
    let scratch = scratch("import-join");
    let folder = &*scratch.0;
    std::fs::write(folder.join("east.asc"), GRID.replace("2000", "2400")).unwrap();
    let import = |line: &str| notes(folder, &format!("import {line} --origin 2250,3200"));
    import("maps/hill.asc --edges fade --out west.toml");
    let sample = |recipe: &str| height_m(folder, recipe, "0,0");
    let alone_m = sample("./west.toml");
    let message = import("east.asc --into ./west.toml --out both.toml");
    let note = "note: layer hill faded beyond its map; now it joins this one";
    assert!(message.contains(note), "{message}");
    assert_eq!(sample("./both.toml"), alone_m, "the map in the recipe does not change");
    assert_eq!(sample("./west.toml"), alone_m);
    // `--edges fade` still gives the sum.
    let message = import("east.asc --into ./west.toml --out sum.toml --edges fade");
    assert!(!message.contains("joins"), "{message}");
    assert!(sample("./sum.toml") > alone_m + 50.0);
}

#[test]
fn packed_and_encoded_maps_can_be_imported() {
    let scratch = scratch("import-packed");
    let folder = &*scratch.0;
    let mut packing = flate2::write::GzEncoder::new(vec![], flate2::Compression::default());
    std::io::Write::write_all(&mut packing, GRID.as_bytes()).unwrap();
    std::fs::write(folder.join("hill.asc.gz"), packing.finish().unwrap()).unwrap();
    run_ok(folder, "import hill.asc.gz --at 0,0 --out lands/hill.toml");
    assert!((height_m(folder, "lands/hill.toml", "-200,-150") - 100.0).abs() < 1e-3);
    assert!(folder.join("lands/hill.asc.gz").exists());

    // 4 × 4 pixels of 100 m, 101 m and so on in Terrarium's encoding.
    let colours: Vec<u8> = (0..16u8).flat_map(|i| [128, 100 + i, 0]).collect();
    let mut encoder_bytes = vec![];
    let mut encoder = png::Encoder::new(&mut encoder_bytes, 4, 4);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&colours).unwrap();
    std::fs::write(folder.join("tile.png"), encoder_bytes).unwrap();
    let import = "import tile.png --spacing 30 --at 0,0 --out";
    run_ok(folder, &format!("{import} lands/tile.toml --encoding terrarium"));
    assert!((height_m(folder, "lands/tile.toml", "-45,-45") - 100.0).abs() < 1e-3);
    assert!((height_m(folder, "lands/tile.toml", "45,45") - 115.0).abs() < 1e-3);
    let refused = |line: &str, words: &str| expect_refusals(&scratch, &[(line, &[words])]);
    refused(&format!("{import} a.toml"), "--encoding terrarium or terrain-rgb");
    let other = format!("{import} a.toml --encoding webp");
    refused(&other, "--encoding webp: allowed are terrarium");
    let grid = "import maps/hill.asc --info --encoding terrarium";
    refused(grid, "an encoding of colours in a PNG");
}

#[test]
fn impossible_heights_are_refused_with_a_hint_about_voids() {
    let scratch = scratch("import-far");
    std::fs::write(scratch.0.join("far.asc"), GRID.replace("143", "-9999999")).unwrap();
    let far = "are -9999999 to 142 m, allowed are -100000 to 100000";
    expect_refusals(&scratch, &[("import far.asc --out a.toml", &[far, "name it with --void"])]);
}
