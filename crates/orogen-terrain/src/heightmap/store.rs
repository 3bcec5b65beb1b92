//! The rasters that are known in this program, by their hashes: whoever opens a recipe brings its
//! own here, and undoing, pasting and drawing find them.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};

use super::Raster;

/// Rasters are held up to so many bytes, the newest in any case; older ones as long as a land has
/// them.
const MOST_BYTES: usize = 2 << 30;

#[derive(Default)]
struct Store {
    known: HashMap<String, Known>,
    /// From the oldest to the newest.
    held: Vec<Arc<Raster>>,
    /// Why one is not here.
    failed: HashMap<String, String>,
}

struct Known {
    raster: Weak<Raster>,
    source: Option<PathBuf>,
}

fn store() -> MutexGuard<'static, Store> {
    static STORE: LazyLock<Mutex<Store>> = LazyLock::new(Mutex::default);
    STORE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a raster known, and the file that it was read from.
pub fn keep(raster: Raster, source: Option<PathBuf>) -> Arc<Raster> {
    let mut store = store();
    let hash = raster.hash().to_owned();
    store.failed.remove(&hash);
    let known = store.known.get(&hash);
    let there = known.and_then(|known| known.raster.upgrade());
    let source = source.or_else(|| known.and_then(|known| known.source.clone()));
    let raster = there.unwrap_or_else(|| Arc::new(raster));
    store.held.retain(|held| held.hash() != hash);
    store.held.push(raster.clone());
    store.known.insert(hash, Known { raster: Arc::downgrade(&raster), source });
    let mut bytes: usize = store.held.iter().map(|held| held.bytes()).sum();
    while bytes > MOST_BYTES && store.held.len() > 1 {
        bytes -= store.held.remove(0).bytes();
    }
    raster
}

/// The raster of a hash, if it is known.
pub fn find(hash: &str) -> Option<Arc<Raster>> {
    if hash.is_empty() {
        return None;
    }
    store().known.get(hash)?.raster.upgrade()
}

/// The file that a raster was read from.
pub fn source(hash: &str) -> Option<PathBuf> {
    store().known.get(hash)?.source.clone()
}

/// Notes that the file of a raster has a copy, which is read from then on.
pub fn moved(hash: &str, to: PathBuf) {
    if let Some(known) = store().known.get_mut(hash) {
        known.source = Some(to);
    }
}

/// Notes why the raster of a hash is not there, in words that go on from the name of its file.
pub fn fail(hash: &str, why: String) {
    store().failed.insert(hash.to_owned(), why);
}

/// Why a raster is not there, if somebody has looked for it.
pub(super) fn why(hash: &str) -> Option<String> {
    store().failed.get(hash).cloned()
}
