//! Levels, discharges and widths from the flow.

use super::flow::Flow;
use super::settings::RiverSettings;
use crate::real::Real;

/// The river length of a catchment of 1 km²: length = 1.4 km · area^0.6 (Hack 1957).
const HACK_M: f64 = 1400.0;

/// The discharge of a catchment of 1 km² in m³/s, and the exponent of its area.
const DISCHARGE: f64 = 0.42;
const DISCHARGE_EXPONENT: f64 = 0.69;

/// The largest catchment that the width of a fixed river stands for.
const MAX_AREA_KM2: f64 = 1e6;

/// The depth of the deepest fixed river.
const DEEPEST_FIXED_M: f64 = 9.0;

/// A river by its catchment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct River {
    /// The discharge in m³/s: 0.42 · area^0.69, area in km² (Génevaux and others 2013).
    pub discharge: f64,
    /// The width of the water: size · √discharge (exponent: Leopold and Maddock 1953).
    pub width_m: f64,
    /// The depth of the channel: 0.3 · discharge^0.4 + 0.5 m (exponent: Leopold and Maddock 1953).
    pub depth_m: f64,
}

impl River {
    /// The river of a catchment.
    pub fn of(settings: &RiverSettings, area_km2: f64) -> Self {
        let discharge = discharge(area_km2);
        Self { discharge, width_m: settings.size * discharge.sqrt(), depth_m: depth_m(discharge) }
    }

    /// The river of a width in metres, of the default size.
    pub fn of_width(width_m: f64) -> Self {
        let root = width_m / RiverSettings::default().size;
        let discharge = root * root;
        Self { discharge, width_m, depth_m: depth_m(discharge) }
    }

    /// The catchment of a river of a width: at least that of the narrowest river with water.
    pub(super) fn area_of_width_km2(settings: &RiverSettings, width_m: f64) -> f64 {
        let root = width_m / settings.size;
        let area_km2 = Real::power(root * root / DISCHARGE, 1.0 / DISCHARGE_EXPONENT);
        area_km2.clamp(settings.from_km2, MAX_AREA_KM2.max(settings.from_km2))
    }

    /// The width of the river of a catchment.
    pub fn width_m(settings: &RiverSettings, area_km2: f64) -> f64 {
        settings.size * discharge(area_km2).sqrt()
    }
}

fn depth_m(discharge: f64) -> f64 {
    0.3 * Real::power(discharge, 0.4) + 0.5
}

fn discharge(area_km2: f64) -> f64 {
    DISCHARGE * Real::power(area_km2, DISCHARGE_EXPONENT)
}

/// The water level at a node, from the height that it follows.
///
/// The river has cut I = depth · √(λs/1.4 km) into high land, with λs the length of the river above
/// the node; by Hack's law that is depth · area^0.3. Where the land lies e above the sea, the level
/// is sea + e/(1 + I/e). It rises with e and falls with I, also in floating point, because each
/// operation is monotone. So water never rises along a course.
pub fn level_m(settings: &RiverSettings, height_m: f64, flow: Flow) -> f64 {
    let above_m = (height_m - settings.sea_level_m).max(0.0);
    if above_m == 0.0 {
        return settings.sea_level_m;
    }
    let length_m = f64::from(flow.longest) * settings.spacing_m;
    let incision_m = settings.depth_m * (length_m / HACK_M).sqrt();
    settings.sea_level_m + above_m * (1.0 / (1.0 + incision_m / above_m))
}

/// The depth of a river's channel by the length of the river above it.
///
/// The catchment within the counted steps may shrink downstream, but that length never does. So the
/// bed falls wherever the water does.
pub fn channel_depth_m(settings: &RiverSettings, flow: Flow) -> f64 {
    let length_m = f64::from(flow.longest) * settings.spacing_m;
    depth_m(discharge(Real::power(length_m / HACK_M, 5.0 / 3.0)))
}

/// The depth of the channel of a fixed river, by the catchment that its width stands for.
pub fn fixed_depth_m(area_km2: f64) -> f64 {
    depth_m(discharge(area_km2)).min(DEEPEST_FIXED_M)
}

/// The area of a number of cells.
pub fn area_km2(settings: &RiverSettings, nodes: u32) -> f64 {
    let side_km = settings.spacing_m / 1000.0;
    f64::from(nodes) * side_km * side_km
}
