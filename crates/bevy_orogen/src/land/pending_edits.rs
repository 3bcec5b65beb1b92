//! Tracks edits in progress.
//!
//! Low-priority work (horizons, plants, fine normals) waits until they end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use bevy::platform::time::Instant;

/// The time for which the driver still receives vertices after a revision is finished.
const WRITE_TIME: Duration = Duration::from_millis(12);
/// Two revisions count as one drag of a slider if at most this time lies between their ends.
const DRAG_INTERVAL: Duration = Duration::from_millis(250);
/// The time for which the next edit of a drag is expected after a revision is finished.
const NEXT_EDIT_TIME: Duration = Duration::from_millis(50);

/// The edits in progress or expected, shared between threads.
#[derive(Debug)]
pub struct PendingEdits {
    began: Instant,
    is_running: AtomicBool,
    /// The end of the wait after the last revision, in microseconds since `began`.
    quiet_from: AtomicU64,
    /// The end of the last revision, in microseconds since `began`; `u64::MAX` before the first.
    last_finished: AtomicU64,
}

impl Default for PendingEdits {
    fn default() -> Self {
        let [quiet_from, last_finished] = [AtomicU64::new(0), AtomicU64::new(u64::MAX)];
        Self {
            began: Instant::now(),
            is_running: AtomicBool::new(false),
            quiet_from,
            last_finished,
        }
    }
}

impl PendingEdits {
    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    /// Notes that a revision starts or is expected.
    pub fn begin(&self) {
        self.is_running.store(true, Ordering::Relaxed);
    }

    /// Notes that the running revision is cancelled.
    pub fn cancel(&self) {
        self.is_running.store(false, Ordering::Relaxed);
    }

    /// Notes that the running revision is finished.
    pub fn finish(&self) {
        self.finish_at(self.now());
    }

    fn finish_at(&self, now: Duration) {
        let micros = |time: Duration| time.as_micros() as u64;
        let last = self.last_finished.swap(micros(now), Ordering::Relaxed);
        let is_dragged =
            micros(now).checked_sub(last).is_some_and(|apart| apart < micros(DRAG_INTERVAL));
        let delay = if is_dragged { NEXT_EDIT_TIME } else { WRITE_TIME };
        self.quiet_from.store(micros(now + delay), Ordering::Relaxed);
        self.is_running.store(false, Ordering::Relaxed);
    }

    /// Returns true if low-priority work must wait.
    pub fn is_active(&self) -> bool {
        self.is_active_at(self.now())
    }

    fn is_active_at(&self, now: Duration) -> bool {
        let quiet_from = Duration::from_micros(self.quiet_from.load(Ordering::Relaxed));
        self.is_running.load(Ordering::Relaxed) || now < quiet_from
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_stay_active_longer_during_a_drag() {
        let pending_edits = PendingEdits::default();
        let at = Duration::from_millis;
        assert!(!pending_edits.is_active_at(at(0)), "no edit has begun");
        pending_edits.begin();
        assert!(pending_edits.is_active_at(at(900)), "while the revision is built");
        pending_edits.finish_at(at(1000));
        assert!(
            pending_edits.is_active_at(at(1000) + WRITE_TIME / 2)
                && !pending_edits.is_active_at(at(1000) + WRITE_TIME)
        );
        for edit in 1..10 {
            pending_edits.begin();
            let now = at(1000 + 40 * edit);
            pending_edits.finish_at(now);
            assert!(
                pending_edits.is_active_at(now + NEXT_EDIT_TIME / 2)
                    && !pending_edits.is_active_at(now + NEXT_EDIT_TIME)
            );
        }
        pending_edits.begin();
        pending_edits.cancel();
        assert!(!pending_edits.is_active_at(at(5000)), "the edit is cancelled");
        pending_edits.finish_at(at(6000));
        assert!(!pending_edits.is_active_at(at(6000) + WRITE_TIME), "the drag has ended");
    }
}
