//! The list of lands that can be recovered, each with picture, name, age and size.

use std::path::PathBuf;
use std::time::SystemTime;

use bevy_egui::egui::{self, Button, ColorImage, Key, Label, RichText, TextureOptions, Ui};
use bevy_egui::egui::{WidgetInfo, WidgetType};

use super::unsaved_land::{PICTURE, UnsavedLand};
use crate::studio::document::files::question::{BUTTON, modal, row_of_buttons};
use crate::studio::document::state::SceneSource;
use crate::studio::features::export::queue::format_bytes;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::{tab, theme};

const WIDTH: f32 = 470.0;
/// The approximate height of the window without the rows of the list, in points.
const HEIGHT_WITHOUT_ROWS: f32 = 170.0;

/// The user's action, with the index of the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecoveryAnswer {
    /// Open the land.
    Open(usize),
    /// Delete its file.
    Discard(usize),
    /// Close the list and keep all files.
    Later,
}

/// The list and its state.
#[derive(Default)]
pub struct List {
    /// The lands.
    pub entries: Vec<UnsavedLand>,
    /// True if a command opened the list, false at the program's start.
    pub is_asked_for: bool,
    /// The file for which the user is asked to confirm the deletion.
    pub to_confirm: Option<PathBuf>,
}

impl List {
    /// Shows the list unless it is empty. Returns the user's action.
    pub fn show(&mut self, context: &egui::Context) -> Option<RecoveryAnswer> {
        if self.entries.is_empty() {
            return None;
        }
        let room = context.viewport_rect().size();
        // A button with the focus handles Enter itself. Without focus, Enter opens the first land.
        let is_free = context.memory(|memory| memory.focused().is_none());
        let shown = modal(context, "lands to recover").show(context, |ui| {
            ui.set_width(WIDTH.min(room.x - 40.0));
            let title = match self.is_asked_for {
                true => "Lands that can be recovered",
                false => "Orogen ended unexpectedly",
            };
            ui.label(RichText::new(title).color(theme::of(ui).strong).strong());
            ui.add_space(2.0);
            let text = "These lands were not saved. Opening one leaves the others as they are, and \
                        undo leads back to the land that is open now.";
            ui.add(Label::new(text).wrap());
            ui.add_space(6.0);
            let max_height = (room.y - HEIGHT_WITHOUT_ROWS).max(60.0);
            let rows =
                egui::ScrollArea::vertical().max_height(max_height).min_scrolled_height(max_height);
            let answer = rows.show(ui, |ui| self.rows(ui)).inner;
            ui.add_space(8.0);
            let is_later = row_of_buttons(ui, |ui| {
                let later = ui.add(Button::new("Later").min_size(BUTTON));
                tab::stop(&later);
                let hint = "Keeps all recovery files (Esc). “Recover lands” in the menu shows them \
                            again, and so does the next start.";
                later.tip(hint).clicked()
            });
            answer.or(is_later.then_some(RecoveryAnswer::Later))
        });
        let escapes = context.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Escape));
        let enters = is_free
            && self.to_confirm.is_none()
            && context.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Enter));
        let by_key =
            escapes.then_some(RecoveryAnswer::Later).or(enters.then_some(RecoveryAnswer::Open(0)));
        shown.inner.or(by_key)
    }

    fn rows(&mut self, ui: &mut Ui) -> Option<RecoveryAnswer> {
        let is_free = ui.memory(|memory| memory.focused().is_none());
        let to_confirm = self.to_confirm.clone();
        let mut answer = None;
        for (index, entry) in self.entries.iter_mut().enumerate() {
            if index > 0 {
                ui.separator();
            }
            let asks_to_confirm = to_confirm.as_ref() == Some(&entry.claim.path);
            let takes_keyboard = match &to_confirm {
                None => is_free && index == 0,
                Some(_) => is_free && asks_to_confirm,
            };
            let path = entry.claim.path.clone();
            match ui.push_id(path, |ui| show_row(ui, entry, asks_to_confirm, takes_keyboard)).inner
            {
                Some(Pressed::Open) => answer = Some(RecoveryAnswer::Open(index)),
                Some(Pressed::AskToConfirm) => self.to_confirm = Some(entry.claim.path.clone()),
                Some(Pressed::Discard) => answer = Some(RecoveryAnswer::Discard(index)),
                Some(Pressed::Keep) => self.to_confirm = None,
                None => {}
            }
        }
        answer
    }
}

/// The button that was pressed in a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pressed {
    Open,
    /// Ask the user to confirm the deletion.
    AskToConfirm,
    Discard,
    Keep,
}

/// Shows a row. If `asks_to_confirm` is true, the row asks the user to confirm the deletion. If
/// `takes_keyboard` is true, the button that deletes nothing gets the focus.
fn show_row(
    ui: &mut Ui,
    entry: &mut UnsavedLand,
    asks_to_confirm: bool,
    takes_keyboard: bool,
) -> Option<Pressed> {
    let name = entry.name();
    ui.horizontal_top(|ui| {
        show_picture(ui, entry);
        ui.vertical(|ui| {
            let title = RichText::new(&name).color(theme::of(ui).strong).strong();
            let title = ui.add(Label::new(title).truncate());
            if let SceneSource::File(path) = &entry.land.document.source {
                title.tip(path.display().to_string());
            }
            let description = match asks_to_confirm {
                true => "Its changes will be lost.".to_owned(),
                false => {
                    format!(
                        "changed {} ago · {}",
                        age(entry.land.written_at),
                        format_bytes(entry.bytes)
                    )
                }
            };
            ui.label(RichText::new(description).color(theme::of(ui).muted));
            ui.add_space(4.0);
            let buttons: [(&str, String, &str, Pressed); 2] = match asks_to_confirm {
                // These buttons are in other places, so that the second click of a double-click
                // does not delete the file.
                true => [
                    (
                        "Discard",
                        format!("Discard “{name}” for good"),
                        "Deletes its recovery file.",
                        Pressed::Discard,
                    ),
                    ("Keep", format!("Keep “{name}”"), "Keeps its recovery file.", Pressed::Keep),
                ],
                false => [
                    (
                        "Open",
                        format!("Open “{name}”"),
                        "Opens this land. The others stay recoverable.",
                        Pressed::Open,
                    ),
                    (
                        "Discard…",
                        format!("Discard “{name}”"),
                        "Deletes its recovery file, after a question.",
                        Pressed::AskToConfirm,
                    ),
                ],
            };
            ui.horizontal(|ui| {
                let mut answer = None;
                for (text, label, hint, pressed) in buttons {
                    let is_usual = matches!(pressed, Pressed::Open | Pressed::Keep);
                    let text = match is_usual {
                        true => RichText::new(text).color(theme::of(ui).strong).strong(),
                        false => RichText::new(text),
                    };
                    let button = ui.add(Button::new(text).min_size(BUTTON));
                    tab::name(&button, &label);
                    tab::stop(&button);
                    if is_usual && takes_keyboard {
                        button.request_focus();
                    }
                    if button.gained_focus() {
                        button.scroll_to_me(None);
                    }
                    if button.tip(hint).clicked() {
                        answer = Some(pressed);
                    }
                }
                answer
            })
            .inner
        })
        .inner
    })
    .inner
}

/// Shows the picture of a land, or a grey area until it is painted.
fn show_picture(ui: &mut Ui, entry: &mut UnsavedLand) {
    let size = PICTURE.map(|side| side as f32).into();
    if let (None, Some(picture)) = (&entry.texture, &entry.picture) {
        let bytes: Vec<u8> = picture.iter().flatten().copied().collect();
        let image = ColorImage::from_rgba_unmultiplied(PICTURE, &bytes);
        let name = entry.claim.path.display().to_string();
        entry.texture = Some(ui.ctx().load_texture(name, image, TextureOptions::LINEAR));
    }
    let (place, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    match &entry.texture {
        Some(texture) => {
            // The image is painted, not added as a widget. A further widget would change the ids of
            // the next buttons, and the focused button would lose the focus and the key of this
            // frame.
            let image = egui::Image::new((texture.id(), size)).corner_radius(3.0);
            image.paint_at(ui, place);
        }
        None => {
            let colours = theme::of(ui);
            ui.painter().rect_filled(place, 3.0, colours.field);
            let font = egui::TextStyle::Body.resolve(ui.style());
            let middle = egui::Align2::CENTER_CENTER;
            ui.painter().text(place.center(), middle, "…", font, colours.muted);
        }
    }
    let name = format!("{} when it was last open", entry.name());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, &name));
    response.tip("The land when it was last open.");
}

/// Formats the time since `time`, in one unit.
fn age(time: SystemTime) -> String {
    let seconds = SystemTime::now().duration_since(time).unwrap_or_default().as_secs();
    match seconds {
        0..100 => format!("{seconds} s"),
        100..6000 => format!("{} min", seconds / 60),
        6000..172_800 => format!("{} h", seconds / 3600),
        _ => format!("{} days", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn an_age_has_one_unit() {
        let ago = |seconds| age(SystemTime::now() - Duration::from_secs(seconds));
        let ages = [0, 12, 150, 7200, 864_000].map(ago);
        assert_eq!(ages, ["0 s", "12 s", "2 min", "2 h", "10 days"]);
        assert_eq!(
            age(SystemTime::now() + Duration::from_secs(60)),
            "0 s",
            "the clock was set back"
        );
    }
}
