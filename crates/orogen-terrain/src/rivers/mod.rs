//! Rivers: a network of courses over an endless ground, with lakes and valleys.
//!
//! No recipe makes rivers yet: the land does not read this module.
//!
//! | file | content |
//! |---|---|
//! | `settings` | the numbers that shape a network |
//! | `cells` | the lattice of cells, and blocks of 16 × 16 cells |
//! | `nodes` | a low place in each cell |
//! | `sinks` | nodes without a lower neighbour, and the paths by which their water leaves |
//! | `receivers` | the neighbour that each node drains to |
//! | `flow` | the catchment and the river length above each node |
//! | `levels` | water levels, discharges and widths |
//! | `lakes` | lakes and their outlets |
//! | `courses`, `wander` | the curves of rivers, cut into segments |
//! | `valleys` | the change of the ground around courses |
//! | `network` | the blocks of all stages, made on request and kept |

mod cells;
mod courses;
mod flow;
mod lakes;
mod levels;
mod network;
mod nodes;
mod receivers;
mod settings;
mod sinks;
#[cfg(test)]
mod tests;
mod valleys;
mod wander;

pub use cells::{Block, Cell};
pub use courses::Segment;
pub use flow::Flow;
pub use lakes::Lake;
pub use levels::River;
pub use network::Network;
pub use nodes::{Ground, Node};
pub use receivers::{Next, Receiver};
pub use settings::RiverSettings;
pub use valleys::Lattice;
