//! The rivers and lakes of an area, ready to be written.

use std::collections::HashSet;

use super::lake_features::LakeFeature;
use super::reach_features::{ReachFeature, features};
use crate::area::Area;
use orogen_terrain::rivers::Reach;

/// The rivers and lakes of an area.
pub(super) struct RiverMap {
    pub area: Area,
    pub reaches: Vec<ReachFeature>,
    pub lakes: Vec<LakeFeature>,
}

impl RiverMap {
    /// Cuts reaches at the borders of the area. `lakes` have water in the area.
    pub fn new(area: Area, reaches: &[Reach], mut lakes: Vec<LakeFeature>) -> Self {
        let mut reaches: Vec<_> = reaches.iter().flat_map(|reach| features(reach, area)).collect();
        // What is not in the file cannot be run to.
        let ids: HashSet<String> = reaches
            .iter()
            .map(|reach| reach.id.clone())
            .chain(lakes.iter().map(|lake| lake.id.clone()))
            .collect();
        for reach in &mut reaches {
            reach.forget_unknown(&ids);
        }
        for lake in &mut lakes {
            lake.downstream = lake.downstream.take().filter(|id| ids.contains(id));
        }
        Self { area, reaches, lakes }
    }
}

/// Rounds to millimetres, so that files are short and have the same digits everywhere.
pub(super) fn millimetres(m: f64) -> f64 {
    (m * 1000.0).round() / 1000.0
}

/// Rounds to six decimal places.
pub(super) fn millionths(x: f64) -> f64 {
    (x * 1e6).round() / 1e6
}
