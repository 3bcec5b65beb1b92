//! Fades: the curves by which noise changes from one lattice point to the next.

use super::choice::{Choice, UnknownName, find};
use super::fade_curve::FadeCurve;
use super::trig::sin_cos_turns;
use std::f64::consts::PI;
use std::fmt;
use std::str::FromStr;

/// A curve from 0 at t = 0 to 1 at t = 1 that blends neighbouring lattice points.
///
/// ```
/// use orogen_noise::Fade;
///
/// assert_eq!([0.0, 0.5, 1.0].map(|t| Fade::Quintic.value(t)), [0.0, 0.5, 1.0]);
/// assert_eq!(Fade::Quintic.slope(0.0), 0.0);
/// assert_eq!("cubic".parse(), Ok(Fade::Cubic));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Fade {
    /// t: makes creases at every cell border, which shows why smooth fades are needed.
    Linear,
    /// 3t² − 2t³: the slope is continuous, but curvature jumps at cell borders (Perlin 1985).
    Cubic,
    /// 6t⁵ − 15t⁴ + 10t³: slope and curvature are continuous (Perlin 2002).
    #[default]
    Quintic,
    /// (1 − cos πt) / 2: similar to the cubic.
    Cosine,
    /// 0 below t = ½, else 1: each sample takes the nearest lattice point, with cliffs between
    /// them.
    Step,
    /// A smooth curve through three given values.
    Custom(FadeCurve),
}

impl Fade {
    /// Every fade with its name and doc, in the order in which lists show them.
    ///
    /// The custom fade has its default values.
    pub const ALL: &'static [Choice<Self>] = &[
        Choice {
            value: Self::Linear,
            name: "linear",
            doc: "t: creases at every cell border, which show why smooth fades are needed.",
        },
        Choice {
            value: Self::Cubic,
            name: "cubic",
            doc: "3t² − 2t³: continuous slope, but the curvature jumps at cell borders (Perlin 1985).",
        },
        Choice {
            value: Self::Quintic,
            name: "quintic",
            doc: "6t⁵ − 15t⁴ + 10t³: slope and curvature are continuous (Perlin 2002).",
        },
        Choice {
            value: Self::Cosine,
            name: "cosine",
            doc: "(1 − cos πt) / 2: similar to the cubic fade.",
        },
        Choice {
            value: Self::Step,
            name: "step",
            doc: "0 below t = ½, else 1: each sample takes the nearest lattice point, with cliffs between them.",
        },
        Choice {
            value: Self::Custom(FadeCurve::DEFAULT),
            name: "custom",
            doc: "A smooth curve through three values of your choice at ¼, ½ and ¾, level at both ends.",
        },
    ];

    fn row(self) -> &'static Choice<Self> {
        match self {
            Self::Linear => &Self::ALL[0],
            Self::Cubic => &Self::ALL[1],
            Self::Quintic => &Self::ALL[2],
            Self::Cosine => &Self::ALL[3],
            Self::Step => &Self::ALL[4],
            Self::Custom(_) => &Self::ALL[5],
        }
    }

    /// The name in recipes and on the command line.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// A description in one sentence.
    pub fn doc(self) -> &'static str {
        self.row().doc
    }

    /// Returns true if noise with this fade has creases or cliffs.
    pub fn is_creased(self) -> bool {
        matches!(self, Self::Linear | Self::Step)
    }
}

impl fmt::Display for Fade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Fade {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        find("fade", name, Self::ALL.iter().map(|row| (row.name, row.value)))
    }
}

impl Fade {
    /// The fade of `t` in [0, 1].
    #[inline]
    pub fn value(self, t: f64) -> f64 {
        match self {
            Self::Linear => t,
            Self::Cubic => t * t * (3.0 - 2.0 * t),
            Self::Quintic => t * t * t * (t * (t * 6.0 - 15.0) + 10.0),
            // sin²(πt/2) equals (1 − cos πt)/2, without the difference of nearly equal numbers.
            Self::Cosine => {
                let (s, _) = sin_cos_turns(0.25 * t);
                s * s
            }
            // Doubling `t` is exact in floating point.
            Self::Step => (t + t).floor().min(1.0),
            Self::Custom(curve) => curve.value(t),
        }
    }

    /// The first derivative at `t` in [0, 1].
    #[inline]
    pub fn slope(self, t: f64) -> f64 {
        match self {
            Self::Linear => 1.0,
            Self::Cubic => 6.0 * t * (1.0 - t),
            Self::Quintic => 30.0 * t * t * (t * (t - 2.0) + 1.0),
            Self::Cosine => {
                let (s, c) = sin_cos_turns(0.25 * t);
                PI * s * c
            }
            Self::Step => 0.0,
            Self::Custom(curve) => curve.slope(t),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fade_rises_from_0_to_1_and_is_symmetric() {
        for fade in Fade::ALL.iter().map(|c| c.value) {
            assert_eq!(fade.value(0.0), 0.0, "{fade}");
            assert!((fade.value(1.0) - 1.0).abs() < 1e-15, "{fade}");
            for i in 0..1000 {
                let t = f64::from(i) / 1000.0;
                let rise = fade.value(t + 0.001) - fade.value(t);
                assert!(rise > 0.0 || fade == Fade::Step && rise == 0.0, "{fade} at {t}");
                let sum = fade.value(t) + fade.value(1.0 - t);
                assert!((sum - 1.0).abs() < 1e-14 || t == 0.5, "{fade} at {t}");
            }
        }
    }

    #[test]
    fn a_step_takes_the_nearer_end() {
        let below = 0.5 - f64::EPSILON / 4.0;
        assert!(below < 0.5);
        for (t, value) in [(0.0, 0.0), (0.3, 0.0), (below, 0.0), (0.5, 1.0), (0.9, 1.0), (1.0, 1.0)]
        {
            assert_eq!((Fade::Step.value(t), Fade::Step.slope(t)), (value, 0.0), "{t}");
        }
    }

    #[test]
    fn slopes_agree_with_differences() {
        const STEP: f64 = 1e-5;
        for fade in Fade::ALL.iter().map(|c| c.value) {
            for i in (1..100).filter(|i| *i != 50 || fade != Fade::Step) {
                let t = f64::from(i) / 100.0;
                let difference = (fade.value(t + STEP) - fade.value(t - STEP)) / (2.0 * STEP);
                assert!((fade.slope(t) - difference).abs() < 1e-8, "{fade} at {t}");
            }
        }
    }
}
