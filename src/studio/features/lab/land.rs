//! The land that the lab shows instead of the wanted one, for as long as it does.

use bevy::prelude::*;

use crate::terrain::recipe::Recipe;
use crate::terrain::view::ViewParams;

/// What the lab shows on the land. The recipe itself stays as it is.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct LabLand {
    /// A moment of the build-up, or a land that is broken on purpose.
    pub staged: Option<Recipe>,
    /// The look that goes with it.
    pub view: Option<ViewParams>,
    /// The land with edits of the X-ray that are not kept.
    pub xrayed: Option<Recipe>,
}

impl LabLand {
    /// The recipe that is to be seen, if it is another than the wanted one.
    pub fn recipe(&self) -> Option<&Recipe> {
        self.staged.as_ref().or(self.xrayed.as_ref())
    }
}
