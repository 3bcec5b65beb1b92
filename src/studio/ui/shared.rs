//! Values that the panels share through egui's context, one for each type.

use std::any::type_name;
use std::collections::HashMap;

use bevy_egui::egui::{Context, Id, Plugin, Rect};

/// Stores a value of a type in the context.
struct Shared<T>(T);

impl<T: Send + Sync + 'static> Plugin for Shared<T> {
    fn debug_name(&self) -> &'static str {
        type_name::<T>()
    }
}

/// Calls `act` with the shared value of a type, which starts as the default. The value is locked
/// meanwhile, so `act` must not access the value of the same type again.
pub fn with<T, R>(context: &Context, act: impl FnOnce(&mut T) -> R) -> R
where
    T: Default + Send + Sync + 'static,
{
    if context.plugin_opt::<Shared<T>>().is_none() {
        context.add_plugin(Shared(T::default()));
    }
    let value = context.plugin::<Shared<T>>();
    act(&mut value.lock().0)
}

/// Copies the shared value of a type.
pub fn get<T: Clone + Default + Send + Sync + 'static>(context: &Context) -> T {
    with(context, |value: &mut T| value.clone())
}

/// Sets the shared value of a type.
pub fn put<T: Default + Send + Sync + 'static>(context: &Context, value: T) {
    with(context, |stored| *stored = value);
}

/// Returns the shared value of a type, and leaves the default in its place.
pub fn take<T: Default + Send + Sync + 'static>(context: &Context) -> T {
    with(context, std::mem::take)
}

/// The last position of each widget.
#[derive(Default)]
struct WidgetPlaces(HashMap<Id, Rect>);

/// Records the position of a widget, for hints that point at it.
pub fn note_place(context: &Context, widget: Id, place: Rect) {
    with(context, |places: &mut WidgetPlaces| _ = places.0.insert(widget, place));
}

/// Returns the last position of a widget.
pub fn place_of(context: &Context, widget: Id) -> Option<Rect> {
    with(context, |places: &mut WidgetPlaces| places.0.get(&widget).copied())
}

/// Returns the last position of a widget, and forgets it until the widget is drawn again.
pub fn take_place(context: &Context, widget: Id) -> Option<Rect> {
    with(context, |places: &mut WidgetPlaces| places.0.remove(&widget))
}
