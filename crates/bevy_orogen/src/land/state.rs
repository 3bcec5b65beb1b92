//! The shared state of the land: the wanted scene, the shown land, and its chunks.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::render::extract_resource::ExtractResource;

use super::chunk_limit::{ChunkLimit, LimitedHorizon};
use super::unchanged_areas::UnchangedAreas;
use orogen_noise::NoiseError;
use orogen_terrain::chunk::ChunkKey;
use orogen_terrain::heightfield::ChunkSamples;
use orogen_terrain::layer::{Layer, WeightedPart};
use orogen_terrain::lod::Levels;
use orogen_terrain::look::Overlay;
use orogen_terrain::param::Stage;
use orogen_terrain::recipe::Recipe;
use orogen_terrain::scene::Scene;
use orogen_terrain::surface::Surface;
use orogen_terrain::view::{ViewParams, magnification};

/// The scene (recipe and view) that the app wants to see.
///
/// Compare before you assign, because every assignment counts as a change.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_orogen::prelude::*;
///
/// fn raise_sea(keys: Res<ButtonInput<KeyCode>>, mut wanted: ResMut<WantedScene>) {
///     if keys.just_pressed(KeyCode::Space) {
///         wanted.0.recipe.world.sea_level_m += 10.0;
///     }
/// }
/// ```
#[derive(Resource, Clone, Debug, Default)]
pub struct WantedScene(pub Scene);

/// A recipe to show in place of the wanted recipe for a while, for comparison.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct RecipeOverride(pub Option<Recipe>);

/// View parameters to show in place of the wanted parameters for a while.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct ViewOverride(pub Option<ViewParams>);

/// The recipe of a second land, shown to the right of a divider for comparison.
///
/// It needs [`Look::Whole`](crate::Look::Whole).
///
/// Every revision builds both lands and swaps them in together, and both stream together. A chunk
/// has a twin: a child entity with the mesh of the second land. The shader of each side discards
/// the pixels beyond the divider. (Two cameras would repeat all post-processing, and lands that
/// stream separately would morph by different levels.) The viewer walks on the wanted land, on
/// either side.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct SecondLand(pub Option<Recipe>);

/// A recipe whose rivers keep their courses and levels while the wanted land changes.
///
/// An app sets it for the time of a drag, to the recipe from before the drag. A network of rivers
/// is discrete, so otherwise rivers would jump around while the user drags a slider. During the
/// drag, the surface of [`ShownLand`] has the rivers of this recipe. After it, the land is built
/// again with its own rivers. The override has no effect if the drag changes the settings of
/// rivers, the seed or the sea level.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct NetworkOverride(pub Option<Recipe>);

impl NetworkOverride {
    /// Returns the recipe of the override if the `wanted` land can keep its network. Returns `None` if
    /// the wanted land makes its own network.
    pub(super) fn network_recipe(&self, wanted: &Recipe) -> Option<&Recipe> {
        self.0.as_ref().filter(|recipe| wanted.can_keep_network_of(recipe))
    }
}

/// The position of the divider: the fraction of the picture's width to the left of it.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct DividerPosition(pub f32);

impl Default for DividerPosition {
    fn default() -> Self {
        Self(0.5)
    }
}

/// The part of the recipe whose masks the mask view shows.
///
/// If it is `None`, the view shows the topmost layer that has masks, else the rivers if they have
/// masks, else the erosion if it has masks, else the plants.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShownMask(pub Option<WeightedPart>);

impl ShownMask {
    /// The part of the recipe for which the vertices of a scene store the weights of its masks;
    /// `None` if nothing needs weights.
    pub(super) fn weighted_part(self, scene: &Scene) -> Option<WeightedPart> {
        let recipe = &scene.recipe;
        let plants = || recipe.plants_masks.enabled().next().map(|_| WeightedPart::Plants);
        if scene.view.params.look.overlay != Overlay::Mask {
            // Outside the mask view, only the distant woods need weights: the weights of the plants.
            return plants();
        }
        let has_masks = |layer: &&Layer| layer.masks.enabled().next().is_some();
        let topmost = || {
            recipe.layers.iter().rev().find(has_masks).map(|layer| WeightedPart::Layer(layer.id))
        };
        let rivers = || recipe.rivers_masks.enabled().next().map(|_| WeightedPart::Rivers);
        let erosion = || recipe.erosion_masks.enabled().next().map(|_| WeightedPart::Erosion);
        self.0.or_else(topmost).or_else(rivers).or_else(erosion).or_else(plants)
    }
}

/// A recipe and the surface that was built from it.
#[derive(Clone)]
pub struct BuiltLand {
    /// The recipe.
    pub recipe: Recipe,
    /// The recipe from which the network of rivers is computed; `None` if it is `recipe`.
    ///
    /// See [`NetworkOverride`].
    pub network_recipe: Option<Recipe>,
    /// The land, its sea and its bounds.
    pub surface: Surface,
}

impl BuiltLand {
    /// Makes the surface of a recipe, with its own network of rivers.
    ///
    /// # Errors
    /// Returns an error if parameters of a layer cannot be combined.
    pub fn new(recipe: &Recipe) -> Result<Self, NoiseError> {
        let surface = Surface::new(recipe)?;
        Ok(Self { recipe: recipe.clone(), network_recipe: None, surface })
    }

    /// Returns true if another land has the same recipe and the same network.
    pub fn is_same(&self, other: &Self) -> bool {
        self.recipe == other.recipe && self.network_recipe == other.network_recipe
    }

    /// The recipe whose network the rivers have.
    pub fn recipe_of_network(&self) -> &Recipe {
        self.network_recipe.as_ref().unwrap_or(&self.recipe)
    }

    /// Returns true if the rivers of the land have the network that a recipe makes, or if neither has
    /// rivers.
    pub fn has_network_of(&self, recipe: &Recipe) -> bool {
        let network_recipe = self.recipe_of_network();
        !(network_recipe.rivers.on || recipe.rivers.on)
            || network_recipe == recipe
            || network_recipe.has_same_network(recipe)
    }

    /// The earliest build stage at which the two lands differ; `None` if they are equal.
    pub fn rebuild_stage(&self, other: &Self) -> Option<Stage> {
        let network = (self.network_recipe != other.network_recipe).then_some(Stage::Shape);
        self.recipe.rebuild_stage(&other.recipe).into_iter().chain(network).min()
    }
}

/// The land that is on the screen.
#[derive(Resource, Default)]
pub struct ShownLand {
    /// The wanted land, as last built; `None` until the first revision is finished.
    pub current: Option<BuiltLand>,
    /// The second land, of the same revision; `None` without a divider.
    pub second: Option<BuiltLand>,
    /// The levels of detail of an endless land; `None` for a bounded land.
    pub levels: Option<Levels>,
    /// The largest number of chunks, and their resolution.
    pub chunk_limit: ChunkLimit,
    /// The horizon that the budget of graphics memory allows; `None` if it allows the wanted horizon.
    pub limited_horizon: Option<LimitedHorizon>,
    /// The part of the recipe for which the vertices store the weights of its masks.
    pub weighted_part: Option<WeightedPart>,
    /// The samples that the shown revision has in common with the revision before it.
    pub unchanged_areas: UnchangedAreas,
    /// True if the chunks are sketched (few samples, interpolated).
    ///
    /// The land is then built again in full.
    pub is_sketch: bool,
    /// The number of the shown revision, counted from 1.
    pub revision: u64,
    /// The time from the start of the build to the swap.
    pub edit_duration: Duration,
    /// The part of `edit_duration` that sampling and meshing took.
    pub build_duration: Duration,
    /// The number of triangles of the shown chunks.
    pub triangles: usize,
    /// The error of the last build, if it failed.
    pub problem: Option<super::error::LandError>,
}

impl ShownLand {
    /// The surface of the wanted land as it is shown.
    pub fn surface(&self) -> Option<&Surface> {
        self.current.as_ref().map(|current| &current.surface)
    }

    /// Returns true if the shown meshes are up to date for a scene.
    ///
    /// The meshes then belong to the scene's recipe, and reach its horizon or the limit of chunks.
    pub fn shows(&self, wanted: &Scene) -> bool {
        self.rebuild_stage(wanted).is_none()
    }

    /// Returns true if the shown second land is the wanted second land.
    ///
    /// Also returns true if no second land is shown or wanted.
    pub fn shows_second_land(&self, wanted: &SecondLand) -> bool {
        self.second_land_stage(wanted).is_none()
    }

    /// Returns true if the shown rivers have the network that the wanted land needs.
    ///
    /// It needs the network of the override or its own network.
    pub fn has_network(&self, network_override: &NetworkOverride, wanted: &Scene) -> bool {
        let network_recipe =
            self.current.as_ref().and_then(|current| current.network_recipe.as_ref());
        network_recipe == network_override.network_recipe(&wanted.recipe)
    }

    /// The earliest build stage that the wanted second land needs; `None` if it is shown.
    pub(super) fn second_land_stage(&self, wanted: &SecondLand) -> Option<Stage> {
        match (&self.second, &wanted.0) {
            (None, None) => None,
            (Some(shown), Some(wanted)) => {
                shown.recipe.rebuild_stage(wanted).filter(|stage| *stage < Stage::Shade)
            }
            _ => Some(Stage::Mesh),
        }
    }

    /// The earliest build stage that the meshes of a scene need; `None` if the meshes are up to
    /// date.
    pub(super) fn rebuild_stage(&self, wanted: &Scene) -> Option<Stage> {
        let Some(BuiltLand { recipe, .. }) = &self.current else { return Some(Stage::Sample) };
        let levels =
            (self.levels != wanted_levels(wanted, self.chunk_limit)).then_some(Stage::Mesh);
        recipe
            .rebuild_stage(&wanted.recipe)
            .filter(|stage| *stage < Stage::Shade)
            .into_iter()
            .chain(levels)
            .min()
    }
}

/// The levels for a scene, within the limit of chunks; `None` if its land is bounded.
pub(super) fn wanted_levels(scene: &Scene, chunk_limit: ChunkLimit) -> Option<Levels> {
    levels(&scene.recipe, &scene.view.params).map(|levels| chunk_limit.fit(levels))
}

/// The levels of detail for a recipe and a view's horizon and lens.
///
/// The limit of chunks is not applied. Returns `None` if the land is bounded.
pub fn levels(recipe: &Recipe, view: &ViewParams) -> Option<Levels> {
    let horizon_m = 1000.0 * view.distance.horizon_km;
    let magnification = magnification(view.camera.lens_mm);
    (!recipe.world.bounded)
        .then(|| Levels::magnified(recipe.world.spacing_m.metres(), horizon_m, magnification))
}

/// The shown lands, each on its side of the divider.
#[derive(SystemParam)]
pub struct Sides<'w> {
    /// The shown lands. The wanted land is left of the divider.
    pub shown: Res<'w, ShownLand>,
    divider: Res<'w, DividerPosition>,
}

impl Sides<'_> {
    /// The fraction of the picture's width left of the divider; `None` without a divider.
    pub fn divider(&self) -> Option<f32> {
        self.shown.second.as_ref().map(|_| self.divider.0)
    }

    /// The land at a fraction of the picture's width, from 0 (left) to 1 (right).
    pub fn land_at(&self, fraction: f32) -> Option<&BuiltLand> {
        let second = self.shown.second.as_ref().filter(|_| fraction >= self.divider.0);
        second.or(self.shown.current.as_ref())
    }

    /// The surface at a fraction of the picture's width, from 0 (left) to 1 (right).
    pub fn surface_at(&self, fraction: f32) -> Option<&Surface> {
        self.land_at(fraction).map(|land| &land.surface)
    }
}

/// The number of the shown revision, as extracted to the render world.
#[derive(Resource, Clone, Copy, Default, Debug, PartialEq, Eq, ExtractResource)]
pub struct RenderedRevision(pub u64);

/// A chunk of the land.
#[derive(Component, Clone, Copy, Debug)]
pub struct Chunk(pub ChunkKey);

/// The twin of a chunk: the same chunk of the second land; see [`SecondLand`].
#[derive(Component, Clone)]
pub struct SecondChunk {
    /// The twin's entity, a child of the chunk, drawn right of the divider.
    pub twin: Entity,
    /// The samples of the second land.
    pub samples: Arc<ChunkSamples>,
}

/// Marks a chunk's twin; see [`SecondChunk`].
#[derive(Component, Clone, Copy, Debug)]
pub struct Twin;

/// The chunk's samples of every layer, cached for edits that do not change them.
#[derive(Component, Clone)]
pub struct ChunkLayers(pub Arc<ChunkSamples>);

/// The entity of each chunk in memory, visible or not.
#[derive(Resource, Default)]
pub struct ChunkIndex(pub HashMap<ChunkKey, Entity>);

/// Reports that a chunk became visible or disappeared.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_orogen::prelude::*;
///
/// fn log_chunks(mut chunks: MessageReader<ChunkVisibilityChanged>) {
///     chunks.read().for_each(|seen| info!("{seen:?}"));
/// }
/// ```
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub enum ChunkVisibilityChanged {
    /// The chunk became visible.
    Shown(ChunkKey),
    /// The chunk is no longer visible.
    Hidden(ChunkKey),
}

/// The longest time that a frame waits for the revision that it started.
///
/// Most builds are shorter, so most edits appear in the frame that made them.
#[derive(Resource)]
pub struct BuildPatience(pub Duration);

/// The time limit of an endless land's first picture.
///
/// A land whose build would take longer appears coarse first, and is refined until a newer revision
/// starts. With `None`, every land is built in full before it appears.
#[derive(Resource, Clone, Copy, Debug)]
pub struct CoarseFirst(pub Option<Duration>);

impl Default for CoarseFirst {
    fn default() -> Self {
        // Up to 0.1 s, users perceive a response as instantaneous (Nielsen 1993).
        Self(Some(Duration::from_millis(100)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_terrain::mask::{Mask, MaskType};

    #[test]
    fn vertices_store_the_weights_that_the_view_or_the_plants_need() {
        let mut scene = Scene::default();
        assert_eq!(ShownMask(None).weighted_part(&scene), None);
        assert_eq!(ShownMask(Some(WeightedPart::Layer(1))).weighted_part(&scene), None);
        scene.recipe.plants_masks.0 = vec![Mask::new(1, MaskType::Slope)];
        assert_eq!(
            ShownMask(Some(WeightedPart::Layer(1))).weighted_part(&scene),
            Some(WeightedPart::Plants)
        );
        scene.view.params.look.overlay = Overlay::Mask;
        assert_eq!(
            ShownMask(Some(WeightedPart::Layer(1))).weighted_part(&scene),
            Some(WeightedPart::Layer(1))
        );
        assert_eq!(ShownMask(None).weighted_part(&scene), Some(WeightedPart::Plants));
        scene.recipe.erosion_masks.0 = vec![Mask::new(1, MaskType::Slope)];
        assert_eq!(ShownMask(None).weighted_part(&scene), Some(WeightedPart::Erosion));
        scene.recipe.rivers_masks.0 = vec![Mask::new(1, MaskType::Slope)];
        assert_eq!(ShownMask(None).weighted_part(&scene), Some(WeightedPart::Rivers));
        scene.view.params.look.overlay = Overlay::Shaded;
        scene.recipe.plants_masks.0[0].on = false;
        assert_eq!(
            ShownMask(None).weighted_part(&scene),
            None,
            "a mask that is off has no weights"
        );
    }
}
