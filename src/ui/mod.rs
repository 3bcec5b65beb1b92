//! egui: one panel, one file.

use bevy::camera::{CameraUpdateSystems, SubCameraView};
use bevy::prelude::*;
use bevy_egui::egui;
use bevy_egui::{EguiContexts, EguiGlobalSettings, EguiPlugin, EguiPostUpdateSet, EguiPrimaryContextPass};
use bevy_panorbit_camera::PanOrbitCamera;

use crate::app::OrogenSet;
use crate::app::area_frame::AreaFrame;
use crate::app::camera::LandCamera;
use crate::app::export::Exporter;
use crate::app::land::WantedScene;
use crate::app::orbit::{self, FreeArea};
use crate::app::origin::WorldOrigin;
use crate::app::settings::Settings;

pub mod contour_labels;
pub mod export;
pub mod help;
pub mod histogram;
pub mod history;
pub mod legend;
pub mod notice;
pub mod panel;
pub mod quality;
pub mod status;
pub mod sun;
pub mod theme;
pub mod widgets;

/// The panels over the land.
pub struct UiPlugin;

/// Whether the panels are shown, and which.
#[derive(Resource)]
pub struct UiState {
    pub panel: bool,
    pub help: bool,
    /// No panel is drawn: a picture is being taken.
    pub hidden_for_picture: bool,
}

impl Default for UiState {
    fn default() -> Self {
        Self { panel: true, help: false, hidden_for_picture: false }
    }
}

impl Plugin for UiPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(EguiPlugin::default())
            .add_plugins((histogram::HistogramPlugin, history::HistoryPlugin, notice::NoticePlugin))
            .add_plugins((legend::LegendPlugin, contour_labels::ContourLabelsPlugin))
            .init_resource::<UiState>()
            .init_resource::<Settings>()
            .init_resource::<FreeArea>()
            .init_resource::<status::CursorGround>()
            .init_resource::<export::ExportPanel>()
            .init_resource::<Exporter>()
            .init_resource::<AreaFrame>()
            .configure_sets(PostUpdate, OrogenSet::Edit.after(EguiPostUpdateSet::EndPass))
            .add_systems(EguiPrimaryContextPass, draw)
            .add_systems(Update, export::poll)
            .add_systems(PostUpdate, centre_land.after(EguiPostUpdateSet::EndPass).before(CameraUpdateSystems));
        app.world_mut().resource_mut::<EguiGlobalSettings>().auto_create_primary_context = true;
    }
}

/// All panels in one pass, outermost first; what they leave free belongs to the land.
fn draw(
    mut contexts: EguiContexts,
    mut state: ResMut<UiState>,
    mut wanted: ResMut<WantedScene>,
    mut area: ResMut<FreeArea>,
    mut themed: Local<bool>,
    status: status::Status,
    notice: Res<notice::Notice>,
    histogram: Res<histogram::FieldHistogram>,
    mut export: ResMut<export::ExportPanel>,
    mut exporter: ResMut<Exporter>,
    mut frame: ResMut<AreaFrame>,
    orbit: Query<&PanOrbitCamera>,
    origin: Res<WorldOrigin>,
    mut quality: quality::QualityRows,
    mut commands: MessageWriter<crate::app::command::Command>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    if state.hidden_for_picture {
        return Ok(());
    }
    if !*themed {
        theme::apply(&context);
        *themed = true;
    }
    let builder = egui::UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(context.viewport_rect());
    let mut root = egui::Ui::new(context.clone(), "orogen".into(), builder);
    status.show(&mut root, &wanted.0.recipe, &notice);
    if state.panel {
        let mut scene = wanted.0.clone();
        let asked = panel::show(&mut root, &mut scene, &histogram, |ui| quality.show(ui));
        if wanted.0 != scene {
            wanted.0 = scene;
        }
        commands.write_batch(asked);
    }
    let free = root.available_rect_before_wrap();
    let scale = context.zoom_factor();
    area.0 = Some(Rect::new(free.min.x * scale, free.min.y * scale, free.max.x * scale, free.max.y * scale));
    help::show(&context, &mut state.help);
    let mut scene = wanted.0.clone();
    scene.view.camera = orbit.single().map_or(scene.view.camera, |camera| orbit::pose(camera, *origin));
    export.show(&context, &scene, &mut frame, &mut exporter);
    Ok(())
}

/// Moves the middle of the picture to the middle of what the panels leave free, by an off-centre projection: the land fills
/// the window still, and what one looks at is not hidden.
fn centre_land(area: Res<FreeArea>, mut cameras: Query<&mut Camera, With<LandCamera>>) {
    for mut camera in &mut cameras {
        let (Some(free), Some(size)) = (area.0, camera.logical_viewport_size()) else { continue };
        let covered = (size - free.size()).max(Vec2::ZERO);
        let view = SubCameraView {
            full_size: (size + covered).as_uvec2().max(UVec2::ONE),
            // Panels at the right and at the bottom leave the upper left corner.
            offset: covered - free.min * 2.0,
            size: size.as_uvec2().max(UVec2::ONE),
        };
        let view = (covered != Vec2::ZERO).then_some(view);
        if camera.sub_camera_view != view {
            camera.sub_camera_view = view;
        }
    }
}
