//! Offers the error report of an earlier run, and notes scene and adapter for the next report.
//!
//! If the program crashes, its crash handler writes the noted scene and adapter (graphics card or
//! driver) into a report.

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::file_context::Files;
use super::question::ModalQuestion;
use super::recovery::Recoverable;
use super::work::FileWork;
use crate::export::crash::{self, StoredReport};
use crate::export::file_error::reason;
use crate::export::folders;
use crate::plugin::land::state::WantedScene;
use crate::studio::app::notice::Notice;
use crate::studio::app::order::PassSet;
use crate::studio::features::about::adapter_rows;
use crate::studio::panel::state::UiState;

/// Adds the systems that note scene and adapter, and that offer the newest report.
pub fn plugin(app: &mut App) {
    app.init_resource::<CrashReport>()
        .add_systems(Startup, find_report)
        .add_systems(EguiPrimaryContextPass, offer_report.in_set(PassSet::OverPanels))
        .add_systems(Last, (note_scene, note_adapter));
}

/// The report to offer to the user, if there is one.
#[derive(Resource, Default)]
struct CrashReport {
    report: Option<StoredReport>,
    /// True if the question was shown in an earlier frame.
    was_shown: bool,
}

fn note_scene(wanted: Res<WantedScene>) {
    if wanted.is_changed() {
        crash::note_scene(&wanted.0);
    }
}

fn note_adapter(adapter: Option<Res<RenderAdapterInfo>>) {
    if let Some(adapter) = adapter.filter(|adapter| adapter.is_changed()) {
        let rows = adapter_rows(Some(&*adapter));
        let values: Vec<_> = rows.into_iter().map(|(_, value)| value).collect();
        crash::note_adapter(&values.join(", "));
    }
}

fn find_report(work: Res<FileWork>) {
    let Some(folder) = folders::settings() else { return };
    work.start("report", move || {
        let report = crash::newest(&folder);
        Box::new(move |world| world.resource_mut::<CrashReport>().report = report)
    });
}

/// Offers the report once the user has answered all other questions of the start.
fn offer_report(
    mut contexts: EguiContexts,
    mut found: ResMut<CrashReport>,
    mut notice: ResMut<Notice>,
    recoverable: Res<Recoverable>,
    files: Res<Files>,
    ui: Res<UiState>,
) -> Result {
    let is_free = recoverable.has_nothing_to_offer() && files.question.is_none();
    let CrashReport { report, was_shown } = &mut *found;
    let Some(fault) = report.as_ref().map(StoredReport::fault) else { return Ok(()) };
    if ui.hidden_for_picture || !is_free {
        return Ok(());
    }
    let text = format!(
        "In its last run, Orogen had an internal error: “{fault}”. A report contains the place in \
         the code, the land and the machine. It has not been sent; please add it to a bug report."
    );
    let answers = &["Show report", "Dismiss"];
    let question = ModalQuestion { title: "Orogen had an internal error", text: &text, answers };
    let is_new = !std::mem::replace(was_shown, true);
    let Some(answer) = question.show(contexts.ctx_mut()?, is_new) else { return Ok(()) };
    let Some(report) = report.take() else { return Ok(()) };
    match report.dismiss() {
        Ok(path) if answer == 0 => {
            if let Err(error) = open::that_detached(&path) {
                crate::text::say(&format!("cannot show {}: {error}", path.display()));
            }
            notice.say_about_file(format!("kept the error report {}", path.display()), &path);
        }
        Ok(_) => {}
        Err(error) => notice.say(format!("cannot rename the error report: {}", reason(&error))),
    }
    Ok(())
}
