//! The options of meshes.

use std::path::Path;

use crate::options::Sea;
use orogen_noise::choice::choices;

choices! {
    /// A file format of meshes.
    pub enum MeshFormat: "format" {
        /// glTF in one binary file: metres, y up, with colours or textures.
        Glb = "glb",
        /// Wavefront OBJ: text, y up, colours after positions.
        Obj = "obj",
        /// PLY, binary: z up, colours as bytes.
        Ply = "ply",
        /// STL, binary: a closed solid in millimetres, z up, for printing.
        Stl = "stl",
    }
}

impl MeshFormat {
    /// The axes and units of the format, for the JSON of a file.
    pub(super) fn axes(self) -> &'static str {
        match self {
            Self::Glb => "x east, y up, z south, metres; the root lies at the area's centre",
            Self::Obj => "x east, y up, z south, metres from the area's centre",
            Self::Ply => "x east, y north, z up, metres from the area's centre",
            Self::Stl => "x east, y north, z up, millimetres from the south-west corner",
        }
    }

    /// The file extension.
    pub fn extension(self) -> &'static str {
        self.name()
    }

    /// Returns the format that a file name selects.
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        extension.parse().ok()
    }
}

choices! {
    /// The surface of a mesh where there is water.
    #[derive(Default)]
    pub enum MeshSea: "sea" {
        /// The ground under the water.
        #[default]
        Bed = "bed",
        /// The water surface instead of the ground.
        Clamp = "clamp",
        /// The ground, and the water surface as a separate mesh.
        Surface = "surface",
    }
}

impl From<Sea> for MeshSea {
    fn from(sea: Sea) -> Self {
        match sea {
            Sea::Bed => Self::Bed,
            Sea::Clamp => Self::Clamp,
        }
    }
}

choices! {
    /// The place of colours.
    #[derive(Default)]
    pub enum MeshColour: "colour" {
        /// In a colour and a normal texture (GLB), or at the vertices (others).
        #[default]
        Texture = "texture",
        /// At the vertices.
        Vertices = "vertices",
        /// Nowhere.
        None = "none",
    }
}

/// The options of a mesh.
///
/// Area, resolution and files are in [`crate::ExportOptions`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshOptions {
    /// `None` selects the format of the file name.
    pub format: Option<MeshFormat>,
    /// The surface where there is water.
    pub sea: MeshSea,
    /// The place of colours. A mesh has either textures or vertex colours, because viewers multiply
    /// the two.
    pub colour: MeshColour,
    /// Texels on a side of a GLB's textures. `None` rounds the number of cells on a side up to a
    /// power of two, and clamps it to 256 to 2048.
    pub texels: Option<u32>,
    /// True for one mesh with 32-bit indices, false for tiles of 129² vertices (GLB).
    pub one_mesh: bool,
    /// True to store positions as integers, with KHR_mesh_quantization (GLB).
    pub quantise: bool,
    /// The number of coarser levels of each tile, with MSFT_lod (GLB).
    pub levels: u32,
    /// The only level to write; 0 is the finest. `None` writes all levels (GLB).
    pub only_level: Option<u32>,
    /// The width of a print of the whole area, in millimetres (STL).
    pub width_mm: f64,
    /// The vertical exaggeration of a print (STL).
    pub exaggeration: f64,
    /// The thickness of a print below its lowest ground, in millimetres (STL).
    pub base_mm: f64,
}

impl Default for MeshOptions {
    fn default() -> Self {
        Self {
            format: None,
            sea: MeshSea::Bed,
            colour: MeshColour::Texture,
            texels: None,
            one_mesh: false,
            quantise: false,
            levels: 0,
            only_level: None,
            width_mm: 100.0,
            exaggeration: 1.0,
            base_mm: 2.0,
        }
    }
}
