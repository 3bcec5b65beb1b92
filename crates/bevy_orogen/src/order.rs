//! The order of a frame, written once.

use bevy::asset::AssetEventSystems;
use bevy::camera::visibility::VisibilitySystems;
use bevy::prelude::*;

/// The steps of a frame, in this order. All of them run before Bevy's asset events and transforms,
/// so that an edit reaches the render world in its own frame. The plugin's systems are in `Build`
/// and `Shade`; the other sets are for apps that edit scenes and move viewers.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrogenSet {
    /// Commands run and the wanted scene changes.
    Edit,
    /// Pointer and keyboard get their owner.
    Claim,
    /// The viewer jumps or glides to another place.
    Travel,
    /// The mode of movement changes.
    Switch,
    /// Keys and pointer move the viewer.
    Steer,
    /// The viewer gets its place above the old land.
    Follow,
    /// The wanted land is built, or streamed around the viewer.
    Build,
    /// The viewer stands on the new land.
    Stand,
    /// Shaders get their numbers.
    Shade,
}

/// Chains the sets.
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
