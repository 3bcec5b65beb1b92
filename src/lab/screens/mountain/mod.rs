//! Static to mountain: what noise is for.

mod cards;
mod meters;
mod static_noise;
mod uses;

use crate::lab::row::Row;

/// Its figures.
pub(in crate::lab) static ROWS: &[&Row] =
    &[&static_noise::STATIC, &meters::METERS, &uses::USES, &cards::QUESTION_CARDS, &cards::FACTS];
