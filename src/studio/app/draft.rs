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
use crate::plugin::draft::{Draft, DraftDivisor};
use crate::plugin::kept_picture::PictureState;
use crate::plugin::order::OrogenSet;
use crate::studio::panel::state::UiState;

/// The land counts as resting after this time without motion. Pauses within a drag are shorter.
const REST_DELAY: Duration = Duration::from_millis(350);

/// The notice that appears with the first draft.
const MESSAGE: &str = "a software driver draws the land: coarser while it moves, sharp at rest";

/// Draws drafts, if the processor draws in place of a graphics card.
pub fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        (adapt_size, decide_draft)
            .chain()
            .after(NoteActivity)
            .before(OrogenSet::Shade)
            .run_if(is_software_driver),
    );
}

/// Returns true if motion makes the next picture a draft. `since_motion` is the time since the last
/// motion, and `needs_sharp` is true if something needs a sharp picture.
fn is_draft(since_motion: Option<Duration>, needs_sharp: bool) -> bool {
    since_motion.is_some_and(|ago| ago < REST_DELAY) && !needs_sharp
}

/// If a draft takes longer than this, the next draft has fewer pixels.
const MAX_DURATION: Duration = Duration::from_millis(150);
/// Drafts get more pixels if the larger draft is expected to take less than this.
const GROWTH_DURATION: Duration = Duration::from_millis(120);
/// The range of the divisor. A draft has the window's width and height, divided by it.
const DIVISORS: std::ops::RangeInclusive<u32> = 2..=6;

/// Returns the divisor for the next draft. The last draft had the divisor `divisor` and took
/// `duration` to draw.
fn next_divisor(divisor: u32, duration: Duration) -> u32 {
    // Assumes that the time is proportional to the number of pixels.
    let larger_duration = duration.mul_f32((divisor as f32 / (divisor - 1) as f32).powi(2));
    let next = match duration {
        _ if duration > MAX_DURATION => divisor + 1,
        _ if larger_duration < GROWTH_DURATION => divisor - 1,
        _ => divisor,
    };
    next.clamp(*DIVISORS.start(), *DIVISORS.end())
}

/// Adapts the size of drafts to the drawing time of the last draft.
fn adapt_size(
    picture: Res<PictureState>,
    draft: Res<Draft>,
    mut last_drawn: Local<u64>,
    mut divisor: ResMut<DraftDivisor>,
) {
    let drawn = picture.whole_pictures_drawn();
    if std::mem::replace(&mut *last_drawn, drawn) != drawn && draft.0 {
        divisor.set_if_neq(DraftDivisor(next_divisor(divisor.0, picture.draw_duration())));
    }
}

fn decide_draft(
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
    let since_motion = activity.moved_at.map(|time: Instant| time.elapsed());
    // A picture that is about to be saved must be sharp.
    let will_be_saved = state.hidden_for_picture || !screenshots.is_empty();
    let needs_sharp = settings.sharp_while_moving || will_be_saved;
    let is_motion_draft = is_draft(since_motion, needs_sharp);
    // Until the shaders of the sharp picture are compiled, drawing it would block the window.
    let is_waiting = !needs_sharp && shaders.is_some_and(|shaders| !shaders.is_sharp_ready());
    draft.set_if_neq(Draft(is_motion_draft || is_waiting));
    if is_motion_draft {
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
    fn the_size_of_drafts_adapts_to_their_duration() {
        let ms = Duration::from_millis;
        assert_eq!(
            [(2, 400), (3, 100), (3, 20)]
                .map(|(divisor, duration)| next_divisor(divisor, ms(duration))),
            [3, 3, 2]
        );
        assert_eq!([next_divisor(2, ms(1)), next_divisor(6, ms(999))], [2, 6]);
        // A draft with a fifth of the window's width has 1.44 times the pixels of a draft with a sixth.
        assert_eq!([next_divisor(6, ms(80)), next_divisor(6, ms(90))], [5, 6]);
    }

    #[test]
    fn the_frame_of_a_motion_is_a_draft_and_rest_is_sharp() {
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
            .add_systems(Update, decide_draft);
        app.update();
        assert!(!app.world().resource::<Draft>().0);
        app.world_mut().resource_mut::<Activity>().moved_at = Some(Instant::now());
        app.update();
        assert!(app.world().resource::<Draft>().0);
    }
}
