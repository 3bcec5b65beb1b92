//! The beginning and the end of an egui pass, around the panels.

use bevy::camera::SubCameraView;
use bevy::prelude::*;
use bevy_egui::EguiContexts;

use super::layers::list_state::LayersUi;
use super::state::{Hovered, MasksShown, SelectedLayer};
use super::status::StatusInputs;
use super::toasts;
use crate::plugin::camera::LandCamera;
use crate::plugin::land::state::WantedScene;
use crate::studio::app::drag_cancel::Esc;
use crate::studio::app::notice::Notice;
use crate::studio::camera::state::FreeArea;
use crate::studio::ui::fonts::{self, Fallback};
use crate::studio::ui::letter_cleaner::LetterCleaner;
use crate::studio::ui::system_theme::SystemTheme;
use crate::studio::ui::window_area::{self, Free};
use crate::studio::ui::{menu, messages, tab, theme};

/// Leaves Esc to other systems while the panels are hidden.
pub fn skip_panels(mut esc: Esc) {
    esc.leave_to_windows();
}

/// Begins a pass: applies theme and text size, and handles Esc.
pub fn begin(
    mut contexts: EguiContexts,
    mut wanted: ResMut<WantedScene>,
    mut free: ResMut<Free>,
    mut system: SystemTheme,
    mut esc: Esc,
    (mut is_themed, mut letters): (Local<bool>, Local<LetterCleaner>),
) -> Result {
    let context = contexts.ctx_mut()?;
    if !*is_themed {
        theme::apply(context);
        fonts::install(context);
        *is_themed = true;
    }
    theme::choose(context, esc.settings().theme, system.get());
    if (context.zoom_factor() - esc.settings().text_scale).abs() > 1e-3 {
        context.set_zoom_factor(esc.settings().text_scale);
    }
    letters.clean_after_scaling(context);
    esc.restore_if_cancelled(context, &mut wanted);
    tab::begin(context);
    free.0 = context.viewport_rect();
    Ok(())
}

/// Copies state of other features into the list of layers, before it is drawn.
pub fn write_list(
    mut list: ResMut<LayersUi>,
    selected: Res<SelectedLayer>,
    masks_shown: Res<MasksShown>,
) {
    (list.selected, list.masks_shown, list.hovered) = (selected.0, masks_shown.0, None);
}

/// Copies the results of the list of layers to other features, after it is drawn.
pub fn read_list(
    list: Res<LayersUi>,
    mut selected: ResMut<SelectedLayer>,
    mut hovered: ResMut<Hovered>,
    mut masks_shown: ResMut<MasksShown>,
) {
    selected.set_if_neq(SelectedLayer(list.selected));
    hovered.set_if_neq(Hovered(list.hovered));
    masks_shown.set_if_neq(MasksShown(list.masks_shown));
}

/// Publishes the area between the panels, in which the pointer belongs to the land.
pub fn publish_free_area(
    mut contexts: EguiContexts,
    free: Res<Free>,
    mut area: ResMut<FreeArea>,
) -> Result {
    let (free, scale) = (free.0, contexts.ctx_mut()?.zoom_factor());
    let [min, max] = [free.min, free.max].map(|point| Vec2::new(point.x, point.y) * scale);
    area.0 = Some(Rect { min, max });
    Ok(())
}

/// Ends a pass: shows notices, and finishes the keyboard handling.
pub fn end(
    mut contexts: EguiContexts,
    wanted: Res<WantedScene>,
    free: Res<Free>,
    status: StatusInputs,
    mut fonts: ResMut<Fallback>,
    mut notice: ResMut<Notice>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let notice_text = notice.text().unwrap_or_default();
    fonts.load_missing(context, [&*wanted.0.recipe.world.seed, notice_text]);
    messages::take(context).into_iter().for_each(|text| notice.replace("field", text));
    let free = window_area::of(context, free.0);
    let problem = status.problem();
    toasts::show(context, free, notice.bypass_change_detection(), problem.as_deref());
    tab::end(context);
    menu::end(context);
    Ok(())
}

/// Moves the middle of the picture to the middle of the free area. The projection becomes
/// off-centre and still fills the whole window with land.
pub fn centre_land(area: Res<FreeArea>, mut cameras: Query<&mut Camera, With<LandCamera>>) {
    for mut camera in &mut cameras {
        let (Some(free), Some(size)) = (area.0, camera.logical_viewport_size()) else { continue };
        let covered = (size - free.size()).max(Vec2::ZERO);
        let view = SubCameraView {
            full_size: (size + covered).as_uvec2().max(UVec2::ONE),
            // The middle of `full_size` is then the middle of the free area.
            offset: covered - free.min,
            size: size.as_uvec2().max(UVec2::ONE),
        };
        let view = (covered != Vec2::ZERO).then_some(view);
        if camera.sub_camera_view != view {
            camera.sub_camera_view = view;
        }
    }
}
