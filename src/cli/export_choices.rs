//! `orogen export`: the options of meshes and maps.

use clap::Args;

use super::flag::{number, one_of};
use crate::export::catalog::{self, FormatContent};
use crate::export::maps::{Map, MapOptions, Registration};
use crate::export::mesh::{MeshColour, MeshFormat, MeshOptions, MeshSea};
use crate::noise::choice::UnknownName;

/// The options of meshes.
#[derive(Args)]
#[command(next_help_heading = "Meshes (glb, obj, ply, stl)")]
pub struct MeshArgs {
    #[arg(long, value_name = "WHERE", allow_hyphen_values = true, help = colour_help())]
    colour: Option<MeshColour>,
    /// Texels on a side of a GLB's textures, 2 to 8192; by default one per cell, at most 2048.
    #[arg(long, value_name = "N", allow_hyphen_values = true,
        value_parser = number::<u32>("allowed are 2 to 8192"))]
    texels: Option<u32>,
    /// Writes one mesh with 32-bit indices in a GLB instead of tiles of 129² vertices.
    #[arg(long)]
    one_mesh: bool,
    /// Stores integers instead of floats in a GLB (KHR_mesh_quantization): smaller, but not every
    /// program reads it.
    #[arg(long)]
    quantise: bool,
    /// The number of coarser levels of each tile of a GLB (MSFT_lod), up to 5.
    #[arg(long, value_name = "N", allow_hyphen_values = true,
        value_parser = number::<u32>("allowed are 0 to 5"))]
    levels: Option<u32>,
    /// Writes only this level of detail of a GLB: 0 is the finest.
    #[arg(long, value_name = "K", allow_hyphen_values = true,
        value_parser = number::<u32>("allowed are 0 to 5"))]
    level: Option<u32>,
    /// The width of a print of the whole area (STL), in millimetres; by default 100.
    #[arg(long, value_name = "MM", allow_hyphen_values = true,
        value_parser = number::<f64>("allowed are 1 to 10000"))]
    width_mm: Option<f64>,
    /// The vertical exaggeration of a print (STL); by default 1.
    #[arg(long, value_name = "TIMES", allow_hyphen_values = true,
        value_parser = number::<f64>("allowed are 0.01 to 100"))]
    exaggeration: Option<f64>,
    /// The base below the lowest ground of a print (STL), in millimetres; by default 2.
    #[arg(long, value_name = "MM", allow_hyphen_values = true,
        value_parser = number::<f64>("allowed are 0.1 to 1000"))]
    base_mm: Option<f64>,
}

/// The options of maps.
#[derive(Args)]
#[command(next_help_heading = "Maps")]
pub struct MapArgs {
    #[arg(long, value_name = "MAPS", allow_hyphen_values = true,
        value_parser = parse_maps, help = maps_help())]
    maps: Option<Maps>,
    /// The placement of a map's samples: `grid`, the first and last on the border like heights, or
    /// `texel`, at texel centres.
    #[arg(long, value_name = "grid|texel", allow_hyphen_values = true, requires = "maps")]
    registration: Option<Registration>,
}

fn colour_help() -> String {
    "Where a mesh stores its colours: texture (only GLB; others use vertices), vertices or none"
        .to_owned()
}

fn maps_help() -> String {
    let rows = catalog::all().into_iter();
    let maps =
        one_of(rows.filter(|row| matches!(row.content, FormatContent::Map(_))).map(|row| row.name));
    format!("Writes maps instead of heights, named after --out: all, or a list of {maps}")
}

type Maps = Vec<Map>;

/// Parses `all`, or names of maps separated by commas.
fn parse_maps(text: &str) -> Result<Maps, UnknownName> {
    if text == "all" {
        return Ok(Map::ALL.iter().map(|row| row.value).collect());
    }
    text.split(',').map(|name| name.trim().parse()).collect()
}

impl MeshArgs {
    /// Returns the mesh options for a format.
    pub fn options(&self, format: MeshFormat, sea: Option<MeshSea>) -> MeshOptions {
        let defaults = MeshOptions::default();
        MeshOptions {
            format: Some(format),
            sea: sea.unwrap_or_default(),
            colour: self.colour.unwrap_or_default(),
            texels: self.texels,
            one_mesh: self.one_mesh,
            quantise: self.quantise,
            levels: self.levels.unwrap_or(0),
            only_level: self.level,
            width_mm: self.width_mm.unwrap_or(defaults.width_mm),
            exaggeration: self.exaggeration.unwrap_or(defaults.exaggeration),
            base_mm: self.base_mm.unwrap_or(defaults.base_mm),
        }
    }

    /// Lists the flags of meshes, each with true if the user gave it.
    pub fn given_flags(&self) -> [(&'static str, bool); 9] {
        [
            ("--colour", self.colour.is_some()),
            ("--texels", self.texels.is_some()),
            ("--one-mesh", self.one_mesh),
            ("--quantise", self.quantise),
            ("--levels", self.levels.is_some()),
            ("--level", self.level.is_some()),
            ("--width-mm", self.width_mm.is_some()),
            ("--exaggeration", self.exaggeration.is_some()),
            ("--base-mm", self.base_mm.is_some()),
        ]
    }
}

impl MapArgs {
    /// Returns the options. `None` if no maps are requested.
    pub fn options(&self) -> Option<MapOptions> {
        let registration = self.registration.unwrap_or_default();
        self.maps.clone().map(|maps| MapOptions { maps, registration })
    }
}
