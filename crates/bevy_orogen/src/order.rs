//! The order of a frame, written once.

use bevy::asset::AssetEventSystems;
use bevy::camera::visibility::VisibilitySystems;
use bevy::prelude::*;

/// What happens in a frame, in this order. All of it comes before Bevy's asset events and
/// transforms, so that an edit reaches the render world in the frame that made it. The plugin's own
/// systems are in `Build` and `Shade`; the other sets are for whoever edits scenes and moves
/// viewers.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrogenSet {
    /// The wanted scene changes, and commands are obeyed.
    Edit,
    /// It is settled whose the pointer and the keyboard are.
    Claim,
    /// The viewer goes to another place at once, or glides there.
    Travel,
    /// The viewer is moved in another way from now on.
    Switch,
    /// Keys and pointer move the viewer.
    Steer,
    /// The viewer takes its place, above the land that was.
    Follow,
    /// The wanted land is built, or streamed around the viewer.
    Build,
    /// The viewer stands on the land that is.
    Stand,
    /// Shaders get their numbers.
    Shade,
}

/// Puts the sets in their order.
pub(super) fn chain(app: &mut App) {
    use OrogenSet::{Build, Claim, Edit, Follow, Shade, Stand, Steer, Switch, Travel};
    app.configure_sets(
        PostUpdate,
        (Edit, Claim, Travel, Switch, Steer, Follow, Build, Stand, Shade)
            .chain()
            .before(AssetEventSystems)
            .before(VisibilitySystems::VisibilityPropagate)
            .before(TransformSystems::Propagate),
    );
}
