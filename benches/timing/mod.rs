//! Times several contestants whose calls alternate.

use std::time::Duration;

/// Returns each contestant's time: the best of `medians` medians, in seconds of the clock `now`.
///
/// Each median is taken over `calls` calls. Calls of the contestants alternate, so that other work
/// on the machine affects all of them.
pub fn best_medians(
    now: fn() -> Duration,
    [medians, calls]: [usize; 2],
    contestants: &mut [&mut dyn FnMut()],
) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; contestants.len()];
    for _ in 0..medians {
        let mut times = vec![vec![]; contestants.len()];
        for _ in 0..calls {
            for (call, times) in contestants.iter_mut().zip(&mut times) {
                let start = now();
                call();
                times.push((now() - start).as_secs_f64());
            }
        }
        for (best, times) in best.iter_mut().zip(&mut times) {
            times.sort_by(f64::total_cmp);
            *best = best.min(times[calls / 2]);
        }
    }
    best
}
