//! The windows about files, for the test that lays out all windows.

use std::path::Path;

use bevy_egui::egui::Context;

use super::path_line::PathLine;
use super::question::Question;
use super::recovery;
use crate::studio::document::files::import::dialog as import;
use crate::studio::features::presets::name_line::NameLine;

/// The name of a window, and a function that shows it; it is called in every pass.
pub type Window = (&'static str, Box<dyn FnMut(&Context)>);

/// A path as long as real paths in a home folder.
const PATH: &str = "/home/somebody/Documents/landscapes/northern valleys/second try.toml";

/// Returns all windows about files.
pub fn all() -> Vec<Window> {
    let question = |title: &'static str, text: String, answers: &'static [&'static str]| {
        let show = move |context: &Context| {
            _ = Question { title, text: &text, answers }.show(context, false);
        };
        Box::new(show) as Box<dyn FnMut(&Context)>
    };
    let fault = "The last time Orogen met a fault of its own: “index 12 of 12”. A report says \
                 where, on which land and on which machine. It was sent to nobody; whoever mends \
                 the fault needs it.";
    let is_there = format!("{PATH} is there already.");
    let lose = "What is not saved is lost.";
    let ends = "Exports are under way. If you close, they end; no partial file stays.";
    let mut line = PathLine::new("Save the land as", "Save", Path::new(PATH));
    let mut refused = PathLine::new("Open a land", "Open", Path::new("/home/"));
    refused.refuse(format!("there is no file {PATH}"));
    let mut name = NameLine::new("Save as a preset", "Save", "Northern valleys");
    let all: [Window; 9] = [
        ("question: save", {
            let title = "Save the changes to “Northern valleys, second try”?";
            question(title, lose.to_owned(), &["Save", "Don't save", "Cancel"])
        }),
        ("question: replace", question("Replace the file?", is_there, &["Replace", "Cancel"])),
        ("question: exports", {
            question("End the exports?", ends.to_owned(), &["Close and end them", "Go on"])
        }),
        ("lands to recover", recovery::laid_out()),
        ("question: fault", {
            question("Orogen met a fault", fault.to_owned(), &["Show report", "Dismiss"])
        }),
        ("path line", Box::new(move |context| _ = line.show(context))),
        ("path line, refused", Box::new(move |context| _ = refused.show(context))),
        ("name of a preset", Box::new(move |context| _ = name.show(context, false))),
        ("import", import::laid_out()),
    ];
    all.into()
}
