//! The options of maps.

use orogen_noise::choice::choices;

choices! {
    /// The property that a map shows.
    pub enum Map: "map" {
        /// Directions of the surface: red east, green north, blue up (Unreal's green is south).
        Normal = "normal",
        /// Degrees of slope, 0 to 90 over 16 bits.
        Slope = "slope",
        /// Hollows below 32768, ridges above: c / (1 + |c|), 1 a kink of 45°.
        Curvature = "curvature",
        /// The visible share of the sky, from none to all of it.
        Occlusion = "occlusion",
        /// The ground's colour without lighting.
        Albedo = "albedo",
        /// The weights of the materials; they add up to exactly 255.
        Splat = "splat",
        /// Gullies below 32768, ridges above, where erosion made them.
        Ridge = "ridge",
        /// White where there is water.
        Water = "water",
        /// The weight of each layer on the land below it.
        Layers = "layers",
    }
}

choices! {
    /// The placement of samples in the area.
    #[derive(Default)]
    pub enum Registration: "registration" {
        /// The first and last samples lie on the border, like those of heights.
        #[default]
        Grid = "grid",
        /// Samples lie at texel centres, as textures on meshes are sampled.
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
