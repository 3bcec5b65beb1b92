//! The rivers, lakes and roads of an area, ready to be written.

use std::collections::HashSet;

use super::drawn_features::DrawnRiverFeature;
use super::lake_features::LakeFeature;
use super::reach_features::{ReachFeature, features};
use super::road_features::RoadFeature;
use crate::area::Area;
use orogen_terrain::rivers::Reach;

/// The rivers, lakes and roads of an area.
pub(super) struct RiverMap {
    pub area: Area,
    pub reaches: Vec<ReachFeature>,
    pub lakes: Vec<LakeFeature>,
    pub drawn_rivers: Vec<DrawnRiverFeature>,
    pub roads: Vec<RoadFeature>,
}

impl RiverMap {
    /// Makes a map without drawn features and roads. It cuts reaches at the borders of the area.
    /// `lakes` have water in the area.
    pub fn new(area: Area, reaches: &[Reach], lakes: Vec<LakeFeature>) -> Self {
        let same_cell = reaches.chunk_by(|a, b| a.cell == b.cell);
        let mut map = Self {
            area,
            reaches: same_cell.flat_map(|parts| features(parts, area)).collect(),
            lakes,
            drawn_rivers: vec![],
            roads: vec![],
        };
        map.remove_broken_links();
        map
    }

    /// Removes links to features that are not in the map, and to reaches that begin elsewhere.
    fn remove_broken_links(&mut self) {
        let reaches_from = |start: &'static str| {
            let reaches = self.reaches.iter().filter(move |reach| reach.begins_at == start);
            reaches.map(|reach| reach.id.clone())
        };
        let lakes = || self.lakes.iter().map(|lake| lake.id.clone());
        let below_reaches: HashSet<String> = reaches_from("confluence").chain(lakes()).collect();
        let below_lakes: HashSet<String> = reaches_from("lake").chain(lakes()).collect();
        for reach in &mut self.reaches {
            reach.remove_broken_link(&below_reaches);
        }
        for lake in &mut self.lakes {
            lake.downstream = lake.downstream.take().filter(|id| below_lakes.contains(id));
        }
    }
}
