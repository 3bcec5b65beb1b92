//! Shapes as triangles.

/// The part of a plant that a vertex belongs to; the shader cuts and colours by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Part {
    /// Trunks and branches.
    Bark = 0,
    /// A twig of needles: u along it from 0 to 1, v across from −1 to 1.
    Twig = 1,
    /// A skirt of needles: u around in turns, v down from 0 to 1.
    Skirt = 2,
    /// A bunch of leaves: u and v from −1 to 1.
    Leaves = 3,
    /// A crown of leaves: u and v around and down in turns.
    Crown = 4,
    /// Stone: u and v unused.
    Stone = 5,
    /// A blade of grass: u across from −1 to 1, v up from 0 to 1.
    Blade = 6,
}

/// A corner of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeVertex {
    /// The position, in heights of the plant.
    pub position: [f32; 3],
    /// The unit normal.
    pub normal: [f32; 3],
    /// Texture coordinates, as [`Part`] describes.
    pub uv: [f32; 2],
    /// The part that it belongs to.
    pub part: Part,
    /// The share of ambient light that reaches it, from 0 to 1.
    pub open: f32,
    /// A random number that distinguishes cards, from 0 to 1.
    pub random: f32,
}

/// Triangles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shape {
    /// The corners.
    pub vertices: Vec<ShapeVertex>,
    /// Three indices per triangle.
    pub indices: Vec<u16>,
}
