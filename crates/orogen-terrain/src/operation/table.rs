//! The table of operations: their parameters, formulas and properties.

use super::apply::Apply;
use super::formula::OfHeight;
use super::spline::MAX_POINTS;
use crate::kinds::kinds;

kinds! {
    /// The kinds of operation, in the order of the menus.
    OperationKind: "operation";
    /// An operation with its parameters.
    Operation by kind;

    /// Scales and shifts all heights.
    Levels = "levels" {
        scale: f64 = 1.0, Number { min: 0.0, max: 4.0, log: false }, "", Shape, "Scale",
            "The factor by which heights are multiplied.";
        offset_m: f64 = 0.0, Number { min: -4000.0, max: 4000.0, log: false }, "m", Shape, "Offset",
            "The height that is added after scaling.";
    }
    /// Maps each height to a new height by a curve; beyond its ends, the curve continues as a line.
    HeightCurve = "curve" {
        low_m: f64 = -600.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Low",
            "The height at the curve's lower left corner.";
        range_m: f64 = 1200.0, Number { min: 1.0, max: 16000.0, log: true }, "m", Shape, "Range",
            "The height difference between the curve's lower left and upper right corner.";
        points: Vec<[f64; 2]> = vec![[0.0, 0.0], [1.0, 1.0]], Curve { max_points: MAX_POINTS }, "", Shape, "Curve",
            "The points of the curve: old height and new height, as shares of the range.";
    }
    /// Shifts the middle of a range up or down, and pulls heights towards it or away from it.
    BiasGain = "bias-gain" {
        low_m: f64 = -600.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Low",
            "The lowest height of the range; below it, the curve continues as a line.";
        range_m: f64 = 1200.0, Number { min: 1.0, max: 16000.0, log: true }, "m", Shape, "Range",
            "The height difference between the ends of the range; above the range, the curve continues as a line.";
        bias: f64 = 0.5, Number { min: 0.1, max: 0.9, log: false }, "", Shape, "Bias",
            "The share of the range to which its middle moves; a value below 0.5 lowers the land.";
        gain: f64 = 0.5, Number { min: 0.1, max: 0.9, log: false }, "", Shape, "Gain",
            "Below 0.5, the middle of the range is steeper and its ends are flatter; above 0.5, the other way round.";
    }
    /// Limits heights to a range, with rounded ends.
    SoftClamp = "soft-clamp" {
        low_m: f64 = -200.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Low",
            "The lowest height that land can have.";
        range_m: f64 = 600.0, Number { min: 1.0, max: 16000.0, log: true }, "m", Shape, "Range",
            "The height difference between the lowest and the highest possible land.";
        rounding: f64 = 0.3, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Rounding",
            "The radius of the rounding at both ends, as a share of the range.";
    }
    /// Cuts slopes into steps, as strata of hard and soft rock do.
    Terraces = "terraces" {
        step_m: f64 = 40.0, Number { min: 5.0, max: 200.0, log: true }, "m", Shape, "Step",
            "The height of a step.";
        sharpness: f64 = 3.0, Number { min: 1.0, max: 8.0, log: false }, "", Shape, "Sharpness",
            "The flatness of the treads; the risers are up to this many times as steep as the slope.";
        strength: f64 = 0.7, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Strength",
            "The strength of the steps: 0 keeps the slope, 1 turns all of it into steps.";
        dip_deg: f64 = 2.0, Number { min: 0.0, max: 45.0, log: false }, "°", Shape, "Dip",
            "The angle by which the strata are tilted.";
        dip_azimuth_deg: f64 = 60.0, Number { min: 0.0, max: 360.0, log: false }, "°", Shape, "Dip azimuth",
            "The azimuth towards which the strata slope down.";
        jitter_m: f64 = 15.0, Number { min: 0.0, max: 200.0, log: false }, "m", Shape, "Jitter",
            "The distance by which noise moves the strata up and down.";
        jitter_size_m: f64 = 700.0, Number { min: 10.0, max: 20000.0, log: true }, "m", Sample, "Jitter size",
            "The size of the noise that moves the strata up and down.";
    }
    /// Flattens land above a height.
    Plateau = "plateau" {
        height_m: f64 = 200.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Height",
            "The height of the plateau; no land is higher.";
        radius_m: f64 = 60.0, Number { min: 0.0, max: 500.0, log: false }, "m", Shape, "Radius",
            "The distance below the plateau at which the rounding of its edge begins.";
    }
    /// Fills land below a height with level ground.
    ValleyFloor = "valley-floor" {
        height_m: f64 = 0.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Height",
            "The height of the valley floor; no land is lower.";
        radius_m: f64 = 60.0, Number { min: 0.0, max: 500.0, log: false }, "m", Shape, "Radius",
            "The distance above the floor up to which the foot of slopes is rounded.";
    }
    /// Cuts broad floors and steep walls below a rim.
    Canyon = "canyon" {
        floor_m: f64 = 0.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Floor",
            "The height of the floor, towards which land below the rim is pulled.";
        depth_m: f64 = 200.0, Number { min: 1.0, max: 4000.0, log: true }, "m", Shape, "Depth",
            "The height of the rim above the floor; land down to the same distance below the floor changes too.";
        sharpness: f64 = 3.0, Number { min: 1.0, max: 6.0, log: false }, "", Shape, "Sharpness",
            "The exponent of the profile; walls become up to this many times as steep.";
    }
    /// Makes a cliff where the land crosses a height.
    Cliff = "cliff" {
        height_m: f64 = 100.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Height",
            "The height of the contour line along which the cliff stands.";
        drop_m: f64 = 80.0, Number { min: 0.0, max: 300.0, log: false }, "m", Shape, "Drop",
            "The height of the cliff.";
        width_m: f64 = 15.0, Number { min: 5.0, max: 50.0, log: false }, "m", Shape, "Width",
            "The height range below and above the contour line within which the land is steeper.";
    }
    /// Mirrors the land at a height, which makes ridges or valleys.
    Fold = "fold" {
        height_m: f64 = 0.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Height",
            "The height at which the land is folded.";
        ridge: bool = true, Toggle, "", Shape, "Ridge",
            "On folds higher land down into ridges; off folds lower land up into valleys.";
        rounding_m: f64 = 60.0, Number { min: 0.0, max: 1000.0, log: false }, "m", Shape, "Rounding",
            "The height range below and above the fold within which it is rounded.";
    }
    /// Shifts the land sideways by a noise, so that shapes bend.
    Warp = "warp" {
        wavelength_m: f64 = 1500.0, Number { min: 10.0, max: 100000.0, log: true }, "m", Sample, "Size",
            "The size of the noise that shifts the land.";
        strength: f64 = 0.15, Number { min: 0.0, max: 0.3, log: false }, "", Sample, "Strength",
            "The shift at a noise of 1, as a share of the noise's size.";
    }
    /// Stretches shapes along one direction.
    Stretch = "stretch" {
        factor: f64 = 2.0, Number { min: 1.0, max: 6.0, log: false }, "", Sample, "Factor",
            "The factor by which shapes become longer.";
        azimuth_deg: f64 = 30.0, Number { min: 0.0, max: 360.0, log: false }, "°", Sample, "Azimuth",
            "The direction along which shapes are stretched.";
    }
    /// Adds fine noise that fades on slopes, which looks like erosion.
    DampedDetail = "damped-detail" {
        amplitude_m: f64 = 40.0, Number { min: 0.0, max: 1000.0, log: false }, "m", Sample, "Height",
            "The height of the first octave at a noise of 1.";
        wavelength_m: f64 = 400.0, Number { min: 10.0, max: 20000.0, log: true }, "m", Sample, "Size",
            "The size of the first octave's features; each further octave has half the size.";
        octaves: u32 = 5, Integer { min: 1, max: 8 }, "", Sample, "Octaves",
            "The number of octaves.";
        gain: f64 = 0.5, Number { min: 0.1, max: 0.9, log: false }, "", Sample, "Gain",
            "The ratio of an octave's height to that of the octave before.";
        damping: f64 = 1.0, Number { min: 0.0, max: 2.0, log: false }, "", Sample, "Damping",
            "The strength with which the noise fades on slopes.";
    }
    /// Sinks the land outside a circle, so that an island remains.
    Island = "island" {
        east_m: f64 = 0.0, Number { min: -1e9, max: 1e9, log: false }, "m", Shape, "East",
            "The distance of the island's centre east of the origin.";
        south_m: f64 = 0.0, Number { min: -1e9, max: 1e9, log: false }, "m", Shape, "South",
            "The distance of the island's centre south of the origin.";
        radius_m: f64 = 3000.0, Number { min: 10.0, max: 1e6, log: true }, "m", Shape, "Radius",
            "The distance from the centre at which the land has sunk completely.";
        edge: f64 = 0.6, Number { min: 0.2, max: 1.0, log: false }, "", Shape, "Edge",
            "The share of the radius over which the land sinks.";
        sea_m: f64 = -150.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Sea bed",
            "The height of the sea bed to which the land sinks.";
    }
    /// Puts the land on continents: a broad noise sets their height and the land's relief, each through a curve.
    Continents = "continents" {
        wavelength_m: f64 = 60000.0, Number { min: 20000.0, max: 200000.0, log: true }, "m", Sample, "Size",
            "The size of the noise that makes continents.";
        low_m: f64 = -600.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Low",
            "The height at the bottom of the Heights curve.";
        range_m: f64 = 1000.0, Number { min: 1.0, max: 16000.0, log: true }, "m", Shape, "Range",
            "The height difference between the bottom and the top of the Heights curve.";
        heights: Vec<[f64; 2]> = vec![[0.0, 0.0], [0.4, 0.3], [0.5, 0.6], [0.75, 0.7], [1.0, 1.0]],
            Curve { max_points: MAX_POINTS }, "", Shape, "Heights",
            "The height of the continents as a share of the range, for noise values from −1 to 1.";
        relief: Vec<[f64; 2]> = vec![[0.0, 0.1], [0.45, 0.15], [0.7, 0.4], [1.0, 1.0]],
            Curve { max_points: MAX_POINTS }, "", Shape, "Relief",
            "The share of the land's own heights that remains, for noise values from −1 to 1; beyond its ends, the curve continues as a line.";
    }
}

impl Operation {
    /// Returns true if the parameters make the operation change nothing.
    pub fn is_neutral(&self) -> bool {
        match self {
            Self::Levels(p) => p.scale == 1.0 && p.offset_m == 0.0,
            Self::HeightCurve(p) => p.points.iter().all(|[x, y]| x == y),
            Self::BiasGain(p) => p.bias == 0.5 && p.gain == 0.5,
            Self::Terraces(p) => p.strength == 0.0 || p.sharpness == 1.0,
            Self::Canyon(p) => p.sharpness == 1.0,
            Self::Cliff(p) => p.drop_m == 0.0,
            Self::Warp(p) => p.strength == 0.0,
            Self::Stretch(p) => p.factor == 1.0,
            Self::DampedDetail(p) => p.amplitude_m == 0.0,
            Self::SoftClamp(_)
            | Self::Plateau(_)
            | Self::ValleyFloor(_)
            | Self::Fold(_)
            | Self::Island(_)
            | Self::Continents(_) => false,
        }
    }

    /// Returns true if the operation makes creases, where the gradient jumps.
    pub fn is_creased(&self) -> bool {
        match self {
            Self::SoftClamp(p) => p.rounding == 0.0,
            Self::Plateau(p) => p.radius_m == 0.0,
            Self::ValleyFloor(p) => p.radius_m == 0.0,
            Self::Fold(p) => p.rounding_m == 0.0,
            Self::Canyon(_) => !self.is_neutral(),
            _ => false,
        }
    }

    /// Returns true if the operation moves the places at which a land is sampled, and no heights.
    pub fn moves_places(&self) -> bool {
        matches!(self, Self::Warp(_) | Self::Stretch(_))
    }

    /// Returns true if the new height depends on the place.
    pub fn needs_places(&self) -> bool {
        matches!(self, Self::Terraces(_) | Self::Island(_))
    }

    /// Returns true if the new height depends on the old gradient.
    pub fn needs_gradients(&self) -> bool {
        matches!(self, Self::DampedDetail(_))
    }

    /// The wavelengths of the noises that the operation needs, in metres, in order.
    ///
    /// Terraces and continents need one noise, warp two (east, south), damped detail one per
    /// octave. The noises have values of about −1 to 1, and each has its own seed.
    pub fn noise_wavelengths_m(&self) -> Vec<f64> {
        match self {
            Self::Terraces(p) => vec![p.jitter_size_m],
            Self::Continents(p) => vec![p.wavelength_m],
            Self::Warp(p) => vec![p.wavelength_m; 2],
            Self::DampedDetail(p) => p.wavelengths_m(),
            _ => vec![],
        }
    }

    /// The range of heights for a plot; `None` unless the operation is a function of height alone.
    pub fn plot_range_m(&self) -> Option<[f64; 2]> {
        self.with_formula(|formula| formula.plot_range_m()).flatten()
    }

    /// Passes the operation's formula to `act`. Returns `None` for warp, stretch and damped detail,
    /// which have no [`Formula`](super::formula::Formula).
    pub(super) fn with_formula<T>(&self, act: impl FnOnce(&dyn Apply) -> T) -> Option<T> {
        Some(match self {
            Self::Levels(p) => act(&OfHeight(p)),
            Self::HeightCurve(p) => act(&OfHeight(&p.with_spline())),
            Self::BiasGain(p) => act(&OfHeight(p)),
            Self::SoftClamp(p) => act(&OfHeight(p)),
            Self::Terraces(p) => act(&p.strata()),
            Self::Plateau(p) => act(&OfHeight(p)),
            Self::ValleyFloor(p) => act(&OfHeight(p)),
            Self::Canyon(p) => act(&OfHeight(p)),
            Self::Cliff(p) => act(&OfHeight(p)),
            Self::Fold(p) => act(&OfHeight(p)),
            Self::Island(p) => act(p),
            Self::Continents(p) => act(&p.curves()),
            Self::Warp(_) | Self::Stretch(_) | Self::DampedDetail(_) => return None,
        })
    }
}
