//! Traces: how a height was computed, step by step, for the lab and for `orogen sample --recipe …
//! --trace`.
//!
//! The steps are recorded during the computation (`stack/notes.rs`), so the last number is the
//! height itself.

mod text;

use serde::Serialize;

use orogen_noise::Trace;

/// The computation of a height at a place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LandTrace {
    /// Metres east and south of the origin.
    pub position_m: [f64; 2],
    /// The band limit: octaves too fine for this sample spacing fade to their mean.
    pub band_limit_m: f64,
    /// The visible layers in the order of composition, eroded ones first.
    pub layers: Vec<LayerTrace>,
    /// The erosion, which follows the eroded layers.
    pub erosion: Option<ErosionTrace>,
    /// The operations on the whole land, in order.
    pub operations: Vec<OperationTrace>,
    /// The result: the height of the land.
    pub height_m: f64,
    /// The sea and the mesh at the place, if the trace comes from a surface.
    pub surface: Option<SurfaceTrace>,
}

/// The contribution of a layer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LayerTrace {
    /// The layer's id.
    pub id: u32,
    /// The name, or the kind if it has none.
    pub name: String,
    /// The kind: `noise`, `heightmap`, or the kind of landform.
    pub kind: &'static str,
    /// True if the erosion cuts into the layer.
    pub is_eroded: bool,
    /// The place of evaluation, which operations on the whole land may have moved.
    pub place_m: [f64; 2],
    /// The land below; `None` for a lowest layer that is the land by itself.
    pub below_m: Option<f64>,
    /// Its opacity.
    pub opacity: f64,
    /// The masks that are on.
    pub masks: Vec<MaskTrace>,
    /// The weight: opacity times combined masks.
    pub weight: f64,
    /// The layer before its operations; `None` if the weight is 0, because it was not computed.
    pub ground: Option<GroundTrace>,
    /// The layer's operations, in order.
    pub operations: Vec<OperationTrace>,
    /// The height after the operations; `None` if the weight is 0.
    pub own_m: Option<f64>,
    /// The blend mode.
    pub blend: &'static str,
    /// The land after the layer.
    pub height_m: f64,
}

/// The contribution of a mask.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MaskTrace {
    /// The id in its list.
    pub id: u32,
    /// The kind.
    pub kind: &'static str,
    /// The value that the mask read: metres, the tangent of a slope, per cent of the radius, or a
    /// noise value. `None` if the layer that it reads is gone.
    pub reads: Option<f64>,
    /// True if the mask is inverted.
    pub is_inverted: bool,
    /// The mask's own weight, from 0 to 1.
    pub weight: f64,
    /// How it combines with the masks before it.
    pub combine: &'static str,
    /// The combined weight so far.
    pub joined: f64,
}

/// A layer before its operations.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "ground", rename_all = "kebab-case")]
pub enum GroundTrace {
    /// A shaped noise: sign(s)·|s|^exponent × scale.
    Noise(NoiseTrace),
    /// A landform.
    Landform {
        /// The height.
        height_m: f64,
    },
    /// The coast of the land below.
    Coast {
        /// The height of the land below.
        below_m: f64,
        /// The sea level.
        sea_level_m: f64,
        /// The height with beach and cliff.
        height_m: f64,
    },
}

/// A noise as the ground of a layer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NoiseTrace {
    /// Cells of the first octave per metre, which scales places to noise coordinates.
    pub frequency_per_m: f64,
    /// The computation of the noise, in cells of the first octave.
    pub noise: Trace,
    /// The noise value s.
    pub value: f64,
    /// The exponent.
    pub exponent: f64,
    /// The height of the land where the noise is 1.
    pub scale_m: f64,
    /// The shaped height.
    pub height_m: f64,
}

/// The effect of an operation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OperationTrace {
    /// The id in its list.
    pub id: u32,
    /// The kind.
    pub kind: &'static str,
    /// The place of evaluation.
    pub place_m: [f64; 2],
    /// The values of its noises at the place.
    pub noises: Vec<f64>,
    /// The place that it evaluated instead, if it moves places.
    pub moved_m: Option<[f64; 2]>,
    /// The height before.
    pub before_m: f64,
    /// The height after.
    pub after_m: f64,
}

/// The effect of the erosion.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ErosionTrace {
    /// The place of evaluation.
    pub place_m: [f64; 2],
    /// The eroded layers in full detail.
    pub full_m: f64,
    /// The band limit of the guide. Finer detail is added back after the gullies.
    pub guide_limit_m: f64,
    /// The guide: the same layers without fine detail.
    pub guide_m: f64,
    /// The slope of the guide to the east and to the south in metres per metre.
    pub guide_gradient: [f64; 2],
    /// The masks of the erosion that are on.
    pub masks: Vec<MaskTrace>,
    /// The combined weight of the masks.
    pub weight: f64,
    /// The octaves of gullies, widest first; empty where nothing is eroded, such as under water.
    pub octaves: Vec<GullyTrace>,
    /// The strength of the gullies, from 0 at the shore to 1 inland.
    pub fade: f64,
    /// The height offset of all eroded land.
    pub offset_m: f64,
    /// The guide with its gullies: guide + fade·(the octaves' sum + offset).
    pub gullied_m: f64,
    /// The ridge map, from −1 in gully beds to 1 on ridges.
    pub ridge: f64,
    /// How far gullies lower (−1) or raise (1) the land.
    pub occlusion: f64,
    /// The height of scree that fills the gullies.
    pub scree_m: f64,
    /// The fine detail removed by the erosion.
    pub smoothed_m: f64,
    /// full + weight·(gullied − guide + scree) − smoothed, or full where the erosion has no effect.
    pub joined_m: f64,
    /// The share of bare rock, from 0 to 1.
    pub bare: f64,
    /// The height with layered rock; `None` without strata.
    pub strata_m: Option<f64>,
    /// The eroded land: joined + bare·(strata − joined).
    pub height_m: f64,
}

/// An octave of gullies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GullyTrace {
    /// The wavelength.
    pub wavelength_m: f64,
    /// The largest height of its waves.
    pub amplitude_m: f64,
    /// The weight left by the band limit: 1 for all, 0 for the mean only.
    pub band_weight: f64,
    /// The direction of the gullies, a unit vector east and south.
    pub direction: [f64; 2],
    /// The wave: height from −1 to 1, and flank.
    pub wave: [f64; 2],
    /// The weight left by the octaves before.
    pub mask: f64,
    /// The contribution to the height.
    pub contribution_m: f64,
    /// The sum of the contributions so far.
    pub sum_m: f64,
}

/// Land and water at a place.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SurfaceTrace {
    /// The sea level.
    pub sea_level_m: f64,
    /// The water level at the place.
    pub water_level_m: f64,
    /// The height of the bed, also under water.
    pub bed_m: f64,
    /// The depth of the water; 0 on land.
    pub depth_m: f64,
    /// The land, or the water above it.
    pub ground_m: f64,
    /// The ground as the finest mesh shows it.
    pub mesh_m: f64,
    /// True if the place lies within the land's bounds.
    pub is_within: bool,
}

#[cfg(test)]
mod tests;
