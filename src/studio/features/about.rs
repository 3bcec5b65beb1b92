//! The About window: version, graphics adapter and machine, and a report to paste into a bug
//! report.

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy_egui::egui::{self, RichText, Ui};
use bevy_egui::{EguiClipboard, EguiContexts, EguiPrimaryContextPass};

use crate::plugin::land::state::{ShownLand, WantedScene};
use crate::plugin::order::OrogenSet;
use crate::studio::app::escape::{CloseByEsc, EscWindow};
use crate::studio::app::notice::Notice;
use crate::studio::app::order::PassSet;
use crate::studio::app::settings::file::KeptSettings;
use crate::studio::command::kinds::Command;
use crate::studio::ui::theme;
use crate::studio::ui::window_area::{self, Free};

/// Adds the About window and the command that copies the diagnostics.
pub fn plugin(app: &mut App) {
    app.init_resource::<About>()
        .close_by_esc::<About>()
        .add_systems(EguiPrimaryContextPass, draw.in_set(PassSet::Windows))
        .add_systems(PostUpdate, handle_commands.in_set(OrogenSet::Edit));
}

/// The state of the About window.
#[derive(Resource, Default)]
pub struct About {
    pub open: bool,
}

impl EscWindow for About {
    const TITLE: &'static str = "About";

    fn is_open(&self) -> bool {
        self.open
    }

    fn close(&mut self) {
        self.open = false;
    }
}

/// The program's name and version.
const VERSION: &str = concat!("Orogen ", env!("CARGO_PKG_VERSION"));

/// Returns rows of name and value that describe the graphics adapter: name, kind, interface,
/// driver.
pub fn adapter_rows(adapter: Option<&RenderAdapterInfo>) -> Vec<(&'static str, String)> {
    let Some(adapter) = adapter else { return vec![("Adapter", "none".to_owned())] };
    let mut rows = vec![
        ("Adapter", adapter.name.clone()),
        ("Kind", format!("{:?}", adapter.device_type)),
        ("Interface", adapter.backend.to_string()),
    ];
    let driver = format!("{} {}", adapter.driver, adapter.driver_info);
    if !driver.trim().is_empty() {
        rows.push(("Driver", driver.trim().to_owned()));
    }
    rows
}

/// Returns rows for the operating system, the processor architecture and the number of threads.
fn machine_rows() -> Vec<(&'static str, String)> {
    let threads = std::thread::available_parallelism().map_or(0, usize::from);
    vec![
        ("System", format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH)),
        ("Threads", threads.to_string()),
    ]
}

/// Returns the text for a bug report: machine, land, settings and recipe.
fn diagnostics(
    rows: &[(&'static str, String)],
    settings: &KeptSettings,
    wanted: &WantedScene,
    shown: &ShownLand,
) -> String {
    let mut text = format!("{VERSION}\n");
    rows.iter().for_each(|(name, value)| text += &format!("{name}: {value}\n"));
    text += &format!(
        "Land: revision {}, {} triangles, last edit {:.1} ms\n",
        shown.revision,
        shown.triangles,
        1e3 * shown.edit_duration.as_secs_f64()
    );
    if let Some(problem) = &shown.problem {
        text += &format!("Problem: {problem}\n");
    }
    text += &format!("\n# Settings\n{}", settings.to_toml());
    text + &format!("\n# Recipe and view\n{}", wanted.0.to_toml())
}

fn handle_commands(
    mut commands: MessageReader<Command>,
    mut about: ResMut<About>,
    mut clipboard: ResMut<EguiClipboard>,
    mut notice: ResMut<Notice>,
    adapter: Option<Res<RenderAdapterInfo>>,
    (settings, wanted, shown): (Res<KeptSettings>, Res<WantedScene>, Res<ShownLand>),
) {
    for command in commands.read() {
        match command {
            Command::ToggleAbout => about.open = !about.open,
            Command::CopyDiagnostics => {
                let mut rows = machine_rows();
                rows.extend(adapter_rows(adapter.as_deref()));
                clipboard.set_text(&diagnostics(&rows, &settings, &wanted, &shown));
                notice.say("copied the diagnostics for a bug report".to_owned());
            }
            _ => {}
        }
    }
}

/// Draws the window.
fn draw(
    mut contexts: EguiContexts,
    free: Res<Free>,
    mut about: ResMut<About>,
    adapter: Option<Res<RenderAdapterInfo>>,
    mut commands: MessageWriter<Command>,
) -> Result {
    if about.open {
        let context = contexts.ctx_mut()?;
        let free = window_area::of(context, free.0);
        commands.write_batch(show(context, free, &mut about.open, adapter.as_deref()));
    }
    Ok(())
}

/// Shows the window while it is open. Returns the command of the button that the user clicked.
pub fn show(
    context: &egui::Context,
    free: egui::Rect,
    open: &mut bool,
    adapter: Option<&RenderAdapterInfo>,
) -> Option<Command> {
    let window = egui::Window::new("About").open(open).collapsible(false).resizable(false);
    let window =
        window.pivot(egui::Align2::CENTER_CENTER).fixed_pos(free.center()).constrain_to(free);
    window.show(context, |ui| contents(ui, adapter))?.inner?
}

fn contents(ui: &mut Ui, adapter: Option<&RenderAdapterInfo>) -> Option<Command> {
    ui.set_max_width(380.0);
    let grid = egui::Grid::new("about").num_columns(2).spacing([16.0, 4.0]);
    ui.label(RichText::new(VERSION).heading().color(theme::of(ui).accent));
    ui.label("A live studio for procedural terrain.");
    theme::remark(ui, "Free under the MIT or the Apache 2.0 licence.");
    ui.add_space(6.0);
    grid.show(ui, |ui| {
        for (name, value) in adapter_rows(adapter).into_iter().chain(machine_rows()) {
            ui.label(RichText::new(name).color(theme::of(ui).muted));
            ui.add(egui::Label::new(value).wrap());
            ui.end_row();
        }
    });
    ui.add_space(6.0);
    let copy = ui.button("Copy diagnostics");
    let copy = copy.on_hover_text("Copies version, adapter, settings and recipe for a bug report.");
    copy.clicked().then_some(Command::CopyDiagnostics)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_names_the_system_and_contains_a_readable_recipe() {
        let wanted = WantedScene::default();
        let rows = machine_rows();
        let text = diagnostics(&rows, &KeptSettings::default(), &wanted, &ShownLand::default());
        assert!(text.starts_with("Orogen ") && text.contains("System: "), "{text}");
        let (_, recipe) = text.split_once("# Recipe and view\n").unwrap();
        assert_eq!(crate::terrain::scene::Scene::from_toml(recipe).unwrap(), wanted.0);
    }
}
