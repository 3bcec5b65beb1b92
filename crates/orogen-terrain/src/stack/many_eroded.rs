//! Evaluates the erosion at many points in f64, bit for bit like one point at a time.

use super::many::WideEvaluator;
use super::parts::{ErosionLand, MaskedPart, OperationLand};
use super::river_masks::limited_share;
use super::wide_places::WidePlaces;
use crate::duals::Duals;
use crate::erosion::{ErodedSamples, Guide, ManyErodedParts};
use orogen_noise::grid::Level;

impl WideEvaluator<'_> {
    /// The guide after erosion; slopes come from finite differences.
    pub(super) fn erode(&self, erosion: &ErosionLand, places: &WidePlaces, slopes: bool) -> Duals {
        let gradients = slopes.then(|| {
            let reach_m = erosion.reach_m(places.band_limit_m);
            [[reach_m, 0.0], [0.0, reach_m]].map(|by_m| {
                let [ahead_m, behind_m] = [by_m, by_m.map(|m| -m)]
                    .map(|by_m| self.eroded_heights(erosion, &places.shifted(by_m)));
                let pairs = ahead_m.iter().zip(&behind_m);
                pairs.map(|(ahead_m, behind_m)| (ahead_m - behind_m) * (0.5 / reach_m)).collect()
            })
        });
        Duals { heights_m: self.eroded_heights(erosion, places), gradients }
    }

    fn eroded_heights(&self, erosion: &ErosionLand, places: &WidePlaces) -> Vec<f64> {
        let mut heights_m = self.guide_land(erosion.guide_count, places, false).heights_m;
        let guide_places = places.for_guide(erosion.limit_m);
        let (guide, river_weights) = self.weighed_guide(erosion.guide_count, &guide_places, true);
        let masked = (!erosion.mask_inputs.is_empty()).then(|| {
            let part = MaskedPart::Erosion(erosion.guide_count);
            let (masks, indices) = (&erosion.masks, &*erosion.mask_inputs);
            self.weigh_masks(masks, indices, part, (&guide_places, &guide, false)).heights_m
        });
        let weight = match &self.stack.rivers {
            None => masked,
            Some(rivers) => {
                let mut shares =
                    rivers.eroded_shares(places.lines_m(), places.moved_m(), places.sample_m);
                let river_weights = river_weights.iter().flat_map(|weights| &weights.heights_m);
                let pairs = shares.iter_mut().zip(river_weights);
                pairs.for_each(|(share, w)| *share = limited_share(Some(*w), *share));
                let masked = masked.iter().flatten();
                shares.iter_mut().zip(masked).for_each(|(share, masked)| *share *= masked);
                Some(shares)
            }
        };
        let [mut eroded, mut ridge, mut occlusion] =
            [const { vec![] }; 3].map(|_: Vec<f64>| vec![0.0; places.count()]);
        let [east, south] = guide.gradients.as_ref().expect("the guide has slopes");
        let guide_samples = Guide {
            lines_m: places.lines_m(),
            places_m: places.moved_m(),
            heights_m: &guide.heights_m,
            gradients: [east, south],
        };
        let mut out = ErodedSamples {
            heights_m: &mut eroded,
            ridge: Some(&mut ridge),
            occlusion: Some(&mut occlusion),
        };
        erosion.erosion.fill(Level::best(), &guide_samples, places.band_limit_m, &mut out);
        erosion.join_parameters.join_all(ManyErodedParts {
            heights_m: &mut heights_m,
            guide_m: &guide.heights_m,
            gradient: [east, south],
            eroded: &mut eroded,
            ridge: &mut ridge,
            occlusion: &mut occlusion,
            weight: weight.as_deref(),
        });
        let bare = eroded;
        match &erosion.strata {
            Some(strata) => self.cut_steps(strata, places, heights_m, &bare),
            None => heights_m,
        }
    }

    /// Cuts steps of layered rock into the land, weighted by the share of bare rock.
    fn cut_steps(
        &self,
        strata: &OperationLand,
        places: &WidePlaces,
        heights_m: Vec<f64>,
        bare: &[f64],
    ) -> Vec<f64> {
        let noises = self.sources(&strata.noises, places, false);
        let mut steps = Duals { heights_m: heights_m.clone(), gradients: None };
        strata.operation.apply_f64(self.level, &mut steps, places.all_m(), &noises);
        let steps = steps.heights_m.iter().zip(bare).zip(heights_m);
        steps.map(|((step_m, bare), height_m)| height_m + bare * (step_m - height_m)).collect()
    }
}
