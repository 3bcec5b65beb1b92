//! Reads pointer, wheel and keys for the tools.

use bevy::ecs::system::SystemParam;
use bevy::input::mouse::MouseWheel;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowEvent};

use super::state::Hands;
use super::stroke::{CLICK_TRAVEL, Release, StrokeInProgress};
use super::tools::{NOTCH, has_level, set_level, with_modifiers};
use crate::plugin::camera::{LandCamera, world_ray};
use crate::plugin::land::origin::RenderOrigin;
use crate::plugin::land::state::{ShownLand, WantedScene};
use crate::studio::app::keys::{Keys, Modifiers};
use crate::studio::app::notice::Notice;
use crate::studio::camera::pointer::{CoveredAreas, notches};
use crate::studio::camera::state::InputOwner;
use crate::terrain::surface::Surface;

/// The keys that choose tools, by number.
const DIGITS: [KeyCode; 9] = [
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Digit4,
    KeyCode::Digit5,
    KeyCode::Digit6,
    KeyCode::Digit7,
    KeyCode::Digit8,
    KeyCode::Digit9,
];

/// The pointer must move this far, in pixels, before the stroke gets another point.
pub(super) const MIN_MOVE: f32 = 3.0;

/// Ends the stroke if something else has changed the land, such as undo or a preset. Otherwise the
/// next step of the stroke would bring back the old land.
pub(super) fn drop_stroke_of_other_land(mut hands: ResMut<Hands>, wanted: Res<WantedScene>) {
    let is_other = |stroke: &StrokeInProgress| stroke.shown != wanted.0.recipe;
    if hands.stroke.as_ref().is_some_and(is_other) {
        hands.stroke = None;
    }
    if hands.grab.as_ref().is_some_and(|grab| grab.shown != wanted.0.recipe) {
        hands.grab = None;
    }
}

/// Lets keys choose a tool, change its size, and end or shorten a line.
pub(super) fn read_keys(
    keys: Res<Keys>,
    owner: Res<InputOwner>,
    mut hands: ResMut<Hands>,
    mut wanted: ResMut<WantedScene>,
    mut notice: ResMut<Notice>,
) {
    if !hands.open || owner.panel_has_keyboard {
        return;
    }
    for (key, modifiers) in keys.pressed() {
        if modifiers.ctrl || modifiers.alt || modifiers.system {
            continue;
        }
        if let Some(number) = DIGITS.iter().position(|digit| digit == key) {
            hands.choose(Some(number));
        }
        if *key == KeyCode::Digit0 {
            hands.choose(None);
        }
        match (key, modifiers.shift) {
            (KeyCode::BracketLeft, false) => hands.scale(1.0 / NOTCH),
            (KeyCode::BracketRight, false) => hands.scale(NOTCH),
            (KeyCode::BracketLeft, true) => hands.scale_height(1.0 / NOTCH),
            (KeyCode::BracketRight, true) => hands.scale_height(NOTCH),
            (KeyCode::Enter | KeyCode::NumpadEnter, false) => {
                end(&mut hands, &mut wanted, &mut notice)
            }
            (KeyCode::Backspace, false) if hands.stroke.is_some() => {
                let is_empty =
                    hands.stroke.as_mut().is_some_and(|stroke| !stroke.remove_last_knot());
                if is_empty {
                    hands.cancel(&mut wanted);
                } else {
                    show(&mut hands, &mut wanted, &mut notice);
                }
            }
            _ => {}
        }
    }
}

/// Lets the wheel change the size of the tool with Ctrl, and its height with Shift. The camera then
/// does not zoom.
pub(super) fn read_wheel(
    keyboard: Res<ButtonInput<KeyCode>>,
    mut wheel: MessageReader<MouseWheel>,
    mut hands: ResMut<Hands>,
    mut owner: ResMut<InputOwner>,
) {
    let turned = notches(&mut wheel);
    if !hands.open || owner.panel_has_pointer {
        return;
    }
    let factor = NOTCH.powf(turned);
    let is_held = |keys: [KeyCode; 2]| keyboard.any_pressed(keys);
    if is_held([KeyCode::ControlLeft, KeyCode::ControlRight]) {
        owner.panel_has_pointer = true;
        if turned != 0.0 {
            hands.scale(factor);
        }
    } else if is_held([KeyCode::ShiftLeft, KeyCode::ShiftRight]) && turned != 0.0 {
        owner.panel_has_pointer = true;
        hands.scale_height(factor);
    }
}

/// The land under the pointer.
#[derive(SystemParam)]
pub(super) struct PointerLand<'w, 's> {
    shown: Res<'w, ShownLand>,
    origin: Res<'w, RenderOrigin>,
    cameras: Query<'w, 's, (&'static Camera, &'static GlobalTransform), With<LandCamera>>,
}

impl PointerLand<'_, '_> {
    /// The shown land, and its place at a pixel of the window.
    pub(super) fn shown_place(&self, pixel: Vec2) -> Option<(&Surface, [f64; 3])> {
        let surface = self.shown.surface()?;
        Some((surface, self.place_at(surface, pixel)?))
    }

    /// The distance between the eye and a place, in metres.
    pub(super) fn distance_m(&self, place_m: [f64; 3]) -> f64 {
        let Ok((_, transform)) = self.cameras.single() else { return 0.0 };
        let eye_m = self.origin.world_m(transform.translation());
        (0..3).map(|axis| (place_m[axis] - eye_m[axis]).powi(2)).sum::<f64>().sqrt()
    }

    /// The place of a surface at a pixel of the window.
    pub(super) fn place_at(&self, surface: &Surface, pixel: Vec2) -> Option<[f64; 3]> {
        let (camera, transform) = self.cameras.single().ok()?;
        let ray = camera.viewport_to_world(transform, pixel).ok()?;
        surface.pick(&world_ray(ray, *self.origin))
    }
}

/// The pointer and the modifiers at the end of the previous frame.
#[derive(Default)]
pub(super) struct PreviousFrame {
    pixel: Option<Vec2>,
    /// The pixel where the left button was pressed with Alt held.
    alt_press: Option<Vec2>,
    modifiers: Modifiers,
}

/// Follows the pointer in the order of its events, because a slow frame can contain a whole stroke
/// with its modifier keys.
pub(super) fn read_pointer(
    mut events: MessageReader<WindowEvent>,
    keys: Res<Keys>,
    pick: PointerLand,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut covered: CoveredAreas,
    mut hands: ResMut<Hands>,
    mut owner: ResMut<InputOwner>,
    mut wanted: ResMut<WantedScene>,
    mut notice: ResMut<Notice>,
    mut previous: Local<PreviousFrame>,
) {
    if !hands.open || pick.shown.surface().is_none() {
        events.clear();
        *previous = PreviousFrame { modifiers: keys.modifiers(), ..default() };
        if hands.place_m.is_some() {
            hands.place_m = None;
        }
        return;
    }
    let PreviousFrame { mut pixel, mut alt_press, mut modifiers } = *previous;
    // The pointer may have come to rest before the tools were opened.
    pixel = pixel.or_else(|| window.as_ref().and_then(|window| window.cursor_position()));
    let mut last_pixel: Option<Vec2> = None;
    let mut has_changed = false;
    let mut is_dragged = hands.stroke.as_ref().is_some_and(StrokeInProgress::is_dragged);
    let is_selecting = hands.is_selecting();
    for event in events.read().filter(|_| !is_selecting) {
        match event {
            WindowEvent::KeyboardInput(key) => {
                modifiers.note(key.key_code, key.state.is_pressed());
            }
            WindowEvent::CursorMoved(moved) => {
                pixel = Some(moved.position);
                let is_near = last_pixel
                    .is_some_and(|last_pixel| last_pixel.distance(moved.position) < MIN_MOVE);
                if !is_near && let Some(stroke) = &mut hands.stroke {
                    has_changed |= follow(stroke, &pick, moved.position);
                    last_pixel = Some(moved.position);
                }
            }
            WindowEvent::MouseButtonInput(input) if input.button == MouseButton::Left => {
                let Some(pixel) = pixel else { continue };
                let Modifiers { alt, ctrl, shift, .. } = modifiers;
                if input.state.is_pressed() {
                    let is_over_panel = covered.contain(pixel);
                    alt_press = alt.then_some(pixel).filter(|_| !is_over_panel);
                    if is_over_panel || alt {
                        continue;
                    }
                    press(&mut hands, &pick, &wanted, pixel, [ctrl, shift]);
                    (has_changed, is_dragged) = (true, true);
                } else if let Some(from) = alt_press.take() {
                    // A drag with Alt orbits.
                    if from.distance(pixel) <= CLICK_TRAVEL {
                        take_level(&mut hands, &pick, pixel, &mut notice);
                    }
                } else if let Some(stroke) = &mut hands.stroke {
                    follow(stroke, &pick, pixel);
                    if stroke.release() == Release::Done {
                        end(&mut hands, &mut wanted, &mut notice);
                        has_changed = false;
                    } else {
                        has_changed = true;
                    }
                }
            }
            _ => {}
        }
    }
    *previous = PreviousFrame { pixel, alt_press, modifiers: keys.modifiers() };
    // The last position counts even if the pointer has moved little.
    if let (Some(pixel), Some(stroke)) = (pixel, &mut hands.stroke)
        && last_pixel.is_some_and(|last_pixel| last_pixel != pixel)
    {
        has_changed |= follow(stroke, &pick, pixel);
    }
    if has_changed {
        show(&mut hands, &mut wanted, &mut notice);
    }
    let is_over_land = !owner.panel_has_pointer || hands.is_drawing() || is_dragged;
    let pixel_over_land =
        window.and_then(|window| window.cursor_position()).filter(|_| is_over_land);
    if is_dragged {
        owner.give_to_panel();
    }
    let surface = hands.stroke.as_ref().map(|stroke| &stroke.surface).or(pick.shown.surface());
    let place_m =
        pixel_over_land.zip(surface).and_then(|(pixel, surface)| pick.place_at(surface, pixel));
    if hands.place_m != place_m {
        hands.place_m = place_m;
    }
}

/// Begins a stroke, or another part of the line under way.
fn press(
    hands: &mut Hands,
    pick: &PointerLand,
    wanted: &WantedScene,
    pixel: Vec2,
    [ctrl, shift]: [bool; 2],
) {
    let Some(shown) = pick.shown.surface() else { return };
    let surface = hands.stroke.as_ref().map_or(shown, |stroke| &stroke.surface);
    let Some([x, _, z]) = pick.place_at(surface, pixel) else { return };
    if hands.stroke.is_none() {
        let part = hands.painted_part();
        let Some(tool) = hands.tool() else { return };
        let tool = with_modifiers(tool, ctrl, shift && part.is_none());
        let mut stroke = StrokeInProgress::new(wanted.0.recipe.clone(), shown.clone(), tool);
        stroke.painted_part = part;
        hands.stroke = Some(stroke);
    }
    if let Some(stroke) = &mut hands.stroke {
        stroke.press(pixel, [x, z]);
    }
}

/// Sets the level of the chosen tool to the height of the land at a pixel.
fn take_level(hands: &mut Hands, pick: &PointerLand, pixel: Vec2, notice: &mut Notice) {
    let Some((_, [_, y, _])) = pick.shown_place(pixel) else { return };
    if let Some(tool) = hands.tool_mut().filter(|tool| has_level(tool)) {
        set_level(tool, Some(y.round()));
        notice.replace("hands", format!("levels to {y:.0} m"));
    }
}

/// Moves the stroke to a pixel. Returns true if the pixel shows land.
fn follow(stroke: &mut StrokeInProgress, pick: &PointerLand, pixel: Vec2) -> bool {
    let Some([x, _, z]) = pick.place_at(&stroke.surface, pixel) else { return false };
    stroke.move_to(pixel, [x, z]);
    true
}

/// Shows the land with the stroke under way.
fn show(hands: &mut Hands, wanted: &mut WantedScene, notice: &mut Notice) {
    let Some(stroke) = &mut hands.stroke else { return };
    match stroke.recipe() {
        Ok(recipe) if recipe != wanted.0.recipe => {
            stroke.shown = recipe.clone();
            wanted.0.recipe = recipe;
        }
        Ok(_) => {}
        Err(error) => {
            notice.replace("hands", error.to_string());
            hands.cancel(wanted);
        }
    }
}

/// Ends the stroke under way and keeps its mark.
fn end(hands: &mut Hands, wanted: &mut WantedScene, notice: &mut Notice) {
    if let Some(stroke) = &mut hands.stroke {
        stroke.end();
    }
    show(hands, wanted, notice);
    hands.stroke = None;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::recipe::Recipe;

    #[test]
    fn a_stroke_ends_when_something_else_changes_the_land() {
        let recipe = Recipe::default();
        let surface = Surface::new(&recipe).unwrap();
        let mut app = App::new();
        app.init_resource::<Hands>().init_resource::<WantedScene>();
        app.add_systems(Update, drop_stroke_of_other_land);
        let mut hands = app.world_mut().resource_mut::<Hands>();
        let tool = hands.tool().unwrap().clone();
        hands.stroke = Some(StrokeInProgress::new(recipe.clone(), surface, tool));
        app.world_mut().resource_mut::<WantedScene>().0.recipe = recipe;
        app.update();
        assert!(app.world().resource::<Hands>().is_drawing());
        app.world_mut().resource_mut::<WantedScene>().0.recipe.world.seed = "another".to_owned();
        app.update();
        assert!(!app.world().resource::<Hands>().is_drawing());
        assert_eq!(app.world().resource::<WantedScene>().0.recipe.world.seed, "another");
    }
}
