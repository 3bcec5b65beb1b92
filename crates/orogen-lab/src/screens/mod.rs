//! The figures of the lab, in a folder for each screen.

#[cfg(test)]
mod any_noise;
mod broken;
mod cell;
mod compare;
mod construct;
mod hands;
mod line;
mod mesh;
mod mountain;
mod numbers;
mod octaves;
mod prelude;
mod questions;
mod rivers;
mod simplex;
mod viewer;

use super::figure_row::FigureRow;

pub use broken::broken_land;
pub(super) use compare::{NOISE_KEYS, PANE_KEY};
pub(super) use octaves::SOLO;
pub use questions::{QUESTIONS, Question};

/// The figures of each screen, in the screens' order.
pub(super) static SCREENS: [&[&FigureRow]; 13] = [
    mountain::ROWS,
    line::ROWS,
    cell::ROWS,
    numbers::ROWS,
    octaves::ROWS,
    simplex::ROWS,
    construct::ROWS,
    compare::ROWS,
    viewer::ROWS,
    mesh::ROWS,
    rivers::ROWS,
    hands::ROWS,
    broken::ROWS,
];
