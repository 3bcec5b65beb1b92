//! The kept picture of the land. One camera draws the land into an image when something in the
//! picture has changed, and another camera draws that image behind its own content. So a frame with
//! an unchanged picture draws no land, and a slow picture is drawn in pieces between frames.

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

pub use changes::NumberPicture;
pub use state::{KeptPicture, Picture, PieceTimes, Pieces, ShowsPicture};

/// Keeps the pictures of cameras that are marked as [`KeptPicture`], and draws them behind those of
/// cameras that are marked as [`ShowsPicture`].
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
