//! The water that a mark holds: a river or a lake.

use std::sync::OnceLock;

use super::banks::is_inside;
use super::curve::slope_at;
use super::nearest::{Foot, Near};
use super::profile::Profile;
use super::river_levels::RiverLevels;
use super::shape::Shape;
use super::tool::{River, Tool};
use crate::rivers::{self, WaterAt, shown_fall, speed_m_s};

/// The share of the reach over which the banks of a river are not faded.
const UNFADED: f64 = 0.8;

/// The water of a mark.
pub(super) enum WaterBody {
    /// A river, with the levels along its path, which are found on first use.
    River { banks: RiverBanks, levels: OnceLock<RiverLevels> },
    /// A lake. Its water ends at the crest of the rim, which lies this far outside the outline.
    Lake { rim_at_m: f64 },
}

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
    fn new(river: &River) -> Self {
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
    fn edge_m(&self) -> f64 {
        self.half_width_m + self.wide_m
    }

    fn water(&self, foot: &Foot, shape: &Shape, levels: [(f64, f64); 2], sample_m: f64) -> WaterAt {
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

impl WaterBody {
    /// The water of a tool; `None` if it makes no water.
    pub fn of(tool: &Tool) -> Option<Self> {
        match tool {
            Tool::River(river) => {
                Some(Self::River { banks: RiverBanks::new(river), levels: OnceLock::new() })
            }
            Tool::Lake(lake) => Some(Self::Lake { rim_at_m: lake.rim_m / lake.shore }),
            _ => None,
        }
    }

    /// The distance from the curve beyond which no water is, plus `beyond_m`.
    pub fn far_m(&self, beyond_m: f64) -> f64 {
        match self {
            Self::River { banks, .. } => banks.edge_m() + beyond_m,
            // Every part of an outline counts for what is inside.
            Self::Lake { .. } => f64::INFINITY,
        }
    }

    /// The width of the damp ground beside the water.
    pub fn damp_m(&self) -> f64 {
        match self {
            Self::River { banks, .. } => rivers::beside_river_m(2.0 * banks.half_width_m),
            Self::Lake { .. } => rivers::BESIDE_LAKE_M,
        }
    }

    /// The water near a place relative to the anchor, for samples of a spacing. `None` far from it.
    pub fn at(
        &self,
        (near, shape): (&Near<'_>, &Shape),
        profile: &Profile,
        place: [f64; 2],
        sample_m: f64,
    ) -> Option<WaterAt> {
        let foot = near.feet(place).min_by(|a, b| a.square.total_cmp(&b.square))?;
        match self {
            Self::River { banks, levels } => {
                let bed = profile.at(foot.span, foot.t);
                let level = levels.get()?.at(foot.span, foot.t, bed);
                Some(banks.water(&foot, shape, [bed, level], sample_m))
            }
            Self::Lake { rim_at_m } => {
                let sign = if is_inside(&shape.points, place) { -1.0 } else { 1.0 };
                let distance_m = sign * foot.square.sqrt() - rim_at_m;
                let level_m = profile.level_m();
                Some(WaterAt { level_m, distance_m, share: 1.0, ..WaterAt::default() })
            }
        }
    }
}
