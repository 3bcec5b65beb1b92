//! The field for a number, which the user drags or types. A bar shows the number within its range.

use bevy_egui::egui::accesskit::{Action, ActionData, Role};
use bevy_egui::egui::{
    self, Align2, CursorIcon, Id, Key, Modifiers, Rect, Response, Sense, TextEdit, Ui, WidgetInfo,
};

use super::display_scale::{DisplayScale, suffix};
use super::reading::{FieldTextError, read};
use super::typed_text;
use crate::studio::ui::{messages, tab, text, theme};

/// The change by one press of an arrow key, as a share of the range. With Shift it is a tenth of
/// this.
const STEP: f64 = 0.01;
/// The factor by which Shift reduces the speed of drags and steps.
const FINE: f64 = 0.1;

/// A field for a number.
pub struct NumberField<'a> {
    /// The address of the parameter, from which the field's id is derived.
    pub address: &'a str,
    /// The name of the parameter.
    pub label: &'a str,
    /// The smallest and the largest allowed value.
    pub range: [f64; 2],
    /// The range of values that a drag covers; typed numbers may go beyond it.
    pub drag_range: [f64; 2],
    pub log: bool,
    pub whole: bool,
    pub scale: DisplayScale,
    /// The unit that is displayed after the number.
    pub unit: &'static str,
}

/// A drag in progress: its position, as a share of the scale from 0 to 1, and the scale.
#[derive(Clone, Copy)]
struct FieldDrag {
    share: f64,
    interpolation: Interpolation,
}

/// A linear or logarithmic scale between two numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Interpolation {
    ends: [f64; 2],
    log: bool,
}

impl Interpolation {
    fn share(self, x: f64) -> f64 {
        let [low, high] = self.ends;
        if self.log { (x / low).ln() / (high / low).ln() } else { (x - low) / (high - low) }
    }

    fn number(self, share: f64) -> f64 {
        let [low, high] = self.ends;
        if self.log { low * (high / low).powf(share) } else { low + (high - low) * share }
    }

    /// Returns the scale with its ends extended to include a number.
    fn extended_to(self, x: f64) -> Self {
        let [low, high] = self.ends;
        Self { ends: [low.min(x), high.max(x)], ..self }
    }
}

impl NumberField<'_> {
    /// Shows the field at `place`. Returns the new value if the user changed it.
    pub fn show(&self, ui: &mut Ui, place: Rect, value: f64) -> (Response, Option<f64>) {
        let id = id_of(ui, self.address);
        let is_editing = ui.is_enabled()
            && ui.memory_mut(|memory| {
                memory.interested_in_focus(id, ui.layer_id());
                memory.has_focus(id)
            });
        if let Some(typed) = typed_text::take_entered(ui, id) {
            let response = ui.interact(place, id, Sense::click_and_drag());
            self.paint(ui, &response, value);
            return (response, self.typed_value(ui, &typed, value));
        }
        let requested = self.requested_value(ui, id, value, is_editing);
        let shown = requested.unwrap_or(value);
        let (response, dragged) = if is_editing {
            if requested.is_some() {
                typed_text::take_text(ui, id);
            }
            self.edit(ui, id, place, shown)
        } else {
            self.drag(ui, id, place, shown)
        };
        tab::stop(&response);
        self.describe(ui, &response, dragged.unwrap_or(shown), is_editing);
        (response, dragged.or(requested))
    }

    fn interpolation(&self) -> Interpolation {
        let [low, high] = self.scale.range(self.drag_range);
        Interpolation { ends: [low, high.max(low + 1e-9)], log: self.log }
    }

    /// Evaluates a typed text. The value may be out of range.
    fn read(&self, typed: &str, value: f64) -> Result<f64, FieldTextError> {
        let read_value = read(typed, self.unit, self.scale, self.range, value)?;
        Ok(if self.whole { read_value.round() } else { read_value })
    }

    /// Returns true if a typed text gives an allowed value.
    fn reads(&self, typed: &str, value: f64) -> bool {
        self.read(typed, value).is_ok_and(|read_value| self.allowed(read_value) == read_value)
    }

    /// Returns the value of a typed text, clamped to the range. A message tells the user about
    /// clamping and errors. If the text is unchanged, returns `None`, because the text may have
    /// fewer digits than the value.
    fn typed_value(&self, ui: &Ui, typed: &str, value: f64) -> Option<f64> {
        if typed == self.text(value) {
            return None;
        }
        let (label, text) = (self.label, crate::text::sanitise(typed.trim()));
        match self.read(typed, value) {
            Ok(read_value) => {
                let allowed = self.allowed(read_value);
                if allowed != read_value {
                    let [low, high] = self.range_texts();
                    let clamped = self.text(allowed);
                    let message =
                        format!("{label} goes from {low} to {high}: {text} became {clamped}");
                    messages::queue(ui.ctx(), message);
                }
                Some(allowed)
            }
            Err(error) => {
                let message = format!("{label}: {error}; it stays at {}", self.text(value));
                messages::queue(ui.ctx(), message);
                None
            }
        }
    }

    /// Returns the two ends of the range as texts.
    fn range_texts(&self) -> [String; 2] {
        let ends = self.scale.range(self.range);
        ends.map(|x| format!("{}{}", digits(x, x.abs().max(1.0)), suffix(self.unit)))
    }

    fn allowed(&self, value: f64) -> f64 {
        let value = if self.whole { value.round() } else { value };
        value.clamp(self.range[0], self.range[1])
    }

    /// Returns the value at a share of the scale, rounded to the digits that one pixel of a drag
    /// can distinguish.
    fn value_at(&self, interpolation: Interpolation, share: f64, pixel: f64) -> f64 {
        let share = share.clamp(0.0, 1.0);
        let number = interpolation.number(share);
        let step = (interpolation.number((share + pixel).min(1.0))
            - interpolation.number((share - pixel).max(0.0)))
        .abs();
        let places = (-(0.5 * step).max(1e-12).log10().floor()).clamp(0.0, 9.0) as i32;
        let unit = 10f64.powi(places);
        let ends = interpolation.ends;
        let rounded = ((number * unit).round() / unit).clamp(ends[0], ends[1]);
        self.allowed(self.scale.value(rounded))
    }

    /// Returns the value that arrow keys or a screen reader request.
    fn requested_value(&self, ui: &Ui, id: Id, value: f64, is_editing: bool) -> Option<f64> {
        let (steps, set) = ui.input_mut(|input| {
            let mut presses = |with, key| input.count_and_consume_key(with, key) as f64;
            let mut steps = 0.0;
            if is_editing {
                let up_down = |presses: &mut dyn FnMut(Modifiers, Key) -> f64, with| {
                    presses(with, Key::ArrowUp) - presses(with, Key::ArrowDown)
                };
                steps += FINE * up_down(&mut presses, Modifiers::SHIFT);
                steps += up_down(&mut presses, Modifiers::NONE);
            }
            steps += input.num_accesskit_action_requests(id, Action::Increment) as f64;
            steps -= input.num_accesskit_action_requests(id, Action::Decrement) as f64;
            let set = input.accesskit_action_requests(id, Action::SetValue).find_map(|request| {
                match request.data {
                    Some(ActionData::NumericValue(number)) => Some(self.scale.value(number)),
                    _ => None,
                }
            });
            (steps, set)
        });
        if let Some(set) = set.filter(|set| set.is_finite()) {
            return Some(self.allowed(set));
        }
        if steps == 0.0 || !ui.is_enabled() {
            return None;
        }
        if self.whole {
            return Some(self.allowed(value + steps.signum() * steps.abs().ceil()));
        }
        let number = self.scale.displayed(value);
        let interpolation = self.interpolation().extended_to(number);
        Some(self.value_at(
            interpolation,
            interpolation.share(number) + STEP * steps,
            0.1 * STEP * FINE,
        ))
    }

    fn edit(&self, ui: &mut Ui, id: Id, place: Rect, value: f64) -> (Response, Option<f64>) {
        let stored = typed_text::take_text(ui, id);
        let is_new = stored.is_none();
        let mut typed = stored.unwrap_or_else(|| self.text(value));
        let is_read = self.reads(&typed, value);
        let colours = theme::of(ui);
        // This must come before the text field, which handles typed letters in the same pass.
        if is_new {
            typed_text::select_all(ui, id, &typed);
        }
        let line = TextEdit::singleline(&mut typed)
            .id(id)
            .text_color(if is_read { colours.strong } else { colours.error })
            .horizontal_align(egui::Align::Center)
            .vertical_align(egui::Align::Center)
            .margin(egui::Margin::symmetric(4, 1))
            .desired_width(place.width());
        let response = ui.put(place, line);
        if response.double_clicked() {
            typed_text::select_all(ui, id, &typed);
        }
        if response.lost_focus() {
            let is_ended = !ui.input(|input| input.key_pressed(Key::Escape));
            let read = is_ended.then(|| self.typed_value(ui, &typed, value)).flatten();
            return (response, read);
        }
        typed_text::store_text(ui, id, typed);
        (response, None)
    }

    fn drag(&self, ui: &mut Ui, id: Id, place: Rect, value: f64) -> (Response, Option<f64>) {
        let response = ui.interact(place, id, Sense::click_and_drag());
        let response = response.on_hover_cursor(CursorIcon::ResizeHorizontal);
        let is_held = response.is_pointer_button_down_on();
        let mut edited = None;
        if response.clicked() || response.double_clicked() {
            ui.memory_mut(|memory| memory.request_focus(id));
        } else if response.dragged_by(egui::PointerButton::Primary) {
            let number = self.scale.displayed(value);
            let new_drag = || {
                let interpolation = self.interpolation().extended_to(number);
                FieldDrag { share: interpolation.share(number), interpolation }
            };
            let mut drag = ui.data(|data| data.get_temp(id)).unwrap_or_else(new_drag);
            let is_fine = ui.input(|input| input.modifiers.shift);
            let pixel = if is_fine { FINE } else { 1.0 } / f64::from(place.width());
            let change = f64::from(response.drag_delta().x) * pixel;
            if change != 0.0 {
                drag.share += change;
                edited = Some(self.value_at(drag.interpolation, drag.share, pixel));
            }
            ui.data_mut(|data| data.insert_temp(id, drag));
        } else if !is_held {
            ui.data_mut(|data| data.remove::<FieldDrag>(id));
        }
        self.paint(ui, &response, edited.unwrap_or(value));
        (response, edited)
    }

    fn paint(&self, ui: &Ui, response: &Response, value: f64) {
        let colours = theme::of(ui);
        let (place, number) = (response.rect, self.scale.displayed(value));
        let drag: Option<FieldDrag> = ui.data(|data| data.get_temp(response.id));
        let interpolation = drag
            .map_or_else(|| self.interpolation().extended_to(number), |drag| drag.interpolation);
        let is_active = ui.is_enabled() && (response.hovered() || response.dragged());
        let fill = if is_active { ui.visuals().widgets.hovered.bg_fill } else { colours.field };
        let painter = ui.painter();
        painter.rect_filled(place, 3.0, fill);
        if ui.is_enabled() {
            let x =
                |share: f64| egui::lerp(place.left()..=place.right(), share.clamp(0.0, 1.0) as f32);
            // If the range includes zero, the bar starts at zero, otherwise at the lower end.
            let has_zero =
                !interpolation.log && interpolation.ends[0] < 0.0 && interpolation.ends[1] > 0.0;
            let [from, to] = [
                if has_zero { interpolation.share(0.0) } else { 0.0 },
                interpolation.share(number),
            ];
            let bar = Rect::from_x_y_ranges(x(from.min(to))..=x(from.max(to)), place.y_range());
            painter.rect_filled(bar, 3.0, colours.bar);
            // A line marks the position during a drag only, because it would cross the digits.
            if is_active {
                let end = x(to).clamp(place.left() + 1.0, place.right() - 1.0);
                painter.vline(end, place.y_range(), (1.5, colours.muted));
            }
        }
        let colour = if ui.is_enabled() { colours.strong } else { colours.text };
        let font = egui::TextStyle::Button.resolve(ui.style());
        painter.text(place.center(), Align2::CENTER_CENTER, self.text(value), font, colour);
    }

    /// Returns the number with its unit.
    fn text(&self, value: f64) -> String {
        let number = self.scale.displayed(value);
        if self.scale != DisplayScale::Plain && self.unit == "km" && number.abs() < 1.0 {
            return format!("{} m", digits(1000.0 * number, 1000.0 * number.abs()));
        }
        let [low, high] = self.interpolation().ends;
        let span = if self.log { number.abs() } else { high - low };
        let plain = self.whole && self.scale == DisplayScale::Plain;
        format!(
            "{}{}",
            if plain { text::trimmed(number, 0) } else { digits(number, span) },
            suffix(self.unit)
        )
    }

    /// Describes the field to screen readers.
    fn describe(&self, ui: &Ui, response: &Response, value: f64, is_editing: bool) {
        let number = self.scale.displayed(value);
        response.widget_info(|| WidgetInfo::drag_value(ui.is_enabled(), number));
        ui.ctx().accesskit_node_builder(response.id, |node| {
            let [low, high] = self.scale.range(self.range);
            node.set_role(Role::SpinButton);
            node.set_label(self.label);
            node.set_numeric_value(number);
            node.set_min_numeric_value(low);
            node.set_max_numeric_value(high);
            [Action::SetValue, Action::Increment, Action::Decrement]
                .into_iter()
                .for_each(|action| node.add_action(action));
            if !is_editing {
                node.set_value(self.text(value));
            }
        });
    }
}

/// Returns the id of a parameter's field, for example to focus the field.
pub fn id_of(ui: &Ui, address: &str) -> Id {
    Id::new(("field of", address, ui.layer_id()))
}

/// Formats a number with about four digits of `span`: 0.7, 12.34. Trailing zeros are left out.
pub fn digits(x: f64, span: f64) -> String {
    let places = (3 - span.max(1e-3).log10().floor() as i32).clamp(0, 4) as usize;
    text::trimmed(x, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_about_four_digits() {
        for (x, span, text) in [
            (8.0, 9.0, "8"),
            (0.45, 1.0, "0.45"),
            (0.7, 0.7, "0.7"),
            (0.01234, 0.01234, "0.0123"),
            (-30.04, 8000.0, "−30"),
            (600.4, 8000.0, "600"),
        ] {
            assert_eq!(digits(x, span), text);
        }
    }

    #[test]
    fn a_share_gives_its_number_and_the_number_its_share() {
        for interpolation in [
            Interpolation { ends: [-30.0, 50.0], log: false },
            Interpolation { ends: [0.01, 100.0], log: true },
            Interpolation { ends: [0.0, 1.0], log: false }.extended_to(7.0),
        ] {
            for share in [0.0, 0.25, 1.0] {
                assert!(
                    (interpolation.share(interpolation.number(share)) - share).abs() < 1e-12,
                    "{interpolation:?}"
                );
            }
        }
    }
}
