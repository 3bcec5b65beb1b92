//! Heightmaps of others: chosen or dropped on the window they are shown in a dialog, and become a
//! layer below all others.

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bevy::prelude::*;

use super::preview::shaded;
use super::state::{PICTURE, Seen, Sheet};
use crate::export::heightmap::{self, Choices, Description};
use crate::export::read::{self, ReadError, Reading};
use crate::export::scene_file;
use crate::studio::command::kinds::Command;
use crate::studio::document::files::dialog::Purpose;
use crate::studio::document::files::papers::{Papers, Wish};
use crate::studio::document::state::{Document, Source};
use crate::terrain::preset::new_land;

/// What a file turned out to be.
enum Taken {
    /// One that holds a land of its own.
    Scene,
    /// Heights alone, or nothing that can be read.
    Map(Result<Box<Seen>, ReadError>),
}

/// Reads a file; on a thread.
fn seen(path: &Path, reading: &Reading, is_over: &AtomicBool) -> Result<Box<Seen>, ReadError> {
    let map = heightmap::describe_until(path, reading, is_over)?;
    let picture = shaded(&map.raster, PICTURE);
    let is_small = heightmap::check_embedded(&map).is_ok();
    Ok(Box::new(Seen { map, picture, is_small }))
}

impl Papers<'_, '_> {
    /// A file that was dropped: one that holds a land is opened, heights alone become a layer.
    pub fn take(&mut self, path: PathBuf) {
        match read::is_map_name(&path) {
            true => self.show_map(path, true),
            false => self.wish(Wish::Open(path)),
        }
    }

    /// Shows a file of heights in the dialog.
    pub fn import(&mut self, path: PathBuf) {
        self.show_map(path, false);
    }

    fn show_map(&mut self, path: PathBuf, may_be_land: bool) {
        if let Some(open) = &mut self.import.sheet {
            open.end();
        }
        self.import.sheet = Some(Sheet::new(path));
        self.read_map(may_be_land);
    }

    /// Reads the file of the dialog as is chosen there.
    pub(super) fn read_map(&mut self, may_be_land: bool) {
        self.import.count += 1;
        let number = self.import.count;
        let Some(sheet) = &mut self.import.sheet else { return };
        sheet.end();
        let is_over = Arc::new(AtomicBool::new(false));
        sheet.under_way = Some((number, is_over.clone()));
        let (path, reading) = (sheet.path.clone(), sheet.reading.clone());
        self.work.start("reading", move || {
            let taken = match may_be_land && scene_file::load(&path).is_ok() {
                true => Taken::Scene,
                false => Taken::Map(seen(&path, &reading, &is_over)),
            };
            Box::new(move |world| Papers::of(world, |papers| papers.map_read(number, taken)))
        });
    }

    /// A file was read.
    fn map_read(&mut self, number: u64, taken: Taken) {
        let is_awaited = |sheet: &&mut Sheet| {
            sheet.under_way.as_ref().is_some_and(|(awaited, _)| *awaited == number)
        };
        // It was closed, or is read in another way.
        let Some(sheet) = self.import.sheet.as_mut().filter(|sheet| is_awaited(sheet)) else {
            return;
        };
        sheet.under_way = None;
        match taken {
            Taken::Scene => {
                let path = sheet.path.clone();
                self.import.sheet = None;
                self.wish(Wish::Open(path));
            }
            Taken::Map(read) => {
                if let Ok(seen) = &read {
                    sheet.reading = seen.map.choices.reading.clone();
                    sheet.choices = Some(seen.map.choices.clone());
                } else {
                    sheet.choices = None;
                }
                (sheet.read, sheet.texture, sheet.problem) = (Some(read), None, None);
            }
        }
    }

    /// Lays the heightmap of the dialog below all layers: one step that can be undone.
    pub(super) fn lay(&mut self) {
        let Some(sheet) = &mut self.import.sheet else { return };
        let (Some(Ok(seen)), Some(choices)) = (&sheet.read, &sheet.choices) else { return };
        let choices = complete(&seen.map, choices);
        let over = heightmap::over(&self.wanted.0.recipe.layers);
        match heightmap::below(&self.wanted.0.recipe.layers, &seen.map, &choices) {
            Ok(layers) => {
                let over = over.map_or(String::new(), |over| format!("; {over}"));
                // It lies above the maps that it joins.
                let is_lowest = layers[0].id == self.wanted.0.recipe.layers.next_id();
                let place = if is_lowest { "the lowest layer" } else { "beside the other maps" };
                let said = told(&seen.map, &choices, place) + &over;
                self.import.sheet = None;
                self.wanted.0.recipe.layers = layers;
                self.notice.tell("map", said);
            }
            Err(error) => sheet.problem = Some(format!("it is no layer here: {error}")),
        }
    }

    /// Shows the heightmap of the dialog as a land of its own, in place of the one that is open.
    pub(crate) fn open_map(&mut self) {
        let Some(sheet) = &mut self.import.sheet else { return };
        let (Some(Ok(seen)), Some(choices)) = (&sheet.read, &sheet.choices) else { return };
        let choices = complete(&seen.map, choices);
        let made = heightmap::alone(&seen.map, &choices).map_err(|error| error.to_string());
        let valid = made.and_then(|scene| match scene.validate() {
            Ok(()) => Ok(scene),
            Err(error) => Err(error.to_string()),
        });
        match valid {
            Ok(scene) => {
                let said = told(&seen.map, &choices, "a land of its own");
                self.import.sheet = None;
                // It is not saved anywhere: against a new land it is changed.
                let new = new_land().unwrap_or_default();
                self.show(Document::new(Source::Factory, new), scene);
                self.notice.tell("map", said);
            }
            Err(error) => sheet.problem = Some(format!("it is no land: {error}")),
        }
    }
}

/// What was chosen, and what follows from it.
fn complete(map: &Description, choices: &Choices) -> Choices {
    let mut choices = choices.clone();
    choices.fade_m = heightmap::fade_m(choices.size_m);
    choices.outside_m = heightmap::outside_m(map, &choices);
    choices
}

/// What is said of a map that has become something.
fn told(map: &Description, choices: &Choices, what: &str) -> String {
    let [width_m, depth_m] = choices.size_m;
    let [low_m, high_m] = heightmap::ends_m(map, choices);
    format!(
        "{} is {what} now: {width_m:.0} × {depth_m:.0} m, {low_m:.0} to {high_m:.0} m high",
        choices.name
    )
}

/// The command that asks for a file.
pub fn obey(mut commands: MessageReader<Command>, mut papers: Papers) {
    if commands.read().any(|command| *command == Command::ImportMap) {
        let at = papers.usual_path();
        papers.files.wants_dialog = Some((Purpose::Import, at));
    }
}

/// The dialog of a file of 16 × 16 samples that was read.
#[cfg(test)]
fn read_sheet(name: &str) -> Sheet {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, [7; 2 * 16 * 16]).expect("a file");
    let map = seen(&path, &Reading::default(), &AtomicBool::new(false)).expect("heights");
    let (choices, mut sheet) = (map.map.choices.clone(), Sheet::new(path));
    sheet.reading = choices.reading.clone();
    (sheet.choices, sheet.read) = (Some(choices), Some(Ok(map)));
    sheet
}

/// The dialog for the test that lays out all windows.
#[cfg(test)]
pub(crate) fn laid_out() -> Box<dyn FnMut(&bevy_egui::egui::Context)> {
    let mut sheet = read_sheet("northern valleys of the second survey.r16");
    Box::new(move |context| _ = sheet.show(context))
}
