//! The sets of lanes that operations are tested on.

use super::super::*;

/// Lanes of the machine, or the portable ones, which no level of every machine has.
#[derive(Clone, Copy, Debug)]
pub enum Lanes {
    Of(Level),
    Portable,
}

impl Lanes {
    pub fn all() -> Vec<Self> {
        Level::available().into_iter().map(Self::Of).chain([Self::Portable]).collect()
    }

    pub fn run(self, kernel: impl Kernel) {
        match self {
            Self::Of(level) => level.run(kernel),
            Self::Portable => kernel.run(portable::Portable::<4>),
        }
    }

    pub fn run_loops(self, loops: impl Loops) {
        self.run(InLoops(loops));
    }

    pub fn lanes(self) -> usize {
        match self {
            Self::Of(level) => level.lanes(),
            Self::Portable => 4,
        }
    }
}
