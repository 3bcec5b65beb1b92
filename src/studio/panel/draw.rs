//! egui: one panel, one file.

use super::layers::kept::LayersUi;
use super::shown::Shown;
use super::side_panel as panel;
use super::state;
use super::status;
use super::strip;
use super::toasts;
use crate::studio::app::esc;
use crate::studio::document::history::states::History;
use crate::studio::features::about::panel as about;
use crate::studio::features::contour_labels::panel as contour_labels;
use crate::studio::features::disc_handle;
use crate::studio::features::divider::panel as divider;
use crate::studio::features::export::area_handles;
use crate::studio::features::export::browse::browse;
use crate::studio::features::export::panel as export;
use crate::studio::features::go_to;
use crate::studio::features::guides;
use crate::studio::features::help;
use crate::studio::features::histogram;
use crate::studio::features::lab::pane::Pane;
use crate::studio::features::lab::panel as lab;
use crate::studio::features::lab::{explain::ExplainPlugin, flag::FlagPlugin};
use crate::studio::features::legend;
use crate::studio::features::palette::panel as palette;
use crate::studio::features::scale_bar;
use crate::studio::features::variations::panel as variations;
use crate::studio::features::which_land;
use crate::studio::features::xray::panel as xray;
use crate::studio::ui::dragged;
use crate::studio::ui::fonts;
use crate::studio::ui::letters;
use crate::studio::ui::menu;
use crate::studio::ui::room;
use crate::studio::ui::said;
use crate::studio::ui::system_theme;
use crate::studio::ui::tab;
use crate::studio::ui::theme;
use crate::studio::ui::tips;
use bevy::camera::{CameraUpdateSystems, SubCameraView};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::render::render_resource::SpecializedRenderPipelines;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::render::{GpuResourceAppExt, RenderApp};
use bevy_egui::egui;
use bevy_egui::render::EguiPipeline;
use bevy_egui::render::systems::{EguiRenderData, EguiTextureBindGroups, EguiTransforms};
use bevy_egui::{EguiContexts, EguiGlobalSettings, EguiPlugin, EguiPrimaryContextPass};

use crate::plugin::camera::LandCamera;
use crate::plugin::land::state::WantedScene;
use crate::plugin::order::OrogenSet;
use crate::studio::app::settings::kept::KeptSettings;
use crate::studio::camera::rig::Rig;
use crate::studio::camera::roam::Roam;
use crate::studio::camera::sight::GroundAhead;
use crate::studio::camera::state::CameraMode;
use crate::studio::camera::state::FreeArea;
use crate::studio::camera::travel::GoTo;
use crate::studio::command::kinds::Command;
use crate::studio::document::new_land::TakeLand;
use crate::studio::document::shelf::Shelf;
use crate::studio::document::state::Document;
use crate::studio::features::about::state::About;
use crate::studio::features::divider::state::Divider;
use crate::studio::features::export::area_frame::AreaFrame;
use crate::studio::features::export::queue::ExportQueue;
use crate::studio::features::lab::state::Lab;
use crate::studio::features::palette::found::State;
use crate::studio::features::variations::state::Variations;
use crate::studio::features::xray::state::Xray;
use crate::studio::ui::widgets::known;
use crate::studio::ui::widgets::known::Known;
use crate::terrain::place::Place;
use crate::terrain::scene::Scene;

use super::state::UiState;

/// The panels over the land.
pub struct UiPlugin;

impl Plugin for UiPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(EguiPlugin::default())
            .add_plugins((
                histogram::HistogramPlugin,
                crate::studio::document::history::steps::HistoryPlugin,
                crate::studio::app::notice::NoticePlugin,
            ))
            .add_plugins((
                legend::LegendPlugin,
                contour_labels::ContourLabelsPlugin,
                (disc_handle::DiscHandlePlugin, area_handles::AreaHandlesPlugin),
                divider::DividerLinePlugin,
                (scale_bar::ScaleBarPlugin, guides::GuidesPlugin),
                (xray::XrayBadgePlugin, which_land::WhichLandPlugin),
                (FlagPlugin, ExplainPlugin),
            ))
            .init_resource::<UiState>()
            .init_resource::<state::SelectedLayer>()
            .init_resource::<state::MasksShown>()
            .init_resource::<state::Hovered>()
            .init_resource::<state::Search>()
            .init_resource::<dragged::EscTaken>()
            .init_resource::<Document>()
            .init_resource::<Shelf>()
            .init_resource::<KeptSettings>()
            .init_resource::<FreeArea>()
            .init_resource::<status::CursorGround>()
            .init_resource::<export::ExportPanel>()
            .init_resource::<ExportQueue>()
            .init_resource::<AreaFrame>()
            .init_resource::<Lab>()
            .init_resource::<Divider>()
            .init_resource::<CameraMode>()
            .init_resource::<GroundAhead>()
            .init_resource::<Roam>()
            .init_resource::<go_to::PlaceLine>()
            .init_resource::<palette::Palette>()
            .init_resource::<Variations>()
            .init_resource::<About>()
            .init_resource::<Shelf>()
            .add_message::<TakeLand>()
            .init_resource::<fonts::Fallback>()
            .add_message::<GoTo>()
            .add_systems(EguiPrimaryContextPass, draw)
            .add_systems(Update, (export::poll, browse))
            .add_systems(
                PostUpdate,
                centre_land.in_set(OrogenSet::Edit).before(CameraUpdateSystems),
            );
        crate::studio::app::order::hang(app);
        app.world_mut().resource_mut::<EguiGlobalSettings>().auto_create_primary_context = true;
    }

    fn finish(&self, app: &mut App) {
        // What egui keeps on the device; it is made again when that is replaced, which egui's own
        // plugin does not do.
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        render_app
            .init_gpu_resource::<EguiPipeline>()
            .init_gpu_resource::<SpecializedRenderPipelines<EguiPipeline>>()
            .init_gpu_resource::<EguiTransforms>()
            .init_gpu_resource::<EguiRenderData>()
            .init_gpu_resource::<EguiTextureBindGroups>();
    }
}

/// What the export panel and its frame need.
#[derive(SystemParam)]
pub struct Exports<'w> {
    panel: ResMut<'w, export::ExportPanel>,
    queue: ResMut<'w, ExportQueue>,
    frame: ResMut<'w, AreaFrame>,
}

/// What panels show of the land and the camera.
#[derive(SystemParam)]
pub struct PanelInputs<'w, 's> {
    histogram: Res<'w, histogram::FieldHistogram>,
    history: Res<'w, History>,
    rig: Query<'w, 's, &'static Rig>,
    document: Res<'w, Document>,
    shelf: Res<'w, Shelf>,
    system: system_theme::SystemTheme<'w, 's>,
}

/// The list of layers, and what others may know of it.
#[derive(SystemParam)]
pub struct LayerList<'w, 's> {
    kept: Local<'s, LayersUi>,
    selected: ResMut<'w, state::SelectedLayer>,
    hovered: ResMut<'w, state::Hovered>,
    masks_shown: ResMut<'w, state::MasksShown>,
    divider: ResMut<'w, Divider>,
}

impl LayerList<'_, '_> {
    /// Takes over what the others have come to.
    fn ask(&mut self) {
        self.kept.selected = self.selected.0;
        self.kept.masks_shown = self.masks_shown.0;
        self.kept.hovered = None;
        self.kept.compared = self.divider.part();
    }

    /// Tells the others what the panel has come to.
    fn tell(&mut self) {
        self.selected.set_if_neq(state::SelectedLayer(self.kept.selected));
        self.hovered.set_if_neq(state::Hovered(self.kept.hovered));
        self.masks_shown.set_if_neq(state::MasksShown(self.kept.masks_shown));
        if self.kept.compared != self.divider.part() {
            self.divider.compare(self.kept.compared);
        }
    }
}

/// What panels ask for.
#[derive(SystemParam)]
pub struct Asked<'w> {
    commands: MessageWriter<'w, Command>,
    places: MessageWriter<'w, GoTo>,
    lands: MessageWriter<'w, TakeLand>,
}

/// Windows that one opens now and then.
#[derive(SystemParam)]
pub struct Windows<'w, 's> {
    palette: ResMut<'w, palette::Palette>,
    nine: ResMut<'w, Variations>,
    pictures: Local<'s, variations::Pictures>,
    about: ResMut<'w, About>,
    shelf: Res<'w, Shelf>,
    lab: ResMut<'w, Lab>,
    pane: Local<'s, Pane>,
    xray: Res<'w, Xray>,
}

impl Windows<'_, '_> {
    /// Shows those that are open.
    fn show(
        &mut self,
        context: &egui::Context,
        free: egui::Rect,
        scene: &mut Scene,
        settings: &mut KeptSettings,
        adapter: Option<&RenderAdapterInfo>,
        asked: &mut Asked,
        (layers, can): (&mut LayersUi, [bool; 2]),
    ) {
        let has_arrows = self.xray.open && !self.lab.state.gradients.is_empty();
        let state = State { can, has_xray: self.xray.open, has_arrows };
        let around = palette::Around { shelf: &self.shelf, layers, state };
        asked.commands.write_batch(self.palette.show(context, free, scene, around));
        let (mut variation, mut strength) = (settings.variation, settings.strength);
        let strengths = [&mut variation, &mut strength];
        if !self.nine.open {
            self.pictures.forget();
        } else if let Some(land) = self.pictures.show(context, free, &mut self.nine, strengths) {
            asked.lands.write(TakeLand(land));
        }
        if [settings.variation, settings.strength] != [variation, strength] {
            (settings.variation, settings.strength) = (variation, strength);
        }
        if self.about.open {
            let about = about::show(context, free, &mut self.about.open, adapter);
            asked.commands.write_batch(about);
        }
    }
}

/// All panels in one pass, outermost first; what they leave free belongs to the land.
pub fn draw(
    mut contexts: EguiContexts,
    mut state: ResMut<UiState>,
    mut wanted: ResMut<WantedScene>,
    mut settings: ResMut<KeptSettings>,
    mut area: ResMut<FreeArea>,
    mut place: ResMut<go_to::PlaceLine>,
    (mut themed, mut letters, mut esc): (Local<bool>, Local<letters::Letters>, esc::Esc),
    mut search: ResMut<state::Search>,
    status: status::Status,
    (mut seen, mut notice): (PanelInputs, ResMut<crate::studio::app::notice::Notice>),
    mut exports: Exports,
    mut list: LayerList,
    mut asked: Asked,
    adapter: Option<Res<RenderAdapterInfo>>,
    mut windows: Windows,
    mut fonts: ResMut<fonts::Fallback>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    if state.hidden_for_picture {
        esc.take_nothing();
        return Ok(());
    }
    if !*themed {
        theme::apply(&context);
        fonts::add_signs(&context);
        *themed = true;
    }
    theme::choose(&context, settings.theme, seen.system.get());
    if (context.zoom_factor() - settings.text_scale).abs() > 1e-3 {
        context.set_zoom_factor(settings.text_scale);
    }
    letters.follow(&context);
    esc.follow(&context, &mut wanted, &mut windows.lab, &mut settings);
    tab::begin(&context);
    let builder = egui::UiBuilder::new()
        .layer_id(egui::LayerId::background())
        .max_rect(context.viewport_rect());
    let mut root = egui::Ui::new(context.clone(), "orogen".into(), builder);
    let mut scene = wanted.0.clone();
    let pose = seen.rig.iter().next().map_or(scene.view.camera, |rig| rig.goal().view());
    list.ask();
    status.show(&mut root, &scene.recipe);
    // Where the window is too narrow for both, the lab comes first.
    let holds_both = room::holds_panel_and_lab(context.viewport_rect().width());
    let has_panel = state.panel && (holds_both || !windows.lab.open);
    if has_panel {
        let [can_undo, can_redo] = seen.history.can();
        let mut kept = settings.0.clone();
        let shown = Shown {
            histogram: &seen.histogram,
            camera: pose,
            can_undo,
            can_redo,
            search: &mut search.bypass_change_detection().0,
            settings: &mut kept,
            layers: &mut list.kept,
            adapter: adapter.as_deref(),
            document: &seen.document,
            shelf: &seen.shelf,
            performance: &status.performance(),
        };
        asked.commands.write_batch(panel::show(&mut root, &mut scene, shown));
        if settings.0 != kept {
            settings.0 = kept;
        }
    } else {
        list.kept.spot = panel::spot(&pose);
        // Other windows have rows, too.
        tips::forget(&context);
        Known::of(&context, &scene, &seen.document, &settings, &seen.histogram).tell(&context);
        let mut kept = settings.0.clone();
        known::take_locks(&context, &mut kept);
        if settings.0 != kept {
            settings.0 = kept;
        }
    }
    if std::mem::take(&mut list.kept.wants_map) {
        asked.commands.write(Command::ImportMap);
    }
    let Windows { lab, pane, .. } = &mut windows;
    let before = settings.lab_share;
    let mut share = before;
    let go_to = lab::show(&mut root, lab.bypass_change_detection(), pane, &mut scene, &mut share);
    if share != before {
        settings.lab_share = share;
    }
    if lab.is_to_be_kept() && settings.lab != lab.place() {
        settings.lab = lab.place();
    }
    go_to.into_iter().for_each(|place| _ = asked.places.write(GoTo(Place::Ground(place))));
    let free = root.available_rect_before_wrap();
    let scale = context.zoom_factor();
    area.0 = Some(Rect::new(
        free.min.x * scale,
        free.min.y * scale,
        free.max.x * scale,
        free.max.y * scale,
    ));
    if has_panel {
        asked.commands.write_batch(strip::show(
            &context,
            free,
            status.mode(),
            &mut scene.view.bookmarks,
            &mut scene.view.params,
        ));
    }
    let free = room::of(&context, free);
    help::show(&context, free, &mut state.help);
    let (layers, can) = (&mut *list.kept, seen.history.can());
    let layers = (layers, can);
    windows.show(&context, free, &mut scene, &mut settings, adapter.as_deref(), &mut asked, layers);
    list.tell();
    if place.open {
        place.show(&context, free, &scene.recipe).into_iter().for_each(|place| {
            asked.places.write(place);
        });
    }
    if wanted.0 != scene {
        wanted.0 = scene.clone();
    }
    scene.view.camera = pose;
    let Exports { panel, frame, queue } = &mut exports;
    panel.show(&context, free, &scene, frame, queue);
    let texts = [
        &*scene.recipe.world.seed,
        &search.0,
        windows.palette.text(),
        panel.out(),
        notice.text().unwrap_or_default(),
    ];
    fonts.follow(&context, texts);
    said::take(&context).into_iter().for_each(|text| notice.tell("field", text));
    let problem = status.problem();
    toasts::show(&context, free, notice.bypass_change_detection(), problem.as_deref());
    tab::end(&context);
    menu::end(&context);
    Ok(())
}

/// Moves the middle of the picture to the middle of what the panels leave free, by an off-centre
/// projection: the land fills the window still, and what one looks at is not hidden.
fn centre_land(area: Res<FreeArea>, mut cameras: Query<&mut Camera, With<LandCamera>>) {
    for mut camera in &mut cameras {
        let (Some(free), Some(size)) = (area.0, camera.logical_viewport_size()) else { continue };
        let covered = (size - free.size()).max(Vec2::ZERO);
        let view = SubCameraView {
            full_size: (size + covered).as_uvec2().max(UVec2::ONE),
            // The middle of the whole is that of the free part.
            offset: covered - free.min,
            size: size.as_uvec2().max(UVec2::ONE),
        };
        let view = (covered != Vec2::ZERO).then_some(view);
        if camera.sub_camera_view != view {
            camera.sub_camera_view = view;
        }
    }
}
