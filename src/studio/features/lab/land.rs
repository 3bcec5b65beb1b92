//! The land that the lab shows instead of the wanted one, for as long as it does.

use bevy::prelude::*;

use crate::terrain::recipe::Recipe;
use crate::terrain::view::ViewParams;

/// The lab's preview on the land. The recipe itself does not change.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct LabLand {
    /// A moment of the build-up, or the preview of a figure.
    pub staged: Option<Recipe>,
    /// The view parameters of the staged land.
    pub view: Option<ViewParams>,
    /// The land with unsaved edits of the X-ray.
    pub xrayed: Option<Recipe>,
}

impl LabLand {
    /// The recipe to show, if it differs from the wanted one.
    pub fn recipe(&self) -> Option<&Recipe> {
        self.staged.as_ref().or(self.xrayed.as_ref())
    }
}
