//! Traces: the steps by which a height was computed.
//!
//! The lab and `orogen sample --recipe … --trace` show them. The evaluator records the steps as it
//! computes (`stack/notes.rs`), so the last number of a trace is exactly the height.

mod text;

use serde::Serialize;

use orogen_noise::Trace;

/// The steps by which the height at a place was computed.
///
/// ```
/// use orogen_terrain::{Land, Recipe};
///
/// let land = Land::new(&Recipe::default())?;
/// let trace = land.trace([120.0, -40.0], land.spacing_m());
/// assert_eq!(trace.height_m, land.height_m([120.0, -40.0], land.spacing_m()));
/// # Ok::<(), orogen_noise::NoiseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LandTrace {
    /// Metres east and south of the origin.
    pub position_m: [f64; 2],
    /// The band limit: octaves too fine for this sample spacing fade to their mean.
    pub band_limit_m: f64,
    /// The visible layers in the order of composition: eroded layers first, then the others.
    pub layers: Vec<LayerTrace>,
    /// The erosion, which acts after the eroded layers; `None` without erosion.
    pub erosion: Option<ErosionTrace>,
    /// The operations on the whole land, in order.
    pub operations: Vec<OperationTrace>,
    /// The rivers, which dig valleys into the eroded layers before the erosion, and cut channels into
    /// the whole land; `None` without rivers.
    pub rivers: Option<RiversTrace>,
    /// The resulting height of the land.
    pub height_m: f64,
    /// The sea and the mesh at the place; `None` in a trace of a [`Land`](crate::Land), which knows
    /// no sea.
    pub surface: Option<SurfaceTrace>,
}

/// The heights before and after rivers changed the land.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RiversTrace {
    /// The masks of the rivers that are on. The list is empty where samples are too far apart to show
    /// valleys.
    pub masks: Vec<MaskTrace>,
    /// The combined weight of the masks.
    pub weight: f64,
    /// The eroded layers without valleys and with them.
    pub valleys_m: [f64; 2],
    /// The whole land without channels and with them.
    pub channels_m: [f64; 2],
}

/// The steps by which a layer was added to the land.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LayerTrace {
    /// The layer's id.
    pub id: u32,
    /// The layer's name, or its kind if it has no name.
    pub name: String,
    /// The kind: `noise`, `heightmap`, `hands` for marks, or the kind of landform.
    pub kind: &'static str,
    /// True if the erosion cuts into the layer.
    pub is_eroded: bool,
    /// The place at which the layer was evaluated. Operations on the whole land may have moved it.
    pub place_m: [f64; 2],
    /// The height of the land below; `None` for a lowest layer that covers the whole land.
    pub below_m: Option<f64>,
    /// The layer's opacity, from 0 to 1.
    pub opacity: f64,
    /// The masks that are on.
    pub masks: Vec<MaskTrace>,
    /// The layer's weight: opacity times the combined masks.
    pub weight: f64,
    /// The layer before its operations. `None` if the weight is 0, because the layer is not computed
    /// then.
    pub ground: Option<GroundTrace>,
    /// The layer's operations, in order.
    pub operations: Vec<OperationTrace>,
    /// The layer's height after its operations; `None` if the weight is 0.
    pub own_m: Option<f64>,
    /// The name of the blend mode.
    pub blend: &'static str,
    /// The height of the land with this layer.
    pub height_m: f64,
}

/// The steps by which a mask changed a weight.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MaskTrace {
    /// The id in its list.
    pub id: u32,
    /// The kind.
    pub kind: &'static str,
    /// The value that the mask read.
    ///
    /// Its unit depends on the kind: metres, the tangent of a slope, per cent of the radius, or a
    /// noise value. `None` if the layer that the mask reads does not exist any more.
    pub reads: Option<f64>,
    /// True if the mask is inverted.
    pub is_inverted: bool,
    /// The weight of this mask alone, from 0 to 1.
    pub weight: f64,
    /// The name of the rule by which the mask combines with the masks before it.
    pub combine: &'static str,
    /// The combined weight of the masks up to this mask.
    pub joined: f64,
}

/// The heights before and after a mark changed the land.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MarkTrace {
    /// The id in its layer.
    pub id: u32,
    /// The tool.
    pub tool: &'static str,
    /// The height before.
    pub before_m: f64,
    /// The height after.
    pub after_m: f64,
}

/// The height of a layer before its operations.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "ground", rename_all = "kebab-case")]
pub enum GroundTrace {
    /// A noise value s, shaped to the height sign(s)·|s|^exponent × scale.
    Noise(NoiseTrace),
    /// A landform or a heightmap.
    Landform {
        /// The height.
        height_m: f64,
    },
    /// Marks, which change the land below.
    #[serde(rename = "hands")]
    Marks {
        /// The height of the land below.
        below_m: f64,
        /// The marks that changed the height, in order.
        marks: Vec<MarkTrace>,
        /// The height with the marks.
        height_m: f64,
    },
    /// A coast, made from the land below.
    Coast {
        /// The height of the land below.
        below_m: f64,
        /// The sea level.
        sea_level_m: f64,
        /// The height with beach and cliff.
        height_m: f64,
    },
}

/// The steps by which a noise gave the height of a layer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NoiseTrace {
    /// Cells of the first octave per metre: the factor from positions to noise coordinates.
    pub frequency_per_m: f64,
    /// The steps by which the noise was computed; lengths are in cells of the first octave.
    pub noise: Trace,
    /// The noise value s.
    pub value: f64,
    /// The exponent of the shape.
    pub exponent: f64,
    /// The height of the land where the noise is 1.
    pub scale_m: f64,
    /// The shaped height.
    pub height_m: f64,
}

/// The inputs and the result of an operation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OperationTrace {
    /// The id in its list.
    pub id: u32,
    /// The kind.
    pub kind: &'static str,
    /// The place of evaluation.
    pub place_m: [f64; 2],
    /// The values of the operation's noises at the place.
    pub noises: Vec<f64>,
    /// The place that was sampled instead; `None` if the operation does not move places.
    pub moved_m: Option<[f64; 2]>,
    /// The height before.
    pub before_m: f64,
    /// The height after.
    pub after_m: f64,
}

/// The steps by which erosion changed the land.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ErosionTrace {
    /// The place of evaluation.
    pub place_m: [f64; 2],
    /// The height of the layers to erode, with all detail.
    pub full_m: f64,
    /// The band limit of the guide, in metres. Finer detail is added back after the gullies.
    pub guide_limit_m: f64,
    /// The guide: the height of the same layers without fine detail.
    pub guide_m: f64,
    /// The slope of the guide to the east and to the south in metres per metre.
    pub guide_gradient: [f64; 2],
    /// The masks of the erosion that are on.
    pub masks: Vec<MaskTrace>,
    /// The share of the erosion that rivers leave, from 0 at the bottom of a valley to 1 beside valleys
    /// and where masks leave rivers out; `None` without rivers.
    pub river_share: Option<f64>,
    /// The combined weight of the masks, times the share that rivers leave.
    pub weight: f64,
    /// The octaves of gullies, widest first.
    ///
    /// It is empty where nothing erodes, such as under water.
    pub octaves: Vec<GullyTrace>,
    /// The strength of the gullies, from 0 at the shore to 1 inland.
    pub fade: f64,
    /// The height that is added to the sum of the octaves.
    pub offset_m: f64,
    /// The guide with its gullies: guide + fade·(the octaves' sum + offset).
    pub gullied_m: f64,
    /// The ridge map, from −1 in gully beds to 1 on ridges.
    pub ridge: f64,
    /// The effect of gullies on the height, from −1 (lowered most) to 1 (raised most).
    pub occlusion: f64,
    /// The depth of the scree that fills the gullies at a weight of 1.
    pub scree_m: f64,
    /// The height of fine detail that erosion removed.
    pub smoothed_m: f64,
    /// full + weight·(gullied − guide + scree) − smoothed, or full where the erosion has no effect.
    pub joined_m: f64,
    /// The share of bare rock, from 0 to 1.
    pub bare: f64,
    /// The height with steps of layered rock; `None` if the recipe has no layered rock.
    pub strata_m: Option<f64>,
    /// The result: joined + bare·(strata − joined).
    pub height_m: f64,
}

/// An octave of gullies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GullyTrace {
    /// The wavelength in metres.
    pub wavelength_m: f64,
    /// The largest height of its waves.
    pub amplitude_m: f64,
    /// The share of the octave that the band limit leaves: 1 all, 0 only the mean.
    pub band_weight: f64,
    /// The direction of the gullies, a unit vector east and south.
    pub direction: [f64; 2],
    /// The wave's height and its flank (the wave a quarter of its length away), from −1 to 1.
    pub wave: [f64; 2],
    /// The weight that earlier octaves leave for this octave.
    pub mask: f64,
    /// The height that this octave adds.
    pub contribution_m: f64,
    /// The height that the octaves up to this octave add.
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
    /// The height of the land, or of the water above it.
    pub ground_m: f64,
    /// The height of the finest mesh, or of the water above it.
    pub mesh_m: f64,
    /// True if the place lies within the land's bounds.
    pub is_within: bool,
}

#[cfg(test)]
mod tests;
