//! The side panel: a header, the settings or search results, and a footer.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Ui};

use super::layers::list_state::LayersUi;
use super::state::{SearchText, UiState};
use super::status::StatusInputs;
use crate::plugin::land::state::WantedScene;
use crate::studio::app::settings::file::KeptSettings;
use crate::studio::camera::rig::Rig;
use crate::studio::document::history::states::History;
use crate::studio::document::preset_shelf::Shelf;
use crate::studio::document::state::OpenDocument;
use crate::studio::features::histogram::FieldHistogram;
use crate::studio::features::lab::state::Lab;
use crate::studio::ui::fonts::Fallback;
use crate::studio::ui::window_area::Free;

use super::inputs::PanelInputs;
use super::search::SearchTerms;
use super::{first_screen, footer, header, search_results, table};
use crate::studio::app::settings::data::WindowSide;
use crate::studio::command::kinds::Command;
use crate::studio::ui::widgets::row_facts::{self, RowFacts};
use crate::studio::ui::{tab, tips, window_area};
use crate::terrain::fitting::MeasuredArea;
use crate::terrain::scene::Scene;
use crate::terrain::view::Camera;

/// The resources that the side panel reads.
#[derive(SystemParam)]
pub struct SidePanelInputs<'w, 's> {
    histogram: Res<'w, FieldHistogram>,
    history: Res<'w, History>,
    document: Res<'w, OpenDocument>,
    shelf: Res<'w, Shelf>,
    status: StatusInputs<'w>,
    adapter: Option<Res<'w, RenderAdapterInfo>>,
    rigs: Query<'w, 's, &'static Rig>,
    lab: Option<Res<'w, Lab>>,
}

/// Draws the side panel if it is visible.
pub fn draw(
    mut contexts: EguiContexts,
    mut free: ResMut<Free>,
    state: Res<UiState>,
    mut wanted: ResMut<WantedScene>,
    mut settings: ResMut<KeptSettings>,
    mut search: ResMut<SearchText>,
    mut layers: ResMut<LayersUi>,
    inputs: SidePanelInputs,
    mut commands: MessageWriter<Command>,
    mut fonts: ResMut<Fallback>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let (mut scene, mut new_settings) = (wanted.0.clone(), settings.0.clone());
    let rig = inputs.rigs.iter().next();
    let camera = rig.map_or(scene.view.camera, |rig| rig.goal().view());
    if is_shown(context, &state, inputs.lab.as_deref()) {
        let [can_undo, can_redo] = inputs.history.can_undo_and_redo();
        let panel_inputs = PanelInputs {
            histogram: &inputs.histogram,
            camera,
            can_undo,
            can_redo,
            search: &mut search.bypass_change_detection().0,
            settings: &mut new_settings,
            layers: &mut layers,
            adapter: inputs.adapter.as_deref(),
            document: &inputs.document,
            shelf: &inputs.shelf,
            performance: &inputs.status.performance(),
        };
        commands
            .write_batch(free.show(context, "panel", |root| show(root, &mut scene, panel_inputs)));
    } else {
        layers.view_area = area_in_view(&camera);
        // Other windows may show rows of parameters too, so row facts are needed without the panel.
        tips::clear_panel_place(context);
        let SidePanelInputs { document, histogram, .. } = &inputs;
        RowFacts::of(context, &scene, document, &settings, histogram).set_current(context);
        row_facts::take_locks(context, &mut new_settings);
    }
    fonts.load_missing(context, [&*search.0]);
    if std::mem::take(&mut layers.wants_map) {
        commands.write(Command::ImportMap);
    }
    if settings.0 != new_settings {
        settings.0 = new_settings;
    }
    if wanted.0 != scene {
        wanted.0 = scene;
    }
    Ok(())
}

/// Returns true if the panel is visible. If the window is too narrow for panel and lab, an open lab
/// replaces the panel.
pub fn is_shown(context: &egui::Context, state: &UiState, lab: Option<&Lab>) -> bool {
    let has_room_for_both = window_area::holds_panel_and_lab(context.viewport_rect().width());
    state.panel && (has_room_for_both || !lab.is_some_and(|lab| lab.open))
}

/// Returns the panel without contents, at its side of the window.
pub fn empty_panel(side: WindowSide) -> egui::Panel {
    let panel = match side {
        WindowSide::Right => egui::Panel::right("parameters"),
        WindowSide::Left => egui::Panel::left("parameters"),
    };
    panel.resizable(true).default_size(350.0).size_range(window_area::PANEL_WIDTHS)
}

/// Shows the panel, and changes `scene` as the user edits it. Returns the commands of the buttons
/// that the user pressed.
pub fn show(root: &mut Ui, scene: &mut Scene, mut inputs: PanelInputs) -> Vec<Command> {
    let mut commands = Vec::new();
    let context = root.ctx().clone();
    RowFacts::of(&context, scene, inputs.document, inputs.settings, inputs.histogram)
        .set_current(&context);
    inputs.layers.view_area = area_in_view(&inputs.camera);
    let side = inputs.settings.panel_side;
    let shown = empty_panel(side).show_inside(root, |ui| {
        tips::set_panel_place(&context, ui.max_rect().expand(8.0), side);
        header::show(ui, scene, &mut inputs, &mut commands);
        let frame = egui::Frame::new().inner_margin(egui::Margin { top: 6, ..Default::default() });
        egui::Panel::bottom("foot").frame(frame).show_separator_line(false).show_inside(ui, |ui| {
            footer::show(ui, &mut inputs, &mut commands);
        });
        let terms = SearchTerms::new(inputs.search);
        if terms.is_empty() && !inputs.settings.all_settings {
            first_screen::show(ui, scene, &mut inputs, &mut commands);
            return;
        }
        if terms.is_empty() {
            inputs.histogram.show(ui, &scene.recipe);
        }
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if terms.is_empty() {
                table::show(ui, scene, &mut inputs, &mut commands);
            } else {
                search_results::show(ui, scene, &mut inputs, &terms, &mut commands);
            }
            ui.add_space(8.0);
            tab::scroll(ui);
            window_area::end_list(ui);
        });
    });
    tips::set_panel_place(&context, shown.response.rect, side);
    row_facts::take_locks(&context, inputs.settings);
    inputs.layers.forget_unseen();
    commands
}

/// Returns the area in the camera's view, for example to fit a new mask to it.
pub fn area_in_view(camera: &Camera) -> MeasuredArea {
    let middle_m = camera.focus_m.map_or([0.0; 2], |[x, _, z]| [x, z]);
    MeasuredArea { middle_m, half_side_m: camera.distance_m }
}
