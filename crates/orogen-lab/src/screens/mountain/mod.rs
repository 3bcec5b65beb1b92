//! The screen from static to a mountain: the purpose of noise.

mod build_up;
mod cards;
mod meters;
mod slider;
mod static_noise;
mod uses;

use crate::figure_row::FigureRow;

/// The figures of this screen, in order.
pub(crate) static ROWS: &[&FigureRow] = &[
    &build_up::BUILD_UP,
    &static_noise::STATIC,
    &uses::USES,
    &cards::QUESTION_CARDS,
    &cards::FACTS,
    &meters::METERS,
    &slider::SLIDER,
];
