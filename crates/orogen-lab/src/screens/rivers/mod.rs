//! Rivers: the ways of water over the land, and the valleys that it cuts.

mod channel;
mod channel_course;
mod channel_map;
mod channel_stretch;
#[cfg(test)]
mod channel_tests;
mod channel_words;
mod near;
mod nodes;
mod orders;
mod plan;
mod profile;
mod sink_way;
mod sinks;
#[cfg(test)]
mod tests;
mod valley;
mod valley_cut;

use crate::figure_row::FigureRow;

/// The figures of this screen, in order.
pub(crate) static ROWS: &[&FigureRow] = &[
    &nodes::NODES,
    &sinks::SINKS,
    &orders::FLOW,
    &valley::VALLEY,
    &channel::CHANNEL,
    &profile::PROFILE,
];
