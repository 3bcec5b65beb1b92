//! The banks of a drawn river.

use super::curve::slope_at;
use super::foot::Foot;
use super::shape::MarkCurve;
use super::tool::River;
use crate::rivers::{self, WaterAt, shown_fall, speed_m_s};

/// The share of the reach over which the banks of a river are not faded.
const UNFADED: f64 = 0.8;

/// The banks of a river, which hold its water.
pub(super) struct RiverBanks {
    pub half_width_m: f64,
    /// The depth of the water over the bed, where banks hold it.
    pub depth_m: f64,
    /// The discharge in m³/s.
    discharge: f64,
    slope: f64,
    round_m: f64,
    /// The width of the banks on each side.
    wide_m: f64,
}

impl RiverBanks {
    pub fn new(river: &River) -> Self {
        let rivers::River { discharge, depth_m, .. } = rivers::River::of_width(river.width_m);
        Self {
            half_width_m: 0.5 * river.width_m,
            depth_m,
            discharge,
            slope: river.cut,
            round_m: river.round_m,
            wide_m: UNFADED * river.reach_m,
        }
    }

    /// The width of the water beside the bed on each side, where it stands `water_m` over the bed.
    pub fn beside_m(&self, water_m: f64) -> f64 {
        let rise_m = water_m.max(0.0) / self.slope + self.round_m;
        (rise_m * rise_m - self.round_m * self.round_m).max(0.0).sqrt().min(self.wide_m)
    }

    /// The distance from the path at which there is no water.
    pub fn edge_m(&self) -> f64 {
        self.half_width_m + self.wide_m
    }

    /// The water at a foot of a place, whose bed and level are given with their derivatives by the
    /// parameter.
    pub fn water(
        &self,
        foot: &Foot,
        shape: &MarkCurve,
        levels: [(f64, f64); 2],
        sample_m: f64,
    ) -> WaterAt {
        let [(bed_m, _), (level_m, slope)] = levels;
        let [x, z] = slope_at(&shape.spans[foot.span], foot.t);
        let length = (x * x + z * z).sqrt();
        // A path of a single point has no direction.
        let per_m = if length > 0.0 { 1.0 / length } else { 0.0 };
        let fall = (-slope * per_m).max(0.0);
        let speed_m_s = speed_m_s(fall, self.discharge);
        let width_m = 2.0 * self.half_width_m;
        WaterAt {
            level_m,
            distance_m: foot.square.sqrt() - self.half_width_m - self.beside_m(level_m - bed_m),
            flow_m_s: [x, z].map(|along| along * per_m * speed_m_s),
            fall: fall * shown_fall(width_m, sample_m),
            share: 1.0,
        }
    }
}
