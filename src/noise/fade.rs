//! Fades: how the influence of one lattice point gives way to that of the next.

use super::choice::choices;
use super::trig::sin_cos_turns;
use std::f64::consts::PI;

choices! {
    /// A curve from 0 at t = 0 to 1 at t = 1 by which neighbouring lattice points are blended.
    #[derive(Default)]
    pub enum Fade: "fade" {
        /// t: creases at every cell border; here to see why it fails.
        Linear = "linear",
        /// 3t² − 2t³: smooth slope, but curvature jumps at cell borders (Perlin 1985).
        Cubic = "cubic",
        /// 6t⁵ − 15t⁴ + 10t³: slope and curvature are both smooth (Perlin 2002).
        #[default]
        Quintic = "quintic",
        /// (1 − cos πt) / 2: much like the cubic.
        Cosine = "cosine",
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
            // sin²(πt/2), which needs no difference of near numbers.
            Self::Cosine => {
                let (s, _) = sin_cos_turns(0.25 * t);
                s * s
            }
        }
    }

    /// Its first derivative.
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
            assert_eq!(fade.value(1.0), 1.0, "{fade}");
            for i in 0..1000 {
                let t = f64::from(i) / 1000.0;
                assert!(fade.value(t) < fade.value(t + 0.001), "{fade} at {t}");
                assert!((fade.value(t) + fade.value(1.0 - t) - 1.0).abs() < 1e-14, "{fade} at {t}");
            }
        }
    }

    #[test]
    fn slopes_agree_with_differences() {
        const STEP: f64 = 1e-5;
        for fade in Fade::ALL.iter().map(|c| c.value) {
            for i in 1..100 {
                let t = f64::from(i) / 100.0;
                let difference = (fade.value(t + STEP) - fade.value(t - STEP)) / (2.0 * STEP);
                assert!((fade.slope(t) - difference).abs() < 1e-8, "{fade} at {t}");
            }
        }
    }

    #[test]
    fn names_are_parsed_and_errors_list_them() {
        assert_eq!("cosine".parse(), Ok(Fade::Cosine));
        let error = "cosin".parse::<Fade>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is no fade `cosin` (did you mean `cosine`?); one of: linear cubic quintic cosine"
        );
    }
}
