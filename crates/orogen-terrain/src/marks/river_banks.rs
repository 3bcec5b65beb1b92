//! The banks of a drawn river.

use super::curve::slope_at;
use super::nearest_point::NearestPoint;
use super::shape::MarkCurve;
use super::tool::River;
use crate::rivers::{self, WaterAt, shown_fall, speed_m_s};

/// The inner share of the width of a river's banks, where they are not faded.
const UNFADED: f64 = 0.8;

/// The banks of a river, which hold its water.
pub(super) struct RiverBanks {
    pub half_width_m: f64,
    /// The depth of the water over the bed where the banks are high enough.
    pub depth_m: f64,
    /// The discharge in m³/s.
    discharge: f64,
    bank_slope: f64,
    round_m: f64,
    /// The width of the banks on each side, where they are not faded.
    bank_width_m: f64,
}

impl RiverBanks {
    pub fn new(river: &River) -> Self {
        let rivers::River { discharge, depth_m, .. } = rivers::River::of_width(river.width_m);
        Self {
            half_width_m: 0.5 * river.width_m,
            depth_m,
            discharge,
            bank_slope: river.cut,
            round_m: river.round_m,
            bank_width_m: UNFADED * river.reach_m,
        }
    }

    /// The width of the water outside the bed on each side, where the water stands `water_m` above the
    /// bed.
    pub fn flooded_bank_m(&self, water_m: f64) -> f64 {
        let rise_m = water_m.max(0.0) / self.bank_slope + self.round_m;
        (rise_m * rise_m - self.round_m * self.round_m).max(0.0).sqrt().min(self.bank_width_m)
    }

    /// The largest distance of water from the path.
    pub fn edge_m(&self) -> f64 {
        self.half_width_m + self.bank_width_m
    }

    /// The water at a place, from the nearest point of the path. `levels` are the height of the bed and
    /// the level there, each with its derivative by the parameter.
    pub fn water(
        &self,
        point: &NearestPoint,
        shape: &MarkCurve,
        levels: [(f64, f64); 2],
        sample_m: f64,
    ) -> WaterAt {
        let [(bed_m, _), (level_m, slope)] = levels;
        let [x, z] = slope_at(&shape.spans[point.span], point.t);
        let length = (x * x + z * z).sqrt();
        // A path of a single point has no direction.
        let per_m = if length > 0.0 { 1.0 / length } else { 0.0 };
        let fall = (-slope * per_m).max(0.0);
        let speed_m_s = speed_m_s(fall, self.discharge);
        let width_m = 2.0 * self.half_width_m;
        WaterAt {
            level_m,
            distance_m: point.square.sqrt()
                - self.half_width_m
                - self.flooded_bank_m(level_m - bed_m),
            flow_m_s: [x, z].map(|step_m| step_m * per_m * speed_m_s),
            fall: fall * shown_fall(width_m, sample_m),
            opacity: 1.0,
            damp_m: 0.0,
        }
    }
}
