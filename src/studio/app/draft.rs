//! Drafts on software drivers: the land is drawn coarser while anything moves, and sharp as soon as
//! it rests.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::render::view::NoIndirectDrawing;
use bevy::window::RequestRedraw;
use wgpu::DeviceType;

use super::idle::Activity;
use super::notice::Notice;
use super::settings::kept::KeptSettings;
use crate::plugin::camera::LandCamera;
use crate::plugin::draft::Draft;
use crate::plugin::order::OrogenSet;
use crate::studio::panel::state::UiState;

/// What has not moved for so long rests: longer than the pauses of a hand that drags.
const REST: Duration = Duration::from_millis(350);

/// What is said once.
const TOLD: &str = "a software driver draws: the land is coarser while it moves, sharp at rest";

/// Draws drafts where the graphics driver is software.
pub struct SoftwareDraftPlugin;

impl Plugin for SoftwareDraftPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(PostUpdate, decide.in_set(OrogenSet::Claim).run_if(is_software_driver));
    }
}

/// Whether the processor draws.
fn is_software_driver(adapter: Option<Res<RenderAdapterInfo>>) -> bool {
    adapter.is_some_and(|adapter| adapter.device_type == DeviceType::Cpu)
}

/// Whether drafts are wanted after something has moved so long ago, or in the frame before, however
/// long that took: else what takes longer than a rest would never be a draft. A picture that is kept
/// is none, and who wants to has none at all.
fn is_draft(moved: Option<Duration>, has_just_moved: bool, is_sharp: bool) -> bool {
    (has_just_moved || moved.is_some_and(|ago| ago < REST)) && !is_sharp
}

fn decide(
    activity: Res<Activity>,
    state: Res<UiState>,
    settings: Res<KeptSettings>,
    mut draft: ResMut<Draft>,
    mut notice: ResMut<Notice>,
    mut has_told: Local<bool>,
    mut seen: Local<Option<Instant>>,
    mut redraw: MessageWriter<RequestRedraw>,
    cameras: Query<Entity, (With<LandCamera>, Without<NoIndirectDrawing>)>,
    mut commands: Commands,
) {
    // What is drawn directly is as many triangles as there are. Nothing is lost by it: the
    // processor would otherwise look first which of them are seen.
    cameras.iter().for_each(|camera| _ = commands.entity(camera).insert(NoIndirectDrawing));
    let moved = activity.moved.map(|at: Instant| at.elapsed());
    let has_just_moved = std::mem::replace(&mut *seen, activity.moved) != activity.moved;
    let is_sharp = state.hidden_for_picture || settings.sharp_while_moving;
    let wanted = Draft(is_draft(moved, has_just_moved, is_sharp));
    draft.set_if_neq(wanted);
    if wanted.0 {
        // The frame that is sharp has to come.
        redraw.write(RequestRedraw);
        if !*has_told {
            notice.say(TOLD.to_owned());
        }
        *has_told = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moves_is_drafted_and_what_rests_is_sharp() {
        let ago = |ms| Some(Duration::from_millis(ms));
        assert!(is_draft(ago(0), false, false) && is_draft(ago(300), false, false));
        assert!(!is_draft(ago(400), false, false) && !is_draft(None, false, false));
        assert!(!is_draft(ago(0), true, true), "a picture that is kept is sharp");
    }

    #[test]
    fn what_moves_is_drafted_however_long_a_frame_takes() {
        let slow = 2 * REST;
        let mut app = App::new();
        app.init_resource::<Activity>()
            .init_resource::<UiState>()
            .init_resource::<KeptSettings>()
            .init_resource::<Draft>()
            .init_resource::<Notice>()
            .add_message::<RequestRedraw>()
            .add_systems(Update, decide);
        let moved = Instant::now().checked_sub(slow).expect("the clock began long ago");
        app.world_mut().resource_mut::<Activity>().moved = Some(moved);
        app.update();
        assert!(app.world().resource::<Draft>().0, "it moved in the frame before");
        app.update();
        assert!(!app.world().resource::<Draft>().0, "nothing has moved since");
    }
}
