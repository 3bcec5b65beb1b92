//! Samples: values, heights, traces, and errors.

use super::*;
use crate::noise::Basis;

fn printed(spec: &NoiseSpec, text: &str, trace: bool) -> Result<String, String> {
    let form = if trace { SampleOutput::Trace } else { SampleOutput::Value };
    printed_as(&SampleSource::Noise(Box::new(spec.clone())), text, form)
}

fn printed_as(source: &SampleSource, text: &str, form: SampleOutput) -> Result<String, String> {
    let mut out = Vec::new();
    let points = PointStream::new(text.as_bytes(), "a text".to_owned());
    print(&mut out, source, points, form).map_err(|error| error.to_string())?;
    Ok(String::from_utf8(out).unwrap())
}

/// A source that repeats a point forever, like the command `yes`.
struct Yes;

impl Read for Yes {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = into.len() / 4 * 4;
        into[..length].chunks_mut(4).for_each(|line| line.copy_from_slice(b"1,2\n"));
        Ok(length)
    }
}

/// A writer that accepts a limited number of bytes.
struct Limited(usize);

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn values_come_before_the_input_ends() {
    let points = PointStream::new(Yes, "a source".to_owned());
    let source = SampleSource::Noise(Box::default());
    assert!(print(Limited(1 << 16), &source, points, SampleOutput::Value).is_ok());
}

#[test]
fn values_are_printed_exactly_and_in_the_order_of_the_points() {
    let spec = NoiseSpec::default();
    let points: Vec<[f64; 2]> =
        (0..10_000).map(|i| [f64::from(i) * 0.37 - 1000.0, f64::from(i).sqrt()]).collect();
    let text: String = points.iter().map(|[x, y]| format!("{x},{y}\n")).collect();
    let values: Vec<f64> =
        printed(&spec, &text, false).unwrap().lines().map(|line| line.parse().unwrap()).collect();
    let noise = spec.build(2).unwrap();
    let wanted: Vec<f64> = points.iter().map(|p| noise.sample(p)).collect();
    assert_eq!(values, wanted);
}

#[test]
fn zero_has_no_sign_in_any_dimension() {
    for point in ["-3", "-3,-2", "1,2,-3", "0,0,0,0"] {
        assert_eq!(printed(&NoiseSpec::default(), point, false).unwrap(), "0\n");
    }
}

#[test]
fn an_unsupported_dimension_is_reported_with_its_line() {
    let spec = NoiseSpec { basis: Basis::Simplex, ..NoiseSpec::default() };
    assert_eq!(
        printed(&spec, "x\n\n5", false).unwrap_err(),
        "line 3: simplex noise has 2 to 4 dimensions, not 1"
    );
    let spec = NoiseSpec { octaves: 0.0, ..NoiseSpec::default() };
    assert!(printed(&spec, "1,2", false).unwrap_err().starts_with("octaves must be"));
}

#[test]
fn a_trace_ends_in_the_value() {
    let spec =
        NoiseSpec { fractal: crate::noise::FractalKind::Fbm, octaves: 2.0, ..NoiseSpec::default() };
    let value = printed(&spec, "0.3,0.4", false).unwrap();
    let trace = printed(&spec, "0.3,0.4", true).unwrap();
    assert!(trace.trim_end().ends_with(&format!("= {}", value.trim())), "{trace}");
    assert_eq!(trace.matches("octave ").count(), 2);
}

#[test]
fn a_json_trace_has_the_values_of_the_trace() {
    let spec = NoiseSpec {
        fractal: crate::noise::FractalKind::Ridged,
        warp: crate::noise::Warp { strength: 0.3, frequency: 1.0, times: 1 },
        ..NoiseSpec::default()
    };
    let text = "0.3,0.4\n-7.25,3";
    let lines =
        printed_as(&SampleSource::Noise(Box::new(spec.clone())), text, SampleOutput::TraceJson)
            .unwrap();
    let noise = spec.build(2).unwrap();
    assert_eq!(lines.lines().count(), 2);
    for (line, p) in lines.lines().zip([[0.3, 0.4], [-7.25, 3.0]]) {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        let trace = noise.trace(&p);
        assert_eq!(object["basis"], "perlin");
        assert_eq!(object["octaves"].as_array().unwrap().len(), 6);
        assert_eq!(object["warps"][1]["axis"], 1);
        let (json_corner, corner) = (
            &object["octaves"][5]["cells"][0]["corners"][3],
            &trace.octaves[5].cells[0].corners[3],
        );
        assert_eq!(json_corner["hash"], corner.hash);
        assert_eq!(json_corner["cell"], serde_json::json!(corner.cell));
        assert_eq!(json_corner["lookups"][2]["step"], "avalanche");
        assert_eq!(json_corner["pick"]["by"], "index");
        let near = |number: &serde_json::Value, wanted: f64| {
            // The JSON parser may be off by the last bit.
            assert!((number.as_f64().unwrap() - wanted).abs() < 1e-15, "{number} {wanted}");
        };
        near(&json_corner["influence"], corner.influence);
        near(&json_corner["weight"], corner.weight);
        near(&object["value"], trace.value);
    }
}

fn alps() -> Surface {
    Surface::new(&load("alps", RECIPE_VERSION).unwrap().recipe).unwrap()
}

#[test]
fn a_land_has_heights_traces_and_objects() {
    let land = alps();
    let height_m = land.bed_m([1200.0, -340.0]);
    let source = SampleSource::Land(Box::new(land));
    let printed = |form| printed_as(&source, "east,south\n1200,-340", form).unwrap();
    assert_eq!(printed(SampleOutput::Value), format!("{height_m}\n"));
    let trace = printed(SampleOutput::Trace);
    assert!(trace.trim_end().ends_with(&format!("height = {height_m} m")), "{trace}");
    for form in [SampleOutput::Json, SampleOutput::TraceJson] {
        let object: serde_json::Value = serde_json::from_str(&printed(form)).unwrap();
        assert_eq!(object["position_m"], serde_json::json!([1200.0, -340.0]));
        assert!((object["height_m"].as_f64().unwrap() - height_m).abs() < 1e-9);
    }
    let object: serde_json::Value =
        serde_json::from_str(&printed(SampleOutput::TraceJson)).unwrap();
    assert_eq!(object["layers"][0]["ground"]["ground"], "noise");
    assert!(object["surface"]["sea_level_m"].is_number());
    assert_eq!(
        printed_as(&source, "1,2,3", SampleOutput::Value).unwrap_err(),
        "line 1: a position has 2 coordinates, metres east and south, not 3"
    );
}

/// Returns the error for invalid options.
fn refused(line: &str) -> String {
    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        sample: SampleArgs,
    }
    let words = std::iter::once("sample").chain(line.split(' '));
    match <Line as clap::Parser>::try_parse_from(words) {
        Ok(line) => run(line.sample, true).unwrap_err().to_string(),
        Err(error) => crate::cli::error::refusal(&error).to_string(),
    }
}

#[test]
fn a_bad_option_gives_a_single_line() {
    for (line, words) in [
        ("--recipe alps --basis perlin --at 1,2", "--recipe and --basis exclude each other"),
        ("--recipe alps --seed 7 --at 1,2", "--recipe and --seed exclude each other"),
        ("--recipe alp --at 1,2", "did you mean `alps`?"),
        ("--at 1,2", "--basis is missing"),
        ("--basis perlin --at 1,x", "--at 1,x: `x` is not a number"),
        ("--basis perlin --at x --at 1,2", "--at x: `x` is not a number"),
        ("--basis perlin --at -1,2 --at 3", "--at 3: a point of 1 coordinates"),
        ("--basis simplex --at 1", "--at 1: simplex noise has 2 to 4 dimensions, not 1"),
        ("--recipe alps --at 1,2,3", "--at 1,2,3: a position has 2 coordinates"),
        ("--basis perlin --at 1,2 points.csv", "cannot be used with"),
    ] {
        let said = refused(line);
        assert!(said.contains(words) && said.lines().count() == 1, "{line}: {said}");
    }
}
