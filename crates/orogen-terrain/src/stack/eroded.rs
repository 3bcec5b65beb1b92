//! Evaluates the erosion, which acts between two groups of layers.
//!
//! The lower group is the *guide*: the land that erosion cuts into. It is evaluated twice: with all
//! detail, and with a band limit that removes detail finer than the gullies. Gullies follow the
//! coarse guide, whose gradient is the same at every level of detail. The fine detail is added back
//! afterwards. The other layers are then added on top.

use std::sync::Arc;

use super::batch::BatchEvaluator;
use super::below_key::BelowKey;
use super::kept_samples::FieldKey;
use super::make::Stack;
use super::notes::Notes;
use super::parts::{ErosionLand, MaskedPart, OperationLand};
use super::places::Places;
use super::planes::Planes;
use super::point::PointEvaluator;
use super::river_land::RiversLand;
use super::river_masks::limited_share;
use super::sample_point::SamplePoint;
use crate::dual::{Bounds, Dual};
use crate::erosion::{
    Eroded, ErodedParts, ErodedSamples, Erosion, Guide, JoinParameters, Joined, ManyErodedParts,
};
use crate::layer::Layer;
use crate::mask::Masks;
use crate::operation::{Inputs, ListedOperation, Operation, Terraces};
use crate::part_seed::derive_seed;
use crate::recipe::{ErosionGroup, Recipe, StrataGroup};
use crate::reliefs::Reliefs;
use orogen_noise::NoiseError;
use orogen_noise::grid::Level;

/// The shortest wavelength in the coarse guide, as a share of the gully size. Waves of at least
/// twice this length keep their full height.
const GUIDE_WAVE: f64 = 0.7;

/// The band limit of the coarse guide in metres. An octave fades as its wavelength falls from four to two
/// times the limit.
pub(crate) fn guide_limit_m(group: &ErosionGroup) -> f64 {
    0.5 * GUIDE_WAVE * group.gully_m
}

/// The smallest onset on a land with rivers, relative to the strength of gullies. The onset is the slope
/// from which gullies have their full depth. With a lower onset, the bed of a gully rises and falls more
/// than the slope that it runs down, and holds water. Measured with `scripts/drainage`.
const DRAINING_ONSET: f64 = 10.0;

/// The smallest rounding of the beds of gullies on a land with rivers. Smaller gullies would cut into
/// sharp beds, and leave pits.
const DRAINING_BEDS: f64 = 0.6;

/// A height above all land, in metres.
const ABOVE_M: f64 = 1e6;

/// The parameters of the erosion. On a land with rivers, gullies run down to the courses. The water
/// levels follow the guide, so level ground keeps its height and no gully cuts below it. Instead, the
/// ridges between gullies rise above the guide, as they do in valleys.
fn with_rivers(recipe: &Recipe) -> ErosionGroup {
    let group = recipe.erosion.clone();
    if !recipe.rivers.on {
        return group;
    }
    ErosionGroup {
        level: 1.0,
        onset: group.onset.max(DRAINING_ONSET * group.strength),
        crease_rounding: group.crease_rounding.max(DRAINING_BEDS),
        middle_m: ABOVE_M,
        reach_m: 1.0,
        ..group
    }
}

/// Layered rock as a terrace operation; `None` if it has no effect.
fn strata(group: &StrataGroup) -> Option<Operation> {
    let StrataGroup { strength, bed_m, sharpness, dip_deg, dip_azimuth_deg, uneven_m, .. } = *group;
    let terraces = Operation::Terraces(Terraces {
        step_m: bed_m,
        sharpness,
        strength,
        dip_deg,
        dip_azimuth_deg,
        jitter_m: uneven_m,
        jitter_size_m: 30.0 * bed_m,
    });
    (!terraces.is_neutral()).then_some(terraces)
}

impl Stack {
    /// Prepares the erosion of a recipe; `None` if it is off or there is no layer to erode.
    pub(super) fn erosion(
        &mut self,
        recipe: &Recipe,
        guides: &[&Layer],
        below_key: BelowKey,
    ) -> Result<Option<ErosionLand>, NoiseError> {
        let group = &with_rivers(recipe);
        if !group.on || guides.is_empty() {
            return Ok(None);
        }
        let seed = derive_seed(recipe.seed(), EROSION, 0);
        let sea_level_m = recipe.world.sea_level_m;
        let erosion = Erosion::new(group, seed, sea_level_m);
        let strength = (erosion.strength_m(), sea_level_m);
        let join_parameters =
            JoinParameters::new(&recipe.erosion, &recipe.talus, &recipe.strata, strength);
        let listed = strata(&recipe.strata).map(|terraces| ListedOperation::new(1, terraces));
        let strata = self.operations(listed.as_slice(), derive_seed(seed, STRATA, 0))?.pop();
        Ok(Some(ErosionLand {
            erosion,
            join_parameters,
            strata,
            masks: Masks(recipe.erosion_masks.enabled().cloned().collect()),
            mask_inputs: self.mask_input_indices(&recipe.erosion_masks, seed)?,
            guide_count: guides.len(),
            limit_m: guide_limit_m(group),
            finest_m: (1..group.octaves).fold(group.gully_m, |m, _| m / group.lacunarity),
            below_key: Arc::new(below_key),
        }))
    }
}

impl ErosionLand {
    /// The distance in metres for finite differences; eroded land has no analytic gradient.
    pub(crate) fn reach_m(&self, band_limit_m: f64) -> f64 {
        (0.5 * band_limit_m).max(self.finest_m / 16.0)
    }

    /// The bounds of the eroded land.
    pub fn bounds(&self, guide: Bounds, noises: &[Bounds]) -> Bounds {
        // Erosion changes the highest land most, and land under water not at all. Both bounds get
        // the change of the highest land, because fine detail can lie below the coarse guide
        // anywhere.
        let peak = self.erosion.bounds(Bounds::level(guide.high_m));
        let [down_m, up_m] = [peak.low_m, peak.high_m].map(|m| m - guide.high_m);
        let (low_m, high_m) = (guide.low_m + down_m, guide.high_m + up_m);
        let fill_m = self.join_parameters.highest_fill_m();
        let land = Bounds { low_m, high_m: high_m + fill_m, steepest: f64::INFINITY };
        match &self.strata {
            Some(strata) => {
                let stepped = strata.operation.bounds(land, noises);
                let low_m = stepped.low_m.min(land.low_m);
                let high_m = stepped.high_m.max(land.high_m);
                Bounds { low_m, high_m, steepest: f64::INFINITY }
            }
            None => land,
        }
    }

    /// The source indices of the noises of layered rock.
    pub fn noises(&self) -> &[usize] {
        self.strata.as_ref().map_or(&[], |strata| &strata.noises)
    }
}

impl BatchEvaluator<'_> {
    /// The guide after erosion; slopes come from finite differences.
    pub(super) fn erode(
        &mut self,
        erosion: &ErosionLand,
        places: &Places<'_>,
        slopes: bool,
    ) -> Planes {
        let slopes = slopes.then(|| {
            let reach_m = erosion.reach_m(places.band_limit_m);
            let per_m = (0.5 / reach_m) as f32;
            [0, 1].map(|axis| {
                let [behind, ahead] =
                    self.on_both_sides(axis, reach_m, places, |evaluator, places| {
                        evaluator.eroded_heights(erosion, places)
                    });
                ahead.iter().zip(&behind).map(|(ahead, behind)| (ahead - behind) * per_m).collect()
            })
        });
        Planes { values: self.eroded_heights(erosion, places), slopes }
    }

    /// The combined weight of the erosion's masks and of valleys on the guide; `None` without masks and
    /// rivers. `river_weights` has the weights of the masks that limit the valleys.
    fn erosion_weight(
        &mut self,
        erosion: &ErosionLand,
        places: &Places<'_>,
        (guide, river_weights): (&Planes, Option<&Planes>),
    ) -> Option<Vec<f32>> {
        let part = MaskedPart::Erosion(erosion.guide_count);
        let (masks, indices) = (&erosion.masks, &*erosion.mask_inputs);
        let is_masked = !indices.is_empty();
        let masked = is_masked
            .then(|| self.weigh_masks(masks, indices, part, (places, guide, false)).values);
        let Some(rivers) = &self.stack.rivers else { return masked };
        let shares = self.eroded_shares(rivers, places, river_weights);
        Some(match masked {
            None => shares.values.clone(),
            Some(weight) => weight.iter().zip(&shares.values).map(|(w, s)| w * s).collect(),
        })
    }

    /// The shares of the erosion that rivers leave. `river_weights` has the weights of the masks that limit
    /// the valleys.
    fn eroded_shares(
        &mut self,
        rivers: &RiversLand,
        places: &Places<'_>,
        river_weights: Option<&Planes>,
    ) -> Arc<Planes> {
        let shares = || {
            let moved_m = places.moves().is_some().then(|| places.all_m());
            let moved_m = moved_m.as_ref().map(|[east, south]| [&**east, &**south]);
            let mut shares = rivers.eroded_shares(places.lines_m(), moved_m, places.sample_m);
            if let Some(weights) = river_weights {
                let pairs = shares.iter_mut().zip(&weights.values);
                pairs.for_each(|(share, w)| *share = limited_share(Some(f64::from(*w)), *share));
            }
            let values = shares.into_iter().map(|share| share as f32).collect();
            Planes { values, slopes: None }
        };
        if places.is_cached && river_weights.is_none() {
            self.cache.get(FieldKey::eroded_share(&rivers.change, places), false, shares)
        } else {
            Arc::new(shares())
        }
    }

    /// The weight of the erosion: 1 without masks, 0 without erosion.
    pub(super) fn erosion_weights(&mut self, places: &Places<'_>) -> Vec<f32> {
        let Some(erosion) = &self.stack.erosion else {
            return vec![0.0; places.count()];
        };
        let places = places.for_guide(erosion.limit_m);
        let (guide, river_weights) = self.weighed_guide(erosion.guide_count, &places, true);
        let weight = self.erosion_weight(erosion, &places, (&guide, river_weights.as_ref()));
        weight.unwrap_or_else(|| vec![1.0; guide.values.len()])
    }

    fn eroded_heights(&mut self, erosion: &ErosionLand, places: &Places<'_>) -> Vec<f32> {
        let mut full = self.guide_land(erosion.guide_count, places, false).values;
        let guide_places = places.for_guide(erosion.limit_m);
        let (guide, river_weights) = self.weighed_guide(erosion.guide_count, &guide_places, true);
        let weight = self.erosion_weight(erosion, &guide_places, (&guide, river_weights.as_ref()));
        let count = places.count();
        let [mut eroded, mut ridge, mut occlusion] = [const { vec![] }; 3].map(|mut plane| {
            plane.resize(count, 0.0f32);
            plane
        });
        let places_m = places.moves().is_some().then(|| places.all_m());
        let [east, south] = guide.slopes.as_ref().expect("the guide has slopes");
        let guide_samples = Guide {
            lines_m: places.lines_m(),
            places_m: places_m.as_ref().map(|[east, south]| [&**east, &**south]),
            heights_m: &guide.values,
            gradients: [east, south],
        };
        let mut out = ErodedSamples {
            heights_m: &mut eroded,
            ridge: Some(&mut ridge),
            occlusion: Some(&mut occlusion),
        };
        erosion.erosion.fill(Level::best(), &guide_samples, places.band_limit_m, &mut out);
        erosion.join_parameters.join_all(ManyErodedParts {
            heights_m: &mut full,
            guide_m: &guide.values,
            gradient: [east, south],
            eroded: &mut eroded,
            ridge: &mut ridge,
            occlusion: &mut occlusion,
            weight: weight.as_deref(),
        });
        let bare = eroded;
        self.relief = Some(Reliefs { ridge, occlusion });
        match &erosion.strata {
            Some(strata) => self.cut_steps(strata, places, full, &bare),
            None => full,
        }
    }

    /// Cuts steps of layered rock into the land, weighted by the share of bare rock.
    fn cut_steps(
        &mut self,
        strata: &OperationLand,
        places: &Places<'_>,
        heights_m: Vec<f32>,
        bare: &[f32],
    ) -> Vec<f32> {
        let noises = self.noises(&strata.noises, places, false);
        let samples: Vec<_> = noises.iter().map(|noise| noise.samples_ref()).collect();
        let [east_m, south_m] = places.all_m();
        let inputs = Inputs { east_m: &east_m, south_m: &south_m, noises: &samples };
        let mut planes = Planes { values: heights_m.clone(), slopes: None };
        strata.operation.apply(Level::best(), &mut planes.samples(), inputs);
        let steps = planes.values.iter().zip(bare).zip(heights_m);
        steps.map(|((step, bare), height_m)| height_m + bare * (step - height_m)).collect()
    }
}

impl PointEvaluator<'_> {
    /// The guide after erosion; the slope comes from finite differences.
    pub(super) fn erode(
        &mut self,
        erosion: &ErosionLand,
        point: SamplePoint,
        slopes: bool,
    ) -> Dual {
        let height_m = self.eroded_height(erosion, point);
        if !slopes {
            return Dual::level(height_m);
        }
        let reach_m = erosion.reach_m(point.band_limit_m);
        let [x, z] = point.place_m;
        let gradient = [[reach_m, 0.0], [0.0, reach_m]].map(|[east, south]| {
            let mut height_m = |place_m| {
                self.without_notes(|evaluator| {
                    evaluator.eroded_height(erosion, point.moved(place_m))
                })
            };
            let ahead_m = height_m([x + east, z + south]);
            (ahead_m - height_m([x - east, z - south])) * (0.5 / reach_m)
        });
        Dual { height_m, gradient }
    }

    fn eroded_height(&mut self, erosion: &ErosionLand, point: SamplePoint) -> f64 {
        self.note(Notes::open);
        let guide_count = erosion.guide_count;
        let full_m = self.guide_land(guide_count, point, false).height_m;
        let guide_point = point.for_guide(erosion.limit_m);
        let (guide, river_weight) =
            self.without_notes(|evaluator| evaluator.weighed_guide(guide_count, guide_point, true));
        let masked = match &*erosion.mask_inputs {
            [] => 1.0,
            indices => {
                let part = MaskedPart::Erosion(guide_count);
                self.weigh_masks(&erosion.masks, indices, part, (guide_point, guide, false))
                    .height_m
            }
        };
        let rivers = self.stack.rivers.as_ref();
        let river_share = rivers.map(|rivers| {
            let share = rivers.eroded_share(point.place_m, point.sample_m);
            limited_share(river_weight.map(|weight| weight.height_m), share)
        });
        let weight = river_share.map_or(masked, |share| masked * share);
        let eroded = erosion.erosion.at_traced(guide, point.place_m, point.band_limit_m, |step| {
            self.note(|notes| notes.step(step));
        });
        let Eroded { height_m: eroded_m, ridge, occlusion } = eroded;
        let Dual { height_m: guide_m, gradient } = guide;
        let parts = ErodedParts { full_m, guide_m, gradient, eroded_m, occlusion, ridge, weight };
        let height_m = self.join_detail(erosion, point, parts);
        self.note(|notes| {
            notes.close_erosion(point, (erosion.limit_m, river_share), parts, eroded, height_m)
        });
        height_m
    }

    /// Combines erosion and fine detail, and cuts steps of layered rock where rock is bare.
    fn join_detail(
        &mut self,
        erosion: &ErosionLand,
        point: SamplePoint,
        parts: ErodedParts<f64>,
    ) -> f64 {
        let joined = erosion.join_parameters.join(parts);
        let Joined { height_m, bare, .. } = joined;
        let Some(strata) = &erosion.strata else {
            self.note(|notes| notes.joined(joined, None));
            return height_m;
        };
        let noises: Vec<_> = strata.noises.iter().map(|n| self.source(*n, point, false)).collect();
        let step_m = strata.operation.at(Dual::level(height_m), point.place_m, &noises).height_m;
        self.note(|notes| notes.joined(joined, Some(step_m)));
        height_m + bare * (step_m - height_m)
    }
}

/// Numbers that keep seeds for different purposes apart.
const EROSION: u32 = 0x6572_6f64;
const STRATA: u32 = 0x7374_7261;
