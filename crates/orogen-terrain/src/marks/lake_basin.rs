//! The basin of a drawn lake: a bed, a shore, and a rim that holds the water.

use super::height_limits::HeightLimits;
use super::tool::Lake;
use crate::dual::Dual;

/// The basin of a lake.
#[derive(Clone, Copy)]
pub(super) struct LakeBasin {
    pub depth_m: f64,
    /// The slope of the bed along the shore.
    pub shore: f64,
    /// The height of the rim above the water.
    pub rim_m: f64,
    /// The width of the level crest of the rim, and its largest width where samples are coarse.
    pub crest_widths_m: [f64; 2],
}

/// Where samples are coarse, the width of the crest in spacings of samples. At least one sample of each
/// cell that the inner edge of the crest crosses then lies on the crest.
const CREST_SAMPLES: f64 = std::f64::consts::SQRT_2;

impl LakeBasin {
    /// The basin of a lake. Where samples are coarse, the crest becomes wider, but only up to the distance
    /// `max_m` from the outline.
    pub fn new(lake: &Lake, max_m: f64) -> Self {
        let Lake { depth_m, shore, rim_m, crest_m, .. } = *lake;
        let max_crest_m = match crest_m > 0.0 {
            true => (max_m - rim_m / shore).max(crest_m),
            // A rim without a level crest keeps its sharp edge.
            false => 0.0,
        };
        Self { depth_m, shore, rim_m, crest_widths_m: [crest_m, max_crest_m] }
    }

    /// The distance of the inner edge of the crest from the outline. The water ends there.
    pub fn crest_distance_m(&self) -> f64 {
        self.rim_m / self.shore
    }

    /// The width of the crest for samples of a spacing.
    fn crest_m(&self, sample_m: f64) -> f64 {
        let [crest_m, max_m] = self.crest_widths_m;
        crest_m.max((CREST_SAMPLES * sample_m).min(max_m))
    }

    /// The floor and the ceiling for samples of a spacing, at a distance from the outline, which is negative
    /// inside. `slopes` are the slopes of the dam and of the banks that are cut into higher land.
    pub fn limits(
        &self,
        [weight, distance]: [Dual; 2],
        [fill, cut]: [f64; 2],
        level_m: f64,
        sample_m: f64,
    ) -> HeightLimits {
        let bed_m = level_m - self.depth_m;
        let top = Dual::level(level_m + self.rim_m);
        let from_crest = distance - Dual::level(self.crest_distance_m());
        let beyond_crest = from_crest - Dual::level(self.crest_m(sample_m));
        let shore_land = distance * self.shore + Dual::level(level_m);
        let ceiling = match from_crest.height_m {
            m if m >= 0.0 && beyond_crest.height_m >= 0.0 => top + beyond_crest * cut,
            m if m >= 0.0 => top,
            _ if shore_land.height_m <= bed_m => Dual::level(bed_m),
            _ => shore_land,
        };
        let dam = match from_crest.height_m {
            m if m < 0.0 => top - from_crest * -1.0 * fill,
            _ if beyond_crest.height_m < 0.0 => top,
            _ => top - beyond_crest * fill,
        };
        // A steep dam must not stand in a flat shore.
        let floor = if dam.height_m > ceiling.height_m { ceiling } else { dam };
        HeightLimits::new(weight, Some(floor), Some(ceiling), [Dual::level(0.0); 2])
    }
}
