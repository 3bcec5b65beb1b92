//! `orogen bench`: measures the program's performance on this machine.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use bevy::math::UVec2;
use clap::Args;

use super::bench_styles;
use super::error::Error;
use super::figures::write_figures;
use super::flag::within;
use super::output::{self, OverwriteArgs, print};
use super::render::parse_size;
use super::scene_args::SceneArgs;
use crate::export::OutputKind;
use crate::headless::bench;
use crate::headless::bench::{BenchOptions, BenchReport, Spread};
use crate::headless::bench_styles::StylesOptions;
use crate::headless::capture::MAX_TILE;
use crate::terrain::land::Land;
use crate::text;

/// Arguments of the command.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct BenchArgs {
    #[command(flatten)]
    scene: SceneArgs,
    /// Frames of the flight, 1 to 1000000.
    #[arg(long, value_name = "N", default_value_t = 2000, allow_hyphen_values = true,
        value_parser = within::<usize>(1..=1_000_000))]
    frames: usize,
    /// Edits of each kind, 1 to 10000.
    #[arg(long, value_name = "N", default_value_t = 60, allow_hyphen_values = true,
        value_parser = within::<usize>(1..=10_000))]
    edits: usize,
    /// Skips drawing in the flight, which takes most of the time on a software driver.
    #[arg(long)]
    no_draw: bool,
    /// Measures the styles instead: frame times of Bevy's standard material, the course style and
    /// the natural style.
    #[arg(long)]
    styles: bool,
    /// The picture's width and height in pixels, for --styles.
    #[arg(long, value_name = "WxH", default_value = "640x360", allow_hyphen_values = true,
        value_parser = parse_size(MAX_TILE))]
    size: UVec2,
    /// Also writes all measurements as JSON.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

const EXAMPLES: &str = "\
Examples:
  orogen bench
  orogen bench alps --frames 600 --no-draw --out bench.json
  orogen bench --styles --size 1280x720";

/// Measures, prints the table, and writes the file.
pub fn run(args: BenchArgs) -> Result<(), Error> {
    let start = Instant::now();
    if let Some(out) = &args.out {
        let protected = args.overwrite.protect(args.scene.file());
        output::check_out(&protected, out, OutputKind::Figures)?;
    }
    if args.styles {
        let options = StylesOptions { size: args.size, ..StylesOptions::default() };
        return bench_styles::run(args.scene.scene()?, options, args.out.as_deref());
    }
    let scene = args.scene.scene()?;
    // Report an invalid recipe before measuring.
    Land::new(&scene.recipe)?;
    let options =
        BenchOptions { scene, frames: args.frames, draw: !args.no_draw, edits: args.edits };
    let report = bench::run(options, start, |what| text::say(&format!("measuring {what}")))?;
    if let Some(out) = &args.out {
        write_figures("bench", &report, out)?;
    }
    print(&table(&report))
}

/// Formats the measurements, one per line.
fn table(report: &BenchReport) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let mut line = |words: std::fmt::Arguments| _ = writeln!(text, "{words}");
    let BenchReport { adapter, threads, chunks, vertices, .. } = report;
    line(format_args!("adapter                {adapter}, {threads} threads build"));
    line(format_args!("view                   {chunks} chunks, {vertices} vertices"));
    line(format_args!("first full picture     {:.0} ms after the start", report.first_picture_ms));
    line(format_args!(""));
    line(format_args!(
        "edit until upload          median      p95    worst   time to build   in same frame    complete"
    ));
    for edit in &report.edits {
        let Spread { median_ms, p95_ms, worst_ms, .. } = edit.written;
        let (built, frames) = (edit.built.median_ms, edit.in_their_frame);
        let (key, edits, complete) = (&edit.key, edit.edits, edit.complete.median_ms);
        line(format_args!(
            "  {key:24} {median_ms:5.1} ms {p95_ms:5.1} ms {worst_ms:5.1} ms        {built:5.1} ms    {frames} of {edits}   {complete:6.0} ms"
        ));
    }
    let drag = &report.drag;
    line(format_args!(
        "  drag at 60 Hz: {} of {} edits shown; frames {:.1} ms, at most {:.1} ms; at most {:.0} ms apart",
        drag.landed, drag.edits, drag.frame.median_ms, drag.frame.worst_ms, drag.longest_gap_ms
    ));
    let peer = &report.peer;
    line(format_args!(
        "  the same edit of the seed in a simple app: {:.1} ms, {:.1} times as long",
        peer.written.median_ms, peer.times_faster
    ));
    let flight = &report.flight;
    line(format_args!(""));
    line(format_args!("flight, 300 m/s        median      p99    worst   (processor time)"));
    for (name, Spread { median_ms, p99_ms, worst_ms, .. }) in
        [("main world", flight.main), ("render world", flight.render), ("both", flight.frame)]
    {
        line(format_args!("  {name:20} {median_ms:5.2} ms {p99_ms:5.2} ms {worst_ms:5.2} ms"));
    }
    line(format_args!("  longest over median  {:.1}", flight.longest_over_median));
    line(format_args!(
        "  {} frames in {:.1} s, {:.0} chunks built per second, at most {} in memory",
        flight.frames, flight.seconds, flight.chunks_a_second, flight.most_chunks
    ));
    line(format_args!(
        "  longest time that a part of the land was too coarse: {:.0} ms",
        flight.longest_wait_ms
    ));
    if let Some(growth) = flight.memory_growth_percent {
        line(format_args!("  memory grew by {growth:.1} % after the first 1000 frames"));
    }
    if let Some(peak) = report.peak_memory_mib {
        line(format_args!("peak memory            {peak:.0} MiB"));
    }
    text
}
