//! Meshes and maps from the command line: by shards, looked at as a whole, and refused.

use crate::tools::{Scratch, run};

fn said(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn shards_make_a_whole_that_is_looked_at() {
    let scratch = Scratch::new("shards");
    let area = ["--area", "0,0,512", "--size", "129", "--tiles", "2x2"];
    for shard in ["1/3", "2/3", "3/3"] {
        for what in [&["--out", "a.glb"][..], &["--out", "a.png", "--maps", "splat,slope"]] {
            let output =
                run(&scratch.0, &[&["export"], what, &area[..], &["--shard", shard]].concat());
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
    }
    let verify = || run(&scratch.0, &["export", "--verify", "."]);
    let lines = said(&verify());
    assert_eq!(lines.lines().count(), 4, "{lines}");
    let whole = |line: &str| line.ends_with("are there, whole, and equal on their 4 borders");
    assert!(lines.lines().all(whole), "{lines}");
    // Each of four files has its JSON.
    assert_eq!(scratch.names().len(), 2 * 4 * 4);

    std::fs::remove_file(scratch.0.join("a_x1_y0.glb")).unwrap();
    std::fs::write(scratch.0.join("a_slope_x0_y1.png"), "torn").unwrap();
    let output = verify();
    let line = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), line.lines().count()), (Some(2), 1), "{line}");
    for words in ["a_x1_y0.glb is missing", "a_slope_x0_y1.png is damaged", "export these again"] {
        assert!(line.contains(words), "{line}");
    }
}

#[test]
fn meshes_and_maps_that_cannot_be() {
    let scratch = Scratch::new("refused-meshes");
    let cases: &[(&[&str], &[&str])] = &[
        (&["--out", "a.png", "--maps", "height"], &["--maps height", "normal, slope, curvature"]),
        (&["--out", "a.glb", "--maps", "normal"], &["a.glb", "end it in .png"]),
        (&["--out", "a.png", "--levels", "2"], &["--levels", "only meshes have it"]),
        (&["--out", "a.glb", "--sea", "dry"], &["--sea dry", "bed, clamp, surface"]),
        (&["--out", "a.stl", "--sea", "surface"], &["take bed or clamp"]),
        (&["--out", "a.glb", "--levels", "x"], &["--levels x", "0 to 5"]),
        (&["--out", "a.glb", "--size", "300", "--levels", "2"], &["take 385"]),
        (&["--out", "a.glb", "--for", "unity"], &["--for", "leave it out"]),
        (&["--out", "a.stl", "--width-mm", "-5"], &["the width in millimetres -5"]),
        (&["--out", "a.glb", "--colour", "red"], &["--colour red", "texture, vertices, none"]),
        (&["--out", "a.png", "--maps", "splat", "--range", "0,1"], &["--range", "leave it out"]),
        (&["--out", "a.png", "--for", "unity", "--maps", "splat", "--size", "300"], &["in 512"]),
        (&["--out", "a.glb", "--range", "0,1"], &["--range", "only prints"]),
        (&["--out", "no/a.glb"], &["there is no folder `no`"]),
        (&["--verify", "none"], &["none", "no such file or folder"]),
        (&["--verify", "."], &["there is no export in `.`"]),
    ];
    for (arguments, words) in cases {
        let output = run(&scratch.0, &[&["export"], *arguments].concat());
        let line = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {line}");
        assert_eq!(line.lines().count(), 1, "{arguments:?}: {line}");
        assert!(words.iter().all(|word| line.contains(word)), "{arguments:?}: {line}");
        assert!(scratch.names().is_empty(), "{arguments:?} left something behind");
    }
}

#[test]
fn what_was_made_is_told_to_people_and_programs() {
    let scratch = Scratch::new("told");
    let area = ["--area", "0,0,256", "--size", "65"];
    let dry = run(&scratch.0, &[&["export", "--out", "a.glb", "--dry-run"], &area[..]].concat());
    assert!(said(&dry).contains("65 × 65 vertices of glb") && scratch.names().is_empty());
    let report = run(&scratch.0, &[&["export", "--out", "a.stl", "--json"], &area[..]].concat());
    let report: serde_json::Value = serde_json::from_str(&said(&report)).unwrap();
    assert_eq!(report["files"][0]["triangles"], 2 * 64 * 64 + 12 * 64 - 2);
    let card = ["export", "--for", "godot-terrain3d", "--maps", "splat,albedo", "--out", "a"];
    let card = said(&run(&scratch.0, &[&card[..], &area[..]].concat()));
    assert!(card.contains("Control File Name") && card.contains("alpha 128"), "{card}");
    assert!(scratch.names().contains(&"a_control.exr".to_owned()));
    // The land opens again from a mesh.
    let share = run(&scratch.0, &["share", "./a.stl"]);
    assert!(share.status.success(), "{}", String::from_utf8_lossy(&share.stderr));
}
