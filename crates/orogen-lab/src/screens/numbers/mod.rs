//! The screen about the source of the random numbers.

mod arithmetic;
mod chain;
mod directions;
mod gradients;
mod random;
mod shuffle;
mod table;

use crate::figure_row::FigureRow;

pub(super) use random::RANDOM;

/// The figures of this screen, in order.
pub(crate) static ROWS: &[&FigureRow] = &[
    &random::RANDOM,
    &table::TABLE,
    &shuffle::SHUFFLE,
    &arithmetic::PERMUTATION,
    &gradients::GRADIENTS,
    &directions::DIRECTIONS,
];
