//! `orogen bench --styles`: measures the frame time of each style.

use std::fmt::Write as _;
use std::path::Path;

use super::error::Error;
use super::figures::write_figures;
use super::output::print;
use crate::headless::bench_styles;
use crate::headless::bench_styles::{StylesOptions, StylesReport};
use crate::terrain::scene::Scene;
use crate::text;

/// Measures and prints the table. Writes the measurements as JSON if a file is named.
pub fn run(scene: Scene, options: StylesOptions, out: Option<&Path>) -> Result<(), Error> {
    let report = bench_styles::run(scene, options, |what| text::say(&format!("measuring {what}")))?;
    if let Some(out) = out {
        write_figures("styles", &report, out)?;
    }
    print(&table(&report))
}

/// Formats the measurements, one per line.
fn table(report: &StylesReport) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let mut line = |words: std::fmt::Arguments| _ = writeln!(text, "{words}");
    let StylesReport { adapter, size: [width, height], chunks, triangles, rounds, frames, styles } =
        report;
    line(format_args!("adapter   {adapter}"));
    line(format_args!("picture   {width}×{height}, {chunks} chunks, {triangles} triangles"));
    line(format_args!("frames    {rounds} rounds of {frames} each, medians"));
    line(format_args!(""));
    line(format_args!("style               shadows and samples of      frame   over standard"));
    for style in styles {
        let (name, quality) = (style.style, style.quality);
        line(format_args!("{name:20}{quality:24}{:8.2} ms   {:.2}", style.median_ms, style.ratio));
    }
    text
}
