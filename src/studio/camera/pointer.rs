//! The pointer: its owner (panel or land), position, motion and wheel.

use bevy::ecs::system::SystemParam;
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowEvent};
use bevy_egui::{EguiContext, EguiContexts, PrimaryEguiContext, egui};

use super::state::{FreeArea, InputOwner};
use crate::plugin::order::OrogenSet;
use crate::studio::ui::tab;

/// The pointer's motion and position, in logical pixels of the window.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct PointerMotion {
    /// The motion to the right and down while a button was held.
    pub delta: Vec2,
    /// True if `delta` is only part of the motion of the frame, because a button was pressed or
    /// released in between.
    pub is_part: bool,
    /// The last reported position; during a drag it may be outside the window.
    pub position: Option<Vec2>,
    /// The position of the last press of a button.
    pub press_position: Option<Vec2>,
    /// The number of buttons that are held at the end of the frame.
    buttons_held: usize,
}

/// The areas of the window that panels, windows and menus covered in the last drawn frame.
#[derive(SystemParam)]
pub struct CoveredAreas<'w, 's> {
    free: Option<Res<'w, FreeArea>>,
    contexts: Query<'w, 's, &'static mut EguiContext, With<PrimaryEguiContext>>,
}

impl CoveredAreas<'_, '_> {
    /// Returns true if a panel, a window or a menu covers a pixel of the window, in logical pixels.
    ///
    /// Systems in `Update` ask this about a press. [`InputOwner`] still knows only the position at the end of
    /// the last frame, and in a slow frame the pointer moves onto a panel or off it before the press.
    pub fn contain(&mut self, pixel: Vec2) -> bool {
        let free = self.free.as_ref().and_then(|free| free.0);
        let is_outside = free.is_some_and(|free| !free.contains(pixel));
        let Ok(mut context) = self.contexts.single_mut() else { return is_outside };
        let context = context.get_mut();
        let point = pixel / context.zoom_factor();
        let layer = context.layer_id_at(egui::pos2(point.x, point.y));
        is_outside || layer.is_some_and(|layer| layer.order != egui::Order::Background)
    }
}

/// The touch-pad scroll, in pixels, that counts as one notch of a wheel.
const NOTCH_PX: f32 = 50.0;

/// Returns the notches by which the wheel was turned up since the last call. Touch pads give
/// fractions of a notch.
pub fn notches(wheel: &mut MessageReader<MouseWheel>) -> f64 {
    let notch = |wheel: &MouseWheel| match wheel.unit {
        MouseScrollUnit::Line => wheel.y,
        MouseScrollUnit::Pixel => wheel.y / NOTCH_PX,
    };
    f64::from(wheel.read().map(notch).sum::<f32>())
}

/// Decides who owns the pointer, and reads its motion.
pub fn plugin(app: &mut App) {
    app.init_resource::<PointerMotion>()
        .add_systems(PostUpdate, (decide_owner, read_motion).in_set(OrogenSet::Claim));
}

/// Gives the pointer to the panel or to the land, whichever was pressed, until all buttons are up.
pub fn decide_owner(
    mut owner: ResMut<InputOwner>,
    mut contexts: EguiContexts,
    area: Res<FreeArea>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    buttons: Res<ButtonInput<MouseButton>>,
) {
    let Ok(context) = contexts.ctx_mut() else { return };
    let is_over_egui = context.is_pointer_over_egui() || context.egui_is_using_pointer();
    let cursor = window.as_ref().and_then(|window| window.cursor_position());
    // The cursor and the area are in logical pixels of the window; egui's own positions are divided
    // by its zoom factor.
    let is_outside = match (cursor, area.0) {
        (Some(cursor), Some(area)) => !area.contains(cursor),
        (None, _) => true,
        _ => false,
    };
    // An open dialog takes the keyboard from everything else.
    let has_dialog = context.memory(|memory| memory.top_modal_layer().is_some());
    owner.panel_is_typed_in = context.text_edit_focused() || has_dialog;
    owner.panel_is_navigated = tab::is_navigating(context);
    owner.panel_has_keyboard =
        owner.panel_is_typed_in || owner.lab_has_keyboard || owner.panel_is_navigated;
    owner.decide(is_over_egui || is_outside, buttons.get_pressed().next().is_some());
}

/// Reads all events of the window in their order, because in a slow frame the pointer can move
/// before and after a press.
fn read_motion(
    mut events: MessageReader<WindowEvent>,
    buttons: Res<ButtonInput<MouseButton>>,
    mut motion: ResMut<PointerMotion>,
) {
    // The window may have lost a release, so the buttons are counted again after each frame.
    let buttons_held = buttons.get_pressed().count();
    motion.set_if_neq(PointerMotion { buttons_held, ..motion.after(events.read()) });
}

impl PointerMotion {
    /// Returns the motion after the events of a frame.
    fn after<'a>(self, events: impl Iterator<Item = &'a WindowEvent>) -> Self {
        let Self { mut position, mut press_position, mut buttons_held, .. } = self;
        let (mut relative, mut cursor_delta, mut is_part) = (Vec2::ZERO, Vec2::ZERO, false);
        for event in events {
            match event {
                WindowEvent::MouseMotion(motion) if buttons_held > 0 => relative += motion.delta,
                WindowEvent::CursorMoved(moved) => {
                    if buttons_held > 0 {
                        cursor_delta += moved.delta.unwrap_or_default();
                    }
                    position = Some(moved.position);
                }
                WindowEvent::MouseButtonInput(click) => {
                    is_part = true;
                    if click.state.is_pressed() {
                        buttons_held += 1;
                        press_position = position;
                    } else {
                        buttons_held = buttons_held.saturating_sub(1);
                    }
                }
                _ => {}
            }
        }
        // The pointers of remote desktops, virtual machines and tablets report no relative motion.
        let delta = if relative == Vec2::ZERO { cursor_delta } else { relative };
        Self { delta, is_part, position, press_position, buttons_held }
    }
}

#[cfg(test)]
mod tests {
    use bevy::input::ButtonState;
    use bevy::input::mouse::{MouseButtonInput, MouseMotion};
    use bevy::window::CursorMoved;

    use super::*;

    fn to(x: f32, delta: Option<f32>) -> WindowEvent {
        let (window, position) = (Entity::PLACEHOLDER, Vec2::new(x, 0.0));
        CursorMoved { window, position, delta: delta.map(|dx| Vec2::new(dx, 0.0)) }.into()
    }

    fn click(state: ButtonState) -> WindowEvent {
        let (button, window) = (MouseButton::Right, Entity::PLACEHOLDER);
        MouseButtonInput { button, state, window }.into()
    }

    #[test]
    fn a_press_keeps_the_position_at_which_it_happened() {
        let events = [to(40.0, Some(40.0)), click(ButtonState::Pressed), to(48.0, Some(8.0))];
        let motion = PointerMotion::default().after(events.iter());
        assert_eq!(motion.press_position, Some(Vec2::new(40.0, 0.0)));
        assert_eq!((motion.position, motion.delta.x), (Some(Vec2::new(48.0, 0.0)), 8.0));
        let still = motion.after([].iter());
        assert_eq!(still, PointerMotion { delta: Vec2::ZERO, is_part: false, ..motion });
    }

    #[test]
    fn a_drag_belongs_to_its_owner_until_after_its_release() {
        let mut owner = InputOwner::default();
        owner.decide(true, true);
        owner.decide(false, true);
        assert!(owner.panel_has_pointer && owner.panel_has_drag, "the pointer left the panel");
        owner.decide(false, false);
        assert!(!owner.panel_has_pointer && owner.panel_has_drag, "its last motion");
        owner.decide(false, false);
        assert!(!owner.panel_has_drag);
        owner.give_to_panel();
        owner.decide(false, false);
        assert!(owner.panel_has_drag, "a stroke within a frame does not turn the camera");
        owner.decide(false, true);
        owner.decide(true, true);
        assert!(!owner.panel_has_pointer && !owner.panel_has_drag, "an orbit ends over the panel");
    }

    #[test]
    fn motion_counts_only_while_a_button_is_held() {
        let [press, release] = [ButtonState::Pressed, ButtonState::Released].map(click);
        let click_after_a_move = [to(40.0, Some(40.0)), press.clone(), release.clone()];
        let motion = PointerMotion::default().after(click_after_a_move.iter());
        assert_eq!((motion.delta, motion.is_part), (Vec2::ZERO, true));
        let drag = [press, to(44.0, Some(4.0)), release, to(90.0, Some(46.0))];
        let motion = motion.after(drag.iter());
        assert_eq!((motion.delta.x, motion.buttons_held), (4.0, 0));
        let relative = MouseMotion { delta: Vec2::new(3.0, 0.0) }.into();
        assert_eq!(motion.after([relative, to(95.0, Some(5.0))].iter()).delta, Vec2::ZERO);
    }

    #[test]
    fn relative_motion_takes_precedence_over_cursor_motion() {
        let moved = MouseMotion { delta: Vec2::new(3.0, 0.0) };
        let held = PointerMotion { buttons_held: 1, ..default() };
        let motion = held.after([to(9.0, Some(5.0)), moved.into()].iter());
        assert_eq!((motion.delta.x, motion.is_part), (3.0, false));
    }
}
