//! The display choices: style and overlay.

use orogen_noise::choice::choices;

choices! {
    /// How the land is coloured and lit.
    pub enum Style: "style" {
        /// Materials by height, slope and curvature, water, sky and shadows.
        Natural = "natural",
        /// Water, grass and mountain with Phong shading, as in a course on computer graphics.
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
        /// The edges of the triangles that are drawn.
        Wireframe = "wireframe",
        /// Heights as colours, with contour lines.
        Contours = "contours",
        /// The slope as colours.
        Slope = "slope",
        /// The direction in which the surface faces, as colours.
        Normals = "normals",
        /// Hollows and ridges as colours.
        Curvature = "curvature",
        /// The shares of the natural style's materials as colours.
        Materials = "materials",
        /// Levels of detail as colours, paler where one level blends into the next.
        Levels = "levels",
        /// The noise before height and exponent shape it.
        Noise = "noise",
        /// The weight of the selected layer or painted part, or else of the topmost layer with masks.
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
