//! Where the Tab key goes: from one field that is typed in to the next, over no button, so that
//! what is typed next is never taken for a shortcut. Where nothing is typed, the key is the land's.

use bevy_egui::egui::{Context, FocusDirection, Id, Key, LayerId, Modifiers, Response};

/// The fields of the last pass, in their order.
#[derive(Clone, Default)]
struct Stops(Vec<(LayerId, Id)>);

fn key() -> Id {
    Id::new("stops of the Tab key")
}

/// Moves the focus by the presses of this pass; before the pass' first field.
pub fn begin(context: &Context) {
    let Stops(stops) =
        context.data_mut(|data| std::mem::take(data.get_temp_mut_or_default::<Stops>(key())));
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
    response.ctx.data_mut(|data| data.get_temp_mut_or_default::<Stops>(key()).0.push(stop));
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
}
