//! `orogen bench`: a table for people, JSON for programs, one line for what is wrong.

use crate::tools::{Scratch, drawing, run};

#[test]
fn a_small_run_measures_everything() {
    let _drawing = drawing();
    let scratch = Scratch::new("bench");
    let arguments = [
        "bench",
        "--no-draw",
        "--frames",
        "30",
        "--edits",
        "3",
        "--out",
        "bench.json",
        "--set",
        "world.spacing_m=4",
        "--set",
        "distance.horizon_km=2",
    ];
    let output = run(&scratch.0, &arguments);
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    // It says what it measures; that it makes a second app is its own affair.
    assert!(said.lines().all(|line| line.starts_with("orogen: measuring ")), "{said}");
    for word in [
        "adapter",
        "world.seed",
        "fractal.octaves",
        "world.sea_level_m",
        "colour.grass",
        "flight",
        "peak memory",
    ] {
        assert!(table.contains(word), "the table has no line `{word}`:\n{table}");
    }
    assert_eq!(scratch.names(), ["bench.json"]);
    let json = std::fs::read_to_string(scratch.0.join("bench.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let edits = report["edits"].as_array().expect("edits");
    assert_eq!(edits.len(), 4);
    for edit in edits {
        let [median, p95, worst] = ["median_ms", "p95_ms", "worst_ms"]
            .map(|k| edit["written"][k].as_f64().expect("a time"));
        assert!(0.0 < median && median <= p95 && p95 <= worst, "{edit}");
    }
    assert_eq!(report["flight"]["frames"], 30);
    // Every settling of the land leaves drawing as it was: off, edits and flight included.
    assert_eq!(report["drawn_frames"], 0);
    for figure in ["longest_over_median", "chunks_a_second", "longest_wait_ms"] {
        assert!(report["flight"][figure].is_f64(), "{figure}: {}", report["flight"]);
    }
    assert!(report["peer"]["times_faster"].as_f64().expect("a ratio") > 0.0);
}

#[test]
fn a_run_that_draws_counts_its_frames() {
    let _drawing = drawing();
    let scratch = Scratch::new("bench-draws");
    let arguments = ["bench", "course", "--frames", "3", "--edits", "1", "--out", "bench.json"];
    let output = run(&scratch.0, &arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let json = std::fs::read_to_string(scratch.0.join("bench.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    // The flight's three frames, those that warm it up, and the first picture.
    let drawn = report["drawn_frames"].as_u64().expect("a count");
    assert!((4..=30).contains(&drawn), "{drawn} frames drawn");
}

#[test]
fn what_is_wrong_gets_one_line() {
    for (arguments, word) in [
        (&["bench", "mountain"][..], "did you mean `mountains`"),
        (&["bench", "--frames", "0"], "1 to 1000000"),
        (&["bench", "--edits", "many"], "many"),
        (&["bench", "--out", "no/such/bench.json"], "no folder"),
        (&["bench", "--set", "noise.period=4", "--set", "fractal.lacunarity=2.5"], "lacunarity"),
    ] {
        let scratch = Scratch::new("bench");
        let output = run(&scratch.0, arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.lines().count() == 1 && said.contains(word), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty() && scratch.names().is_empty(), "{arguments:?}");
    }
}
