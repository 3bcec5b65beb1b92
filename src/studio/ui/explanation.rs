//! Connects rows of parameters with the figures of the lab that explain them.
//!
//! This file stores the row under the pointer and the row that the user asks about. At the end of a
//! tooltip it shows a small picture of the figure, with a link. The lab draws the picture.

use bevy_egui::egui::{Context, Image, Sense, TextureHandle, Ui, vec2};

use super::shared;
use crate::studio::command::kinds::Command;
use crate::studio::command::lookup::with_keys;

/// The width of the picture in a tooltip, in points.
const WIDTH: f32 = 150.0;

/// The address of the last row that was under the pointer or had the keyboard focus, and the number
/// of the pass.
#[derive(Clone, Default)]
struct PointedRow(String, u64);

/// The parameter whose figure the user asks for.
#[derive(Default)]
struct RequestedParameter(Option<String>);

/// The parameter whose picture the open tooltip needs.
#[derive(Default)]
struct WantedPicture(Option<String>);

/// The picture of the figure that explains a parameter.
#[derive(Clone)]
pub struct Explanation {
    pub address: String,
    pub texture: TextureHandle,
    /// The figure's title.
    pub title: &'static str,
}

/// The newest picture that the lab has drawn.
#[derive(Clone, Default)]
struct AvailablePicture(Option<Explanation>);

/// Requests the figure that explains a parameter.
pub fn ask(context: &Context, address: &str) {
    shared::put(context, RequestedParameter(Some(address.to_owned())));
    context.request_repaint();
}

/// Returns the parameter whose figure the user asked for, and forgets it.
pub fn take_request(context: &Context) -> Option<String> {
    shared::take::<RequestedParameter>(context).0
}

/// Records that a row is under the pointer or has the keyboard focus.
pub fn set_pointed_row(context: &Context, address: &str) {
    shared::put(context, PointedRow(address.to_owned(), context.cumulative_pass_nr()));
}

/// Returns the address of the row that is under the pointer or has the keyboard focus now.
pub fn pointed_row(context: &Context) -> Option<String> {
    let PointedRow(address, pass) = shared::get(context);
    (!address.is_empty() && pass + 1 >= context.cumulative_pass_nr()).then_some(address)
}

/// Returns the parameter whose picture a tooltip needed last, and forgets it.
pub fn take_wanted_picture(context: &Context) -> Option<String> {
    shared::take::<WantedPicture>(context).0
}

/// Sets the picture that tooltips show.
pub fn set_picture(context: &Context, explanation: Option<Explanation>) {
    shared::put(context, AvailablePicture(explanation));
}

/// Adds the picture and a link to the figure at the end of a tooltip.
pub fn link(ui: &mut Ui, address: &str) {
    let context = ui.ctx().clone();
    shared::put(&context, WantedPicture(Some(address.to_owned())));
    ui.add_space(4.0);
    let explanation =
        shared::get::<AvailablePicture>(&context).0.filter(|shown| shown.address == address);
    let picture = explanation.map(|Explanation { texture, title, .. }| {
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
