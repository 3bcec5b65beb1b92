//! The Tab key and the keyboard navigation of the panels.
//!
//! While the user types a value, Tab moves between fields and skips buttons, so that the next typed
//! letter is never a shortcut. After Ctrl+Tab, it visits every widget of the panels. Otherwise the
//! key belongs to the land.

use bevy_egui::egui::{
    Context, EventFilter, FocusDirection, Id, Key, LayerId, Modifiers, Order, Rect, Response,
    Sense, StrokeKind, WidgetInfo, WidgetType,
};

use super::shared;
use super::theme;

/// The fields of the last pass, in drawing order, between which Tab moves.
#[derive(Clone, Default)]
struct Stops(Vec<(LayerId, Id)>);

/// The state of the keyboard navigation over all widgets of the panels.
#[derive(Clone, Copy, Default)]
struct TabNavigation {
    is_on: bool,
    /// True from the start until a widget has the focus.
    is_starting: bool,
    /// True if no widget had the focus in the previous pass. egui needs one pass without focus to
    /// go from the last widget to the first.
    had_no_focus: bool,
    /// The field that lost the focus because of Enter and gets it back.
    refocus: Option<Id>,
    /// The focused widget to which a list has scrolled.
    scrolled_to: Option<Id>,
}

/// Starts or ends the keyboard navigation.
fn set_navigation(context: &Context, on: bool, is_starting: bool) {
    shared::with(context, |navigation: &mut TabNavigation| {
        (navigation.is_on, navigation.is_starting, navigation.had_no_focus) =
            (on, is_starting, false);
    });
}

/// Moves the keyboard to the panels, or back to the land.
pub fn enter_or_leave(context: &Context) {
    let on = !is_navigating(context);
    set_navigation(context, on, on);
    if !on && let Some(focused) = context.memory(|memory| memory.focused()) {
        context.memory_mut(|memory| memory.surrender_focus(focused));
    }
    context.request_repaint();
}

/// Moves the keyboard back to the land if it navigates the panels.
pub fn leave(context: &Context) {
    if is_navigating(context) {
        enter_or_leave(context);
    }
}

/// Starts the navigation at a widget of this pass.
pub fn navigate_from(context: &Context, id: Id) {
    set_navigation(context, true, false);
    context.memory_mut(|memory| memory.request_focus(id));
    context.request_repaint();
}

/// Returns true if the keyboard navigates the panels.
pub fn is_navigating(context: &Context) -> bool {
    shared::get::<TabNavigation>(context).is_on
}

/// Returns the sense of a clickable widget. While the user types values, the widget takes no focus.
pub fn click(context: &Context) -> Sense {
    if is_navigating(context) { Sense::click() } else { Sense::CLICK }
}

/// Gives a clickable widget its name for screen readers.
pub fn name(response: &Response, name: &str) {
    let enabled = response.enabled();
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, enabled, name));
}

/// Moves the focus by the Tab presses of this pass. Call it before the first field.
pub fn begin(context: &Context) {
    let Stops(stops) = shared::take(context);
    if is_navigating(context) {
        continue_navigation(context, &stops);
        return;
    }
    let presses = |with: Modifiers| {
        context
            .input(|input| input.events.iter().filter(|event| is_tab(event, with)).count() as isize)
    };
    let steps = presses(Modifiers::NONE) - presses(Modifiers::SHIFT);
    let focused = context.memory(|memory| memory.focused());
    let next = stops.iter().position(|(_, id)| Some(*id) == focused).map(|index| {
        // Tab stays within the window or panel of the focused field.
        let fields: Vec<_> =
            stops.iter().filter(|(layer, _)| *layer == stops[index].0).map(|(_, id)| *id).collect();
        let place = fields.iter().position(|id| Some(*id) == focused).unwrap_or_default() as isize;
        fields[(place + steps).rem_euclid(fields.len() as isize) as usize]
    });
    context.memory_mut(|memory| {
        // Cancels egui's own move of the focus, which would visit every button.
        memory.move_focus(FocusDirection::None);
        if let (Some(next), true) = (next, steps != 0) {
            memory.request_focus(next);
        }
    });
}

/// Continues the navigation in egui's order. A click and Esc end it; Enter in a field does not.
fn continue_navigation(context: &Context, stops: &[(LayerId, Id)]) {
    let mut navigation: TabNavigation = shared::get(context);
    let (is_ended, has_enter) = context.input(|input| {
        (
            input.pointer.any_pressed() || input.key_pressed(Key::Escape),
            input.key_pressed(Key::Enter),
        )
    });
    let focused = context.memory(|memory| memory.focused());
    match focused {
        _ if is_ended => navigation.is_on = false,
        None if navigation.is_starting => {
            if let Some((_, first)) = stops.first() {
                context.memory_mut(|memory| memory.request_focus(*first));
            }
            navigation.is_starting = false;
        }
        // A field gives up the focus on Enter.
        Some(id) if has_enter && stops.iter().any(|(_, stop)| *stop == id) => {
            navigation.refocus = Some(id);
        }
        None => match navigation.refocus.take() {
            Some(id) => context.memory_mut(|memory| memory.request_focus(id)),
            None => {
                (navigation.is_on, navigation.had_no_focus) = (!navigation.had_no_focus, true);
                context.request_repaint();
            }
        },
        Some(_) => navigation.had_no_focus = false,
    }
    shared::put(context, navigation);
}

/// Handles the left and right arrow keys for a focused widget that folds. Returns `Some(true)` to
/// open it and `Some(false)` to close it.
pub fn folds(response: &Response) -> Option<bool> {
    if !response.has_focus() {
        return None;
    }
    let filter = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
    response.ctx.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    response.ctx.input_mut(|input| {
        let mut pressed = |key| input.consume_key(Modifiers::NONE, key);
        match (pressed(Key::ArrowRight), pressed(Key::ArrowLeft)) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    })
}

/// Draws the focus ring during keyboard navigation. Call it after the last widget.
pub fn end(context: &Context) {
    let focused = context.memory(|memory| memory.focused()).filter(|_| is_navigating(context));
    let Some(response) = focused.and_then(|id| context.read_response(id)) else { return };
    let ring: Rect = response.interact_rect.expand(2.0);
    let layer = LayerId::new(Order::Tooltip, Id::new("focus"));
    let stroke = (2.0, theme::of_context(context).accent);
    context.layer_painter(layer).rect_stroke(ring, 4.0, stroke, StrokeKind::Outside);
}

/// Scrolls a list to a newly focused widget in it. Call it at the end of the list.
pub fn scroll(ui: &mut bevy_egui::egui::Ui) {
    let context = ui.ctx().clone();
    let focused = context.memory(|memory| memory.focused()).filter(|_| is_navigating(&context));
    let before = shared::get::<TabNavigation>(&context).scrolled_to;
    let Some(id) = focused.filter(|id| before != Some(*id)) else { return };
    shared::with(&context, |navigation: &mut TabNavigation| navigation.scrolled_to = Some(id));
    if let Some(response) = context.read_response(id)
        && response.layer_id == ui.layer_id()
        && ui.min_rect().contains_rect(response.rect)
    {
        ui.scroll_to_rect(response.rect.expand(30.0), None);
    }
}

fn is_tab(event: &bevy_egui::egui::Event, with: Modifiers) -> bool {
    use bevy_egui::egui::Event;
    matches!(event, Event::Key { key: Key::Tab, pressed: true, modifiers, .. } if *modifiers == with)
}

/// Makes a field a stop of the Tab key. Call it for each field in each pass.
pub fn stop(response: &Response) {
    if !response.enabled() {
        return;
    }
    let stop = (response.layer_id, response.id);
    shared::with(&response.ctx, |stops: &mut Stops| stops.0.push(stop));
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
}
