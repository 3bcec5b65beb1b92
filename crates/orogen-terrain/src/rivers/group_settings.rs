//! The parameters of a network from a recipe's group.

use super::settings::RiverSettings;
use crate::recipe::RiversGroup;

impl RiverSettings {
    /// The settings of a recipe's group.
    pub fn new(group: &RiversGroup, sea_level_m: f64) -> Self {
        Self {
            spacing_m: group.valleys_m.metres(),
            branching: group.branching,
            depth_m: group.depth_m,
            side_slope: group.sides,
            deepest_gorge_m: group.gorge_m,
            lakes: group.lakes,
            size: group.size,
            from_km2: group.from_km2,
            floor: group.floor,
            wander: group.wander,
            meanders: group.meanders,
            variety: group.variety,
            braids: group.braids,
            deltas: group.deltas,
            sea_level_m,
            ..Self::default()
        }
    }
}
