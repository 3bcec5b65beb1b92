//! The kinds of mask and their parameters, each declared once.

use crate::choices::rows;
use crate::kinds::kinds;
use orogen_noise::choice::choices;

choices! {
    /// Which bends of the land a curvature mask takes.
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
    /// The kinds of mask, in the order in which they are offered.
    MaskType: "mask";
    /// What a mask is made of, with its parameters.
    MaskKind by mask_type;

    /// Takes the land below between two heights.
    HeightBand = "height" {
        low_m: f64 = 100.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Low",
            "From this height on the layer counts in full.";
        high_m: f64 = 400.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "High",
            "Up to this height the layer counts in full; below the low one, nothing is masked in.";
        fade_m: f64 = 60.0, Number { min: 0.0, max: 4000.0, log: false }, "m", Shape, "Fade",
            "Over how many metres below and above the band it fades.";
    }
    /// Takes the land below where it is as steep.
    Slope = "slope" {
        from_deg: f64 = 0.0, Number { min: 0.0, max: 90.0, log: false }, "°", Shape, "From",
            "From this slope on the layer counts in full.";
        to_deg: f64 = 25.0, Number { min: 0.0, max: 90.0, log: false }, "°", Shape, "To",
            "Up to this slope the layer counts in full; below the first one, nothing is masked in.";
        fade_deg: f64 = 8.0, Number { min: 0.0, max: 90.0, log: false }, "°", Shape, "Fade",
            "Over how many degrees it fades on gentler and on steeper land.";
    }
    /// Takes the hollows or the ridges of the land below.
    Curvature = "curvature" {
        side: Bend = Bend::Hollows, Choice(BENDS), "", Shape, "Side",
            "Whether hollows or ridges are taken.";
        radius_m: f64 = 60.0, Number { min: 4.0, max: 4000.0, log: true }, "m", Sample, "Radius",
            "How far away the land is that a place is compared with.";
        from: f64 = 1.0, Number { min: 0.0, max: 50.0, log: false }, "%", Shape, "From",
            "From how far below or above the mean around it land counts, as a share of the radius.";
        fade: f64 = 4.0, Number { min: 0.0, max: 50.0, log: false }, "%", Shape, "Fade",
            "Over how much more of it land comes to count in full.";
    }
    /// Takes patches, laid by a noise.
    Noise = "noise" {
        size_m: f64 = 2000.0, Number { min: 10.0, max: 200000.0, log: true }, "m", Sample, "Size",
            "The size of the noise that lays the patches.";
        cover: f64 = 0.5, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Cover",
            "About which share of the land is masked in.";
        softness: f64 = 0.2, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Softness",
            "How softly patches end, in units of the noise.";
    }
    /// Takes a disc around a place.
    Distance = "distance" {
        east_m: f64 = 0.0, Number { min: -1e9, max: 1e9, log: false }, "m", Shape, "East",
            "How far east of the origin its middle is.";
        south_m: f64 = 0.0, Number { min: -1e9, max: 1e9, log: false }, "m", Shape, "South",
            "How far south of the origin its middle is.";
        radius_m: f64 = 2000.0, Number { min: 10.0, max: 1e6, log: true }, "m", Shape, "Radius",
            "From this distance on nothing is masked in.";
        edge: f64 = 0.5, Number { min: 0.01, max: 1.0, log: false }, "", Shape, "Edge",
            "Over which share of the radius the disc fades.";
    }
    /// Takes the land where another layer is high.
    OtherLayer = "layer" {
        layer: u32 = 1, Integer { min: 1, max: u32::MAX as i64 }, "", Shape, "Layer",
            "The number of the layer whose own height is read.";
        low_m: f64 = 0.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Low",
            "Up to this height of it nothing is masked in.";
        high_m: f64 = 100.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "High",
            "From this height of it on the layer counts in full; below the low one, nothing is masked in.";
    }
}
