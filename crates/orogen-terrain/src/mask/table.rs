//! The kinds of mask and their parameters, each declared once.

use crate::choices::rows;
use crate::kinds::kinds;
use orogen_noise::choice::choices;

choices! {
    /// The bends of the land that a curvature mask takes.
    pub enum Bend: "bend" {
        /// Land that lies below the mean around it.
        Hollows = "hollows",
        /// Land that lies above the mean around it.
        Ridges = "ridges",
    }
}

rows! {
    BENDS: Bend;
}

kinds! {
    /// The kinds of mask, in the order of menus.
    MaskType: "mask";
    /// A kind of mask with its parameters.
    MaskKind by mask_type;

    /// Takes the land below between two heights.
    HeightBand = "height" {
        low_m: f64 = 100.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Low",
            "The layer has full weight above this height.";
        high_m: f64 = 400.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "High",
            "The layer has full weight below this height; a band that ends below its start takes nothing.";
        fade_m: f64 = 60.0, Number { min: 0.0, max: 4000.0, log: false }, "m", Shape, "Fade",
            "The height range below and above the band over which the weight fades.";
    }
    /// Takes the land below where it is as steep.
    Slope = "slope" {
        from_deg: f64 = 0.0, Number { min: 0.0, max: 90.0, log: false }, "°", Shape, "From",
            "The layer has full weight on slopes steeper than this.";
        to_deg: f64 = 25.0, Number { min: 0.0, max: 90.0, log: false }, "°", Shape, "To",
            "The layer has full weight on slopes gentler than this; a band that ends below its start takes nothing.";
        fade_deg: f64 = 8.0, Number { min: 0.0, max: 90.0, log: false }, "°", Shape, "Fade",
            "The range of slopes over which the weight fades on gentler and steeper land.";
    }
    /// Takes the hollows or the ridges of the land below.
    Curvature = "curvature" {
        side: Bend = Bend::Hollows, Choice(BENDS), "", Shape, "Side",
            "Selects hollows or ridges.";
        radius_m: f64 = 60.0, Number { min: 4.0, max: 4000.0, log: true }, "m", Sample, "Radius",
            "The distance of the land with which a place is compared.";
        from: f64 = 1.0, Number { min: 0.0, max: 50.0, log: false }, "%", Shape, "From",
            "The depth below the mean around it, or the height above, at which land begins to count, as a share of the radius.";
        fade: f64 = 4.0, Number { min: 0.0, max: 50.0, log: false }, "%", Shape, "Fade",
            "The further depth or height over which the weight rises to 1.";
    }
    /// Takes patches, laid by a noise.
    Noise = "noise" {
        size_m: f64 = 2000.0, Number { min: 10.0, max: 200000.0, log: true }, "m", Sample, "Size",
            "The size of the noise that lays the patches.";
        cover: f64 = 0.5, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Cover",
            "The approximate share of land inside the patches.";
        softness: f64 = 0.2, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Softness",
            "The softness of the patches' edges, in units of the noise.";
    }
    /// Takes a disc around a place.
    Distance = "distance" {
        east_m: f64 = 0.0, Number { min: -1e9, max: 1e9, log: false }, "m", Shape, "East",
            "The distance of its middle to the east of the origin.";
        south_m: f64 = 0.0, Number { min: -1e9, max: 1e9, log: false }, "m", Shape, "South",
            "The distance of its middle to the south of the origin.";
        radius_m: f64 = 2000.0, Number { min: 10.0, max: 1e6, log: true }, "m", Shape, "Radius",
            "The weight is 0 beyond this distance.";
        edge: f64 = 0.5, Number { min: 0.01, max: 1.0, log: false }, "", Shape, "Edge",
            "The share of the radius over which the disc fades.";
    }
    /// Takes the land where another layer is high.
    OtherLayer = "layer" {
        layer: u32 = 1, Integer { min: 1, max: u32::MAX as i64 }, "", Shape, "Layer",
            "The number of the layer whose own height is read.";
        low_m: f64 = 0.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Low",
            "The weight is 0 where the other layer is lower than this.";
        high_m: f64 = 100.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "High",
            "The layer has full weight where the other layer is higher than this; a height below the low one takes nothing.";
    }
}
