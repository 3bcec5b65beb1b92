//! The formats of rivers.

orogen_noise::choice::choices! {
    /// The file format of rivers.
    #[derive(Default)]
    pub enum RiverFormat: "format" {
        /// Rivers and lakes as GeoJSON in local metres: lines with levels, and their graph.
        #[default]
        GeoJson = "geojson",
        /// Rivers and lakes as a map in SVG, in metres.
        Svg = "svg",
    }
}

impl RiverFormat {
    /// The file extension.
    pub fn extension(self) -> &'static str {
        self.name()
    }
}

/// The most nodes of the rivers' network in an area, and also upstream of it.
pub const MAX_NODES: usize = 1 << 18;
