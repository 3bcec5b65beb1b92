//! The states of the undo history, limited in number and in bytes.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::mem::size_of;
use std::sync::Arc;

use bevy::prelude::*;

use super::names;
use crate::studio::document::state::{OpenDocument, SceneSource};
use crate::terrain::scene::Scene;
use crate::terrain::scene_parts;
use crate::terrain::view::Camera;

/// The maximum number of steps that can be undone.
pub const MAX_STEPS: usize = 1000;
/// The limit for the approximate memory of all states, in bytes.
pub const MAX_BYTES: usize = 16 << 20;

/// The texts of the parts of a scene. States share the memory of equal texts.
pub type SceneParts = Vec<Arc<str>>;

/// The state of the scene after a step.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryState {
    /// The name of the step.
    pub name: String,
    pub parts: SceneParts,
    /// The camera's pose on the other side of the step, if the step moved the camera. For a step
    /// that can be undone, this is the pose before the step, otherwise the pose after the step.
    pub pose: Option<Camera>,
    /// The number of the document that is open in this state.
    pub document: u32,
}

/// A document to which states refer.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptDocument {
    pub source: SceneSource,
    pub baseline: SceneParts,
}

/// The result of undo, redo or a jump.
#[derive(Clone, Debug, PartialEq)]
pub struct Restored {
    pub scene: Scene,
    /// The camera's pose to take, if the steps in between moved the camera.
    pub pose: Option<Camera>,
    /// The document to open, if the document of that state is not open.
    pub document: Option<OpenDocument>,
}

/// The undo history of the open land.
#[derive(Resource, Clone, Debug, Default)]
pub struct History {
    /// The states in order. The first is the start, or the oldest state within the limits.
    pub(super) states: VecDeque<HistoryState>,
    /// The index of the present state.
    pub(super) current: usize,
    pub(super) documents: BTreeMap<u32, KeptDocument>,
    /// The scene of the present state.
    pub(super) settled: Option<Scene>,
    /// The document of the present state.
    pub(super) open: OpenDocument,
    /// The camera's pose before the gesture under way, if the gesture moves the camera.
    pub(super) camera_before: Option<Camera>,
    /// The count of all changes to the history.
    pub(super) changes: u64,
}

impl History {
    /// Returns two flags: a step can be undone; a step can be redone.
    pub fn can_undo_and_redo(&self) -> [bool; 2] {
        [self.current > 0, self.current + 1 < self.states.len()]
    }

    /// Returns the number of steps that can be undone.
    pub fn steps(&self) -> usize {
        self.current
    }

    /// Returns the names of all states, the start first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.states.iter().map(|state| state.name.as_str())
    }

    /// Returns the count of all changes to the history. A copy with another count is out of date.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Returns the scene before the gesture under way.
    pub fn settled(&self) -> Option<&Scene> {
        self.settled.as_ref()
    }

    /// Records the camera's pose before the gesture under way, if the gesture moves the camera. For
    /// example, opening a preset does.
    pub fn note_camera(&mut self, pose: Camera) {
        self.camera_before.get_or_insert(pose);
    }

    /// Adds a step, if the scene has changed since the last step. Call it when a gesture has ended.
    pub fn settle(&mut self, scene: &Scene) {
        let open = self.open.clone();
        self.settle_with_document(scene, &open);
    }

    /// Like [`History::settle`], but also compares the document. If both scene and document have
    /// changed, the document was opened; if only the document has changed, it was saved.
    pub fn settle_with_document(&mut self, scene: &Scene, document: &OpenDocument) {
        let pose = self.camera_before.take();
        let Some(settled) = &self.settled else {
            self.begin(scene, document);
            return;
        };
        if settled == scene {
            self.record_save(document);
            return;
        }
        let is_opened = self.open != *document;
        let name = match is_opened {
            true => names::of_opening(document),
            false => names::of_changes(settled, scene),
        };
        let mut number = self.states[self.current].document;
        if is_opened {
            number = self.next_document_number();
            self.keep_document(number, document);
        }
        self.states.truncate(self.current + 1);
        let parts = share_texts(scene, &self.states[self.current].parts);
        self.states.push_back(HistoryState { name, parts, pose, document: number });
        self.current += 1;
        self.settled = Some(scene.clone());
        self.changes += 1;
        self.enforce_limits(MAX_STEPS, MAX_BYTES);
    }

    /// Records that the document was saved, perhaps under another name. This adds no step. All
    /// states of that document then refer to the saved document.
    pub fn record_save(&mut self, document: &OpenDocument) {
        if self.open == *document {
            return;
        }
        if let Some(number) = self.states.get(self.current).map(|state| state.document) {
            self.keep_document(number, document);
        }
        self.changes += 1;
    }

    /// Appends the history of another land. Returns the number of its first document. Undoing all
    /// of its steps leads back to the present land. Steps that could be redone are dropped. `pose`
    /// is the current pose of the camera.
    pub fn append(&mut self, other: Self, pose: Option<Camera>) -> u32 {
        let first = self.next_document_number();
        if other.states.is_empty() {
            return first;
        }
        self.states.truncate(self.current + 1);
        self.current = self.states.len() + other.current;
        let numbers: BTreeMap<u32, u32> = other.documents.keys().copied().zip(first..).collect();
        let mut pose_before = pose.filter(|_| !self.states.is_empty());
        for (index, state) in other.states.into_iter().enumerate() {
            let document = numbers.get(&state.document).copied().unwrap_or(first);
            let pose = if index == 0 { pose_before.take() } else { state.pose };
            self.states.push_back(HistoryState { document, pose, ..state });
        }
        for (number, kept) in other.documents {
            self.documents.insert(numbers[&number], kept);
        }
        (self.settled, self.open, self.camera_before) = (other.settled, other.open, None);
        self.changes += 1;
        self.enforce_limits(MAX_STEPS, MAX_BYTES);
        first
    }

    /// Returns the number of the document that is open in the present state.
    pub fn document(&self) -> Option<u32> {
        self.states.get(self.current).map(|state| state.document)
    }

    /// Returns a number for a new document, above all others.
    fn next_document_number(&self) -> u32 {
        self.documents.keys().max().map_or(0, |last| last + 1)
    }

    fn begin(&mut self, scene: &Scene, document: &OpenDocument) {
        self.keep_document(0, document);
        let parts = share_texts(scene, &[]);
        let name = names::of_opening(document);
        self.states = VecDeque::from([HistoryState { name, parts, pose: None, document: 0 }]);
        (self.current, self.settled) = (0, Some(scene.clone()));
        self.changes += 1;
    }

    fn keep_document(&mut self, number: u32, document: &OpenDocument) {
        let similar = self.states.get(self.current).map_or(&[][..], |state| &state.parts);
        let baseline = share_texts(&document.baseline, similar);
        let kept = KeptDocument { source: document.source.clone(), baseline };
        self.documents.insert(number, kept);
        self.open = document.clone();
    }

    /// Undoes the last step. `pose` is the current pose of the camera.
    pub fn undo(&mut self, scene: &Scene, pose: Option<Camera>) -> Option<Restored> {
        self.settle(scene);
        self.go(self.current.checked_sub(1)?, pose)
    }

    /// Redoes the next step. `pose` is the current pose of the camera.
    pub fn redo(&mut self, scene: &Scene, pose: Option<Camera>) -> Option<Restored> {
        self.settle(scene);
        self.go(self.current + 1, pose)
    }

    /// Goes to a state by its index. `pose` is the current pose of the camera.
    pub fn go(&mut self, to: usize, pose: Option<Camera>) -> Option<Restored> {
        if to == self.current || to >= self.states.len() {
            return None;
        }
        // Every state is valid: it was written here, or checked when it was read from a file.
        let scene = scene_parts::read(&self.states[to].parts).ok()?;
        let (mut current_pose, mut moved) = (pose, false);
        while self.current != to {
            let is_back = to < self.current;
            // Stores the camera's pose on this side of the step, in exchange for the pose on the
            // other side.
            let step = &mut self.states[if is_back { self.current } else { self.current + 1 }];
            if let Some(other) = step.pose {
                step.pose = current_pose;
                (current_pose, moved) = (Some(other), true);
            }
            self.current = if is_back { self.current - 1 } else { self.current + 1 };
        }
        self.settled = Some(scene.clone());
        self.changes += 1;
        Some(Restored { scene, pose: current_pose.filter(|_| moved), document: self.reopen() })
    }

    /// Opens the document of the present state and returns it. Returns `None` if it is already open.
    fn reopen(&mut self) -> Option<OpenDocument> {
        let kept = self.documents.get(&self.states[self.current].document)?;
        let baseline = scene_parts::read(&kept.baseline).ok()?;
        let document = OpenDocument::new(kept.source.clone(), baseline);
        if document == self.open {
            return None;
        }
        self.open = document.clone();
        Some(document)
    }

    /// Returns the approximate number of bytes of all states.
    pub fn bytes(&self) -> usize {
        let mut counted = HashSet::new();
        let parts = |parts: &SceneParts, counted: &mut HashSet<*const u8>| {
            let texts = parts.iter().filter(|text| counted.insert(text.as_ptr()));
            texts.map(|text| text.len() + 2 * size_of::<usize>()).sum::<usize>()
                + parts.capacity() * size_of::<Arc<str>>()
        };
        let document_bytes = self.documents.values().map(|kept| {
            parts(&kept.baseline, &mut counted)
                + size_of::<KeptDocument>()
                + size_of::<SceneSource>()
        });
        let document_bytes = document_bytes.sum::<usize>();
        let state_bytes = self.states.iter().map(|state| {
            parts(&state.parts, &mut counted) + state.name.capacity() + size_of::<HistoryState>()
        });
        document_bytes + state_bytes.sum::<usize>()
    }

    /// Drops the oldest states until the history is within the limits. Also drops the documents that
    /// no state refers to.
    pub(super) fn enforce_limits(&mut self, steps: usize, bytes: usize) {
        while self.states.len() > 1
            && self.current > 0
            && (self.states.len() > steps + 1 || self.bytes() > bytes)
        {
            self.states.pop_front();
            self.current -= 1;
            self.states[0].pose = None;
            let used: HashSet<_> = self.states.iter().map(|state| state.document).collect();
            self.documents.retain(|number, _| used.contains(number));
        }
    }
}

/// Returns the texts of a scene's parts; a text that equals a text of `similar` shares its memory.
fn share_texts(scene: &Scene, similar: &[Arc<str>]) -> SceneParts {
    let share = |text: String| match similar.iter().find(|other| ***other == *text) {
        Some(other) => other.clone(),
        None => text.into(),
    };
    scene_parts::write(scene).into_iter().map(share).collect()
}
