//! Imports heightmaps of other programs.
//!
//! A chosen or dropped file is shown in a dialog, and becomes the lowest layer or a new land.

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bevy::prelude::*;

use super::preview::shaded;
use super::state::{HeightmapPreview, ImportSheet, PICTURE};
use crate::export::heightmap::{self, Description, MapLayerOptions};
use crate::export::read::{self, ReadError, Reading};
use crate::export::scene_file;
use crate::studio::command::kinds::Command;
use crate::studio::document::files::dialog::Purpose;
use crate::studio::document::files::file_context::{FileAction, FileContext};
use crate::studio::document::state::{OpenDocument, SceneSource};
use crate::terrain::preset::new_land;

/// The content of a file that was dropped or chosen.
enum FileContent {
    /// A complete land, exported by this program.
    Scene,
    /// Heights with a preview, or the reason why they cannot be read.
    Map(Result<Box<HeightmapPreview>, ReadError>),
}

/// Reads a file and draws its preview; runs on a thread.
fn read_preview(
    path: &Path,
    reading: &Reading,
    is_cancelled: &AtomicBool,
) -> Result<Box<HeightmapPreview>, ReadError> {
    let map = heightmap::describe_until(path, reading, is_cancelled)?;
    let picture = shaded(&map.raster, PICTURE);
    let is_small = heightmap::check_embedded(&map).is_ok();
    Ok(Box::new(HeightmapPreview { map, picture, is_small }))
}

impl FileContext<'_, '_> {
    /// Opens a dropped file as a land. If it contains only heights, shows it in the import dialog.
    pub fn take_dropped(&mut self, path: PathBuf) {
        match read::is_map_name(&path) {
            true => self.show_map(path, true),
            false => self.request(FileAction::Open(path)),
        }
    }

    /// Shows a heightmap in the import dialog.
    pub fn import(&mut self, path: PathBuf) {
        self.show_map(path, false);
    }

    fn show_map(&mut self, path: PathBuf, may_be_land: bool) {
        if let Some(open) = &mut self.import.sheet {
            open.cancel_reading();
        }
        self.import.sheet = Some(ImportSheet::new(path));
        self.read_map(may_be_land);
    }

    /// Reads the dialog's file with the chosen options, on a thread. `may_be_land` also looks for a
    /// land in it.
    pub(super) fn read_map(&mut self, may_be_land: bool) {
        self.import.count += 1;
        let number = self.import.count;
        let Some(sheet) = &mut self.import.sheet else { return };
        sheet.cancel_reading();
        let is_cancelled = Arc::new(AtomicBool::new(false));
        sheet.under_way = Some((number, is_cancelled.clone()));
        let (path, reading) = (sheet.path.clone(), sheet.reading.clone());
        self.work.start("reading", move || {
            let content = match may_be_land && scene_file::load(&path).is_ok() {
                true => FileContent::Scene,
                false => FileContent::Map(read_preview(&path, &reading, &is_cancelled)),
            };
            Box::new(move |world| {
                FileContext::with(world, |file_context| file_context.take_content(number, content))
            })
        });
    }

    /// Shows what the thread with this number has read.
    fn take_content(&mut self, number: u64, content: FileContent) {
        let is_awaited = |sheet: &&mut ImportSheet| {
            sheet.under_way.as_ref().is_some_and(|(awaited, _)| *awaited == number)
        };
        // Ignores the result if the dialog was closed, or has started another thread since.
        let Some(sheet) = self.import.sheet.as_mut().filter(|sheet| is_awaited(sheet)) else {
            return;
        };
        sheet.under_way = None;
        match content {
            FileContent::Scene => {
                let path = sheet.path.clone();
                self.import.sheet = None;
                self.request(FileAction::Open(path));
            }
            FileContent::Map(read) => {
                if let Ok(preview) = &read {
                    sheet.reading = preview.map.choices.reading.clone();
                    sheet.choices = Some(preview.map.choices.clone());
                } else {
                    sheet.choices = None;
                }
                (sheet.read, sheet.texture, sheet.problem) = (Some(read), None, None);
            }
        }
    }

    /// Adds the heightmap below all layers, or above the maps that it joins, as one undo step.
    pub(super) fn add_layer(&mut self) {
        let Some(sheet) = &mut self.import.sheet else { return };
        let (Some(Ok(preview)), Some(choices)) = (&sheet.read, &sheet.choices) else { return };
        let choices = complete(&preview.map, choices);
        let covering = heightmap::describe_covering_layers(&self.wanted.0.recipe.layers);
        match heightmap::insert_below(&self.wanted.0.recipe.layers, &preview.map, &choices) {
            Ok(layers) => {
                let covering = covering.map_or(String::new(), |covering| format!("; {covering}"));
                // A map that joins other maps is added above them.
                let is_lowest = layers[0].id == self.wanted.0.recipe.layers.next_id();
                let place =
                    if is_lowest { "the lowest layer" } else { "a layer above the other maps" };
                let notice = summary(&preview.map, &choices, place) + &covering;
                self.import.sheet = None;
                self.wanted.0.recipe.layers = layers;
                self.notice.replace("map", notice);
            }
            Err(error) => sheet.problem = Some(format!("the map cannot become a layer: {error}")),
        }
    }

    /// Opens the heightmap as a new land.
    pub(crate) fn open_map(&mut self) {
        let Some(sheet) = &mut self.import.sheet else { return };
        let (Some(Ok(preview)), Some(choices)) = (&sheet.read, &sheet.choices) else { return };
        let choices = complete(&preview.map, choices);
        let land =
            heightmap::scene_of_map(&preview.map, &choices).map_err(|error| error.to_string());
        let valid_land = land.and_then(|scene| match scene.validate() {
            Ok(()) => Ok(scene),
            Err(error) => Err(error.to_string()),
        });
        match valid_land {
            Ok(scene) => {
                let notice = summary(&preview.map, &choices, "a new land");
                self.import.sheet = None;
                // Compared with a new land, the map counts as an unsaved change.
                let new_scene = new_land().unwrap_or_default();
                self.show(OpenDocument::new(SceneSource::Factory, new_scene), scene);
                self.notice.replace("map", notice);
            }
            Err(error) => sheet.problem = Some(format!("the map cannot become a land: {error}")),
        }
    }
}

/// Sets the options that follow from others: the width of the fade, and the height outside the map.
fn complete(map: &Description, choices: &MapLayerOptions) -> MapLayerOptions {
    let mut choices = choices.clone();
    choices.fade_m = heightmap::fade_m(choices.size_m);
    choices.outside_m = heightmap::outside_m(map, &choices);
    choices
}

/// Returns the notice that follows an import.
fn summary(map: &Description, choices: &MapLayerOptions, role: &str) -> String {
    let [width_m, depth_m] = choices.size_m;
    let [low_m, high_m] = heightmap::height_range_m(map, choices);
    format!(
        "{} is now {role}: {width_m:.0} × {depth_m:.0} m, {low_m:.0} to {high_m:.0} m high",
        choices.name
    )
}

/// Opens the file dialog for [`Command::ImportMap`].
pub fn handle_commands(mut commands: MessageReader<Command>, mut file_context: FileContext) {
    if commands.read().any(|command| *command == Command::ImportMap) {
        let path = file_context.usual_path();
        file_context.files.wants_dialog = Some((Purpose::Import, path));
    }
}

/// Returns the dialog for a test file of 16 × 16 samples.
#[cfg(test)]
fn read_sheet(name: &str) -> ImportSheet {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, [7; 2 * 16 * 16]).expect("a file");
    let map = read_preview(&path, &Reading::default(), &AtomicBool::new(false)).expect("heights");
    let (choices, mut sheet) = (map.map.choices.clone(), ImportSheet::new(path));
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
