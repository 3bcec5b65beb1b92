//! The kinds of mask and their parameters, each declared once.

use crate::choices::rows;
use crate::kinds::kinds;
use orogen_noise::choice::choices;

choices! {
    /// The bends of the land that a curvature mask can select.
    pub enum Bend: "bend" {
        /// Land below the mean height around it.
        Hollows = "hollows",
        /// Land above the mean height around it.
        Ridges = "ridges",
    }
}

rows! {
    BENDS: Bend;
}

kinds! {
    /// The kinds of mask, in the order of the menus.
    MaskType: "mask";
    /// A kind of mask with its parameters.
    MaskKind by mask_type;

    /// Selects land between two heights.
    HeightBand = "height" {
        low_m: f64 = 100.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Low",
            "The lower end of the band; the mask has full weight from here up to High.";
        high_m: f64 = 400.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "High",
            "The upper end of the band; a value below Low selects nothing.";
        fade_m: f64 = 60.0, Number { min: 0.0, max: 4000.0, log: false }, "m", Shape, "Fade",
            "The height range over which the weight fades to 0, below and above the band.";
    }
    /// Selects land by its slope.
    Slope = "slope" {
        from_deg: f64 = 0.0, Number { min: 0.0, max: 90.0, log: false }, "°", Shape, "From",
            "The gentlest slope on which the mask has full weight.";
        to_deg: f64 = 25.0, Number { min: 0.0, max: 90.0, log: false }, "°", Shape, "To",
            "The steepest slope on which the mask has full weight; a value below From selects nothing.";
        fade_deg: f64 = 8.0, Number { min: 0.0, max: 90.0, log: false }, "°", Shape, "Fade",
            "The range of slopes over which the weight fades to 0, on gentler and on steeper land.";
    }
    /// Selects the hollows or the ridges of the land.
    Curvature = "curvature" {
        side: Bend = Bend::Hollows, Choice(BENDS), "", Shape, "Side",
            "Selects hollows or ridges.";
        radius_m: f64 = 60.0, Number { min: 4.0, max: 4000.0, log: true }, "m", Sample, "Radius",
            "The distance of the surrounding land with which the height of a place is compared.";
        from: f64 = 1.0, Number { min: 0.0, max: 50.0, log: false }, "%", Shape, "From",
            "The depth below the mean height around a place, or the height above it, from which the weight rises, as a share of the radius.";
        fade: f64 = 4.0, Number { min: 0.0, max: 50.0, log: false }, "%", Shape, "Fade",
            "The further depth or height over which the weight rises to 1, as a share of the radius.";
    }
    /// Selects patches that follow a noise.
    Noise = "noise" {
        size_m: f64 = 2000.0, Number { min: 10.0, max: 200000.0, log: true }, "m", Sample, "Size",
            "The size of the noise that makes the patches.";
        cover: f64 = 0.5, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Cover",
            "The approximate share of land inside the patches.";
        softness: f64 = 0.2, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Softness",
            "Half the range of noise values over which the edges of patches fade.";
    }
    /// Selects a disc around a point.
    Distance = "distance" {
        east_m: f64 = 0.0, Number { min: -1e9, max: 1e9, log: false }, "m", Shape, "East",
            "The distance of the centre east of the origin.";
        south_m: f64 = 0.0, Number { min: -1e9, max: 1e9, log: false }, "m", Shape, "South",
            "The distance of the centre south of the origin.";
        radius_m: f64 = 2000.0, Number { min: 10.0, max: 1e6, log: true }, "m", Shape, "Radius",
            "The distance from the centre beyond which the weight is 0.";
        edge: f64 = 0.5, Number { min: 0.01, max: 1.0, log: false }, "", Shape, "Edge",
            "The share of the radius over which the weight fades to 0.";
    }
    /// Selects land where another layer is high.
    OtherLayer = "layer" {
        layer: u32 = 1, Integer { min: 1, max: u32::MAX as i64 }, "", Shape, "Layer",
            "The number of the layer whose own height the mask reads.";
        low_m: f64 = 0.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Low",
            "The weight is 0 where the other layer is below this height.";
        high_m: f64 = 100.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "High",
            "The weight is 1 where the other layer is above this height; a value below Low selects nothing.";
    }
}
