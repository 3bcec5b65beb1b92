//! The messages of `orogen export` before and after the run.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use crate::export::job::{JobFile, JobPlan, JobReport};
use crate::export::verify::VerifiedJob;
use crate::export::{ExportPlan, FilePlan};
use crate::text;

/// Describes the planned export in one line. For heights, it also estimates the duration on the
/// current rayon pool.
pub fn summary(plan: &JobPlan) -> String {
    let paths = plan.files();
    let files = match &paths[..] {
        [] => return EMPTY_SHARD.to_owned(),
        [file] => format_name(file),
        [first, ..] => format!("{} files such as {}", paths.len(), format_name(first)),
    };
    let what = match plan {
        JobPlan::Heights(plan) => describe_heights(plan),
        JobPlan::Mesh(plan) => format!(
            "{} vertices of {}; about {} on the disk, at most {} of memory",
            format_sides(plan.files()),
            plan.format(),
            format_size(plan.bytes()),
            format_size(plan.memory_bytes()),
        ),
        JobPlan::Maps(plan) => format!(
            "{} samples, {} m apart; at most {} on the disk",
            format_sides(plan.samples().files()),
            format_spacing(plan.spacing_m()),
            format_size(plan.bytes()),
        ),
        JobPlan::Plants(plan) => {
            let side = plan.area().side_m;
            format!("trees and boulders on {side} × {side} m")
        }
        JobPlan::Rivers(plan) => {
            let side = plan.area().side_m;
            format!("rivers and lakes on {side} × {side} m")
        }
        JobPlan::Code(_) => "the height function".to_owned(),
    };
    format!("{files}: {what}\n")
}

/// The message for a shard without tiles.
const EMPTY_SHARD: &str = "this shard contains no tile\n";

fn describe_heights(plan: &ExportPlan) -> String {
    let at_most = if plan.format().is_compressed() { "at most " } else { "" };
    // Compressed files contain the recipe, which is most of a small file.
    let recipe_bytes = match plan.format().is_compressed() {
        true => plan.scene().to_plain_toml().len() as u64,
        false => 0,
    };
    let exact =
        if plan.is_exact() { "the samples of the view" } else { "between the samples of the view" };
    format!(
        "{} samples of {}, {} m apart, {exact}; {at_most}{} on the disk; about {}",
        format_sides(plan.files()),
        plan.format(),
        format_spacing(plan.grid().spacing_m()),
        format_size(plan.bytes() + plan.files().len() as u64 * recipe_bytes),
        format_time(plan.estimate())
    )
}

/// Formats the size of the first file. All files have the same size.
fn format_sides(files: &[FilePlan]) -> String {
    let [columns, rows] = files.first().map_or([0, 0], FilePlan::size);
    format!("{columns} × {rows}")
}

/// Describes the written files.
pub fn describe_written(report: &JobReport) -> String {
    let files = match report.files.len() {
        0 => return EMPTY_SHARD.to_owned(),
        1 => "1 file".to_owned(),
        n => format!("{n} files"),
    };
    let lines: String = report.files.iter().map(describe_file).collect();
    format!("{lines}{files}, {}, in {}\n", format_size(report.bytes), format_time(report.duration))
}

/// Describes a written file. The text is empty for files that the summary describes completely.
fn describe_file(file: &JobFile) -> String {
    let name = format_name(file.path());
    match file {
        JobFile::Heights(file) => {
            let range = match file.range_m {
                Some([low, high]) => format!("; 0 is {low} m, 65535 is {high} m"),
                None => String::new(),
            };
            format!("{name}: {} to {} m{range}\n", file.lowest_m, file.highest_m)
        }
        JobFile::Mesh(file) => {
            format!("{name}: {} vertices, {} triangles\n", file.vertices, file.triangles)
        }
        JobFile::Rivers { reaches, lakes, roads, .. } => {
            let roads = if *roads > 0 { format!(", roads: {roads}") } else { String::new() };
            format!("{name}: reaches of rivers: {reaches}, lakes: {lakes}{roads}\n")
        }
        JobFile::Other { .. } => String::new(),
    }
}

/// Describes the result as JSON.
pub fn as_json(plan: &JobPlan, report: &JobReport) -> Value {
    let mut object = json!({
        "files": report.files.iter().map(file_json).collect::<Value>(),
        "seconds": report.duration.as_secs_f64(),
    });
    if let Some(spacing_m) = plan.spacing_m() {
        object["spacing_m"] = json!(spacing_m);
    }
    match plan {
        JobPlan::Heights(plan) => object["format"] = json!(plan.format().name()),
        JobPlan::Mesh(plan) => object["format"] = json!(plan.format().name()),
        JobPlan::Maps(plan) => object["registration"] = json!(plan.options().registration.name()),
        JobPlan::Rivers(plan) => object["format"] = json!(plan.format().name()),
        JobPlan::Plants(_) | JobPlan::Code(_) => {}
    }
    object
}

fn file_json(file: &JobFile) -> Value {
    let mut object = json!({ "file": file.path().display().to_string(), "bytes": file.bytes() });
    let more = match file {
        JobFile::Heights(file) => json!({
            "samples": file.size,
            "lowest_m": file.lowest_m,
            "highest_m": file.highest_m,
            "range_m": file.range_m,
            "clamped_samples": file.clamped,
            "samples_crc32": format!("{:08x}", file.crc32),
        }),
        JobFile::Mesh(file) => json!({
            "vertices": file.vertices,
            "triangles": file.triangles,
            "lowest_m": file.lowest_m,
            "highest_m": file.highest_m,
        }),
        JobFile::Rivers { reaches, lakes, roads, .. } => {
            json!({ "reaches": reaches, "lakes": lakes, "roads": roads })
        }
        JobFile::Other { .. } => json!({}),
    };
    if let (Value::Object(object), Value::Object(more)) = (&mut object, more) {
        object.extend(more);
    }
    object
}

/// Formats the import card of an engine.
pub fn format_card(lines: Option<Vec<String>>) -> String {
    lines.map(|lines| lines.join("\n") + "\n").unwrap_or_default()
}

/// Describes a complete export.
pub fn describe_verified(job: &VerifiedJob) -> String {
    let name = text::line(&job.name);
    match (job.files, job.borders) {
        (1, _) => format!("{name} is complete\n"),
        (n, 0) => format!("{n} files like {name} are present and complete\n"),
        (n, b) => {
            format!("{n} files like {name} are present, complete, and equal on their {b} borders\n")
        }
    }
}

/// Formats a distance, rounded to micrometres.
fn format_spacing(m: f64) -> String {
    format!("{m:.6}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Formats a file name on one line for the terminal.
fn format_name(path: &Path) -> String {
    text::line(&path.display().to_string())
}

fn format_size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

fn format_time(duration: Duration) -> String {
    match duration.as_secs() {
        0..120 => format!("{:.1} s", duration.as_secs_f64()),
        s => format!("{} min", s.div_ceil(60)),
    }
}
