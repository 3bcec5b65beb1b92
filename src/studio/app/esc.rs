//! Esc for the panels: which drag it gives up, and whether it closes anything else.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::Context;

use super::settings::kept::KeptSettings;
use crate::lab::State;
use crate::plugin::land::state::WantedScene;
use crate::studio::app::settings::data::Settings;
use crate::studio::features::lab::state::Lab;
use crate::studio::ui::dragged::{BeforeDrag, EscTaken};
use crate::terrain::scene::Scene;

/// Esc, for the panels.
#[derive(SystemParam)]
pub struct Esc<'w, 's> {
    before: Local<'s, BeforeDrag<(Scene, State, Settings)>>,
    taken: ResMut<'w, EscTaken>,
}

impl Esc<'_, '_> {
    /// Puts back what a drag has changed that Esc ends in this pass.
    pub fn follow(
        &mut self,
        context: &Context,
        wanted: &mut ResMut<WantedScene>,
        lab: &mut ResMut<Lab>,
        settings: &mut ResMut<KeptSettings>,
    ) {
        let now = || (wanted.0.clone(), lab.state.clone(), settings.0.clone());
        let back = self.before.follow(context, now);
        self.taken.set_if_neq(EscTaken::by(context, back.is_some()));
        if let Some(back) = back {
            (wanted.0, lab.state, settings.0) = back;
        }
    }

    /// No panel is drawn, so none has a use for the key.
    pub fn take_nothing(&mut self) {
        self.taken.set_if_neq(EscTaken(false));
    }
}
