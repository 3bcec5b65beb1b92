//! What a program has left that ended unexpectedly, as the list of it shows it.

use std::path::Path;

use bevy_egui::egui::TextureHandle;

use super::claim::Claim;
use super::kept_land::KeptLand;
use crate::studio::app::painter::Picture;
use crate::studio::document::files::aside;
use crate::studio::document::files::stamp::{Stamp, is_as_opened};
use crate::studio::document::state::{Document, Source};
use crate::terrain::scene::Scene;

/// The size of a picture, in pixels.
pub const PICTURE: [usize; 2] = [128, 72];

/// A land that can be recovered.
pub struct Left {
    /// Its file, which nobody else opens meanwhile.
    pub claim: Claim,
    pub land: KeptLand,
    /// What the land's own file is now, if that is still what was opened.
    pub stamp: Option<Stamp>,
    /// How large the recovery file is.
    pub bytes: u64,
    /// How the land looks, once that is painted.
    pub picture: Option<Picture>,
    /// The picture on the device.
    pub texture: Option<TextureHandle>,
}

impl Left {
    /// All that ended programs have left in a folder, the newest first; and a line for each file that
    /// cannot be read and is set aside.
    pub fn all(folder: &Path) -> (Vec<Self>, Vec<String>) {
        let (mut left, mut lines) = (Vec::new(), Vec::new());
        for claim in Claim::left(folder) {
            match KeptLand::read(&claim.path) {
                Ok(land) => {
                    let bytes = claim.path.metadata().map_or(0, |there| there.len());
                    let stamp = stamp_as_opened(&land.document);
                    left.push(Self { claim, land, stamp, bytes, picture: None, texture: None });
                }
                Err(problem) => {
                    let problem = format!("a recovery file cannot be read: {problem}");
                    lines.push(aside::said(&claim.path, &problem));
                    claim.remove();
                }
            }
        }
        (left, lines)
    }

    /// What it is called.
    pub fn name(&self) -> String {
        self.land.document.name()
    }

    /// The scene as its camera saw it.
    pub fn seen(&self) -> Scene {
        let mut scene = self.land.scene.clone();
        scene.view.camera = self.land.pose;
        scene
    }
}

/// The stamp of a document's file, if that is what it was when it was opened.
fn stamp_as_opened(document: &Document) -> Option<Stamp> {
    let Source::File(path) = &document.source else { return None };
    // Before it is read: who changes it in between has changed it.
    let stamp = Stamp::of(path);
    stamp.filter(|_| is_as_opened(document))
}
