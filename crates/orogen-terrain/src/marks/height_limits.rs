//! The limits that a mark sets to the height of the land.

use crate::dual::Dual;

/// The lowest and the highest land that a mark allows at a place, and the weight of the mark.
pub(super) struct HeightLimits {
    pub weight: Dual,
    pub floor: Option<Dual>,
    pub ceiling: Option<Dual>,
    /// The rounding radii of floor and ceiling.
    rounding: [Dual; 2],
}

impl HeightLimits {
    /// Limits with the rounding radii of floor and ceiling.
    pub fn new(
        weight: Dual,
        floor: Option<Dual>,
        ceiling: Option<Dual>,
        rounding: [Dual; 2],
    ) -> Self {
        Self { weight, floor, ceiling, rounding }
    }

    /// Protects the bed of a lake: a river neither fills it nor cuts below it.
    pub fn protect_bed(&mut self, bed_m: Option<f64>) {
        let Some(bed_m) = bed_m else { return };
        self.floor = None;
        self.ceiling = self.ceiling.map(|ceiling| match ceiling.height_m < bed_m {
            true => Dual::level(bed_m),
            false => ceiling,
        });
    }

    /// Clamps land to the limits, with rounding. `fade` is the share of the mark that samples show.
    #[inline]
    pub fn apply(&self, land: Dual, fade: f64) -> Dual {
        let raised = self
            .floor
            .map_or(Dual::level(0.0), |floor| positive_part(floor - land, self.rounding[0]));
        let cut = self
            .ceiling
            .map_or(Dual::level(0.0), |ceiling| positive_part(land - ceiling, self.rounding[1]));
        // Land between floor and ceiling keeps its bits.
        if raised.height_m == 0.0 && cut.height_m == 0.0 {
            return land;
        }
        land + (raised - cut).times(self.weight) * fade
    }
}

/// The positive part of x. From 0 to the radius k, x²(2 − x/k)/k rounds the corner.
#[inline]
fn positive_part(x: Dual, radius: Dual) -> Dual {
    if x.height_m <= 0.0 {
        return Dual::level(0.0);
    }
    if x.height_m >= radius.height_m {
        return x;
    }
    let t = x.height_m / radius.height_m;
    let (by_x, by_radius) = (t * (4.0 - 3.0 * t), -2.0 * t * t * (1.0 - t));
    let gradient = [0, 1].map(|i| by_x * x.gradient[i] + by_radius * radius.gradient[i]);
    Dual { height_m: x.height_m * t * (2.0 - t), gradient }
}
