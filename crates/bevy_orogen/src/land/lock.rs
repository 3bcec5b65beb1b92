//! Locks shared with the builder threads.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex. It ignores poisoning, because the mutexes guard plain data that stays valid.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
