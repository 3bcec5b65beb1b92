//! The display choices: style and overlay.

use orogen_noise::choice::choices;

choices! {
    /// How the land is coloured and lit.
    pub enum Style: "style" {
        /// Materials by height, slope and curvature, water, sky and shadows.
        Natural = "natural",
        /// Water, grass and mountain in Phong's shading, as a course of computer graphics teaches
        /// it.
        Course = "course",
    }
}

choices! {
    /// The display of the land.
    pub enum Overlay: "view" {
        /// The land in its style.
        Shaded = "shaded",
        /// The bare form in one pale colour.
        Clay = "clay",
        /// The edges of the mesh's triangles as they are drawn.
        Wireframe = "wireframe",
        /// Heights as colours, with contour lines.
        Contours = "contours",
        /// Degrees of slope as colours.
        Slope = "slope",
        /// Directions of the surface as colours.
        Normals = "normals",
        /// Hollows and ridges as colours.
        Curvature = "curvature",
        /// The shares of the natural style's materials as colours.
        Materials = "materials",
        /// Levels of detail as colours, paler where a level turns into the next.
        Levels = "levels",
        /// The noise before height and exponent shape it.
        Noise = "noise",
        /// Where a layer counts: the selected one, or the topmost that has masks.
        Mask = "mask",
        /// Gullies and ridges that erosion made, as colours.
        Ridges = "ridges",
    }
}

impl Style {
    /// The number used in shaders.
    pub fn number(self) -> u32 {
        self as u32
    }
}

impl Overlay {
    /// The number used in shaders.
    pub fn number(self) -> u32 {
        self as u32
    }
}

crate::choices::rows! {
    STYLES: Style;
    OVERLAYS: Overlay;
}
