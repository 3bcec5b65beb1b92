//! Landforms: crater fields, dunes, mesas and the like, as functions of the position.
//!
//! | file | what |
//! |---|---|
//! | `form` | what every landform can be asked: [`Landform`] |
//! | `scatter` | one hashed feature a cell, and the reference |
//! | `batch` | the same for many samples at once |
//! | `field`, `finish` | octaves of features and the step from their sum to the height |
//! | `round` | slopes, and what is round about a middle |
//! | the others | the kinds, each with its document of parameters |
//!
//! A new kind is a `Kernel` (a scattered feature) or a `Finish` (of blobs), and a row of
//! [`LANDFORMS`].

mod barchans;
mod batch;
mod blobs;
mod coast;
mod continents;
mod craters;
mod dunes;
mod field;
mod finish;
mod form;
mod karst;
mod mesas;
mod round;
mod scatter;
#[cfg(test)]
mod tests;
mod volcanoes;
mod wind;

pub use barchans::{BarchansDocument, BarchansGroup, barchans};
pub use coast::{Coast, CoastDocument, CoastGroup};
pub use continents::{ContinentsDocument, ContinentsGroup, base_level, relief};
pub use craters::{CratersDocument, CratersGroup, craters};
pub use dunes::{DunesDocument, DunesGroup, dunes};
pub use form::Landform;
pub use karst::{DolinesDocument, DolinesGroup, TowersDocument, TowersGroup, dolines, towers};
pub use mesas::{MesasDocument, MesasGroup, mesas};
pub use volcanoes::{VolcanoesDocument, VolcanoesGroup, volcanoes};

use crate::noise::Seed;

/// A kind of landform.
pub struct LandformRow {
    /// As in files.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// Whether its gradient is continuous; else it has creases.
    pub smooth: bool,
    /// One with default parameters; none for what is made of the heights below it.
    pub example: Option<fn(Seed) -> Box<dyn Landform>>,
}

macro_rules! example {
    ($make:expr) => {
        Some(|seed| Box::new($make(&Default::default(), seed)))
    };
}

/// Every kind of landform.
pub const LANDFORMS: &[LandformRow] = &[
    LandformRow {
        name: "craters",
        doc: "A field of impact craters, many small ones and few large ones.",
        smooth: true,
        example: example!(craters),
    },
    LandformRow {
        name: "dunes",
        doc: "Transverse dunes: long crests across the wind, with steep lee sides.",
        smooth: false,
        example: example!(dunes),
    },
    LandformRow {
        name: "barchans",
        doc: "Single crescents of sand whose horns point downwind.",
        smooth: false,
        example: example!(barchans),
    },
    LandformRow {
        name: "mesas",
        doc: "Flat tops with steep walls above aprons of talus.",
        smooth: true,
        example: example!(mesas),
    },
    LandformRow {
        name: "volcanoes",
        doc: "A cone with a caldera, at one place or in every cell of a field.",
        smooth: false,
        example: example!(volcanoes),
    },
    LandformRow {
        name: "coast",
        doc: "A beach at the sea's level and a cliff above it, from the heights below.",
        smooth: true,
        example: None,
    },
    LandformRow {
        name: "dolines",
        doc: "Round bowls where limestone dissolves.",
        smooth: true,
        example: example!(dolines),
    },
    LandformRow {
        name: "towers",
        doc: "Karst towers: steep hills of limestone on a plain.",
        smooth: false,
        example: example!(towers),
    },
    LandformRow {
        name: "continents",
        doc: "The base level of continents and seas, and how much relief each has.",
        smooth: true,
        example: example!(base_level),
    },
];
