//! A land that can be recovered, as an entry of the list.

use std::path::Path;

use bevy_egui::egui::TextureHandle;

use super::claim::Claim;
use super::kept_land::KeptLand;
use crate::studio::app::painter::PaintedPicture;
use crate::studio::document::files::set_aside;
use crate::studio::document::files::stamp::{Stamp, is_as_opened};
use crate::studio::document::state::{OpenDocument, SceneSource};
use crate::terrain::scene::Scene;

/// The size of a picture, in pixels.
pub const PICTURE: [usize; 2] = [128, 72];

/// A land with unsaved changes, whose program has crashed.
pub struct UnsavedLand {
    /// The recovery file; while this process owns it, no other process can take it.
    pub claim: Claim,
    pub land: KeptLand,
    /// The stamp of the land's own file, if the file still contains the scene as it was opened.
    pub stamp: Option<Stamp>,
    /// The size of the recovery file, in bytes.
    pub bytes: u64,
    /// The picture of the land, once it is painted.
    pub picture: Option<PaintedPicture>,
    /// The texture of the picture.
    pub texture: Option<TextureHandle>,
}

impl UnsavedLand {
    /// Finds all lands in a folder, the newest first. Returns them, and a message for each
    /// unreadable file.
    pub fn all(folder: &Path) -> (Vec<Self>, Vec<String>) {
        let (mut entries, mut lines) = (Vec::new(), Vec::new());
        for claim in Claim::abandoned(folder) {
            match KeptLand::read(&claim.path) {
                Ok(land) => {
                    let bytes = claim.path.metadata().map_or(0, |metadata| metadata.len());
                    let stamp = stamp_as_opened(&land.document);
                    entries.push(Self { claim, land, stamp, bytes, picture: None, texture: None });
                }
                Err(problem) => {
                    let problem = format!("a recovery file cannot be read: {problem}");
                    lines.push(set_aside::set_aside_and_report(&claim.path, &problem));
                    claim.remove();
                }
            }
        }
        (entries, lines)
    }

    /// The name of the land.
    pub fn name(&self) -> String {
        self.land.document.name()
    }

    /// Returns the scene with the last pose of the camera.
    pub fn scene_with_camera(&self) -> Scene {
        let mut scene = self.land.scene.clone();
        scene.view.camera = self.land.pose;
        scene
    }
}

/// Returns the stamp of a document's file, if the file still contains the scene as it was opened.
fn stamp_as_opened(document: &OpenDocument) -> Option<Stamp> {
    let SceneSource::File(path) = &document.source else { return None };
    // The stamp is taken before the file is read, so that a change in between is noticed.
    let stamp = Stamp::of(path);
    stamp.filter(|_| is_as_opened(document))
}
