//! Work on several threads without the interpreter lock.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use orogen_export::Progress;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The time between two checks of signals and progress.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Work on fewer samples is too short to be interrupted.
const LONG_SAMPLES: usize = 1 << 16;

/// The largest number of threads, the same as on the command line.
const MAX_THREADS: usize = 1024;

/// The threads of one process.
struct Threads {
    process: u32,
    pool: Arc<ThreadPool>,
}

static THREADS: Mutex<Option<Threads>> = Mutex::new(None);

fn make_pool(threads: usize) -> PyResult<Arc<ThreadPool>> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let fail = |e| PyRuntimeError::new_err(format!("the system cannot start threads: {e}"));
    pool.map(Arc::new).map_err(fail)
}

/// Returns the pool of this process.
///
/// A fork copies a process without its threads, so a copied pool would wait for ever.
fn pool() -> PyResult<Arc<ThreadPool>> {
    let mut threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    match &*threads {
        Some(known) if known.process == process => return Ok(known.pool.clone()),
        // The end of a pool wakes its threads, which this process does not have.
        Some(_) => std::mem::forget(threads.take()),
        None => {}
    }
    let pool = make_pool(0)?;
    *threads = Some(Threads { process, pool: pool.clone() });
    Ok(pool)
}

/// Sets the number of threads that later calls use, or one for each core with 0.
#[pyfunction]
pub fn set_threads(threads: usize) -> PyResult<()> {
    if threads > MAX_THREADS {
        let line = format!("{threads} threads are too many; allowed are 0 to {MAX_THREADS}");
        return Err(PyValueError::new_err(line));
    }
    let pool = make_pool(threads)?;
    let mut known = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    let old = known.replace(Threads { process: std::process::id(), pool });
    if let Some(old) = old.filter(|old| old.process != std::process::id()) {
        std::mem::forget(old);
    }
    Ok(())
}

/// Works on `samples` samples without the interpreter lock.
///
/// Long work can be interrupted.
pub fn run<T: Send>(
    py: Python<'_>,
    samples: usize,
    work: impl FnOnce(&Progress) -> T + Send,
) -> PyResult<T> {
    if samples >= LONG_SAMPLES {
        return watch(py, |_, _| Ok(()), work);
    }
    let pool = pool()?;
    Ok(py.detach(|| pool.install(|| work(&Progress::default()))))
}

/// Works on another thread without the interpreter lock, and calls `check` every 50 ms.
///
/// An exception of `check`, or of a signal such as Ctrl+C, cancels the work.
pub fn watch<T: Send>(
    py: Python<'_>,
    check: impl Fn(Python<'_>, &Progress) -> PyResult<()> + Sync,
    work: impl FnOnce(&Progress) -> T + Send,
) -> PyResult<T> {
    let pool = pool()?;
    let progress = Progress::default();
    let (result, interruption) = py.detach(|| {
        std::thread::scope(|scope| {
            // The sender is dropped when the worker ends, even by a panic.
            let (alive, ended) = channel::<()>();
            let worker = scope.spawn(|| {
                let _alive = alive;
                pool.install(|| work(&progress))
            });
            let mut interruption = None;
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(CHECK_INTERVAL) {
                if interruption.is_none() {
                    let checked = Python::attach(|py| py.check_signals().and(check(py, &progress)));
                    if let Err(error) = checked {
                        progress.cancel();
                        interruption = Some(error);
                    }
                }
            }
            (worker.join(), interruption)
        })
    });
    match (result, interruption) {
        (_, Some(error)) => Err(error),
        (Ok(result), None) => Ok(result),
        (Err(panic), None) => std::panic::resume_unwind(panic),
    }
}
