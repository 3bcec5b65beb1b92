//! The keyboard: keys in order of their presses, each with its modifiers.
//!
//! On a slow machine, a frame can last longer than the press of a chord (a key with modifiers).
//! Then the keys that are down at the end of the frame do not show which chord was pressed.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode, KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;
use bevy_egui::input::{EguiContextMessageReader, EguiInputEvent};
use bevy_egui::{EguiClipboard, EguiGlobalSettings, EguiInputSet, egui, helpers};

use crate::studio::camera::state::InputOwner;
use crate::studio::camera::steer::Steer;

/// The keys that move the camera, each by letter and arrow: ahead and back, right and left, up and
/// down.
const MOVING_KEYS: [[[KeyCode; 2]; 2]; 3] = [
    [[KeyCode::KeyW, KeyCode::ArrowUp], [KeyCode::KeyS, KeyCode::ArrowDown]],
    [[KeyCode::KeyD, KeyCode::ArrowRight], [KeyCode::KeyA, KeyCode::ArrowLeft]],
    [[KeyCode::KeyE; 2], [KeyCode::KeyQ; 2]],
];

/// The modifier keys that are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    pub ctrl: bool,
    pub shift: bool,
    pub alt: bool,
    /// The key of the window system: Super, Windows or Command.
    pub system: bool,
}

impl Modifiers {
    /// Records a key that went down or up. Returns false if the key is not a modifier.
    pub fn note(&mut self, key: KeyCode, is_down: bool) -> bool {
        match key {
            KeyCode::ControlLeft | KeyCode::ControlRight => self.ctrl = is_down,
            KeyCode::ShiftLeft | KeyCode::ShiftRight => self.shift = is_down,
            KeyCode::AltLeft | KeyCode::AltRight => self.alt = is_down,
            KeyCode::SuperLeft | KeyCode::SuperRight => self.system = is_down,
            _ => return false,
        }
        true
    }

    fn egui(self) -> egui::Modifiers {
        let mac_cmd = cfg!(target_os = "macos") && self.system;
        let command = if cfg!(target_os = "macos") { self.system } else { self.ctrl };
        egui::Modifiers { alt: self.alt, ctrl: self.ctrl, shift: self.shift, mac_cmd, command }
    }

    /// Returns true if these modifiers make any key a chord. Chords never move the camera.
    fn forms_chord(self) -> bool {
        self.ctrl || self.alt || self.system
    }

    /// Returns true if a key with these modifiers writes its character. (Ctrl and Alt together are
    /// AltGr.)
    fn writes_text(self) -> bool {
        !self.system && (!self.ctrl || self.alt && !cfg!(target_os = "macos"))
    }
}

/// The keys and modifiers of the current frame.
#[derive(Resource, Clone, Debug, Default)]
pub struct Keys {
    /// The keys pressed since the previous frame, in order, without repeats.
    pressed: Vec<(KeyCode, Modifiers)>,
    /// The modifiers at each keyboard event of the frame.
    event_modifiers: Vec<Modifiers>,
    /// The modifiers now.
    modifiers: Modifiers,
    /// The keys that are down.
    held: Vec<KeyCode>,
    /// Pressed or held keys that do not move the camera: they were typed as text, or belong to a
    /// chord with Ctrl, Alt or the system's key.
    not_moving: Vec<KeyCode>,
}

impl Keys {
    /// Returns the keys pressed since the previous frame, each with its modifiers.
    pub fn pressed(&self) -> &[(KeyCode, Modifiers)] {
        &self.pressed
    }

    /// Returns the modifiers at the end of the frame.
    pub fn modifiers(&self) -> Modifiers {
        self.modifiers
    }

    /// Returns true if any key is down, or was pressed since the previous frame. Modifiers do not
    /// count.
    pub fn has_any(&self) -> bool {
        !self.held.is_empty() || !self.pressed.is_empty()
    }

    /// Returns true if a key is held and was neither typed as text nor part of a chord.
    pub fn is_held(&self, key: KeyCode) -> bool {
        let is_alone = !self.modifiers.forms_chord() && !self.not_moving.contains(&key);
        is_alone && self.held.contains(&key)
    }

    /// Returns the motion that the moving keys request. A key counts if it is down or was pressed in
    /// this frame. The key of a chord does not move the camera, even if the user releases it
    /// last.
    pub fn steer(&self) -> Steer {
        if self.modifiers.forms_chord() {
            return Steer::default();
        }
        let keys = || self.held.iter().chain(self.pressed.iter().map(|(key, _)| key));
        let moves = |key: &KeyCode| !self.not_moving.contains(key);
        let amount = |wanted: [KeyCode; 2]| {
            f64::from(u8::from(keys().any(|key| wanted.contains(key) && moves(key))))
        };
        let [ahead, right, up] = MOVING_KEYS.map(|[towards, away]| amount(towards) - amount(away));
        Steer { ahead, right, up, fast: self.modifiers.shift }
    }

    /// Forgets the events of the previous frame.
    fn begin_frame(&mut self) {
        self.pressed.clear();
        self.event_modifiers.clear();
        self.not_moving.retain(|key| self.held.contains(key));
    }

    /// Forgets held keys when the window loses the keyboard, because another window gets their
    /// release.
    fn lose_focus(&mut self) {
        self.held.clear();
        self.modifiers = Modifiers::default();
    }

    /// Records an event. A key that is typed as text does not move the camera until it is released.
    fn note(&mut self, key: KeyCode, state: ButtonState, is_repeat: bool, is_typed: bool) {
        let is_down = state == ButtonState::Pressed;
        if !self.modifiers.note(key, is_down) {
            if is_down && !self.held.contains(&key) && !is_repeat {
                self.pressed.push((key, self.modifiers));
                self.held.push(key);
                self.not_moving.retain(|other| *other != key);
                if is_typed || self.modifiers.forms_chord() {
                    self.not_moving.push(key);
                }
            } else if !is_down {
                self.held.retain(|held| *held != key);
            }
        }
        self.event_modifiers.push(self.modifiers);
    }
}

/// Reads the keyboard for the program and for egui.
pub fn plugin(app: &mut App) {
    app.init_resource::<Keys>().add_systems(
        PreUpdate,
        (
            read_keys.in_set(EguiInputSet::InitReading),
            forward_to_egui.in_set(EguiInputSet::ReadBevyMessages),
        ),
    );
    // This file replaces bevy_egui's system, which would give every event the modifiers that are
    // held at the end of the frame.
    let mut settings = app.world_mut().resource_mut::<EguiGlobalSettings>();
    settings.input_system_settings.run_write_keyboard_input_messages_system = false;
}

fn read_keys(
    mut events: MessageReader<KeyboardInput>,
    mut focus_lost: MessageReader<KeyboardFocusLost>,
    owner: Res<InputOwner>,
    mut keys: ResMut<Keys>,
) {
    keys.begin_frame();
    for event in events.read() {
        keys.note(event.key_code, event.state, event.repeat, owner.panel_has_keyboard);
    }
    if focus_lost.read().count() > 0 {
        keys.lose_focus();
    }
}

/// Forwards the keys of the frame to egui, each with its own modifiers.
fn forward_to_egui(
    keys: Res<Keys>,
    mut events: EguiContextMessageReader<KeyboardInput>,
    mut clipboard: ResMut<EguiClipboard>,
    mut output: MessageWriter<EguiInputEvent>,
) {
    for (index, (event, context)) in events.read(|event| event.window).enumerate() {
        let modifiers = keys.event_modifiers.get(index).copied().unwrap_or(keys.modifiers);
        let mut send = |event| _ = output.write(EguiInputEvent { context, event });
        egui_events(event, modifiers).into_iter().for_each(&mut send);
        let is_paste = modifiers.egui().command && event.state == ButtonState::Pressed;
        if is_paste && egui_key(event) == Some(egui::Key::V) {
            clipboard.get_text().into_iter().for_each(|text| send(egui::Event::Text(text)));
        }
    }
}

fn egui_key(event: &KeyboardInput) -> Option<egui::Key> {
    // On keyboards without Latin letters, the position of the key decides which shortcut it is.
    helpers::bevy_to_egui_key(&event.logical_key)
        .or_else(|| helpers::bevy_to_egui_physical_key(&event.key_code))
}

fn egui_events(event: &KeyboardInput, modifiers: Modifiers) -> Vec<egui::Event> {
    let mut events = Vec::new();
    let pressed = event.state == ButtonState::Pressed;
    if pressed && modifiers.writes_text() {
        match &event.logical_key {
            Key::Character(text) if !text.contains(char::is_control) => {
                events.push(egui::Event::Text(text.to_string()))
            }
            Key::Space => events.push(egui::Event::Text(" ".to_owned())),
            _ => {}
        }
    }
    let Some(key) = egui_key(event) else { return events };
    let physical_key = helpers::bevy_to_egui_physical_key(&event.key_code);
    let modifiers = modifiers.egui();
    events.push(egui::Event::Key { key, physical_key, pressed, repeat: event.repeat, modifiers });
    if pressed && modifiers.command {
        match key {
            egui::Key::C => events.push(egui::Event::Copy),
            egui::Key::X => events.push(egui::Event::Cut),
            _ => {}
        }
    }
    events
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studio::command::lookup::of_key;

    /// Simulates a frame in which keys go down (`+`) and up (`-`), in this order.
    fn frame(keys: &mut Keys, events: &[(char, KeyCode)]) {
        keys.begin_frame();
        for (sign, key) in events {
            keys.note(
                *key,
                if *sign == '+' { ButtonState::Pressed } else { ButtonState::Released },
                false,
                false,
            );
        }
    }

    #[test]
    fn moving_keys_without_chords_are_no_commands() {
        for key in MOVING_KEYS.into_iter().flatten().flatten() {
            for shift in [false, true] {
                assert_eq!(
                    of_key(key, Modifiers { shift, ..Modifiers::default() }),
                    None,
                    "{key:?}, Shift {shift}"
                );
            }
        }
    }

    const CTRL: Modifiers = Modifiers { ctrl: true, shift: false, alt: false, system: false };

    #[test]
    fn a_chord_within_one_frame_keeps_its_modifier() {
        let mut keys = Keys::default();
        let (ctrl, e) = (KeyCode::ControlLeft, KeyCode::KeyE);
        frame(&mut keys, &[('+', ctrl), ('+', e), ('-', e), ('-', ctrl), ('+', KeyCode::KeyG)]);
        assert_eq!(keys.pressed(), [(e, CTRL), (KeyCode::KeyG, Modifiers::default())]);
        assert_eq!(keys.event_modifiers[1], CTRL);
        assert_eq!(keys.steer(), Steer::default(), "neither up nor down");
        frame(&mut keys, &[]);
        assert_eq!(keys.pressed(), []);
    }

    #[test]
    fn a_key_of_a_chord_never_moves_the_camera() {
        let mut keys = Keys::default();
        frame(
            &mut keys,
            &[('+', KeyCode::ControlRight), ('+', KeyCode::KeyE), ('-', KeyCode::ControlRight)],
        );
        assert_eq!(keys.steer(), Steer::default());
        frame(&mut keys, &[]);
        assert_eq!(keys.steer(), Steer::default());
        frame(&mut keys, &[('-', KeyCode::KeyE), ('+', KeyCode::KeyE)]);
        assert_eq!(keys.steer().up, 1.0, "pressed again, alone");
        frame(&mut keys, &[('+', KeyCode::ControlRight)]);
        assert_eq!(keys.steer(), Steer::default(), "while Ctrl is held nothing moves");
    }

    #[test]
    fn moving_keys_act_while_they_are_down_and_in_the_frame_of_a_tap() {
        let mut keys = Keys::default();
        frame(&mut keys, &[('+', KeyCode::KeyW), ('-', KeyCode::KeyW)]);
        assert_eq!(keys.steer().ahead, 1.0);
        frame(&mut keys, &[('+', KeyCode::ShiftLeft), ('+', KeyCode::ArrowLeft)]);
        assert_eq!(keys.steer(), Steer { right: -1.0, fast: true, ..Steer::default() });
        keys.begin_frame();
        keys.note(KeyCode::ArrowLeft, ButtonState::Pressed, true, false);
        assert_eq!((keys.steer().right, keys.pressed()), (-1.0, &[][..]), "a repeat is no press");
        keys.lose_focus();
        assert_eq!(keys.steer(), Steer::default());
    }

    #[test]
    fn a_typed_key_never_moves_the_camera() {
        let mut keys = Keys::default();
        keys.begin_frame();
        keys.note(KeyCode::KeyE, ButtonState::Pressed, false, true);
        keys.note(KeyCode::KeyW, ButtonState::Pressed, false, true);
        keys.note(KeyCode::KeyE, ButtonState::Released, false, true);
        assert_eq!(keys.steer(), Steer::default());
        keys.begin_frame();
        assert_eq!(keys.steer(), Steer::default(), "it is still down");
        frame(&mut keys, &[('-', KeyCode::KeyW), ('+', KeyCode::KeyW)]);
        assert_eq!(keys.steer().ahead, 1.0);
    }

    #[test]
    fn egui_gets_letters_as_text_but_no_chords() {
        let event = |logical: &str, key_code| KeyboardInput {
            key_code,
            logical_key: Key::Character(logical.into()),
            state: ButtonState::Pressed,
            text: None,
            repeat: false,
            window: Entity::PLACEHOLDER,
        };
        let texts = |events: &[egui::Event]| {
            events.iter().filter(|e| matches!(e, egui::Event::Text(_))).count()
        };
        let plain = egui_events(&event("a", KeyCode::KeyA), Modifiers::default());
        assert_eq!((plain.len(), texts(&plain)), (2, 1));
        let chord = egui_events(&event("a", KeyCode::KeyA), CTRL);
        assert!(
            matches!(chord[..], [egui::Event::Key { key: egui::Key::A, modifiers, .. }] if modifiers.ctrl)
        );
        let copy = egui_events(&event("c", KeyCode::KeyC), CTRL);
        assert!(matches!(copy[..], [egui::Event::Key { .. }, egui::Event::Copy]));
        let alt_gr = egui_events(&event("@", KeyCode::KeyQ), Modifiers { alt: true, ..CTRL });
        assert_eq!(texts(&alt_gr), 1);
    }
}
