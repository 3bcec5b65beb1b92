//! Lets Esc cancel a drag: the value from before the drag returns.

use bevy::prelude::Resource;
use bevy_egui::egui::{Context, Key, Popup};

/// A copy, made before a drag, of everything that the drag may change.
#[derive(Debug)]
pub struct BeforeDrag<T>(Option<T>);

impl<T> Default for BeforeDrag<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> BeforeDrag<T> {
    /// Returns the copy if Esc cancels a drag in this pass. Call this in every pass before drawing.
    /// `now` makes the copy; it is called in the first pass of a drag.
    pub fn take_if_cancelled(&mut self, context: &Context, now: impl FnOnce() -> T) -> Option<T> {
        if context.dragged_id().is_some() {
            self.0.get_or_insert_with(now);
            return None;
        }
        // egui itself ends a drag on Esc, before the pass begins.
        self.0.take().filter(|_| is_pressed(context))
    }
}

/// Returns true if Esc was pressed in this pass.
fn is_pressed(context: &Context) -> bool {
    context.input(|input| input.key_pressed(Key::Escape))
}

/// True if the panels used Esc in this pass. The key then closes no window.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EscTaken(pub bool);

impl EscTaken {
    /// Returns the value for a pass: true if Esc ended a drag, or closes an egui menu or list.
    pub fn after_pass(context: &Context, ends_drag: bool) -> Self {
        Self(is_pressed(context) && (ends_drag || Popup::is_any_open(context)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::{self, Event, Modifiers, PointerButton, Pos2, RawInput, pos2, vec2};

    /// A slider for tests, with a number that a drag changes.
    struct Slider {
        context: Context,
        before: BeforeDrag<f32>,
        number: f32,
        taken_flags: Vec<bool>,
    }

    impl Slider {
        fn pass(&mut self, events: Vec<Event>) {
            let Self { context, before, number, taken_flags } = self;
            let _ = context.run_ui(RawInput { events, ..Default::default() }, |ui| {
                let restored = before.take_if_cancelled(ui.ctx(), || *number);
                taken_flags.push(EscTaken::after_pass(ui.ctx(), restored.is_some()).0);
                *number = restored.unwrap_or(*number);
                let area = egui::Area::new("slider".into()).fixed_pos(pos2(20.0, 20.0));
                area.show(ui.ctx(), |ui| {
                    let sense = egui::Sense::click_and_drag();
                    let (_, response) = ui.allocate_exact_size(vec2(100.0, 40.0), sense);
                    *number += response.drag_delta().x;
                });
            });
        }

        fn button(&mut self, pos: Pos2, pressed: bool) {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            self.pass(vec![Event::PointerButton { pos, button, pressed, modifiers }]);
        }

        fn esc(&mut self) {
            let (key, modifiers) = (Key::Escape, Modifiers::NONE);
            let event =
                |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
            self.pass(vec![event(true), event(false)]);
        }
    }

    #[test]
    fn esc_cancels_a_drag_and_changes_nothing_after_it() {
        let mut slider = Slider {
            context: Context::default(),
            before: BeforeDrag::default(),
            number: 7.0,
            taken_flags: vec![],
        };
        let position = pos2(50.0, 40.0);
        (0..2).for_each(|_| slider.pass(vec![Event::PointerMoved(position)]));
        slider.button(position, true);
        slider.pass(vec![Event::PointerMoved(position + vec2(30.0, 0.0))]);
        slider.pass(vec![Event::PointerMoved(position + vec2(45.0, 0.0))]);
        assert!(slider.number > 20.0, "{}", slider.number);
        slider.esc();
        assert_eq!((slider.number, slider.taken_flags.last()), (7.0, Some(&true)));
        slider.pass(vec![Event::PointerMoved(position + vec2(60.0, 0.0))]);
        assert_eq!(slider.number, 7.0, "the button is still held");
        slider.button(position, false);
        // Esc does not revert a finished drag.
        slider.button(position, true);
        slider.pass(vec![Event::PointerMoved(position + vec2(30.0, 0.0))]);
        slider.button(position + vec2(30.0, 0.0), false);
        let dragged = slider.number;
        assert!(dragged > 20.0, "{dragged}");
        slider.esc();
        assert_eq!((slider.number, slider.taken_flags.last()), (dragged, Some(&false)));
    }
}
