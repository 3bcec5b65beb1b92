//! `orogen bench`: a table for users, JSON for programs, one line for bad input.

use serde_json::Value;

use crate::tools::{
    ScratchFolder, drawing, expect_refusals, expect_success, run_line, run_ok, stderr,
};

fn report(scratch: &ScratchFolder) -> Value {
    let json = std::fs::read(scratch.0.join("bench.json")).unwrap();
    serde_json::from_slice(&json).expect("JSON")
}

#[test]
fn a_small_run_measures_everything() {
    let _drawing = drawing();
    let scratch = ScratchFolder::new("bench");
    let line = "bench --no-draw --frames 30 --edits 3 --out bench.json --set world.spacing_m=4 \
                --set distance.horizon_km=2";
    let output = run_line(&scratch.0, line);
    let (table, stderr) = (expect_success(&output, line), stderr(&output));
    // Standard error names each measurement. It has no log of the second app that the command
    // starts.
    assert!(stderr.lines().all(|line| line.starts_with("orogen: measuring ")), "{stderr}");
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
    let report = report(&scratch);
    let edits = report["edits"].as_array().expect("edits");
    assert_eq!(edits.len(), 4);
    for edit in edits {
        let [median, p95, worst] = ["median_ms", "p95_ms", "worst_ms"]
            .map(|k| edit["written"][k].as_f64().expect("a time"));
        assert!(0.0 < median && median <= p95 && p95 <= worst, "{edit}");
    }
    assert_eq!(report["flight"]["frames"], 30);
    // Drawing stays off during edits and the flight.
    assert_eq!(report["drawn_frames"], 0);
    for figure in ["longest_over_median", "chunks_a_second", "longest_wait_ms"] {
        assert!(report["flight"][figure].is_f64(), "{figure}: {}", report["flight"]);
    }
    assert!(report["peer"]["times_faster"].as_f64().expect("a ratio") > 0.0);
}

#[test]
fn a_run_that_draws_counts_its_frames() {
    let _drawing = drawing();
    let scratch = ScratchFolder::new("bench-draws");
    run_ok(&scratch.0, "bench course --frames 3 --edits 1 --out bench.json");
    let report = report(&scratch);
    // The flight's three frames, those that warm it up, and the first picture.
    let drawn = report["drawn_frames"].as_u64().expect("a count");
    assert!((4..=30).contains(&drawn), "{drawn} frames drawn");
}

#[test]
fn bad_arguments_of_bench_get_one_line() {
    let scratch = ScratchFolder::new("bench");
    expect_refusals(
        &scratch,
        &[
            ("bench mountain", &["did you mean `mountains`"]),
            ("bench --frames 0", &["1 to 1000000"]),
            ("bench --edits many", &["many"]),
            ("bench --out no/such/bench.json", &["no folder"]),
            ("bench --set noise.period=4 --set fractal.lacunarity=2.5", &["lacunarity"]),
        ],
    );
}
