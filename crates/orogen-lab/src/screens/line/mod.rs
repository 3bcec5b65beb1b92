//! Noise on a line.

mod bands;
mod corners;
mod creases;
mod cut;
mod fades;
mod kinks;
mod line_noise;
mod mix;
mod octaves;
mod particle;

use crate::figure_row::FigureRow;

pub(super) use fades::FADES;

/// The figures of this screen, in order.
pub(crate) static ROWS: &[&FigureRow] = &[
    &corners::LINE,
    &mix::MIX,
    &fades::FADES,
    &kinks::KINKS,
    &creases::CREASES,
    &cut::CUT,
    &octaves::LINE_OCTAVES,
    &bands::BANDS,
    &particle::PARTICLE,
];
