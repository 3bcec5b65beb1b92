//! `orogen export`: writes heights, meshes, maps, plants and rivers.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::error::Error;
use super::export_choices::{MapArgs, MeshArgs};
use super::export_messages::{as_json, describe_verified, describe_written, format_card, summary};
use super::flag::{number, one_of, parse_pair, require, within};
use super::output::{OverwriteArgs, print, with_force_hint};
use super::scene_args::SceneArgs;
use crate::export::catalog::{self, FormatContent, FormatOption, FormatRow};
use crate::export::job::{ExportContent, ExportJob, JobPlan, JobReport};
use crate::export::mesh::MeshSea;
use crate::export::{
    Area, Engine, ExportError, ExportOptions, HeightRange, MAX_TILES, Progress, Sea, TileSelection,
    Tiles, verify,
};
use crate::noise::choice::{self, UnknownName};
use crate::text;

/// The largest number of threads. Few machines have more cores, and every system can start 1024
/// threads.
const MAX_THREADS: usize = 1024;

/// Arguments of the command.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ExportArgs {
    #[command(flatten)]
    scene: SceneArgs,
    /// The file to write, or the base name of tiles and maps.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath,
        required_unless_present = "verify")]
    out: Option<PathBuf>,
    /// Writes nothing. Checks that all tiles of the exports in a folder are present, complete, and
    /// equal on their borders.
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath,
        conflicts_with_all = ["out", "dry_run", "json"])]
    verify: Option<PathBuf>,
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true,
        value_parser = parse_format, help = format_help())]
    format: Option<FormatContent>,
    #[arg(long = "for", value_name = "ENGINE", allow_hyphen_values = true, help = engine_help())]
    engine: Option<Engine>,
    /// The square to export, its centre and side in metres; by default the whole land.
    #[arg(long, value_name = "X,Z,SIZE", allow_hyphen_values = true)]
    area: Option<Area>,
    /// Samples on each side of the area, 2 to 65537; by default as dense as the finest meshes.
    #[arg(long, value_name = "N", allow_hyphen_values = true,
        value_parser = number::<u32>("allowed are 2 to 65537 samples a side"))]
    size: Option<u32>,
    /// The heights of the lowest and highest 16-bit sample, or `auto` to measure them; by default
    /// the recipe's bounds.
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    range: Option<HeightRange>,
    /// Under water, the ground (bed) or the water surface (clamp); for a mesh also both (surface).
    #[arg(long, value_name = "bed|clamp", allow_hyphen_values = true)]
    sea: Option<MeshSea>,
    /// Fades detail that the sample distance cannot resolve: `resolution`. By default heights have
    /// full detail at any sample distance.
    #[arg(long, value_name = "resolution", allow_hyphen_values = true, value_parser = parse_filter)]
    filter: Option<bool>,
    /// Cuts the area into N files from west to east and M from north to south, at most 65536 in
    /// all.
    #[arg(long, value_name = "NxM", allow_hyphen_values = true, value_parser = parse_tiles)]
    tiles: Option<[u32; 2]>,
    /// The lines of samples that a tile shares with each neighbour, 1 or 0; by default 1.
    #[arg(long, value_name = "1|0", allow_hyphen_values = true, value_parser = parse_overlap)]
    overlap: Option<bool>,
    /// Writes only the tile whose name ends in _xI_yJ.
    #[arg(long, value_name = "I,J", conflicts_with = "shard", allow_hyphen_values = true,
        value_parser = parse_only)]
    only: Option<TileSelection>,
    /// Writes every N-th tile, starting with the K-th: the share of machine K of N.
    #[arg(long, value_name = "K/N", allow_hyphen_values = true, value_parser = parse_shard)]
    shard: Option<TileSelection>,
    /// Threads, 1 to 1024; by default one per core.
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = within(1..=MAX_THREADS))]
    threads: Option<usize>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
    /// Prints the planned files, and writes nothing.
    #[arg(long)]
    dry_run: bool,
    /// Prints the result as a JSON object instead of sentences.
    #[arg(long, conflicts_with = "dry_run")]
    json: bool,
    #[command(flatten)]
    mesh: MeshArgs,
    #[command(flatten)]
    maps: MapArgs,
}

const EXAMPLES: &str = "\
Examples:
  orogen export alps --out alps.png
  orogen export my/land.toml --for unreal --out land.png
  orogen export alps --area 0,0,4000 --size 4097 --out alps.exr
  orogen export alps --size 16385 --tiles 8x8 --shard 1/4 --out tiles/alps.r16
  orogen export alps --out alps.glb --size 2049 --levels 3
  orogen export alps --out alps.stl --width-mm 150 --exaggeration 1.5
  orogen export alps --for unity --maps normal,splat --out maps/alps.png
  orogen export alps --area 0,0,2000 --out trees.csv
  orogen export brooks --area 0,0,16000 --out rivers.geojson
  orogen export --verify tiles
  orogen export alps --json --out alps.tif | jq .files[0].range_m";

fn format_help() -> String {
    let formats = one_of(format_names());
    format!("{formats}; by default the engine's format, or the one that the extension names")
}

/// Lists the formats of heights, meshes, plants and rivers.
fn formats() -> impl Iterator<Item = FormatRow> {
    let is_format = |row: &FormatRow| {
        matches!(
            row.content,
            FormatContent::Heights(_)
                | FormatContent::Mesh(_)
                | FormatContent::Plants(_)
                | FormatContent::Rivers(_)
        )
    };
    catalog::all().into_iter().filter(is_format)
}

fn format_names() -> impl Iterator<Item = &'static str> {
    formats().map(|row| row.name)
}

/// Parses the name of a format of heights, meshes, plants or rivers.
fn parse_format(name: &str) -> Result<FormatContent, UnknownName> {
    let rows: Vec<FormatRow> = formats().collect();
    choice::find("format", name, rows.iter().map(|row| (row.name, row.content)))
}

fn engine_help() -> String {
    let engines = one_of(Engine::ALL.iter().map(|row| row.name));
    format!(
        "Fits format, size and orientation to an engine, and prints the numbers to type there: {engines}"
    )
}

fn parse_filter(text: &str) -> Result<bool, Error> {
    require((text == "resolution").then_some(true), "allowed is resolution")
}

fn parse_tiles(text: &str) -> Result<[u32; 2], Error> {
    let counts = parse_pair(text, 'x').filter(|counts| !counts.contains(&0));
    require(counts, format!("tiles are NxM, as in 8x8, up to {MAX_TILES} in all"))
}

fn parse_overlap(text: &str) -> Result<bool, Error> {
    match text {
        "1" => Ok(true),
        "0" => Ok(false),
        _ => require(None, "allowed are 1 (neighbours share a line of samples) and 0"),
    }
}

fn parse_only(text: &str) -> Result<TileSelection, Error> {
    let tile = parse_pair(text, ',').map(TileSelection::Only);
    require(tile, "a tile is I,J, as in 3,5 for the one named _x3_y5")
}

fn parse_shard(text: &str) -> Result<TileSelection, Error> {
    let shard = parse_pair(text, '/').map(|[index, count]| TileSelection::Shard { index, count });
    require(shard, "a shard is K/N, as in 5/32 for the fifth of 32")
}

impl ExportArgs {
    /// Converts the arguments to a job.
    fn job(&self) -> Result<ExportJob, Error> {
        let content = self.content();
        self.check_name()?;
        self.check_choices(&content)?;
        let sea = match (&content, self.sea) {
            // Meshes have their own option for the sea.
            (ExportContent::Mesh(_), _) | (_, None | Some(MeshSea::Bed)) => Sea::Bed,
            (_, Some(MeshSea::Clamp)) => Sea::Clamp,
            (_, Some(MeshSea::Surface)) => return Err(Error(SEA_SURFACE_ERROR.to_owned())),
        };
        if self.tiles.is_none() && self.overlap.is_some() {
            let line = "--overlap: there are no tiles; give their number with --tiles, as in 8x8";
            return Err(Error(line.to_owned()));
        }
        let share_border = self.overlap.unwrap_or(true);
        let options = ExportOptions {
            format: match self.format {
                Some(FormatContent::Heights(format)) => Some(format),
                _ => None,
            },
            engine: self.engine,
            area: self.area,
            samples: self.size,
            range: self.range.unwrap_or_default(),
            sea,
            filter: self.filter.unwrap_or_default(),
            tiles: self.tiles.map(|counts| Tiles { counts, share_border }),
            part: self.only.or(self.shard).unwrap_or_default(),
            protected_files: self.overwrite.protect(self.scene.file()),
            ..ExportOptions::new(self.out.clone().unwrap_or_default())
        };
        Ok(ExportJob { content, options })
    }

    /// Determines the content of the export: maps if a flag asks for them, otherwise by the format,
    /// otherwise by the file name.
    fn content(&self) -> ExportContent {
        if let Some(maps) = self.maps.options() {
            return ExportContent::Maps(maps);
        }
        let by_name = || Some(catalog::of_path(self.out.as_deref()?)?.content);
        match self.format.or_else(by_name) {
            Some(FormatContent::Mesh(format)) => {
                ExportContent::Mesh(self.mesh.options(format, self.sea))
            }
            Some(FormatContent::Plants(format)) => ExportContent::Plants(format),
            Some(FormatContent::Rivers(format)) => ExportContent::Rivers(format),
            _ => ExportContent::Heights,
        }
    }

    /// Refuses a file name without a known extension, unless a flag selects the format.
    fn check_name(&self) -> Result<(), Error> {
        let Some(out) = self.out.as_deref() else { return Ok(()) };
        let is_format_known =
            self.format.is_some() || self.engine.is_some() || self.maps.options().is_some();
        if is_format_known || catalog::of_path(out).is_some() {
            return Ok(());
        }
        let mut extensions: Vec<&str> = formats().flat_map(|row| row.extensions).copied().collect();
        let mut listed = BTreeSet::new();
        extensions.retain(|extension| listed.insert(*extension));
        let (name, allowed) = (text::sanitise(&out.display().to_string()), extensions.join(", "));
        Err(Error(format!("--out {name}: the extension names no format; allowed are {allowed}")))
    }

    /// Refuses flags that do not apply to the content.
    fn check_choices(&self, content: &ExportContent) -> Result<(), Error> {
        let export_flags = [
            ("--for", self.engine.is_some()),
            ("--format", self.format.is_some()),
            ("--range", self.range.is_some()),
            ("--sea", self.sea.is_some()),
            ("--filter", self.filter.is_some()),
            ("--size", self.size.is_some()),
            ("--tiles", self.tiles.is_some()),
            ("--only", self.only.is_some()),
            ("--shard", self.shard.is_some()),
        ];
        let mut given = self
            .mesh
            .given_flags()
            .into_iter()
            .chain(export_flags)
            .filter(|(_, is_given)| *is_given);
        match given.find_map(|(flag, _)| Some((flag, explain_misfit(content, flag)?))) {
            Some((flag, why)) => Err(Error(format!("{flag}: {why}"))),
            None => Ok(()),
        }
    }
}

/// Explains why a flag does not apply to the content. The export catalogue tells which flags do.
fn explain_misfit(content: &ExportContent, flag: &str) -> Option<&'static str> {
    let has_flag = |choice: FormatOption| choice.flags().contains(&flag);
    let has_range = |format| {
        catalog::row(FormatContent::Mesh(format)).is_some_and(|row| row.has(FormatOption::Range))
    };
    match (content, flag) {
        (ExportContent::Plants(_) | ExportContent::Rivers(_), "--format") => None,
        (ExportContent::Plants(_), _) => {
            Some("it does not apply to plants; leave it out, or choose heights")
        }
        (ExportContent::Rivers(_), _) => {
            Some("it does not apply to rivers; leave it out, or choose heights")
        }
        (ExportContent::Maps(_), "--range") => Some("maps have their own ranges; leave it out"),
        (ExportContent::Maps(_), "--format") => {
            Some("maps are PNG, or EXR if the engine takes that")
        }
        (ExportContent::Mesh(_), "--for") => {
            Some("meshes are the same for every program; leave it out")
        }
        (ExportContent::Mesh(mesh), "--range") if !mesh.format.is_some_and(has_range) => {
            Some("meshes are in metres, and only prints (.stl) have a lowest height")
        }
        (ExportContent::Mesh(_), _) => None,
        _ if [FormatOption::Colour, FormatOption::Tiling, FormatOption::Print]
            .into_iter()
            .any(has_flag) =>
        {
            Some("only meshes have it; give --out a name in .glb, .obj, .ply or .stl")
        }
        _ => None,
    }
}

/// The error for `--sea surface` without a mesh.
const SEA_SURFACE_ERROR: &str =
    "--sea surface: allowed are bed (the ground under the water) and clamp (the water's surface)";

/// Runs the command.
pub fn run(args: &ExportArgs, quiet: bool) -> Result<(), Error> {
    if let Some(folder) = &args.verify {
        let jobs = verify::verify(folder)?.jobs;
        return if quiet {
            Ok(())
        } else {
            print(&jobs.iter().map(describe_verified).collect::<String>())
        };
    }
    let job = args.job()?;
    let scene = args.scene.scene()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(0)).build();
    let pool = pool.map_err(|e| Error(format!("the system cannot start threads: {e}")))?;
    let plan = pool.install(|| JobPlan::new(&scene, &job))?;
    let summary = pool.install(|| summary(&plan));
    if args.dry_run {
        return print(&(summary + &format_card(plan.card())));
    }
    plan.check_targets().map_err(add_force_hint)?;
    let prints_text = !quiet && !args.json;
    if prints_text {
        print(&summary)?;
    }
    let report = run_with_progress(&pool, quiet, &plan)?;
    report.warnings.iter().for_each(|warning| text::say(warning));
    if args.json {
        return print(&format!("{:#}\n", as_json(&plan, &report)));
    }
    if prints_text {
        print(&(describe_written(&report) + &format_card(report.card)))
    } else {
        Ok(())
    }
}

fn add_force_hint(error: ExportError) -> Error {
    match error {
        ExportError::Protected(kept) => Error(with_force_hint(&kept)),
        other => other.into(),
    }
}

/// Runs a plan and shows its progress in the terminal.
fn run_with_progress(
    pool: &rayon::ThreadPool,
    quiet: bool,
    plan: &JobPlan,
) -> Result<JobReport, Error> {
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
        Ok(report) => report.map_err(add_force_hint),
        Err(_) => Err(Error("the export failed; this is a bug".to_owned())),
    }
}
