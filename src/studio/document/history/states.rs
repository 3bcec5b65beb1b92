//! The list of states, within a bound of steps and of bytes.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::mem::size_of;
use std::sync::Arc;

use bevy::prelude::*;

use super::names;
use crate::studio::document::state::{Document, Source};
use crate::terrain::parts;
use crate::terrain::scene::Scene;
use crate::terrain::view::Camera;

/// The most steps that can be taken back.
pub const MOST_STEPS: usize = 1000;
/// The most bytes that all states take together, about.
pub const MOST_BYTES: usize = 16 << 20;

/// The texts of a scene's parts; those that are equal to another state's are the same in memory.
pub type Parts = Vec<Arc<str>>;

/// What a step has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// What the step was.
    pub name: String,
    pub parts: Parts,
    /// On the other side of the step the camera was there, if the step moved it.
    pub pose: Option<Camera>,
    /// Which of the documents was open.
    pub document: u32,
}

/// A document that is not open any more, or again.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptDocument {
    pub source: Source,
    pub baseline: Parts,
}

/// What one comes to by going back or forward.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub scene: Scene,
    /// Where the camera was, if the steps took it elsewhere.
    pub pose: Option<Camera>,
    /// What is open there, if it is another document.
    pub document: Option<Document>,
}

/// What can be taken back, and what can be made again.
#[derive(Resource, Clone, Debug, Default)]
pub struct History {
    /// The first is where it began, or what is left of it.
    pub(super) states: VecDeque<State>,
    /// Which of them is the land now.
    pub(super) at: usize,
    pub(super) documents: BTreeMap<u32, KeptDocument>,
    /// The scene of the present state.
    pub(super) settled: Option<Scene>,
    /// The document of the present state.
    pub(super) open: Document,
    /// From where the gesture that goes on has taken the camera.
    pub(super) left: Option<Camera>,
    /// How often anything changed.
    pub(super) changes: u64,
}

impl History {
    /// Whether there is something to take back, and to make again.
    pub fn can(&self) -> [bool; 2] {
        [self.at > 0, self.at + 1 < self.states.len()]
    }

    /// How many gestures can be taken back.
    pub fn steps(&self) -> usize {
        self.at
    }

    /// The names of all steps, the first being where it began.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.states.iter().map(|state| state.name.as_str())
    }

    /// How often anything changed: who keeps a copy compares.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Notes that the gesture takes the camera elsewhere, as a preset does.
    pub fn leave(&mut self, pose: Camera) {
        self.left.get_or_insert(pose);
    }

    /// Notes the scene once a gesture has ended.
    pub fn settle(&mut self, scene: &Scene) {
        let open = self.open.clone();
        self.settle_in(scene, &open);
    }

    /// As [`History::settle`], with what is open. A document that comes with another scene was
    /// opened; one that comes without was saved, or saved as another.
    pub fn settle_in(&mut self, scene: &Scene, document: &Document) {
        let pose = self.left.take();
        let Some(settled) = &self.settled else {
            self.begin(scene, document);
            return;
        };
        if settled == scene {
            self.saved(document);
            return;
        }
        let is_opened = self.open != *document;
        let name = match is_opened {
            true => names::opened(document),
            false => names::between(settled, scene),
        };
        let mut number = self.states[self.at].document;
        if is_opened {
            number = self.next_document();
            self.keep_document(number, document);
        }
        self.states.truncate(self.at + 1);
        let parts = shared(scene, &self.states[self.at].parts);
        self.states.push_back(State { name, parts, pose, document: number });
        self.at += 1;
        self.settled = Some(scene.clone());
        self.changes += 1;
        self.bound(MOST_STEPS, MOST_BYTES);
    }

    /// Notes that the document was saved, under another name perhaps: no step, and it is the same
    /// one that was open in the steps before.
    pub fn saved(&mut self, document: &Document) {
        if self.open == *document {
            return;
        }
        if let Some(number) = self.states.get(self.at).map(|state| state.document) {
            self.keep_document(number, document);
        }
        self.changes += 1;
    }

    /// Goes on with the steps of another land: they follow those that are here, of which none is lost
    /// but what was taken back. Undoing all of them leads back to the land that is open now. `pose`
    /// is where the camera is now. The number under which the other land's documents begin.
    pub fn go_on(&mut self, other: Self, pose: Option<Camera>) -> u32 {
        let first = self.next_document();
        if other.states.is_empty() {
            return first;
        }
        self.states.truncate(self.at + 1);
        self.at = self.states.len() + other.at;
        let numbers: BTreeMap<u32, u32> = other.documents.keys().copied().zip(first..).collect();
        let mut from = pose.filter(|_| !self.states.is_empty());
        for (index, state) in other.states.into_iter().enumerate() {
            let document = numbers.get(&state.document).copied().unwrap_or(first);
            let pose = if index == 0 { from.take() } else { state.pose };
            self.states.push_back(State { document, pose, ..state });
        }
        for (number, kept) in other.documents {
            self.documents.insert(numbers[&number], kept);
        }
        (self.settled, self.open, self.left) = (other.settled, other.open, None);
        self.changes += 1;
        self.bound(MOST_STEPS, MOST_BYTES);
        first
    }

    /// The number of the document of the present state.
    pub fn document(&self) -> Option<u32> {
        self.states.get(self.at).map(|state| state.document)
    }

    /// The number that the next document gets: it is above all others.
    fn next_document(&self) -> u32 {
        self.documents.keys().max().map_or(0, |most| most + 1)
    }

    fn begin(&mut self, scene: &Scene, document: &Document) {
        self.keep_document(0, document);
        let parts = shared(scene, &[]);
        let name = names::opened(document);
        self.states = VecDeque::from([State { name, parts, pose: None, document: 0 }]);
        (self.at, self.settled) = (0, Some(scene.clone()));
        self.changes += 1;
    }

    fn keep_document(&mut self, number: u32, document: &Document) {
        let like = self.states.get(self.at).map_or(&[][..], |state| &state.parts);
        let baseline = shared(&document.baseline, like);
        let kept = KeptDocument { source: document.source.clone(), baseline };
        self.documents.insert(number, kept);
        self.open = document.clone();
    }

    /// What was before the last gesture. `pose` is where the camera is now.
    pub fn undo(&mut self, scene: &Scene, pose: Option<Camera>) -> Option<Entry> {
        self.settle(scene);
        self.go(self.at.checked_sub(1)?, pose)
    }

    /// What was after the gesture that was taken back. `pose` is where the camera is now.
    pub fn redo(&mut self, scene: &Scene, pose: Option<Camera>) -> Option<Entry> {
        self.settle(scene);
        self.go(self.at + 1, pose)
    }

    /// What was at a step of the list. `pose` is where the camera is now.
    pub fn go(&mut self, to: usize, pose: Option<Camera>) -> Option<Entry> {
        if to == self.at || to >= self.states.len() {
            return None;
        }
        // A state reads: it was written here, or was read when it came from a file.
        let scene = parts::read(&self.states[to].parts).ok()?;
        let (mut now, mut moved) = (pose, false);
        while self.at != to {
            let is_back = to < self.at;
            // The pose of a step is that of its other side.
            let step = &mut self.states[if is_back { self.at } else { self.at + 1 }];
            if let Some(other) = step.pose {
                step.pose = now;
                (now, moved) = (Some(other), true);
            }
            self.at = if is_back { self.at - 1 } else { self.at + 1 };
        }
        self.settled = Some(scene.clone());
        self.changes += 1;
        Some(Entry { scene, pose: now.filter(|_| moved), document: self.reopened() })
    }

    /// The document of the present state, if it is not open.
    fn reopened(&mut self) -> Option<Document> {
        let kept = self.documents.get(&self.states[self.at].document)?;
        let baseline = parts::read(&kept.baseline).ok()?;
        let document = Document::new(kept.source.clone(), baseline);
        if document == self.open {
            return None;
        }
        self.open = document.clone();
        Some(document)
    }

    /// About how many bytes all states take.
    pub fn bytes(&self) -> usize {
        let mut seen = HashSet::new();
        let parts = |parts: &Parts, seen: &mut HashSet<*const u8>| {
            let texts = parts.iter().filter(|text| seen.insert(text.as_ptr()));
            texts.map(|text| text.len() + 2 * size_of::<usize>()).sum::<usize>()
                + parts.capacity() * size_of::<Arc<str>>()
        };
        let of_documents = self.documents.values().map(|kept| {
            parts(&kept.baseline, &mut seen) + size_of::<KeptDocument>() + size_of::<Source>()
        });
        let of_documents = of_documents.sum::<usize>();
        let of_states = self.states.iter().map(|state| {
            parts(&state.parts, &mut seen) + state.name.capacity() + size_of::<State>()
        });
        of_documents + of_states.sum::<usize>()
    }

    /// Forgets the oldest states beyond a bound, and documents that none is of.
    pub(super) fn bound(&mut self, steps: usize, bytes: usize) {
        while self.states.len() > 1
            && self.at > 0
            && (self.states.len() > steps + 1 || self.bytes() > bytes)
        {
            self.states.pop_front();
            self.at -= 1;
            self.states[0].pose = None;
            let used: HashSet<_> = self.states.iter().map(|state| state.document).collect();
            self.documents.retain(|number, _| used.contains(number));
        }
    }
}

/// The texts of a scene's parts, those that another has too being its own.
fn shared(scene: &Scene, like: &[Arc<str>]) -> Parts {
    let share = |text: String| match like.iter().find(|other| ***other == *text) {
        Some(other) => other.clone(),
        None => text.into(),
    };
    parts::write(scene).into_iter().map(share).collect()
}
