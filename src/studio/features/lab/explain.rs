//! What explains a parameter: a small picture and a link in its row's tooltip, a line in its menu,
//! and a key.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Context, Id, Image, Sense, TextureHandle, Ui, vec2};

use super::pane::palette;
use super::state::Lab;
use super::thumbs::Thumbs;
use crate::lab::ink::Palette;
use crate::lab::{ROWS, Row, row, sliders};
use crate::plugin::land::state::WantedScene;
use crate::plugin::order::OrogenSet;
use crate::studio::app::notice::Notice;
use crate::studio::app::settings::kept::KeptSettings;
use crate::studio::command::kinds::{Command, with_keys};
use crate::terrain::Scene;

/// What is said where nothing is pointed at.
const POINT: &str = "point at a parameter of the panel: Ctrl+L then explains it";
/// The width of the picture in a tooltip.
const WIDTH: f32 = 150.0;

/// Obeys the command that explains the row under the pointer.
pub struct ExplainPlugin;

impl Plugin for ExplainPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(PostUpdate, obey.in_set(OrogenSet::Edit));
    }
}

fn obey(
    mut asked: MessageReader<Command>,
    mut lab: ResMut<Lab>,
    wanted: Res<WantedScene>,
    settings: Res<KeptSettings>,
    mut notice: ResMut<Notice>,
    mut contexts: EguiContexts,
) {
    for _ in asked.read().filter(|command| **command == Command::ExplainRow) {
        let Ok(context) = contexts.ctx_mut() else { continue };
        match pointed_at(context) {
            Some(address) => {
                lab.restore(&settings.lab);
                lab.explain(&wanted.0, &address);
            }
            None => notice.tell("explain", POINT.to_owned()),
        }
    }
}

/// The row that was pointed at, and the pass in which it was.
#[derive(Clone, Default)]
struct Pointed(String, u64);

/// The parameter whose picture is wanted, in which colours.
#[derive(Clone, Default)]
struct Wanted(String, Palette);

/// The pictures that there are, by parameters, with their figures' titles.
#[derive(Clone, Default)]
struct Pictures(Arc<HashMap<String, (TextureHandle, &'static str)>>);

fn asked_key() -> Id {
    Id::new("a parameter to explain")
}

fn pointed_key() -> Id {
    Id::new("the row that is pointed at")
}

fn wanted_key() -> Id {
    Id::new("a picture of a parameter's figure")
}

fn pictures_key() -> Id {
    Id::new("pictures of parameters' figures")
}

/// Asks for what explains a parameter.
pub fn ask(context: &Context, address: &str) {
    context.data_mut(|data| data.insert_temp(asked_key(), address.to_owned()));
    context.request_repaint();
}

/// The parameter that one asked about.
pub fn take(context: &Context) -> Option<String> {
    context.data_mut(|data| data.remove_temp(asked_key()))
}

/// Notes that a row is under the pointer or has the keyboard.
pub fn point(context: &Context, address: &str) {
    let pointed = Pointed(address.to_owned(), context.cumulative_pass_nr());
    context.data_mut(|data| data.insert_temp(pointed_key(), pointed));
}

/// The row that is pointed at now.
pub fn pointed_at(context: &Context) -> Option<String> {
    let Pointed(address, pass) = context.data(|data| data.get_temp(pointed_key()))?;
    (pass + 1 >= context.cumulative_pass_nr()).then_some(address)
}

/// The figure of a parameter.
fn figure(scene: &Scene, address: &str) -> &'static Row {
    row(sliders::explains(scene, address).0).unwrap_or(ROWS[0])
}

/// What a tooltip ends with: the figure small, and a link to it.
pub fn link(ui: &mut Ui, address: &str) {
    let colours = palette(ui);
    let context = ui.ctx().clone();
    context.data_mut(|data| data.insert_temp(wanted_key(), Wanted(address.to_owned(), colours)));
    let Pictures(pictures) = context.data(|data| data.get_temp(pictures_key())).unwrap_or_default();
    ui.add_space(4.0);
    let picture = pictures.get(address).map(|(texture, title)| {
        let [width, height] = texture.size().map(|side| side as f32);
        let size = vec2(WIDTH, WIDTH * height / width.max(1.0));
        ui.add(Image::new((texture.id(), size)).alt_text(*title).corner_radius(3.0))
    });
    let words = with_keys("Explain", Command::ExplainRow);
    let link = ui.link(words);
    let is_clicked = picture.is_some_and(|picture| picture.interact(Sense::click()).clicked());
    if link.clicked() || is_clicked {
        ask(&context, address);
    }
}

/// Has the picture made that a tooltip wants; where none wants one, none is kept.
pub(super) fn serve(context: &Context, thumbs: &mut Thumbs) {
    let wanted: Option<Wanted> = context.data_mut(|data| data.remove_temp(wanted_key()));
    let Some(Wanted(address, palette)) = wanted else {
        context.data_mut(|data| data.remove::<Pictures>(pictures_key()));
        return;
    };
    let row = figure(thumbs.scene(), &address);
    let explained = Some(&*address).filter(|_| row.name == sliders::GENERAL);
    let Some(texture) = thumbs.of(context, row, explained, palette) else { return };
    let one = Pictures(Arc::new(HashMap::from([(address, (texture, row.title))])));
    context.data_mut(|data| data.insert_temp(pictures_key(), one));
}
