//! The water that a mark holds: a river or a lake.

use super::banks::is_inside;
use super::nearest::Near;
use super::profile::Profile;
use super::river_banks::RiverBanks;
use super::river_levels::RiverLevels;
use super::shape::MarkCurve;
use super::tool::Tool;
use crate::rivers::{self, WaterAt};

/// The water of a mark.
pub(super) enum WaterBody {
    /// A river.
    River(RiverBanks),
    /// A lake. Its water ends at the crest of the rim, which lies this far outside the outline.
    Lake { rim_at_m: f64 },
}

impl WaterBody {
    /// The water of a tool; `None` if it makes no water.
    pub fn of(tool: &Tool) -> Option<Self> {
        match tool {
            Tool::River(river) => Some(Self::River(RiverBanks::new(river))),
            Tool::Lake(lake) => Some(Self::Lake { rim_at_m: lake.rim_m / lake.shore }),
            _ => None,
        }
    }

    /// The distance from the curve beyond which no water is, plus `beyond_m`.
    pub fn far_m(&self, beyond_m: f64) -> f64 {
        match self {
            Self::River(banks) => banks.edge_m() + beyond_m,
            // A place is tested against the whole outline to find out if it is inside.
            Self::Lake { .. } => f64::INFINITY,
        }
    }

    /// The width of the damp ground beside the water.
    pub fn damp_m(&self) -> f64 {
        match self {
            Self::River(banks) => rivers::beside_river_m(2.0 * banks.half_width_m),
            Self::Lake { .. } => rivers::BESIDE_LAKE_M,
        }
    }

    /// The water near a place relative to the anchor, for samples of a spacing. `None` far from it, and
    /// for a river without levels.
    pub fn at(
        &self,
        (near, shape): (&Near<'_>, &MarkCurve),
        (profile, levels): (&Profile, Option<&RiverLevels>),
        place: [f64; 2],
        sample_m: f64,
    ) -> Option<WaterAt> {
        let foot = near.feet(place).min_by(|a, b| a.square.total_cmp(&b.square))?;
        match self {
            Self::River(banks) => {
                let bed = profile.at(foot.span, foot.t);
                let level = levels?.at(foot.span, foot.t, bed);
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
