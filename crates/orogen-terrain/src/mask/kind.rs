//! The input of each kind of mask, and its window, which turns the input into a weight.

use super::batch::{Curvatures, FieldSamples, PointDistances, Tangents, WeightSteps, Zeros, weigh};
use super::inputs::{MaskBounds, MaskInputs, MaskNeeds, MaskPoint};
use super::table::{Bend, Curvature, Distance, MaskKind, Noise, Slope};
use super::window::FadeWindow;
use crate::dual::{Bounds, Dual, Samples};
use crate::real::steep;
use orogen_noise::grid::Level;
use orogen_noise::trig::sin_cos_turns;

/// Steeper land is treated as this steep, because the tangent of 90° is infinite.
const MAX_SLOPE_DEG: f64 = 89.9;

/// The tangent of a slope in degrees; a negative slope has a negative tangent.
fn tangent(deg: f64) -> f64 {
    let (sin, cos) = sin_cos_turns(deg.clamp(-MAX_SLOPE_DEG, MAX_SLOPE_DEG) / 360.0);
    sin / cos
}

impl Slope {
    /// The window, in tangents of slopes.
    fn window(&self) -> FadeWindow {
        let (from, to) = (tangent(self.from_deg), tangent(self.to_deg));
        let fade_below = from - tangent(self.from_deg - self.fade_deg);
        let fade_above = tangent(self.to_deg + self.fade_deg) - to;
        match self.to_deg >= MAX_SLOPE_DEG {
            true => FadeWindow::from(from, fade_below),
            false => FadeWindow::band(from, to, fade_below, fade_above),
        }
    }
}

impl Curvature {
    /// The factor that converts a curvature c = (mean − h)·4/r² in 1/m to per cent of the radius.
    ///
    /// The result is the depth of a hollow below the mean height around it, or the height of a ridge
    /// above the mean.
    pub(crate) fn factor(&self) -> f64 {
        let sign = match self.side {
            Bend::Hollows => 1.0,
            Bend::Ridges => -1.0,
        };
        sign * 25.0 * self.radius_m
    }

    /// The range of the curvature in per cent. It follows from the range of heights, because a
    /// height and the mean around it differ by at most that range.
    fn range(&self, below: Bounds) -> [f64; 2] {
        let [low_m, high_m] = below.with_slack();
        let max_percent = 100.0 * (high_m - low_m) / self.radius_m;
        [-max_percent, max_percent]
    }
}

impl Noise {
    /// The window above the threshold that the share `cover` of all noise values exceeds.
    ///
    /// The distribution of values differs between noises. The window assumes the density ¾(1 − n²).
    /// Its mean square, 1/5, is close to the mean squares of simplex noise and OpenSimplex2S. The
    /// share of values above n is then 1 − smoothstep((n + 1)/2), which bisection inverts.
    fn window(&self) -> FadeWindow {
        if self.cover == 0.0 {
            return FadeWindow::NOTHING;
        }
        if self.cover == 1.0 {
            return FadeWindow::ALL;
        }
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..52 {
            let t = 0.5 * (low + high);
            let below = t * t * (3.0 - 2.0 * t);
            *(if below < 1.0 - self.cover { &mut low } else { &mut high }) = t;
        }
        let n = low + high - 1.0;
        // The last term moves the soft edge, so that a cover near 0 selects almost nothing and a
        // cover near 1 almost everything.
        let threshold = n + self.softness * n * n * n;
        FadeWindow::from(threshold + self.softness, 2.0 * self.softness)
    }
}

impl Distance {
    pub(super) fn centre_m(&self) -> [f64; 2] {
        [self.east_m, self.south_m]
    }

    /// The distance of a place from the centre, with its gradient.
    #[inline]
    pub(super) fn at(&self, place_m: [f64; 2]) -> Dual {
        let centre_m = self.centre_m();
        let [x, z] = [0, 1].map(|i| place_m[i] - centre_m[i]);
        let d = (x * x + z * z).sqrt();
        // The distance has no gradient at the centre. The weight is level there, so 0 is right.
        let gradient = if d > 0.0 { [x / d, z / d] } else { [0.0; 2] };
        Dual { height_m: d, gradient }
    }

    /// The range of distances within an area, widened for rounding in f32.
    fn range(&self, area_m: Option<[[f64; 2]; 2]>) -> [f64; 2] {
        let Some([from, to]) = area_m else {
            return [0.0, f64::INFINITY];
        };
        let centre_m = self.centre_m();
        let nearest = [0, 1].map(|i| (from[i] - centre_m[i]).max(centre_m[i] - to[i]).max(0.0));
        let farthest =
            [0, 1].map(|i| (from[i] - centre_m[i]).abs().max((to[i] - centre_m[i]).abs()));
        let length = |[x, z]: [f64; 2]| (x * x + z * z).sqrt();
        [length(nearest) * (1.0 - 1e-6), length(farthest) * (1.0 + 1e-6)]
    }
}

impl MaskKind {
    /// The window that turns the number that the mask reads into its weight.
    pub(crate) fn window(&self) -> FadeWindow {
        match self {
            Self::HeightBand(p) => FadeWindow::band(p.low_m, p.high_m, p.fade_m, p.fade_m),
            Self::Slope(p) => p.window(),
            Self::Curvature(p) => FadeWindow::from(p.from + p.fade, p.fade),
            Self::Noise(p) => p.window(),
            Self::Distance(p) => {
                let edge_m = p.edge * p.radius_m;
                FadeWindow::up_to(p.radius_m - edge_m, edge_m)
            }
            Self::OtherLayer(p) if p.low_m > p.high_m => FadeWindow::NOTHING,
            Self::OtherLayer(p) => FadeWindow::from(p.high_m, p.high_m - p.low_m),
        }
    }

    /// The inputs that the mask needs besides heights and places.
    pub fn needs(&self) -> MaskNeeds {
        let no_needs = MaskNeeds::default();
        match self {
            Self::HeightBand(_) | Self::Distance(_) => no_needs,
            Self::Slope(_) => MaskNeeds { gradient_below: true, ..no_needs },
            Self::Curvature(p) => MaskNeeds { curvature_radius_m: Some(p.radius_m), ..no_needs },
            Self::Noise(p) => MaskNeeds { noise_wavelength_m: Some(p.size_m), ..no_needs },
            Self::OtherLayer(p) => MaskNeeds { layer: Some(p.layer), ..no_needs },
        }
    }

    /// The number that the mask reads at one point.
    ///
    /// It is `None` if the mask reads a layer that is missing.
    ///
    /// # Panics
    /// Panics if the noise or curvature that it needs is missing.
    pub fn read(&self, point: &MaskPoint) -> Option<Dual> {
        Some(match self {
            Self::HeightBand(_) => point.below,
            Self::Slope(_) => Dual::level(point.below.slope()),
            Self::Curvature(p) => {
                Dual::level(p.factor() * point.curvature.expect("the caller gives the curvature"))
            }
            Self::Noise(_) => point.noise.expect("the caller gives the noise"),
            Self::Distance(p) => p.at(point.place_m),
            Self::OtherLayer(_) => return point.layer,
        })
    }

    /// The mask's own weight at one point.
    pub(super) fn at(&self, point: &MaskPoint) -> Dual {
        let Some(read) = self.read(point) else { return Dual::level(0.0) };
        let (weight, slope) = self.window().at(read.height_m);
        read.mapped(weight, slope)
    }

    /// Computes the weights at many points.
    pub(super) fn apply(
        &self,
        level: Level,
        out: &mut Samples<'_>,
        inputs: &MaskInputs<'_>,
        steps: WeightSteps,
    ) {
        let window = self.window();
        match self {
            Self::HeightBand(_) => {
                inputs.below.assert_match(out, true);
                weigh(level, out, FieldSamples(inputs.below), window, steps);
            }
            Self::Slope(_) => {
                inputs.below.assert_match(out, true);
                let gradients = inputs.below.gradients.expect("the caller gives the gradients");
                weigh(level, out, Tangents(gradients), window, steps);
            }
            Self::Curvature(p) => {
                let curvature = inputs.curvature.expect("the caller gives the curvature");
                assert_eq!(curvature.len(), out.heights_m.len(), "one curvature per sample");
                let factor = p.factor() as f32;
                weigh(level, out, Curvatures { curvature, factor }, window, steps);
            }
            Self::Noise(_) => {
                let noise = inputs.noise.expect("the caller gives the noise");
                noise.assert_match(out, true);
                weigh(level, out, FieldSamples(noise), window, steps);
            }
            Self::Distance(p) => {
                inputs.assert_places(out);
                let MaskInputs { lines_m, places_m, .. } = *inputs;
                let disc = PointDistances { centre_m: p.centre_m(), lines_m, places_m };
                weigh(level, out, disc, window, steps);
            }
            Self::OtherLayer(_) => match inputs.layer {
                Some(layer) => {
                    layer.assert_match(out, true);
                    weigh(level, out, FieldSamples(layer), window, steps);
                }
                None => weigh(level, out, Zeros, FadeWindow::NOTHING, steps),
            },
        }
    }

    /// The bounds of the mask's weights.
    pub(super) fn bounds(&self, inputs: &MaskBounds) -> Bounds {
        let range_and_slope = |bounds: Bounds| (bounds.with_slack(), bounds.steepest);
        let ([low, high], steepest) = match self {
            Self::HeightBand(_) => range_and_slope(inputs.below),
            Self::Slope(_) => ([0.0, inputs.below.steepest * (1.0 + 1e-5)], 0.0),
            Self::Curvature(p) => (p.range(inputs.below), 0.0),
            Self::Noise(_) => range_and_slope(inputs.noise.expect("the caller gives the noise")),
            Self::Distance(p) => (p.range(inputs.area_m), 1.0),
            Self::OtherLayer(_) => match inputs.layer {
                Some(layer) => range_and_slope(layer),
                None => return Bounds::level(0.0),
            },
        };
        let window = self.window();
        let [low_m, high_m] = window.range(low, high);
        let slope = if low_m == high_m { 0.0 } else { window.steepest(low, high) };
        Bounds { low_m, high_m, steepest: steep(slope, steepest) }
    }
}
