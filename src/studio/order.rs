//! Where the window's crates stand in the order of a frame.

use bevy::prelude::*;
use bevy_egui::EguiPostUpdateSet;
use bevy_panorbit_camera::PanOrbitCameraSystemSet;

use crate::plugin::OrogenSet;

/// Panels are drawn before what they edit is taken up; the crate that orbits is one of those that
/// move the camera.
pub fn hang(app: &mut App) {
    app.configure_sets(
        PostUpdate,
        (
            OrogenSet::Edit.after(EguiPostUpdateSet::EndPass),
            PanOrbitCameraSystemSet.in_set(OrogenSet::Steer),
        ),
    );
}
