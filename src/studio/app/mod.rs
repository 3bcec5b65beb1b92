//! The window itself: keys, settings, notices, idling, drafts and Esc.

pub mod activity;
pub mod display;
pub mod draft;
pub mod drag_cancel;
pub mod escape;
pub mod idle;
pub mod keys;
pub mod notice;
pub mod order;
pub mod painter;
pub mod picture;
pub mod settings;
pub mod shaders;
pub mod shortcuts;
pub mod software;
pub mod trace;
pub mod window_size;

use bevy::prelude::*;

/// Adds keys, settings, idling and drafts. `window` adds `picture` and `shaders` after the rest.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        shortcuts::plugin,
        window_size::plugin,
        keys::plugin,
        escape::plugin,
        idle::plugin,
    ))
    .add_plugins((settings::file::plugin, trace::plugin, draft::plugin));
}
