//! The form in which the undo history is written to files.
//!
//! States share most of their texts, so each text is written once and states refer to it by index.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::states::{History, HistoryState, KeptDocument, SceneParts};
use crate::studio::document::state::{OpenDocument, SceneSource};
use crate::terrain::scene::SceneError;
use crate::terrain::scene_parts;

/// A history in its file form.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct KeptHistory {
    /// The index of the present state.
    at: usize,
    /// The texts of all states, each once.
    texts: Vec<String>,
    #[serde(default)]
    documents: Vec<FiledDocument>,
    #[serde(default)]
    states: Vec<FiledState>,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct FiledState {
    name: String,
    document: u32,
    parts: Vec<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pose: Option<String>,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct FiledDocument {
    number: u32,
    source: FiledSource,
    parts: Vec<usize>,
}

/// The source of a document, in the form of a file.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum FiledSource {
    #[default]
    Factory,
    Preset(String),
    File(String),
    Text,
}

impl From<&SceneSource> for FiledSource {
    fn from(source: &SceneSource) -> Self {
        match source {
            SceneSource::Factory => Self::Factory,
            SceneSource::Preset(title) => Self::Preset(title.clone()),
            // TOML cannot contain a path that is not Unicode.
            SceneSource::File(path) => match path.to_str() {
                Some(path) => Self::File(path.to_owned()),
                None => Self::Factory,
            },
            SceneSource::Text => Self::Text,
        }
    }
}

impl From<FiledSource> for SceneSource {
    fn from(source: FiledSource) -> Self {
        match source {
            FiledSource::Factory => Self::Factory,
            FiledSource::Preset(title) => Self::Preset(title),
            FiledSource::File(path) => Self::File(path.into()),
            FiledSource::Text => Self::Text,
        }
    }
}

/// Collects texts; equal texts are stored once.
#[derive(Default)]
struct Texts<'a> {
    indices: HashMap<&'a str, usize>,
    texts: Vec<String>,
}

impl<'a> Texts<'a> {
    fn indices(&mut self, parts: &'a SceneParts) -> Vec<usize> {
        let index = |text: &'a Arc<str>| {
            *self.indices.entry(text).or_insert_with(|| {
                self.texts.push(text.to_string());
                self.texts.len() - 1
            })
        };
        parts.iter().map(index).collect()
    }
}

impl History {
    /// Converts the history to its file form.
    pub fn to_kept(&self) -> KeptHistory {
        let mut texts = Texts::default();
        let mut documents = Vec::new();
        for (number, kept) in &self.documents {
            let parts = texts.indices(&kept.baseline);
            let source = (&kept.source).into();
            documents.push(FiledDocument { number: *number, source, parts });
        }
        let mut states = Vec::new();
        for HistoryState { name, parts, pose, document } in &self.states {
            let pose = pose.as_ref().map(ToString::to_string);
            let parts = texts.indices(parts);
            states.push(FiledState { name: name.clone(), document: *document, parts, pose });
        }
        KeptHistory { at: self.current, texts: texts.texts, documents, states }
    }
}

impl KeptHistory {
    /// Converts the form of the file back to a history.
    ///
    /// # Errors
    /// If the texts are not valid scenes, for example if another version wrote them.
    pub fn history(self) -> Result<History, SceneError> {
        let texts: Vec<Arc<str>> = self.texts.into_iter().map(Arc::from).collect();
        let parts_of = |indices: Vec<usize>| -> SceneParts {
            indices.into_iter().filter_map(|index| texts.get(index).cloned()).collect()
        };
        let state = |state: FiledState| {
            let parts = parts_of(state.parts);
            scene_parts::read(&parts)?;
            let pose = state.pose.map(|pose| pose.parse()).transpose()?;
            Ok(HistoryState { name: state.name, parts, pose, document: state.document })
        };
        let states = self.states.into_iter().map(state).collect::<Result<_, SceneError>>()?;
        let documents = self.documents.into_iter().map(|filed| {
            let kept =
                KeptDocument { source: filed.source.into(), baseline: parts_of(filed.parts) };
            (filed.number, kept)
        });
        let documents: BTreeMap<_, _> = documents.collect();
        let mut history = History { states, documents, current: self.at, ..History::default() };
        if history.states.is_empty() {
            return Ok(history);
        }
        history.current = history.current.min(history.states.len() - 1);
        let present = &history.states[history.current];
        history.settled = Some(scene_parts::read(&present.parts)?);
        if let Some(kept) = history.documents.get(&present.document) {
            history.open =
                OpenDocument::new(kept.source.clone(), scene_parts::read(&kept.baseline)?);
        }
        Ok(history)
    }
}
