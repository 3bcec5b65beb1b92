//! The order of the systems in a frame.

use bevy::asset::AssetEventSystems;
use bevy::camera::visibility::VisibilitySystems;
use bevy::prelude::*;

/// The steps of a frame, in this order.
///
/// All of them run in `PostUpdate`, before Bevy's asset events and transform propagation, so that
/// the render world draws an edit in the same frame. Most systems of the plugin are in `Build` and
/// `Shade`. The other sets let an app order the systems that edit scenes and move viewers.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrogenSet {
    /// The app's commands change the wanted scene.
    Edit,
    /// The app decides which part of its window receives pointer and keyboard.
    Claim,
    /// The viewer jumps or glides to another place.
    Travel,
    /// The app changes how the viewer moves, for example from flying to walking.
    Switch,
    /// Keys and pointer move the viewer.
    Steer,
    /// The viewer gets its position above the land of the last frame; cameras get their lens.
    Place,
    /// The wanted land is built, or chunks stream in around the viewer.
    Build,
    /// The app raises or lowers the viewer to the new land.
    AdjustHeight,
    /// The shaders' parameters are computed.
    Shade,
}

/// Makes the sets run one after the other.
pub(super) fn chain(app: &mut App) {
    use OrogenSet::{AdjustHeight, Build, Claim, Edit, Place, Shade, Steer, Switch, Travel};
    app.configure_sets(
        PostUpdate,
        (Edit, Claim, Travel, Switch, Steer, Place, Build, AdjustHeight, Shade)
            .chain()
            .before(AssetEventSystems)
            .before(VisibilitySystems::VisibilityPropagate)
            .before(TransformSystems::Propagate),
    );
}
