//! Explanations of parameters: the row under the pointer, the row that the user asks about, and the
//! small picture with a link at the end of a tooltip. The lab draws the pictures.

use bevy_egui::egui::{Context, Image, Sense, TextureHandle, Ui, vec2};

use super::shared;
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::with_keys;

/// The width of the picture in a tooltip.
const WIDTH: f32 = 150.0;

/// The last row under the pointer, and the pass number.
#[derive(Clone, Default)]
struct Pointed(String, u64);

/// The parameter that the user asks about.
#[derive(Default)]
struct RequestedParameter(Option<String>);

/// The parameter whose picture a tooltip needs.
#[derive(Default)]
struct WantedPicture(Option<String>);

/// The picture of a parameter's figure.
#[derive(Clone)]
pub struct Explanation {
    pub address: String,
    pub texture: TextureHandle,
    /// The figure's title.
    pub title: &'static str,
}

/// The picture that is available.
#[derive(Clone, Default)]
struct AvailablePicture(Option<Explanation>);

/// Requests the explanation of a parameter.
pub fn ask(context: &Context, address: &str) {
    shared::put(context, RequestedParameter(Some(address.to_owned())));
    context.request_repaint();
}

/// Takes the parameter that the user asked about.
pub fn take_asked(context: &Context) -> Option<String> {
    shared::take::<RequestedParameter>(context).0
}

/// Records that a row is under the pointer or has the keyboard.
pub fn point(context: &Context, address: &str) {
    shared::put(context, Pointed(address.to_owned(), context.cumulative_pass_nr()));
}

/// The row that is under the pointer now.
pub fn pointed_at(context: &Context) -> Option<String> {
    let Pointed(address, pass) = shared::get(context);
    (!address.is_empty() && pass + 1 >= context.cumulative_pass_nr()).then_some(address)
}

/// Takes the parameter whose picture a tooltip of the last pass needs.
pub fn take_wanted(context: &Context) -> Option<String> {
    shared::take::<WantedPicture>(context).0
}

/// Sets the picture for tooltips.
pub fn show(context: &Context, explanation: Option<Explanation>) {
    shared::put(context, AvailablePicture(explanation));
}

/// Adds the small figure and a link to it at the end of a tooltip.
pub fn link(ui: &mut Ui, address: &str) {
    let context = ui.ctx().clone();
    shared::put(&context, WantedPicture(Some(address.to_owned())));
    ui.add_space(4.0);
    let shown =
        shared::get::<AvailablePicture>(&context).0.filter(|shown| shown.address == address);
    let picture = shown.map(|Explanation { texture, title, .. }| {
        let [width, height] = texture.size().map(|side| side as f32);
        let size = vec2(WIDTH, WIDTH * height / width.max(1.0));
        ui.add(Image::new((texture.id(), size)).alt_text(title).corner_radius(3.0))
    });
    let link = ui.link(with_keys("Explain", Command::ExplainRow));
    let is_clicked = picture.is_some_and(|picture| picture.interact(Sense::click()).clicked());
    if link.clicked() || is_clicked {
        ask(&context, address);
    }
}
