//! Imported heightmaps as layers: a smooth surface through samples on a grid.
//!
//! | file | content |
//! |---|---|
//! | `raster` | samples with their hash, coarser levels and bounds |
//! | `edges` | the land beyond the edges of the map |
//! | `grid` | a level of detail: samples on a grid, and the surface through them |
//! | `join` | maps side by side: the share of each at a place |
//! | `map` | the height function: [`Landform`](crate::landform::Landform) of a raster |
//! | `rows` | the height function for whole rows in f32 |
//! | `missing` | layers whose raster is missing |
//! | `store` | the store of rasters by their hashes |
//! | `packed` | a raster as text, for recipes |
//!
//! A recipe names a raster by the hash of its samples. The code that opens a recipe puts the raster
//! into the store. Until then the layer contributes nothing, and [`missing`] lists it.

mod edges;
mod grid;
mod join;
mod map;
mod missing;
mod packed;
mod raster;
mod rows;
mod store;
#[cfg(test)]
mod tests;

pub use edges::Edges;
pub(super) use join::{Joint, MapFrame, joined_maps};
pub use map::Heightmap;
pub use missing::{MissingHeightmap, missing};
pub use packed::{MAX_PACKED, PackedError, pack, unpack};
pub use raster::{MAX_RASTER_SAMPLES, Raster, RasterError};
pub use store::{find, keep, record_failure, set_source, source};

/// The key of embedded samples in the parameter table of a layer.
pub(super) const PACKED: &str = "samples";

use crate::choices;

choices::rows! {
    EDGES: Edges;
}

crate::document! {
    /// The parameters of a heightmap.
    HeightmapLayer {
        heightmap: HeightmapGroup, "Heightmap" {
            file: String = String::new(), Text { max_chars: 200 }, "", Sample, "File",
                "The name of the map's file, which lies next to the recipe.";
            hash: String = String::new(), Text { max_chars: 64 }, "", Sample, "Hash",
                "The SHA-256 of the map's samples, which identifies the file.";
            reading: String = String::new(), Text { max_chars: 80 }, "", Sample, "Reading",
                "How to read a file that does not state its format: 513x513, big, u16, south-first, channel=red.";
            embedded: bool = false, Toggle, "", Shade, "In the recipe",
                "Stores the samples in the recipe's file, if they are small enough.";
            width_m: f64 = 4000.0, Number { min: 1.0, max: 50_000_000.0, log: true }, "m", Sample, "Width",
                "The distance from the westernmost samples to the easternmost.";
            depth_m: f64 = 4000.0, Number { min: 1.0, max: 50_000_000.0, log: true }, "m", Sample, "Depth",
                "The distance from the northernmost samples to the southernmost.";
            low_m: f64 = 0.0, Number { min: -100_000.0, max: 100_000.0, log: false }, "m", Sample, "Lowest",
                "The height of the map's lowest sample.";
            high_m: f64 = 500.0, Number { min: -100_000.0, max: 100_000.0, log: false }, "m", Sample, "Highest",
                "The height of the map's highest sample.";
            east_m: f64 = 0.0, Number { min: -100_000_000.0, max: 100_000_000.0, log: false }, "m", Sample, "East",
                "How far east of the origin the map's middle lies.";
            south_m: f64 = 0.0, Number { min: -100_000_000.0, max: 100_000_000.0, log: false }, "m", Sample, "South",
                "How far south of the origin the map's middle lies.";
            edges: Edges = Edges::Fade, Choice(EDGES), "", Sample, "Edges",
                "The land beyond the edges of the map.";
            fade_m: f64 = 1000.0, Number { min: 1.0, max: 10_000_000.0, log: true }, "m", Sample, "Fade",
                "The distance over which the map fades beyond its edges.";
            outside_m: f64 = 0.0, Number { min: -100_000.0, max: 100_000.0, log: false }, "m", Sample, "Outside",
                "The height to which the edges fade.";
        }
    }
}

impl HeightmapLayer {
    /// The samples, if the store has them.
    pub fn raster(&self) -> Option<std::sync::Arc<Raster>> {
        find(&self.heightmap.hash)
    }

    /// The samples as text, if the recipe embeds them and they are small enough.
    pub fn packed(&self) -> Option<String> {
        let raster = self.raster().filter(|_| self.heightmap.embedded)?;
        raster.packed().map(str::to_owned)
    }

    /// The largest distance of a sample from height 0, in metres.
    pub fn height_m(&self) -> f64 {
        self.heightmap.high_m.abs().max(self.heightmap.low_m.abs())
    }

    /// The size of the largest features in metres.
    ///
    /// It is a third of the map's shorter side.
    pub fn feature_m(&self) -> f64 {
        self.heightmap.width_m.min(self.heightmap.depth_m) / 3.0
    }

    /// Returns true if a parameter has an effect with the other values as they are.
    pub fn uses(&self, key: &str) -> bool {
        match key {
            "heightmap.fade_m" | "heightmap.outside_m" => self.heightmap.edges.fades(),
            _ => true,
        }
    }
}
