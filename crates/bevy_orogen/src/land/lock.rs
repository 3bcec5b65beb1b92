//! Locks that threads which build share.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks. What a thread that panicked has held guards plain data: it is still good.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
