//! The windows about files, for the test that lays out all windows.

use std::path::Path;

use bevy_egui::egui::Context;

use super::path_line::PathLine;
use super::question::ModalQuestion;
use super::recovery;
use crate::studio::document::files::import::dialog as import;
use crate::studio::features::presets::name_line::NameDialog;

/// The name of a window, and a function that shows it; it is called in every pass.
pub type Window = (&'static str, Box<dyn FnMut(&Context)>);

/// A path as long as real paths in a home folder.
const PATH: &str = "/home/somebody/Documents/landscapes/northern valleys/second try.toml";

/// Returns all windows about files.
pub fn all() -> Vec<Window> {
    let question = |title: &'static str, text: String, answers: &'static [&'static str]| {
        let show = move |context: &Context| {
            _ = ModalQuestion { title, text: &text, answers }.show(context, false);
        };
        Box::new(show) as Box<dyn FnMut(&Context)>
    };
    let fault = "In its last run, Orogen had an internal error: “index 12 of 12”. A report contains \
                 the place in the code, the land and the machine. It has not been sent; please add \
                 it to a bug report.";
    let exists = format!("{PATH} already exists.");
    let lose = "Otherwise they are lost.";
    let ends = "Exports are running. Closing the window cancels them and removes partial files.";
    let mut line = PathLine::new("Save the land as", "Save", Path::new(PATH));
    let mut refused = PathLine::new("Open a land", "Open", Path::new("/home/"));
    refused.refuse(format!("there is no file {PATH}"));
    let mut name = NameDialog::new("Save as a preset", "Save", "Northern valleys");
    let all: [Window; 9] = [
        ("question: save", {
            let title = "Save the changes to “Northern valleys, second try”?";
            question(title, lose.to_owned(), &["Save", "Don't save", "Cancel"])
        }),
        ("question: replace", question("Replace the file?", exists, &["Replace", "Cancel"])),
        ("question: exports", {
            question("Cancel the exports?", ends.to_owned(), &["Cancel and close", "Go on"])
        }),
        ("lands to recover", recovery::laid_out()),
        ("question: fault", {
            question("Orogen had an internal error", fault.to_owned(), &["Show report", "Dismiss"])
        }),
        ("path line", Box::new(move |context| _ = line.show(context))),
        ("path line, refused", Box::new(move |context| _ = refused.show(context))),
        ("name of a preset", Box::new(move |context| _ = name.show(context, false))),
        ("import", import::laid_out()),
    ];
    all.into()
}
