//! The window of the command palette: a search line above a list of results. Enter runs the
//! selected command, adds the selected layer, mask or operation, or puts the keyboard into the
//! number field of the selected parameter.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align, Key, Modifiers, RichText, Ui};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::search::{CommandState, Parameter, SearchHit, SearchResult, SearchScope, find};
use crate::plugin::land::state::WantedScene;
use crate::plugin::order::OrogenSet;
use crate::studio::app::escape::{CloseByEsc, EscWindow};
use crate::studio::app::order::PassSet;
use crate::studio::command::kinds::Command;
use crate::studio::document::history::states::History;
use crate::studio::document::preset_shelf::Shelf;
use crate::studio::features::lab::state::Lab;
use crate::studio::features::xray::state::Xray;
use crate::studio::panel::layers::list_state::LayersUi;
use crate::studio::ui::fonts::Fallback;
use crate::studio::ui::tips::Tip;
use crate::studio::ui::widgets::number_field;
use crate::studio::ui::widgets::row::ParameterRow;
use crate::studio::ui::widgets::row_facts::RowFacts;
use crate::studio::ui::window_area::{self, Free};
use crate::studio::ui::{messages, tab, text, theme};
use crate::terrain::scene::Scene;
use crate::terrain::values;

/// The maximum number of results.
const MAX_RESULTS: usize = 40;
/// The maximum width of the palette and the maximum height of its list, in points.
const WIDTH: f32 = 520.0;
const HEIGHT: f32 = 380.0;
/// The height of a result, in points.
const ROW: f32 = 24.0;

/// The parts of the program that the palette needs besides the scene.
pub struct PaletteContext<'a> {
    pub shelf: &'a Shelf,
    /// The list of layers. Masks and operations are added to its selected layer.
    pub layers: &'a mut LayersUi,
    pub state: CommandState,
}

/// The result that the user chose.
enum PaletteChoice {
    Command(Command),
    /// A layer, mask or operation. The text is the notice to show; the command completes the
    /// addition.
    Added(Option<String>, Option<Command>),
}

/// The state of the palette: the text that the user typed, and the selected result.
#[derive(Resource, Default)]
pub struct CommandPalette {
    pub open: bool,
    text: String,
    selected_index: usize,
    /// True if the text field takes the keyboard in the next frame.
    takes_keyboard: bool,
    /// True if the list has to scroll to the selected result.
    scrolls: bool,
}

impl EscWindow for CommandPalette {
    const TITLE: &'static str = "Palette";

    fn is_open(&self) -> bool {
        self.open
    }

    fn close(&mut self) {
        self.open = false;
    }
}

/// Shows the palette.
pub fn plugin(app: &mut App) {
    app.init_resource::<CommandPalette>()
        .close_by_esc::<CommandPalette>()
        .add_systems(EguiPrimaryContextPass, draw.in_set(PassSet::Windows))
        .add_systems(PostUpdate, handle_commands.in_set(OrogenSet::Edit));
}

fn handle_commands(mut commands: MessageReader<Command>, mut palette: ResMut<CommandPalette>) {
    let toggles = commands.read().filter(|command| **command == Command::TogglePalette);
    toggles.for_each(|_| palette.toggle());
}

fn draw(
    mut contexts: EguiContexts,
    free: Res<Free>,
    mut palette: ResMut<CommandPalette>,
    mut wanted: ResMut<WantedScene>,
    mut layers: ResMut<LayersUi>,
    (shelf, history): (Res<Shelf>, Res<History>),
    (xray, lab): (Res<Xray>, Res<Lab>),
    mut fonts: ResMut<Fallback>,
    mut commands: MessageWriter<Command>,
) -> Result {
    if !palette.open {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let has_arrows = xray.open && !lab.state.gradients.is_empty();
    let state = CommandState {
        can_undo_and_redo: history.can_undo_and_redo(),
        has_xray: xray.open,
        has_arrows,
    };
    let parts = PaletteContext { shelf: &shelf, layers: &mut layers, state };
    let mut scene = wanted.0.clone();
    let free = window_area::of(context, free.0);
    commands.write_batch(palette.show(context, free, &mut scene, parts));
    fonts.load_missing(context, [palette.text()]);
    if wanted.0 != scene {
        wanted.0 = scene;
    }
    Ok(())
}

impl CommandPalette {
    /// Opens or closes the palette.
    pub fn toggle(&mut self) {
        *self = Self { open: !self.open, takes_keyboard: true, ..Self::default() };
    }

    /// Returns the text that the user typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Shows the palette over the free area, if it is open. Edits the scene when the user changes a
    /// parameter or adds something; a new layer becomes the selected layer. Returns the command
    /// that the user chose.
    pub fn show(
        &mut self,
        context: &egui::Context,
        free: egui::Rect,
        scene: &mut Scene,
        parts: PaletteContext,
    ) -> Option<Command> {
        if !self.open {
            return None;
        }
        let width = WIDTH.min(free.width() - 40.0).max(200.0);
        let top = free.center_top() + egui::vec2(0.0, (0.12 * free.height()).min(90.0));
        let area = egui::Window::new("Palette").title_bar(false).resizable(false);
        let area = area.pivot(egui::Align2::CENTER_TOP).fixed_pos(top).constrain_to(free);
        let height = HEIGHT.min(free.height() - 120.0).max(80.0);
        let shown = area.show(context, |ui| {
            ui.set_width(width);
            self.contents(ui, height, scene, parts)
        });
        let chosen = shown.and_then(|shown| shown.inner).flatten()?;
        self.open = false;
        match chosen {
            PaletteChoice::Command(command) => Some(command),
            PaletteChoice::Added(words, command) => {
                words.into_iter().for_each(|words| messages::queue(context, words));
                command
            }
        }
    }

    fn contents(
        &mut self,
        ui: &mut Ui,
        height: f32,
        scene: &mut Scene,
        parts: PaletteContext,
    ) -> Option<PaletteChoice> {
        // The text field comes before the search: a slow frame can contain letters and then Enter,
        // and the search must include those letters.
        let enter = self.line(ui);
        let hits = {
            let row_facts = RowFacts::current(ui.ctx());
            let (selected, PaletteContext { shelf, state, .. }) = (parts.layers.selected, &parts);
            let scope =
                SearchScope { scene, shelf, row_facts: &row_facts, selected, state: *state };
            find(&self.text, &scope, MAX_RESULTS)
        };
        self.selected_index = self.selected_index.min(hits.len().saturating_sub(1));
        ui.add_space(4.0);
        if hits.is_empty() {
            let none = format!("No result for “{}”.", self.text.trim());
            ui.label(RichText::new(none).color(theme::of(ui).muted));
        }
        // The scene with every value at its default, built once for all rows.
        let defaults = values::with_defaults(scene).unwrap_or_default();
        let mut chosen = None;
        let list = egui::ScrollArea::vertical().max_height(height).auto_shrink([false, true]);
        list.show(ui, |ui| {
            for (index, SearchHit { result, blocked }) in hits.iter().enumerate() {
                let is_selected = index == self.selected_index;
                let blocked = blocked.as_deref();
                let is_confirmed = enter && is_selected && blocked.is_none();
                match result {
                    SearchResult::Command { command, name, keys, doc } => {
                        let row = action_row(ui, [name, keys, doc], blocked, is_selected);
                        if row.clicked() || is_confirmed {
                            chosen = Some(PaletteChoice::Command(*command));
                        }
                    }
                    SearchResult::Addition { addition, name, doc } => {
                        let row = action_row(ui, [name, "", doc], blocked, is_selected);
                        if row.clicked() || is_confirmed {
                            let (command, words) = addition.add(scene, parts.layers);
                            chosen = Some(PaletteChoice::Added(words, command));
                        }
                    }
                    SearchResult::Parameter(parameter) => {
                        let marks = (blocked, is_selected, is_confirmed);
                        parameter_row(ui, parameter, (scene, &defaults), marks);
                    }
                }
                if is_selected && self.scrolls {
                    ui.scroll_to_cursor(Some(Align::BOTTOM));
                    self.scrolls = false;
                }
            }
            window_area::end_list(ui);
        });
        chosen
    }

    /// Shows the text field. Returns true if the user pressed Enter in it.
    fn line(&mut self, ui: &mut Ui) -> bool {
        let line = egui::TextEdit::singleline(&mut self.text).id(line_id());
        let line = line
            .hint_text("Find a command, a parameter, or something to add")
            .desired_width(f32::INFINITY);
        let has_keyboard = ui.memory(|memory| memory.has_focus(line_id()));
        let pressed =
            |key| has_keyboard && ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let (up, down) = (pressed(Key::ArrowUp), pressed(Key::ArrowDown));
        let line = ui.add(line);
        // Escape makes the field lose the focus, and also closes the palette.
        if line.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
            self.open = false;
        }
        tab::stop(&line);
        if std::mem::take(&mut self.takes_keyboard) {
            line.request_focus();
        }
        if line.changed() {
            (self.selected_index, self.scrolls) = (0, true);
        }
        if up || down {
            self.selected_index =
                if up { self.selected_index.saturating_sub(1) } else { self.selected_index + 1 };
            self.scrolls = true;
        }
        line.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
    }
}

/// Returns the id of the text field.
pub fn line_id() -> egui::Id {
    egui::Id::new("line of the palette")
}

/// Shows a command, or a layer, mask or operation to add: its name, its keys and a sentence about
/// it. If it would have no effect now, the row is grey and shows the reason instead of the
/// sentence.
fn action_row(
    ui: &mut Ui,
    [name, keys, doc]: [&str; 3],
    blocked: Option<&str>,
    is_selected: bool,
) -> egui::Response {
    let mut job = egui::text::LayoutJob::default();
    let body = egui::TextStyle::Body.resolve(ui.style());
    let small = egui::TextStyle::Small.resolve(ui.style());
    let colours = theme::of(ui);
    let colour = if blocked.is_some() { colours.muted } else { colours.strong };
    job.append(name, 0.0, egui::TextFormat::simple(body.clone(), colour));
    let sentence = format!("  {}", blocked.unwrap_or(doc));
    job.append(&sentence, 0.0, egui::TextFormat::simple(small, colours.muted));
    let keys_width = ui.painter().layout_no_wrap(keys.to_owned(), body, colours.strong).size().x;
    let text_width = ui.painter().layout_job(job.clone()).size().x + keys_width;
    // The button truncates a sentence that does not fit.
    let is_cut = text_width + 4.0 * ui.spacing().button_padding.x > ui.available_width();
    let sense = if blocked.is_some() { egui::Sense::hover() } else { egui::Sense::click() };
    let button =
        egui::Button::selectable(is_selected, job).truncate().right_text(keys).sense(sense);
    let row = ui.add_sized([ui.available_width(), ROW], button.min_size(egui::vec2(0.0, ROW)));
    row.widget_info(|| {
        let words = format!("{name}: {}", blocked.unwrap_or(doc));
        egui::WidgetInfo::selected(egui::WidgetType::Button, blocked.is_none(), is_selected, words)
    });
    if is_cut { row.tip(blocked.unwrap_or(doc)) } else { row }
}

/// Shows a parameter with its widget. If `is_confirmed`, its number field gets the keyboard.
fn parameter_row(
    ui: &mut Ui,
    parameter: &Parameter,
    (scene, defaults): (&mut Scene, &Scene),
    (blocked, is_selected, is_confirmed): (Option<&str>, bool, bool),
) {
    let Some([value, default]) = parameter.values(scene, defaults) else { return };
    let colours = theme::of(ui);
    let fill =
        if is_selected { ui.visuals().selection.bg_fill } else { egui::Color32::TRANSPARENT };
    egui::Frame::new().fill(fill).corner_radius(3.0).inner_margin(2.0).show(ui, |ui| {
        ui.horizontal(|ui| {
            let owner = RichText::new(text::minus(&parameter.owner)).small().color(colours.muted);
            let size = egui::vec2(110.0, ROW - 4.0);
            let layout = egui::Layout::left_to_right(Align::Center);
            ui.allocate_ui_with_layout(size, layout, |ui| {
                ui.set_min_size(size);
                ui.add(egui::Label::new(owner).truncate());
            });
            ui.vertical(|ui| {
                let line = ParameterRow {
                    address: &parameter.address,
                    row: parameter.row,
                    value: &value,
                    default: &default,
                    enabled: blocked.is_none(),
                    names: &[],
                };
                if let Some(edited) = line.show(ui) {
                    // A value out of range is refused and leaves the scene as it was.
                    let _ = parameter.set(scene, &edited);
                }
                if let Some(why) = blocked {
                    ui.label(RichText::new(why).small().color(colours.muted));
                }
            });
        });
    });
    if is_confirmed {
        let field = number_field::id_of(ui, &parameter.address);
        ui.memory_mut(|memory| memory.request_focus(field));
    }
}
