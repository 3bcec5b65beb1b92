//! What every place sees of the sky and of the sun: how far mountains around it stand up, whatever
//! their distance, and what their sunlit sides throw back.
//!
//! Heights lie in a nest of square grids around a place ([`Nest`], [`Heights`]). Horizons are found
//! by marching over it ([`Horizons`]), with the coarser grids for what is farther away. They depend
//! on the land alone; a sun's shadow and what it lights come after them ([`Sunlit`]).

mod heights;
mod march;
mod nest;
mod open;
mod sunlit;
mod texels;

pub use heights::Heights;
pub use nest::{MAX_LEVELS, Nest};
pub use open::Horizons;
pub use sunlit::Sunlit;
pub use texels::Texels;

/// Whether work is to go on: it is asked for every few rows, and may hold the work up.
pub type GoOn<'a> = dyn Fn() -> bool + Sync + 'a;

#[cfg(test)]
mod tests;
