//! A text field for a path, used on desktops without file dialogs.

use std::path::{Path, PathBuf};

use bevy_egui::egui::{self, Key, RichText};

use super::question::{BUTTON, modal, row_of_buttons, width_in};
use crate::studio::features::export::task::absolute;
use crate::studio::ui::theme;

const WIDTH: f32 = 520.0;
/// The maximum number of completions that are shown.
const MAX_NAMES: usize = 8;

/// The field with a path, and the problem of the last path.
#[derive(Clone, Debug, Default)]
pub struct PathLine {
    pub title: &'static str,
    /// The label of the button.
    pub verb: &'static str,
    text: String,
    problem: Option<String>,
    names: Vec<String>,
    /// True if the field takes the focus in the next frame, with the cursor at its end.
    takes_keyboard: bool,
}

/// The user's action in a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathResult {
    /// No action: the user is still typing.
    Nothing,
    /// The user cancelled.
    Closed,
    /// The user has confirmed this path, which is absolute.
    Path(PathBuf),
}

impl PathLine {
    /// Creates the field with a path to start from.
    pub fn new(title: &'static str, verb: &'static str, path: &Path) -> Self {
        let text = path.display().to_string();
        Self { title, verb, text, takes_keyboard: true, ..Self::default() }
    }

    /// Shows a problem and takes the focus again.
    pub fn refuse(&mut self, problem: String) {
        (self.problem, self.takes_keyboard) = (Some(problem), true);
    }

    /// Shows the line.
    pub fn show(&mut self, context: &egui::Context) -> PathResult {
        let shown = modal(context, "path line").show(context, |ui| {
            ui.set_width(width_in(context, WIDTH));
            ui.strong(self.title);
            ui.add_space(4.0);
            self.line(ui)
        });
        shown.inner
    }

    fn line(&mut self, ui: &mut egui::Ui) -> PathResult {
        let id = ui.make_persistent_id("path");
        let is_pressed =
            |ui: &mut egui::Ui, key| ui.input_mut(|i| i.consume_key(egui::Modifiers::NONE, key));
        if is_pressed(ui, Key::Tab) {
            self.complete();
            place_cursor_at_end(ui, id, &self.text);
        }
        let escapes = is_pressed(ui, Key::Escape);
        let edit =
            egui::TextEdit::singleline(&mut self.text).id(id).desired_width(ui.available_width());
        let edit = ui.add(edit.lock_focus(true));
        let enters = edit.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        // True if no widget has the focus.
        let is_free = ui.memory(|memory| memory.focused().is_none());
        if std::mem::take(&mut self.takes_keyboard) || is_free {
            edit.request_focus();
            place_cursor_at_end(ui, id, &self.text);
        }
        if edit.changed() {
            (self.problem, self.names) = (None, vec![]);
        }
        self.show_below(ui);
        let (closes, confirms) = row_of_buttons(ui, |ui| {
            let closes = ui.add(egui::Button::new("Cancel").min_size(BUTTON)).clicked();
            (closes, ui.add(egui::Button::new(self.verb).min_size(BUTTON)).clicked())
        });
        match (closes || escapes, confirms || enters) {
            (true, _) => PathResult::Closed,
            (_, true) if self.text.trim().is_empty() => {
                self.refuse("type the name of a file".to_owned());
                PathResult::Nothing
            }
            (_, true) => PathResult::Path(self.path()),
            _ => PathResult::Nothing,
        }
    }

    /// Shows the absolute path, the problem or the completions below the field.
    fn show_below(&self, ui: &mut egui::Ui) {
        let line = match &self.problem {
            Some(problem) => RichText::new(problem).color(theme::of(ui).error),
            None if self.names.is_empty() => {
                let path = self.path().display().to_string();
                RichText::new(format!("{path}  (Tab completes)")).small().color(theme::of(ui).muted)
            }
            None => RichText::new(self.names.join("   ")).small().color(theme::of(ui).muted),
        };
        ui.add(egui::Label::new(line).wrap());
        ui.add_space(6.0);
    }

    /// Returns the absolute path of the text; `~` at the start is the home folder.
    fn path(&self) -> PathBuf {
        let text = self.text.trim();
        let home = text.strip_prefix("~/").zip(dirs::home_dir());
        match home {
            Some((rest, home)) => home.join(rest),
            None => absolute(Path::new(text)),
        }
    }

    /// Extends the text by the letters that all matching names have in common.
    fn complete(&mut self) {
        let (folder, start) = match self.text.rfind(std::path::is_separator) {
            Some(end) => self.text.split_at(end + 1),
            None => ("", &*self.text),
        };
        let typed = Self { text: format!("{folder}."), ..Self::default() };
        let mut names = names_in(&typed.path(), start);
        names.sort();
        let Some(first) = names.first() else { return };
        let common = names.iter().fold(first.len(), |length, name| {
            let same = name.chars().zip(first.chars()).take_while(|(a, b)| a == b);
            same.map(|(a, _)| a.len_utf8()).sum::<usize>().min(length)
        });
        self.text = format!("{folder}{}", &first[..common]);
        self.problem = None;
        names.truncate(MAX_NAMES);
        self.names = if names.len() > 1 { names } else { vec![] };
    }
}

/// Returns the names in a folder that start with `start`, folders with a slash at the end. Hidden
/// names are included only if `start` starts with a dot.
fn names_in(folder: &Path, start: &str) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return vec![] };
    let name = |entry: std::fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        let is_wanted = name.starts_with(start) && (!name.starts_with('.') || !start.is_empty());
        let is_folder = is_wanted && entry.path().is_dir();
        is_wanted.then(|| if is_folder { name + "/" } else { name })
    };
    entries.flatten().filter_map(name).collect()
}

fn place_cursor_at_end(ui: &egui::Ui, id: egui::Id, text: &str) {
    let mut state = egui::TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    let end = egui::text::CCursor::new(text.chars().count());
    state.cursor.set_char_range(Some(egui::text::CCursorRange::one(end)));
    state.store(ui.ctx(), id);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_completed_as_far_as_all_names_agree() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["valley.toml", "vale.toml", ".vain", "other"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        std::fs::create_dir(folder.path().join("maps")).unwrap();
        let start = |text: &str| PathLine {
            text: format!("{}/{text}", folder.path().display()),
            ..PathLine::default()
        };
        for (typed, completed, names) in [
            ("v", "val", &["vale.toml", "valley.toml"][..]),
            ("vall", "valley.toml", &[]),
            ("m", "maps/", &[]),
            (".", ".vain", &[]),
            ("x", "x", &[]),
        ] {
            let mut line = start(typed);
            line.complete();
            assert_eq!(line.text, start(completed).text);
            assert_eq!(line.names, names, "{typed}");
        }
    }

    #[test]
    fn a_typed_path_becomes_absolute() {
        let line = |text: &str| PathLine { text: text.to_owned(), ..PathLine::default() }.path();
        assert_eq!(line(" /a/b.toml "), Path::new("/a/b.toml"));
        assert_eq!(line("b.toml"), std::env::current_dir().unwrap().join("b.toml"));
        assert_eq!(dirs::home_dir().map(|home| home.join("b")), Some(line("~/b")));
    }
}
