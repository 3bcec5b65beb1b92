//! Static to mountain: what noise is for.

mod build_up;
mod cards;
mod meters;
mod slider;
mod static_noise;
mod uses;

use crate::figure_row::FigureRow;

/// Its figures.
pub(crate) static ROWS: &[&FigureRow] = &[
    &build_up::BUILD_UP,
    &static_noise::STATIC,
    &uses::USES,
    &cards::QUESTION_CARDS,
    &cards::FACTS,
    &meters::METERS,
    &slider::SLIDER,
];
