//! Saves figures as SVG or PNG files. The user chooses the file, or a PNG goes to the folder of
//! screenshots at once.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::state::{FigureFormat, Lab, SaveRequest};
use crate::export::picture::Picture;
use crate::export::{FileError, atomic, embed::program_text};
use crate::lab::figure::Drawing;
use crate::lab::ink::Palette;
use crate::lab::{Context, FigureRow, State, pixels, sliders, svg};
use crate::noise::NoiseError;
use crate::plugin::land::state::WantedScene;
use crate::studio::app::notice::Notice;
use crate::studio::app::order::PassSet;
use crate::studio::document::files::dialog::{Dialog, DialogResult, Purpose};
use crate::studio::document::files::path_line::{PathLine, PathResult};
use crate::studio::document::files::work::FileWork;
use crate::studio::features::screenshot::screenshot_folder;
use crate::terrain::Scene;

/// The number of pixels in one point of the figure, in a PNG.
const SCALE: f32 = 2.0;

/// The figure to save, and the dialog in which the user types its path. Used on desktops without a
/// file dialog.
#[derive(Resource, Default)]
struct SaveLine(Option<(FigureToSave, PathLine)>);

/// A figure to save, with its state, the scene and the file format.
#[derive(Clone)]
struct FigureToSave {
    row: &'static FigureRow,
    state: State,
    scene: Scene,
    format: FigureFormat,
}

/// An error while saving a figure.
#[derive(Debug, thiserror::Error)]
enum SaveError {
    #[error(transparent)]
    Noise(#[from] NoiseError),
    #[error(transparent)]
    File(#[from] FileError),
}

/// Adds the commands that save figures.
pub struct SavePlugin;

impl Plugin for SavePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<SaveLine>()
            .add_systems(PostUpdate, begin)
            .add_systems(EguiPrimaryContextPass, show_line.in_set(PassSet::OverPanels));
    }
}

fn begin(
    mut lab: ResMut<Lab>,
    wanted: Res<WantedScene>,
    mut line: ResMut<SaveLine>,
    work: Option<Res<FileWork>>,
    windows: Query<Entity, With<PrimaryWindow>>,
    // Some systems allow windows only on the main thread, so this system has to run there.
    _main: NonSendMarker,
) {
    let Some(request) = lab.save_request else { return };
    lab.save_request = None;
    let Some(work) = work else { return };
    let format = match request {
        SaveRequest::Chosen(format) => format,
        SaveRequest::AtOnce => FigureFormat::Png,
    };
    let (row, state, scene) = (lab.row, lab.state.clone(), wanted.0.clone());
    let figure = FigureToSave { row, state, scene, format };
    let path = free_path(&screenshot_folder(), row.name, format);
    if request == SaveRequest::AtOnce {
        start(&work, figure, path);
        return;
    }
    let default_path = path.clone();
    let path_line = move |figure: FigureToSave| {
        (figure, PathLine::new("Save the figure", "Save", &default_path))
    };
    match Dialog::new(windows.iter().next(), Purpose::Figure, &path) {
        None => line.0 = Some(path_line(figure)),
        Some(dialog) => work.start("dialog", move || {
            let chosen = dialog.show();
            Box::new(move |world| match chosen {
                DialogResult::Path(path) => start(world.resource::<FileWork>(), figure, path),
                DialogResult::Nothing => {}
                DialogResult::NoDialog => {
                    world.resource_mut::<SaveLine>().0 = Some(path_line(figure))
                }
            })
        }),
    }
}

fn show_line(
    mut contexts: EguiContexts,
    mut line: ResMut<SaveLine>,
    work: Option<Res<FileWork>>,
) -> Result {
    let Some((_, path)) = line.bypass_change_detection().0.as_mut() else { return Ok(()) };
    match path.show(contexts.ctx_mut()?) {
        PathResult::Nothing => {}
        PathResult::Closed => line.0 = None,
        PathResult::Path(to) if to.symlink_metadata().is_ok() => {
            path.refuse("a file with this name already exists; choose another name".to_owned());
        }
        PathResult::Path(to) => {
            if let (Some((figure, _)), Some(work)) = (line.0.take(), work) {
                start(&work, figure, to);
            }
        }
    }
    Ok(())
}

/// Draws the figure and writes its file, on another thread.
fn start(work: &FileWork, figure: FigureToSave, path: PathBuf) {
    work.start("figure", move || {
        let path = with_format_extension(path, figure.format);
        let saved = figure.save(&path);
        Box::new(move |world| {
            let mut notice = world.resource_mut::<Notice>();
            match saved {
                Ok(()) => notice.say_about_file(format!("saved {}", path.display()), &path),
                Err(problem) => notice.say(problem.to_string()),
            }
        })
    });
}

impl FigureToSave {
    /// Draws the figure and writes its file. A failed write leaves no partial file.
    fn save(&self, path: &Path) -> Result<(), SaveError> {
        let drawing = sliders::draw(&Context::new(&self.scene, &self.state, self.row)?);
        Ok(write(&drawing, self.format, path)?)
    }
}

/// Writes a drawing as a file, in the colours for white paper.
fn write(drawing: &Drawing, format: FigureFormat, path: &Path) -> Result<(), FileError> {
    if format == FigureFormat::Svg {
        let text = svg::write(drawing, Palette::Print);
        return atomic::write(path, |file| Ok(file.write_all(text.as_bytes())?));
    }
    let picture = pixels::draw(drawing, Palette::Print, SCALE);
    let size = [picture.width as u32, picture.height as u32];
    let rgb = picture.pixels.as_flattened();
    atomic::write(path, |file| {
        let picture = Picture { size, rgb, texts: vec![program_text()], is_tagged_srgb: true };
        Ok(picture.write_png(file)?)
    })
}

/// Appends the extension of the format, unless the path has it.
fn with_format_extension(path: PathBuf, format: FigureFormat) -> PathBuf {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(format.extension()))
    {
        return path;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}", format.extension()));
    path.with_file_name(name)
}

/// Returns the first path `orogen-NAME-1`, `-2`, … in a folder at which no file exists.
fn free_path(folder: &Path, figure: &str, format: FigureFormat) -> PathBuf {
    let name = |n: u32| folder.join(format!("orogen-{figure}-{n}.{}", format.extension()));
    (1..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{row, teaching_scene};

    #[test]
    fn a_figure_is_written_to_a_file_with_the_right_extension() {
        let folder = tempfile::tempdir().unwrap();
        let row = row("cell").unwrap();
        for format in [FigureFormat::Svg, FigureFormat::Png] {
            let (state, scene) = (State::of(row), teaching_scene());
            let figure = FigureToSave { row, state, scene, format };
            let path = with_format_extension(
                free_path(folder.path(), "cell", format).with_extension(""),
                format,
            );
            figure.save(&path).unwrap();
            let bytes = std::fs::read(&path).unwrap();
            let begins: &[u8] = if format == FigureFormat::Svg { b"<svg" } else { b"\x89PNG" };
            assert!(bytes.starts_with(begins), "{}", path.display());
            assert_ne!(free_path(folder.path(), "cell", format), path, "the next name is free");
            let nowhere = folder.path().join("none").join("a");
            assert!(figure.save(&nowhere).unwrap_err().to_string().contains("there is no folder"));
        }
    }
}
