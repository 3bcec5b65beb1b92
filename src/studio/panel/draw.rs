//! Adds the panels over the land: status bar, side panel, strips and notices.
//!
//! Windows (export, help and so on) are separate features.

use bevy::camera::CameraUpdateSystems;
use bevy::prelude::*;
use bevy::render::render_resource::SpecializedRenderPipelines;
use bevy::render::{GpuResourceAppExt, RenderApp};
use bevy_egui::render::EguiPipeline;
use bevy_egui::render::systems::{EguiRenderData, EguiTextureBindGroups, EguiTransforms};
use bevy_egui::{EguiGlobalSettings, EguiPlugin, EguiPrimaryContextPass};

use super::layers::list_state::LayersUi;
use super::state::{Hovered, MasksShown, SearchText, SelectedLayer, UiState};
use super::{pass, side_panel, status, strip};
use crate::plugin::order::OrogenSet;
use crate::studio::app::notice::NoticePlugin;
use crate::studio::app::order::{self, PassSet};
use crate::studio::app::settings::file::SettingsPlugin;
use crate::studio::camera;
use crate::studio::document::DocumentPlugin;
use crate::studio::features::{contour_labels, disc_handle, guides, histogram, legend, scale_bar};
use crate::studio::ui;

/// Adds the panels over the land, and the plugins that hold the state they show. Together they can
/// draw a picture with panels; the window adds the plugins that handle input and files.
pub struct UiPlugin;

impl Plugin for UiPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((EguiPlugin::default(), DocumentPlugin, NoticePlugin, SettingsPlugin))
            .add_plugins((camera::state::plugin, ui::plugin, histogram::plugin, legend::plugin))
            .add_plugins((contour_labels::panel::plugin, disc_handle::plugin, scale_bar::plugin))
            .add_plugins(guides::plugin)
            .init_resource::<UiState>()
            .init_resource::<SelectedLayer>()
            .init_resource::<MasksShown>()
            .init_resource::<Hovered>()
            .init_resource::<SearchText>()
            .init_resource::<LayersUi>();
        order::add_sets(app);
        let is_shown = |state: Res<UiState>| !state.hidden_for_picture;
        use PassSet::{Begin, End, Lab, SidePanel, StatusBar, Windows};
        for set in [Begin, StatusBar, SidePanel, Lab, Windows, End] {
            app.configure_sets(EguiPrimaryContextPass, set.run_if(is_shown));
        }
        app.add_systems(
            EguiPrimaryContextPass,
            (
                pass::skip_panels
                    .before(Begin)
                    .run_if(|state: Res<UiState>| state.hidden_for_picture),
                (pass::begin, pass::write_list).in_set(Begin),
                status::draw.in_set(StatusBar),
                side_panel::draw.in_set(SidePanel),
                (pass::publish_free_area, strip::draw).chain().in_set(Windows),
                (pass::read_list, pass::end).in_set(End),
            ),
        )
        .add_systems(
            PostUpdate,
            pass::centre_land.in_set(OrogenSet::Edit).before(CameraUpdateSystems),
        );
        app.world_mut().resource_mut::<EguiGlobalSettings>().auto_create_primary_context = true;
    }

    fn finish(&self, app: &mut App) {
        // When the graphics device is lost and replaced, Bevy recreates these resources of egui.
        // egui's own plugin does not register them for that.
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        render_app
            .init_gpu_resource::<EguiPipeline>()
            .init_gpu_resource::<SpecializedRenderPipelines<EguiPipeline>>()
            .init_gpu_resource::<EguiTransforms>()
            .init_gpu_resource::<EguiRenderData>()
            .init_gpu_resource::<EguiTextureBindGroups>();
    }
}
