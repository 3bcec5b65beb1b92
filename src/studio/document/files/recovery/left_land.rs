//! An entry in the list of lands that can be recovered.

use std::path::Path;

use bevy_egui::egui::TextureHandle;

use super::claim::Claim;
use super::kept_land::KeptLand;
use crate::studio::app::painter::PaintedPicture;
use crate::studio::document::files::set_aside;
use crate::studio::document::files::stamp::{Stamp, is_as_opened};
use crate::studio::document::state::{Document, SceneSource};
use crate::terrain::scene::Scene;

/// The size of a picture, in pixels.
pub const PICTURE: [usize; 2] = [128, 72];

/// A land that a crashed run has left.
pub struct LeftLand {
    /// The recovery file, which other processes cannot take meanwhile.
    pub claim: Claim,
    pub land: KeptLand,
    /// The stamp of the land's own file, if that still has the opened scene.
    pub stamp: Option<Stamp>,
    /// The size of the recovery file, in bytes.
    pub bytes: u64,
    /// The picture of the land, when it is painted.
    pub picture: Option<PaintedPicture>,
    /// The texture of the picture.
    pub texture: Option<TextureHandle>,
}

impl LeftLand {
    /// All lands in a folder, the newest first, and a line for each unreadable file.
    pub fn all(folder: &Path) -> (Vec<Self>, Vec<String>) {
        let (mut left, mut lines) = (Vec::new(), Vec::new());
        for claim in Claim::abandoned(folder) {
            match KeptLand::read(&claim.path) {
                Ok(land) => {
                    let bytes = claim.path.metadata().map_or(0, |there| there.len());
                    let stamp = stamp_as_opened(&land.document);
                    left.push(Self { claim, land, stamp, bytes, picture: None, texture: None });
                }
                Err(problem) => {
                    let problem = format!("a recovery file cannot be read: {problem}");
                    lines.push(set_aside::set_aside_and_report(&claim.path, &problem));
                    claim.remove();
                }
            }
        }
        (left, lines)
    }

    /// The name of the land.
    pub fn name(&self) -> String {
        self.land.document.name()
    }

    /// The scene with the last camera pose.
    pub fn scene_with_camera(&self) -> Scene {
        let mut scene = self.land.scene.clone();
        scene.view.camera = self.land.pose;
        scene
    }
}

/// The stamp of a document's file, if it still has the opened scene.
fn stamp_as_opened(document: &Document) -> Option<Stamp> {
    let SceneSource::File(path) = &document.source else { return None };
    // Taken before reading, so that a change in between is noticed.
    let stamp = Stamp::of(path);
    stamp.filter(|_| is_as_opened(document))
}
