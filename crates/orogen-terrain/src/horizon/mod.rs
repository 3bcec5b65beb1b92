//! The light that mountains block or reflect, at any distance: the open share of the sky, the shadows,
//! and the light from sunlit slopes, for every place.
//!
//! Heights lie in a nest of square grids around a place ([`Nest`], [`HorizonHeights`]). [`Horizons`] finds
//! the horizon of every texel by ray marching, on coarser grids at greater distances; horizons
//! depend on the land alone. [`Sunlit`] adds the shadows and the light of one sun.

mod heights;
mod march;
mod nest;
mod open;
mod sunlit;
mod texels;

pub use heights::HorizonHeights;
pub use nest::{MAX_LEVELS, Nest};
pub use open::Horizons;
pub use sunlit::Sunlit;
pub use texels::Texels;

/// Returns false to cancel the work.
///
/// It is called every few rows and may block to pause the work.
pub type KeepGoing<'a> = dyn Fn() -> bool + Sync + 'a;

#[cfg(test)]
mod tests;
