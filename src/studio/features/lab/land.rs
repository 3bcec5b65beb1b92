//! The land that the view shows while the lab previews something on it.

use bevy::prelude::*;

use crate::terrain::recipe::Recipe;
use crate::terrain::view::ViewParams;

/// The lab's preview. The view shows it in place of the wanted land; the recipe does not change.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct LabLand {
    /// The land of a step of the build-up, or the preview of another figure.
    pub previewed: Option<Recipe>,
    /// The view parameters that go with `previewed`.
    pub view: Option<ViewParams>,
    /// The land with the arrows that the user dragged in the X-ray and has not added to the recipe.
    pub xrayed: Option<Recipe>,
}

impl LabLand {
    /// Returns the recipe to show instead of the wanted recipe, or `None` without a preview.
    pub fn recipe(&self) -> Option<&Recipe> {
        self.previewed.as_ref().or(self.xrayed.as_ref())
    }
}
