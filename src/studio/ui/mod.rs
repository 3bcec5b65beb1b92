//! Building blocks of panels and windows.

pub mod before_drag;
pub mod explanation;
pub mod fonts;
pub mod handle;
pub mod letter_cleaner;
pub mod menu;
pub mod messages;
pub mod shared;
pub mod system_theme;
pub mod tab;
pub mod text;
pub mod theme;
pub mod tips;
pub mod widgets;
pub mod window_area;

use bevy::prelude::*;

/// Holds the state that panels and windows share.
pub fn plugin(app: &mut App) {
    app.init_resource::<before_drag::EscTaken>()
        .init_resource::<fonts::Fallback>()
        .init_resource::<window_area::Free>();
}
