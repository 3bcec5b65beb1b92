//! A row of the table of textures.

use super::colour::Rgb;
use crate::spec::{NoiseError, NoiseSpec};

/// The colour of a texture at a point of its plane, x to the right and y up.
pub type Shader = Box<dyn Fn([f64; 2]) -> Rgb + Send + Sync>;

/// Makes a texture's shader from its noise and its parameters (in the order of their table).
pub(super) type Make = fn(&NoiseSpec, &[f64]) -> Result<Shader, NoiseError>;

/// A parameter of a texture, in addition to its noise.
#[derive(Debug)]
pub struct TextureParameter {
    /// The name on the command line.
    pub name: &'static str,
    /// The default value.
    pub default: f64,
    /// The smallest allowed value.
    pub low: f64,
    /// The largest allowed value.
    pub high: f64,
    /// A description in one sentence.
    pub doc: &'static str,
}

/// A row of the table of textures.
pub(super) struct TextureRow {
    pub name: &'static str,
    pub doc: &'static str,
    pub sharp: bool,
    pub span: f64,
    pub centre: [f64; 2],
    pub numbers: &'static [TextureParameter],
    pub spec: fn() -> NoiseSpec,
    pub make: Make,
}
