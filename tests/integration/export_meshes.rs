//! Meshes and maps from the command line: in shards, verified, and refused.

use crate::tools::{ScratchFolder, expect_refusal, expect_refusals, run_line, run_ok};

#[test]
fn shards_make_a_complete_export_that_verifies() {
    let scratch = ScratchFolder::new("shards");
    for shard in ["1/3", "2/3", "3/3"] {
        let area = format!("--area 0,0,512 --size 129 --tiles 2x2 --shard {shard}");
        for what in ["--out a.glb", "--out a.png --maps splat,slope"] {
            run_ok(&scratch.0, &format!("export {what} {area}"));
        }
    }
    let lines = run_ok(&scratch.0, "export --verify .");
    assert_eq!(lines.lines().count(), 4, "{lines}");
    let is_complete =
        |line: &str| line.ends_with("are present, complete, and equal on their 4 borders");
    assert!(lines.lines().all(is_complete), "{lines}");
    // Four exports of four tiles, each with a JSON.
    assert_eq!(scratch.names().len(), 2 * 4 * 4);

    std::fs::remove_file(scratch.0.join("a_x1_y0.glb")).unwrap();
    std::fs::write(scratch.0.join("a_slope_x0_y1.png"), "torn").unwrap();
    let words = ["a_x1_y0.glb is missing", "a_slope_x0_y1.png is damaged", "export these again"];
    let output = run_line(&scratch.0, "export --verify .");
    expect_refusal(&output, "a damaged export", &words);
}

#[test]
fn impossible_meshes_and_maps_are_refused() {
    expect_refusals(
        &ScratchFolder::new("refused-meshes"),
        &[
            ("export --out a.png --maps height", &["--maps height", "normal, slope, curvature"]),
            ("export --out a.glb --maps normal", &["a.glb", "end it in .png"]),
            ("export --out a.png --levels 2", &["--levels", "only meshes have it"]),
            ("export --out a.glb --sea dry", &["--sea dry", "bed, clamp, surface"]),
            ("export --out a.stl --sea surface", &["use bed or clamp"]),
            ("export --out a.glb --levels x", &["--levels x", "0 to 5"]),
            ("export --out a.glb --size 300 --levels 2", &["use 385"]),
            ("export --out a.glb --for unity", &["--for", "leave it out"]),
            ("export --out a.stl --width-mm -5", &["the width in millimetres -5"]),
            ("export --out a.glb --colour red", &["--colour red", "texture, vertices, none"]),
            ("export --out a.png --maps splat --range 0,1", &["--range", "leave it out"]),
            ("export --out a.png --for unity --maps splat --size 300", &["in 512"]),
            ("export --out a.glb --range 0,1", &["--range", "only prints"]),
            ("export --out no/a.glb", &["there is no folder `no`"]),
            ("export --verify none", &["none", "no such file or folder"]),
            ("export --verify .", &["`.` contains no export"]),
        ],
    );
}

#[test]
fn mesh_reports_come_as_text_and_as_json() {
    let scratch = ScratchFolder::new("told");
    let export =
        |more: &str| run_ok(&scratch.0, &format!("export --area 0,0,256 --size 65 {more}"));
    let dry = export("--out a.glb --dry-run");
    assert!(dry.contains("65 × 65 vertices of glb") && scratch.names().is_empty());
    let report: serde_json::Value = serde_json::from_str(&export("--out a.stl --json")).unwrap();
    assert_eq!(report["files"][0]["triangles"], 2 * 64 * 64 + 12 * 64 - 2);
    let card = export("--for godot-terrain3d --maps splat,albedo --out a");
    assert!(card.contains("Control File Name") && card.contains("alpha 128"), "{card}");
    assert!(scratch.names().contains(&"a_control.exr".to_owned()));
    // The land opens again from a mesh.
    run_ok(&scratch.0, "share ./a.stl");
}
