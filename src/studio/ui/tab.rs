//! Where the Tab key goes. Where a value is typed, it goes from one field to the next and over no
//! button, so that what is typed next is never taken for a shortcut. Where the panel was entered
//! (Ctrl+Tab), it goes over all that can be pressed. Else the key is the land's.

use bevy_egui::egui::{
    Context, EventFilter, FocusDirection, Id, Key, LayerId, Modifiers, Order, Rect, Response,
    Sense, StrokeKind, WidgetInfo, WidgetType,
};

use super::shared;
use super::theme;

/// The fields of the last pass, in their order.
#[derive(Clone, Default)]
struct Stops(Vec<(LayerId, Id)>);

/// Whether the keyboard walks over all of the panels.
#[derive(Clone, Copy, Default)]
struct Walk {
    on: bool,
    /// Until something has the focus.
    begins: bool,
    /// Nothing had the focus in the pass before: behind the last thing the first has it a pass
    /// later.
    lost: bool,
    /// The field that Enter took the focus from, which gets it back.
    back: Option<Id>,
    /// What a list was scrolled to last.
    seen: Option<Id>,
}

/// Begins to walk, or ends it.
fn set_walk(context: &Context, on: bool, begins: bool) {
    shared::with(context, |walk: &mut Walk| {
        (walk.on, walk.begins, walk.lost) = (on, begins, false);
    });
}

/// Enters the panels, or leaves them for the land.
pub fn enter_or_leave(context: &Context) {
    let on = !walks(context);
    set_walk(context, on, on);
    if !on && let Some(focused) = context.memory(|memory| memory.focused()) {
        context.memory_mut(|memory| memory.surrender_focus(focused));
    }
    context.request_repaint();
}

/// Leaves the panels for the land, if the keyboard walks over them.
pub fn leave(context: &Context) {
    if walks(context) {
        enter_or_leave(context);
    }
}

/// Begins to walk at something that has just been drawn.
pub fn walk_from(context: &Context, id: Id) {
    set_walk(context, true, false);
    context.memory_mut(|memory| memory.request_focus(id));
    context.request_repaint();
}

/// Whether the keyboard walks over all of the panels.
pub fn walks(context: &Context) -> bool {
    shared::get::<Walk>(context).on
}

/// The sense of something that is clicked: while one types values, the keyboard passes over it.
pub fn click(context: &Context) -> Sense {
    if walks(context) { Sense::click() } else { Sense::CLICK }
}

/// Says what something that is clicked is called.
pub fn name(response: &Response, name: &str) {
    let enabled = response.enabled();
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, enabled, name));
}

/// Moves the focus by the presses of this pass; before the pass' first field.
pub fn begin(context: &Context) {
    let Stops(stops) = shared::take(context);
    if walks(context) {
        go_on(context, &stops);
        return;
    }
    let presses = |with: Modifiers| {
        context
            .input(|input| input.events.iter().filter(|event| is_tab(event, with)).count() as isize)
    };
    let steps = presses(Modifiers::NONE) - presses(Modifiers::SHIFT);
    let focused = context.memory(|memory| memory.focused());
    let next = stops.iter().position(|(_, id)| Some(*id) == focused).map(|at| {
        // Fields of a window or panel of its own are a round of their own.
        let round: Vec<_> =
            stops.iter().filter(|(layer, _)| *layer == stops[at].0).map(|(_, id)| *id).collect();
        let place = round.iter().position(|id| Some(*id) == focused).unwrap_or_default() as isize;
        round[(place + steps).rem_euclid(round.len() as isize) as usize]
    });
    context.memory_mut(|memory| {
        // egui's own order has every button in it.
        memory.move_focus(FocusDirection::None);
        if let (Some(next), true) = (next, steps != 0) {
            memory.request_focus(next);
        }
    });
}

/// Walks on, by egui's own order. A click and Esc end it, and a value that is ended by Enter does
/// not.
fn go_on(context: &Context, stops: &[(LayerId, Id)]) {
    let mut walk: Walk = shared::get(context);
    let (ends, entered) = context.input(|input| {
        (
            input.pointer.any_pressed() || input.key_pressed(Key::Escape),
            input.key_pressed(Key::Enter),
        )
    });
    let focused = context.memory(|memory| memory.focused());
    match focused {
        _ if ends => walk.on = false,
        None if walk.begins => {
            if let Some((_, first)) = stops.first() {
                context.memory_mut(|memory| memory.request_focus(*first));
            }
            walk.begins = false;
        }
        // A field lets the focus go with Enter.
        Some(id) if entered && stops.iter().any(|(_, stop)| *stop == id) => {
            walk.back = Some(id);
        }
        None => match walk.back.take() {
            Some(id) => context.memory_mut(|memory| memory.request_focus(id)),
            None => {
                (walk.on, walk.lost) = (!walk.lost, true);
                context.request_repaint();
            }
        },
        Some(_) => walk.lost = false,
    }
    shared::put(context, walk);
}

/// What arrows ask of something that folds and has the keyboard: to open or to close.
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

/// Draws a ring around what has the focus, while the keyboard walks; after the pass' last widget.
pub fn end(context: &Context) {
    let focused = context.memory(|memory| memory.focused()).filter(|_| walks(context));
    let Some(response) = focused.and_then(|id| context.read_response(id)) else { return };
    let ring: Rect = response.interact_rect.expand(2.0);
    let layer = LayerId::new(Order::Tooltip, Id::new("focus"));
    let stroke = (2.0, theme::of_context(context).accent);
    context.layer_painter(layer).rect_stroke(ring, 4.0, stroke, StrokeKind::Outside);
}

/// Brings what has come to have the focus into the part of a list that is seen; at the list's end.
pub fn scroll(ui: &mut bevy_egui::egui::Ui) {
    let context = ui.ctx().clone();
    let focused = context.memory(|memory| memory.focused()).filter(|_| walks(&context));
    let before = shared::get::<Walk>(&context).seen;
    let Some(id) = focused.filter(|id| before != Some(*id)) else { return };
    shared::with(&context, |walk: &mut Walk| walk.seen = Some(id));
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

/// Makes a field one that the Tab key goes to.
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
