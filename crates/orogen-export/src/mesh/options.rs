//! What one chooses of a mesh.

use std::path::Path;

use crate::options::Sea;
use orogen_noise::choice::choices;

choices! {
    /// A format of meshes.
    pub enum MeshFormat: "format" {
        /// glTF in one binary file: metres, y up, with colours or textures.
        Glb = "glb",
        /// Wavefront OBJ: text, y up, colours behind positions.
        Obj = "obj",
        /// PLY, binary: z up, colours as bytes.
        Ply = "ply",
        /// STL, binary: a closed solid in millimetres, z up, to be printed.
        Stl = "stl",
    }
}

impl MeshFormat {
    /// Its axes and units, as the JSON beside a file says them.
    pub(super) fn axes(self) -> &'static str {
        match self {
            Self::Glb => "x east, y up, z south, metres; the root lies at the area's centre",
            Self::Obj => "x east, y up, z south, metres from the area's centre",
            Self::Ply => "x east, y north, z up, metres from the area's centre",
            Self::Stl => "x east, y north, z up, millimetres from the south-west corner",
        }
    }

    /// The end of its files' names.
    pub fn extension(self) -> &'static str {
        self.name()
    }

    /// The format that a file's name asks for.
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        extension.parse().ok()
    }
}

choices! {
    /// What a mesh has where there is water.
    #[derive(Default)]
    pub enum MeshSea: "sea" {
        /// The ground under it.
        #[default]
        Bed = "bed",
        /// Its surface in place of the ground.
        Clamp = "clamp",
        /// The ground, and the surface as a mesh of its own.
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
    /// Where colours are.
    #[derive(Default)]
    pub enum MeshColour: "colour" {
        /// In textures of colour and relief (GLB); at the vertices elsewhere.
        #[default]
        Texture = "texture",
        /// At the vertices.
        Vertices = "vertices",
        /// Nowhere.
        None = "none",
    }
}

/// What one chooses of a mesh, besides area, resolution and files.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshOptions {
    /// `None`: what the file's name says.
    pub format: Option<MeshFormat>,
    /// What is where there is water.
    pub sea: MeshSea,
    /// Where colours are. Readers multiply a texture's by the vertices', so there is only one.
    pub colour: MeshColour,
    /// Texels on a side of a GLB's textures; `None`: as many as there are cells, up to 2048.
    pub texels: Option<u32>,
    /// One mesh of 32-bit indices in place of tiles of 129² vertices (GLB).
    pub one_mesh: bool,
    /// Whole numbers in place of floats, by KHR_mesh_quantization (GLB).
    pub quantise: bool,
    /// How many coarser levels each tile has besides its own, by MSFT_lod (GLB).
    pub levels: u32,
    /// Only this level: 0 is the finest (GLB).
    pub only_level: Option<u32>,
    /// The width of the whole area in a print, in millimetres (STL).
    pub width_mm: f64,
    /// How much higher than wide a print is (STL).
    pub exaggeration: f64,
    /// What is below the lowest ground of a print, in millimetres (STL).
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
