//! Esc for the panels: which drag it gives up, and whether it closes anything else.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::Context;

use super::settings::kept::KeptSettings;
use crate::plugin::land::state::WantedScene;
use crate::studio::app::settings::data::Settings;
use crate::studio::ui::dragged::{BeforeDrag, EscTaken};
use crate::terrain::scene::Scene;

/// Esc, for the panels.
#[derive(SystemParam)]
pub struct Esc<'w, 's> {
    before: Local<'s, BeforeDrag<(Scene, Settings)>>,
    settings: ResMut<'w, KeptSettings>,
    taken: ResMut<'w, EscTaken>,
}

impl Esc<'_, '_> {
    /// The settings that a drag may change.
    pub fn settings(&self) -> &Settings {
        &self.settings.0
    }

    /// Puts back what a drag has changed that Esc ends in this pass.
    pub fn follow(&mut self, context: &Context, wanted: &mut ResMut<WantedScene>) {
        let now = || (wanted.0.clone(), self.settings.0.clone());
        let back = self.before.follow(context, now);
        self.taken.set_if_neq(EscTaken::by(context, back.is_some()));
        if let Some(back) = back {
            (wanted.0, self.settings.0) = back;
        }
    }

    /// No panel is drawn, so none has a use for the key.
    pub fn take_nothing(&mut self) {
        self.taken.set_if_neq(EscTaken(false));
    }
}
