//! What `orogen export` says of heights.

use std::path::Path;
use std::time::Duration;

use serde_json::json;

use crate::export::{ExportPlan, FilePlan, FileReport, Report};
use crate::text;

/// What was written, for a program.
pub fn as_json(plan: &ExportPlan, report: &Report) -> serde_json::Value {
    let files = report.files.iter().zip(plan.files());
    let file = |(file, planned): (&FileReport, &FilePlan)| {
        json!({
            "file": file.path.display().to_string(),
            "samples": planned.size(),
            "bytes": file.bytes,
            "lowest_m": file.lowest_m,
            "highest_m": file.highest_m,
            "range_m": file.range_m,
            "clamped_samples": file.clamped,
            "samples_crc32": format!("{:08x}", file.crc32),
        })
    };
    json!({
        "files": files.map(file).collect::<Vec<_>>(),
        "format": plan.format().to_string(),
        "spacing_m": plan.grid().spacing_m(),
        "seconds": report.duration.as_secs_f64(),
    })
}

/// What is to be written, in a few lines.
pub fn summary(plan: &ExportPlan, estimate: Duration) -> String {
    let Some(first) = plan.files().first() else {
        return "this shard has no tile\n".to_owned();
    };
    let [columns, rows] = first.size();
    let files = match plan.files().len() {
        1 => name(&first.path),
        n => format!("{n} files such as {}", name(&first.path)),
    };
    let at_most = if plan.format().is_compressed() { "at most " } else { "" };
    let exact =
        if plan.is_exact() { "the view's own samples" } else { "between the view's samples" };
    let spacing_m = spacing(plan.grid().spacing_m());
    format!(
        "{files}: {columns} × {rows} samples of {}, {} m apart, {exact}; {at_most}{} on the disk; about {}\n",
        plan.format(),
        spacing_m,
        size(plan.bytes()),
        time(estimate)
    )
}

/// A distance without the digits that a division leaves behind.
pub fn spacing(m: f64) -> String {
    format!("{m:.6}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A file's name for the terminal, on one line whatever it holds.
fn name(path: &Path) -> String {
    text::line(&path.display().to_string())
}

/// What was written.
pub fn done(report: &Report) -> String {
    let bytes: u64 = report.files.iter().map(|file| file.bytes).sum();
    let line = |file: &FileReport| {
        let range = match file.range_m {
            Some([low, high]) => format!("; 0 is {low} m, 65535 is {high} m"),
            None => String::new(),
        };
        format!("{}: {} to {} m{range}\n", name(&file.path), file.lowest_m, file.highest_m)
    };
    let files = match report.files.len() {
        0 => return "this shard has no tile\n".to_owned(),
        1 => "1 file".to_owned(),
        n => format!("{n} files"),
    };
    let lines: String = report.files.iter().map(line).collect();
    format!("{lines}{files}, {}, in {}\n", size(bytes), time(report.duration))
}

pub fn card(plan: &ExportPlan, range_m: Option<[f64; 2]>) -> String {
    plan.card(range_m).map(|lines| lines.join("\n") + "\n").unwrap_or_default()
}

pub fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

pub fn time(duration: Duration) -> String {
    match duration.as_secs() {
        0..120 => format!("{:.1} s", duration.as_secs_f64()),
        s => format!("{} min", s.div_ceil(60)),
    }
}
