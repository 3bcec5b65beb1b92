//! The store of rasters by their hashes. The code that opens a recipe adds its rasters; undo, paste
//! and drawing find them here.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};

use super::Raster;

/// The store keeps the newest rasters up to this many bytes. Older ones live as long as a land uses
/// them.
const MAX_BYTES: usize = 2 << 30;

#[derive(Default)]
struct Store {
    known: HashMap<String, StoredRaster>,
    /// The rasters that the store keeps alive, oldest first.
    recent: Vec<Arc<Raster>>,
    /// The reasons why rasters are missing, by their hashes.
    failures: HashMap<String, String>,
}

struct StoredRaster {
    raster: Weak<Raster>,
    source: Option<PathBuf>,
}

fn store() -> MutexGuard<'static, Store> {
    static STORE: LazyLock<Mutex<Store>> = LazyLock::new(Mutex::default);
    STORE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds a raster to the store, with the file that it came from.
pub fn keep(raster: Raster, source: Option<PathBuf>) -> Arc<Raster> {
    let mut store = store();
    let hash = raster.hash().to_owned();
    store.failures.remove(&hash);
    let known = store.known.get(&hash);
    let live = known.and_then(|known| known.raster.upgrade());
    let source = source.or_else(|| known.and_then(|known| known.source.clone()));
    let raster = live.unwrap_or_else(|| Arc::new(raster));
    store.recent.retain(|raster| raster.hash() != hash);
    store.recent.push(raster.clone());
    store.known.insert(hash, StoredRaster { raster: Arc::downgrade(&raster), source });
    let mut bytes: usize = store.recent.iter().map(|raster| raster.bytes()).sum();
    while bytes > MAX_BYTES && store.recent.len() > 1 {
        bytes -= store.recent.remove(0).bytes();
    }
    raster
}

/// Finds a raster by its hash.
pub fn find(hash: &str) -> Option<Arc<Raster>> {
    if hash.is_empty() {
        return None;
    }
    store().known.get(hash)?.raster.upgrade()
}

/// The file that a raster came from.
pub fn source(hash: &str) -> Option<PathBuf> {
    store().known.get(hash)?.source.clone()
}

/// Records that the file of a raster was copied; later reads use the copy.
pub fn set_source(hash: &str, to: PathBuf) {
    if let Some(known) = store().known.get_mut(hash) {
        known.source = Some(to);
    }
}

/// Records why a raster is missing; the text continues a sentence about its file.
pub fn record_failure(hash: &str, why: String) {
    store().failures.insert(hash.to_owned(), why);
}

/// The reason why a raster is missing, if a search has failed.
pub(super) fn failure(hash: &str) -> Option<String> {
    store().failures.get(hash).cloned()
}
