//! What one chooses of maps.

use orogen_noise::choice::choices;

choices! {
    /// What a map shows.
    pub enum Map: "map" {
        /// Directions of the surface: red east, green north, blue up (Unreal's green is south).
        Normal = "normal",
        /// Degrees of slope, 0 to 90 over 16 bits.
        Slope = "slope",
        /// Hollows below 32768, ridges above: c / (1 + |c|), 1 a kink of 45°.
        Curvature = "curvature",
        /// How much of the sky is seen, from none to all of it.
        Occlusion = "occlusion",
        /// The ground's colour before any light.
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
    /// Where samples lie in the area.
    #[derive(Default)]
    pub enum Registration: "registration" {
        /// The first and the last on its border, as those of heights.
        #[default]
        Grid = "grid",
        /// In the middle of texels, as pictures on meshes are read.
        Texel = "texel",
    }
}

/// What one chooses of maps, besides area, resolution and files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapOptions {
    /// Which ones.
    pub maps: Vec<Map>,
    /// Where samples lie.
    pub registration: Registration,
}
