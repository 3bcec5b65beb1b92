//! Progress and cancellation of an export.
//!
//! The running thread and its observers share a [`Progress`].

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The progress of one run, in samples.
///
/// Exports of plants count squares of land instead, and exports of rivers count blocks of their
/// network.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    cancelled: AtomicBool,
}

impl Progress {
    /// Samples done so far.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// The total number of samples. 0 before the run begins.
    pub fn total(&self) -> u64 {
        self.total.load(Ordering::Relaxed)
    }

    /// The finished fraction, from 0 to 1.
    pub fn fraction(&self) -> f64 {
        match self.total() {
            0 => 0.0,
            total => self.done() as f64 / total as f64,
        }
    }

    /// Asks the run to end soon. It leaves no half-written file.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Returns true after [`Progress::cancel`].
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    pub(super) fn begin(&self, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    pub(super) fn add(&self, samples: u64) {
        self.done.fetch_add(samples, Ordering::Relaxed);
    }
}
