//! The land's picture, kept: a camera whose target is an image draws the land when something in the
//! picture has changed, and another camera lays the image under what it draws itself. So a frame in
//! which the picture stays costs no land, and a long picture is drawn in pieces between frames.

mod boxes;
mod changes;
mod clock;
mod depth;
mod filter;
mod lay;
mod pieces;
mod plan;
mod queue;
mod resolve;
pub mod state;

use bevy::app::Plugin;
use bevy::prelude::App;

pub use changes::NumberPicture;
pub use state::{KeptPicture, Picture, PieceTimes, Pieces, ShowsPicture};

/// Keeps the pictures of cameras that are marked as [`KeptPicture`], and lays them under those of
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
            lay::LayPlugin,
            pieces::PiecesPlugin,
        ));
    }
}
