//! Decides when a software driver draws drafts.
//!
//! Drafts are coarse pictures, drawn while something moves.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::render::view::NoIndirectDrawing;
use bevy::render::view::screenshot::Screenshot;
use bevy::window::RequestRedraw;

use super::activity::{Activity, NoteActivity};
use super::notice::Notice;
use super::settings::file::KeptSettings;
use super::shaders::PreparedShaders;
use super::software::is_software_driver;
use crate::plugin::camera::LandCamera;
use crate::plugin::draft::{Draft, DraftTimes};
use crate::plugin::kept_picture::Picture;
use crate::plugin::order::OrogenSet;
use crate::studio::panel::state::UiState;

/// The land counts as resting after this time without motion. Pauses within a drag are shorter.
const REST: Duration = Duration::from_millis(350);

/// The notice that the first draft shows.
const MESSAGE: &str = "a software driver draws: the land is coarser while it moves, sharp at rest";

/// Draws drafts, if the processor draws in place of a graphics card.
pub fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        (fit, decide)
            .chain()
            .after(NoteActivity)
            .before(OrogenSet::Shade)
            .run_if(is_software_driver),
    );
}

/// Returns true if the next picture is a draft: the last motion was `moved` ago, and nothing asks
/// for a sharp picture.
fn is_draft(moved: Option<Duration>, is_sharp: bool) -> bool {
    moved.is_some_and(|ago| ago < REST) && !is_sharp
}

/// A draft that takes longer than this is followed by one with fewer pixels.
const LONGEST: Duration = Duration::from_millis(150);
/// Drafts get more pixels if the larger draft is expected to take less than this.
const SHORT: Duration = Duration::from_millis(120);
/// The range of the divisor by which a draft's width and height are smaller than the window's.
const FEWER: std::ops::RangeInclusive<u32> = 2..=6;

/// Returns the divisor for the next draft; the last one had the divisor `now` and took `took`.
fn next_times(now: u32, took: Duration) -> u32 {
    // Assumes that the time is proportional to the number of pixels.
    let with_more = took.mul_f32((now as f32 / (now - 1) as f32).powi(2));
    let next = match took {
        _ if took > LONGEST => now + 1,
        _ if with_more < SHORT => now - 1,
        _ => now,
    };
    next.clamp(*FEWER.start(), *FEWER.end())
}

/// Adapts the size of drafts to the drawing time of the last one.
fn fit(
    picture: Res<Picture>,
    draft: Res<Draft>,
    mut seen: Local<u64>,
    mut fewer: ResMut<DraftTimes>,
) {
    let drawn = picture.drawn_at_once();
    if std::mem::replace(&mut *seen, drawn) != drawn && draft.0 {
        fewer.set_if_neq(DraftTimes(next_times(fewer.0, picture.cost())));
    }
}

fn decide(
    activity: Res<Activity>,
    (state, settings): (Res<UiState>, Res<KeptSettings>),
    screenshots: Query<(), With<Screenshot>>,
    shaders: Option<Res<PreparedShaders>>,
    mut draft: ResMut<Draft>,
    mut notice: ResMut<Notice>,
    mut was_shown: Local<bool>,
    mut redraw: MessageWriter<RequestRedraw>,
    cameras: Query<Entity, (With<LandCamera>, Without<NoIndirectDrawing>)>,
    mut commands: Commands,
) {
    // Direct drawing skips culling by compute shaders, which the processor would have to emulate.
    cameras.iter().for_each(|camera| _ = commands.entity(camera).insert(NoIndirectDrawing));
    let moved = activity.moved.map(|at: Instant| at.elapsed());
    // A picture that is about to be saved must be sharp.
    let is_kept = state.hidden_for_picture || !screenshots.is_empty();
    let is_sharp = settings.sharp_while_moving || is_kept;
    let moves = is_draft(moved, is_sharp);
    // Until the shaders of the sharp picture are compiled, drawing it would block the window.
    let waits = !is_sharp && shaders.is_some_and(|shaders| !shaders.is_sharp_ready());
    draft.set_if_neq(Draft(moves || waits));
    if moves {
        // The picture at rest must be sharp, so at least one more frame is needed.
        redraw.write(RequestRedraw);
        if !*was_shown {
            notice.say(MESSAGE.to_owned());
        }
        *was_shown = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drafts_get_smaller_until_they_are_quick_enough_and_no_larger_than_half() {
        let ms = Duration::from_millis;
        assert_eq!(
            [(2, 400), (3, 100), (3, 20)].map(|(now, took)| next_times(now, ms(took))),
            [3, 3, 2]
        );
        assert_eq!([next_times(2, ms(1)), next_times(6, ms(999))], [2, 6]);
        // At a fifth in place of a sixth it may take 1.44 times as long.
        assert_eq!([next_times(6, ms(80)), next_times(6, ms(90))], [5, 6]);
    }

    #[test]
    fn motion_is_drafted_in_its_own_frame_and_rest_is_sharp() {
        let ago = |ms| Some(Duration::from_millis(ms));
        assert!(is_draft(ago(0), false) && is_draft(ago(300), false));
        assert!(!is_draft(ago(400), false) && !is_draft(None, false));
        assert!(!is_draft(ago(0), true), "the user wants no drafts");
        let mut app = App::new();
        app.init_resource::<Activity>()
            .init_resource::<KeptSettings>()
            .init_resource::<UiState>()
            .init_resource::<Draft>()
            .init_resource::<Notice>()
            .add_message::<RequestRedraw>()
            .add_systems(Update, decide);
        app.update();
        assert!(!app.world().resource::<Draft>().0);
        app.world_mut().resource_mut::<Activity>().moved = Some(Instant::now());
        app.update();
        assert!(app.world().resource::<Draft>().0);
    }
}
