//! Gravel bars: the channel of a braided river is a wide plain of gravel, in which water runs in threads
//! between bars.
//!
//! A noise, averaged along the flow, tells threads from bars, so that bars are long and pointed. The
//! middle of the plain always has a thread, in which the whole river can run.

use super::bank::Bank;
use super::bed::BANK_M;
use super::settings::RiverSettings;
use super::smoothstep::smoothstep;
use super::wander::{Wander, octave_weights};

/// The width of a plain of gravel, in widths of a river with one channel, less 1 (6 to 10 in nature).
const WIDENING: f64 = 7.0;

/// How much shallower side threads are than the river, as a share of its depth. The thread in the middle keeps the
/// river's depth, so that its bed falls all the way.
const SHALLOWING: f64 = 0.5;

/// The share of the plain that is open water.
const OPEN_WATER: f64 = 0.4;

/// Falls between which rivers stop braiding. Steeper rivers are torrents with one channel.
const BRAIDING: [f64; 2] = [0.03, 0.06];

/// Heights of a river above the sea, in metres, between which its delta ends.
const DELTA_M: [f64; 2] = [1.0, 9.0];

/// The depth under the sea, in metres, over which a channel ends, and the additional depth that a delta fills.
const DROWNED_M: f64 = 4.0;
const DELTA_DEPTH_M: f64 = 30.0;

/// The wavelength of the noise in widths of the plain.
const WAVELENGTH: f64 = 0.2;

/// The noise is averaged at these offsets along the flow, in wavelengths.
const ALONG: [f64; 7] = [-2.4, -1.6, -0.8, 0.0, 0.8, 1.6, 2.4];

/// The standard deviation of the averaged noise.
const DEVIATION: f64 = 0.11;

/// Threads lie where the noise is less than this, in standard deviations.
const THRESHOLD: f64 = -0.25;

/// The distance over which the noise changes by a standard deviation, in wavelengths.
const CHANGE: f64 = 0.25;

/// Half the width of the flat bed of the thread in the middle, in widths of the plain.
const MIDDLE: f64 = 0.04;

/// The distance from the edge of a thread at which its bed is deepest, in wavelengths.
const RAMP: f64 = 0.15;

/// The rise of bars away from threads, and their greatest height above the edges of threads.
const BAR_RISE: f64 = 0.06;
const BAR_M: f64 = 0.6;

/// The greatest height of a bank's edge above the water.
pub(super) const HIGHEST_EDGE_M: f64 = BANK_M + BAR_M;

/// Spacings of samples, in wavelengths, between which side threads fade.
const FADES: [f64; 2] = [0.12, 0.35];

/// An offset in wavelengths that makes bars independent of meanders.
const APART: f64 = -2000.61;

/// How far a river is braided, from 0 to 1, by its fall and its level.
pub(super) fn braided(settings: &RiverSettings, fall: f64, level_m: f64) -> f64 {
    let braids = settings.braids * (1.0 - smoothstep(BRAIDING, fall));
    let delta = 1.0 - smoothstep(DELTA_M, level_m - settings.sea_level_m);
    braids.max(settings.deltas * delta)
}

/// The factor on the width of a braided river.
pub(super) fn widened(braided: f64) -> f64 {
    1.0 + WIDENING * braided
}

/// The share of a braided river's width that is water.
pub(super) fn open_share(braided: f64) -> f64 {
    1.0 - (1.0 - OPEN_WATER) * braided
}

/// The depth under the sea, in metres, over which a channel ends. A delta builds land into the sea.
pub(super) fn drowned_m(braided: f64) -> f64 {
    DROWNED_M + DELTA_DEPTH_M * braided
}

/// The height of a bank's edge above the water. The banks of a braided river are as high as its bars.
pub(super) fn bank_m(braided: f64) -> f64 {
    BANK_M + braided * BAR_M
}

/// Finds threads and bars, for samples of one spacing.
pub(super) struct Bars<'a> {
    pub wander: &'a Wander,
    pub sample_m: f64,
    /// The width of the narrowest channel that these samples show.
    pub min_width_m: f64,
}

impl Bars<'_> {
    /// Sets [`Bank::thread_m`] for places on the plains of braided rivers.
    pub fn place<'b>(&self, banks: impl Iterator<Item = ([f64; 2], &'b mut Bank)>) {
        let on_plain = |bank: &Bank| bank.braided > 0.0 && bank.distance_m < 0.0;
        let mut banks: Vec<_> = banks.filter(|(_, bank)| on_plain(bank)).collect();
        if banks.is_empty() {
            return;
        }
        let mut places = Vec::with_capacity(2 * ALONG.len() * banks.len());
        for (place_m, bank) in &banks {
            for (length_m, _) in octave_weights(WAVELENGTH * self.width_m(bank)) {
                let along = |by: &f64| {
                    [0, 1].map(|axis| place_m[axis] / length_m + by * bank.flow[axis] + APART)
                };
                places.extend(ALONG.iter().map(along));
            }
        }
        let values = self.wander.sample(&places);
        let per_bank = 2 * ALONG.len();
        for ((_, bank), values) in banks.iter_mut().zip(values.chunks_exact(per_bank)) {
            let octaves = octave_weights(WAVELENGTH * self.width_m(bank));
            let noise =
                values.chunks_exact(ALONG.len()).zip(octaves).map(|(values, (_, weight))| {
                    weight * values.iter().map(|[value, _]| value).sum::<f64>()
                });
            let noise = noise.sum::<f64>() / (ALONG.len() as f64 * DEVIATION);
            bank.thread_m = self.thread_m(bank, noise);
        }
    }

    fn width_m(&self, bank: &Bank) -> f64 {
        bank.width_m.max(self.min_width_m)
    }

    /// The distance from the edge of the nearest thread: positive in a thread.
    fn thread_m(&self, bank: &Bank, noise: f64) -> f64 {
        let wavelength_m = WAVELENGTH * self.width_m(bank);
        let fade = smoothstep(FADES, self.sample_m / wavelength_m);
        let sides_m = CHANGE * wavelength_m * (THRESHOLD - noise);
        let sides_m = sides_m + fade * (-wavelength_m - sides_m);
        // Where a river begins to braid, bars rise one by one.
        bank.middle_m.max(sides_m) + (1.0 - bank.braided) * 2.0 * wavelength_m
    }
}

/// The distance from the edge of the thread in the middle of a braided river: positive in the thread. The width
/// is that of the plain.
pub(super) fn middle_m([width_m, min_width_m]: [f64; 2], from_line_m: f64) -> f64 {
    // The flat bed is as wide as that of a river with one channel, so that samples find it.
    (MIDDLE * width_m).max(0.5 * min_width_m) + RAMP * WAVELENGTH * width_m - from_line_m
}

/// The distance from the edge of the water, negative in the water: on a bar, from the nearest thread.
pub(super) fn away_m(bank: &Bank) -> f64 {
    match bank.braided > 0.0 {
        true => bank.distance_m.max(-bank.thread_m),
        false => bank.distance_m,
    }
}

/// The lowest that the bed may lie at a place on the plain of a braided river with a width.
pub(super) fn lowest_bed_m(bank: &Bank, width_m: f64) -> f64 {
    let edge_m = bank.level_m + BANK_M;
    if bank.thread_m >= 0.0 {
        let deep = |within_m: f64| (within_m / (RAMP * WAVELENGTH * width_m)).clamp(0.0, 1.0);
        let side_m = (1.0 - SHALLOWING * bank.braided) * bank.depth_m;
        let middle_m = (bank.depth_m + BANK_M) * deep(bank.middle_m);
        return edge_m - middle_m.max((side_m + BANK_M) * deep(bank.thread_m));
    }
    edge_m + (BAR_RISE * -bank.thread_m).min(bank.braided * BAR_M)
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_noise::hash::Seed;

    fn bank(across: f64, min_width_m: f64) -> Bank {
        let (width_m, depth_m, level_m) = (90.0, 0.6, 200.0);
        let distance_m = across.abs() - 0.5 * width_m;
        let flow = [0.6, 0.8];
        let middle_m = middle_m([width_m, min_width_m], across.abs());
        Bank {
            middle_m,
            distance_m,
            width_m,
            depth_m,
            level_m,
            flow,
            braided: 1.0,
            ..Bank::default()
        }
    }

    /// The places and banks of a straight reach through the origin, along and across.
    fn reach(settings: &RiverSettings, sample_m: f64) -> Vec<([f64; 2], Bank)> {
        let wander = Wander::new(Seed(3), settings).unwrap();
        let mut all: Vec<_> = (0..400)
            .flat_map(|along| (-44..=44).map(move |across| (f64::from(along), f64::from(across))))
            .map(|(along, across)| {
                let place_m = [0.6 * along - 0.8 * across, 0.8 * along + 0.6 * across];
                (place_m, bank(across, 1.8 * sample_m))
            })
            .collect();
        let bars = Bars { wander: &wander, sample_m, min_width_m: 1.8 * sample_m };
        bars.place(all.iter_mut().map(|(place_m, bank)| (*place_m, bank)));
        all
    }

    #[test]
    fn water_runs_in_threads_between_bars_and_always_in_the_middle() {
        let settings = RiverSettings { braids: 1.0, ..RiverSettings::default() };
        let all = reach(&settings, 1.0);
        let wet = all.iter().filter(|(_, bank)| bank.thread_m > 0.0).count() as f64;
        let share = wet / all.len() as f64;
        assert!((0.25..0.6).contains(&share), "{share}");
        // Rows across the river have several threads.
        let threads = all.chunk_by(|(_, a), (_, b)| (a.thread_m > 0.0) == (b.thread_m > 0.0));
        let per_row = threads.filter(|run| run[0].1.thread_m > 0.0).count() as f64 / 400.0;
        assert!((1.5..6.0).contains(&per_row), "{per_row}");
        for (_, bank) in &all {
            let bed_m = lowest_bed_m(bank, bank.width_m);
            assert_eq!(bed_m > bank.level_m + BANK_M, bank.thread_m < 0.0 && bank.distance_m < 0.0);
            if bank.distance_m < -40.0 {
                assert!(bank.thread_m > 0.0, "the middle has water");
            }
        }
    }

    #[test]
    fn the_middle_thread_has_the_depth_of_the_river_and_side_threads_less() {
        let bank = |across: f64| Bank { thread_m: 9.0, ..bank(across, 1.8) };
        let below_m = |across: f64| 200.0 + BANK_M - lowest_bed_m(&bank(across), 90.0);
        assert!((below_m(0.0) - (0.6 + BANK_M)).abs() < 1e-12);
        assert!((below_m(30.0) - (0.5 * 0.6 + BANK_M)).abs() < 1e-12);
    }

    #[test]
    fn coarse_samples_show_the_middle_alone() {
        let settings = RiverSettings { braids: 1.0, ..RiverSettings::default() };
        for (_, bank) in reach(&settings, 16.0) {
            let from_middle_m = 0.5 * bank.width_m + bank.distance_m;
            let half_m = 0.5 * 1.8 * 16.0 + RAMP * WAVELENGTH * bank.width_m;
            assert_eq!(bank.thread_m > 0.0, from_middle_m < half_m, "{bank:?}");
        }
    }

    #[test]
    fn rivers_braid_on_gentle_ground_and_deltas_lie_at_the_sea() {
        let settings = RiverSettings { braids: 0.8, ..RiverSettings::default() };
        assert_eq!([0.0, 0.02, 0.1].map(|fall| braided(&settings, fall, 50.0)), [0.8, 0.8, 0.0]);
        let settings = RiverSettings { deltas: 1.0, ..RiverSettings::default() };
        assert_eq!(
            [0.0, 0.2, 9.0].map(|level_m| braided(&settings, 0.2, level_m)),
            [1.0, 1.0, 0.0]
        );
        assert_eq!([widened(0.0), open_share(0.0)], [1.0; 2]);
    }
}
