//! How the height of a land came about, step by step: what a lab shows and `orogen sample --recipe
//! … --trace` prints.
//!
//! The steps are written down while the height is computed (`stack/notes.rs`), so that they are
//! those that were taken, and the last number is the height itself.

mod text;

use serde::Serialize;

use orogen_noise::Trace;

/// The way to the height of a land at a place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LandTrace {
    /// Metres to the east and to the south of the origin.
    pub position_m: [f64; 2],
    /// The spacing of the samples that are to carry the land: octaves too fine for it fade to their
    /// mean.
    pub band_limit_m: f64,
    /// The layers that are seen, in the order in which they are laid over each other: first those
    /// that are eroded.
    pub layers: Vec<LayerTrace>,
    /// The erosion, which comes after the layers that are eroded.
    pub erosion: Option<ErosionTrace>,
    /// The operations on all layers together, in their order.
    pub operations: Vec<OperationTrace>,
    /// The land: what the last of these steps gave.
    pub height_m: f64,
    /// The sea and the mesh there, of a land with its sea.
    pub surface: Option<SurfaceTrace>,
}

/// A layer's part.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LayerTrace {
    /// Its lasting number.
    pub id: u32,
    /// Its name, or else its kind.
    pub name: String,
    /// What it is made of: `noise`, or the kind of landform.
    pub kind: &'static str,
    /// Whether erosion cuts into it, and so comes after it.
    pub is_eroded: bool,
    /// Where it was asked for: operations on all layers may have moved the place.
    pub place_m: [f64; 2],
    /// The land below it; none of a lowest layer that is the land as it is.
    pub below_m: Option<f64>,
    /// Its opacity.
    pub opacity: f64,
    /// Its masks that are on.
    pub masks: Vec<MaskTrace>,
    /// How much it counts: opacity times what the masks are joined to.
    pub weight: f64,
    /// What it is before its operations; none where the weight is 0, and it was not computed.
    pub ground: Option<GroundTrace>,
    /// Its own operations, in their order.
    pub operations: Vec<OperationTrace>,
    /// What its ground became by them; none where the weight is 0.
    pub own_m: Option<f64>,
    /// How it was laid over the land below.
    pub blend: &'static str,
    /// The land after it.
    pub height_m: f64,
}

/// A mask's part in a weight.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MaskTrace {
    /// Its number in its list.
    pub id: u32,
    /// Its kind.
    pub kind: &'static str,
    /// What it read: metres, the tangent of a slope, per cent of the radius, or the noise's value.
    /// None where the layer that it asks for is gone.
    pub reads: Option<f64>,
    /// Whether it takes what it would leave.
    pub is_inverted: bool,
    /// Its own weight, from 0 to 1.
    pub weight: f64,
    /// How it joins those before it.
    pub combine: &'static str,
    /// What all up to it are joined to.
    pub joined: f64,
}

/// What a layer is before its operations.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "ground", rename_all = "kebab-case")]
pub enum GroundTrace {
    /// A noise, shaped: sign(s)·|s|^exponent × scale.
    Noise(NoiseTrace),
    /// A landform.
    Landform {
        /// Its height.
        height_m: f64,
    },
    /// The coast of the land below.
    Coast {
        /// The land below.
        below_m: f64,
        /// The sea's level.
        sea_level_m: f64,
        /// The land with its beach and its cliff.
        height_m: f64,
    },
}

/// A noise as a layer's ground.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NoiseTrace {
    /// Cells of the first octave a metre: places times it are the noise's points.
    pub frequency_per_m: f64,
    /// How the noise came about, in cells of the first octave.
    pub noise: Trace,
    /// The noise, s.
    pub value: f64,
    /// Its exponent.
    pub exponent: f64,
    /// The height of the land where the noise is 1.
    pub scale_m: f64,
    /// The height that came of it.
    pub height_m: f64,
}

/// An operation's part.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OperationTrace {
    /// Its number in its list.
    pub id: u32,
    /// Its kind.
    pub kind: &'static str,
    /// Where it was done.
    pub place_m: [f64; 2],
    /// What its noises are there.
    pub noises: Vec<f64>,
    /// The place that it took instead, if it moves places.
    pub moved_m: Option<[f64; 2]>,
    /// The height before.
    pub before_m: f64,
    /// The height after it.
    pub after_m: f64,
}

/// The erosion's part.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ErosionTrace {
    /// Where it was asked for.
    pub place_m: [f64; 2],
    /// The eroded layers in full detail.
    pub full_m: f64,
    /// The band limit of the guide: what is finer comes back after the gullies.
    pub guide_limit_m: f64,
    /// The guide: the same layers without it.
    pub guide_m: f64,
    /// How the guide rises to the east and to the south, in metres a metre.
    pub guide_gradient: [f64; 2],
    /// The masks of the erosion that are on.
    pub masks: Vec<MaskTrace>,
    /// How much it counts.
    pub weight: f64,
    /// The octaves of gullies, from the widest; none where nothing is eroded, as under water.
    pub octaves: Vec<GullyTrace>,
    /// How far gullies count: from 0 at the shore to 1 inland.
    pub fade: f64,
    /// By how much all is raised besides.
    pub offset_m: f64,
    /// The guide with its gullies: guide + fade·(the octaves' sum + offset).
    pub gullied_m: f64,
    /// From −1 in the beds of gullies to 1 on ridges.
    pub ridge: f64,
    /// How far gullies lower (−1) or raise (1) the land.
    pub occlusion: f64,
    /// How far scree fills them.
    pub scree_m: f64,
    /// What the erosion took off the detail that is finer than the guide.
    pub smoothed_m: f64,
    /// full + weight·(gullied − guide + scree) − smoothed, or full where erosion doesn't count.
    pub joined_m: f64,
    /// How far rock is bare, from 0 to 1.
    pub bare: f64,
    /// The height that layered rock would have; none without.
    pub strata_m: Option<f64>,
    /// The eroded land: joined + bare·(strata − joined).
    pub height_m: f64,
}

/// An octave of gullies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GullyTrace {
    /// Of its waves.
    pub wavelength_m: f64,
    /// How high they are at most.
    pub amplitude_m: f64,
    /// What the spacing of samples leaves of it: 1 all, 0 only its mean.
    pub band_weight: f64,
    /// Which way gullies run, as a vector of length 1, east and south.
    pub direction: [f64; 2],
    /// Its wave: the height from −1 to 1, and the flank.
    pub wave: [f64; 2],
    /// How much of it the octaves before leave.
    pub mask: f64,
    /// What it adds to the height.
    pub contribution_m: f64,
    /// What all up to it add.
    pub sum_m: f64,
}

/// A place between land and water.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SurfaceTrace {
    /// The sea's level.
    pub sea_level_m: f64,
    /// The height at which water stands there.
    pub water_level_m: f64,
    /// The land, under water too.
    pub bed_m: f64,
    /// How deep the water is; 0 on land.
    pub depth_m: f64,
    /// The land, or the water above it.
    pub ground_m: f64,
    /// The ground as the finest mesh shows it.
    pub mesh_m: f64,
    /// Whether the place is on the land, which may have bounds.
    pub is_within: bool,
}

#[cfg(test)]
mod tests;
