//! Shows the file dialogs of the desktop, on a separate thread.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::winit::WINIT_WINDOWS;

use crate::export::{catalog, read, scene_file};

/// If a dialog ends without a path in less than this time, the program assumes that it was never
/// shown.
const NO_DIALOG: Duration = Duration::from_secs(1);

/// The purpose for which a path is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Open,
    Save,
    /// A file to export, in any format of the catalogue.
    Export,
    /// A heightmap from another program, to import.
    Import,
    /// A picture of a figure of the lab.
    Figure,
}

/// The user's choice in a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DialogResult {
    Path(PathBuf),
    /// The user cancelled the dialog.
    Nothing,
    /// The desktop cannot show dialogs.
    NoDialog,
}

/// A dialog that is ready to be shown, from any thread.
pub struct Dialog {
    dialog: rfd::FileDialog,
    purpose: Purpose,
}

impl Dialog {
    /// Creates a dialog in front of a window, with `first_path` as the initial path. Returns `None`
    /// if nothing on this desktop could show a dialog. Call it on the main thread, which owns the
    /// windows.
    pub fn new(window: Option<Entity>, purpose: Purpose, first_path: &Path) -> Option<Self> {
        if !may_have_dialogs() {
            return None;
        }
        let mut dialog = rfd::FileDialog::new();
        if let Some(folder) = first_path.parent() {
            dialog = dialog.set_directory(folder);
        }
        dialog = match purpose {
            Purpose::Open => dialog
                .set_title("Open a land")
                .add_filter("Recipes, heightmaps, screenshots", &scene_file::endings())
                .add_filter("All files", &["*"]),
            Purpose::Import => dialog
                .set_title("Import a heightmap")
                .add_filter("Heightmaps", &read::endings())
                .add_filter("All files", &["*"]),
            Purpose::Save => dialog
                .set_title("Save the land")
                .add_filter("Recipes", &["toml"])
                .set_file_name(first_path.file_name().unwrap_or_default().to_string_lossy()),
            Purpose::Export => dialog
                .set_title("Export the land")
                .add_filter("Exports", &export_extensions())
                .set_file_name(first_path.file_name().unwrap_or_default().to_string_lossy()),
            Purpose::Figure => dialog
                .set_title("Save the figure")
                .add_filter("Figures", &["svg", "png"])
                .set_file_name(first_path.file_name().unwrap_or_default().to_string_lossy()),
        };
        let with_parent = |dialog: rfd::FileDialog, window| {
            WINIT_WINDOWS.with_borrow(|windows| match windows.get_window(window) {
                Some(window) => dialog.set_parent(&**window),
                None => dialog,
            })
        };
        let dialog = window.into_iter().fold(dialog, with_parent);
        Some(Self { dialog, purpose })
    }

    /// Shows the dialog and returns when it is closed.
    pub fn show(self) -> DialogResult {
        let since = Instant::now();
        let path = match self.purpose {
            Purpose::Open | Purpose::Import => self.dialog.pick_file(),
            Purpose::Save | Purpose::Export | Purpose::Figure => self.dialog.save_file(),
        };
        match path {
            Some(path) => DialogResult::Path(path),
            // If the desktop's portal fails, the dialog library returns the same as for a cancelled
            // dialog.
            None if since.elapsed() < NO_DIALOG => DialogResult::NoDialog,
            None => DialogResult::Nothing,
        }
    }
}

/// Returns the file extensions of all export formats.
fn export_extensions() -> Vec<&'static str> {
    let all = catalog::all();
    let mut extensions: Vec<_> =
        all.iter().flat_map(|row| row.extensions.iter().copied()).collect();
    extensions.sort_unstable();
    extensions.dedup();
    extensions
}

/// Returns true if the desktop may be able to show dialogs. Except on macOS and Windows, dialogs need
/// the desktop's D-Bus or zenity.
#[cfg(all(unix, not(target_os = "macos")))]
fn may_have_dialogs() -> bool {
    let var = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let has_bus = var("DBUS_SESSION_BUS_ADDRESS").is_some()
        || var("XDG_RUNTIME_DIR").is_some_and(|folder| Path::new(&folder).join("bus").exists());
    let path = var("PATH").unwrap_or_default();
    has_bus || std::env::split_paths(&path).any(|folder| folder.join("zenity").is_file())
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn may_have_dialogs() -> bool {
    true
}
