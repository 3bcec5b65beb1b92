//! The screens of the lab: groups of figures about a topic.

/// The screens of the lab, in the order of learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Screen {
    /// From static to a mountain.
    Mountain,
    /// Noise on a line.
    Line,
    /// One cell of the lattice.
    Cell,
    /// The source of the random numbers.
    Numbers,
    /// Octaves and their sum.
    Octaves,
    /// Simplex noise.
    Simplex,
    /// Lattice noise, built up by hand from hills.
    Construct,
    /// Noises side by side.
    Compare,
    /// A viewer of noises and textures in the plane.
    Viewer,
    /// From heights to a mesh.
    Mesh,
    /// The courses of water, and the valleys that they cut.
    Rivers,
    /// Marks by which the user shapes the land.
    Hands,
    /// Common mistakes, with their cures.
    Broken,
}

impl Screen {
    /// All screens, in order.
    pub const ALL: [Self; 13] = [
        Self::Mountain,
        Self::Line,
        Self::Cell,
        Self::Numbers,
        Self::Octaves,
        Self::Simplex,
        Self::Construct,
        Self::Compare,
        Self::Viewer,
        Self::Mesh,
        Self::Rivers,
        Self::Hands,
        Self::Broken,
    ];

    /// The title that the app shows.
    pub fn title(self) -> &'static str {
        match self {
            Self::Mountain => "Static to mountain",
            Self::Line => "Line",
            Self::Cell => "Cell",
            Self::Numbers => "Numbers",
            Self::Octaves => "Octaves",
            Self::Simplex => "Simplex",
            Self::Construct => "Construct",
            Self::Compare => "Compare",
            Self::Viewer => "Viewer",
            Self::Mesh => "Mesh",
            Self::Rivers => "Rivers",
            Self::Hands => "Marks",
            Self::Broken => "Break it",
        }
    }
}
