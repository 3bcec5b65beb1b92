//! `orogen export`: heights into files.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::output::{OverwriteArgs, or_force};
use super::{Error, SceneArgs, one_of, print};
use crate::export::{
    Area, Engine, ExportError, ExportOptions, ExportPlan, Format, HeightRange, MOST_TILES, Part,
    Progress, Report, Sea, Tiles,
};
use crate::noise::choice::UnknownName;
use crate::text::{self, shown};

/// The most threads: more than cores of any machine, few enough for any system to give.
const MOST_THREADS: usize = 1024;

/// What to export, and where to.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ExportArgs {
    #[command(flatten)]
    scene: SceneArgs,
    /// The file to write, or the name from which tiles get theirs.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    out: PathBuf,
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true, help = format_help())]
    format: Option<String>,
    #[arg(long = "for", value_name = "ENGINE", allow_hyphen_values = true, help = engine_help())]
    engine: Option<String>,
    /// The square to export, its centre and its side in metres; otherwise the whole land.
    #[arg(long, value_name = "X,Z,SIZE", allow_hyphen_values = true)]
    area: Option<String>,
    /// Samples on each side of the whole, 2 to 65537; otherwise as many as the finest meshes have
    /// there.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    size: Option<String>,
    /// The heights of the lowest and the highest 16-bit sample, or `auto` to measure them;
    /// otherwise the recipe's bounds.
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    range: Option<String>,
    /// Under water, the ground (bed) or the surface (clamp).
    #[arg(long, value_name = "bed|clamp", allow_hyphen_values = true)]
    sea: Option<String>,
    /// Fades what samples so far apart cannot hold: `resolution`. Otherwise heights are the finest,
    /// whatever the resolution.
    #[arg(long, value_name = "resolution", allow_hyphen_values = true)]
    filter: Option<String>,
    /// Cuts the whole into files, so many from west to east and from north to south, up to 65536 in
    /// all.
    #[arg(long, value_name = "NxM", allow_hyphen_values = true)]
    tiles: Option<String>,
    /// Whether tiles share a line of samples with their neighbours: 1 or 0.
    #[arg(long, value_name = "1|0", allow_hyphen_values = true)]
    overlap: Option<String>,
    /// Writes only the tile whose name ends in _xI_yJ.
    #[arg(long, value_name = "I,J", conflicts_with = "shard", allow_hyphen_values = true)]
    only: Option<String>,
    /// Writes every N-th tile, from the K-th on: the K-th of N machines' share.
    #[arg(long, value_name = "K/N", allow_hyphen_values = true)]
    shard: Option<String>,
    /// Threads, 1 to 1024; otherwise as many as there are cores.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    threads: Option<String>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
    /// Says what would be written, and writes nothing.
    #[arg(long)]
    dry_run: bool,
    /// Prints what was written as a JSON object, in place of sentences.
    #[arg(long, conflicts_with = "dry_run")]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen export alps --out alps.png
  orogen export my/land.toml --for unreal --out land.png
  orogen export alps --area 0,0,4000 --size 4097 --out alps.exr
  orogen export alps --size 16385 --tiles 8x8 --shard 1/4 --out tiles/alps.r16
  orogen export alps --json --out alps.tif | jq .files[0].range_m";

fn format_help() -> String {
    let formats = one_of(Format::ALL.iter().map(|row| row.name));
    format!("{formats}; otherwise what the engine takes, or what the file's name says")
}

fn engine_help() -> String {
    let engines = one_of(Engine::ALL.iter().map(|row| row.name));
    format!(
        "Makes format, sizes and orientation fit, and prints the numbers to type there: {engines}"
    )
}

impl ExportArgs {
    fn options(&self) -> Result<ExportOptions, Error> {
        let mut options = ExportOptions::new(&self.out);
        options.format =
            parsed("--format", &self.format, |text| text.parse::<Format>().map_err(unknown_name))?;
        options.engine =
            parsed("--for", &self.engine, |text| text.parse::<Engine>().map_err(unknown_name))?;
        options.area = parsed("--area", &self.area, str::parse::<Area>)?;
        options.samples = parsed("--size", &self.size, |text| {
            text.parse().map_err(|_| "allowed are 2 to 65537 samples a side")
        })?;
        options.range =
            parsed("--range", &self.range, str::parse::<HeightRange>)?.unwrap_or_default();
        options.sea = parsed("--sea", &self.sea, |text| text.parse::<Sea>().map_err(|_| SEA_FORM))?
            .unwrap_or_default();
        options.filter = parsed("--filter", &self.filter, |text| match text {
            "resolution" => Ok(true),
            _ => Err("allowed is resolution"),
        })?
        .unwrap_or_default();
        let share_border = parsed("--overlap", &self.overlap, |text| match text {
            "1" => Ok(true),
            "0" => Ok(false),
            _ => Err("allowed are 1 (neighbours share a line of samples) and 0"),
        })?;
        let counts = parsed("--tiles", &self.tiles, |text| {
            pair(text, 'x')
                .filter(|counts| !counts.contains(&0))
                .ok_or_else(|| format!("tiles are NxM, as in 8x8, up to {MOST_TILES} in all"))
        })?;
        options.tiles =
            counts.map(|counts| Tiles { counts, share_border: share_border.unwrap_or(true) });
        if counts.is_none() && share_border.is_some() {
            return Err(Error(
                "--overlap: there are no tiles; say how many with --tiles, as in 8x8".to_owned(),
            ));
        }
        let only = parsed("--only", &self.only, |text| {
            pair(text, ',')
                .map(Part::Only)
                .ok_or("a tile is I,J, as in 3,5 for the one named _x3_y5")
        })?;
        let shard = parsed("--shard", &self.shard, |text| {
            let shard = pair(text, '/').map(|[index, of]| Part::Shard { index, of });
            shard.ok_or("a shard is K/N, as in 5/32 for the fifth of 32")
        })?;
        options.part = only.or(shard).unwrap_or_default();
        options.keep = self.overwrite.keep(self.scene.file());
        Ok(options)
    }
}

/// What `--sea` takes.
const SEA_FORM: &str =
    "allowed are bed (the ground under the water) and clamp (the water's surface)";

fn unknown_name(error: UnknownName) -> String {
    let (what, given, allowed) = (error.what, shown(&error.given), error.allowed.join(", "));
    format!("there is no {what} `{given}`{}; allowed are {allowed}", error.meant())
}

fn parsed<T, E: Display>(
    flag: &str,
    text: &Option<String>,
    parse: impl FnOnce(&str) -> Result<T, E>,
) -> Result<Option<T>, Error> {
    let value = text
        .as_deref()
        .map(|text| parse(text).map_err(|e| Error(format!("{flag} {}: {e}", shown(text)))));
    value.transpose()
}

fn pair(text: &str, between: char) -> Option<[u32; 2]> {
    let (a, b) = text.split_once(between)?;
    Some([a.trim().parse().ok()?, b.trim().parse().ok()?])
}

/// Exports.
pub fn run(args: &ExportArgs, quiet: bool) -> Result<(), Error> {
    let options = args.options()?;
    let scene = args.scene.scene()?;
    let threads = parsed("--threads", &args.threads, |text| {
        let threads = text.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
        threads.ok_or_else(|| format!("allowed are 1 to {MOST_THREADS}"))
    })?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build();
    let pool = pool.map_err(|e| Error(format!("the system gives no threads: {e}")))?;
    let plan = pool.install(|| ExportPlan::new(&scene, &options))?;
    let estimate = pool.install(|| plan.estimate());
    if args.dry_run {
        return print(&(summary(&plan, estimate) + &card(&plan, None)));
    }
    plan.check_targets().map_err(in_words)?;
    let in_words_too = !quiet && !args.json;
    if in_words_too {
        print(&summary(&plan, estimate))?;
    }
    let report = export(&plan, &pool, quiet)?;
    for warning in report.warnings() {
        text::say(&warning);
    }
    if args.json {
        return print(&format!("{:#}\n", as_json(&plan, &report)));
    }
    if !in_words_too {
        return Ok(());
    }
    let range_m = report.files.first().and_then(|file| file.range_m);
    print(&(done(&report) + &card(&plan, range_m)))
}

/// What was written, for a program.
fn as_json(plan: &ExportPlan, report: &Report) -> serde_json::Value {
    let files = report.files.iter().zip(plan.files());
    let file = |(file, planned): (&crate::export::FileReport, &crate::export::FilePlan)| {
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

fn in_words(error: ExportError) -> Error {
    match error {
        ExportError::Kept(kept) => Error(or_force(&kept)),
        other => other.into(),
    }
}

/// Runs the plan while the terminal shows how far it is.
fn export(plan: &ExportPlan, pool: &rayon::ThreadPool, quiet: bool) -> Result<Report, Error> {
    let progress = Progress::default();
    let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(0) };
    let bar = bar.with_style(
        ProgressStyle::with_template("{bar:30} {percent:>3}%  {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let result = std::thread::scope(|scope| {
        let run = scope.spawn(|| pool.install(|| plan.run_checked(&progress)));
        while !run.is_finished() {
            bar.set_length(progress.total());
            bar.set_position(progress.done());
            std::thread::sleep(Duration::from_millis(if bar.is_hidden() { 5 } else { 50 }));
        }
        run.join()
    });
    bar.finish_and_clear();
    match result {
        Ok(report) => report.map_err(in_words),
        Err(_) => Err(Error("the export failed; this is a bug".to_owned())),
    }
}

/// What is to be written, in a few lines.
fn summary(plan: &ExportPlan, estimate: Duration) -> String {
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
    // Without the digits that a division leaves behind.
    let spacing_m = format!("{:.6}", plan.grid().spacing_m());
    format!(
        "{files}: {columns} × {rows} samples of {}, {} m apart, {exact}; {at_most}{} on the disk; about {}\n",
        plan.format(),
        spacing_m.trim_end_matches('0').trim_end_matches('.'),
        size(plan.bytes()),
        time(estimate)
    )
}

/// A file's name for the terminal, on one line whatever it holds.
fn name(path: &Path) -> String {
    text::line(&path.display().to_string())
}

/// What was written.
fn done(report: &Report) -> String {
    let bytes: u64 = report.files.iter().map(|file| file.bytes).sum();
    let line = |file: &crate::export::FileReport| {
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

fn card(plan: &ExportPlan, range_m: Option<[f64; 2]>) -> String {
    plan.card(range_m).map(|lines| lines.join("\n") + "\n").unwrap_or_default()
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

fn time(duration: Duration) -> String {
    match duration.as_secs() {
        0..120 => format!("{:.1} s", duration.as_secs_f64()),
        s => format!("{} min", s.div_ceil(60)),
    }
}
