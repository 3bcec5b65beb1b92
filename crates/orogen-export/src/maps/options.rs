//! The options of maps.

use orogen_noise::choice::choices;

choices! {
    /// The property that a map shows.
    pub enum Map: "map" {
        /// Surface normals: red is east, green is north (south for Unreal), blue is up.
        Normal = "normal",
        /// Slope, from 0° to 90° over 16 bits.
        Slope = "slope",
        /// Curvature c as c / (1 + |c|): below 32768 in hollows, above on ridges.
        Curvature = "curvature",
        /// The visible share of the sky, from 0 to 1.
        Occlusion = "occlusion",
        /// The ground's colour without lighting.
        Albedo = "albedo",
        /// The weights of the ground materials, which add up to 255.
        Splat = "splat",
        /// Gullies (below 32768) and ridges (above) that erosion made.
        Ridge = "ridge",
        /// White where there is water.
        Water = "water",
        /// The flow of rivers: red is east, green is north (south for Unreal), blue is the speed.
        Flow = "flow",
        /// Wet and damp ground: 1 under water, falling with the distance from it and the height above.
        Wetness = "wetness",
        /// The area that drains through courses, on a logarithmic scale.
        Catchment = "catchment",
        /// The weight of each layer on the land below it.
        Layers = "layers",
    }
}

choices! {
    /// The placement of samples in the area.
    #[derive(Default)]
    pub enum Registration: "registration" {
        /// The first and last samples lie on the border, as in height files.
        #[default]
        Grid = "grid",
        /// The samples lie at texel centres, as in a mesh texture.
        Texel = "texel",
    }
}

/// The options of maps. Area, resolution and files are in [`crate::ExportOptions`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapOptions {
    /// The selected maps.
    pub maps: Vec<Map>,
    /// The placement of the samples in the area.
    pub registration: Registration,
}
