//! Handles Esc in the panels: it cancels a drag; without a drag, the windows get the key.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::Context;

use super::settings::file::KeptSettings;
use crate::plugin::land::state::WantedScene;
use crate::studio::app::settings::data::Settings;
use crate::studio::ui::before_drag::{BeforeDrag, EscTaken};
use crate::terrain::scene::Scene;

/// The state that the panels need to handle Esc.
#[derive(SystemParam)]
pub struct Esc<'w, 's> {
    before: Local<'s, BeforeDrag<(Scene, Settings)>>,
    settings: ResMut<'w, KeptSettings>,
    taken: ResMut<'w, EscTaken>,
}

impl Esc<'_, '_> {
    /// Returns the settings that a drag may change.
    pub fn settings(&self) -> &Settings {
        &self.settings.0
    }

    /// Restores the scene and the settings if Esc cancels a drag in this pass.
    pub fn restore_if_cancelled(&mut self, context: &Context, wanted: &mut ResMut<WantedScene>) {
        let now = || (wanted.0.clone(), self.settings.0.clone());
        let restored = self.before.take_if_cancelled(context, now);
        self.taken.set_if_neq(EscTaken::after_pass(context, restored.is_some()));
        if let Some(restored) = restored {
            (wanted.0, self.settings.0) = restored;
        }
    }

    /// Leaves Esc to the windows, because no panel is drawn in this pass.
    pub fn leave_to_windows(&mut self) {
        self.taken.set_if_neq(EscTaken(false));
    }
}
