//! `orogen import`: heightmaps of others, from the command line to heights.

use std::path::Path;

use crate::tools::{Scratch, run};

/// An ASCII grid of 5 × 4 cells of 100 m that rises by 10 m a cell east and by 1 m a cell south,
/// with a void.
const GRID: &str = "ncols 5\nnrows 4\nxllcorner 2000\nyllcorner 3000\ncellsize 100\nNODATA_value -9999\n\
    100 110 120 130 140\n101 111 -9999 131 141\n102 112 122 132 142\n103 113 123 133 143\n";

fn scratch(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    std::fs::create_dir(scratch.0.join("maps")).unwrap();
    std::fs::create_dir(scratch.0.join("lands")).unwrap();
    std::fs::write(scratch.0.join("maps/hill.asc"), GRID).unwrap();
    scratch
}

fn done(folder: &Path, arguments: &[&str]) -> (String, String) {
    let output = run(folder, arguments);
    let [said, told] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{arguments:?}: {told}");
    (said.into_owned(), told.into_owned())
}

fn refused(folder: &Path, arguments: &[&str], words: &str) {
    let output = run(folder, arguments);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
    assert!(told.lines().count() == 1 && told.contains(words), "{arguments:?}: {told}");
}

fn height_m(folder: &Path, recipe: &str, at: &str) -> f64 {
    let (said, _) = done(folder, &["sample", "--recipe", recipe, "--at", at]);
    said.trim()
        .rsplit([' ', ',', '\t'])
        .next()
        .unwrap()
        .parse()
        .unwrap_or_else(|_| panic!("{said}"))
}

#[test]
fn what_a_file_says_is_printed() {
    let scratch = scratch("import-info");
    let (said, _) = done(&scratch.0, &["import", "maps/hill.asc", "--info"]);
    for words in [
        "5 × 4, from 100 to 143",
        "voids     1, filled",
        "400.0 × 300.0 m; 100.000 × 100.000 m",
        "middle is 2250 m east and 3200 m north",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert_eq!(scratch.names(), ["lands", "maps"], "nothing is written");
}

#[test]
fn a_recipe_of_a_map_has_its_heights_and_its_file_beside_it() {
    let scratch = scratch("import-recipe");
    let folder = &*scratch.0;
    let arguments = ["import", "maps/hill.asc", "--out", "lands/hill.toml", "--at", "0,0"];
    done(folder, &arguments);
    let copied = std::fs::read_to_string(folder.join("lands/hill.asc")).unwrap();
    assert_eq!(copied, GRID);
    // The samples of the north-west and the south-east.
    assert!((height_m(folder, "lands/hill.toml", "-200,-150") - 100.0).abs() < 1e-3);
    assert!((height_m(folder, "lands/hill.toml", "200,150") - 143.0).abs() < 1e-3);
    refused(folder, &arguments, "there is a file already");
    let export = ["export", "lands/hill.toml", "--area", "0,0,256", "--out", "hill.tif"];
    done(folder, &export);

    // Another range, and the samples in the recipe.
    let embedded = [
        "import",
        "maps/hill.asc",
        "--out",
        "alone.toml",
        "--embed",
        "--at",
        "0,0",
        "--height-range",
        "0,430",
        "--edges",
        "clamp",
    ];
    done(folder, &embedded);
    assert!((height_m(folder, "alone.toml", "9000,9000") - 430.0).abs() < 20.0);
    assert!(!folder.join("hill.asc").exists());
}

#[test]
fn a_missing_map_is_said_and_the_rest_opens() {
    let scratch = scratch("import-missing");
    let folder = &*scratch.0;
    let into = ["import", "maps/hill.asc", "--into", "alps", "--out", "lands/both.toml"];
    let (_, told) = done(folder, &into);
    assert!(told.contains("lie over the map") || told.contains("lies over the map"), "{told}");
    std::fs::remove_file(folder.join("lands/hill.asc")).unwrap();
    let sample = ["sample", "--recipe", "lands/both.toml", "--at", "0,0"];
    let (said, told) = done(folder, &sample);
    assert!(
        told.contains("counts nowhere: its heightmap `hill.asc` is not beside the recipe"),
        "{told}"
    );
    let (without, _) = done(folder, &["sample", "--recipe", "alps", "--at", "0,0"]);
    assert_eq!(said, without);
}

#[test]
fn what_cannot_be_is_one_line() {
    let scratch = scratch("import-refused");
    let folder = &*scratch.0;
    std::fs::write(folder.join("odd.r16"), [0; 10]).unwrap();
    std::fs::write(folder.join("none.png"), "hello").unwrap();
    let map = "maps/hill.asc";
    for (arguments, words) in [
        (&["import", map][..], "--out"),
        (&["import", "no.asc", "--info"], "no such file"),
        (&["import", "none.png", "--info"], "it is no heightmap"),
        (&["import", "odd.r16", "--info"], "no square"),
        (&["import", map, "--info", "--reading", "sideways"], "--reading: `sideways`"),
        (&["import", map, "--out", "a.toml", "--size", "0"], "width_m"),
        (&["import", map, "--out", "a.toml", "--size", "axb"], "--size axb"),
        (&["import", map, "--out", "a.toml", "--height-range", "5"], "--height-range 5"),
        (&["import", map, "--out", "a.toml", "--edges", "torn"], "--edges"),
        (&["import", map, "--out", "no/a.toml"], "no folder"),
        (&["import", map, "--out", map], map),
    ] {
        refused(folder, arguments, words);
    }
    assert_eq!(scratch.names(), ["lands", "maps", "none.png", "odd.r16"]);
}
