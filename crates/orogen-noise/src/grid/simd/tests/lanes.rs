//! The implementations of vectors on which operations are tested.

use super::super::*;

/// A level of the machine, or the portable code, which is no level on x86-64.
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
        self.run(LoopKernel(loops));
    }

    pub fn lanes(self) -> usize {
        match self {
            Self::Of(level) => level.lanes(),
            Self::Portable => 4,
        }
    }
}
