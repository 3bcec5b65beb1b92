//! Tracks edits in progress. Low-priority work (horizons, plants, fine normals) waits for their
//! end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long the driver still receives vertices after a revision is finished.
const WRITES: Duration = Duration::from_millis(12);
/// Two revisions count as one drag of a slider if they finish at most this long after each other.
const DRAGS: Duration = Duration::from_millis(250);
/// How long the next edit of a drag is expected after a revision is finished.
const EXPECTS: Duration = Duration::from_millis(50);

/// The edits in progress or expected, shared between threads.
#[derive(Debug)]
pub struct PendingEdits {
    began: Instant,
    runs: AtomicBool,
    /// The end of the wait after the last revision, in microseconds since `began`.
    quiet_from: AtomicU64,
    landed: AtomicU64,
}

impl Default for PendingEdits {
    fn default() -> Self {
        let [quiet_from, landed] = [AtomicU64::new(0), AtomicU64::new(u64::MAX)];
        Self { began: Instant::now(), runs: AtomicBool::new(false), quiet_from, landed }
    }
}

impl PendingEdits {
    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    /// Notes that a revision starts or is expected.
    pub fn begin(&self) {
        self.runs.store(true, Ordering::Relaxed);
    }

    /// Notes that the running revision is cancelled.
    pub fn give_up(&self) {
        self.runs.store(false, Ordering::Relaxed);
    }

    /// Notes that the running revision is finished.
    pub fn land(&self) {
        self.land_at(self.now());
    }

    fn land_at(&self, now: Duration) {
        let micros = |time: Duration| time.as_micros() as u64;
        let last = self.landed.swap(micros(now), Ordering::Relaxed);
        let is_dragged = micros(now).checked_sub(last).is_some_and(|apart| apart < micros(DRAGS));
        let waits = if is_dragged { EXPECTS } else { WRITES };
        self.quiet_from.store(micros(now + waits), Ordering::Relaxed);
        self.runs.store(false, Ordering::Relaxed);
    }

    /// Returns true if low-priority work must wait.
    pub fn is_on(&self) -> bool {
        self.is_on_at(self.now())
    }

    fn is_on_at(&self, now: Duration) -> bool {
        let quiet_from = Duration::from_micros(self.quiet_from.load(Ordering::Relaxed));
        self.runs.load(Ordering::Relaxed) || now < quiet_from
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rush_ends_soon_after_one_edit_and_later_in_a_drag() {
        let rush = PendingEdits::default();
        let at = Duration::from_millis;
        assert!(!rush.is_on_at(at(0)), "nothing has come");
        rush.begin();
        assert!(rush.is_on_at(at(900)), "however long it builds");
        rush.land_at(at(1000));
        assert!(rush.is_on_at(at(1000) + WRITES / 2) && !rush.is_on_at(at(1000) + WRITES));
        for edit in 1..10 {
            rush.begin();
            let landed = at(1000 + 40 * edit);
            rush.land_at(landed);
            assert!(rush.is_on_at(landed + EXPECTS / 2) && !rush.is_on_at(landed + EXPECTS));
        }
        rush.begin();
        rush.give_up();
        assert!(!rush.is_on_at(at(5000)), "nothing lands");
        rush.land_at(at(6000));
        assert!(!rush.is_on_at(at(6000) + WRITES), "no drag any more");
    }
}
