//! Copies views, recipes and parameters as text, and pastes them.

use bevy::prelude::*;
use bevy_egui::EguiClipboard;

use super::history::steps as history;
use super::state::{OpenDocument, SceneSource};
use crate::plugin::land::state::WantedScene;
use crate::plugin::order::OrogenSet;
use crate::studio::app::notice::Notice;
use crate::studio::camera::rig::Rig;
use crate::studio::camera::state::Journey;
use crate::studio::camera::travel::GoTo;
use crate::studio::command::kinds::Command;
use crate::studio::features::lab::state::Lab;
use crate::studio::panel::state::SelectedLayer;
use crate::terrain::destination::{Destination, DestinationError};
use crate::terrain::scene::{Scene, SceneError};
use crate::terrain::share::{self, LabSpot, ShareError};
use crate::terrain::snippet::{self, SnippetError};

/// Copies and pastes.
pub fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, handle_commands.before(history::settle).in_set(OrogenSet::Edit));
}

/// The content of a pasted text.
#[derive(Debug, PartialEq)]
enum Pasted {
    /// A whole scene, and the figure of the lab if the text names one.
    Scene(Box<Scene>, Option<LabSpot>),
    /// The current scene with some parameters changed, and the number of changes.
    Edited(Box<Scene>, usize),
    /// A place to which the camera goes.
    Destination(Destination),
}

/// The reason why a pasted text cannot be used.
#[derive(Debug, thiserror::Error)]
enum PasteError {
    #[error("the share code: {0}")]
    Code(#[from] ShareError),
    #[error("the pasted recipe: {0}")]
    Recipe(SceneError),
    #[error("the pasted text: {0}")]
    Snippet(#[from] SnippetError),
    #[error("the pasted text: {0}")]
    Destination(#[from] DestinationError),
}

const PASTED: &str = "pasted a land";
const PASTED_WITHOUT_LAB: &str =
    "pasted a land; its code names a lab figure that this version does not have";

/// Reads a share code, a recipe, parameters or a place. A layer's key without a layer
/// number applies to `layer`.
fn read(text: &str, scene: &Scene, layer: u32) -> Result<Pasted, PasteError> {
    let text = text.trim();
    if share::is_code(text) {
        return Ok(Pasted::Scene(Box::new(share::decode(text)?), share::lab_spot(text)?));
    }
    let mut lines = text.lines().map(str::trim);
    if lines.any(|line| line.starts_with("[[") || line.replace(' ', "").starts_with("version=")) {
        let scene = Scene::from_toml(text).map_err(PasteError::Recipe)?;
        return Ok(Pasted::Scene(Box::new(scene), None));
    }
    match text.parse() {
        Ok(place) => return Ok(Pasted::Destination(place)),
        // The text is a view (which begins with its camera) or a place, not a list of parameters.
        Err(problem) if text.starts_with("camera=") || !text.contains('=') => {
            return Err(PasteError::Destination(problem));
        }
        Err(_) => {}
    }
    let (edited, count) = snippet::apply(scene, layer, text)?;
    Ok(Pasted::Edited(Box::new(edited), count))
}

fn handle_commands(
    mut commands: MessageReader<Command>,
    mut clipboard: ResMut<EguiClipboard>,
    mut places: MessageWriter<GoTo>,
    mut notice: ResMut<Notice>,
    mut wanted: ResMut<WantedScene>,
    mut document: ResMut<OpenDocument>,
    mut journey: ResMut<Journey>,
    selected: Res<SelectedLayer>,
    mut lab: ResMut<Lab>,
    rig: Single<&Rig>,
) {
    for command in commands.read() {
        let current_scene = || {
            let mut scene = wanted.0.clone();
            scene.view.camera = rig.goal().view();
            scene
        };
        match command {
            Command::CopyView => {
                let view = current_scene().view;
                clipboard.set_text(&view.to_string());
                notice.say(format!("copied {}", view.camera));
            }
            Command::CopyCode => {
                let mut code = match share::encode_short(&current_scene()) {
                    Ok(code) => code,
                    Err(error) => {
                        notice.say(error.to_string());
                        continue;
                    }
                };
                if let Some(spot) = lab.spot() {
                    code += &spot.to_string();
                }
                notice.say(format!("copied the share code, {} letters", code.len()));
                clipboard.set_text(&code);
            }
            Command::CopyRecipe => {
                clipboard.set_text(&current_scene().to_toml());
                notice.say("copied the recipe".to_owned());
            }
            Command::PasteView | Command::PasteAny => {
                let Some(text) = clipboard.get_text() else {
                    notice.say("the clipboard holds no text".to_owned());
                    continue;
                };
                match read(&text, &wanted.0, selected.0) {
                    Ok(Pasted::Destination(place)) => _ = places.write(GoTo(place)),
                    Ok(Pasted::Edited(scene, count)) => {
                        wanted.0 = *scene;
                        let values = if count == 1 { "1 value" } else { "several values" };
                        notice.say(format!("pasted {values}"));
                    }
                    Ok(Pasted::Scene(scene, spot)) => {
                        *journey = Journey::Jump(scene.view.camera);
                        wanted.0 = (*scene).clone();
                        *document = OpenDocument::new(SceneSource::Text, *scene);
                        let has_figure = spot.is_none_or(|spot| lab.visit(&spot));
                        notice.say(if has_figure { PASTED } else { PASTED_WITHOUT_LAB }.to_owned());
                    }
                    Err(problem) => notice.say(problem.to_string()),
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::preset::Preset;
    use crate::terrain::view::View;

    #[test]
    fn each_kind_of_text_is_pasted_as_what_it_is() {
        let current = Scene::default();
        let alps = Preset::find("alps").unwrap().scene().unwrap();
        let pasted_scene = Ok(Pasted::Scene(Box::new(alps.clone()), None));
        let read = |text: &str| read(text, &current, 1).map_err(|problem| problem.to_string());
        assert_eq!(read(&share::encode(&alps)), pasted_scene);
        assert_eq!(
            read(&format!("  {}\n", share::encode(&alps))),
            pasted_scene,
            "spaces around it are ignored"
        );
        assert_eq!(read(&alps.to_toml()), pasted_scene);
        let spot: LabSpot = "~cell~4~1.7,2.3".parse().unwrap();
        let with_figure = Ok(Pasted::Scene(Box::new(alps.clone()), Some(spot.clone())));
        assert_eq!(read(&format!("{}{spot}", share::encode(&alps))), with_figure);
        let view = alps.view.clone();
        assert_eq!(
            read(&view.to_string()),
            Ok(Pasted::Destination(Destination::View(Box::new(view))))
        );
        assert_eq!(read("120 -40"), Ok(Pasted::Destination(Destination::Ground([120.0, -40.0]))));
        let mut edited = current.clone();
        edited.recipe.world.sea_level_m = 12.0;
        let sea = Ok(Pasted::Edited(Box::new(edited), 1));
        assert_eq!(read("world.sea_level_m=12"), sea);
        assert_eq!(read("[world]\nsea_level_m = 12.0"), sea);
        for wrong in ["", "hello", "world.sea_level=1", "version = 99", "camera=1,2"] {
            let problem = read(wrong).unwrap_err();
            assert!(problem.starts_with("the pasted") && !problem.contains('\n'), "{problem}");
        }
    }

    #[test]
    fn a_copied_view_pastes_as_itself() {
        let camera = "12.5,-3,80,1000000000,20,-7".parse().unwrap();
        let mut view = View { camera, ..View::default() };
        view.params.light.ambient = 0.5;
        view.bookmarks.set(3, Some(view.camera));
        assert_eq!(view.to_string().parse(), Ok(Destination::View(Box::new(view))));
    }
}
