//! What parts of the panels tell each other in egui's context, each kind of it by its type.

use std::any::type_name;
use std::collections::HashMap;

use bevy_egui::egui::{Context, Id, Plugin, Rect};

/// A value of the context.
struct Shared<T>(T);

impl<T: Send + Sync + 'static> Plugin for Shared<T> {
    fn debug_name(&self) -> &'static str {
        type_name::<T>()
    }
}

/// Reads or changes the context's value of a type, which begins as its default. The value is locked
/// meanwhile: `act` asks for no other of the same type.
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

/// A copy of the context's value of a type.
pub fn get<T: Clone + Default + Send + Sync + 'static>(context: &Context) -> T {
    with(context, |value: &mut T| value.clone())
}

/// Puts the context's value of a type.
pub fn put<T: Default + Send + Sync + 'static>(context: &Context, value: T) {
    with(context, |own| *own = value);
}

/// Takes the context's value of a type, and leaves the default.
pub fn take<T: Default + Send + Sync + 'static>(context: &Context) -> T {
    with(context, std::mem::take)
}

/// Where widgets were drawn last.
#[derive(Default)]
struct Places(HashMap<Id, Rect>);

/// Notes where a widget is, for whoever points at it.
pub fn note_place(context: &Context, widget: Id, place: Rect) {
    with(context, |places: &mut Places| _ = places.0.insert(widget, place));
}

/// Where a widget was drawn last.
pub fn place_of(context: &Context, widget: Id) -> Option<Rect> {
    with(context, |places: &mut Places| places.0.get(&widget).copied())
}

/// Where a widget was drawn last; it is known again once it is drawn anew.
pub fn take_place(context: &Context, widget: Id) -> Option<Rect> {
    with(context, |places: &mut Places| places.0.remove(&widget))
}
