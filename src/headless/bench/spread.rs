//! The median and high quantiles of measured times.

use std::time::Duration;

use serde::Serialize;

/// Quantiles of measured times, in milliseconds.
#[derive(Serialize, Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    pub median_ms: f64,
    pub p95_ms: f64,
    pub p99_ms: f64,
    pub worst_ms: f64,
}

impl Spread {
    /// Returns the quantiles of `times`; all are 0 if there are no times.
    pub fn of(times: &[Duration]) -> Self {
        let mut sorted: Vec<_> = times.iter().map(|time| 1000.0 * time.as_secs_f64()).collect();
        sorted.sort_by(f64::total_cmp);
        // The nearest-rank quantile, so the result is always a measured time.
        let quantile = |fraction: f64| {
            let rank = (fraction * sorted.len() as f64).ceil() as usize;
            sorted.get(rank.saturating_sub(1)).copied().unwrap_or_default()
        };
        Self {
            median_ms: quantile(0.5),
            p95_ms: quantile(0.95),
            p99_ms: quantile(0.99),
            worst_ms: quantile(1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_measured_times() {
        let times: Vec<_> = (1..=200).rev().map(Duration::from_millis).collect();
        let expected = Spread { median_ms: 100.0, p95_ms: 190.0, p99_ms: 198.0, worst_ms: 200.0 };
        assert_eq!(Spread::of(&times), expected);
        assert_eq!(Spread::of(&[Duration::from_millis(7)]).p95_ms, 7.0);
        assert_eq!(Spread::of(&[]), Spread::default());
    }
}
