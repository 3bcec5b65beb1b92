//! Opens the file dialog of the desktop, in which the user picks the file to write.

use std::path::Path;

use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::panel::ExportPanel;
use super::task::absolute;
use crate::studio::app::notice::Notice;
use crate::studio::document::files::dialog::{Dialog, DialogResult, Purpose};
use crate::studio::document::files::work::FileWork;

/// The notice if the desktop has no file dialog.
const NO_DIALOG: &str = "the desktop has no file dialog: type the path";

/// Opens the desktop's file dialog after a click on Browse.
pub fn browse(
    mut panel: ResMut<ExportPanel>,
    mut notice: ResMut<Notice>,
    work: Option<Res<FileWork>>,
    windows: Query<Entity, With<PrimaryWindow>>,
    // Some systems allow windows only on the main thread, so this system has to run there.
    _main: NonSendMarker,
) {
    if !panel.wants_dialog {
        return;
    }
    panel.wants_dialog = false;
    let current_path = absolute(Path::new(panel.out().trim()));
    let dialog = Dialog::new(windows.iter().next(), Purpose::Export, &current_path);
    let (Some(dialog), Some(work)) = (dialog, work) else {
        notice.say(NO_DIALOG.to_owned());
        return;
    };
    work.start("dialog", move || {
        let chosen = dialog.show();
        Box::new(move |world| match chosen {
            DialogResult::Path(path) => {
                world.resource_mut::<ExportPanel>().set_path(&path);
            }
            DialogResult::Nothing => {}
            DialogResult::NoDialog => {
                world.resource_mut::<Notice>().say(NO_DIALOG.to_owned());
            }
        })
    });
}
