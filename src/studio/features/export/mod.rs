//! features.export.

pub mod ahead;
pub mod area_frame;
pub mod area_handles;
pub mod browse;
pub mod choices;
pub mod file;
pub mod film;
pub mod filmed;
pub mod films;
pub mod kinds;
pub mod list;
pub mod panel;
pub mod planned;
pub mod queue;
pub mod rows;
pub mod task;

#[cfg(test)]
mod tests;
