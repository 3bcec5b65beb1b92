//! The ground in and beside a graded river, so that water runs down it to the river and along it.

use super::bank::Bank;
use super::smoothstep::smoothstep;
use super::torrent::calmness;

/// The width of the ground on each side of a torrent that rivers nearby do not fill up, in metres.
const TORRENT_BANK_M: f64 = 16.0;

/// The falls at which beds end, relative to those at which rivers turn into torrents.
const RUN_ON: f64 = 2.0;

/// Heights at a place in metres.
pub(super) struct GradedLand {
    /// The land before the river.
    pub height_m: f64,
    /// The land filled up to the floors of rivers.
    pub full_m: f64,
    /// The bed of the river; beside the river, its bank.
    pub bed_m: f64,
}

/// Weights from 0 to 1 at a place.
pub(super) struct GradedShares {
    /// A calm river, which fills up ground and cuts its bed.
    pub calm: f64,
    /// A torrent; with `calm` at most 1.
    pub torrent: f64,
    /// A torrent into which the bed runs on, at most `torrent`.
    pub runs_on: f64,
    /// The river cuts its bed or its bank into filled ground.
    pub cut: f64,
}

/// How far the bed of a calm river runs on into a torrent, from 1 where the torrent begins to 0.
pub(super) fn runs_on(bank: &Bank, torrent_per_m: f64) -> f64 {
    calmness(RUN_ON * torrent_per_m, bank.width_m, bank.fall)
}

/// The land after a graded river has filled it up and cut it.
pub(super) fn carve_graded(bank: &Bank, land: &GradedLand, shares: &GradedShares) -> f64 {
    let GradedLand { height_m, full_m, bed_m } = *land;
    let GradedShares { calm, torrent, runs_on, cut } = *shares;
    // Ground beside a torrent is filled up too, and its gully so far that it ends above the river that it
    // joins.
    let beside = smoothstep([0.0, TORRENT_BANK_M], bank.distance_m);
    let gully_m = height_m.max(bank.level_m.min(full_m));
    let beside_m = gully_m + beside * (full_m - gully_m);
    let filled_m = height_m + calm * (full_m - height_m) + torrent * (beside_m - height_m);
    // Where a river ends in a lake, the land under its bed falls, and so must the bed: the filled ground has no
    // part in it. A bed runs on into a torrent, because its end would be a pit.
    filled_m + calm * cut * (bed_m - full_m) + runs_on * cut * (bed_m - filled_m).min(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The land in the middle of a river whose bed lies at 9 m.
    fn carved_m(height_m: f64, calm: f64, torrent: f64) -> f64 {
        let bank = Bank { level_m: 10.0, distance_m: -2.0, ..Bank::default() };
        let land = GradedLand { height_m, full_m: height_m.max(10.2), bed_m: 9.0 };
        carve_graded(&bank, &land, &GradedShares { calm, torrent, runs_on: torrent, cut: 1.0 })
    }

    #[test]
    fn a_bed_falls_on_its_way_into_a_lake() {
        let mut last_m = carved_m(12.0, 1.0, 0.0);
        assert!((last_m - 9.0).abs() < 1e-12, "{last_m} m");
        for step in 0..=20 {
            let into_lake = f64::from(step) / 20.0;
            let next_m = carved_m(8.0 - 4.0 * into_lake, 1.0 - into_lake, 0.0);
            assert!(next_m <= last_m + 1e-12, "{next_m} m after {last_m} m");
            last_m = next_m;
        }
    }

    #[test]
    fn a_bed_runs_on_into_a_torrent_but_fills_up_no_gully() {
        for torrent in [0.0, 0.3, 1.0] {
            assert!((carved_m(12.0, 1.0 - torrent, torrent) - 9.0).abs() < 1e-12);
        }
        assert!(carved_m(6.0, 0.0, 1.0) <= 10.0, "a gully is filled up to the level at most");
    }
}
