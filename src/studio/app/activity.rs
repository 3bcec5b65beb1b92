//! Detects motion: a change of the camera, the land or the wanted scene.
//!
//! It runs before the frame is drawn, so the frame that shows a change already knows about it. It
//! compares values instead of Bevy's change flags, because plugins set those flags without a change.

use std::time::Instant;

use bevy::prelude::*;

use crate::plugin::camera::LandCamera;
use crate::plugin::land::pool::BuilderPool;
use crate::plugin::land::state::{DividerPosition, ShownLand, WantedScene};
use crate::plugin::land::stream::Streaming;
use crate::plugin::look::normals::NormalTiles;
use crate::plugin::look::pipelines::NextPipelines;
use crate::plugin::order::OrogenSet;
use crate::plugin::scatter::ScatterTiles;
use crate::terrain::scene::Scene;

/// The time of the last change of the picture by camera, land or scene.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Activity {
    /// `None` before the first change.
    pub moved_at: Option<Instant>,
    /// True if the picture changes in this frame.
    pub moves_now: bool,
}

/// The system that updates [`Activity`].
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NoteActivity;

/// Tracks [`Activity`].
pub fn plugin(app: &mut App) {
    app.init_resource::<Activity>()
        .configure_sets(
            PostUpdate,
            NoteActivity.after(OrogenSet::AdjustHeight).before(OrogenSet::Shade),
        )
        .add_systems(PostUpdate, track.in_set(NoteActivity));
}

/// The state of the previous frame.
#[derive(Default)]
struct LastFrame {
    eye: Transform,
    divider: DividerPosition,
    revision: u64,
    scene: Scene,
}

fn track(
    mut last: Local<LastFrame>,
    cameras: Query<&Transform, With<LandCamera>>,
    wanted: Res<WantedScene>,
    shown: Res<ShownLand>,
    divider: Res<DividerPosition>,
    (streaming, builder, normals): (Res<Streaming>, Res<BuilderPool>, Res<NormalTiles>),
    (plants, pipelines): (Option<Res<ScatterTiles>>, Option<Res<NextPipelines>>),
    mut activity: ResMut<Activity>,
) {
    let eye = cameras.iter().next().copied().unwrap_or_default();
    // The smoothed camera approaches its goal ever more slowly, so steps below 0.1 mm count as
    // rest.
    let has_moved =
        eye.translation.distance(last.eye.translation) > 1e-4 || eye.rotation != last.eye.rotation;
    let is_at_work = builder.is_running()
        || builder.is_streaming()
        || !streaming.is_settled()
        || !normals.is_complete()
        || plants.is_some_and(|plants| !plants.is_settled())
        || pipelines.is_some_and(|pipelines| pipelines.is_waiting());
    let has_changed = last.revision != shown.revision || last.scene != wanted.0;
    activity.moves_now = has_moved || is_at_work || has_changed || *divider != last.divider;
    if activity.moves_now {
        activity.moved_at = Some(Instant::now());
    }
    (last.eye, last.divider, last.revision) = (eye, *divider, shown.revision);
    if has_changed {
        last.scene = wanted.0.clone();
    }
}
