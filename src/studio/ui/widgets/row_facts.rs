//! Facts that rows need besides their values. A panel or window with rows sets them at the start of
//! a pass.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bevy_egui::egui::Context;

use crate::studio::app::settings::data::Settings;
use crate::studio::document::state::OpenDocument;
use crate::studio::features::histogram::FieldHistogram;
use crate::studio::ui::shared;
use crate::terrain::address::AddressRow;
use crate::terrain::look::{Overlay, Style};
use crate::terrain::param::Value;
use crate::terrain::scene::Scene;

/// Facts about the document, the scene and the settings, for all rows of a pass.
#[derive(Clone, Default)]
pub struct RowFacts(Arc<Facts>);

#[derive(Clone)]
struct Facts {
    document: Arc<OpenDocument>,
    locks: BTreeSet<String>,
    /// The ranges of drags, by key, where they are smaller than the allowed range.
    drag_ranges: BTreeMap<&'static str, [f64; 2]>,
    style: Style,
    overlay: Overlay,
    is_bounded: bool,
    /// True if the camera has no aperture, so that focus settings have no effect.
    is_sharp: bool,
    /// The side of a chunk, in metres.
    chunk_m: f64,
}

impl Default for Facts {
    fn default() -> Self {
        Self::of(&Scene::default(), Arc::default())
    }
}

impl Facts {
    /// Returns the facts about a scene and its document, without locks and without ranges of drags.
    fn of(scene: &Scene, document: Arc<OpenDocument>) -> Self {
        Self {
            document,
            locks: BTreeSet::new(),
            drag_ranges: BTreeMap::new(),
            style: scene.view.params.look.style,
            overlay: scene.view.params.look.overlay,
            is_bounded: scene.recipe.world.bounded,
            is_sharp: scene.view.params.camera.aperture_m == 0.0,
            chunk_m: 64.0 * scene.recipe.world.spacing_m.metres(),
        }
    }
}

/// The addresses whose locks the user has clicked, until the settings take them over.
#[derive(Clone, Default)]
struct Toggled(Vec<String>);

impl RowFacts {
    /// Returns the facts about a scene, its document and the settings.
    pub fn of(
        context: &Context,
        scene: &Scene,
        document: &OpenDocument,
        settings: &Settings,
        histogram: &FieldHistogram,
    ) -> Self {
        let before = Self::current(context);
        let is_same = *before.0.document == *document;
        let document = if is_same { before.0.document.clone() } else { Arc::new(document.clone()) };
        Self(Arc::new(Facts {
            locks: settings.locks.clone(),
            drag_ranges: drag_ranges_of(scene, histogram),
            ..Facts::of(scene, document)
        }))
    }

    /// Sets the facts for the rows of this pass.
    pub fn set_current(self, context: &Context) {
        shared::put(context, self);
    }

    /// Returns the facts that were set last.
    pub fn current(context: &Context) -> Self {
        shared::get(context)
    }

    /// Returns the value of a parameter when the document was opened or saved. `None` if it did not
    /// exist.
    pub fn opened_value(&self, address: &str, row: &AddressRow) -> Option<Value> {
        self.0.document.opened_value(address, row)
    }

    /// Returns the name of the document.
    pub fn document_name(&self) -> String {
        self.0.document.name()
    }

    /// Returns two flags: the address itself is locked; one of its groups is locked.
    pub fn lock(&self, address: &str) -> (bool, bool) {
        let mut groups = address.match_indices('.').map(|(end, _)| &address[..end]);
        (self.0.locks.contains(address), groups.any(|group| self.0.locks.contains(group)))
    }

    /// Returns the range of drags, if it is smaller than the allowed range.
    pub fn drag_range(&self, address: &str) -> Option<[f64; 2]> {
        let key = match address.rsplit_once("shape.height_m") {
            Some((_, "")) => "shape.height_m",
            _ => address,
        };
        self.0.drag_ranges.get(key).copied()
    }

    /// Returns the side of a chunk, in metres.
    pub fn chunk_m(&self) -> f64 {
        self.0.chunk_m
    }

    /// Returns the reason why a parameter of the view or the colours has no effect now.
    pub fn no_effect_reason(&self, address: &str) -> Option<&'static str> {
        let (group, name) = address.split_once('.')?;
        let natural = self.0.style == Style::Natural;
        match (group, name) {
            ("light", "exposure_ev" | "strength" | "stars" | "air" | "clouds") | ("clouds", _)
                if !natural =>
            {
                Some("Only the natural style has a sky; Tab changes the style.")
            }
            ("ground" | "lake" | "plants", _) if !natural => {
                Some("Only the natural style uses it; Tab changes the style.")
            }
            ("light", "ambient") | ("colour", _) if natural => {
                Some("Only the classroom style uses it; Tab changes the style.")
            }
            ("look", "contour_m") if self.0.overlay != Overlay::Contours => {
                Some("Only the height view draws contour lines (F5).")
            }
            ("camera", "focus_m") if self.0.is_sharp => {
                Some("Without an aperture, everything is sharp.")
            }
            ("distance", _) if self.0.is_bounded => Some("A square land has no horizon."),
            _ => None,
        }
    }
}

/// Requests to lock or unlock a parameter or a group.
pub fn toggle_lock(context: &Context, address: &str) {
    shared::with(context, |toggled: &mut Toggled| toggled.0.push(address.to_owned()));
}

/// Applies the requested locks to the settings.
pub fn take_locks(context: &Context, settings: &mut Settings) {
    let Toggled(addresses) = shared::take(context);
    for address in addresses {
        if !settings.locks.remove(&address) {
            settings.locks.insert(address);
        }
    }
}

/// Returns the ranges of drags for sea level and height, from the heights of the visible land.
///
/// The sea level can go above and below these heights by half of their range. The height parameter
/// can go up to 1.5 times the larger of its value and their range.
fn drag_ranges_of(scene: &Scene, histogram: &FieldHistogram) -> BTreeMap<&'static str, [f64; 2]> {
    let [low, high] = histogram.range.map(f64::from);
    if low >= high {
        return BTreeMap::new();
    }
    let shape = scene.recipe.shape();
    let [low_m, high_m] = [low, high].map(|s| shape.height_m(s));
    let margin_m = 0.5 * (high_m - low_m);
    let max_height_m = 1.5 * shape.height_m.max(high_m - low_m);
    BTreeMap::from([
        ("world.sea_level_m", [low_m - margin_m, high_m + margin_m]),
        ("shape.height_m", [0.0, max_height_m]),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::param::Document as _;
    use crate::terrain::recipe::Recipe;
    use crate::terrain::view::ViewParams;

    fn facts_of(change: impl FnOnce(&mut Scene)) -> RowFacts {
        let mut scene = Scene::default();
        change(&mut scene);
        let histogram =
            FieldHistogram::new(1, [&[-0.5f32, 0.0, 0.0, 0.0, 0.0, 0.5][..]].into_iter());
        let (document, settings) = (OpenDocument::default(), Settings::default());
        RowFacts::of(&Context::default(), &scene, &document, &settings, &histogram)
    }

    #[test]
    fn a_drag_of_the_sea_level_covers_the_heights_and_half_of_their_range_beyond() {
        let facts = facts_of(|scene| {
            scene.recipe.base_mut().shape.height_m = 600.0;
            scene.recipe.base_mut().shape.exponent = 1.0;
        });
        assert_eq!(facts.drag_range("world.sea_level_m"), Some([-600.0, 600.0]));
        assert_eq!(facts.drag_range("layer.3.shape.height_m"), Some([0.0, 900.0]));
        assert_eq!(facts.drag_range("fractal.gain"), None);
    }

    #[test]
    fn each_style_disables_the_parameters_of_the_other_and_says_why() {
        let keys = || {
            let recipe_keys = Recipe::params().iter().map(|param| param.key);
            recipe_keys.chain(ViewParams::params().iter().map(|param| param.key))
        };
        let natural = facts_of(|_| {});
        let course = facts_of(|scene| scene.view.params.look.style = Style::Course);
        for key in [
            "light.exposure_ev",
            "light.strength",
            "light.stars",
            "light.air",
            "light.clouds",
            "clouds.low",
            "ground.rock",
        ] {
            assert!(
                natural.no_effect_reason(key).is_none() && course.no_effect_reason(key).is_some(),
                "{key}"
            );
        }
        for key in ["light.ambient", "colour.alpha_scale"] {
            assert!(
                natural.no_effect_reason(key).is_some() && course.no_effect_reason(key).is_none(),
                "{key}"
            );
        }
        let heights = facts_of(|scene| scene.view.params.look.overlay = Overlay::Contours);
        assert!(
            natural.no_effect_reason("look.contour_m").is_some()
                && heights.no_effect_reason("look.contour_m").is_none()
        );
        let square = facts_of(|scene| scene.recipe.world.bounded = true);
        assert!(
            square.no_effect_reason("distance.haze").is_some()
                && natural.no_effect_reason("distance.haze").is_none()
        );
        let wide = facts_of(|scene| scene.view.params.camera.aperture_m = 8.0);
        assert!(
            natural.no_effect_reason("camera.focus_m").is_some()
                && wide.no_effect_reason("camera.focus_m").is_none()
        );
        for facts in [&natural, &course] {
            let reasons = keys().filter_map(|key| facts.no_effect_reason(key));
            assert!(reasons.into_iter().all(|why| why.ends_with('.')));
            // All parameters of plants and clouds belong to the natural style.
            let is_shared = |key: &&str| !key.starts_with("plants.") && !key.starts_with("clouds.");
            let greyed =
                keys().filter(is_shared).filter(|key| facts.no_effect_reason(key).is_some());
            assert!(greyed.count() < 40, "most parameters stay enabled");
        }
    }
}
