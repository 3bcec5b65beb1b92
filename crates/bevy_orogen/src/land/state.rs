//! Shared state of the land: the wanted scene, the shown land, and its chunks.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::render::extract_resource::ExtractResource;

use super::chunk_limit::{ChunkLimit, NearerHorizon};
use orogen_terrain::chunk::ChunkKey;
use orogen_terrain::heightfield::ChunkSamples;
use orogen_terrain::layer::{Layer, WeightedPart};
use orogen_terrain::lod::Levels;
use orogen_terrain::look::Overlay;
use orogen_terrain::param::Stage;
use orogen_terrain::recipe::Recipe;
use orogen_terrain::scene::Scene;
use orogen_terrain::surface::Surface;
use orogen_terrain::view::{ViewParams, magnifies};

/// The scene of the newest edit. Compare before assigning, so that it is not marked as changed
/// needlessly.
#[derive(Resource, Clone, Debug, Default)]
pub struct WantedScene(pub Scene);

/// A recipe that is shown instead of the wanted one, for a while: to compare.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct ShownInstead(pub Option<Recipe>);

/// Look, light and distance that are shown instead of the wanted ones, for a while.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct ShownView(pub Option<ViewParams>);

/// A recipe whose land is shown too, to compare: right of the divider. It takes
/// [`Look::Whole`](crate::Look::Whole).
///
/// Every revision builds both lands, swaps both in, and streams them together. So a chunk
/// represents both, with a twin for the second one's vertices, and each side's shader discards
/// pixels beyond the divider. (Two cameras would repeat all post-processing, and lands that stream
/// separately would morph by different levels.) The viewer walks on the wanted land, on either
/// side.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct SecondLand(pub Option<Recipe>);

/// Where the divider is: the share of the picture's width that is left of it.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct DividerPosition(pub f32);

impl Default for DividerPosition {
    fn default() -> Self {
        Self(0.5)
    }
}

/// The owner of the masks in the mask view. By default the topmost layer with masks, then the
/// erosion, then the plants.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaskOf(pub Option<WeightedPart>);

impl MaskOf {
    /// The owner of the weights in the vertices for a scene.
    pub(super) fn weighed(self, scene: &Scene) -> Option<WeightedPart> {
        let recipe = &scene.recipe;
        let plants = || recipe.plants_masks.on().next().map(|_| WeightedPart::Plants);
        if scene.view.params.look.overlay != Overlay::Mask {
            // Distant woods need the weights of the plants.
            return plants();
        }
        let has_masks = |layer: &&Layer| layer.masks.on().next().is_some();
        let topmost =
            || recipe.layers.iter().rev().find(has_masks).map(|it| WeightedPart::Layer(it.id));
        let erosion = || recipe.erosion_masks.on().next().map(|_| WeightedPart::Erosion);
        self.0.or_else(topmost).or_else(erosion).or_else(plants)
    }
}

/// A recipe and the surface that it makes.
#[derive(Clone)]
pub struct MadeLand {
    /// Its recipe.
    pub recipe: Recipe,
    /// The land, its sea and its bounds.
    pub surface: Surface,
}

/// The land that is on the screen.
#[derive(Resource, Default)]
pub struct ShownLand {
    /// The shown land; `None` until the first revision is finished.
    pub current: Option<MadeLand>,
    /// The land right of the divider, of the same revision; `None` without a divider.
    pub beside: Option<MadeLand>,
    /// The levels of an endless land; `None` for a bounded one.
    pub levels: Option<Levels>,
    /// The limit of chunks.
    pub room: ChunkLimit,
    /// The horizon, if it is nearer than wanted.
    pub nearer: Option<NearerHorizon>,
    /// The owner of the weights in the vertices.
    pub weighed: Option<WeightedPart>,
    /// True if the chunks are sketched; the land is then built again in full.
    pub is_sketch: bool,
    /// Numbers the revisions from 1.
    pub revision: u64,
    /// The time from the edit to the swap.
    pub edit_duration: Duration,
    /// The part of it spent in sampling and meshing.
    pub build_duration: Duration,
    /// The number of triangles of the shown chunks.
    pub triangles: usize,
    /// The error, if the wanted scene cannot be built.
    pub problem: Option<super::error::LandError>,
}

impl ShownLand {
    /// The surface that the meshes show.
    pub fn surface(&self) -> Option<&Surface> {
        self.current.as_ref().map(|current| &current.surface)
    }

    /// Returns true if the shown meshes belong to the scene's recipe and reach its horizon, or the
    /// limit.
    pub fn shows(&self, wanted: &Scene) -> bool {
        self.stage_to(wanted).is_none()
    }

    /// Returns true if the second land is the wanted one, or both are absent.
    pub fn shows_beside(&self, wanted: &SecondLand) -> bool {
        self.stage_beside(wanted).is_none()
    }

    /// The earliest stage to repeat before the second land is as wanted.
    pub(super) fn stage_beside(&self, wanted: &SecondLand) -> Option<Stage> {
        match (&self.beside, &wanted.0) {
            (None, None) => None,
            (Some(shown), Some(wanted)) => {
                shown.recipe.stage_to(wanted).filter(|stage| *stage < Stage::Shade)
            }
            _ => Some(Stage::Mesh),
        }
    }

    /// The earliest stage to repeat before a scene's meshes are shown.
    pub(super) fn stage_to(&self, wanted: &Scene) -> Option<Stage> {
        let Some(MadeLand { recipe, .. }) = &self.current else { return Some(Stage::Sample) };
        let levels = (self.levels != wanted_levels(wanted, self.room)).then_some(Stage::Mesh);
        recipe
            .stage_to(&wanted.recipe)
            .filter(|stage| *stage < Stage::Shade)
            .into_iter()
            .chain(levels)
            .min()
    }
}

/// The levels that a scene wants and has room for; `None` if its land is bounded.
pub(super) fn wanted_levels(scene: &Scene, room: ChunkLimit) -> Option<Levels> {
    levels(&scene.recipe, &scene.view.params).map(|levels| room.fit(levels))
}

/// The levels that a recipe wants for a view's horizon and lens; `None` if it is bounded.
pub fn levels(recipe: &Recipe, view: &ViewParams) -> Option<Levels> {
    let horizon_m = 1000.0 * view.distance.horizon_km;
    let times = magnifies(view.camera.lens_mm);
    (!recipe.world.bounded)
        .then(|| Levels::magnified(recipe.world.spacing_m.metres(), horizon_m, times))
}

/// The lands that are on the screen, each on its side of the divider.
#[derive(SystemParam)]
pub struct Sides<'w> {
    /// The land itself, left of it.
    pub shown: Res<'w, ShownLand>,
    divider: Res<'w, DividerPosition>,
}

impl Sides<'_> {
    /// The share of the picture's width that is left of the divider; `None` without one.
    pub fn divider(&self) -> Option<f32> {
        self.shown.beside.as_ref().map(|_| self.divider.0)
    }

    /// The land that is drawn at a share of the picture's width.
    pub fn land_at(&self, share: f32) -> Option<&MadeLand> {
        let beside = self.shown.beside.as_ref().filter(|_| share >= self.divider.0);
        beside.or(self.shown.current.as_ref())
    }

    /// The surface that is drawn at a share of the picture's width.
    pub fn surface_at(&self, share: f32) -> Option<&Surface> {
        self.land_at(share).map(|land| &land.surface)
    }
}

/// The number of the revision whose meshes a frame draws, as the render world sees it.
#[derive(Resource, Clone, Copy, Default, Debug, PartialEq, Eq, ExtractResource)]
pub struct RenderedRevision(pub u64);

/// A chunk of the land.
#[derive(Component, Clone, Copy, Debug)]
pub struct Chunk(pub ChunkKey);

/// The same chunk of the land beside: see [`SecondLand`].
#[derive(Component, Clone)]
pub struct SecondChunk {
    /// A child of the chunk, which is drawn right of the divider.
    pub twin: Entity,
    /// Its samples.
    pub samples: Arc<ChunkSamples>,
}

/// The part of a chunk right of the divider; see [`SecondChunk`].
#[derive(Component, Clone, Copy, Debug)]
pub struct Twin;

/// The chunk's samples of every layer, kept for edits that leave them as they are.
#[derive(Component, Clone)]
pub struct ChunkLayers(pub Arc<ChunkSamples>);

/// Which entity holds which chunk.
#[derive(Resource, Default)]
pub struct ChunkIndex(pub HashMap<ChunkKey, Entity>);

/// A chunk appeared or disappeared.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub enum ChunkSeen {
    /// It appeared.
    Shown(ChunkKey),
    /// It disappeared.
    Hidden(ChunkKey),
}

/// The longest wait of a frame for the revision that it started. With it, most edits appear in the
/// frame that made them.
#[derive(Resource)]
pub struct BuildPatience(pub Duration);

/// The longest build of an endless land in one step. A slower one appears coarse and is refined
/// until a newer one starts. `None` always builds everything in one step.
#[derive(Resource, Clone, Copy, Debug)]
pub struct CoarseFirst(pub Option<Duration>);

impl Default for CoarseFirst {
    fn default() -> Self {
        // The limit of an instantaneous response (Nielsen 1993).
        Self(Some(Duration::from_millis(100)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use orogen_terrain::mask::{Mask, MaskType};

    #[test]
    fn vertices_know_the_plants_masks_but_where_the_view_of_masks_shows_others() {
        let mut scene = Scene::default();
        assert_eq!(MaskOf(None).weighed(&scene), None);
        assert_eq!(MaskOf(Some(WeightedPart::Layer(1))).weighed(&scene), None);
        scene.recipe.plants_masks.0 = vec![Mask::new(1, MaskType::Slope)];
        assert_eq!(
            MaskOf(Some(WeightedPart::Layer(1))).weighed(&scene),
            Some(WeightedPart::Plants)
        );
        scene.view.params.look.overlay = Overlay::Mask;
        assert_eq!(
            MaskOf(Some(WeightedPart::Layer(1))).weighed(&scene),
            Some(WeightedPart::Layer(1))
        );
        assert_eq!(MaskOf(None).weighed(&scene), Some(WeightedPart::Plants));
        scene.recipe.erosion_masks.0 = vec![Mask::new(1, MaskType::Slope)];
        assert_eq!(MaskOf(None).weighed(&scene), Some(WeightedPart::Erosion));
        scene.view.params.look.overlay = Overlay::Shaded;
        scene.recipe.plants_masks.0[0].on = false;
        assert_eq!(MaskOf(None).weighed(&scene), None, "nothing is computed for what is off");
    }
}
