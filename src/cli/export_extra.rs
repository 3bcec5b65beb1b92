//! `orogen export`: the choices of meshes and maps, and `--verify`.

use std::path::Path;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::export_words::{size, spacing, time};
use super::flag::{parsed, unknown_name};
use super::{Error, one_of, print};
use crate::export::catalog::{self, Holds};
use crate::export::job::JobReport;
use crate::export::maps::{Map, MapOptions, MapPlan, MapReport, Registration};
use crate::export::mesh::{MeshColour, MeshFormat, MeshOptions, MeshPlan, MeshReport, MeshSea};
use crate::export::plants::PlantsPlan;
use crate::export::verify;
use crate::text;

/// What one chooses of a mesh.
#[derive(Args)]
#[command(next_help_heading = "Meshes (glb, obj, ply, stl)")]
pub struct MeshArgs {
    #[arg(long, value_name = "WHERE", allow_hyphen_values = true, help = colour_help())]
    colour: Option<String>,
    /// Texels on a side of a GLB's textures, 2 to 8192; otherwise as many as there are cells, up to
    /// 2048.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    texels: Option<String>,
    /// One mesh of 32-bit indices in a GLB, in place of tiles of 129² vertices.
    #[arg(long)]
    one_mesh: bool,
    /// Whole numbers in place of floats in a GLB (KHR_mesh_quantization): smaller, but not every
    /// program reads it.
    #[arg(long)]
    quantise: bool,
    /// So many coarser levels of each tile of a GLB besides the finest (MSFT_lod), up to 5.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    levels: Option<String>,
    /// Only this level of detail of a GLB: 0 is the finest.
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    level: Option<String>,
    /// The width of the whole area in a print (STL), in millimetres; otherwise 100.
    #[arg(long, value_name = "MM", allow_hyphen_values = true)]
    width_mm: Option<String>,
    /// How much higher than wide a print is (STL); otherwise 1.
    #[arg(long, value_name = "TIMES", allow_hyphen_values = true)]
    exaggeration: Option<String>,
    /// What lies below the lowest ground of a print (STL), in millimetres; otherwise 2.
    #[arg(long, value_name = "MM", allow_hyphen_values = true)]
    base_mm: Option<String>,
}

/// What one chooses of maps.
#[derive(Args)]
#[command(next_help_heading = "Maps")]
pub struct MapArgs {
    #[arg(long, value_name = "MAPS", allow_hyphen_values = true, help = maps_help())]
    maps: Option<String>,
    /// Where a map's samples lie: `grid`, the first and the last on the border as those of heights,
    /// or `texel`, in the middle of texels.
    #[arg(long, value_name = "grid|texel", allow_hyphen_values = true, requires = "maps")]
    registration: Option<String>,
}

fn colour_help() -> String {
    "Where a mesh's colours are: texture (GLB; at the vertices elsewhere), vertices or none"
        .to_owned()
}

fn maps_help() -> String {
    let rows = catalog::all().into_iter();
    let maps = one_of(rows.filter(|row| matches!(row.holds, Holds::Map(_))).map(|row| row.name));
    format!("Writes maps in place of heights, named after --out: some of {maps}, or all")
}

impl MeshArgs {
    /// The choices for a format.
    pub fn options(
        &self,
        format: Option<MeshFormat>,
        sea: Option<MeshSea>,
    ) -> Result<MeshOptions, Error> {
        let usual = MeshOptions::default();
        let whole = |flag, text: &Option<String>, what: &'static str| {
            parsed(flag, text, |text| text.parse::<u32>().map_err(|_| what))
        };
        let number = |flag, text: &Option<String>, what: &'static str| {
            parsed(flag, text, |text| text.parse::<f64>().map_err(|_| what))
        };
        Ok(MeshOptions {
            format,
            sea: sea.unwrap_or_default(),
            colour: parsed("--colour", &self.colour, |text| {
                text.parse::<MeshColour>().map_err(unknown_name)
            })?
            .unwrap_or_default(),
            texels: whole("--texels", &self.texels, "allowed are 2 to 8192")?,
            one_mesh: self.one_mesh,
            quantise: self.quantise,
            levels: whole("--levels", &self.levels, "allowed are 0 to 5")?.unwrap_or(0),
            only_level: whole("--level", &self.level, "allowed are 0 to 5")?,
            width_mm: number("--width-mm", &self.width_mm, "allowed are 1 to 10000")?
                .unwrap_or(usual.width_mm),
            exaggeration: number("--exaggeration", &self.exaggeration, "allowed are 0.01 to 100")?
                .unwrap_or(usual.exaggeration),
            base_mm: number("--base-mm", &self.base_mm, "allowed are 0.1 to 1000")?
                .unwrap_or(usual.base_mm),
        })
    }

    /// The first choice that was made, by its flag.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            (self.colour.is_some(), "--colour"),
            (self.texels.is_some(), "--texels"),
            (self.one_mesh, "--one-mesh"),
            (self.quantise, "--quantise"),
            (self.levels.is_some(), "--levels"),
            (self.level.is_some(), "--level"),
            (self.width_mm.is_some(), "--width-mm"),
            (self.exaggeration.is_some(), "--exaggeration"),
            (self.base_mm.is_some(), "--base-mm"),
        ];
        given.into_iter().find_map(|(is_given, flag)| is_given.then_some(flag))
    }
}

impl MapArgs {
    /// The choices; `None` if no maps are asked for.
    pub fn options(&self) -> Result<Option<MapOptions>, Error> {
        let maps = parsed("--maps", &self.maps, |text| {
            if text == "all" {
                return Ok(Map::ALL.iter().map(|row| row.value).collect());
            }
            text.split(',').map(|name| name.trim().parse::<Map>().map_err(unknown_name)).collect()
        })?;
        let registration = parsed("--registration", &self.registration, |text| {
            text.parse::<Registration>().map_err(unknown_name)
        })?;
        let registration = registration.unwrap_or_default();
        Ok(maps.map(|maps: Vec<Map>| MapOptions { maps, registration }))
    }
}

/// What is to be written of a mesh, in a line.
pub fn mesh_summary(plan: &MeshPlan) -> String {
    let Some(first) = plan.files().first() else { return "this shard has no tile\n".to_owned() };
    let [columns, rows] = first.size();
    format!(
        "{}: {columns} × {rows} vertices of {}; about {} on the disk, at most {} of memory\n",
        files(plan.files().len(), &first.path),
        plan.format(),
        size(plan.bytes()),
        size(plan.memory_bytes()),
    )
}

/// What is to be written of maps, in a line.
pub fn map_summary(plan: &MapPlan) -> String {
    let (Some(first), Some(tile)) = (plan.files().next(), plan.samples().files().first()) else {
        return "this shard has no tile\n".to_owned();
    };
    let [columns, rows] = tile.size();
    format!(
        "{}: {columns} × {rows} samples, {} m apart; at most {} on the disk\n",
        files(plan.files().count(), &first.path),
        spacing(plan.spacing_m()),
        size(plan.bytes()),
    )
}

fn files(count: usize, first: &Path) -> String {
    let name = text::line(&first.display().to_string());
    if count == 1 { name } else { format!("{count} files such as {name}") }
}

/// What a mesh has come to.
pub fn mesh_done(report: &MeshReport) -> String {
    let bytes = report.files.iter().map(|file| file.bytes).sum();
    let lines: String = report
        .files
        .iter()
        .map(|file| {
            let name = text::line(&file.path.display().to_string());
            format!("{name}: {} vertices, {} triangles\n", file.vertices, file.triangles)
        })
        .collect();
    lines + &ended(report.files.len(), bytes, report.duration)
}

/// What maps have come to.
pub fn map_done(report: &MapReport) -> String {
    let bytes = report.files.iter().map(|file| file.bytes).sum();
    ended(report.files.len(), bytes, report.duration)
}

fn ended(count: usize, bytes: u64, duration: Duration) -> String {
    let files = match count {
        0 => return "this shard has no tile\n".to_owned(),
        1 => "1 file".to_owned(),
        n => format!("{n} files"),
    };
    format!("{files}, {}, in {}\n", size(bytes), time(duration))
}

/// What a mesh has come to, for a program.
pub fn mesh_json(plan: &MeshPlan, report: &MeshReport) -> serde_json::Value {
    let files = report.files.iter().map(|file| {
        json!({
            "file": file.path.display().to_string(),
            "bytes": file.bytes,
            "vertices": file.vertices,
            "triangles": file.triangles,
            "lowest_m": file.lowest_m,
            "highest_m": file.highest_m,
        })
    });
    json!({
        "files": files.collect::<Vec<_>>(),
        "format": plan.format().to_string(),
        "spacing_m": plan.heights().grid().spacing_m(),
        "seconds": report.duration.as_secs_f64(),
    })
}

/// What is to be written of plants.
pub fn plants_summary(plan: &PlantsPlan) -> String {
    let side = plan.area().side_m;
    format!("{}: trees and boulders on {side} × {side} m\n", files(1, plan.path()))
}

/// What plants have come to.
pub fn plants_done(report: &JobReport) -> String {
    ended(report.files.len(), report.bytes, report.duration)
}

/// What plants have come to, for a program.
pub fn plants_json(report: &JobReport) -> serde_json::Value {
    let files = report.files.iter().map(|file| file.display().to_string());
    json!({
        "files": files.map(|file| json!({ "file": file, "bytes": report.bytes })).collect::<Vec<_>>(),
        "seconds": report.duration.as_secs_f64(),
    })
}

/// What maps have come to, for a program.
pub fn map_json(plan: &MapPlan, report: &MapReport) -> serde_json::Value {
    let files = report
        .files
        .iter()
        .map(|file| json!({ "file": file.path.display().to_string(), "bytes": file.bytes }));
    json!({
        "files": files.collect::<Vec<_>>(),
        "registration": plan.options().registration.name(),
        "spacing_m": plan.spacing_m(),
        "seconds": report.duration.as_secs_f64(),
    })
}

/// Looks whether all exports in a folder are whole, and says what it has looked at.
pub fn run_verify(folder: &Path, quiet: bool) -> Result<(), Error> {
    let verified = verify::verify(folder)?;
    if quiet {
        return Ok(());
    }
    let line = |job: &verify::VerifiedJob| {
        let name = text::line(&job.name);
        match (job.files, job.borders) {
            (1, _) => format!("{name} is whole\n"),
            (n, 0) => format!("{n} files like {name} are there and whole\n"),
            (n, b) => {
                format!("{n} files like {name} are there, whole, and equal on their {b} borders\n")
            }
        }
    };
    print(&verified.jobs.iter().map(line).collect::<String>())
}
