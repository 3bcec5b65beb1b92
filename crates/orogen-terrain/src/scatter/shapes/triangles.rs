//! The vertices and triangles of a plant's shape.

/// The part of a plant to which a vertex belongs.
///
/// The shader cuts and colours each part differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Part {
    /// Trunks and branches.
    Bark = 0,
    /// A twig of needles: u runs along it from 0 to 1, v across it from −1 to 1.
    Twig = 1,
    /// A cone of needles: u runs around it in turns, v down it from 0 to 1.
    Skirt = 2,
    /// A bunch of leaves: u and v run from −1 to 1.
    Leaves = 3,
    /// The core of a crown: u = 3x + y and v = 3z − y for the direction (x, y, z) from its middle.
    Crown = 4,
    /// Stone: u and v unused.
    Stone = 5,
    /// A blade of grass: u runs across it from −1 to 1, v up it from 0 to 1.
    Blade = 6,
    /// A stem or a leaf of a reed, with u and v like a blade's.
    Reed = 7,
}

/// A vertex of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeVertex {
    /// The position, in heights of the plant.
    pub position: [f32; 3],
    /// The unit normal.
    pub normal: [f32; 3],
    /// Texture coordinates, as [`Part`] describes.
    pub uv: [f32; 2],
    /// The part to which the vertex belongs.
    pub part: Part,
    /// The share of ambient light that reaches the vertex, from 0 to 1.
    pub open: f32,
    /// A random number from 0 to 1, equal for all vertices of a card.
    pub random: f32,
}

/// A shape as indexed triangles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlantShape {
    /// The vertices.
    pub vertices: Vec<ShapeVertex>,
    /// Three indices per triangle.
    pub indices: Vec<u16>,
}
