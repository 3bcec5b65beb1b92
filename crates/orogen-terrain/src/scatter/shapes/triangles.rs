//! Shapes as triangles.

/// What a vertex is part of, by which the shader cuts and colours it.
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
    /// In heights of the plant.
    pub position: [f32; 3],
    /// Of unit length.
    pub normal: [f32; 3],
    /// See [`Part`].
    pub uv: [f32; 2],
    /// What it is part of.
    pub part: Part,
    /// How much of the light of all around reaches it, from 0 to 1.
    pub open: f32,
    /// By which cards differ, from 0 to 1.
    pub random: f32,
}

/// Triangles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shape {
    /// The corners.
    pub vertices: Vec<ShapeVertex>,
    /// Three a triangle.
    pub indices: Vec<u16>,
}
