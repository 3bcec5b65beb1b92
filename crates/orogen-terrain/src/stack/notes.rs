//! Records the steps of an evaluation at one place, for traces.

use super::make::Stack;
use super::parts::{LayerLand, OperationLand};
use super::sample_point::SamplePoint;
use crate::dual::Dual;
use crate::erosion::{Eroded, ErodedParts, Joined, Step};
use crate::mask::{Mask, MaskPoint};
use crate::trace::{
    ErosionTrace, GroundTrace, GullyTrace, LandTrace, LayerTrace, MaskTrace, OperationTrace,
    RiversTrace,
};

/// The steps of one evaluation, recorded so far.
///
/// The evaluator opens a part (a layer or the erosion) before it computes the part, and closes it
/// with the result.
pub(super) struct Notes {
    layers: Vec<LayerTrace>,
    erosion: Option<ErosionTrace>,
    rivers: Option<RiversTrace>,
    /// The parts that are open: the whole land first, the innermost part last.
    open: Vec<PartNotes>,
}

/// The notes of a part that is open.
#[derive(Default)]
struct PartNotes {
    masks: Vec<MaskTrace>,
    ground: Option<GroundTrace>,
    operations: Vec<OperationTrace>,
    octaves: Vec<GullyTrace>,
    shore: [f64; 2],
    joined: Option<(Joined<f64>, Option<f64>)>,
}

impl Default for Notes {
    /// Starts with the whole land open.
    fn default() -> Self {
        Self { layers: vec![], erosion: None, rivers: None, open: vec![PartNotes::default()] }
    }
}

impl Notes {
    /// Makes the trace of the whole land.
    pub fn finish(mut self, point: SamplePoint, height_m: f64) -> LandTrace {
        let operations = self.open.pop().unwrap_or_default().operations;
        let SamplePoint { place_m: position_m, band_limit_m, .. } = point;
        let Self { layers, erosion, rivers, .. } = self;
        let surface = None;
        LandTrace {
            position_m,
            band_limit_m,
            layers,
            erosion,
            operations,
            rivers,
            height_m,
            surface,
        }
    }

    /// The trace of the rivers, to be filled in.
    pub fn rivers(&mut self) -> &mut RiversTrace {
        self.rivers.get_or_insert_default()
    }

    /// Closes the rivers, which were opened for their masks. `valleys_m` is the guide without valleys and
    /// with them.
    pub fn close_valleys(&mut self, weight: Option<Dual>, valleys_m: [f64; 2]) {
        let masks = self.open.pop().unwrap_or_default().masks;
        let rivers = self.rivers();
        rivers.masks = masks;
        rivers.weight = weight.map_or(1.0, |weight| weight.height_m);
        rivers.valleys_m = valleys_m;
    }

    /// Opens a part, to which the following notes belong until it is closed.
    pub fn open(&mut self) {
        self.open.push(PartNotes::default());
    }

    fn part(&mut self) -> &mut PartNotes {
        self.open.last_mut().expect("the whole land is open")
    }

    /// Records the ground of the part: its heights before operations.
    pub fn ground(&mut self, ground: GroundTrace) {
        self.part().ground = Some(ground);
    }

    /// Records the masks of the part.
    pub fn masks(&mut self, masks: Vec<MaskTrace>) {
        self.part().masks = masks;
    }

    /// Records a step of the erosion.
    pub fn step(&mut self, step: Step) {
        let part = self.part();
        match step {
            Step::Octave(octave) => part.octaves.push(octave),
            Step::Shore { fade, offset_m } => part.shore = [fade, offset_m],
        }
    }

    /// Records the land with erosion, and the height with layered rock; `None` without such rock.
    pub fn joined(&mut self, joined: Joined<f64>, strata_m: Option<f64>) {
        self.part().joined = Some((joined, strata_m));
    }

    /// Records an operation of the part.
    pub fn operation(
        &mut self,
        land: &OperationLand,
        place_m: [f64; 2],
        noises: &[Dual],
        (before, after): (Dual, Dual),
        moved_m: Option<[f64; 2]>,
    ) {
        self.part().operations.push(OperationTrace {
            id: land.id,
            kind: land.operation.kind().name(),
            place_m,
            noises: noises.iter().map(|noise| noise.height_m).collect(),
            moved_m,
            before_m: before.height_m,
            after_m: after.height_m,
        });
    }

    /// Closes a layer with the land below it, its weight, its height before blending and the resulting land.
    pub fn close_layer(
        &mut self,
        (layer, is_eroded): (&LayerLand, bool),
        point: SamplePoint,
        below: Option<Dual>,
        (weight, layer_land): (Dual, Option<Dual>),
        land: Dual,
    ) {
        let PartNotes { masks, ground, operations, .. } = self.open.pop().unwrap_or_default();
        self.layers.push(LayerTrace {
            id: layer.id,
            name: layer.title.clone(),
            kind: layer.kind,
            is_eroded,
            place_m: point.place_m,
            below_m: below.map(|below| below.height_m),
            opacity: layer.opacity,
            masks,
            weight: weight.height_m,
            ground,
            operations,
            own_m: layer_land.map(|layer_land| layer_land.height_m),
            blend: layer.blending.blend.name(),
            height_m: land.height_m,
        });
    }

    /// Closes the erosion with its results.
    pub fn close_erosion(
        &mut self,
        point: SamplePoint,
        (guide_limit_m, river_share): (f64, Option<f64>),
        parts: ErodedParts<f64>,
        eroded: Eroded,
        height_m: f64,
    ) {
        let PartNotes { masks, octaves, shore: [fade, offset_m], joined, .. } =
            self.open.pop().unwrap_or_default();
        let Some((joined, strata_m)) = joined else { return };
        self.erosion = Some(ErosionTrace {
            place_m: point.place_m,
            full_m: parts.full_m,
            guide_limit_m,
            guide_m: parts.guide_m,
            guide_gradient: parts.gradient,
            masks,
            river_share,
            weight: parts.weight,
            octaves,
            fade,
            offset_m,
            gullied_m: eroded.height_m,
            ridge: eroded.ridge,
            occlusion: eroded.occlusion,
            scree_m: joined.scree_m,
            smoothed_m: joined.smoothed_m,
            joined_m: joined.height_m,
            bare: joined.bare,
            strata_m,
            height_m,
        });
    }
}

/// The trace of a mask, with its own weight and the combined weight up to this mask.
pub(super) fn mask_trace(
    mask: &Mask,
    point: &MaskPoint,
    weight: Dual,
    combined: Dual,
) -> MaskTrace {
    MaskTrace {
        id: mask.id,
        kind: mask.kind.mask_type().name(),
        reads: mask.kind.read(point).map(|read| read.height_m),
        is_inverted: mask.invert,
        weight: weight.height_m,
        combine: mask.combine.name(),
        joined: combined.height_m,
    }
}

impl Stack {
    /// Returns true if the layer with this index is part of the guide, which erosion cuts into.
    pub(super) fn is_eroded(&self, layer: usize) -> bool {
        self.erosion.as_ref().is_some_and(|erosion| layer < erosion.guide_count)
    }
}
