//! The water that a mark holds: a river or a lake.

use super::banks::is_inside;
use super::nearest::NearbyChords;
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
    /// A lake. Its water ends at the crest of the rim, at this distance outside the outline.
    Lake { crest_distance_m: f64 },
}

impl WaterBody {
    /// The water of a tool; `None` if it makes no water.
    pub fn of(tool: &Tool) -> Option<Self> {
        match tool {
            Tool::River(river) => Some(Self::River(RiverBanks::new(river))),
            Tool::Lake(lake) => Some(Self::Lake { crest_distance_m: lake.rim_m / lake.shore }),
            _ => None,
        }
    }

    /// The largest distance of water from the curve, plus `beyond_m`.
    pub fn cutoff_m(&self, beyond_m: f64) -> f64 {
        match self {
            Self::River(banks) => banks.edge_m() + beyond_m,
            // A place is tested against the whole outline to find out if it is inside.
            Self::Lake { .. } => f64::INFINITY,
        }
    }

    /// The width of the damp ground next to the water, in metres.
    pub fn damp_m(&self) -> f64 {
        match self {
            Self::River(banks) => rivers::river_damp_width_m(2.0 * banks.half_width_m),
            Self::Lake { .. } => rivers::LAKE_DAMP_M,
        }
    }

    /// The water near a place relative to the anchor, for samples of a spacing. `None` far from the
    /// water, and for a river without levels.
    pub fn at(
        &self,
        (near, shape): (&NearbyChords<'_>, &MarkCurve),
        (profile, levels): (&Profile, Option<&RiverLevels>),
        place: [f64; 2],
        sample_m: f64,
    ) -> Option<WaterAt> {
        let point = near.nearest_points(place).min_by(|a, b| a.square.total_cmp(&b.square))?;
        match self {
            Self::River(banks) => {
                let bed = profile.at(point.span, point.t);
                let level = levels?.at(point.span, point.t, bed);
                Some(banks.water(&point, shape, [bed, level], sample_m))
            }
            Self::Lake { crest_distance_m } => {
                let sign = if is_inside(&shape.points, place) { -1.0 } else { 1.0 };
                let distance_m = sign * point.square.sqrt() - crest_distance_m;
                let level_m = profile.level_m();
                Some(WaterAt { level_m, distance_m, opacity: 1.0, ..WaterAt::default() })
            }
        }
    }
}
