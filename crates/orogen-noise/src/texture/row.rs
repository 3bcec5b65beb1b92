//! A row of the table of textures.

use super::colour::Rgb;
use crate::spec::{NoiseError, NoiseSpec};

/// The colour of a texture at a point of its plane, x to the right and y up.
pub type Shader = Box<dyn Fn([f64; 2]) -> Rgb + Send + Sync>;

/// Makes a texture's shader from its noise and its numbers, in the order of their table.
pub(super) type Make = fn(&NoiseSpec, &[f64]) -> Result<Shader, NoiseError>;

/// A number that a texture has beside its noise.
#[derive(Debug)]
pub struct Number {
    /// As a person writes it.
    pub name: &'static str,
    /// What it is where nothing is said.
    pub default: f64,
    /// The smallest that is allowed.
    pub low: f64,
    /// The largest that is allowed.
    pub high: f64,
    /// One sentence.
    pub doc: &'static str,
}

/// What a row of the table says.
pub(super) struct Row {
    pub name: &'static str,
    pub doc: &'static str,
    pub sharp: bool,
    pub span: f64,
    pub centre: [f64; 2],
    pub numbers: &'static [Number],
    pub spec: fn() -> NoiseSpec,
    pub make: Make,
}
