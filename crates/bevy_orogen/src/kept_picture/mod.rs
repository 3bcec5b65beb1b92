//! The kept picture: the cached image of the land.
//!
//! One camera draws the land into an image, but only when something in the picture has changed.
//! Another camera draws that image behind its own content, such as panels. So a frame with an
//! unchanged picture draws no land, and a slow picture can be drawn in pieces between frames.

mod backdrop;
mod changes;
mod clock;
mod depth;
mod filter;
mod pieces;
mod plan;
mod queue;
mod resolve;
mod screen_boxes;
pub mod state;

use bevy::app::Plugin;
use bevy::prelude::App;

pub use changes::DetectPictureChanges;
pub use state::{KeptPicture, PictureState, PieceTimeLimit, PieceTimes, ShowsPicture};

/// Caches the picture of the land's camera and draws it behind other content.
///
/// The land's camera is marked as [`KeptPicture`], and the other camera as [`ShowsPicture`].
pub struct KeptPicturePlugin;

impl Plugin for KeptPicturePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((
            changes::ChangesPlugin,
            plan::PlanPlugin,
            clock::ClockPlugin,
            filter::FilterPlugin,
            depth::DepthPlugin,
            backdrop::BackdropPlugin,
            pieces::PiecesPlugin,
        ));
    }
}
