//! A program for tests that can open and save files.

use bevy::prelude::*;

use super::import::state::Import;
use super::{Files, work};
use crate::plugin::land::state::WantedScene;
use crate::studio::app::notice::Notice;
use crate::studio::app::settings::file::KeptSettings;
use crate::studio::camera::state::Journey;
use crate::studio::command::kinds::Command;
use crate::studio::document::history::states::History;
use crate::studio::document::preset_shelf::Shelf;
use crate::studio::document::state::OpenDocument;

/// Everything that a [`FileContext`](super::file_context::FileContext) needs.
pub fn app() -> App {
    let mut app = App::new();
    app.add_plugins(work::plugin)
        .add_message::<Command>()
        .init_resource::<Files>()
        .init_resource::<Import>()
        .init_resource::<WantedScene>()
        .init_resource::<OpenDocument>()
        .init_resource::<Journey>()
        .init_resource::<History>()
        .init_resource::<Notice>()
        .init_resource::<KeptSettings>()
        .init_resource::<Shelf>();
    app
}
