//! The parameters of a network.

/// The parameters of a network and its valleys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RiverSettings {
    /// The distance between nodes: a power of two, 256 to 2048 m.
    pub spacing_m: f64,
    /// How strongly courses gather on gentle slopes, from 0 to 0.9.
    pub branching: f64,
    /// The number of steps upstream that count for the flow.
    pub steps: u32,
    /// How deep a river with a length of 1.4 km cuts into high land, in metres.
    pub depth_m: f64,
    /// The slope of a valley's sides, relative to the slope of the ground around it.
    pub side_slope: f64,
    /// The deepest gorge that lets a sink drain; deeper basins stay closed.
    pub deepest_gorge_m: f64,
    /// The share of the sinks with a large catchment that have a lake, from 0 to 1.
    pub lakes: f64,
    /// The width of rivers, relative to the square root of their discharge.
    pub size: f64,
    /// The smallest catchment whose valley carries water.
    pub from_km2: f64,
    /// The width of floodplains on each side, in widths of their rivers.
    pub floor: f64,
    /// How far courses stray from their curves; 1 is natural.
    pub wander: f64,
    /// How strongly rivers meander on level ground, from 0 to 1.
    pub meanders: f64,
    /// How much rivers change along their way, from 0 to 1: the width of swells, relative to their
    /// natural width. Above 0, rivers are graded; see [`RiverSettings::is_graded`].
    pub variety: f64,
    /// How far gentle rivers split into threads between gravel bars, from 0 to 1.
    pub braids: f64,
    /// How far rivers split before they reach the sea, from 0 to 1.
    pub deltas: f64,
    /// The sea level.
    pub sea_level_m: f64,
}

impl RiverSettings {
    /// Returns true for graded rivers: bends are round, tributaries join their trunk in place and level, and
    /// gullies end above the river, so that more of the land drains.
    pub fn is_graded(&self) -> bool {
        self.variety > 0.0
    }
}

impl Default for RiverSettings {
    fn default() -> Self {
        Self {
            spacing_m: 512.0,
            branching: 0.8,
            steps: 24,
            depth_m: 14.0,
            side_slope: 0.8,
            deepest_gorge_m: 300.0,
            lakes: 0.6,
            size: 4.8,
            from_km2: 2.5,
            floor: 3.0,
            wander: 1.0,
            meanders: 1.0,
            variety: 0.0,
            braids: 0.0,
            deltas: 0.0,
            sea_level_m: 0.0,
        }
    }
}
