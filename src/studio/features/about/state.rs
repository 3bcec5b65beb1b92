//! What the program is and draws with, and what a report of a fault should say.

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy_egui::EguiClipboard;

use crate::plugin::land::state::{ShownLand, WantedScene};
use crate::studio::app::escape::EscWindow;
use crate::studio::app::notice::Notice;
use crate::studio::app::settings::kept::KeptSettings;
use crate::studio::command::kinds::Command;

/// Whether the window is open.
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
pub const VERSION: &str = concat!("Orogen ", env!("CARGO_PKG_VERSION"));

/// What draws: names and values.
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

/// The machine as far as the program knows it.
pub fn machine_rows() -> Vec<(&'static str, String)> {
    let threads = std::thread::available_parallelism().map_or(0, usize::from);
    vec![
        ("System", format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH)),
        ("Threads", threads.to_string()),
    ]
}

/// The whole report as text.
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

pub(super) fn obey(
    mut asked: MessageReader<Command>,
    mut about: ResMut<About>,
    mut clipboard: ResMut<EguiClipboard>,
    mut notice: ResMut<Notice>,
    adapter: Option<Res<RenderAdapterInfo>>,
    (settings, wanted, shown): (Res<KeptSettings>, Res<WantedScene>, Res<ShownLand>),
) {
    for command in asked.read() {
        match command {
            Command::ToggleAbout => about.open = !about.open,
            Command::CopyDiagnostics => {
                let mut rows = machine_rows();
                rows.extend(adapter_rows(adapter.as_deref()));
                clipboard.set_text(&diagnostics(&rows, &settings, &wanted, &shown));
                notice.say("copied the diagnostics: version, adapter, settings, recipe".to_owned());
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_says_what_runs_and_holds_a_recipe_that_reads() {
        let wanted = WantedScene::default();
        let rows = machine_rows();
        let text = diagnostics(&rows, &KeptSettings::default(), &wanted, &ShownLand::default());
        assert!(text.starts_with("Orogen ") && text.contains("System: "), "{text}");
        let (_, recipe) = text.split_once("# Recipe and view\n").unwrap();
        assert_eq!(crate::terrain::scene::Scene::from_toml(recipe).unwrap(), wanted.0);
    }
}
