//! What a figure is: a row that says its name, its words, its controls and how it is drawn.

use super::context::Context;
use super::control::Control;
use super::figure::Drawing;

/// The screens of the lab, in the order of learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Screen {
    /// From static to a mountain.
    Mountain,
    /// Noise on a line.
    Line,
    /// One cell of the lattice.
    Cell,
    /// Where the random numbers come from.
    Numbers,
    /// Octaves and their sum.
    Octaves,
    /// Simplex noise.
    Simplex,
    /// Lattice noise, built by hand.
    Construct,
    /// Noises side by side.
    Compare,
    /// A viewer of noises and textures in the plane.
    Viewer,
    /// From heights to a mesh.
    Mesh,
    /// What goes wrong, and its cure.
    Broken,
}

impl Screen {
    /// All, in order.
    pub const ALL: [Self; 11] = [
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
        Self::Broken,
    ];

    /// Its title.
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
            Self::Broken => "Break it",
        }
    }
}

/// A figure of the lab.
#[derive(Debug)]
pub struct Row {
    /// As files and the command line name it: lower case, words joined by `-`.
    pub name: &'static str,
    /// Where it is found.
    pub screen: Screen,
    /// Its heading.
    pub title: &'static str,
    /// The question that it answers.
    pub question: &'static str,
    /// What each step shows, one or two plain sentences; at least one step.
    pub steps: &'static [&'static str],
    /// The figures of the literature that it shows, each with its step: `("E1", 3)`.
    pub shows: &'static [(&'static str, usize)],
    /// What can be set, besides p and what is dragged in the picture.
    pub controls: &'static [Control],
    /// The same in Rust, at most twelve lines.
    pub code: &'static [&'static str],
    /// Draws it.
    pub draw: fn(&Context) -> Drawing,
    /// Something to try.
    pub challenge: Challenge,
}

/// Something to try, which the program checks.
#[derive(Clone, Copy, Debug)]
pub struct Challenge {
    /// One sentence that begins with a verb.
    pub task: &'static str,
    /// A hint for who is stuck.
    pub hint: &'static str,
    /// Whether it is done.
    pub done: fn(&Context) -> bool,
}

impl Row {
    /// A control by its key.
    pub fn control(&self, key: &str) -> Option<&'static Control> {
        self.controls.iter().find(|control| control.key == key)
    }
}
