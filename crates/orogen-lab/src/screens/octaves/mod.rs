//! Octaves and their sum.

mod aliasing;
mod course;
mod land;
mod origin;
mod range;
mod roughness;
mod strips;
mod strips_controls;
mod variants;

use crate::context::Context;
use crate::figure::{Anchor, Drawing, Term};
use crate::ink::Ink;
use crate::row::Row;
pub(crate) use strips_controls::SOLO;

/// Its figures.
pub(crate) static ROWS: &[&Row] = &[
    &strips::OCTAVES,
    &variants::VARIANTS,
    &course::COURSE,
    &range::RANGE,
    &roughness::ROUGHNESS,
    &aliasing::ALIASING,
    &origin::ORIGIN,
    &land::LAND,
];

/// Says in one line that there is nothing to see.
fn nothing(mut d: Drawing, why: &str, instead: &str) -> Drawing {
    let middle = d.size.map(|side| 0.5 * side);
    d.text(Ink::Muted, 14.0, middle, Anchor::Middle, why);
    d.caption = instead.to_owned();
    d
}

/// The caption of the step.
fn caption(c: &Context) -> String {
    c.row.steps[c.step()].to_owned()
}

/// A number between words of a formula.
fn live(words: &str, name: &str, value: f64, decimals: usize) -> [Term; 2] {
    [Term::text(words), Term::number(name, name, value, decimals)]
}
