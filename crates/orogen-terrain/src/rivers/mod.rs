//! Rivers: a network of courses over an endless ground.

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
