//! Rivers: a network of courses over an endless ground.

mod cells;
mod flow;
mod levels;
mod network;
mod nodes;
mod receivers;
mod settings;
mod sinks;
#[cfg(test)]
mod tests;

pub use cells::Cell;
pub use flow::Flow;
pub use levels::River;
pub use network::Network;
pub use nodes::{Ground, Node};
pub use receivers::{Next, Receiver};
pub use settings::RiverSettings;
