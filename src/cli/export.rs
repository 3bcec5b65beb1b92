//! `orogen export`: heights, meshes, maps and plants into files.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::export_extra::{self, MapArgs, MeshArgs};
use super::export_words::{as_json, card, done, summary};
use super::flag::{parsed, unknown_name};
use super::output::{OverwriteArgs, or_force};
use super::{Error, SceneArgs, one_of, print};
use crate::export::catalog::{self, Choice, Exported, Holds};
use crate::export::maps::MapPlan;
use crate::export::mesh::{MeshFormat, MeshPlan, MeshSea};
use crate::export::plants::{PlantFormat, PlantsPlan};
use crate::export::{
    Area, Engine, ExportError, ExportOptions, ExportPlan, HeightRange, MOST_TILES, Part, Progress,
    Sea, Tiles,
};
use crate::noise::choice::{self, UnknownName};
use crate::text;

/// The most threads: more than cores of any machine, few enough for any system to give.
const MOST_THREADS: usize = 1024;

/// What to export, and where to.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ExportArgs {
    #[command(flatten)]
    scene: SceneArgs,
    /// The file to write, or the name from which tiles and maps get theirs.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath,
        required_unless_present = "verify")]
    out: Option<PathBuf>,
    /// Writes nothing; looks whether all tiles of the exports in a folder are there, whole, and
    /// equal on their borders.
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath,
        conflicts_with_all = ["out", "dry_run", "json"])]
    verify: Option<PathBuf>,
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
    /// Under water, the ground (bed) or the surface (clamp); of a mesh also both (surface).
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
  orogen export --verify tiles
  orogen export alps --json --out alps.tif | jq .files[0].range_m";

fn format_help() -> String {
    let formats = one_of(format_names());
    format!("{formats}; otherwise what the engine takes, or what the file's name says")
}

/// Formats of heights, of meshes and of plants.
fn formats() -> impl Iterator<Item = Exported> {
    let is_format =
        |row: &Exported| matches!(row.holds, Holds::Heights(_) | Holds::Mesh(_) | Holds::Plants(_));
    catalog::all().into_iter().filter(is_format)
}

fn format_names() -> impl Iterator<Item = &'static str> {
    formats().map(|row| row.name)
}

/// A format by its name: that of heights, of a mesh or of plants.
fn format_of(name: &str) -> Result<Holds, UnknownName> {
    let rows: Vec<Exported> = formats().collect();
    choice::find("format", name, rows.iter().map(|row| (row.name, row.holds)))
}

fn engine_help() -> String {
    let engines = one_of(Engine::ALL.iter().map(|row| row.name));
    format!(
        "Makes format, sizes and orientation fit, and prints the numbers to type there: {engines}"
    )
}

impl ExportArgs {
    /// Only where nothing is written there is none.
    fn out(&self) -> PathBuf {
        self.out.clone().unwrap_or_default()
    }

    fn options(&self) -> Result<ExportOptions, Error> {
        let mut options = ExportOptions::new(self.out());
        options.format = match self.format()? {
            Some(Holds::Heights(format)) => Some(format),
            _ => None,
        };
        options.engine =
            parsed("--for", &self.engine, |text| text.parse::<Engine>().map_err(unknown_name))?;
        options.area = parsed("--area", &self.area, str::parse::<Area>)?;
        options.samples = parsed("--size", &self.size, |text| {
            text.parse().map_err(|_| "allowed are 2 to 65537 samples a side")
        })?;
        options.range =
            parsed("--range", &self.range, str::parse::<HeightRange>)?.unwrap_or_default();
        options.sea = match self.mesh_format()? {
            // It has choices of its own.
            Some(_) => Sea::Bed,
            None => parsed("--sea", &self.sea, |text| text.parse::<Sea>().map_err(|_| SEA_FORM))?
                .unwrap_or_default(),
        };
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

    /// The format that is asked for by its name.
    fn format(&self) -> Result<Option<Holds>, Error> {
        parsed("--format", &self.format, |text| format_of(text).map_err(unknown_name))
    }

    /// The format of the mesh that is asked for, if it is one.
    fn mesh_format(&self) -> Result<Option<MeshFormat>, Error> {
        Ok(match self.format()? {
            Some(Holds::Mesh(format)) => Some(format),
            Some(_) => None,
            None => catalog::of_path(&self.out()).and_then(|row| match row.holds {
                Holds::Mesh(format) => Some(format),
                _ => None,
            }),
        })
    }

    /// The format of the plants that are asked for, if it is they.
    fn plant_format(&self) -> Result<Option<PlantFormat>, Error> {
        let by_name = catalog::of_path(&self.out()).map(|row| row.holds);
        Ok(match self.format()?.or(by_name) {
            Some(Holds::Plants(format)) => Some(format),
            _ => None,
        })
    }

    /// Choices that plants have not.
    fn check_plants(&self) -> Result<(), Error> {
        let given = [
            (self.range.is_some(), "--range"),
            (self.sea.is_some(), "--sea"),
            (self.filter.is_some(), "--filter"),
            (self.size.is_some(), "--size"),
            (self.tiles.is_some(), "--tiles"),
            (self.only.is_some(), "--only"),
            (self.shard.is_some(), "--shard"),
            (self.engine.is_some(), "--for"),
        ];
        let given = given.into_iter().find_map(|(is_given, flag)| is_given.then_some(flag));
        match given.or(self.mesh.given()) {
            Some(flag) => Err(Error(format!(
                "{flag}: plants have only --area; leave it out, or choose heights"
            ))),
            None => Ok(()),
        }
    }

    fn mesh_sea(&self) -> Result<Option<MeshSea>, Error> {
        parsed("--sea", &self.sea, |text| text.parse::<MeshSea>().map_err(unknown_name))
    }

    /// Choices that what is written has not, by the table of all exports.
    fn check_choices(&self, mesh: Option<MeshFormat>, is_map: bool) -> Result<(), Error> {
        let is_mesh = mesh.is_some();
        let row = mesh.and_then(|format| catalog::row(Holds::Mesh(format)));
        let has = |choice| row.as_ref().is_none_or(|row| row.has(choice));
        let refuse = |flag: &str, why: &str| Err(Error(format!("{flag}: {why}")));
        if let (Some(flag), false) = (self.mesh.given(), is_mesh && !is_map) {
            return refuse(flag, "only meshes have it; end the name in .glb, .obj, .ply or .stl");
        }
        if is_map && self.range.is_some() {
            return refuse("--range", "maps have ranges of their own; leave it out");
        }
        if is_map && self.format.is_some() {
            return refuse("--format", "maps are PNG, or EXR where the engine takes that");
        }
        if !is_map && self.engine.is_some() && !has(Choice::Engine) {
            return refuse("--for", "a mesh is for any program; leave it out");
        }
        if self.range.is_some() && !has(Choice::Range) {
            return refuse("--range", "meshes have metres, and only prints a lowest height");
        }
        Ok(())
    }
}

/// What `--sea` takes.
const SEA_FORM: &str =
    "allowed are bed (the ground under the water) and clamp (the water's surface)";

fn pair(text: &str, between: char) -> Option<[u32; 2]> {
    let (a, b) = text.split_once(between)?;
    Some([a.trim().parse().ok()?, b.trim().parse().ok()?])
}

/// Exports.
pub fn run(args: &ExportArgs, quiet: bool) -> Result<(), Error> {
    if let Some(folder) = &args.verify {
        return export_extra::run_verify(folder, quiet);
    }
    let (mesh_format, maps) = (args.mesh_format()?, args.maps.options()?);
    args.check_choices(mesh_format, maps.is_some())?;
    let options = args.options()?;
    let scene = args.scene.scene()?;
    let threads = parsed("--threads", &args.threads, |text| {
        let threads = text.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
        threads.ok_or_else(|| format!("allowed are 1 to {MOST_THREADS}"))
    })?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build();
    let pool = pool.map_err(|e| Error(format!("the system gives no threads: {e}")))?;
    let job = Job { args, pool: &pool, quiet };
    if let Some(maps) = maps {
        let plan = MapPlan::new(&scene, &options, &maps)?;
        let card = plan.card().map(|lines| lines.join("\n") + "\n").unwrap_or_default();
        return job.run(
            (export_extra::map_summary(&plan), card),
            || plan.check_targets(),
            |progress| plan.run_checked(progress),
            export_extra::map_done,
            |report| export_extra::map_json(&plan, report),
        );
    }
    if mesh_format.is_some() {
        let mesh = args.mesh.options(mesh_format, args.mesh_sea()?)?;
        let plan = MeshPlan::new(&scene, &options, &mesh)?;
        return job.run(
            (export_extra::mesh_summary(&plan), String::new()),
            || plan.check_targets(),
            |progress| plan.run_checked(progress),
            export_extra::mesh_done,
            |report| export_extra::mesh_json(&plan, report),
        );
    }
    if let Some(format) = args.plant_format()? {
        args.check_plants()?;
        let plan = PlantsPlan::new(&scene, &options, format)?;
        return job.run(
            (export_extra::plants_summary(&plan), String::new()),
            || plan.check_target(),
            |progress| plan.run(progress),
            export_extra::plants_done,
            export_extra::plants_json,
        );
    }
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
    let report = watched(&pool, quiet, |progress| plan.run_checked(progress))?;
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

/// An export of meshes or maps.
struct Job<'a> {
    args: &'a ExportArgs,
    pool: &'a rayon::ThreadPool,
    quiet: bool,
}

impl Job<'_> {
    /// Says what is to be written, writes it, and says what it has come to.
    fn run<T: Send>(
        &self,
        (summary, card): (String, String),
        check: impl FnOnce() -> Result<(), ExportError>,
        run: impl FnOnce(&Progress) -> Result<T, ExportError> + Send,
        done: impl FnOnce(&T) -> String,
        json: impl FnOnce(&T) -> serde_json::Value,
    ) -> Result<(), Error> {
        if self.args.dry_run {
            return print(&(summary + &card));
        }
        check().map_err(in_words)?;
        let in_words_too = !self.quiet && !self.args.json;
        if in_words_too {
            print(&summary)?;
        }
        let report = watched(self.pool, self.quiet, run)?;
        match (self.args.json, in_words_too) {
            (true, _) => print(&format!("{:#}\n", json(&report))),
            (false, true) => print(&(done(&report) + &card)),
            (false, false) => Ok(()),
        }
    }
}

fn in_words(error: ExportError) -> Error {
    match error {
        ExportError::Kept(kept) => Error(or_force(&kept)),
        other => other.into(),
    }
}

/// Runs a plan while the terminal shows how far it is.
fn watched<T: Send>(
    pool: &rayon::ThreadPool,
    quiet: bool,
    run: impl FnOnce(&Progress) -> Result<T, ExportError> + Send,
) -> Result<T, Error> {
    let progress = Progress::default();
    let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(0) };
    let bar = bar.with_style(
        ProgressStyle::with_template("{bar:30} {percent:>3}%  {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let result = std::thread::scope(|scope| {
        let run = scope.spawn(|| pool.install(|| run(&progress)));
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
