//! The thread that computes horizons, or the frames where the system has no threads.
//!
//! While a request is computed, only the newest further request waits.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use bevy::prelude::*;
use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::land::lock::lock;
use crate::land::pending_edits::PendingEdits;
use crate::land::state::BuiltLand;
use crate::threads::{HAS_THREADS, Threads};
use orogen_terrain::horizon::{HorizonHeights, Horizons, KeepGoing, Nest, Sunlit};
use orogen_terrain::marks::ChangedChunks;

/// The part of a request that does not depend on the sun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct HorizonGround {
    /// The revision of the land.
    pub revision: u64,
    /// The number of lands: 1, or 2 with a divider.
    pub sides: usize,
    pub nest: Nest,
}

/// A request: the ground and the sun's direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RequestKey {
    pub ground: HorizonGround,
    /// The unit vector towards the sun.
    pub to_sun: [f64; 3],
}

/// The answer to a request.
pub(super) struct HorizonAnswer {
    pub key: RequestKey,
    /// The height of the highest ground above the sea, in metres.
    pub top_m: f32,
    /// The light on each land of the request; empty if the computation panicked.
    pub sides: Vec<Sunlit>,
}

struct WantedHorizons {
    key: RequestKey,
    lands: Vec<BuiltLand>,
    /// The number of the request's ground. Work ends when the wanted ground has another number.
    ground_number: u64,
}

#[derive(Default)]
struct WorkerState {
    wanted: Mutex<Option<WantedHorizons>>,
    arrived: Condvar,
    /// The number of the wanted ground.
    ground_number: AtomicU64,
    must_end: AtomicBool,
    wake: Mutex<Option<Box<dyn Fn() + Send>>>,
}

/// A handle of the thread. The thread ends when the handle is dropped.
pub(super) struct HorizonWorker {
    shared: Arc<WorkerState>,
    answers: Receiver<HorizonAnswer>,
    ground: Option<HorizonGround>,
    /// Answers in the frames; `None` if a thread answers.
    in_frames: Option<Mutex<Answerer>>,
}

impl HorizonWorker {
    /// Starts the thread. It waits while edits are in progress.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn new(pending_edits: Arc<PendingEdits>) -> Result<Self, Box<dyn std::error::Error>> {
        let shared = Arc::<WorkerState>::default();
        let (send, answers) = unbounded();
        let mut answerer = Answerer { shared: shared.clone(), pending_edits, send, cached: None };
        if !HAS_THREADS {
            let in_frames = Some(Mutex::new(answerer));
            return Ok(Self { shared, answers, ground: None, in_frames });
        }
        // The thread uses few cores; most are for edits and pictures.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let pool = Threads::new("orogen-horizon", (cores / 4).clamp(1, 4))?;
        std::thread::Builder::new()
            .name("orogen-horizon".to_owned())
            .spawn(move || pool.install(|| answerer.answer_all()))?;
        Ok(Self { shared, answers, ground: None, in_frames: None })
    }

    /// Replaces the waiting request.
    ///
    /// The running request is cancelled if it has another ground.
    pub fn request(&mut self, key: RequestKey, lands: Vec<BuiltLand>) {
        if self.ground != Some(key.ground) {
            self.ground = Some(key.ground);
            self.shared.ground_number.fetch_add(1, Ordering::Relaxed);
        }
        let ground_number = self.shared.ground_number.load(Ordering::Relaxed);
        *lock(&self.shared.wanted) = Some(WantedHorizons { key, lands, ground_number });
        self.shared.arrived.notify_one();
    }

    /// The newest answer since the last call, if any.
    pub fn newest(&self) -> Option<HorizonAnswer> {
        self.in_frames.iter().for_each(|answerer| lock(answerer).answer_waiting());
        self.answers.try_iter().last()
    }

    /// Returns true if an answer is ready.
    pub fn has_answer(&self) -> bool {
        !self.answers.is_empty()
    }

    /// Sets a callback that the thread calls when an answer is ready.
    pub fn wake_with(&self, wake: impl Fn() + Send + 'static) {
        *lock(&self.shared.wake) = Some(Box::new(wake));
    }
}

impl Drop for HorizonWorker {
    fn drop(&mut self) {
        self.shared.must_end.store(true, Ordering::Relaxed);
        self.shared.ground_number.fetch_add(1, Ordering::Relaxed);
        self.shared.arrived.notify_one();
    }
}

impl WorkerState {
    /// Waits for a request. Returns `None` when the thread must end.
    fn next(&self) -> Option<WantedHorizons> {
        let mut wanted = lock(&self.wanted);
        loop {
            if self.must_end.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(wanted) = wanted.take() {
                return Some(wanted);
            }
            // Wakes every second to check whether it must end, because a notification may come just
            // before the wait.
            let waited = self.arrived.wait_timeout(wanted, Duration::from_secs(1));
            wanted = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Waits while edits are in progress, then returns true if the ground is still wanted.
    fn is_still_wanted(&self, ground_number: u64, pending_edits: &PendingEdits) -> bool {
        loop {
            if self.ground_number.load(Ordering::Relaxed) != ground_number {
                return false;
            }
            // Without threads, no edit comes while this runs.
            if !HAS_THREADS || !pending_edits.is_active() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// The part of an answer that does not depend on the sun. It is reused when only the sun moves, and its
/// heights are reused where an edit of marks does not change them.
struct GroundHorizons {
    ground_number: u64,
    sides: Vec<SideHorizons>,
}

/// The horizons of a land.
struct SideHorizons {
    land: BuiltLand,
    heights: HorizonHeights,
    horizons: Horizons,
}

impl SideHorizons {
    /// Surveys a land. `before` has the horizons of an earlier land, if there is one. Returns `None` if the
    /// work is cancelled.
    fn new(
        land: &BuiltLand,
        nest: Nest,
        before: Option<&Self>,
        keep_going: &KeepGoing<'_>,
    ) -> Option<Self> {
        let changed = before.and_then(|before| before.changed(land, &nest));
        let known = before.map(|before| &before.heights).zip(changed.as_ref());
        let heights = HorizonHeights::with_known(&land.surface, nest, known, keep_going)?;
        let horizons = Horizons::new(&heights, keep_going)?;
        Some(Self { land: land.clone(), heights, horizons })
    }

    /// Compares the land with a new land. Returns `None` if the whole land may differ.
    fn changed(&self, new: &BuiltLand, nest: &Nest) -> Option<ChangedChunks> {
        let old = &self.land;
        let finest_m = new.surface.spacing_m();
        let bands_m = HorizonHeights::band_limits_m(&new.surface, nest);
        let changed = ChangedChunks::new(&old.recipe, &new.recipe, [], finest_m)?;
        let changed = changed.with_bands([&old.recipe, &new.recipe], bands_m)?;
        if old.has_network_of(new.recipe_of_network()) {
            return Some(changed);
        }
        // A land that keeps the network of another land shapes its new rivers differently.
        let have_own_networks = old.network_recipe.is_none() && new.network_recipe.is_none();
        let lands = || [old, new].map(|land| land.surface.land().clone());
        have_own_networks.then(|| changed.with_rivers(lands(), &new.recipe))
    }
}

/// Answers requests.
struct Answerer {
    shared: Arc<WorkerState>,
    pending_edits: Arc<PendingEdits>,
    send: Sender<HorizonAnswer>,
    cached: Option<GroundHorizons>,
}

impl Answerer {
    /// Answers requests until the handle is dropped.
    fn answer_all(&mut self) {
        while let Some(wanted) = self.shared.next() {
            self.answer(&wanted);
        }
    }

    /// Answers the request that waits, if there is one and no edit is in progress.
    fn answer_waiting(&mut self) {
        if self.pending_edits.is_active() {
            return;
        }
        let wanted = lock(&self.shared.wanted).take();
        wanted.iter().for_each(|wanted| self.answer(wanted));
    }

    fn answer(&mut self, wanted: &WantedHorizons) {
        let Self { shared, pending_edits, send, cached } = self;
        let key = wanted.key;
        let answer =
            catch_unwind(AssertUnwindSafe(|| compute(shared, pending_edits, wanted, cached)));
        let answer = answer.unwrap_or_else(|_| {
            error!("computing horizons panicked; the land is lit without them");
            Some(HorizonAnswer { key, top_m: 0.0, sides: Vec::new() })
        });
        let Some(answer) = answer else { return };
        // Sending fails only when the program ends.
        let _ = send.send(answer);
        if let Some(wake) = &*lock(&shared.wake) {
            wake();
        }
    }
}

/// Computes an answer. Returns `None` if its ground is no longer wanted.
fn compute(
    shared: &WorkerState,
    pending_edits: &PendingEdits,
    wanted: &WantedHorizons,
    cached: &mut Option<GroundHorizons>,
) -> Option<HorizonAnswer> {
    let is_wanted = || shared.is_still_wanted(wanted.ground_number, pending_edits);
    if cached.as_ref().is_none_or(|cached| cached.ground_number != wanted.ground_number) {
        let survey = |(side, land): (usize, &BuiltLand)| {
            let before = cached.as_ref().and_then(|cached| cached.sides.get(side));
            SideHorizons::new(land, wanted.key.ground.nest, before, &is_wanted)
        };
        let sides = wanted.lands.iter().enumerate().map(survey).collect::<Option<_>>()?;
        *cached = Some(GroundHorizons { ground_number: wanted.ground_number, sides });
    }
    let sides = &cached.as_ref()?.sides;
    let light = |side: &SideHorizons| {
        Sunlit::new(&side.heights, &side.horizons, wanted.key.to_sun, &is_wanted)
    };
    Some(HorizonAnswer {
        key: wanted.key,
        top_m: sides.iter().map(|side| side.heights.top_m()).fold(0.0, f32::max),
        sides: sides.iter().map(light).collect::<Option<_>>()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_terrain::Recipe;

    fn key(revision: u64, to_sun: [f64; 3]) -> RequestKey {
        let nest = Nest::around([0.0; 2], 2000.0, 32);
        RequestKey { ground: HorizonGround { revision, sides: 1, nest }, to_sun }
    }

    #[test]
    fn the_newest_request_is_answered_and_a_new_sun_reuses_its_land() {
        let pending_edits = Arc::new(PendingEdits::default());
        pending_edits.begin();
        let mut worker = HorizonWorker::new(pending_edits.clone()).unwrap();
        let land = BuiltLand::new(&Recipe::default()).unwrap();
        let up = [0.0, 1.0, 0.0];
        for revision in 1..4 {
            worker.request(key(revision, up), vec![land.clone()]);
        }
        pending_edits.finish();
        let patience = Duration::from_secs(60);
        let found = worker.answers.recv_timeout(patience).unwrap();
        assert_eq!(found.key, key(3, up), "earlier requests are cancelled");
        assert!(found.top_m > 0.0 && found.sides.len() == 1);
        let low = [0.96, 0.28, 0.0];
        worker.request(key(3, low), vec![land]);
        let lower = worker.answers.recv_timeout(patience).unwrap();
        assert_eq!(lower.key, key(3, low));
        let light = |found: &HorizonAnswer| found.sides[0].levels[0].light.clone();
        let [high, low] = [&found, &lower].map(light);
        assert!(high.iter().zip(&low).all(|(a, b)| (a[0], a[3]) == (b[0], b[3])), "same land");
        assert!(high.iter().zip(&low).any(|(a, b)| a[1] != b[1]), "other shadows");
    }
}
