//! Whose the pointer is, and how far it has moved.

use bevy::input::mouse::MouseMotion;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::EguiContexts;

use super::state::{FreeArea, InputOwner};
use crate::plugin::order::OrogenSet;
use crate::studio::lab::Lab;
use crate::studio::panels::tab;

/// How far the pointer has moved in this frame, in pixels.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct PointerMotion {
    /// To the right and down.
    pub delta: Vec2,
    /// Whether it reports places only, as pointers of remote desktops, virtual machines and tablets
    /// do: then the motion is that of the cursor.
    pub is_of_cursor: bool,
}

/// Decides whose the pointer is, and reads its motion.
pub struct PointerPlugin;

impl Plugin for PointerPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<InputOwner>()
            .init_resource::<FreeArea>()
            .init_resource::<PointerMotion>()
            .add_systems(PostUpdate, (decide_owner, read_motion).in_set(OrogenSet::Claim));
    }
}

/// The pointer belongs to whom its press fell on until every button is up again.
fn decide_owner(
    mut owner: ResMut<InputOwner>,
    mut contexts: EguiContexts,
    area: Res<FreeArea>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    buttons: Res<ButtonInput<MouseButton>>,
    lab: Option<Res<Lab>>,
) {
    let Ok(context) = contexts.ctx_mut() else { return };
    let over_egui = context.is_pointer_over_egui() || context.egui_is_using_pointer();
    let cursor = window.as_ref().and_then(|window| window.cursor_position());
    // In pixels of the window; egui's own are scaled by the zoom factor.
    let outside = match (cursor, area.0) {
        (Some(cursor), Some(area)) => !area.contains(cursor),
        (None, _) => true,
        _ => false,
    };
    // A question wants its answer before anything else.
    let is_asked = context.memory(|memory| memory.top_modal_layer().is_some());
    owner.panel_is_typed_in = context.text_edit_focused() || is_asked;
    owner.lab_has_keyboard = lab.is_some_and(|lab| lab.open && lab.has_keyboard);
    owner.panel_is_walked = tab::walks(context);
    owner.panel_has_keyboard =
        owner.panel_is_typed_in || owner.lab_has_keyboard || owner.panel_is_walked;
    let pressed = buttons.get_pressed().next().is_some();
    if !(pressed && owner.dragging) {
        owner.panel_has_pointer = over_egui || outside;
    }
    owner.dragging = pressed;
}

fn read_motion(
    mut motions: MessageReader<MouseMotion>,
    mut moved: MessageReader<CursorMoved>,
    mut motion: ResMut<PointerMotion>,
) {
    let relative: Vec2 = motions.read().map(|motion| motion.delta).sum();
    let of_cursor: Vec2 = moved.read().filter_map(|moved| moved.delta).sum();
    let is_of_cursor = relative == Vec2::ZERO && of_cursor != Vec2::ZERO;
    let delta = if is_of_cursor { of_cursor } else { relative };
    motion.set_if_neq(PointerMotion { delta, is_of_cursor });
}
