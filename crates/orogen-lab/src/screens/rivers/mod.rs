//! Rivers: the ways of water over the land, and the valleys that it cuts.

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
pub(crate) static ROWS: &[&FigureRow] =
    &[&nodes::NODES, &sinks::SINKS, &orders::FLOW, &valley::VALLEY, &profile::PROFILE];
