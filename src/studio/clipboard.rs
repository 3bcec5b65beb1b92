//! The view as text, on the clipboard and back.

use bevy::prelude::*;
use bevy_egui::EguiClipboard;

use super::camera::rig::Rig;
use super::camera::travel::GoTo;
use super::command::Command;
use super::notice::Notice;
use crate::plugin::land::state::WantedScene;
use crate::plugin::order::OrogenSet;

/// Copies and pastes views.
pub struct ClipboardPlugin;

impl Plugin for ClipboardPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(PostUpdate, obey.in_set(OrogenSet::Edit));
    }
}

fn obey(
    mut commands: MessageReader<Command>,
    mut clipboard: ResMut<EguiClipboard>,
    mut places: MessageWriter<GoTo>,
    mut notice: ResMut<Notice>,
    wanted: Res<WantedScene>,
    rig: Single<&Rig>,
) {
    for command in commands.read() {
        match command {
            Command::CopyView => {
                let mut view = wanted.0.view.clone();
                view.camera = rig.goal().view();
                clipboard.set_text(&view.to_string());
                notice.say(format!("copied {}", view.camera));
            }
            Command::PasteView => match clipboard.get_text().map(|text| text.parse()) {
                Some(Ok(place)) => {
                    places.write(GoTo(place));
                }
                Some(Err(problem)) => notice.say(format!("the clipboard: {problem}")),
                None => notice.say("the clipboard holds no text".to_owned()),
            },
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::place::Place;
    use crate::terrain::view::View;

    #[test]
    fn a_copied_view_pastes_as_itself() {
        let camera = "12.5,-3,80,1000000000,20,-7".parse().unwrap();
        let mut view = View { camera, ..View::default() };
        view.params.light.ambient = 0.5;
        view.bookmarks.set(3, Some(view.camera));
        assert_eq!(view.to_string().parse(), Ok(Place::View(Box::new(view))));
    }
}
