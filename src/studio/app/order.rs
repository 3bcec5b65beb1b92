//! Where egui stands in the order of a frame.

use bevy::prelude::*;
use bevy_egui::EguiPostUpdateSet;

use crate::plugin::OrogenSet;

/// Panels are drawn before what they edit is taken up.
pub fn hang(app: &mut App) {
    app.configure_sets(PostUpdate, OrogenSet::Edit.after(EguiPostUpdateSet::EndPass));
}
